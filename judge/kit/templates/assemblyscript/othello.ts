// A bot for Othello.

import { List, Random } from "judge";

/** A square of the board, as an answer has it: two bytes. */
class Square {
  constructor(public x: u8, public y: u8) {}
}

// One instance plays one game, so this is the game's.
let random = new Random(0);

// Answers are read after the function has returned, so they are kept here.
const nameAnswer = List.ofText("NAME");
let squareAnswer = new Square(0, 0);

export function name(): List {
  return nameAnswer;
}

export function new_game(seed: u64, seat: u8, seats: u8, size: u8): void {
  random = new Random(seed);
}

/** A set of squares is one number: the square (x, y) is its bit y * 8 + x. */
export function choose(own: u64, opponent: u64, legal: u64): Square {
  let found = 0;
  for (let rest = legal; rest; rest &= rest - 1) {
    // THINK HERE: choose one of the legal squares.
    if (random.below(++found) == 0) {
      const bit = ctz(rest);
      squareAnswer = new Square(<u8>(bit % 8), <u8>(bit / 8));
    }
  }
  return squareAnswer;
}
