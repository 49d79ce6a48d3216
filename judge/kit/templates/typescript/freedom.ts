// A bot for Freedom.

import type { Freedom, Square } from 'judge:arena/freedom@1.0.0';
import { Random } from './random';

let random: Random;
let size: number;

export const freedom: Freedom = {
  name: () => 'NAME',

  newGame(setup) {
    random = new Random(setup.seed);
    size = setup.size;
  },

  makeMove(board, last) {
    const empty: Square[] = [];
    board.forEach((stone, index) => {
      if (stone === 0) empty.push({ x: index % size, y: Math.floor(index / size) });
    });
    const beside = last ? empty.filter(({ x, y }) => Math.max(Math.abs(x - last.x), Math.abs(y - last.y)) === 1) : [];
    const legal = beside.length > 0 ? beside : empty;
    // THINK HERE: choose one of the squares in `legal`.
    return random.choose(legal);
  },
};
