// How games look: what lies under the cells, and each piece, around the origin. Which of them a game has, it says
// itself; what this page does not know is drawn plainly.

import { CELL, EDGE, edgeOf } from "./geometry.js";
import { s, times } from "../dom.js";

const PATHS = {
  circle: "M0-19a19 19 0 1 0 .01 0z",
  square: "M-16-16h32v32h-32z",
  triangle: "M0-20l19 34h-38z",
  diamond: "M0-22l20 22l-20 22l-20-22z",
  down: "M0 20l-19-34h38z",
  cross: "M-7-19h14v12h12v14h-12v12h-14v-12h-12v-14h12z",
  hexagon: "M-10-18h20l11 18l-11 18h-20l-11-18z",
  drop: "M0-22c9 10 17 16 17 26a17 17 0 0 1-34 0c0-10 8-16 17-26z",
};
const SHAPES = Object.values(PATHS);

/** What boards are made of. A game may be a stranger's, and so are the words that it uses. */
const GROUNDS = ["felt", "grooves", "wood", "sand", "sea"];

/** A frame, a field, lines between the cells, and on felt four points that help to count. @param {any} g @param {string} ground */
const field = ({ columns, rows, width, height, edge = EDGE }, ground) => [
  s("rect", {
    class: `frame ${ground}-frame`,
    x: -edge,
    y: -EDGE,
    width: width + 2 * edge,
    height: height + 2 * EDGE,
    rx: 12,
  }),
  s("rect", { class: "field", width, height }),
  times(columns + 1, (x) => s("path", { class: "grid-line", d: `M${x * CELL} 0v${height}` })),
  times(rows + 1, (y) => s("path", { class: "grid-line", d: `M0 ${y * CELL}h${width}` })),
  ground === "felt" && columns > 4
    ? [2, columns - 2].flatMap((x) =>
        [2, rows - 2].map((y) => s("circle", { class: "star", cx: x * CELL, cy: y * CELL, r: 4 })),
      )
    : [],
];

/** A piece, whose style says of whom it is. @param {Piece} piece @param {string} kind @param {any[]} inside */
const whose = ({ owner }, kind, ...inside) =>
  s("g", { class: `${kind} owner${owner}`, seat: owner ?? -1 }, inside);

/** A stone, with the number of its turn. @param {Piece} piece @param {any} context @param {boolean} isLive */
const stone = (piece, { number }, isLive) =>
  whose(
    piece,
    `go-stone ${isLive ? "live-stone" : "stone"}`,
    s("ellipse", { class: "shade", cx: 2, cy: 3, rx: 25, ry: 25 }),
    s("circle", { class: "body", r: 25 }),
    isLive ? s("circle", { class: "live", r: 19 }) : null,
    number ? s("text", { class: "stone-number", y: 5, "aria-hidden": "true" }, number) : null,
  );

/** A cup; a covered one does not show its number. @param {Piece} piece @param {any} context */
function cup(piece, { isTop = true } = {}) {
  const r = Math.min(11 + piece.number * 5, 29);
  return whose(
    piece,
    "cup",
    s("ellipse", { class: "shade", cx: 2, cy: 5, rx: r + 1, ry: r * 0.92 }),
    s("path", {
      class: "side",
      d: `M${-r} -3a${r} ${r * 0.86} 0 0 0 ${2 * r} 0l-1.5 6a${r - 1.5} ${r * 0.82} 0 0 1 ${-2 * r + 3} 0z`,
    }),
    s("ellipse", { class: "body", cx: 0, cy: -3, rx: r, ry: r * 0.86 }),
    s("ellipse", { class: "rim", cx: 0, cy: -4, rx: r * 0.68, ry: r * 0.55 }),
    isTop ? s("text", { class: "cup-size", y: 0.5, "aria-hidden": "true" }, piece.number + 1) : null,
  );
}

/** A contestant's shape, or the seat's. @param {string} kind @param {any} one @param {number} owner @param {number} x @param {number} y */
const shape = (kind, one, owner, x, y) =>
  one
    ? s("path", { class: kind, d: one.shape, transform: `translate(${x - 20.8} ${y - 20.8}) scale(2.6)` })
    : s("path", { class: kind, d: SHAPES[owner % 8], transform: `translate(${x} ${y})` });

/** @param {Piece} piece @param {any} context */
const pebble = (piece, { table }) =>
  whose(
    piece,
    "pebble",
    shape("shade", table?.[piece.owner], piece.owner, 1.5, 3),
    shape("body", table?.[piece.owner], piece.owner, 0, 0),
  );

/** What stands for a fleet: a ship with a stern, and one with two bows and a bridge. */
const FLEETS = ["M-24-10h36a14 10 0 0 1 0 20h-36z", "M-28 0l12-10h8v-9h16v9h8l12 10-12 10h-32z"];

/** @param {Piece} piece @param {any} context */
function ship({ owner, number }, { beside, isEmblem, sides }) {
  const part = (/** @type {string} */ kind, /** @type {string} */ d) =>
    s("path", { class: `hull owner${owner}${kind}`, seat: owner, d });
  if (isEmblem) return part("", FLEETS[owner % 2]);
  if (beside) return s("rect", { class: "hull afloat", x: 0, y: -9, width: number * 22, height: 18, rx: 9 });
  return part(sides.isFull ? " sunk" : "", hull(sides));
}

/** Pieces by what they are drawn as. @type {Record<string, (piece: any, context: any) => any>} */
const PIECES = {
  __proto__: /** @type {any} */ (null),
  disc: (piece) =>
    whose(
      piece,
      "disc",
      s("ellipse", { class: "shade", cx: 1.5, cy: 3, rx: 24, ry: 24 }),
      s("circle", { class: "body", r: 24 }),
      s("circle", { class: "rim", r: 18 }),
    ),
  cup,
  pebble,
  ship,
  stone: (piece, context) => stone(piece, context, false),
  "live-stone": (piece, context) => stone(piece, context, true),
  hit: () =>
    s(
      "g",
      { class: "hit" },
      s("circle", { class: "blast", r: 17 }),
      s("path", { class: "cross", d: "M-9-9l18 18M9-9l-18 18" }),
    ),
  miss: () =>
    s(
      "g",
      { class: "miss" },
      s("circle", { class: "ring", r: 13 }),
      s("circle", { class: "splash", r: 4.5 }),
    ),
};

/** Stacks to the left for seat 0, to the right for seat 1, or the other way round. @param {Board} board @param {boolean} isSwapped */
function reserves(board, isSwapped) {
  const per = board.rows >= 4 ? 1 : 2,
    side = per * CELL + 22;
  const counts = [0, 0],
    places = board.beside.flatMap((stack, number) => {
      if (!stack.length) return [];
      const owner = stack[stack.length - 1].owner && 1,
        nth = counts[owner ?? 0]++;
      const column = nth % per,
        row = Math.floor(nth / per),
        x = (column + 0.5) * CELL;
      return {
        stack: number,
        x: !owner !== isSwapped ? -edgeOf(board) - side + x : board.columns * CELL + edgeOf(board) + 6 + x,
        y: (row + 0.5) * CELL,
        count: stack.length > 1 ? stack.length : null,
      };
    });
  return { left: side, right: side, bottom: 0, places };
}

/** In a row under the board. @param {Board} board */
function afloat(board) {
  let x = 0;
  const places = board.beside.flatMap((stack, number) => {
    if (!stack.length) return [];
    const place = { stack: number, x: x + 4, y: board.rows * CELL + EDGE + 20 };
    x += stack[0].number * 22 + 26;
    return place;
  });
  return { left: 0, right: 0, bottom: 44, places };
}

/** A part of a piece that covers several squares: rounded where the piece ends. @param {import("./geometry.js").Sides} sides */
export function hull({ w, e, n, s: so }) {
  const half = CELL / 2 + 0.5,
    b = 19,
    r = 17;
  const left = w ? -half : -24,
    right = e ? half : 24,
    top = n ? -half : -24,
    bottom = so ? half : 24;
  if (w || e)
    return `M${left + (w ? 0 : r)} ${-b}H${right - (e ? 0 : r)}${e ? `V${b}` : `a${r} ${b} 0 0 1 0 ${2 * b}`}H${left + (w ? 0 : r)}${w ? "z" : `a${r} ${b} 0 0 1 0 ${-2 * b}z`}`;
  return `M${-b} ${top + (n ? 0 : r)}${n ? `H${b}` : `a${b} ${r} 0 0 1 ${2 * b} 0`}V${bottom - (so ? 0 : r)}${so ? `H${-b}` : `a${b} ${r} 0 0 1 ${-2 * b} 0`}z`;
}

/** Colours that a game may name. @type {Record<string, string>} */
const COLOURS = {
  __proto__: /** @type {any} */ (null),
  black: "#191919",
  white: "#f6f4ee",
  grey: "#8b8b8b",
  brown: "#7d5330",
  red: "#c93a2e",
  orange: "#e8862a",
  yellow: "#f2c230",
  green: "#2e8b4a",
  blue: "#2f6fc1",
  violet: "#8a4fb5",
};

/** What a kind of pieces is drawn as, and the colours of the seats, if it says so. @param {any} facts @param {Piece} piece */
const shapeOf = (facts, { kind }) => (facts.pieces[kind]?.shape ?? "").split(" ");

/** A piece of a plain shape. @param {Piece} piece @param {string} d */
const plain = (piece, d) =>
  whose(
    piece,
    "disc",
    s("path", { class: "shade", d, transform: "translate(1.5 3)" }),
    s("path", { class: "body", d }),
  );

/** @param {any} facts @param {Piece} piece @param {any} context */
function drawn(facts, piece, context) {
  const [name, ...colours] = shapeOf(facts, piece),
    path = Object.hasOwn(PATHS, name) && /** @type {Record<string, string>} */ (PATHS)[name];
  const element = path ? plain(piece, path) : (PIECES[name] ?? PIECES.disc)(piece, context);
  // A game of our own has its colours from the style.
  const { owner } = piece,
    named = COLOURS[colours[owner] ?? facts.seats[owner]] ?? (owner > 1 && `var(--seat${owner})`);
  if (facts.isFile && owner !== null && named) {
    element.classList.add("own");
    element.style.setProperty("--own", named);
  }
  return element;
}

/** What a piece is called. @param {any} facts @param {Piece} piece @param {(seat: number) => string} seat */
export function pieceName(facts, piece, seat) {
  const { name = "piece", sizes = [] } = facts.pieces[piece.kind] ?? {};
  return name
    .replace("{seat}", () => facts.seats[piece.owner] ?? seat(piece.owner))
    .replace("{player}", () => seat(piece.owner))
    .replace("{number}", () => sizes[piece.number] ?? piece.number);
}

/** What is written on a piece, by what it is drawn as. @type {Record<string, (piece: any) => number>} */
const WRITTEN = {
  __proto__: /** @type {any} */ (null),
  cup: (piece) => piece.number + 1,
};

/** What a piece is called on a board: what is written on it is part of that. @type {typeof pieceName} */
function label(facts, piece, seat) {
  const written = WRITTEN[shapeOf(facts, piece)[0]]?.(piece);
  return pieceName(facts, piece, seat) + (written === undefined ? "" : ` ${written}`);
}

/** How a game looks, by what it says of itself. @param {any} facts @returns {Look} */
export const lookOf = (facts) => ({
  pieceName: (piece, seat) => label(facts, piece, seat),
  ground: (geometry) => field(geometry, GROUNDS.includes(facts.ground) ? facts.ground : "plain"),
  piece: (piece, context) => drawn(facts, piece, context),
  // A seat's own board has its pieces below it; a board that all play on has them at its sides.
  beside: facts.hasBeside
    ? (board, isSwapped) => (board.owner === null ? reserves(board, isSwapped) : afloat(board))
    : undefined,
  previews: facts.previews,
  numbered: facts.numbered,
});

/** What a seat's pieces look like, small, for lists. @param {any} facts @param {number} seat @param {any} one whose they are */
export function emblem(facts, seat, one = null) {
  const piece = { kind: -1, number: 0, ...facts.emblem, owner: seat };
  return s(
    "svg",
    { class: "emblem", viewBox: "-30 -30 60 60", width: 20, height: 20, "aria-hidden": "true" },
    drawn(facts, piece, { beside: true, isEmblem: true, table: one ? { [seat]: one } : null }),
  );
}
