// A bot for Battleship.

import { Random } from './random.js';

const UNKNOWN = 0;

let random;
let size;

export const battleship = {
  name: () => 'NAME',

  newGame(setup) {
    random = new Random(setup.seed);
    size = setup.size;
    const apart = setup.noTouch ? 2 : 1;
    return [...setup.fleet].map((length, row) => ({ x: 0, y: row * apart, length, orientation: 'across' }));
  },

  takeTurn(state) {
    const unknown = [];
    state.forEach((cell, index) => {
      if (cell === UNKNOWN) unknown.push(index);
    });
    // THINK HERE: choose one of the squares in `unknown`.
    const index = random.choose(unknown);
    return { x: index % size, y: Math.floor(index / size) };
  },
};
