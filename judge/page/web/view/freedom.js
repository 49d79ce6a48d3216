// What stands out on a board of Freedom, and what a stone would do there. The rules themselves are in the engine;
// a test plays whole games and compares.

import { CELL, middle } from "./board.js";
import { s } from "./dom.js";

/** The stones of a live run: so many in a row, and not one more. */
const LIVE = 4;
/** A step in each direction in which there are runs. */
const STEPS = [[1, 0], [0, 1], [1, 1], [1, -1]];

/** @typedef {(x: number, y: number) => number | null} Stones whose stone lies on a square; null if none does */
/** @typedef {[number, number]} Square */

/** @param {any} board @returns {Stones} */
const stonesOf = (board) => (x, y) => (x < 0 || y < 0 || x >= board.columns || y >= board.rows ? null : board.cells[y * board.columns + x].pieces[0]?.owner ?? null);

/** All live runs, by the squares of each. @param {any} board @param {Stones} stones @param {(owner: number) => boolean} wanted @returns {Square[][]} */
function liveRuns(board, stones, wanted = () => true) {
  /** @type {Square[][]} */
  const found = [];
  for (let y = 0; y < board.rows; y++) {
    for (let x = 0; x < board.columns; x++) {
      const owner = stones(x, y);
      if (owner === null || !wanted(owner)) continue;
      for (const [dx, dy] of STEPS) {
        if (stones(x - dx, y - dy) === owner) continue;
        let length = 1;
        while (stones(x + length * dx, y + length * dy) === owner) length += 1;
        if (length === LIVE) found.push(Array.from({ length }, (_, i) => [x + i * dx, y + i * dy]));
      }
    }
  }
  return found;
}

/** @param {Square[][]} runs @param {string} scoring */
const points = (runs, scoring) => (scoring === "distinct" ? new Set(runs.flat().map(String)).size : LIVE * runs.length);

/** A line through a run. @param {any} board @param {Square[]} run @param {string} kind */
function line(board, run, kind) {
  const at = (/** @type {Square} */ [x, y]) => [(x + 0.5) * CELL, middle(y, board)];
  const [[x1, y1], [x2, y2]] = [at(run[0]), at(run[LIVE - 1])];
  return s("line", { class: kind, x1, y1, x2, y2 });
}

/** Lines through all live runs. @param {any} board */
export const lines = (board) => liveRuns(board, stonesOf(board)).map((run) => line(board, run, `live-run owner${stonesOf(board)(...run[0])}`));

/**
 * What a stone would do: live runs that come and go, points, and where the opponent can go on.
 * @param {any} scene @param {any} choice @param {{ settings: any, names: { seat: (seat: number) => string } }} context
 */
export function preview(scene, choice, { settings, names }) {
  const [board] = scene.boards, mine = scene.toMove, { x, y } = choice.to, stones = stonesOf(board);
  /** @type {Stones} */
  const after = (cx, cy) => (cx === x && cy === y ? mine : stones(cx, cy));
  const [before, now] = [stones, after].map((which) => liveRuns(board, which, (owner) => owner === mine));
  const isIn = (/** @type {Square[][]} */ runs, /** @type {Square[]} */ run) => runs.some((other) => String(other) === String(run));
  const next = around(board, x, y).filter(([cx, cy]) => after(cx, cy) === null);
  const empty = board.cells.filter((/** @type {any} */ cell) => cell.pieces.length === 0).length - 1;
  const score = scene.scores[mine], gain = points(now, settings.scoring) - points(before, settings.scoring);
  return {
    places: next.map(([cx, cy]) => `0:${cx},${cy}`),
    lines: [...now.filter((run) => !isIn(before, run)).map((run) => line(board, run, "run-made")), ...before.filter((run) => !isIn(now, run)).map((run) => line(board, run, "run-lost"))],
    says: `${names.seat(mine)}: ${score}${gain ? ` → ${score + gain}` : ", as now"}; ${goesOn(next.length, empty)}`,
  };
}

/** @param {number} next @param {number} empty */
function goesOn(next, empty) {
  if (empty < 2) return "then only the last square is left";
  if (next === 0) return `then any of ${empty} empty squares`;
  return next === 1 ? "then one square to choose from" : `then ${next} squares to choose from`;
}

/** The squares around one. @param {any} board @param {number} x @param {number} y @returns {Square[]} */
function around(board, x, y) {
  const near = [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dx) => /** @type {Square} */ ([x + dx, y + dy])));
  return near.filter(([cx, cy]) => (cx !== x || cy !== y) && cx >= 0 && cy >= 0 && cx < board.columns && cy < board.rows);
}

/** On which turn each stone was placed, by its square's name. @param {import("./session.js").Frame[]} frames @param {number} t */
export function numbers(frames, t) {
  /** @type {Map<string, number>} */
  const found = new Map();
  frames.slice(1, t + 1).forEach(({ move }, i) => found.set(move.action.replace(/^auto /, ""), i + 1));
  return found;
}
