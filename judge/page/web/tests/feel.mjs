// What the arena feels like: what moves and sounds, boards that look like the thing itself, chances, the course of the
// tournament, and games as other programs read them.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** @param {any} suite */
export default function tests({
  test,
  open,
  close,
  of,
  begin,
  judge,
  results,
  axe,
  untilWon,
  movePiece,
  isOver,
  settled,
}) {
  const step = (page) => page.keyboard.press("ArrowRight");
  const file = async (page, press) => {
    const [download] = await Promise.all([page.waitForEvent("download"), press()]);
    return { name: download.suggestedFilename(), text: readFileSync(await download.path(), "utf8") };
  };
  /** What the terminal says of a game. */
  const replayed = (name, game) =>
    JSON.parse(
      execFileSync(judge, ["replay", join(results, name), String(game), "--json", "--quiet"], {
        encoding: "utf8",
      }),
    );

  for (const name of of("october", "othello", "gobblet-large", "freedom", "stones-table")) {
    test(`${name}: full screen cuts nothing`, async () => {
      for (const [width, height] of [
        [1280, 800],
        [1366, 768],
      ]) {
        const page = await open(name, "#g=43&t=20", { viewport: { width, height } });
        await page.keyboard.press("F");
        await page.waitForFunction(() => document.fullscreenElement !== null);
        for (const selector of [
          "svg.board",
          ".stack",
          ".match-title",
          '.timeline input[type="range"]',
          '.controls button[aria-label="Play"]',
        ])
          for (const element of await page.locator(selector).all()) {
            const box = await element.boundingBox();
            const isInside =
              box.x >= 0 && box.y >= 0 && box.x + box.width <= width + 1 && box.y + box.height <= height + 1;
            assert.ok(isInside, `${selector} at ${width} × ${height}: ${JSON.stringify(box)}`);
          }
        await close(page);
      }
    });
  }

  for (const name of of("stones", "gobblet-large")) {
    test(`${name}: a piece slides to its place, unless nothing is to move`, async () => {
      for (const reducedMotion of ["no-preference", "reduce"]) {
        const page = await open(name, "#g=1&t=5", { reducedMotion });
        await page.evaluate(() => {
          globalThis.slides = [];
          const animate = Element.prototype.animate;
          Element.prototype.animate = function (frames, timing) {
            if (frames.transform) globalThis.slides.push(frames.transform);
            return animate.call(this, frames, timing);
          };
        });
        const last = Number((await page.textContent(".turn-of")).replace(" of ", ""));
        for (let turn = 5; turn < last; turn++) await step(page);
        const slides = await page.evaluate(() => globalThis.slides);
        assert.equal(slides.length > 0, reducedMotion === "no-preference", `${slides.length}`);
        assert.ok(slides.every(([from, to]) => from !== to));
        // Nothing of it stays.
        await page.waitForFunction(() => !document.querySelector(".boards .above > *"));
        await close(page);
      }
    });
  }

  for (const name of of("gobblet")) {
    test("gobblet: the line that wins is drawn, and no other", async () => {
      const page = await open(name, "#g=2&t=4");
      assert.equal(await page.locator(".boards .live-run").count(), 0);
      await page.keyboard.press("End");
      assert.ok((await page.locator(".boards .live-run").count()) >= 1);
      await close(page);
    });

    test("gobblet: sounds are off until they are wanted, and each turn has one", async () => {
      const page = await open(name, "#g=2&t=2");
      await page.evaluate(() => {
        globalThis.tones = 0;
        const start = OscillatorNode.prototype.start;
        OscillatorNode.prototype.start = function (...values) {
          globalThis.tones += 1;
          return start.apply(this, values);
        };
      });
      const tones = () => page.evaluate(() => globalThis.tones);
      await step(page);
      assert.equal(await tones(), 0);
      await page.click(".settings summary");
      await page.selectOption('select[aria-label="Sound"]', "on");
      const before = await tones();
      await page.click(".settings summary");
      await page.focus(".turn-number");
      await page.evaluate(() => document.activeElement.blur());
      await step(page);
      assert.ok((await tones()) > before);
      const now = await tones();
      await page.keyboard.press("ArrowLeft");
      assert.equal(await tones(), now, "back is silent");
      await close(page);
    });

    for (const how of ["random", "bots"]) {
      test(`gobblet: the chances of winning by ${how} have a curve, an axis and a table, and are the same again`, async () => {
        const page = await open(name, "#g=2&t=1");
        const found = async () => {
          await page.selectOption('select[aria-label="Chances by"]', how);
          await page.click("#find-chances");
          await page.waitForFunction(() =>
            / games?\.$/.test(document.querySelector(".story-chances").textContent),
          );
          return page.$$eval(".story .data tbody tr", (rows) =>
            rows.map((row) => [...row.children].map((cell) => cell.textContent)),
          );
        };
        const rows = await found();
        assert.ok(rows.length > 2);
        assert.ok(
          rows.every(([, games, ...shares]) => Number(games) > 0 && shares.every((one) => / %$/.test(one))),
        );
        const curve = page.locator('.curve[aria-label^="chance of winning"]');
        assert.match(
          await curve.getAttribute("aria-label"),
          /from 0 % to 100 %; at the end \S+ (0|100) %, \S+ (0|100) %$/,
        );
        assert.equal(await curve.locator(".curve-legend .mark-svg").count(), 2);
        if (how === "bots") {
          // Each action was played once: as many win as in the terminal's search.
          const text = execFileSync(
            judge,
            ["replay", join(results, name), "2", "--turning-points", "--quiet"],
            { encoding: "utf8" },
          );
          const [, , first] = (await curve.getAttribute("aria-label")).match(/ (0|100) %/g);
          const seat = first.trim() === "0 %" ? 0 : 1;
          for (const [, move, others, won] of text.matchAll(/^ +(\d+) \S+ +(\d+) +(\d+) +\d+ +\d+/gm)) {
            const row = rows.find(([turn]) => turn === move);
            if (Number(others) >= 24 || !row) continue;
            assert.equal(row[1], String(Number(others) + 1), `turn ${move}`);
            const share = Math.round((100 * Number(won)) / (Number(others) + 1));
            assert.equal(row[2 + seat], `${share} %`, `turn ${move}`);
          }
        }
        assert.deepEqual(await found(), rows);
        await page.click(".story .data summary");
        await page.evaluate(axe);
        const { violations } = await page.evaluate(() => globalThis.axe.run());
        assert.deepEqual(
          violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 120)}`),
          [],
        );
        await close(page);
        return `${rows.length} positions`;
      });
    }

    test("gobblet: the moves of all games are those of the terminal", async () => {
      const page = await open(name);
      const { name: called, text } = await file(page, () => page.click("#all-moves"));
      assert.equal(called, "gobblet-moves.json");
      const { format, games } = JSON.parse(text);
      assert.equal(format, "judge-moves-1");
      assert.equal(games.length, 60);
      for (const game of [1, 2, 17, 60]) {
        const { moves, transcript_sha256 } = replayed(name, game);
        assert.deepEqual(
          games[game - 1].moves,
          moves.map(({ action }) => action),
        );
        assert.equal(games[game - 1].transcript_sha256, transcript_sha256);
      }
      assert.ok(games.every(({ moves }) => moves?.length > 0));
      await close(page);
    });

    test("gobblet: at the end of a person's game there is a next opponent, the next better one", async () => {
      const page = await open(name);
      await untilWon(page, ["", "random"], (board, random) => movePiece(board, random, "click"), 30);
      await page.click('.ending button[aria-label="Next opponent: ok"]');
      await page.waitForFunction(() =>
        /^New game: a person – ok$/.test(document.querySelector(".match-title").textContent),
      );
      const isEnd = async () => {
        await page.waitForSelector(".ending");
        assert.equal(await page.locator('.ending button[aria-label^="Next opponent"]').count(), 0);
      };
      // There is nobody better than the best.
      await begin(page, ["", "smart"]);
      for (let first = 0; (await isOver(page)) === null; first++) {
        await movePiece(page, (many) => first % many, "click");
        await settled(page);
      }
      await isEnd();
      await begin(page, ["random", "ok"]);
      await isEnd();
      await close(page);
    });
  }

  for (const name of of("october")) {
    test("october: ships that touch are drawn as they are, and those that are sunk are told from others", async () => {
      const page = await open(name, "#g=28&t=40");
      // Squares of hunter's ships, and of density's.
      assert.equal(await page.locator(".boards .hull.sunk").count(), 3 + 4 + 3 + (4 + 3));
      await close(page);
    });

    test("october: a fleet is placed on a board with the game's coordinates", async () => {
      const page = await open(name);
      const width = async (selector) => (await page.locator(selector).first().boundingBox()).width;
      await begin(page, ["", "stupid"]);
      await page.waitForSelector(".fleet-board");
      assert.equal(await page.locator(".fleet-board .coordinate").count(), 40);
      assert.equal(await page.locator(".fleet-board .hull").count(), 17);
      const placing = await width(".fleet-board .fleet-cell");
      await page.click(".fleet button.primary");
      await page.waitForSelector(".boards .square");
      const playing = await width(".boards .square");
      assert.ok(placing >= 0.9 * playing, `${placing} and ${playing} pixels`);
      await close(page);
    });
  }

  for (const name of of("othello")) {
    test("othello: a game is saved as GGF, which other programs read", async () => {
      const page = await open(name, "#g=1&t=0");
      await page.click(".share summary");
      const { name: called, text } = await file(page, () => page.click("text=Game as GGF"));
      assert.equal(called, "othello-1-0.ggf");
      // The same line as the terminal's, but for the tournament's name.
      const folder = mkdtempSync(join(tmpdir(), "ggf-"));
      execFileSync(judge, [
        "moves",
        join(results, name),
        "--games",
        "1",
        "--ggf",
        "--quiet",
        "--out",
        folder,
      ]);
      const line = readFileSync(join(folder, "games.ggf"), "utf8");
      rmSync(folder, { recursive: true });
      assert.match(text, /PC\[judge: [^\]]+ game 1\]PB\[\w+\]PW\[\w+\]/);
      assert.equal(text.replace(/PC\[[^\]]+\]/, "PC[judge]"), line);
      // A game that goes on has none.
      await begin(page, ["", "greedy"]);
      await page.click(".share summary");
      await page.click("text=Game as GGF");
      assert.match(await page.textContent(".status"), /^Only a game that is over/);
      await close(page);
      return text.slice(0, 90);
    });
  }

  for (const name of of("knockout")) {
    test("knockout: the bracket leads to the winner", async () => {
      const page = await open(name);
      const stages = await page.$$eval("#course .bracket-stage h3", (all) =>
        all.map((one) => one.textContent),
      );
      assert.deepEqual(stages, ["Quarter-finals", "Semi-finals", "Final"]);
      const won = await page.textContent("#course .bracket-stage:last-child .won th");
      assert.match(won, / ✓$/);
      assert.ok((await page.textContent("#podium li .who")).startsWith(won.replace(" ✓", "")));
      await close(page);
    });
  }

  for (const name of of("october")) {
    test("october: axes have round numbers", async () => {
      const page = await open(name);
      for (const plot of ["plot-ratings", "plot-lengths"])
        for (const axis of [".tick:not(.power)", ".tick.power"]) {
          const ticks = await page.$$eval(`svg[aria-labelledby^="${plot}"] ${axis}`, (all) =>
            all.map((tick) => Number(tick.textContent.replace("\u2212", "-").replace(",", ""))),
          );
          if (plot === "plot-ratings" && axis === ".tick.power") continue;
          const step = ticks[1] - ticks[0];
          // Five steps are longer than the axis, whose ends are no multiples of one.
          assert.ok(ticks.length >= 2 && ticks.length <= 7, `${plot}: ${ticks}`);
          assert.ok(
            ticks.every((tick) => tick % step === 0),
            `${plot}: ${ticks}`,
          );
          assert.match(String(step), /^[125]0*$/, `${plot}: ${ticks}`);
        }
      await close(page);
    });

    test("october: plots are in two columns on a wide window, and in one on a narrow one", async () => {
      const columns = async (width) => {
        const page = await open(name, "", { viewport: { width, height: 900 } });
        const all = await page.$$eval("#plots > figure", (figures) =>
          figures.map((figure) => Math.round(figure.getBoundingClientRect().left)),
        );
        await close(page);
        return new Set(all).size;
      };
      assert.deepEqual([await columns(1280), await columns(700)], [2, 1]);
    });
  }
}
