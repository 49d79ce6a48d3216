// Searches in workers of their own: turning points of a game, and what another bot would have played.

import { luggage, spawn } from "../match/session.js";

/** Workers, at most: the page itself wants a processor, too. */
const WORKERS_MAX = 4;
/** The most games of a search, as in the terminal. */
export const GAMES_MAX = 10_000;

/** @typedef {import("../../engine/turning.js").Fate} Fate */
/** A turn, and what each other action comes to; nothing where that is not known yet. @typedef {{ turn: number, played: string, others: { action: string, fate: Fate | null }[] }} Turn */
/** @typedef {{ seat: number, turns: Turn[], left: number, games: number, done: number, isOver: boolean, problem: string }} Points */

/** Into how many parts a search is cut. */
const partsOf = () => Math.max(1, Math.min((navigator.hardwareConcurrency || 2) - 1, WORKERS_MAX));

/** Workers that go on until they are told to stop. */
class Search {
  constructor() {
    /** @type {Worker[]} */
    this.workers = [];
  }

  /** @param {any} data @param {any} message @param {(message: any, worker: Worker) => void} hear */
  begin(data, message, hear) {
    const worker = spawn();
    worker.onmessage = ({ data: said }) => hear(said, worker);
    worker.postMessage(luggage(data));
    worker.postMessage(message);
    this.workers.push(worker);
  }

  stop() {
    for (const worker of this.workers) worker.terminate();
    this.workers = [];
  }
}

/**
 * Looks for turning points.
 * @param {any} data @param {any} line @param {number} seat @param {number} gamesMax
 * @param {(points: Points) => void} changed hears of what is new, and in the end that it is over
 */
export function findTurningPoints(data, line, seat, gamesMax, changed) {
  const search = new Search(),
    parts = partsOf();
  /** @type {Points} */
  const points = { seat, turns: [], left: 0, games: 0, done: 0, isOver: false, problem: "" };
  let working = parts;
  const hear = (/** @type {any} */ said) => {
    if (said.kind === "turning-begun" && !points.games) {
      points.turns = said.turns.map((/** @type {any} */ turn) => ({
        ...turn,
        others: turn.others.map((/** @type {string} */ action) => ({ action, fate: null })),
      }));
      points.left = said.left;
      points.games = points.turns.reduce((sum, { others }) => sum + others.length, 0);
    } else if (said.kind === "fates") {
      for (const [at, place, fate] of said.fates) points.turns[at].others[place].fate = fate;
      points.done += said.fates.length;
    } else if (said.kind === "turning-done") {
      points.isOver = --working === 0;
    } else if (said.kind === "problem") {
      points.problem = said.text;
      points.isOver = true;
    } else return;
    if (points.isOver) search.stop();
    changed(points);
  };
  for (let part = 0; part < parts; part++)
    search.begin(data, { kind: "turning", line, seat, gamesMax, part, parts }, hear);
  return search;
}

/** @typedef {import("../../engine/chances.js").Chance} Chance */
/** What is known of the chances of winning, by turn. @typedef {{ how: "random" | "bots", found: Chance[], of: number, isOver: boolean, problem: string }} Chances */

/**
 * Works out the chances of winning.
 * @param {any} data @param {any} line @param {"random" | "bots"} how
 * @param {(chances: Chances) => void} changed hears of what is new, and in the end that it is over
 */
export function findChances(data, line, how, changed) {
  const search = new Search(),
    parts = partsOf();
  /** @type {Chances} */
  const chances = { how, found: [], of: 0, isOver: false, problem: "" };
  let working = parts;
  const hear = (/** @type {any} */ said) => {
    if (said.kind === "chance") {
      chances.of = said.of;
      chances.found.push(said);
      chances.found.sort((one, other) => one.turn - other.turn);
    } else if (said.kind === "chances-done") chances.isOver = --working === 0;
    else if (said.kind === "problem") {
      chances.problem = said.text;
      chances.isOver = true;
    } else return;
    if (chances.isOver) search.stop();
    changed(chances);
  };
  for (let part = 0; part < parts; part++)
    search.begin(data, { kind: "chances", line, how, part, parts }, hear);
  return search;
}

/** The actions that win on a turn. @param {Turn} turn */
export const winning = ({ others }) =>
  others.filter(({ fate }) => fate === "won").map(({ action }) => action);

/** Whether all about a turn is known. @param {Turn} turn */
export const isKnown = ({ others }) => others.every(({ fate }) => fate !== null);

/** The last turn on which another action wins. @param {Points} points */
export const turningPoint = ({ turns }) => turns.find((turn) => winning(turn).length > 0);

/** @typedef {{ turn: number, played: string, fuel: number, other: { action: string, fuel: number | null } }} Advice */

/**
 * Asks a bot what it would have played on each turn of a seat.
 * @param {any} data @param {any} line @param {number} seat @param {number} bot
 * @param {(advice: Advice[], isOver: boolean, problem: string) => void} changed
 */
export function askAnother(data, line, seat, bot, changed) {
  const search = new Search(),
    /** @type {Advice[]} */
    found = [];
  search.begin(data, { kind: "advise", line, seat, bot }, (said) => {
    if (said.kind === "advice") found.push(said);
    else if (said.kind !== "advised" && said.kind !== "problem") return;
    const isOver = said.kind !== "advice";
    if (isOver) search.stop();
    changed(found, isOver, said.kind === "problem" ? said.text : "");
  });
  return search;
}
