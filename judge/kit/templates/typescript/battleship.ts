// A bot for Battleship.

import type { Battleship } from 'judge:arena/battleship@1.0.0';
import { Random } from './random';

const UNKNOWN = 0;

let random: Random;
let size: number;

export const battleship: Battleship = {
  name: () => 'NAME',

  newGame(setup) {
    random = new Random(setup.seed);
    size = setup.size;
    const apart = setup.noTouch ? 2 : 1;
    return [...setup.fleet].map((length, row) => ({ x: 0, y: row * apart, length, orientation: 'across' }));
  },

  takeTurn(state) {
    const unknown = [...state.keys()].filter((index) => state[index] === UNKNOWN);
    // THINK HERE: choose one of the squares in `unknown`.
    const index = random.choose(unknown);
    return { x: index % size, y: Math.floor(index / size) };
  },
};
