// A bot for Stones.

import type { Setup, Square, Step, Stones } from 'judge:arena/stones@1.0.0';
import { Random } from './random';

let random: Random;
let game: Setup;
let board: number[];

export const stones: Stones = {
  name: () => 'NAME',

  newGame(setup) {
    random = new Random(setup.seed);
    game = setup;
  },

  update(message, now) {
    board = [...now];
  },

  nextMove() {
    const found = steps();
    // THINK HERE: choose one of the steps.
    return random.choose(found);
  },
};

function steps(): Step[] {
  const squares = board.map((owner, index) => ({
    owner,
    square: { x: index % game.columns, y: Math.floor(index / game.columns) },
  }));
  const own = squares.filter(({ owner }) => owner === game.seat);
  const others = squares.filter(({ owner }) => owner !== game.seat);
  return own.flatMap((from) =>
    others.filter((to) => beside(from.square, to.square)).map((to) => ({ from: from.square, to: to.square })),
  );
}

function beside(one: Square, other: Square): boolean {
  const [dx, dy] = [Math.abs(one.x - other.x), Math.abs(one.y - other.y)];
  return game.neighbours === 8 ? Math.max(dx, dy) === 1 : dx + dy === 1;
}
