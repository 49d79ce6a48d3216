// On which turn each piece came to its square, where pieces bear that number.

import { squareName } from "./place.js";

/** What is known of matches: frames are only added to them. @type {WeakMap<any[], { known: number, numbers: Map<string, number> }>} */
const KNOWN = new WeakMap();

/** The turns, by the names of squares. @param {import("../match/session.js").Frame[]} frames */
export function numbersOf(frames) {
  const found = KNOWN.get(frames) ?? { known: 1, numbers: new Map() };
  KNOWN.set(frames, found);
  for (; found.known < frames.length; found.known++) {
    const [board] = frames[found.known].scene.boards,
      [before] = frames[found.known - 1].scene.boards;
    board?.cells.forEach((/** @type {any} */ cell, /** @type {number} */ i) => {
      if (!cell.pieces.length || before?.cells[i]?.pieces.length) return;
      found.numbers.set(squareName(board, i % board.columns, Math.floor(i / board.columns)), found.known);
    });
  }
  return found.numbers;
}
