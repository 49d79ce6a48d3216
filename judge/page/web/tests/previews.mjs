// What the board says of an action before it is played, against what came of it.

import assert from "node:assert/strict";

/** @param {any} suite */
export default function tests({ test, open, close, of, at, places }) {
  /** Goes through a game, and gives of each turn what was shown for its action and what is there after it. */
  const walk = async (page, name, placeOf) => {
    const moves = await page.$$eval(".moves .move", (all) => all.map((move) => move.textContent)),
      turns = [];
    const scores = () =>
      page.$$eval(".player .score", (all) => all.map((score) => Number(score.textContent)));
    for (const [turn, move] of moves.entries()) {
      const place = placeOf(move),
        before = await scores();
      if (place) await page.focus(at(place));
      const note = await page.textContent(".preview-note"),
        said = place && (await page.getAttribute(at(place), "aria-description"));
      const shown = {
        note,
        said,
        before,
        touched: await places(page, "preview"),
        lines: await page.$$eval(
          ".boards line.live-run, .boards line.run-made, .boards line.run-lost",
          (all) => all.map((line) => line.getAttribute("class").split(" ")[0]),
        ),
      };
      await page.click('button[aria-label="One turn on"]');
      await page.waitForFunction(
        (turn) => document.querySelector(".turn-number").value === String(turn),
        turn + 1,
      );
      turns.push({
        ...shown,
        place,
        after: await scores(),
        legal: await places(page, "legal"),
        runs: await page.locator(".live-run").count(),
        changed: await places(page, "changed"),
      });
    }
    return turns;
  };
  const count = (lines, kind) => lines.filter((line) => line === kind).length;

  for (const name of of("freedom")) {
    test("freedom: what is said of each stone is what comes of it", async () => {
      const page = await open(name, "#g=4&t=0");
      const size = await page.$eval(".boards [role=grid]", (grid) =>
        Number(grid.getAttribute("aria-colcount")),
      );
      const turns = await walk(page, name, (move) => (move.startsWith("auto") ? null : `0:${move}`));
      let made = 0,
        lost = 0;
      for (const [
        turn,
        { place, note, said, before, after, touched, legal, lines, runs },
      ] of turns.entries()) {
        if (!place) continue;
        const seat = turn % 2,
          gain = after[seat] === before[seat] ? ", as now" : ` → ${after[seat]}`;
        assert.equal(note.split(";")[0].split(": ")[1], `${before[seat]}${gain}`, `turn ${turn}: ${note}`);
        assert.equal(said, note);
        assert.equal(
          runs,
          count(lines, "live-run") + count(lines, "run-made") - count(lines, "run-lost"),
          `turn ${turn}`,
        );
        made += count(lines, "run-made");
        lost += count(lines, "run-lost");
        if (turn + 2 >= size * size) continue;
        if (touched.length) assert.deepEqual(touched, legal, `turn ${turn}`);
        else assert.match(note, new RegExp(`then any of ${legal.length} empty`));
      }
      assert.ok(made > 0 && lost > 0, `${made} runs made, ${lost} lost`);
      // The stones have the numbers of their turns.
      const moves = await page.$$eval(".moves .move", (all) => all.map((move) => move.textContent));
      for (const turn of [1, 50])
        assert.equal(await page.textContent(`${at(`0:${moves[turn - 1]}`)} .stone-number`), String(turn));
      await close(page);
      return `${turns.length} turns, ${made} live runs made, ${lost} lost`;
    });
  }

  for (const name of of("othello")) {
    test("othello: the chips that are said to flip are those that flip", async () => {
      const page = await open(name, "#g=1&t=0");
      const turns = await walk(page, name, (move) =>
        move === "--" ? null : `0:${"abcdefgh".indexOf(move[0])},${Number(move[1]) - 1}`,
      );
      for (const { place, touched, changed, note } of turns.filter((turn) => turn.place)) {
        assert.deepEqual(
          touched,
          changed.filter((other) => other !== place),
        );
        assert.equal(note, touched.length === 1 ? "one chip flips" : `${touched.length} chips flip`);
      }
      await close(page);
      return `${turns.length} turns`;
    });
  }

  for (const name of of("october")) {
    test("battleship: two ships of one length that touch are drawn as they lie", async () => {
      const fleet = encodeURIComponent("5a@0,0 4a@0,2 3a@5,6 3d@5,7 2a@0,4");
      const page = await open(name);
      await page.goto(page.url().replace(/#.*|$/, `#seed=1&s=.p~1.b&b=0.${fleet}&t=1`));
      await page.waitForSelector('.boards [data-place^="0:"] path.hull');
      const rounded = await page.$$eval('.boards [data-place^="0:"] path.hull', (all) =>
        all.map((path) => [
          path.closest("[data-place]").getAttribute("data-place"),
          path.getAttribute("d").split("a").length - 1,
        ]),
      );
      const ends = new Map(rounded);
      // One lies from 5,6 to 7,6, the other from 5,7 down to 5,9.
      assert.deepEqual(
        ["0:5,6", "0:6,6", "0:7,6", "0:5,7", "0:5,8", "0:5,9"].map((place) => ends.get(place)),
        [1, 0, 1, 1, 0, 1],
      );
      await close(page);
    });
  }
}
