// What the page shows, against what the games come to: each cell that differs is named.

import * as course from "./course.js";
import * as expected from "./expected.js";
import { faults } from "./faults.js";
import * as portraits from "./portraits.js";

/**
 * What was compared.
 * @typedef {object} Comparison
 * @property {number} cells how many
 * @property {string[]} differences in words
 */

/** A text as it is read. @param {Element | null | undefined} element */
const textOf = (element) => (element?.textContent ?? "").replace(/\s+/g, " ").trim();

/** @param {Comparison} comparison @param {string} where @param {string} shown @param {string} right */
function check(comparison, where, shown, right) {
  comparison.cells += 1;
  if (shown === right) return;
  const say = (/** @type {string} */ text) => (text === "" ? "nothing" : `“${text}”`);
  comparison.differences.push(`${where}: the page says ${say(shown)}, the games say ${say(right)}`);
}

/**
 * Compares a table with the rows that it must have.
 * @param {Comparison} comparison @param {string} title @param {string} selector of its rows
 * @param {(string | null)[][]} rows null where nothing is known
 * @param {(column: number) => string} [column] what a column is called
 */
function table(comparison, title, selector, rows, column = () => "") {
  const shown = [...document.querySelectorAll(selector)].map((row) => [...row.children].map(textOf));
  for (let row = 0; row < Math.max(rows.length, shown.length); row++) {
    const right = rows[row] ?? [],
      said = shown[row] ?? [],
      name = said.find((text) => /\p{L}/u.test(text)) ?? right[0] ?? "";
    for (let cell = 0; cell < Math.max(right.length, said.length); cell++) {
      if (right[cell] === null) continue;
      check(
        comparison,
        [title, name, column(cell)].filter(Boolean).join(", "),
        said[cell] ?? "",
        right[cell] ?? "",
      );
    }
  }
}

/** What a table calls its columns. @param {string} selector */
function columns(selector) {
  const names = [...document.querySelectorAll(`${selector} thead th, ${selector} thead td`)].map(textOf);
  return (/** @type {number} */ cell) => names[cell] ?? "";
}

/**
 * Compares the page with the games.
 * @param {any} data @param {expected.Reckoned} reckoned @param {(expected.Record | null)[]} records by place in the list
 * @param {boolean} knowsFuel
 * @returns {Comparison}
 */
export function compare(data, reckoned, records, knowsFuel) {
  /** @type {Comparison} */
  const comparison = { cells: 0, differences: [] };
  const { line, headline, podium } = expected.head(data, reckoned, records.filter(Boolean).length);
  check(comparison, "Head", textOf(document.getElementById("line")), line);
  check(comparison, "Headline", textOf(document.getElementById("headline")), headline ?? "");
  const stands = [...document.querySelectorAll("#podium li")].map(textOf);
  for (const [place, right] of podium.entries())
    check(comparison, `Podium, place ${place + 1}`, stands[place] ?? "", right);
  const rows = expected.standings(data, reckoned);
  table(
    comparison,
    "Standings",
    "#standings tbody tr",
    knowsFuel ? rows : rows.map((row) => [...row.slice(0, -1), null]),
    columns("#standings"),
  );
  if (document.querySelector("table.cross")) {
    table(
      comparison,
      "Cross table",
      "table.cross tbody tr",
      expected.crosstable(data, reckoned),
      columns("table.cross"),
    );
  }
  table(comparison, "Why games ended", "#endings tbody tr", expected.endings(data, reckoned));
  table(
    comparison,
    "What a seat is worth",
    "#seats-worth tbody tr",
    expected.seats(data, reckoned),
    columns("#seats-worth"),
  );
  howItWent(comparison, data, reckoned);
  table(comparison, "Plot of ratings", plot("ratings"), expected.ratings(data, reckoned));
  table(comparison, "Plot of lengths", plot("lengths"), expected.lengths(data, reckoned));
  if (knowsFuel) {
    table(comparison, "Plot of fuel", plot("fuel"), portraits.fuel(data, reckoned, records));
    table(comparison, "Plot of memory", plot("memory"), portraits.memory(data, reckoned, records));
  }
  cards(comparison, portraits.cards(data, reckoned, records, knowsFuel), knowsFuel);
  if (knowsFuel) evidence(comparison, faults(data, records));
  games(comparison, data, reckoned, records, knowsFuel);
  return comparison;
}

/** How the tournament went. @param {Comparison} comparison @param {any} data @param {expected.Reckoned} reckoned */
function howItWent(comparison, data, reckoned) {
  const rows = "#course tbody tr";
  if (data.format === "knockout") table(comparison, "Bracket", rows, course.bracket(data, reckoned));
  else if (data.format === "swiss")
    table(comparison, "Rounds", rows, course.rounds(data, reckoned), columns("#course"));
  else table(comparison, "Race", rows, course.race(data, reckoned), columns("#course"));
}

/** The rows of the table below a plot. @param {string} id */
const plot = (id) => `figure:has([id^="plot-${id}-"]) tbody tr`;

/** The facts of a card, by what each is called. @param {Element | undefined} card */
const facts = (card) =>
  new Map(
    [...(card?.querySelectorAll("dt") ?? [])].map((term) => [textOf(term), textOf(term.nextElementSibling)]),
  );

/** The first faults. @param {Comparison} comparison @param {Map<string, string>[]} right */
function evidence(comparison, right) {
  const shown = [...document.querySelectorAll("#faults .fault")];
  for (let place = 0; place < Math.max(right.length, shown.length); place++) {
    const said = facts(shown[place]),
      card = right[place] ?? new Map();
    said.set("Name", textOf(shown[place]?.querySelector("h3")));
    said.set("Words", textOf(shown[place]?.querySelector("p")));
    // The command names a file beside the results.
    said.delete("Again");
    for (const key of new Set([...card.keys(), ...said.keys()]))
      check(
        comparison,
        `Faults, ${card.get("Name") ?? said.get("Name")}, ${key}`,
        said.get(key) ?? "",
        card.get(key) ?? "",
      );
  }
}

/** @param {Comparison} comparison @param {Map<string, string>[]} right @param {boolean} knowsFuel */
function cards(comparison, right, knowsFuel) {
  const shown = [...document.querySelectorAll("#contestants .card")];
  for (const [place, card] of right.entries()) {
    const name = textOf(shown[place]?.querySelector("h3"));
    const said = facts(shown[place]);
    said.set("Name", name);
    // Bots say this themselves; fuel is known only of bots that are here.
    for (const unknown of knowsFuel ? ["Calls itself"] : ["Calls itself", "Longest think"])
      said.delete(unknown);
    for (const key of new Set([...card.keys(), ...said.keys()])) {
      check(comparison, `Contestants, ${name}, ${key}`, said.get(key) ?? "", card.get(key) ?? "");
    }
  }
}

/**
 * The list of games, as the page has it.
 * @param {Comparison} comparison @param {any} data @param {expected.Reckoned} reckoned
 * @param {(expected.Record | null)[]} records @param {boolean} knowsFuel
 */
function games(comparison, data, reckoned, records, knowsFuel) {
  const out = new Set(data.excluded);
  for (const [place, game] of data.games.entries()) {
    const right = reckoned.games[place],
      record = records[place],
      where = `Game ${game.number}`;
    // Only whoever is out already plays no more.
    const isWalkover = game.seats.some((/** @type {number} */ bot) => out.has(bot)),
      isBye = game.seats.length === 1;
    check(
      comparison,
      `${where}, whether it was played`,
      record ? "yes" : "no",
      isWalkover || isBye ? "no" : "yes",
    );
    check(comparison, `${where}, outcome`, game.outcome, right.outcome);
    check(comparison, `${where}, reason`, game.reason, right.reason);
    check(comparison, `${where}, points`, game.points.join(" "), right.points.join(" "));
    check(comparison, `${where}, turns`, `${game.turns}`, `${right.turns}`);
    check(
      comparison,
      `${where}, scores`,
      game.scores.join(" "),
      (record?.verdict.decided?.scores ?? []).join(" "),
    );
    if (knowsFuel) check(comparison, `${where}, fuel`, game.fuel.join(" "), right.fuel.join(" "));
    if (data.faults === "disqualify") {
      for (const fault of record?.faults ?? []) out.add(game.seats[fault.seat]);
    }
  }
}

/**
 * The games for the engine: rounds with the records of their games.
 * @param {any} data @param {(expected.Record | null)[]} records
 */
export function rounds(data, records) {
  /** @type {{ pairing: number[], games: (expected.Record | null)[] }[]} */
  const found = [];
  for (const [place, game] of data.games.entries()) {
    if (game.order === 0) found.push({ pairing: game.seats, games: [] });
    if (game.seats.length > 1) found.at(-1)?.games.push(records[place]);
  }
  const rank = (/** @type {number} */ bot) => data.contestants[bot].rank ?? Infinity;
  const places = [...data.contestants.keys()].sort((one, other) => rank(one) - rank(other));
  return {
    names: data.contestants.map((/** @type {any} */ bot) => bot.name),
    excluded: data.excluded,
    disqualifies: data.faults === "disqualify",
    // The matches of a knockout decide its places themselves.
    order: data.format === "knockout" ? { places } : data.format === "gauntlet" ? "points-a-game" : "points",
    byResults: data.format === "swiss",
    rounds: found,
  };
}
