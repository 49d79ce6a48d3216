// A bot for Othello.

import type { Othello } from 'judge:arena/othello@1.0.0';
import { Random } from './random';

let random: Random;

export const othello: Othello = {
  name: () => 'NAME',

  newGame(setup) {
    random = new Random(setup.seed);
  },

  choose(own, opponent, legal) {
    const squares = [...Array(64).keys()].filter((square) => (legal >> BigInt(square)) & 1n);
    // THINK HERE: choose one of the numbers in `squares`.
    const square = squares.length > 0 ? random.choose(squares) : 0;
    return { x: square % 8, y: Math.floor(square / 8) };
  },
};
