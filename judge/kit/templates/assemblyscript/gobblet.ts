// A bot for Gobblet.

import { List, Random, taken } from "judge";

export { cabi_realloc } from "judge";

const ENTER: u8 = 0, MOVE: u8 = 1;

/** An action, as an answer has it: what it is, and then a piece's size and a square, or two squares. */
class Action {
  constructor(public what: u8, public a: u8, public b: u8, public c: u8, public d: u8) {}
}

// One instance plays one game, so this is the game's.
let random = new Random(0);
let size: i32 = 0;
let colour: u8 = 0;

// Answers are read after the function has returned, so they are kept here.
const nameAnswer = List.ofText("NAME");
let actionAnswer = new Action(ENTER, 0, 0, 0, 0);

export function name(): List {
  return nameAnswer;
}

export function new_game(seed: u64, seat: u8, seats: u8, boardSize: u8, pliesMax: u32): void {
  random = new Random(seed);
  size = boardSize;
  colour = seat + 1;
}

export function play(state: usize, squares: i32): Action {
  const found = actions(taken(state, squares));
  // THINK HERE: choose one of the actions. They leave out gobbling with a piece from the reserve.
  actionAnswer = found[random.below(found.length)];
  return actionAnswer;
}

function actions(board: StaticArray<u8>): Action[] {
  const found: Action[] = [];
  for (let to = 0; to < board.length; to++) {
    for (let piece = 0; piece < 4; piece++) {
      if (top(board[to]) < 0 && inReserve(board, piece)) {
        found.push(new Action(ENTER, <u8>piece, x(to), y(to), 0));
      }
    }
    for (let from = 0; from < board.length; from++) {
      const piece = top(board[from]);
      if (piece > top(board[to]) && owner(board[from], piece) == colour) {
        found.push(new Action(MOVE, x(from), y(from), x(to), y(to)));
      }
    }
  }
  return found;
}

/** The largest piece of a stack; -1 if there is none. */
function top(stack: u8): i32 {
  for (let piece = 3; piece >= 0; piece--) {
    if (owner(stack, piece)) return piece;
  }
  return -1;
}

function owner(stack: u8, piece: i32): u8 {
  return (stack >> <u8>(2 * piece)) & 3;
}

/** On 4 x 4 the reserve is three stacks, each with its largest piece on top. */
function inReserve(board: StaticArray<u8>, piece: i32): bool {
  if (size == 3) return piece < 3 && onBoard(board, piece) < 2;
  return onBoard(board, piece) < (piece < 3 ? onBoard(board, piece + 1) : 3);
}

/** How many of the bot's pieces of a size are on the board. */
function onBoard(board: StaticArray<u8>, piece: i32): i32 {
  let count = 0;
  for (let index = 0; index < board.length; index++) count += i32(owner(board[index], piece) == colour);
  return count;
}

function x(index: i32): u8 {
  return <u8>(index % size);
}

function y(index: i32): u8 {
  return <u8>(index / size);
}
