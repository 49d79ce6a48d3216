// Corners first, the squares beside an empty corner last, else the fewest answers for the opponent.

import { Random } from './random.js';

const EMPTY = 0;
const OWN = 1;
const OPPONENT = 2;

const STEPS = [-1, 0, 1].flatMap((dy) => [-1, 0, 1].map((dx) => [dx, dy])).filter(([dx, dy]) => dx || dy);

let random;
let size;

export const othello = {
  name: () => 'Corners in JavaScript',

  newGame(setup) {
    random = new Random(setup.seed);
    size = setup.size;
  },

  // The sets of squares are of type BigInt.
  choose(own, opponent, legal) {
    const board = read(own, opponent);
    const moves = allSquares().filter(({ x, y }) => has(legal, x, y));
    const worths = moves.map((square) => worth(board, square));
    const best = Math.max(...worths);
    return random.choose(moves.filter((_, i) => worths[i] === best));
  },
};

/** Rows of cells: numbers are quicker to work with than a BigInt. */
function read(own, opponent) {
  const cell = (x, y) => (has(own, x, y) ? OWN : has(opponent, x, y) ? OPPONENT : EMPTY);
  return Array.from({ length: size }, (_, y) => Array.from({ length: size }, (_, x) => cell(x, y)));
}

/** Whether a set has a square: (x, y) is the bit y · 8 + x. */
function has(set, x, y) {
  return ((set >> BigInt(y * 8 + x)) & 1n) === 1n;
}

function worth(board, square) {
  const after = board.map((row) => [...row]);
  for (const { x, y } of [square, ...flips(board, square, OWN)]) after[y][x] = OWN;
  const answers = allSquares().filter(
    (answer) => after[answer.y][answer.x] === EMPTY && flips(after, answer, OPPONENT).length > 0,
  );
  return place(board, square) - answers.length;
}

/** A corner is never flipped back; who plays beside an empty one gives it away. */
function place(board, { x, y }) {
  const end = size - 1;
  const corner = { x: x < size / 2 ? 0 : end, y: y < size / 2 ? 0 : end };
  const distance = Math.max(Math.abs(x - corner.x), Math.abs(y - corner.y));
  if (distance === 0) return 100;
  return distance === 1 && board[corner.y][corner.x] === EMPTY ? -50 : 0;
}

/** The chips that a chip of `mover`'s on this empty square would flip. */
function flips(board, { x, y }, mover) {
  return STEPS.flatMap(([dx, dy]) => {
    const line = [];
    let at = { x: x + dx, y: y + dy };
    while (board[at.y]?.[at.x] === OWN + OPPONENT - mover) {
      line.push(at);
      at = { x: at.x + dx, y: at.y + dy };
    }
    return board[at.y]?.[at.x] === mover ? line : [];
  });
}

function allSquares() {
  return Array.from({ length: size * size }, (_, i) => ({ x: i % size, y: Math.floor(i / size) }));
}
