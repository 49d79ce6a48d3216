// A bot for Gobblet.

import type { Action, Gobblet } from 'judge:arena/gobblet@1.0.0';
import { Random } from './random';

let random: Random;
let size: number;
let colour: number;

export const gobblet: Gobblet = {
  name: () => 'NAME',

  newGame(setup) {
    random = new Random(setup.seed);
    size = setup.size;
    colour = setup.seat + 1;
  },

  play(board) {
    const found = actions([...board]);
    // THINK HERE: choose one of the actions. They leave out gobbling with a piece from the reserve.
    return random.choose(found);
  },
};

function actions(board: number[]): Action[] {
  const cells = board.map((stack, index) => ({ square: { x: index % size, y: Math.floor(index / size) }, ...top(stack) }));
  const empty = cells.filter((cell) => cell.largest < 0);
  const enter = reserve(board).flatMap((piece) =>
    empty.map((cell): Action => ({ tag: 'enter', val: { size: piece, to: cell.square } })),
  );
  const own = cells.filter((cell) => cell.owner === colour);
  const move = own.flatMap((from) =>
    cells
      .filter((to) => to.largest < from.largest)
      .map((to): Action => ({ tag: 'move', val: { from: from.square, to: to.square } })),
  );
  return [...enter, ...move];
}

/** The size and the colour of the visible piece; a size of -1 if there is none. */
function top(stack: number): { largest: number; owner: number } {
  for (let piece = 3; piece >= 0; piece -= 1) {
    const owner = (stack >> (2 * piece)) & 3;
    if (owner) return { largest: piece, owner };
  }
  return { largest: -1, owner: 0 };
}

/** The sizes that can be brought in. */
function reserve(board: number[]): number[] {
  const onBoard = [0, 1, 2, 3].map((piece) => board.filter((stack) => ((stack >> (2 * piece)) & 3) === colour).length);
  if (size === 3) return [0, 1, 2].filter((piece) => onBoard[piece] < 2);
  // Three stacks, each with its largest piece on top.
  return [0, 1, 2, 3].filter((piece) => onBoard[piece] < (piece < 3 ? onBoard[piece + 1] : 3));
}
