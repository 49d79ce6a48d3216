// The numbers on a board: on which turn each piece came to its square, where pieces bear that number; how many lie there.

import { squareName } from "./place.js";

/** The most pieces of a stack that are seen without a number. */
export const STACK_SHOWN = 4;

/** Whether several pieces lie there, and all are equal. @param {any[]} pieces */
export function isOneKind(pieces) {
  const looks = pieces.map((piece) => JSON.stringify(piece));
  return looks.length > 1 && looks.every((look) => look === looks[0]);
}

/** What is known of matches: frames are only added to them. @type {WeakMap<any[], { known: number, numbers: Map<string, number> }>} */
const KNOWN = new WeakMap();

/** The turns, by the names of squares. @param {Frame[]} frames */
export function numbersOf(frames) {
  const found = KNOWN.get(frames) ?? { known: 1, numbers: new Map() };
  KNOWN.set(frames, found);
  for (; found.known < frames.length; found.known++) {
    const [board] = frames[found.known].scene.boards,
      [before] = frames[found.known - 1].scene.boards;
    board?.cells.forEach((cell, i) => {
      if (!cell.pieces.length || before?.cells[i]?.pieces.length) return;
      found.numbers.set(squareName(board, i % board.columns, Math.floor(i / board.columns)), found.known);
    });
  }
  return found.numbers;
}
