// The stage: the card at the end of a game, each game's own look, what stays without colours, motion, and controls that
// never leave the screen.

import assert from "node:assert/strict";

/** @param {any} suite */
export default function tests({ test, open, close, of, begin, isOver, axe }) {
  const GAMES = ["october", "othello", "gobblet", "gobblet-large", "freedom", "stones", "stones-table"];
  /** Whether two boxes have a place in common. */
  const overlap = (one, other) =>
    one.x < other.x + other.width &&
    other.x < one.x + one.width &&
    one.y < other.y + other.height &&
    other.y < one.y + one.height;
  const boxOf = (page, selector) => page.locator(selector).first().boundingBox();
  const hasPlay = async (page, words) => {
    const { x, y, width, height } = await boxOf(page, '.controls button[aria-label="Play"]'),
      size = page.viewportSize();
    await page.evaluate(() => scrollTo(0, 0));
    assert.ok(
      x >= 0 && y >= 0 && x + width <= size.width + 1 && y + height <= size.height + 1,
      `${words}: Play at ${Math.round(x)}, ${Math.round(y)} of ${size.width} × ${size.height}`,
    );
  };

  for (const name of of("gobblet", "october", "stones-table")) {
    test(`${name}: the end of a game is a card beside the board, told, reached by keys, and closed by them`, async () => {
      for (const [width, height] of [
        [1280, 800],
        [360, 740],
      ]) {
        const page = await open(name, "#g=43&t=1", { viewport: { width, height } });
        assert.equal(await page.locator(".ending").count(), 0);
        await page.keyboard.press("End");
        await page.waitForSelector('.ending[role="group"]');
        const result = await page.textContent(".ending .result");
        assert.equal(result, await isOver(page));
        assert.ok((await page.textContent("#match > [aria-live]")).endsWith(result), "it is told");
        assert.equal(await page.locator(".status strong").isVisible(), false, "it is said once");
        const card = await boxOf(page, ".ending");
        for (const board of await page.locator(".boards svg.board").all())
          assert.ok(!overlap(card, await board.boundingBox()), `${width}: it covers no board`);
        // Tab leads into the card.
        await page.focus('.controls button[aria-label="Play"]');
        const isThere = () => page.evaluate(() => document.activeElement.closest(".ending") !== null);
        for (let tabs = 0; tabs < 12 && !(await isThere()); tabs++) await page.keyboard.press("Tab");
        assert.ok(await isThere());
        await page.click('.ending button[aria-label^="Share"]');
        assert.ok(await page.evaluate(() => document.activeElement.closest(".share .choices") !== null));
        await page.keyboard.press("Escape");
        await page.focus(".ending button");
        await page.keyboard.press("Escape");
        assert.equal(await page.locator(".ending").count(), 0);
        assert.ok(await page.locator(".status strong").isVisible());
        assert.ok(await page.evaluate(() => document.activeElement.matches(".boards [data-place]")));
        // It stays closed for this game.
        await page.keyboard.press("Home");
        await page.keyboard.press("End");
        assert.equal(await page.locator(".ending").count(), 0);
        await close(page);
      }
    });
  }

  for (const name of of("gobblet")) {
    test("gobblet: the card shows the turning point as a small board once it is known, and only that game's", async () => {
      const page = await open(name, "#g=2&t=99", { bypassCSP: true });
      await page.waitForSelector(".ending");
      assert.equal(await page.locator(".moment").count(), 0);
      await page.click("#find-chances");
      await page.waitForSelector(".ending .moment svg.board");
      const said = await page.textContent(".moment span"),
        [, turn] = /^Turning point, turn (\d+): the chances of \S+ rise from \d+\s% to \d+\s%$/.exec(said);
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => globalThis.axe.run(".ending"));
      assert.deepEqual(
        violations.map(({ id }) => id),
        [],
      );
      await page.click(".moment");
      assert.equal(await page.inputValue(".turn-number"), String(Number(turn) - 1));
      await begin(page, ["random", "ok"]);
      await page.waitForSelector(".ending");
      assert.equal(await page.locator(".moment").count(), 0);
      assert.equal(await page.locator('.curve[aria-label^="chance"]').count(), 0);
      await close(page);
      return said;
    });
  }

  test("each game has a look of its own, and a game that names no material a neutral one", async () => {
    const looks = new Map();
    for (const colorScheme of ["light", "dark"])
      for (const name of of("october", "othello", "gobblet", "freedom", "stones", "tron")) {
        const page = await open(name, "", { colorScheme });
        const [paper, accent] = await page.evaluate(() => [
          getComputedStyle(document.body).backgroundColor,
          getComputedStyle(document.querySelector("nav a")).color,
        ]);
        looks.set(`${colorScheme} ${name}`, `${paper} ${accent}`);
        if (name === "tron")
          assert.equal(accent, { light: "rgb(11, 107, 93)", dark: "rgb(88, 196, 176)" }[colorScheme]);
        await close(page);
      }
    assert.equal(new Set(looks.values()).size, looks.size, [...looks].join("\n"));
  });

  for (const name of of("october", "gobblet-large", "stones-table", "othello")) {
    test(`${name}: without colours of its own the page still tells whose is what, and which move is shown`, async () => {
      for (const colorScheme of ["light", "dark"]) {
        const page = await open(name, "#g=43&t=9", { forcedColors: "active", colorScheme });
        const found = await page.evaluate(() => {
          const style = (selector) => getComputedStyle(document.querySelector(selector)),
            system = (name) => {
              const one = document.createElement("p");
              one.style.color = name;
              document.body.append(one);
              const { color } = getComputedStyle(one);
              one.remove();
              return color;
            };
          const last = [...document.querySelectorAll(".boards .last")]
            .map((mark) => getComputedStyle(mark))
            .find(({ opacity }) => Number(opacity) > 0);
          return {
            emblems: [...document.querySelectorAll(".player .emblem")].map((emblem) =>
              [...emblem.querySelectorAll("path, ellipse, circle")]
                .map((part) => {
                  const { strokeDasharray, fill } = getComputedStyle(part);
                  return (part.getAttribute("d") ?? "") + (part.closest(".disc") ? fill : strokeDasharray);
                })
                .join(),
            ),
            current: [style(".current .move").backgroundColor, style(".current .mark").fill],
            wanted: [system("Highlight"), system("HighlightText")],
            players: [...document.querySelectorAll(".player")].map(
              (player) => getComputedStyle(player).outlineStyle,
            ),
            toMove: [...document.querySelectorAll(".player")].map((player) =>
              player.classList.contains("to-move"),
            ),
            last: [Number.parseFloat(last.strokeWidth) >= 5, last.outlineStyle],
            sizes: [...document.querySelectorAll(".boards .cup-size")].every((text) =>
              /^\d$/.test(text.textContent),
            ),
          };
        });
        assert.equal(new Set(found.emblems).size, found.emblems.length, found.emblems.join("\n"));
        assert.deepEqual(found.current, found.wanted);
        assert.deepEqual(
          found.players.map((outline) => outline === "solid"),
          found.toMove,
        );
        assert.deepEqual(found.last, [true, "solid"]);
        assert.ok(found.sizes);
        await close(page);
      }
    });
  }

  for (const [name, hash, wanted] of [
    ["october", "#g=43&t=9", ["drop"]],
    ["othello", "#g=1&t=9", ["drop", "flip", "other"]],
    ["gobblet", "#g=1&t=3", ["drop"]],
  ].filter(([name]) => of(name).length)) {
    test(`${name}: a turn that is shown moves what has come and what has turned, and nothing with reduced motion`, async () => {
      for (const reducedMotion of ["no-preference", "reduce"]) {
        const page = await open(name, hash, { reducedMotion });
        const seen = await page.evaluate(async () => {
          const seen = new Set(),
            wrong = [];
          for (let turn = 0; turn < 8; turn++) {
            document.querySelector('button[aria-label="One turn on"]').click();
            for (const { animationName, effect } of document
              .querySelector(".boards")
              .getAnimations({ subtree: true })) {
              if (!animationName) continue;
              seen.add(animationName);
              const cell = effect.target.closest(".cell");
              if (animationName === "drop" && !cell.matches(".came")) wrong.push(cell.dataset.place);
            }
            await new Promise(requestAnimationFrame);
          }
          return { names: [...seen].sort(), wrong };
        });
        assert.deepEqual(seen.wrong, [], "what lay there already does not fall");
        if (reducedMotion === "reduce") assert.deepEqual(seen.names, []);
        else for (const one of wanted) assert.ok(seen.names.includes(one), `${one} in ${seen.names}`);
        await close(page);
      }
    });
  }

  for (const name of of("othello", "stones")) {
    test(`${name}: the chances of winning push nothing from the screen`, async () => {
      for (const [width, height] of [
        [1280, 800],
        [360, 740],
      ]) {
        const page = await open(name, "#g=7&t=9", { viewport: { width, height } });
        await page.click("#find-chances");
        await page.waitForSelector('.curve[aria-label^="chance"]', { state: "attached" });
        await page.click("#find-chances");
        await page.evaluate(() => scrollTo(0, 0));
        await hasPlay(page, "with chances");
        await page.keyboard.press("End");
        await hasPlay(page, "with chances and the card");
        await close(page);
      }
    });
  }

  for (const name of of("eight")) {
    test("eight: eight seats push nothing from the screen", async () => {
      for (const [width, height] of [
        [360, 740],
        [1280, 800],
      ]) {
        const page = await open(name, "", { viewport: { width, height } });
        await hasPlay(page, "in the middle");
        await page.keyboard.press("End");
        await page.waitForSelector(".ending");
        await hasPlay(page, "at the end");
        await close(page);
      }
    });
  }

  for (const name of of(...GAMES)) {
    test(`${name}: the board is as large as a large window`, async () => {
      for (const [width, height] of [
        [1920, 1080],
        [2560, 1440],
      ]) {
        const page = await open(name, "", { viewport: { width, height } });
        await hasPlay(page, "a large window");
        const controls = await boxOf(page, ".stage");
        assert.ok(controls.y + controls.height > height - 40, "nothing of the height is left");
        const svg = await boxOf(page, ".boards svg.board"),
          frame = await boxOf(page, ".boards .frame"),
          box = await page.$eval(
            ".boards svg.board",
            (board) => board.viewBox.baseVal.width / board.viewBox.baseVal.height,
          );
        // As high as its place, or as wide.
        const isHigh = svg.height / svg.width < 1 / box;
        assert.ok(svg.height > height * 0.55, `${svg.height} of ${height}`);
        if (isHigh && !/october/.test(name))
          assert.ok(frame.height > svg.height * 0.95, `${frame.height} of ${svg.height}`);
        await close(page);
      }
    });
  }
}
