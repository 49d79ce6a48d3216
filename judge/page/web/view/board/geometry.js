// Where things are on a board as it is drawn: the units of the picture, the sides of a piece, lines and names.

import { s } from "../dom.js";

/** A cell's side, and the space for coordinates. */
export const CELL = 60,
  EDGE = 26;

/** The space for the rows' names, which may be long. @param {{ rowLabels: string[] }} board */
export const edgeOf = ({ rowLabels }) =>
  Math.max(EDGE, 9 * Math.max(...rowLabels.map((label) => [...label].length)) + 8);

/** On which sides a piece goes on beyond its square: to the west, east, north and south as it is drawn; and whether something lies on all its squares. @typedef {{ w: boolean, e: boolean, n: boolean, s: boolean, isFull?: boolean }} Sides */

/** Of each square that a piece covers with others: on which sides it goes on. @param {Board} board @returns {Map<string, Sides>} */
export function sidesOf(board) {
  const up = board.upwards ? 1 : -1,
    sides = new Map();
  for (const { squares } of board.hulls) {
    const has = (/** @type {number} */ x, /** @type {number} */ y) =>
      squares.some(([cx, cy]) => cx === x && cy === y);
    const isFull = squares.every(([x, y]) => board.cells[y * board.columns + x].pieces.length > 1);
    for (const [x, y] of squares)
      sides.set(`${x},${y}`, {
        w: has(x - 1, y),
        e: has(x + 1, y),
        n: has(x, y + up),
        s: has(x, y - up),
        isFull,
      });
  }
  return sides;
}
/** @type {Sides} */
export const ALONE = { w: false, e: false, n: false, s: false };

/** The names of columns and rows, on all four sides. @param {Board} board @param {any} geometry */
export function coordinates(board, geometry) {
  const text = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ label) =>
    s("text", { class: "coordinate", x, y: y + 5 }, label);
  const edge = geometry.edge ?? EDGE;
  return [
    board.columnLabels.map((label, x) => [
      text((x + 0.5) * CELL, -EDGE / 2, label),
      text((x + 0.5) * CELL, geometry.height + EDGE / 2, label),
    ]),
    board.rowLabels.map((label, y) => [
      text(-edge / 2, middle(y, geometry), label),
      text(geometry.width + edge / 2, middle(y, geometry), label),
    ]),
  ];
}

/** A line through squares. @param {Board} board @param {any} line @param {string} kind */
export function through(board, { from, to }, kind) {
  const [[x1, y1], [x2, y2]] = [from, to].map(([x, y]) => [(x + 0.5) * CELL, middle(y, board)]);
  return s("line", { class: kind, x1, y1, x2, y2 });
}

/** The middle of a row. @param {number} y @param {any} geometry */
export const middle = (y, { upwards, rows }) => ((upwards ? rows - 1 - y : y) + 0.5) * CELL;
