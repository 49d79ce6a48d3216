// A bot for Stones.

import { List, Random, taken } from "judge";

export { cabi_realloc } from "judge";

/** A step, as an answer has it: two squares. */
class Step {
  constructor(public fromX: u8, public fromY: u8, public toX: u8, public toY: u8) {}
}

// One instance plays one game, so this is the game's.
let random = new Random(0);
let id: i8 = 0;
let columns: i32 = 0;
let neighbours: u8 = 0;
/** The board as it is now: an owner's id, or `<u8>-1`. */
let board = new StaticArray<u8>(0);

// Answers are read after the function has returned, so they are kept here.
const nameAnswer = List.ofText("NAME");
let stepAnswer = new Step(0, 0, 0, 0);

export function name(): List {
  return nameAnswer;
}

export function new_game(
  seed: u64, seat: u8, seats: u8, boardColumns: u8, boardRows: u8, boardNeighbours: u8, noHitLimit: u32, maxTurns: u32,
): void {
  random = new Random(seed);
  id = seat;
  columns = boardColumns;
  neighbours = boardNeighbours;
}

/** `judge wit stones --core` says what each number of a message is. */
export function update(
  message: i32, player: i32, fromX: i32, fromY: i32, toX: i32, toY: i32, state: usize, squares: i32,
): void {
  board = taken(state, squares);
}

export function next_move(): Step {
  let found = 0;
  for (let from = 0; from < board.length; from++) {
    for (let to = 0; to < board.length; to++) {
      if (<i8>board[from] != id || <i8>board[to] == id || !isBeside(from, to)) continue;
      // THINK HERE: choose one of the legal steps.
      if (random.below(++found) == 0) stepAnswer = new Step(x(from), y(from), x(to), y(to));
    }
  }
  return stepAnswer;
}

function isBeside(a: i32, b: i32): bool {
  const across = abs(<i32>x(a) - <i32>x(b)), down = abs(<i32>y(a) - <i32>y(b));
  return neighbours == 8 ? max(across, down) == 1 : across + down == 1;
}

function x(index: i32): u8 {
  return <u8>(index % columns);
}

function y(index: i32): u8 {
  return <u8>(index / columns);
}
