// The panel of the seats: who has each, its score, and the choice of somebody else.

import { canSit } from "../data.js";
import { h, mark, thousands } from "../dom.js";
import { emblem } from "../board/looks.js";

export class Seats {
  /**
   * @param {any} data
   * @param {(seat: number) => number | null} holder the bot that has a seat on the shown turn; null for a person
   * @param {(seat: number, bot: number | null) => void} give
   */
  constructor(data, holder, give) {
    this.data = data;
    this.holder = holder;
    this.give = give;
    this.element = h("div", { class: "players" });
    /** What is drawn already. @type {string} */
    this.drawn = "";
  }

  /** @param {any} frame @param {import("../identity.js").Identity[]} table */
  draw(frame, table) {
    const holders = table.map((_, seat) => this.holder(seat)),
      key = JSON.stringify([holders, this.data.wrong?.size ?? 0]);
    if (key !== this.drawn) {
      this.drawn = key;
      const focused = document.activeElement?.getAttribute("data-seat");
      this.element.replaceChildren(...table.map((one, seat) => this.seat(one, seat)));
      if (focused) this.element.querySelector(`[data-seat="${focused}"]`)?.focus();
    }
    // Hundreds of contestants to choose from are made once; only this changes from turn to turn.
    for (const [seat, row] of [...this.element.children].entries()) {
      row.classList.toggle("to-move", frame.scene.toMove === seat);
      row.querySelector(".score").textContent = thousands(frame.scene.scores[seat]);
    }
  }

  /** @param {import("../identity.js").Identity} one @param {number} seat */
  seat(one, seat) {
    const holder = this.holder(seat),
      now = holder === null ? "" : String(holder);
    const option = (/** @type {any} */ bot, /** @type {number} */ i) =>
      canSit(this.data, i) || i === holder
        ? h("option", { value: i, disabled: !canSit(this.data, i) }, bot.name)
        : null;
    const select = h(
      "select",
      {
        "data-seat": seat,
        disabled: Boolean(this.data.scenes),
        "aria-label": `Seat ${seat + 1}: who plays from this turn on`,
        onchange: () => {
          const wanted = select.value === "" ? null : Number(select.value);
          // It is whose it was until it is given: while bots play, it may not be.
          select.value = now;
          this.give(seat, wanted);
        },
      },
      h("option", { value: "" }, "a person"),
      this.data.contestants.map(option),
    );
    select.value = now;
    return h(
      "div",
      { class: "player" },
      emblem(this.data.facts, seat, one),
      mark(one),
      select,
      h("output", { class: "score", title: "score" }),
    );
  }
}
