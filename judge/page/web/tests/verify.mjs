// "Verify": whatever is changed in a report is told, cell by cell.

import assert from "node:assert/strict";

/** Every cell that follows from the games. */
const CELLS = [
  "#line",
  "#headline",
  "#podium li",
  "#standings tbody tr > *",
  "table.cross tbody tr > *",
  "#endings tbody tr > *",
  "#seats-worth tbody tr > *",
  "figure:has([id^=plot-]) tbody tr > *",
  "#course tbody tr > *",
  "#faults h3",
  "#faults .fault > p",
  "#faults dd",
  "#contestants h3",
  "#contestants dd",
];
/** What nobody can know from the games. */
const UNKNOWN = ["Calls itself", "Again"];
/** All tables of the report: each of their cells is one of those, but for headings. */
const BODIES = "main table tbody tr > *";

/** Changes of the list of games, each with what is told of it. A game is a row: see judge/page/src/payload.rs. */
const CHANGES = {
  "points turned round": ["(games) => games[0][5].reverse()", /^Game 1, points: /],
  "another outcome": [
    '(games) => { games[0][3] = "forfeit"; }',
    /^Game 1, outcome: the page says “forfeit”, the games say “decided”$/,
  ],
  "another reason": ['(games) => { games[0][4] = "repetition"; }', /^Game 1, reason: /],
  "other turns": ["(games) => { games[0][6] += 1; }", /^Game 1, turns: /],
  "other scores": ["(games) => { games[0][9][0] += 1; }", /^Game 1, scores: /],
  "a game that was not played": [
    '(games) => { games[0][8] = ""; games[0][3] = "walkover"; }',
    /^Game 1, whether it was played: the page says “no”, the games say “yes”$/,
  ],
};

/** @param {any} suite */
export default function tests({ test, open, close, of }) {
  const verify = async (page) => {
    await page.click("#verify");
    await page.waitForSelector(".verify-result[data-done]");
    return {
      result: await page.textContent(".verify-result"),
      list: await page.$$eval(".verify-list li", (all) => all.map((one) => one.textContent)),
    };
  };

  for (const name of of("gobblet", "october", "stones-table", "swiss", "knockout", "odds", "options")) {
    test(`${name}: each cell that was changed is told`, async () => {
      const page = await open(name);
      const { changed, left } = await page.evaluate(
        ([selectors, unknown, bodies]) => {
          const known = (cell) => !unknown.includes(cell.previousElementSibling?.textContent);
          const all = selectors.flatMap((selector) => [...document.querySelectorAll(selector)]),
            cells = [...new Set(all)].filter(known);
          const left = [...document.querySelectorAll(bodies)].filter(
            (cell) => !cells.includes(cell) && !cell.closest("#arena, #fuel-by-turn"),
          );
          for (const cell of cells) cell.append("9");
          return { changed: cells.length, left: left.map((cell) => cell.outerHTML) };
        },
        [CELLS, UNKNOWN, BODIES],
      );
      assert.deepEqual(left, [], "every cell of every table is compared");
      const { result, list } = await verify(page);
      assert.match(result, new RegExp(`^✗ all .* agree; ${changed} cells of [\\d,]+ differ`));
      assert.equal(list.length, Math.min(changed, 200));
      assert.ok(
        list.some((text) => text.includes(", Points: the page says")),
        list.join("\n"),
      );
      await close(page);
      return result;
    });
  }

  for (const [what, [tamper, told]] of Object.entries(CHANGES)) {
    for (const name of of("gobblet")) {
      test(`gobblet: ${what} in the list of games is told`, async () => {
        const page = await open(name, "#g=2", {
          tamper: `(value) => Array.isArray(value) && (${tamper})(value)`,
        });
        const { result, list } = await verify(page);
        assert.match(result, /^✗ /);
        assert.ok(
          list.some((text) => told.test(text)),
          list.join("\n"),
        );
        await close(page);
        return list[0];
      });
    }
  }

  for (const name of of("gobblet")) {
    test("gobblet: a bot whose file is not the one that played is told, and the rest of the page works", async () => {
      const tamper =
        "(value) => { const bot = value.contestants?.find((one) => one.name === 'smart'); if (bot) bot.sha256 = '0'.repeat(64); }";
      const page = await open(name, "", { tamper });
      // A game without it is shown in its place.
      assert.doesNotMatch(await page.textContent(".match-title"), /smart/);
      assert.ok(
        !(await page.$$eval("#seating option", (all) => all.map((one) => one.textContent))).includes("smart"),
      );
      const { result, list } = await verify(page);
      assert.match(result, /tables were not checked/);
      await page.goto(page.url().replace(/#.*|$/, "#g=9"));
      await page.waitForFunction(() =>
        /cannot be played here/.test(document.getElementById("lobby-note").textContent),
      );
      await close(page);
      return `${result} ${list[0] ?? ""}`;
    });
  }
}
