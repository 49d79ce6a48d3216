// What the page shows, against what the games come to: each part that differs is named.

import { compareDrawing, parsed, shown } from "./drawn.js";

/** A record of a game, as the engine gives it. @typedef {any} Record */
/** What the engine makes of all games. @typedef {{ games: any[], contestants: any[], facts: any, link: string, drawing: string, style: string }} Reckoned */

/** What is around the drawing, as in judge/page/templates/report.html, but for the policy and the style. */
const HEAD = `<head><meta charset="utf-8"/><meta http-equiv="Content-Security-Policy"/><meta name="viewport" content="width=device-width, initial-scale=1"/><meta name="color-scheme" content="light dark"/><meta name="referrer" content="no-referrer"/>`;

/** What was compared. */
export class Comparison {
  constructor() {
    /** How many texts and elements of the page, and facts of games. */
    this.parts = 0;
    /** In words. @type {string[]} */
    this.differences = [];
  }

  /** @param {() => string} where @param {string} page @param {string} right what the games say */
  check(where, page, right) {
    this.parts += 1;
    if (page !== right) this.differences.push(`${where()}: the page says ${page}, the games say ${right}`);
  }
}

/**
 * Compares the page with the games.
 * @param {PageData} data @param {Reckoned} reckoned @param {(Record | null)[]} records by place in the list
 * @param {boolean} knowsFuel
 */
export function compare(data, reckoned, records, knowsFuel) {
  const comparison = new Comparison();
  const title = data.title.replace(/[&<]/g, (/** @type {string} */ letter) => `&#${letter.charCodeAt(0)};`),
    page = `<html lang="en">${HEAD}<title>${title}</title>${reckoned.link}<style/></head><body>${reckoned.drawing}</body></html>`,
    root = document.documentElement,
    [right] = parsed(page).children;
  compareDrawing(comparison, shown(root), /** @type {import("./drawn.js").Tree} */ (right), knowsFuel, root);
  comparison.check(() => "The page's style, SHA-256", reckoned.style, STYLE_SHA256);
  values(comparison, () => "Facts of the game", data.facts, reckoned.facts);
  for (const [place, right] of reckoned.contestants.entries())
    values(comparison, () => data.contestants[place].name, data.contestants[place], right);
  games(comparison, data, reckoned, records, knowsFuel);
  return comparison;
}

/** Each value that the page's data must have. @param {Comparison} comparison @param {() => string} where @param {any} data @param {any} right */
function values(comparison, where, data, right) {
  for (const key of Object.keys({ ...right }))
    comparison.check(() => `${where()}, ${key}`, JSON.stringify(data[key]), JSON.stringify(right[key]));
}

/**
 * The list of games, as the page has it.
 * @param {Comparison} comparison @param {PageData} data @param {Reckoned} reckoned
 * @param {(Record | null)[]} records @param {boolean} knowsFuel
 */
function games(comparison, data, reckoned, records, knowsFuel) {
  const out = new Set(data.excluded);
  for (const [place, game] of data.games.entries()) {
    const record = records[place],
      words = (/** @type {any} */ value) => `“${typeof value === "object" ? JSON.stringify(value) : value}”`,
      check = (/** @type {string} */ what, /** @type {any} */ page, /** @type {any} */ right) =>
        comparison.check(() => `Game ${game.number}, ${what}`, words(page), words(right));
    // Only whoever is out already plays no more.
    const isWalkover = game.seats.some((bot) => out.has(bot)),
      isBye = game.seats.length === 1;
    check("whether it was played", record ? "yes" : "no", isWalkover || isBye ? "no" : "yes");
    for (const [what, right] of Object.entries(reckoned.games[place]))
      if (what !== "fuel" || knowsFuel) check(what, /** @type {any} */ (game)[what], right);
    if (data.faults === "disqualify") {
      for (const fault of record?.faults ?? []) out.add(game.seats[fault.seat]);
    }
  }
}

/**
 * What the engine makes the drawing of: what is told of the tournament, and the games.
 * @param {PageData} data @param {(Record | null)[]} records
 */
export function toReckon(data, records) {
  const { engine: _, files: __, gameFile: ___, games, excluded, faults, ...told } = data;
  return {
    told,
    games: {
      excluded,
      disqualifies: faults === "disqualify",
      games: games.map(({ seats, order, round }, place) => ({
        seats,
        order,
        round,
        record: records[place],
      })),
    },
  };
}
