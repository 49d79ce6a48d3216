// What a spectator takes along: links to branches, and pictures.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";

/** @param {any} suite */
export default function tests({ test, open, close, of, at, places, settled, begin }) {
  const moves = (page) => page.$$eval(".moves .move", (all) => all.map((move) => move.textContent));

  for (const name of of("othello", "gobblet")) {
    test(`${name}: a link to a branch opens the same branch, and back leads to the published game`, async () => {
      // Not in the opening, which no branch changes.
      const turn = name === "othello" ? 20 : 4,
        page = await open(name, `#g=1&t=${turn}`);
      const published = await moves(page);
      const nameOf = (place) => {
        const [, x, y] = place.split(/[:,]/).map(Number);
        return `${"abcdefgh"[x]}${y + 1}`;
      };
      if (name === "othello")
        await page.click(
          at((await places(page, "legal")).find((place) => nameOf(place) !== published[turn])),
        );
      else {
        await page.click(at((await places(page, "movable"))[0]));
        await page.click(at((await places(page, "target"))[1]));
      }
      await page.waitForFunction(
        (turn) => document.querySelector(".match-note .hash") && location.hash.includes(`&b=${turn}.`),
        turn,
      );
      const link = page.url(),
        branch = await moves(page);
      assert.notDeepEqual(branch, published);
      await page.goBack();
      await page.waitForSelector(".badge.good");
      assert.deepEqual(await moves(page), published);
      await page.goForward();
      await page.waitForFunction(
        () => document.querySelector(".badge.branch") && document.querySelector(".match-note .hash"),
      );
      assert.deepEqual(await moves(page), branch);
      await close(page);
      // The link alone is enough. A page waits for the game that it opens first.
      const again = await open(name, "#g=2&t=0");
      await again.goto(link);
      await again.waitForFunction(
        () => document.querySelector(".badge.branch") && document.querySelector(".match-note .hash"),
      );
      assert.deepEqual(await moves(again), branch);
      await close(again);
      return link.replace(/.*#/, "#");
    });
  }

  for (const name of of("othello")) {
    test("othello: a link to a new game has its seed, its seats and what was done", async () => {
      const page = await open(name);
      await begin(page, ["", "greedy"]);
      await page.click(at((await places(page, "legal"))[0]));
      await settled(page);
      await page.waitForFunction(() => /^#seed=\d+&b=0\./.test(location.hash));
      const played = await moves(page),
        link = page.url();
      await page.goto(link.replace(/#.*/, "#g=1"));
      await page.waitForSelector(".badge.good");
      await page.goto(link);
      await page.waitForFunction(
        (count) =>
          /^New game/.test(document.querySelector(".match-title").textContent) &&
          document.querySelectorAll(".moves .move").length === count,
        played.length,
      );
      assert.deepEqual(await moves(page), played);
      await close(page);
      return link.replace(/.*#/, "#");
    });

    test("othello: a game comes out of a file: a saved one, one in GGF, a list of actions", async () => {
      const page = await open(name, "#g=1&t=0");
      await page.waitForSelector(".badge.good");
      const published = await moves(page),
        played = published.filter((action) => action !== "--");
      const start = (/** @type {string} */ mover) =>
        `---------------------------OX------XO---------------------------${mover}`;
      const begun = `8 ${start(" X").replaceAll("X", "*")}`;
      const ggf = played.map((action, turn) => `${turn % 2 ? "W" : "B"}[${action}//1.5]`).join("");
      const saved = {
        format: "judge-game-1",
        game: "othello",
        rules: { size: "8", ask_on_pass: "false" },
        seed: "7",
        order: 0,
        moves: published,
      };
      const files = {
        "saved.json": JSON.stringify(saved),
        "server.ggf": `(;GM[Othello]PC[GGS]PB[a]PW[b]RE[?]BO[${begun}]${ggf}B[PA];)`,
        "list.txt": `# The same.\n${played.join("").toUpperCase()}\n`,
        "position.txt": `[${start(" X")}] ${played.join(" ")} # The same.\n`,
      };
      for (const [file, text] of Object.entries(files)) {
        await page.goto(page.url().replace(/#.*/, "#g=2&t=0"));
        await page.waitForFunction(() =>
          document.querySelector(".match-title").textContent.endsWith("game 2"),
        );
        await page.setInputFiles(".board-tools input[type=file]", {
          name: file,
          mimeType: "text/plain",
          buffer: Buffer.from(text),
        });
        await page.waitForFunction(
          (count) =>
            document.querySelector(".match-title").textContent.startsWith("New game") &&
            document.querySelectorAll(".moves .move").length === count,
          published.length,
        );
        assert.deepEqual(await moves(page), published, file);
      }
      // White moves first, from a position of its own.
      const other = "8 -------- -------- --O*---- --OO*--- ---**--- -------- -------- -------- O";
      await page.setInputFiles(".board-tools input[type=file]", {
        name: "other.ggf",
        mimeType: "text/plain",
        buffer: Buffer.from(`(;GM[Othello]PB[a]PW[b]BO[${other}]W[e3]B[e2];)`),
      });
      await page.waitForFunction(() => document.querySelectorAll(".moves .move").length === 2);
      assert.deepEqual(await moves(page), ["e3", "e2"]);
      await page.setInputFiles(".board-tools input[type=file]", {
        name: "wrong.json",
        mimeType: "text/plain",
        buffer: Buffer.from('{"format":"other"}'),
      });
      await page.waitForFunction(() => document.body.textContent.includes("it is no saved game of othello"));
      await close(page);
      return `${published.length} actions, four times`;
    });

    test("othello: an address that makes no sense changes nothing", async () => {
      const page = await open(name, "#g=1&t=4");
      for (const hash of [
        "#g=1&b=x&t=2",
        "#g=1&s=99.b~0.b",
        "#seed=zz&s=0.b~1.b",
        "#g=1&b=4.%ZZ",
        "#seed=5&s=0.b",
      ]) {
        await page.evaluate((hash) => {
          location.hash = hash;
        }, hash);
        await page.evaluate(
          () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
        );
        assert.match(await page.textContent(".match-title"), / game 1$/, hash);
        assert.equal(await page.locator(".badge.branch").count(), 0, hash);
      }
      await close(page);
    });
  }

  for (const name of of("othello", "october")) {
    test(`${name}: the boards are saved as pictures`, async () => {
      const page = await open(name, name === "october" ? "#g=43&t=30" : "#g=1&t=20");
      const file = async (text) => {
        if (!(await page.isVisible(`text=${text}`))) await page.click(".share summary");
        const [download] = await Promise.all([page.waitForEvent("download"), page.click(`text=${text}`)]);
        return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()) };
      };
      const svg = await file("Boards as SVG"),
        png = await file("Picture as PNG"),
        text = svg.bytes.toString("utf8");
      assert.match(svg.name, /^[a-z]+-\d+-\d+\.svg$/);
      assert.match(text, /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg"/);
      // It needs no style of the page, and has no part that only players need.
      assert.doesNotMatch(text, /class=|var\(|data-place/);
      assert.equal(png.bytes.subarray(1, 4).toString(), "PNG");
      const size = (png) => [png.bytes.readUInt32BE(16), png.bytes.readUInt32BE(20)];
      assert.deepEqual(size(png), [1200, 630]);
      await page.click(".share summary");
      await page.selectOption('select[aria-label="Shape of pictures and films"]', { label: "square" });
      assert.deepEqual(size(await file("Picture as PNG")), [720, 720]);
      assert.ok(png.bytes.length > 10_000, `${png.bytes.length} bytes`);
      await close(page);
      return `${png.bytes.length} bytes`;
    });
  }

  for (const name of of("gobblet")) {
    test("gobblet: a film of some turns is a GIF that the browser reads", async () => {
      const page = await open(name, "#g=2&t=4");
      await page.click(".share summary");
      await page.fill("[aria-label='Film from turn']", "1");
      await page.fill("[aria-label='Film to turn']", "5");
      const [download] = await Promise.all([page.waitForEvent("download"), page.click("text=Film as GIF")]);
      assert.match(download.suggestedFilename(), /^gobblet-2-4\.gif$/);
      const bytes = readFileSync(await download.path());
      const read = await page.evaluate(
        async (bytes) => {
          const decoder = new ImageDecoder({ data: new Uint8Array(bytes), type: "image/gif" });
          await decoder.completed;
          await decoder.tracks.ready;
          const sums = [];
          const { frameCount } = decoder.tracks.selectedTrack;
          for (let frameIndex = 0; frameIndex < frameCount; frameIndex++) {
            const { image } = await decoder.decode({ frameIndex });
            const canvas = new OffscreenCanvas(image.displayWidth, image.displayHeight),
              pen = canvas.getContext("2d");
            pen.drawImage(image, 0, 0);
            const { data } = pen.getImageData(0, 0, canvas.width, canvas.height);
            sums.push({
              width: canvas.width,
              duration: image.duration,
              sum: data.reduce((a, b) => a + b, 0),
            });
          }
          return sums;
        },
        [...bytes],
      );
      assert.equal(read.length, 5);
      assert.equal(new Set(read.map(({ sum }) => sum)).size, 5, "each turn is another picture");
      assert.deepEqual(
        read.map(({ duration }) => duration / 1000),
        [600, 600, 600, 600, 3000],
      );
      assert.equal(await page.inputValue(".controls .turn-number"), "4", "the reader is where it was");
      // What has worked is told as such, where nothing lies over it.
      assert.match(await page.textContent(".status"), /^✓ gobblet-2-4\.gif, \d+ KiB\.$/);
      assert.equal(await page.locator(".status .problem").count(), 0);
      assert.equal(await page.$eval(".share", (menu) => menu.open), false);
      await close(page);
      return `${bytes.length} bytes, ${read[0].width} pixels wide`;
    });
  }

  for (const name of of("october", "othello")) {
    test(`${name}: in a frame there is only the board with its controls, and all of it is seen`, async () => {
      for (const [width, height] of [
        [480, 560],
        [320, 400],
      ]) {
        const page = await open(name, "#embed&g=43&t=12", { viewport: { width, height } });
        assert.equal(await page.inputValue(".controls .turn-number"), "12");
        for (const selector of ["#headline", "#standings", ".lobby", ".side", ".type-form", "nav"])
          assert.equal(await page.locator(selector).first().isVisible(), false, selector);
        for (const selector of ["svg.board", '.controls button[aria-label="Play"]', ".match-title"])
          for (const element of await page.locator(selector).all()) {
            const box = await element.boundingBox();
            assert.ok(
              box.x >= 0 && box.y >= 0 && box.x + box.width <= width + 1 && box.y + box.height <= height + 1,
              `${selector} at ${width} × ${height}: ${JSON.stringify(box)}`,
            );
          }
        await page.keyboard.press("ArrowRight");
        assert.match(page.url(), /#embed&g=43&t=13$/);
        await close(page);
      }
    });
  }

  for (const name of of("october", "othello")) {
    test(`${name}: a page around a frame says what it shows, hears the turn, and nothing else gets in`, async () => {
      const page = await open(name, "#t=3&embed&g=43", { bypassCSP: true });
      await page.waitForFunction(() => / · (Battleship|Othello)$/.test(document.title));
      const heard = await page.evaluate(async () => {
        const { href } = location,
          frame = document.createElement("iframe"),
          heard = [];
        addEventListener("message", ({ source, data }) => source === frame.contentWindow && heard.push(data));
        frame.src = href;
        document.body.replaceChildren(frame);
        const until = async (turn) => {
          while (heard.at(-1)?.turn !== turn) await new Promise((next) => setTimeout(next, 20));
        };
        const send = (message) => frame.contentWindow.postMessage(message, "*");
        await until(3);
        for (const message of [
          null,
          7,
          "turn",
          { turn: -1 },
          { turn: 2.5 },
          { turn: "5" },
          { turn: 1e9 },
          { go: 9 },
        ])
          send(message);
        send({ turn: 5, extra: "<b>" });
        await until(5);
        send({ game: 42, turn: 7 });
        await until(7);
        send({ play: true });
        await until(9);
        send({ pause: true });
        send({ turn: 1 });
        await until(1);
        return heard;
      });
      assert.deepEqual(new Set(heard.flatMap((one) => Object.keys(one))), new Set(["turn", "title"]));
      assert.ok(
        heard.every(({ turn }) => turn < 20),
        JSON.stringify(heard),
      );
      assert.match(heard[0].title, /^\S+ – \S+, turn \d+ · (Battleship|Othello)$/);
      await close(page);
    });
  }
}
