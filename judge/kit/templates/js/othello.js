// A bot for Othello.

import { Random } from './random.js';

let random;

export const othello = {
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
