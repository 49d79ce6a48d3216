// A bot for Freedom.

import { List, Random, taken } from "judge";

export { cabi_realloc } from "judge";

/** A square of the board, as an answer has it: two bytes. */
class Square {
  constructor(public x: u8, public y: u8) {}
}

// One instance plays one game, so this is the game's.
let random = new Random(0);
let size: i32 = 0;

// Answers are read after the function has returned, so they are kept here.
const nameAnswer = List.ofText("NAME");
let squareAnswer = new Square(0, 0);

export function name(): List {
  return nameAnswer;
}

export function new_game(seed: u64, seat: u8, seats: u8, boardSize: u8, scoring: u8): void {
  random = new Random(seed);
  size = boardSize;
}

/** Where the opponent's last stone is, if there is one, is in `lastX` and `lastY`. */
export function make_move(state: usize, squares: i32, hasLast: bool, lastX: u8, lastY: u8): Square {
  const board = taken(state, squares);
  const empty: Square[] = [], beside: Square[] = [];
  for (let index = 0; index < board.length; index++) {
    if (board[index] != 0) continue;
    const x = index % size, y = index / size;
    const square = new Square(<u8>x, <u8>y);
    empty.push(square);
    if (hasLast && max(abs(x - <i32>lastX), abs(y - <i32>lastY)) == 1) beside.push(square);
  }
  const legal = beside.length > 0 ? beside : empty;
  // THINK HERE: choose one of the squares in `legal`.
  squareAnswer = legal[random.below(legal.length)];
  return squareAnswer;
}
