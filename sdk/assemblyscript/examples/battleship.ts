// Hunt and target: shots at every other square, and once one hits, at its neighbours.

import { List, Random, taken } from "judge";

export { cabi_realloc } from "judge";

const UNKNOWN: u8 = 0, HIT: u8 = 1;
const ACROSS: u8 = 0, DOWN: u8 = 1;

/** A square of the board, as an answer has it: two bytes. */
class Square {
  constructor(public x: u8, public y: u8) {}
}

/** A ship; in an answer it is these four bytes. */
class Ship {
  constructor(public x: u8, public y: u8, public length: u8, public orientation: u8) {}

  get right(): i32 {
    return <i32>this.x + (this.orientation == ACROSS ? this.length : 1);
  }

  get bottom(): i32 {
    return <i32>this.y + (this.orientation == DOWN ? this.length : 1);
  }

  /** Whether another ship lies at least `margin` squares off. */
  isApart(other: Ship, margin: i32): bool {
    return this.right + margin <= <i32>other.x || other.right + margin <= <i32>this.x
      || this.bottom + margin <= <i32>other.y || other.bottom + margin <= <i32>this.y;
  }
}

// One instance plays one game, so this is the game's.
let random = new Random(0);
let size: i32 = 0;
/** Neighbours of hits; some have been shot at since. */
const targets: Square[] = [];
let last: Square | null = null;

// Answers are read after the function has returned, so they are kept here.
const nameAnswer = List.ofText("Hunter in AssemblyScript");
let fleetAnswer: List | null = null;

export function name(): List {
  return nameAnswer;
}

export function new_game(seed: u64, seat: u8, seats: u8, boardSize: u8, fleet: usize, ships: i32, noTouch: bool): List {
  random = new Random(seed);
  size = boardSize;
  const placed = place(taken(fleet, ships), noTouch ? 1 : 0);
  const bytes = new StaticArray<u8>(4 * placed.length);
  for (let i = 0; i < placed.length; i++) {
    const ship = placed[i];
    bytes[4 * i] = ship.x;
    bytes[4 * i + 1] = ship.y;
    bytes[4 * i + 2] = ship.length;
    bytes[4 * i + 3] = ship.orientation;
  }
  const answer = new List(bytes, placed.length);
  fleetAnswer = answer;
  return answer;
}

export function take_turn(state: usize, squares: i32, shipsRemaining: usize, ships: i32): Square {
  const board = taken(state, squares);
  const lengths = taken(shipsRemaining, ships);
  const shot = last;
  if (shot && at(board, shot) == HIT) aimAround(shot);
  // A ship of this length or more lies on every so many-th diagonal.
  const shortest = lengths[lengths.length - 1];
  let square = target(board);
  if (!square) square = hunt(board, shortest);
  if (!square) square = hunt(board, 1);
  const answer = square ? square : new Square(0, 0);
  last = answer;
  return answer;
}

/** Ships at random, `margin` squares apart, and all anew if there seems to be no room for one. */
function place(fleet: StaticArray<u8>, margin: i32): Ship[] {
  let placed: Ship[] = [];
  for (let tries = 1; placed.length < fleet.length; tries++) {
    if (tries % 1000 == 0) placed = [];
    const ship = anywhere(fleet[placed.length]);
    let free = true;
    for (let i = 0; i < placed.length; i++) free = free && ship.isApart(placed[i], margin);
    if (free) placed.push(ship);
  }
  return placed;
}

/** A ship somewhere on the empty board. */
function anywhere(length: u8): Ship {
  const along = <u8>random.below(size - length + 1), beside = <u8>random.below(size);
  return random.below(2) ? new Ship(along, beside, length, ACROSS) : new Ship(beside, along, length, DOWN);
}

function aimAround(square: Square): void {
  const x = square.x, y = square.y;
  if (x > 0) targets.push(new Square(x - 1, y));
  if (<i32>x + 1 < size) targets.push(new Square(x + 1, y));
  if (y > 0) targets.push(new Square(x, y - 1));
  if (<i32>y + 1 < size) targets.push(new Square(x, y + 1));
}

function target(board: StaticArray<u8>): Square | null {
  while (targets.length > 0) {
    const square = targets.pop();
    if (at(board, square) == UNKNOWN) return square;
  }
  return null;
}

/** An unknown square on one of every `apart` diagonals, each as likely as any other. */
function hunt(board: StaticArray<u8>, apart: i32): Square | null {
  let found: u32 = 0;
  let chosen: Square | null = null;
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const square = new Square(<u8>x, <u8>y);
      if (at(board, square) != UNKNOWN || (x + y) % apart != 0) continue;
      found++;
      if (random.below(found) == 0) chosen = square;
    }
  }
  return chosen;
}

function at(board: StaticArray<u8>, square: Square): u8 {
  return board[<i32>square.y * size + square.x];
}
