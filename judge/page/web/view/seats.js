// The panel of the seats: who has each, its score, and the choice of somebody else.

import { canSit } from "./data.js";
import { h, mark } from "./dom.js";
import { emblem } from "./looks.js";

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

  /** @param {any} frame @param {any[]} seats @param {number} t @param {boolean} isBusy */
  draw(frame, seats, t, isBusy) {
    const key = JSON.stringify([seats, t, frame.scene.scores, frame.scene.toMove, isBusy]);
    if (key === this.drawn) return;
    this.drawn = key;
    const focused = document.activeElement?.getAttribute("data-seat");
    this.element.replaceChildren(...seats.map((_, seat) => this.seat(frame.scene, seat)));
    if (focused) this.element.querySelector(`[data-seat="${focused}"]`)?.focus();
  }

  /** @param {any} scene @param {number} seat */
  seat(scene, seat) {
    const holder = this.holder(seat), contestant = holder === null ? null : this.data.contestants[holder];
    const option = (/** @type {any} */ bot, /** @type {number} */ i) => (canSit(this.data, i) || i === holder ? h("option", { value: i, disabled: !canSit(this.data, i) }, bot.name) : null);
    const select = h("select", { "data-seat": seat, "aria-label": `Seat ${seat + 1}: who plays from this turn on`, onchange: () => this.give(seat, select.value === "" ? null : Number(select.value)) },
      h("option", { value: "" }, "a person"), this.data.contestants.map(option));
    select.value = holder === null ? "" : String(holder);
    return h("div", { class: `player${scene.toMove === seat ? " to-move" : ""}` }, emblem(this.data.game, seat), contestant ? mark(contestant) : h("span", { class: "person", "aria-hidden": "true" }, "☺"), select, h("output", { class: "score", title: "score" }, scene.scores[seat]));
  }
}
