// Pieces are placed, as a fleet: by mouse, finger or pen, by keys, or at random. What is wrong with it, the rules say.

import { CELL, EDGE, coordinates, middle, sidesOf } from "./geometry.js";
import { h, press, s, times } from "../dom.js";
import { hull } from "./looks.js";
import { squareName } from "./place.js";
import { keepStill } from "./pointer.js";
import { clashing, notation, pushed, random, squaresOf, wayOf } from "./placing.js";

/** How far a key moves a ship. @type {Record<string, [number, number]>} */
const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] };

/**
 * @param {Board} board @param {import("./placing.js").Placing} placing @param {(action: string) => void} done
 * @param {{ one: string, many: string, all: string }} words @param {(piece: any) => string} nameOf
 * @param {Look} look of the boards
 */
export function fleetBuilder(board, placing, done, words, nameOf, look) {
  const fleet = new Fleet(board, placing, words, nameOf, look);
  return h(
    "div",
    { class: "fleet" },
    h(
      "p",
      {},
      `Place your ${words.all}: drag a ${words.one} to move it, click it to turn it. With keys: press Tab to choose a ${words.one}, the arrows to move it, and Enter to turn it.`,
    ),
    fleet.element,
    fleet.note,
    h(
      "div",
      { class: "fleet-tools" },
      press(() => fleet.shuffle(), {}, "At random"),
      press(() => done(notation(fleet.ships)), { class: "primary" }, "Ready"),
    ),
  );
}

class Fleet {
  /**
   * @param {Board} board @param {import("./placing.js").Placing} placing
   * @param {{ one: string, many: string, all: string }} words @param {(piece: any) => string} nameOf
   * @param {Look} look
   */
  constructor(board, placing, words, nameOf, look) {
    this.look = look;
    this.board = board;
    this.placing = placing;
    this.words = words;
    this.nameOf = nameOf;
    this.element = h("div", { class: "fleet-grid" });
    this.note = h("p", { class: "fleet-note", role: "status" });
    this.picked = 0;
    /** The ship that a pointer has hold of, and by which square. @type {any} */
    this.held = null;
    this.element.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => this.down(event));
    this.element.addEventListener("pointermove", (/** @type {PointerEvent} */ event) => this.move(event));
    this.element.addEventListener("pointerup", (/** @type {PointerEvent} */ event) => this.up(event));
    this.element.addEventListener("pointercancel", () => this.cancel());
    keepStill(this.element, () => this.held?.ship >= 0);
    this.element.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => this.key(event));
    this.element.addEventListener("focusin", (/** @type {FocusEvent} */ event) =>
      this.choose(shipOf(event.target)),
    );
    this.ships = random(placing, board);
    this.draw();
  }

  shuffle() {
    this.ships = random(this.placing, this.board);
    this.draw();
  }

  /** The elements stay, so that a finger does not lose hold of one. */
  build() {
    const { columns, rows } = this.board,
      geometry = { ...this.board, width: columns * CELL, height: rows * CELL };
    const square = (/** @type {[number, number]} */ [x, y]) =>
      s("rect", {
        class: "fleet-cell",
        "data-fleet": `${x},${y}`,
        x: x * CELL,
        y: y * CELL,
        width: CELL,
        height: CELL,
      });
    const sea = times(columns * rows, (i) => square([i % columns, Math.floor(i / columns)]));
    const part = () => s("g", {}, square([0, 0]), s("path", { class: "hull" }));
    this.groups = this.ships.map((ship, i) =>
      s("g", { "data-ship": i, role: "button", tabindex: 0 }, squaresOf(ship).map(part)),
    );
    // The same board as that of the game, with its coordinates.
    this.element.replaceChildren(
      s(
        "svg",
        {
          class: "fleet-board",
          viewBox: `${-EDGE} ${-EDGE} ${columns * CELL + 2 * EDGE} ${rows * CELL + 2 * EDGE}`,
          role: "group",
          "aria-label": `Your ${this.words.all}`,
        },
        this.look.ground(geometry),
        coordinates(this.board, geometry),
        sea,
        this.groups,
      ),
    );
    return this.groups;
  }

  draw() {
    const wrong = clashing(this.ships, this.placing.apart),
      groups = this.groups ?? this.build();
    this.ships.forEach((ship, i) => {
      groups[i].setAttribute(
        "class",
        `fleet-ship${i === this.picked ? " picked" : ""}${wrong.has(i) ? " clash" : ""}`,
      );
      groups[i].setAttribute("aria-label", this.label(ship, wrong.has(i)));
      const squares = squaresOf(ship),
        sides = sidesOf({ ...this.board, hulls: [{ piece: ship.piece, squares }] });
      squares.forEach(([x, y], part) => {
        const [cell, path] = groups[i].children[part].children;
        cell.setAttribute("x", x * CELL);
        cell.setAttribute("y", y * CELL);
        path.setAttribute("d", hull(/** @type {any} */ (sides.get(`${x},${y}`))));
        path.setAttribute("transform", `translate(${(x + 0.5) * CELL} ${middle(y, this.board)})`);
      });
    });
    this.note.textContent = wrong.size
      ? `Red ${this.words.many} ${this.placing.apart ? "overlap or touch" : "overlap"}.`
      : "";
  }

  /** @param {any} ship @param {boolean} isWrong */
  label(ship, isWrong) {
    return `${this.nameOf(ship.piece)}, ${wayOf(ship).name} from ${squareName(this.board, ship.x, ship.y)}${isWrong ? ", in the way of another" : ""}`;
  }

  /** @param {number} ship */
  choose(ship) {
    if (ship < 0 || ship === this.picked) return;
    this.picked = ship;
    this.draw();
  }

  /** Puts a ship elsewhere, or as near as it can be. @param {number} ship @param {any} change */
  put(ship, change) {
    this.ships[ship] = pushed({ ...this.ships[ship], ...change }, this.board);
    this.draw();
  }

  /** @param {PointerEvent} event */
  down(event) {
    if (this.held || !event.isPrimary) return this.cancel();
    const at = this.square(event),
      ship = shipOf(event.target);
    if (event.button !== 0) return;
    this.held = { ship, at, before: { ...this.ships[ship] }, hasMoved: false };
    if (ship < 0) return;
    this.picked = ship;
    this.element.setPointerCapture(event.pointerId);
    event.preventDefault();
    this.draw();
    this.groups?.[ship].focus({ preventScroll: true });
  }

  /** @param {PointerEvent} event */
  move(event) {
    if (!this.held || this.held.ship < 0) return;
    const { ship, at, before } = this.held,
      now = this.square(event);
    this.held.hasMoved ||= now.x !== at.x || now.y !== at.y;
    if (this.held.hasMoved)
      this.put(ship, { ...before, x: before.x + now.x - at.x, y: before.y + now.y - at.y });
  }

  /** @param {PointerEvent} event */
  up(event) {
    const { held } = this;
    if (!held || !event.isPrimary) return;
    this.held = null;
    if (held.ship < 0) this.put(this.picked, held.at);
    else if (!held.hasMoved) this.turn(held.ship);
  }

  /** @param {number} ship */
  turn(ship) {
    const { way, ways } = this.ships[ship];
    this.put(ship, { way: (way + 1) % ways.length });
  }

  /** The ship that is carried goes back to where it was. */
  cancel() {
    const { held } = this;
    this.held = null;
    if (held && held.ship >= 0) this.put(held.ship, held.before);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const ship = shipOf(event.target),
      step = STEPS[event.key];
    if (ship < 0 || event.altKey || event.ctrlKey || event.metaKey) return;
    const { x, y } = this.ships[ship];
    if (step) this.put(ship, { x: x + step[0], y: y + step[1] });
    else if (event.key === "Enter") this.turn(ship);
    else if (event.key === "Escape") this.cancel();
    else return;
    event.preventDefault();
    event.stopPropagation();
  }

  /** The square under a pointer, which may be beside the board. @param {PointerEvent} event */
  square({ clientX, clientY }) {
    const { left, top, width } = /** @type {Element} */ (
      this.element.firstElementChild
    ).getBoundingClientRect();
    const unit = width / (this.board.columns * CELL + 2 * EDGE),
      at = (/** @type {number} */ pixels) => Math.floor((pixels / unit - EDGE) / CELL);
    return { x: at(clientX - left), y: at(clientY - top) };
  }
}

/** The ship that an element belongs to, or -1. @param {any} target */
const shipOf = (target) => Number(target?.closest?.("[data-ship]")?.getAttribute("data-ship") ?? -1);
