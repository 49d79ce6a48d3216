// Searches in workers of their own: turning points of a game, and what another bot would have played.

import { hire } from "../match/session.js";

/** Workers, at most: the page itself wants a processor, too. */
const WORKERS_MAX = 4;
/** The most games of a search, as in the terminal. */
export const GAMES_MAX = 10_000;

/** @typedef {import("../../engine/turning.js").Fate} Fate */
/** A turn, and what each other action comes to; nothing where that is not known yet. @typedef {{ turn: number, played: string, others: { action: string, fate: Fate | null }[] }} Turn */
/** @typedef {{ seat: number, turns: Turn[], left: number, games: number, done: number, isOver: boolean, problem: string }} Points */

/** Into how many parts a search is cut. */
const partsOf = () => Math.max(1, Math.min((navigator.hardwareConcurrency || 2) - 1, WORKERS_MAX));

/**
 * Begins a search in workers, each with its part of it. It is over when all are done, or one has a problem.
 * @template {{ isOver: boolean, problem: string }} T
 * @param {PageData} data @param {any} message @param {T} found what is known
 * @param {(said: any) => boolean | void} hear notes what a worker says, and whether that worker is done
 * @param {(found: T) => void} changed hears of what is new, and in the end that it is over
 */
function search(data, message, found, hear, changed, parts = partsOf()) {
  let working = parts;
  const told = (/** @type {any} */ said) => {
    if (said.kind === "problem") found.problem = said.text;
    else if (hear(said)) working -= 1;
    found.isOver = !working || found.problem !== "";
    if (found.isOver) stop();
    changed(found);
  };
  const workers = Array.from({ length: parts }, (_, part) => hire(data, { ...message, part, parts }, told));
  const stop = () => {
    for (const worker of workers) worker.terminate();
  };
  return { stop };
}

/**
 * Looks for turning points.
 * @param {PageData} data @param {LineOfPlay} line @param {number} seat @param {number} gamesMax
 * @param {(points: Points) => void} changed hears of what is new, and in the end that it is over
 */
export function findTurningPoints(data, line, seat, gamesMax, changed) {
  /** @type {Points} */
  const points = { seat, turns: [], left: 0, games: 0, done: 0, isOver: false, problem: "" };
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
    }
    return said.kind === "turning-done";
  };
  return search(data, { kind: "turning", line, seat, gamesMax }, points, hear, changed);
}

/** What is known of the chances of winning, by turn. @typedef {{ how: "random" | "bots", found: Chance[], of: number, isOver: boolean, problem: string }} Chances */

/**
 * Works out the chances of winning.
 * @param {PageData} data @param {LineOfPlay} line @param {"random" | "bots"} how
 * @param {(chances: Chances) => void} changed hears of what is new, and in the end that it is over
 */
export function findChances(data, line, how, changed) {
  /** @type {Chances} */
  const chances = { how, found: [], of: 0, isOver: false, problem: "" };
  const hear = (/** @type {any} */ said) => {
    if (said.kind === "chance") {
      chances.of = said.of;
      chances.found.push(said);
      chances.found.sort((one, other) => one.turn - other.turn);
    }
    return said.kind === "chances-done";
  };
  return search(data, { kind: "chances", line, how }, chances, hear, changed);
}

/** The actions that win on a turn. @param {Turn} turn */
export const winning = ({ others }) =>
  others.filter(({ fate }) => fate === "won").map(({ action }) => action);

/** Whether all about a turn is known. @param {Turn} turn */
export const isKnown = ({ others }) => others.every(({ fate }) => fate !== null);

/** The last turn on which another action wins. @param {Points} points */
export const turningPoint = ({ turns }) => turns.find((turn) => winning(turn).length > 0);

/** @typedef {{ turn: number, played: string, fuel: number, other: { action: string, fuel: number | null } }} Advice */
/** @typedef {{ found: Advice[], isOver: boolean, problem: string }} Advised */

/**
 * Asks a bot what it would have played on each turn of a seat.
 * @param {PageData} data @param {LineOfPlay} line @param {number} seat @param {number} bot @param {(advised: Advised) => void} changed
 */
export function askAnother(data, line, seat, bot, changed) {
  /** @type {Advised} */
  const advised = { found: [], isOver: false, problem: "" };
  const hear = (/** @type {any} */ said) => {
    if (said.kind === "advice") advised.found.push(said);
    return said.kind === "advised";
  };
  return search(data, { kind: "advise", line, seat, bot }, advised, hear, changed, 1);
}
