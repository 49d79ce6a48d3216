// Hunt and target: shots at every other square, and once one hits, at its neighbours.

import type { Battleship, Ship, Square } from 'judge:arena/battleship@1.0.0';
import { Random } from './random';

const UNKNOWN = 0;
const HIT = 1;

let random: Random;
let size: number;
let targets: Square[]; // neighbours of hits; some have been shot at since
let last: Square | undefined;

export const battleship: Battleship = {
  name: () => 'Hunter in TypeScript',

  newGame(setup) {
    random = new Random(setup.seed);
    size = setup.size;
    targets = [];
    last = undefined;
    return place([...setup.fleet], setup.noTouch ? 1 : 0);
  },

  takeTurn(state, shipsRemaining) {
    if (last && at(state, last) === HIT) targets.push(...neighbours(last));
    last = target(state) ?? hunt(state, Math.min(...shipsRemaining));
    return last;
  },
};

/** Ships at random, `margin` squares apart, and all anew if there is no room for one. */
function place(fleet: number[], margin: number): Ship[] {
  for (;;) {
    const ships: Ship[] = [];
    const taken = new Set<string>();
    for (const length of fleet) {
      const free = spots(length).filter((ship) => squares(ship).every((square) => !taken.has(square)));
      if (free.length === 0) break;
      const ship = random.choose(free);
      ships.push(ship);
      squares(ship, margin).forEach((square) => taken.add(square));
    }
    if (ships.length === fleet.length) return ships;
  }
}

/** All the ways in which a ship can lie on the empty board. */
function spots(length: number): Ship[] {
  const ships: Ship[] = [];
  for (let along = 0; along + length <= size; along += 1) {
    for (let beside = 0; beside < size; beside += 1) {
      ships.push({ x: along, y: beside, length, orientation: 'across' });
      ships.push({ x: beside, y: along, length, orientation: 'down' });
    }
  }
  return ships;
}

/** The squares of a ship as text, and those around it as far as `margin`. */
function squares({ x, y, length, orientation }: Ship, margin = 0): string[] {
  const [columns, rows] = orientation === 'across' ? [length, 1] : [1, length];
  const found: string[] = [];
  for (let i = x - margin; i < x + columns + margin; i += 1) {
    for (let j = y - margin; j < y + rows + margin; j += 1) found.push(`${i},${j}`);
  }
  return found;
}

function target(state: Uint8Array): Square | undefined {
  while (targets.length > 0) {
    const square = targets.pop();
    if (square && at(state, square) === UNKNOWN) return square;
  }
  return undefined;
}

/** A ship of `shortest` squares or more lies on every `shortest`-th diagonal. */
function hunt(state: Uint8Array, shortest: number): Square {
  const unknown: Square[] = [];
  for (let y = 0; y < size; y += 1) {
    for (let x = 0; x < size; x += 1) {
      if (at(state, { x, y }) === UNKNOWN) unknown.push({ x, y });
    }
  }
  const likely = unknown.filter(({ x, y }) => (x + y) % shortest === 0);
  return random.choose(likely.length > 0 ? likely : unknown);
}

function at(state: Uint8Array, { x, y }: Square): number | undefined {
  return state[y * size + x];
}

function neighbours({ x, y }: Square): Square[] {
  const around = [
    { x: x - 1, y },
    { x: x + 1, y },
    { x, y: y - 1 },
    { x, y: y + 1 },
  ];
  return around.filter((square) => [square.x, square.y].every((i) => i >= 0 && i < size));
}
