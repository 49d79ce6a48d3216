// What the page must say of the first fault of each kind that each contestant committed, worked out from the records.

import { thousands } from "../dom.js";

/** A trap that is an exception is told as one, as in judge/play/src/fault.rs. */
const EXCEPTION = "exception: ";

/** @param {any} fault */
function words({ kind, function: called, turn, detail }) {
  const isException = kind === "trap" && detail.startsWith(EXCEPTION);
  const what = isException ? "exception" : kind,
    when = turn ? `, turn ${turn}` : "";
  return `${what} in ${called}${when}: ${isException ? detail.slice(EXCEPTION.length) : detail}`;
}

/** What is told of a fault, by what it is called. @param {any} fault @param {string} name @param {any} game @param {any} data @returns {[string, string][]} */
function told(fault, name, game, data) {
  const names = game.seats.map((/** @type {number} */ bot) => data.contestants[bot].name).join(" – "),
    one = (/** @type {string} */ text) => text.replace(/\s+/g, " ").trim();
  const rows = /** @type {[string, string | null][]} */ ([
    ["Name", `${name}: ${fault.kind}`],
    ["Words", `${words(fault)}. Game ${game.number}, ${names}.`],
    ["Question", fault.question || null],
    ["Answer", fault.answer ?? null],
    ["Log", fault.log.length ? fault.log.join(" ") : null],
    ["Fuel in that turn", thousands(fault.usage.fuel)],
  ]);
  return rows.flatMap(([key, text]) => (text === null ? [] : [[key, one(text)]]));
}

/**
 * The first faults, in the order of their files of evidence.
 * @param {any} data @param {(any | null)[]} records by place in the list
 * @returns {Map<string, string>[]}
 */
export function faults(data, records) {
  /** @type {Map<string, Map<string, string>>} */
  const first = new Map();
  for (const [place, record] of records.entries()) {
    for (const fault of record?.faults ?? []) {
      const game = data.games[place],
        { name } = data.contestants[game.seats[fault.seat]],
        file = `${name}.${fault.kind}.toml`;
      if (!first.has(file)) first.set(file, new Map(told(fault, name, game, data)));
    }
  }
  const order = (/** @type {[string, any]} */ [one], /** @type {[string, any]} */ [other]) =>
    one < other ? -1 : 1;
  return [...first].sort(order).map(([, rows]) => rows);
}
