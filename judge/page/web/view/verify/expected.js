// What the tables of a report must say, worked out from the games, cell by cell. The words are those of the templates
// in judge/page, so that a cell that was changed differs.

import { termsOf } from "../data.js";
import { count, minus, thousands } from "../dom.js";

/**
 * What the engine makes of the games.
 * @typedef {object} Reckoned
 * @property {ReckonedGame[]} games
 * @property {Standing[]} standings
 */
/**
 * @typedef {object} ReckonedGame
 * @property {number[]} seats
 * @property {string} outcome
 * @property {string} reason
 * @property {number[]} points
 * @property {number} turns
 * @property {number[]} fuel
 */
/**
 * @typedef {object} Standing
 * @property {number} contestant
 * @property {number} rank
 * @property {number} points
 * @property {number} played
 * @property {number} won
 * @property {number} drawn
 * @property {number} lost
 * @property {number | null} rating
 * @property {number | null} rating_low
 * @property {number | null} rating_high
 * @property {number | null} rank_low
 * @property {number | null} rank_high
 * @property {number} faults
 * @property {string} status
 * @property {string} reason
 * @property {number} fuel_per_turn_mean
 */
/** A record of a game, as the engine gives it. @typedef {any} Record */

/** A rounded number, half to even, as the report's numbers are. @param {number} value @param {0 | 1} digits */
export function fixed(value, digits) {
  // Only odd multiples of this lie exactly between two of so many digits.
  const isBetween = Math.abs(value * (digits ? 4 : 2)) % 2 === 1,
    unit = 10 ** digits;
  if (!isBetween || Number.isInteger(value * unit)) return value.toFixed(digits);
  const low = Math.floor(value * unit);
  return ((low % 2 === 0 ? low : low + 1) / unit).toFixed(digits);
}

/** A rating: results have one digit after the point, and the page shows none. @param {number} elo */
export const whole = (elo) => minus(fixed(Number(fixed(elo, 1)), 0));

/** @param {Standing} row */
function interval({ rating_low: low, rating_high: high }) {
  if (low === null) return high === null ? "" : `≤ ${whole(high)}`;
  return high === null ? `≥ ${whole(low)}` : `${whole(low)} … ${whole(high)}`;
}

/** @param {Standing} row */
function places({ rank_low: low, rank_high: high }) {
  if (low === null || high === null) return "";
  return low === high ? `${low}` : `${low}–${high}`;
}

/** The rows of the standings. @param {any} data @param {Reckoned} reckoned @returns {string[][]} */
export const standings = (data, { standings }) =>
  standings.map((row) => [
    `${row.rank}`,
    [
      data.contestants[row.contestant].name,
      row.status === "disqualified" ? "disqualified" : "",
      termsOf(data.contestants[row.contestant]),
    ]
      .filter(Boolean)
      .join(" "),
    ...[row.points, row.played, row.won, row.drawn, row.lost].map(thousands),
    row.rating === null ? "" : whole(row.rating),
    interval(row),
    data.format === "knockout" ? "" : places(row),
    `${row.faults}`,
    thousands(row.fuel_per_turn_mean),
  ]);

/** Whether a game counts, and was not won without anybody's points. @param {ReckonedGame} game */
const counts = ({ points, seats }) =>
  points.length === seats.length && seats.length > 1 && points.some((each) => each > 0);

/** @typedef {{ won: number, drawn: number, lost: number }} Cell */

/**
 * What each contestant did against each other, by their places in the list of contestants.
 * @param {{ points: number[], seats: number[] }[]} games @returns {Map<string, Cell>}
 */
export function against(games) {
  /** @type {Map<string, Cell>} */
  const cells = new Map();
  for (const game of games.filter((one) => counts(/** @type {any} */ (one)))) {
    for (const [seat, mine] of game.seats.entries()) {
      for (const [other, theirs] of game.seats.entries()) {
        if (other === seat) continue;
        const key = `${mine},${theirs}`,
          cell = cells.get(key) ?? { won: 0, drawn: 0, lost: 0 };
        const gain = game.points[seat] - game.points[other];
        cell[gain > 0 ? "won" : gain < 0 ? "lost" : "drawn"] += 1;
        cells.set(key, cell);
      }
    }
  }
  return cells;
}

/** @param {Cell | undefined} cell */
export const cellText = (cell) => (cell ? `${cell.won}–${cell.drawn}–${cell.lost}` : "–");

/** The rows of the cross table: the name, then a cell for each. @param {any} data @param {Reckoned} reckoned */
export function crosstable(data, { games, standings }) {
  const cells = against(games),
    order = standings.map(({ contestant }) => contestant);
  return order.map((mine) => [
    data.contestants[mine].name,
    ...order.map((theirs) => cellText(cells.get(`${mine},${theirs}`))),
  ]);
}

/** Why a game ended, without the names. @param {ReckonedGame} game */
function ending({ outcome, reason }) {
  const last = reason.split("; ").at(-1);
  if (outcome === "decided")
    return last === "repetition"
      ? "drawn by repetition"
      : last === "cap"
        ? "at the limit of turns"
        : "by the rules";
  if (outcome === "forfeit") return `forfeit: ${(reason.split(": ")[1] ?? "").split(",")[0]}`;
  return outcome === "walkover" ? "walkover: a contestant was disqualified before" : outcome;
}

/** Why games ended, most first. @param {any} _ @param {Reckoned} reckoned */
export function endings(_, { games }) {
  /** @type {Map<string, number>} */
  const found = new Map();
  for (const game of games) found.set(ending(game), (found.get(ending(game)) ?? 0) + 1);
  const byWords = (/** @type {string} */ one, /** @type {string} */ other) =>
    one < other ? -1 : one > other ? 1 : 0;
  const sorted = [...found].sort(([one, few], [other, many]) => many - few || byWords(one, other));
  return sorted.map(([words, games]) => [words, thousands(games)]);
}

/** What each seat is worth. @param {any} _ @param {Reckoned} reckoned */
export function seats(_, { games }) {
  const all = games.filter((game) => counts(game) && game.outcome === "decided");
  const table = Math.max(...games.map(({ seats }) => seats.length));
  return Array.from({ length: table }, (_, seat) => {
    const mine = all.reduce((sum, { points }) => sum + points[seat], 0);
    const total = all.reduce((sum, { points }) => sum + points.reduce((one, other) => one + other, 0), 0);
    const share = mine / Math.max(total, 1),
      margin = 1.96 * Math.sqrt((share * (1 - share)) / Math.max(all.length, 1));
    return [
      `${seat + 1}${seat === 0 ? ", moves first" : ""}`,
      `${fixed(100 * share, 1)} % ± ${fixed(100 * margin, 1)}`,
      thousands(all.length),
    ];
  });
}

/** The words of the plot of ratings. @param {any} data @param {Reckoned} reckoned */
export const ratings = (data, { standings }) =>
  standings.flatMap((row) => {
    const { rating, rating_low: low, rating_high: high } = row;
    if (low === null && high === null) return [];
    const words =
      low === null
        ? `at most ${whole(Number(high))}`
        : high === null
          ? `at least ${whole(low)}`
          : rating === null
            ? ""
            : `${whole(rating)}, from ${whole(low)} to ${whole(high)}`;
    return [[data.contestants[row.contestant].name, words]];
  });

/** How many games took so many turns: the words of the bars. @param {any} _ @param {Reckoned} reckoned */
export function lengths(_, { games }) {
  const turns = games.filter(({ outcome }) => outcome === "decided").map((game) => game.turns);
  if (!turns.length) return [];
  const least = Math.min(...turns),
    most = Math.max(...turns),
    step = Math.floor((most - least) / 40) + 1,
    first = least - (least % step);
  return Array.from({ length: Math.floor((most - first) / step) + 1 }, (_, bar) => {
    const from = first + bar * step,
      to = from + step - 1;
    const games = turns.filter((number) => number >= from && number <= to).length;
    return [`${from === to ? `${from} turns` : `${from} to ${to} turns`}: ${count(games, "game")}`];
  });
}

/** What was played and who won. @param {any} data @param {Reckoned} reckoned @param {number} played */
export function head(data, { standings, games }, played) {
  const all = games.length,
    were = all === 1 ? "was" : "were",
    name = (data.game[0].toUpperCase() + data.game.slice(1)).replaceAll("-", " ");
  const of = played === all ? count(all, "game") : `${thousands(played)} of ${count(all, "game")}`;
  const line = `${name} · ${count(standings.length, "contestant")} · ${of} ${were} played`;
  const nameOf = (/** @type {Standing} */ row) => data.contestants[row.contestant].name;
  const [first, second] = standings.filter(({ status }) => status === "ranked");
  if (!first?.played) return { line, headline: null, podium: [] };
  const gap = second ? first.points - second.points : -1;
  const ahead =
    gap > 0
      ? `, ${thousands(gap)} ahead of ${nameOf(second)}`
      : gap === 0
        ? `, as many as ${nameOf(second)}`
        : "";
  const headline = `${nameOf(first)} wins with ${count(first.points, "point")} from ${count(first.played, "game")}${ahead}.`;
  return {
    line,
    headline,
    podium: standings.slice(0, 3).map((row) => `${nameOf(row)} ${count(row.points, "point")}`),
  };
}
