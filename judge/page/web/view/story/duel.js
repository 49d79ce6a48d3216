// Two contestants against one another: what their games came to, and which of them to watch.

import { h, mark, quiet, thousands } from "../dom.js";
import { highlights } from "./worth.js";

/** @param {number[]} values */
const mean = (values) => values.reduce((sum, value) => sum + value, 0) / Math.max(values.length, 1);

/**
 * @param {PageData} data @param {Game[]} games those of both @param {number} mine @param {number} theirs
 * @returns {any[]}
 */
export function duel(data, games, mine, theirs) {
  const bots = [mine, theirs].map((bot) => data.contestants[bot]),
    counted = games.filter(({ points }) => points.some((one) => one > 0));
  if (!counted.length) return [quiet("They have no game that counts.")];
  const gain = (/** @type {Game} */ { seats, points }) =>
    Math.sign(points[seats.indexOf(mine)] - points[seats.indexOf(theirs)]);
  const shares = (/** @type {Game[]} */ some) =>
    [1, 0, -1].map((sign) => some.filter((game) => gain(game) === sign).length);
  const first = (/** @type {number} */ bot) => counted.filter(({ seats }) => seats[0] === bot);
  const fuel = (/** @type {number} */ bot) =>
    mean(counted.map(({ seats, fuel }) => fuel[seats.indexOf(bot)] ?? 0));
  const score = (/** @type {number} */ bot) =>
    mean(
      counted
        .filter(({ scores = [] }) => scores.length)
        .map(({ seats, scores = [] }) => scores[seats.indexOf(bot)]),
    );
  const hasScores = counted.some(({ scores = [] }) => scores.length);
  const faults = (/** @type {number} */ bot) =>
    counted.filter(({ outcome, seats, points }) => outcome !== "decided" && points[seats.indexOf(bot)] === 0)
      .length;
  const rows = /** @type {[string, ...any[]][]} */ ([
    ["won–drawn–lost", shares(counted).join("–")],
    ["with the first turn", shares(first(mine)).join("–")],
    ["with a later turn", shares(counted.filter(({ seats }) => seats[0] !== mine)).join("–")],
    ["turns a game", mean(counted.map(({ turns }) => turns)).toFixed(1)],
    ...(hasScores
      ? [
          [
            `${data.facts.unit ?? "score"} a game`,
            `${score(mine).toFixed(1)} and ${score(theirs).toFixed(1)}`,
          ],
        ]
      : []),
    ["fuel a game", `${thousands(Math.round(fuel(mine)))} and ${thousands(Math.round(fuel(theirs)))}`],
    ["lost by a fault", `${faults(mine)} and ${faults(theirs)}`],
  ]);
  return [
    h("h4", {}, mark(bots[0]), bots[0].name, " against ", mark(bots[1]), bots[1].name),
    h(
      "div",
      { class: "duel-bar", "aria-hidden": "true" },
      shares(counted).map((games, i) => {
        const part = h("span", { class: ["won", "drawn", "lost"][i] }, games || "");
        part.style.flexGrow = String(games);
        return part;
      }),
    ),
    h(
      "dl",
      {},
      rows.map(([words, value]) => [h("dt", {}, words), h("dd", {}, value)]),
    ),
    highlights(data, counted),
  ];
}
