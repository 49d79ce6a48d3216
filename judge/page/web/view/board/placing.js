// Pieces that must be placed, as they lie: which squares they cover, and which of them are in each other's way. How
// each can be turned and how it is written, the game says.

/** @typedef {[number, number]} Square */
/** @typedef {{ name: string, squares: Square[], text: string }} Way */
/** @typedef {{ piece: any, ways: Way[] }} ToPlace */
/** @typedef {{ board: number, pieces: ToPlace[], apart: boolean }} Placing */
/** A piece where it lies, turned in one of its ways. @typedef {{ piece: any, ways: Way[], way: number, x: number, y: number }} Lying */
/** @typedef {{ columns: number, rows: number }} Board */

/** The way in which a piece is turned. @param {Lying} lying */
export const wayOf = ({ ways, way }) => ways[way];

/** The squares of a piece. @param {Lying} lying @returns {Square[]} */
export const squaresOf = (lying) => wayOf(lying).squares.map(([dx, dy]) => [lying.x + dx, lying.y + dy]);

/** All pieces in the game's notation. @param {Lying[]} pieces */
export const notation = (pieces) =>
  pieces.map((lying) => `${wayOf(lying).text}${lying.x},${lying.y}`).join(" ");

/** Columns and rows that a piece takes up. @param {Way} way */
const extent = ({ squares }) => [0, 1].map((axis) => 1 + Math.max(...squares.map((square) => square[axis])));

/** A piece pushed back onto the board. @param {Lying} lying @param {Board} board @returns {Lying} */
export function pushed(lying, { columns, rows }) {
  const [wide, high] = extent(wayOf(lying)),
    into = (/** @type {number} */ at, /** @type {number} */ room) => Math.max(0, Math.min(at, room));
  return { ...lying, x: into(lying.x, columns - wide), y: into(lying.y, rows - high) };
}

/** Whether two pieces cover a square together, or lie side by side if they may not. @param {Lying} one @param {Lying} other @param {boolean} apart */
function collide(one, other, apart) {
  const gap = apart ? 1 : 0;
  return squaresOf(one).some(([x, y]) =>
    squaresOf(other).some(([cx, cy]) => Math.abs(x - cx) <= gap && Math.abs(y - cy) <= gap),
  );
}

/** The pieces that are in each other's way. @param {Lying[]} pieces @param {boolean} apart */
export const clashing = (pieces, apart) =>
  new Set(
    pieces.flatMap((one, i) => (pieces.some((other, j) => i !== j && collide(one, other, apart)) ? [i] : [])),
  );

/** All pieces at random: a new try whenever they are in each other's way. @param {Placing} placing @param {Board} board @returns {Lying[]} */
export function random({ pieces, apart }, board) {
  const below = (/** @type {number} */ end) => Math.floor(Math.random() * end);
  for (let tries = 0; tries < 200; tries++) {
    const lying = pieces.map(({ piece, ways }) => {
      const way = below(ways.length),
        [wide, high] = extent(ways[way]);
      return { piece, ways, way, x: below(board.columns - wide + 1), y: below(board.rows - high + 1) };
    });
    if (clashing(lying, apart).size === 0) return lying;
  }
  return pieces.map(({ piece, ways }, i) =>
    pushed({ piece, ways, way: 0, x: 0, y: i * (apart ? 2 : 1) }, board),
  );
}
