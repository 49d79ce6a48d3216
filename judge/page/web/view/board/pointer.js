// Mouse, finger and pen on the boards: a click chooses a place, a drag carries a piece from one to another.

import { placeOf } from "./place.js";

/** A pointer that moves less is a click. In pixels. */
const DRAG_STARTS = 6;

/**
 * A pointer that is down on a place.
 * @typedef {object} Press
 * @property {string} key the place
 * @property {number} id the pointer
 * @property {number} x where it went down
 * @property {number} y
 * @property {any} ghost the piece that it carries; null as long as it is a click
 * @property {number} scale the board's units for a pixel
 */

/**
 * Keeps the page from scrolling while a finger carries something. Inside of SVG browsers do not always heed the style's
 * `touch-action`.
 * @param {Element} element @param {() => boolean} isHeld
 */
export const keepStill = (element, isHeld) =>
  element.addEventListener("touchmove", (event) => isHeld() && event.cancelable && event.preventDefault(), {
    passive: false,
  });

export class Pointer {
  /** @param {import("./board.js").Boards} boards */
  constructor(boards) {
    this.boards = boards;
    /** @type {Press | null} */
    this.press = null;
    const { element } = boards;
    element.addEventListener("pointerdown", (/** @type {PointerEvent} */ event) => this.down(event));
    element.addEventListener(
      "pointerover",
      (/** @type {PointerEvent} */ event) => this.press?.ghost || boards.hover(placeOf(event.target)),
    );
    element.addEventListener("pointerleave", () => boards.hover(null));
    // A finger that rests on a piece wants to carry it, and no menu.
    element.addEventListener(
      "contextmenu",
      (/** @type {PointerEvent} */ event) =>
        event.pointerType && event.pointerType !== "mouse" && event.preventDefault(),
    );
    keepStill(element, () => this.press !== null && boards.isMovable(this.press.key));
  }

  /** @param {PointerEvent} event */
  down(event) {
    // A second finger takes back what the first has begun.
    if (this.press || !event.isPrimary) return this.cancel();
    const key = placeOf(event.target);
    if (!key || event.button !== 0) return;
    this.press = { key, id: event.pointerId, x: event.clientX, y: event.clientY, ghost: null, scale: 1 };
    this.listening = new AbortController();
    const { signal } = this.listening;
    const hear = (/** @type {any} */ other) => {
      if (other.pointerId !== this.press?.id) return;
      if (other.type === "pointermove") this.move(other);
      else if (other.type === "pointerup") this.up(other);
      else this.cancel();
    };
    // It may be let go anywhere, also beside the boards.
    for (const kind of ["pointermove", "pointerup", "pointercancel"])
      document.addEventListener(kind, hear, { signal });
    if (this.boards.isMovable(key)) this.boards.element.setPointerCapture(event.pointerId);
    this.boards.focus(key);
    event.preventDefault();
  }

  /** @param {PointerEvent} event */
  move(event) {
    const { press, boards } = this;
    if (!press || !boards.isMovable(press.key)) return;
    const dx = event.clientX - press.x,
      dy = event.clientY - press.y;
    if (!press.ghost) {
      if (Math.hypot(dx, dy) < DRAG_STARTS) return;
      this.lift(press);
    }
    // On a board that is turned everything moves the other way, and pieces stand on their heads.
    const scale = boards.isTurned ? -press.scale : press.scale,
      upright = boards.isTurned ? " rotate(180)" : "";
    press.ghost?.setAttribute("transform", `translate(${dx * scale} ${dy * scale})${upright}`);
    boards.hover(under(event));
  }

  /** The piece leaves its place. @param {Press} press */
  lift(press) {
    this.boards.pick(press.key);
    const piece = (press.ghost = this.boards.at(press.key)?.querySelector(".pieces"));
    if (!piece) return;
    piece.classList.add("ghost");
    press.scale =
      piece.ownerSVGElement.viewBox.baseVal.width / piece.ownerSVGElement.getBoundingClientRect().width;
  }

  /** @param {PointerEvent} event */
  up(event) {
    const { press, boards } = this,
      key = under(event);
    if (!press) return;
    if (!press.ghost) {
      this.letGo();
      // Who lets go elsewhere did not mean it.
      if (key === press.key) boards.choose(key);
      return;
    }
    const choice = boards.choiceTo(key);
    this.cancel();
    if (choice) boards.act(choice.action);
  }

  /** Everything is as it was before the pointer went down. */
  cancel() {
    this.letGo();
    this.boards.pick(null);
    this.boards.hover(null);
  }

  letGo() {
    this.listening?.abort();
    this.press?.ghost?.classList.remove("ghost");
    this.press?.ghost?.removeAttribute("transform");
    this.press = null;
  }
}

/** The place under a pointer. @param {PointerEvent} event */
function under(event) {
  for (const element of document.elementsFromPoint(event.clientX, event.clientY)) {
    const key = placeOf(element);
    if (key && !element.closest(".ghost")) return key;
  }
  return null;
}
