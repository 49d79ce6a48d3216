// A board as SVG: one for each board of a scene. Draws what a game's look says, and turns clicks, drags and
// keys into actions. It knows places and choices, and no rules.

import { h, s } from "./dom.js";
import { keyOf, placeOf } from "./place.js";
import { Pointer } from "./pointer.js";

/** A cell's side, and the space for coordinates. */
export const CELL = 60, EDGE = 26;

/**
 * How a game looks.
 * @typedef {object} Look
 * @property {(piece: any, seat: (seat: number) => string) => string} pieceName what a piece is called, for those who listen
 * @property {(board: any, geometry: any) => any[]} ground what lies under the cells
 * @property {(piece: any, context: any) => any} piece a piece around the origin
 * @property {(board: any) => any} [beside] where the stacks beside the board are
 * @property {(scene: any, choice: any) => string[]} [preview] the places that an action would change
 * @property {(board: any, geometry: any) => any[]} [above] what lies over the pieces
 * @property {(board: any, cell: any, square: { x: number, y: number }) => string} [cellName]
 */

/** All boards of a scene, and what is picked up. */
export class Boards {
  /**
   * @param {Look} look
   * @param {(action: string) => void} act
   * @param {{ seat: (seat: number) => string, title: (board: any) => string }} names
   */
  constructor(look, act, names) {
    this.look = look;
    this.act = act;
    this.names = names;
    this.element = h("div", { class: "boards" });
    this.scene = null;
    /** The place from where a piece is to move. @type {string | null} */
    this.picked = null;
    /** The cell that the Tab key reaches. */
    this.current = "0:0,0";
    this.element.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.key(event));
    this.element.addEventListener("focusin", (/** @type {FocusEvent} */ event) => this.hover(placeOf(event.target)));
    this.pointer = new Pointer(this);
  }

  /** @param {any} scene @param {boolean} isOpen whether actions are taken @param {string} action that led here */
  draw(scene, isOpen, action) {
    this.scene = scene;
    this.action = action;
    this.picked = null;
    this.pointer.letGo();
    /** @type {Map<string, any[]>} */
    this.from = new Map();
    /** @type {Map<string, any>} */
    this.direct = new Map();
    for (const choice of isOpen ? scene.choices : []) {
      if (choice.from && choice.to) {
        const key = keyOf(choice.from);
        this.from.set(key, [...(this.from.get(key) ?? []), choice]);
      } else if (choice.to) {
        this.direct.set(keyOf(choice.to), choice);
      }
    }
    // Stacks of equal pieces are one choice in the rules: each of them may be picked.
    this.shareStacks(scene);
    const focused = placeOf(document.activeElement);
    this.element.replaceChildren(...scene.boards.map((/** @type {any} */ board, /** @type {number} */ index) => this.board(board, index)));
    if (focused) this.focus(focused);
  }

  /** @param {any} scene */
  shareStacks(scene) {
    scene.boards.forEach((/** @type {any} */ board, /** @type {number} */ index) => {
      const top = (/** @type {any[]} */ stack) => JSON.stringify(stack[stack.length - 1] ?? null);
      board.beside.forEach((/** @type {any[]} */ stack, /** @type {number} */ number) => {
        const other = board.beside.findIndex((/** @type {any[]} */ twin, /** @type {number} */ i) => this.from?.has(`${index}s${i}`) && top(twin) === top(stack));
        if (other >= 0 && !this.from?.has(`${index}s${number}`)) this.from?.set(`${index}s${number}`, this.from.get(`${index}s${other}`) ?? []);
      });
    });
  }

  /** @param {any} board @param {number} index */
  board(board, index) {
    const beside = this.look.beside ? this.look.beside(board) : { left: 0, right: 0, bottom: 0, places: [] };
    const geometry = { columns: board.columns, rows: board.rows, width: board.columns * CELL, height: board.rows * CELL, upwards: board.upwards };
    const x0 = -EDGE - beside.left, y0 = -EDGE, width = geometry.width + 2 * EDGE + beside.left + beside.right, height = geometry.height + 2 * EDGE + beside.bottom;
    const svg = s("svg", { class: "board", viewBox: `${x0} ${y0} ${width} ${height}`, role: "group", "aria-label": this.names.title(board), "data-ratio": width > height ? "wide" : "tall" },
      this.look.ground(board, geometry), this.labels(board, geometry),
      s("g", { role: "grid", "aria-label": this.names.title(board), "aria-rowcount": board.rows, "aria-colcount": board.columns },
        Array.from({ length: board.rows }, (_, row) => this.row(board, index, board.upwards ? board.rows - 1 - row : row, geometry))),
      this.look.above?.(board, geometry) ?? [],
      beside.places.map((/** @type {any} */ place) => this.stack(board, index, place)));
    return h("figure", { class: "board-figure" }, board.owner === null ? null : h("figcaption", {}, this.names.title(board)), svg);
  }

  /** @param {any} board @param {any} geometry */
  labels(board, geometry) {
    const text = (/** @type {number} */ x, /** @type {number} */ y, /** @type {string} */ label) => s("text", { class: "coordinate", x, y: y + 5 }, label);
    return [
      board.columnLabels.map((/** @type {string} */ label, /** @type {number} */ x) => [text((x + 0.5) * CELL, -EDGE / 2, label), text((x + 0.5) * CELL, geometry.height + EDGE / 2, label)]),
      board.rowLabels.map((/** @type {string} */ label, /** @type {number} */ y) => [text(-EDGE / 2, middle(y, geometry), label), text(geometry.width + EDGE / 2, middle(y, geometry), label)]),
    ];
  }

  /** @param {any} board @param {number} index @param {number} y @param {any} geometry */
  row(board, index, y, geometry) {
    return s("g", { role: "row" }, Array.from({ length: board.columns }, (_, x) => this.cell(board, index, x, y, geometry)));
  }

  /** @param {any} board @param {number} index @param {number} x @param {number} y @param {any} geometry */
  cell(board, index, x, y, geometry) {
    const cell = board.cells[y * board.columns + x], key = `${index}:${x},${y}`;
    const choices = this.from?.get(key), direct = this.direct?.get(key);
    const classes = ["cell", cell.changed && "changed", this.square(board, x, y) === this.action && "played", direct && "legal", choices && "movable"].filter(Boolean).join(" ");
    const context = { cell, x, y, board, changed: cell.changed };
    return s("g", { class: classes, role: "gridcell", "data-place": key, tabindex: key === this.current ? 0 : -1,
      transform: `translate(${(x + 0.5) * CELL} ${middle(y, geometry)})`, "aria-label": this.cellLabel(board, cell, x, y, Boolean(direct || choices)) },
      s("rect", { class: "square", x: -CELL / 2, y: -CELL / 2, width: CELL, height: CELL }),
      s("circle", { class: "hint", r: 7 }),
      s("rect", { class: "last", x: -CELL / 2 + 2, y: -CELL / 2 + 2, width: CELL - 4, height: CELL - 4, rx: 5 }),
      s("g", { class: "pieces" }, cell.pieces.map((/** @type {any} */ piece) => this.look.piece(piece, context))),
      s("circle", { class: "landing", r: 22 }));
  }

  /** A square's name, as actions have it. @param {any} board @param {number} x @param {number} y */
  square(board, x, y) {
    return `${board.columnLabels[x]}${/^\d/.test(board.columnLabels[x]) ? "," : ""}${board.rowLabels[y]}`;
  }

  /** @param {any} board @param {any} cell @param {number} x @param {number} y @param {boolean} isLegal */
  cellLabel(board, cell, x, y, isLegal) {
    const square = this.square(board, x, y);
    const pieces = cell.pieces.map((/** @type {any} */ piece) => this.look.pieceName(piece, this.names.seat)).join(", ");
    return `${square}: ${pieces || "empty"}${isLegal ? ", can be played" : ""}`;
  }

  /** A stack of pieces beside the board. @param {any} board @param {number} index @param {any} place */
  stack(board, index, place) {
    const key = `${index}s${place.stack}`, pieces = board.beside[place.stack], choices = this.from?.get(key);
    const label = `beside the board: ${this.look.pieceName(pieces[pieces.length - 1], this.names.seat)}`;
    return s("g", { class: `stack${choices ? " movable" : ""}`, "data-place": key, transform: `translate(${place.x} ${place.y})`, "aria-label": label,
      role: choices ? "button" : "img", tabindex: choices ? 0 : null },
      choices ? s("circle", { class: "square", r: CELL / 2 }) : null,
      s("g", { class: "pieces" }, pieces.slice(-1).map((/** @type {any} */ piece) => this.look.piece(piece, { beside: true, board }))),
      place.count ? s("text", { class: "stack-count", "aria-hidden": "true", x: CELL * 0.34, y: CELL * 0.36 }, place.count) : null);
  }

  /** @param {string} key */
  at(key) {
    return this.element.querySelector(`[data-place="${key}"]`);
  }

  /** @param {string} key */
  focus(key) {
    const element = this.at(key);
    if (!element) return;
    if (!key.includes("s")) {
      this.at(this.current)?.setAttribute("tabindex", "-1");
      this.current = key;
      element.setAttribute("tabindex", "0");
    }
    element.focus({ preventScroll: true });
  }

  /** The choice that goes to a place, from what is picked or from nowhere. @param {string | null} key */
  choiceTo(key) {
    if (key === null) return undefined;
    if (this.picked) return this.from?.get(this.picked)?.find((choice) => keyOf(choice.to) === key);
    return this.direct?.get(key);
  }

  /** Whether a place has a piece that can be moved. @param {string} key */
  isMovable(key) {
    return Boolean(this.from?.has(key));
  }

  /** A click, or Enter. @param {string} key */
  choose(key) {
    const choice = this.choiceTo(key);
    if (choice) {
      this.pick(null);
      this.act(choice.action);
    } else {
      this.pick(key !== this.picked && this.from?.has(key) ? key : null);
    }
  }

  /** @param {string | null} key */
  pick(key) {
    this.picked = key;
    for (const element of this.element.querySelectorAll(".picked, .target")) element.classList.remove("picked", "target");
    if (key === null) return;
    this.at(key)?.classList.add("picked");
    for (const choice of this.from?.get(key) ?? []) this.at(keyOf(choice.to))?.classList.add("target");
  }

  /** Shows what an action there would change. @param {string | null} key */
  hover(key) {
    for (const element of this.element.querySelectorAll(".preview, .over")) element.classList.remove("preview", "over");
    const choice = this.choiceTo(key);
    if (!choice || key === null) return;
    this.at(key)?.classList.add("over");
    for (const place of this.look.preview?.(this.scene, choice) ?? []) this.at(place)?.classList.add("preview");
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const key = placeOf(event.target);
    if (!key || event.altKey || event.ctrlKey || event.metaKey) return;
    const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (step && !key.includes("s")) this.walk(key, step);
    else if (event.key === "Enter" || event.key === " ") this.choose(key);
    else if (event.key === "Escape") this.pointer.cancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** @param {string} key @param {number[]} step */
  walk(key, [dx, dy]) {
    const [board, x, y] = key.split(/[:,]/).map(Number), scene = this.scene.boards[board];
    const up = scene.upwards ? -dy : dy;
    this.focus(`${board}:${Math.min(Math.max(x + dx, 0), scene.columns - 1)},${Math.min(Math.max(y + up, 0), scene.rows - 1)}`);
  }
}

/** The middle of a row. @param {number} y @param {any} geometry */
const middle = (y, { upwards, rows }) => ((upwards ? rows - 1 - y : y) + 0.5) * CELL;
