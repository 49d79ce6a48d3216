// Corners first, the squares beside an empty corner last, else the fewest answers for the opponent.

import type { Othello, Square } from 'judge:arena/othello@1.0.0';
import { Random } from './random';

const EMPTY = 0;
const OWN = 1;
const OPPONENT = 2;

/** Rows of cells: numbers are quicker to work with than a BigInt. */
type Board = number[][];

const STEPS = [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dx) => ({ dx, dy }))).filter(({ dx, dy }) => dx || dy);

let random: Random;
let size: number;

export const othello: Othello = {
  name: () => 'Corners in TypeScript',

  newGame(setup) {
    random = new Random(setup.seed);
    size = setup.size;
  },

  choose(own, opponent, legal) {
    const board = read(own, opponent);
    const moves = allSquares().filter((square) => has(legal, square));
    const worths = moves.map((square) => worth(board, square));
    const best = Math.max(...worths);
    return random.choose(moves.filter((_, i) => worths[i] === best));
  },
};

function read(own: bigint, opponent: bigint): Board {
  const cell = (square: Square) => (has(own, square) ? OWN : has(opponent, square) ? OPPONENT : EMPTY);
  return Array.from({ length: size }, (_, y) => Array.from({ length: size }, (_, x) => cell({ x, y })));
}

/** Whether a set has a square: (x, y) is the bit y · 8 + x. */
function has(set: bigint, { x, y }: Square): boolean {
  return ((set >> BigInt(y * 8 + x)) & 1n) === 1n;
}

function worth(board: Board, square: Square): number {
  const after = board.map((row) => [...row]);
  for (const { x, y } of [square, ...flips(board, square, OWN)]) after[y][x] = OWN;
  const answers = allSquares().filter(
    (answer) => after[answer.y]?.[answer.x] === EMPTY && flips(after, answer, OPPONENT).length > 0,
  );
  return place(board, square) - answers.length;
}

/** A corner is never flipped back; who plays beside an empty one gives it away. */
function place(board: Board, { x, y }: Square): number {
  const end = size - 1;
  const corner = { x: x < size / 2 ? 0 : end, y: y < size / 2 ? 0 : end };
  const distance = Math.max(Math.abs(x - corner.x), Math.abs(y - corner.y));
  if (distance === 0) return 100;
  return distance === 1 && board[corner.y]?.[corner.x] === EMPTY ? -50 : 0;
}

/** The chips that a chip of `mover`'s on this empty square would flip. */
function flips(board: Board, { x, y }: Square, mover: number): Square[] {
  return STEPS.flatMap(({ dx, dy }) => {
    const line: Square[] = [];
    let at = { x: x + dx, y: y + dy };
    while (board[at.y]?.[at.x] === OWN + OPPONENT - mover) {
      line.push(at);
      at = { x: at.x + dx, y: at.y + dy };
    }
    return board[at.y]?.[at.x] === mover ? line : [];
  });
}

function allSquares(): Square[] {
  return Array.from({ length: size * size }, (_, i) => ({ x: i % size, y: Math.floor(i / size) }));
}
