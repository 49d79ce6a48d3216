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
    // What is there stays; only the mark moves.
    if (this.element.children.length !== frames.length - 1 || this.drawn !== frames) {
      this.drawn = frames;
      this.element.replaceChildren(...frames.slice(1).map(({ move }, i) => h("li", { class: move.log.length ? "has-log" : "" },
        h("button", { type: "button", class: `move by-${move.by} seat${move.seat}`, title: move.log.join("\n"), onclick: () => this.go(i + 1) }, short(move.action)))));
    }
    this.element.querySelector(".current")?.classList.remove("current");
    const current = this.element.children[t - 1];
    current?.classList.add("current");
    if (current) this.element.scrollTop = current.offsetTop - this.element.offsetTop - this.element.clientHeight / 2;
  }
}

/** @param {string} action */
const short = (action) => (action.length > 14 ? "fleet" : action);
