// All actions of a match, in order; each leads to its turn.

import { h, mark, press, shortly } from "../dom.js";

/** An action with more letters than this needs more room. */
const LONG = 5;

export class Moves {
  /** @param {(t: number) => void} go */
  constructor(go) {
    this.go = go;
    this.element = h("ol", { class: "moves", "aria-label": "Moves" });
    /** What is drawn already. @type {any[]} */
    this.drawn = [];
    /** @type {Identity[] | null} */
    this.table = null;
  }

  /**
   * @param {Frame[]} frames @param {number} t
   * @param {Identity[]} table whose marks the moves carry
   */
  draw(frames, t, table) {
    this.table = table;
    // What is there stays; new actions are added, and the mark moves.
    if (this.drawn !== frames) this.element.replaceChildren();
    this.drawn = frames;
    while (this.element.children.length > Math.max(frames.length - 1, 0))
      this.element.lastElementChild.remove();
    const known = this.element.children.length;
    this.element.append(...frames.slice(1 + known).map(({ move }, i) => this.move(move, 1 + known + i)));
    this.element.classList.toggle("long", this.element.querySelector(".move.wide-move") !== null);
    const hasFocus = this.element.contains(document.activeElement);
    for (const old of this.element.querySelectorAll(".current")) old.classList.remove("current");
    for (const old of this.element.querySelectorAll('[tabindex="0"]')) old.setAttribute("tabindex", "-1");
    const current = this.element.children[t - 1];
    current?.classList.add("current");
    // The list is one stop of the Tab key: arrows go through it, as they go through the match.
    const stop = (current ?? this.element.firstElementChild)?.querySelector("button");
    stop?.setAttribute("tabindex", "0");
    if (hasFocus) stop?.focus({ preventScroll: true });
    if (current)
      this.element.scrollTop = current.offsetTop - this.element.offsetTop - this.element.clientHeight / 2;
  }

  /** @param {any} move @param {number} t */
  move(move, t) {
    // What a game hides from others has a word of its own in the list. Where it is longer, nobody wants it.
    const text = move.short?.length < move.action.length ? move.short : shortly(move.action);
    return h(
      "li",
      { class: move.log.length ? "has-log" : "" },
      press(
        () => this.go(t),
        {
          tabindex: -1,
          class: `move by-${move.by}${text.length > LONG ? " wide-move" : ""}`,
          title: move.log.join("\n"),
        },
        this.table ? mark(this.table[move.seat]) : null,
        text,
      ),
    );
  }
}
