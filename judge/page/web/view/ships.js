// A fleet as it lies: which squares its ships cover, and which of them are in each other's way.

/** @typedef {{ x: number, y: number, length: number, across: boolean }} Ship */

/** The squares of a ship. @param {Ship} ship @returns {[number, number][]} */
export const squaresOf = ({ x, y, length, across }) => Array.from({ length }, (_, i) => (across ? [x + i, y] : [x, y + i]));

/** A fleet in the game's notation. @param {Ship[]} ships */
export const notation = (ships) => ships.map(({ x, y, length, across }) => `${length}${across ? "a" : "d"}@${x},${y}`).join(" ");

/** A ship pushed back onto the board. @param {Ship} ship @param {number} size @returns {Ship} */
export function pushed(ship, size) {
  const into = (/** @type {number} */ at, /** @type {number} */ room) => Math.max(0, Math.min(at, size - room));
  return { ...ship, x: into(ship.x, ship.across ? ship.length : 1), y: into(ship.y, ship.across ? 1 : ship.length) };
}

/** Whether two ships cover a square together, or lie side by side if they may not. @param {Ship} one @param {Ship} other @param {boolean} apart */
function collide(one, other, apart) {
  const gap = apart ? 1 : 0;
  return squaresOf(one).some(([x, y]) => squaresOf(other).some(([cx, cy]) => Math.abs(x - cx) <= gap && Math.abs(y - cy) <= gap));
}

/** The ships that are in each other's way. @param {Ship[]} ships @param {boolean} apart */
export const clashing = (ships, apart) => new Set(ships.flatMap((one, i) => (ships.some((other, j) => i !== j && collide(one, other, apart)) ? [i] : [])));

/** A fleet at random: a new try whenever ships are in each other's way. @param {number} size @param {number[]} lengths @param {boolean} apart @returns {Ship[]} */
export function random(size, lengths, apart) {
  for (let tries = 0; tries < 200; tries++) {
    const ships = lengths.map((length) => {
      const across = Math.random() < 0.5, free = size - length + 1;
      const [x, y] = [Math.random() * (across ? free : size), Math.random() * (across ? size : free)].map(Math.floor);
      return { x, y, length, across };
    });
    if (clashing(ships, apart).size === 0) return ships;
  }
  return lengths.map((length, y) => ({ x: 0, y: Math.min(y * (apart ? 2 : 1), size - 1), length, across: true }));
}
