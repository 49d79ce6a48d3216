// "Verify": whatever is changed in a report is told.

import assert from "node:assert/strict";
import { agreement } from "../view/dom.js";

/** What the page's scripts draw. */
const SCRIPTS = "script, #arena, #opponents, #fuel-by-turn";

/** Single changes of the page, each with the part of what is told of it. */
const PLACES = {
  "#line": /^Head: the page says “Gobblet, .* games\.9”, the games say “Gobblet, .* games\.”$/,
  "#podium li:nth-child(2) .tale": /^Page: the page says “.* won, [\d,]+ points\.9”, the games say /,
  "#standings thead th:nth-child(3)": /^Standings, .*: the page says “Points9”, the games say “Points”$/,
  "#standings tbody tr:nth-child(2) td:nth-child(4)": /^Standings, [a-z-]+, Played: the page says “\d+9”/,
  "#standings .note": /^Standings: the page says “A win is 2 points/,
  "#plot-ratings-text": /^Ratings, with their 95 % intervals: the page says /,
  "#contestants .card:nth-child(1) dd:nth-of-type(2)": /^Contestants, [a-z-]+, Place: the page says /,
  "#inputs dd:last-child": /^Inputs, Rules: the page says /,
  noscript: /^Page: the page says “9”, the games say nothing$/,
};

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
    test(`${name}: each text and each element that was changed is told`, async () => {
      const page = await open(name);
      const changed = await page.evaluate((scripts) => {
        let changes = 0;
        const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_ALL, (node) =>
          node instanceof Element && node.matches(scripts)
            ? NodeFilter.FILTER_REJECT
            : NodeFilter.FILTER_ACCEPT,
        );
        while (walk.nextNode()) {
          const node = walk.currentNode;
          if (node instanceof Element) node.setAttribute("data-changed", "");
          else if (node.data.trim()) node.data += "9";
          else continue;
          changes += 1;
        }
        return changes;
      }, SCRIPTS);
      const { result, list } = await verify(page);
      assert.match(
        result,
        new RegExp(
          `^✗ all .* agree, .*; of the page, ${changed.toLocaleString("en")} parts of [\\d,]+ differ`,
        ),
      );
      assert.equal(list.length, 200);
      await close(page);
      return result;
    });
  }

  for (const name of of("gobblet")) {
    test("gobblet: a single change is told with its place, and one that adds or takes away an element", async () => {
      for (const [selector, told] of Object.entries(PLACES)) {
        const page = await open(name);
        await page.evaluate((selector) => document.querySelector(selector).append("9"), selector);
        const { result, list } = await verify(page);
        assert.match(result, /; of the page, 1 part of [\d,]+ differs/, selector);
        assert.match(list[0], told);
        await close(page);
      }
      const page = await open(name);
      await page.evaluate(() => {
        document.querySelector("figure .mark").setAttribute("d", "M0 0z");
        document.querySelector("#endings tbody").lastElementChild.remove();
        document.querySelector("#standings").append(document.createElement("b"));
        document.querySelector("details").open = true;
      });
      assert.match((await verify(page)).result, /; of the page, 3 parts of [\d,]+ differ/);
      await close(page);
    });
  }

  test("one game and many agree in right English", () => {
    const said = [
      [0, 1],
      [0, 2],
      [1, 2],
      [2, 2],
    ].map(([some, all]) => agreement(some, all, "game"));
    assert.deepEqual(said, [
      "the only game agrees",
      "all 2 games agree",
      "1 game of 2 differs",
      "2 games of 2 differ",
    ]);
  });

  for (const name of of("gobblet")) {
    test("gobblet: two clicks on Verify run one verification", async () => {
      const page = await open(name, "", { spies: true });
      await page.evaluate(() => {
        const button = document.getElementById("verify");
        button.click();
        button.click();
        document.querySelector("#fuel-by-turn button").click();
      });
      await page.waitForSelector(".verify-result[data-done]");
      const played = await page.evaluate(
        () => globalThis.heard.filter((text) => text.startsWith('{"kind":"verified"')).length,
      );
      assert.equal(played, 60);
      await close(page);
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
      assert.match(result, /^✗ .*; tables were not compared, as not all games are known/);
      const banner =
        "✗ This report is not as it was published: 1 file on it, of smart, is not the one that played.";
      assert.equal(await page.textContent(".banner"), banner);
      await page.goto(page.url().replace(/#.*|$/, "#g=9"));
      await page.waitForFunction(() =>
        /cannot be played here/.test(document.getElementById("lobby-note").textContent),
      );
      await close(page);
      return `${result} ${list[0] ?? ""}`;
    });
  }
}
