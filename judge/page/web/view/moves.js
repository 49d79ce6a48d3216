// All actions of a match, in order; each leads to its turn.

import { h } from "./dom.js";

export class Moves {
  /** @param {(t: number) => void} go */
  constructor(go) {
    this.go = go;
    this.element = h("ol", { class: "moves", "aria-label": "Moves" });
    /** What is drawn already. @type {any[]} */
    this.drawn = [];
  }

  /** @param {import("./session.js").Frame[]} frames @param {number} t */
  draw(frames, t) {
    // What is there stays; new actions are added, and the mark moves.
    if (this.drawn !== frames) this.element.replaceChildren();
    this.drawn = frames;
    const known = this.element.children.length;
    this.element.append(...frames.slice(1 + known).map(({ move }, i) => this.move(move, 1 + known + i)));
    this.element.querySelector(".current")?.classList.remove("current");
    const current = this.element.children[t - 1];
    current?.classList.add("current");
    if (current) this.element.scrollTop = current.offsetTop - this.element.offsetTop - this.element.clientHeight / 2;
  }

  /** @param {any} move @param {number} t */
  move(move, t) {
    return h("li", { class: move.log.length ? "has-log" : "" }, h("button", { type: "button", class: `move by-${move.by} seat${move.seat}`, title: move.log.join("\n"), onclick: () => this.go(t) }, short(move.action)));
  }
}

/** @param {string} action */
const short = (action) => (action.length > 14 ? "fleet" : action);
