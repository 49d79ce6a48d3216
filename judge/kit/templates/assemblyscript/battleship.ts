// A bot for Battleship.

import { List, Random, taken } from "judge";

export { cabi_realloc } from "judge";

const UNKNOWN: u8 = 0;
const ACROSS: u8 = 0;

/** A square of the board, as an answer has it: two bytes. */
class Square {
  constructor(public x: u8, public y: u8) {}
}

// One instance plays one game, so this is the game's.
let random = new Random(0);
let size: i32 = 0;

// Answers are read after the function has returned, so they are kept here.
const nameAnswer = List.ofText("NAME");
let fleetAnswer: List | null = null;
let squareAnswer = new Square(0, 0);

export function name(): List {
  return nameAnswer;
}

export function new_game(seed: u64, seat: u8, seats: u8, boardSize: u8, fleet: usize, ships: i32, noTouch: bool): List {
  random = new Random(seed);
  size = boardSize;
  const lengths = taken(fleet, ships);
  const apart = noTouch ? 2 : 1;
  const bytes = new StaticArray<u8>(4 * ships);
  for (let row = 0; row < ships; row++) {
    // Column, row, length, orientation.
    bytes[4 * row] = 0;
    bytes[4 * row + 1] = <u8>(row * apart);
    bytes[4 * row + 2] = lengths[row];
    bytes[4 * row + 3] = ACROSS;
  }
  const answer = new List(bytes, ships);
  fleetAnswer = answer;
  return answer;
}

export function take_turn(state: usize, squares: i32, shipsRemaining: usize, ships: i32): Square {
  const board = taken(state, squares);
  taken(shipsRemaining, ships);
  let found = 0;
  for (let index = 0; index < board.length; index++) {
    // THINK HERE: choose one of the unknown squares.
    if (board[index] == UNKNOWN && random.below(++found) == 0) {
      squareAnswer = new Square(<u8>(index % size), <u8>(index / size));
    }
  }
  return squareAnswer;
}
