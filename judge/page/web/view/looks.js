// How each game looks: what lies under the cells, and each piece, around the origin.

import { CELL, EDGE } from "./board.js";
import { s } from "./dom.js";
import { lines as liveRuns, numbers, preview as previewStone } from "./freedom.js";

const LETTERS = ["small", "middle", "large", "largest"];
const PATHS = {
  circle: "M0-19a19 19 0 1 0 .01 0z", square: "M-16-16h32v32h-32z", triangle: "M0-20l19 34h-38z", diamond: "M0-22l20 22l-20 22l-20-22z",
  down: "M0 20l-19-34h38z", cross: "M-7-19h14v12h12v14h-12v12h-14v-12h-12v-14h12z", hexagon: "M-10-18h20l11 18l-11 18h-20l-11-18z", drop: "M0-22c9 10 17 16 17 26a17 17 0 0 1-34 0c0-10 8-16 17-26z",
};
const SHAPES = Object.values(PATHS);

/** Lines between the cells. @param {any} g @param {string} kind */
const lines = ({ columns, rows, width, height }, kind) => [
  Array.from({ length: columns + 1 }, (_, x) => s("line", { class: kind, x1: x * CELL, x2: x * CELL, y1: 0, y2: height })),
  Array.from({ length: rows + 1 }, (_, y) => s("line", { class: kind, x1: 0, x2: width, y1: y * CELL, y2: y * CELL })),
];

/** A frame and a field. @param {any} g @param {string} game */
const field = (g, game) => [
  s("rect", { class: `frame ${game}-frame`, x: -EDGE, y: -EDGE, width: g.width + 2 * EDGE, height: g.height + 2 * EDGE, rx: 12 }),
  s("rect", { class: `field ${game}-field`, x: 0, y: 0, width: g.width, height: g.height }),
];

/** Which chips an action flips: those between it and the mover's next one, in each direction. @param {any} scene @param {any} choice */
function flips(scene, choice) {
  const board = scene.boards[0], mine = scene.toMove;
  const owner = (/** @type {number} */ x, /** @type {number} */ y) => (x < 0 || y < 0 || x >= board.columns || y >= board.rows ? null : board.cells[y * board.columns + x].pieces[0]?.owner ?? null);
  const found = [];
  for (const dx of [-1, 0, 1]) {
    for (const dy of [-1, 0, 1]) {
      const run = [];
      let x = choice.to.x + dx, y = choice.to.y + dy;
      for (; (dx || dy) && owner(x, y) !== null && owner(x, y) !== mine; x += dx, y += dy) run.push(`0:${x},${y}`);
      if ((dx || dy) && owner(x, y) === mine) found.push(...run);
    }
  }
  return { places: found, says: `${found.length === 1 ? "one chip flips" : `${found.length} chips flip`}` };
}

/** @type {import("./board.js").Look} */
const othello = {
  pieceName: (/** @type {any} */ piece) => (piece.owner === 0 ? "black" : "white"),
  ground: (board, g) => [field(g, "othello"), lines(g, "felt-line"),
    board.columns > 4 ? [2, board.columns - 2].flatMap((x) => [2, board.rows - 2].map((y) => s("circle", { class: "star", cx: x * CELL, cy: y * CELL, r: 4 }))) : []],
  piece: (piece) => s("g", { class: `disc owner${piece.owner}` }, s("ellipse", { class: "shade", cx: 1.5, cy: 3, rx: 24, ry: 24 }), s("circle", { class: "body", r: 24 }), s("circle", { class: "rim", r: 18 })),
  preview: flips,
};

/** Stacks to the left for seat 0, to the right for seat 1. @param {any} board */
function reserves(board) {
  const per = board.rows >= 4 ? 1 : 2, side = per * CELL + 6;
  const counts = [0, 0], places = board.beside.map((/** @type {any[]} */ stack, /** @type {number} */ number) => {
    const owner = stack[stack.length - 1].owner, nth = counts[owner]++;
    const column = nth % per, row = Math.floor(nth / per), x = (column + 0.5) * CELL;
    return { stack: number, x: owner === 0 ? -EDGE - side + x : board.columns * CELL + EDGE + 6 + x, y: (row + 0.5) * CELL, count: stack.length > 1 ? stack.length : null };
  });
  return { left: side, right: side, bottom: 0, places };
}

/** @type {import("./board.js").Look} */
const gobblet = {
  pieceName: (/** @type {any} */ piece) => `${piece.owner === 0 ? "red" : "yellow"} ${LETTERS[piece.size]} cup`,
  ground: (board, g) => [field(g, "gobblet"), lines(g, "groove")],
  beside: reserves,
  piece: (piece) => {
    const r = 11 + piece.size * 5;
    return s("g", { class: `cup owner${piece.owner}` },
      s("ellipse", { class: "shade", cx: 2, cy: 5, rx: r + 1, ry: r * 0.92 }),
      s("path", { class: "side", d: `M${-r} -3a${r} ${r * 0.86} 0 0 0 ${2 * r} 0l-1.5 6a${r - 1.5} ${r * 0.82} 0 0 1 ${-2 * r + 3} 0z` }),
      s("ellipse", { class: "body", cx: 0, cy: -3, rx: r, ry: r * 0.86 }), s("ellipse", { class: "rim", cx: 0, cy: -4, rx: r * 0.68, ry: r * 0.55 }),
      s("text", { class: "cup-size", y: 0.5, "aria-hidden": "true" }, piece.size + 1));
  },
};

/** @type {import("./board.js").Look} */
const freedom = {
  pieceName: (/** @type {any} */ piece) => `${piece.kind === "live-stone" ? "live " : ""}${piece.owner === 0 ? "white" : "black"} stone`,
  ground: (board, g) => [field(g, "freedom"), lines(g, "wood-line")],
  piece: (piece, { number }) => s("g", { class: `go-stone owner${piece.owner} ${piece.kind}` }, s("ellipse", { class: "shade", cx: 2, cy: 3, rx: 25, ry: 25 }), s("circle", { class: "body", r: 25 }), piece.kind === "live-stone" ? s("circle", { class: "live", r: 19 }) : null,
    number ? s("text", { class: "stone-number", y: 5, "aria-hidden": "true" }, number) : null),
  preview: previewStone,
  below: liveRuns,
  numbers,
};

/** @type {import("./board.js").Look} */
const stones = {
  pieceName: (/** @type {any} */ piece, /** @type {any} */ seat) => `stone of ${seat(piece.owner)}`,
  ground: (board, g) => [field(g, "stones"), lines(g, "sand-line")],
  piece: (piece) => s("g", { class: `pebble seat${piece.owner}` }, s("path", { class: "shade", d: SHAPES[piece.owner % 8], transform: "translate(1.5 3)" }), s("path", { class: "body", d: SHAPES[piece.owner % 8] }), s("text", { class: "pebble-id", y: 5, "aria-hidden": "true" }, piece.owner)),
};

/** Ships afloat, in a row under the sea. @param {any} board */
function afloat(board) {
  let x = 0;
  const places = board.beside.map((/** @type {any[]} */ stack, /** @type {number} */ number) => {
    const place = { stack: number, x: x + 4, y: board.rows * CELL + EDGE + 20 };
    x += stack[0].length * 22 + 26;
    return place;
  });
  return { left: 0, right: 0, bottom: 44, places };
}

/** @type {import("./board.js").Look} */
const battleship = {
  pieceName: (/** @type {any} */ piece) => ({ ship: `ship of ${piece.length}`, hit: "hit", miss: "miss" })[/** @type {string} */ (piece.kind)] ?? piece.kind,
  ground: (board, g) => [field(g, "battleship"), lines(g, "sea-line")],
  beside: afloat,
  piece: (piece, context) => {
    if (context.beside) return s("rect", { class: "hull afloat", x: 0, y: -9, width: piece.length * 22, height: 18, rx: 9 });
    if (piece.kind === "ship") return s("path", { class: `hull owner${piece.owner}`, d: hull(context) });
    if (piece.kind === "miss") return s("g", { class: "miss" }, s("circle", { class: "ring", r: 13 }), s("circle", { class: "splash", r: 4.5 }));
    return s("g", { class: "hit" }, s("circle", { class: "blast", r: 17 }), s("path", { class: "cross", d: "M-9-9l18 18M9-9l-18 18" }));
  },
};

/** A part of a ship: rounded where the ship ends. @param {any} context */
function hull({ board, x, y, cell }) {
  const length = (/** @type {any} */ c) => c?.pieces.find((/** @type {any} */ piece) => piece.kind === "ship")?.length;
  const mine = length(cell);
  const same = (/** @type {number} */ dx, /** @type {number} */ dy) => {
    const [cx, cy] = [x + dx, y + dy];
    return cx >= 0 && cy >= 0 && cx < board.columns && cy < board.rows && length(board.cells[cy * board.columns + cx]) === mine;
  };
  const [w, e, n, so] = [same(-1, 0), same(1, 0), same(0, -1), same(0, 1)];
  const half = CELL / 2 + 0.5, b = 19, r = 17;
  const left = w ? -half : -24, right = e ? half : 24, top = n ? -half : -24, bottom = so ? half : 24;
  if (w || e) return `M${left + (w ? 0 : r)} ${-b}H${right - (e ? 0 : r)}${e ? `V${b}` : `a${r} ${b} 0 0 1 0 ${2 * b}`}H${left + (w ? 0 : r)}${w ? "z" : `a${r} ${b} 0 0 1 0 ${-2 * b}z`}`;
  return `M${-b} ${top + (n ? 0 : r)}${n ? `H${b}` : `a${b} ${r} 0 0 1 ${2 * b} 0`}V${bottom - (so ? 0 : r)}${so ? `H${-b}` : `a${b} ${r} 0 0 1 ${-2 * b} 0`}z`;
}

/** The looks, by game. @type {Record<string, import("./board.js").Look>} */
export const LOOKS = { othello, gobblet, freedom, stones, battleship };

/** What a seat's pieces look like, small, for lists. @param {string} game @param {number} seat */
export function emblem(game, seat) {
  const piece = { othello: { kind: "disc" }, gobblet: { kind: "cup", size: 2 }, freedom: { kind: "stone" }, stones: { kind: "pebble" }, battleship: null }[game];
  if (!piece) return s("svg", { class: "emblem", viewBox: "-30 -30 60 60", width: 20, height: 20, "aria-hidden": "true" }, s("path", { class: `hull owner${seat}`, d: "M-24 -10h36a14 10 0 0 1 0 20h-36z" }));
  return s("svg", { class: "emblem", viewBox: "-30 -30 60 60", width: 20, height: 20, "aria-hidden": "true" }, LOOKS[game].piece({ ...piece, owner: seat }, { beside: true }));
}
