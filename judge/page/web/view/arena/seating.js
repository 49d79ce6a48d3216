// Who sits where in a new game.

import { canSit, seatName } from "../data.js";
import { h } from "../dom.js";
import { reveal } from "../shown.js";

/** @param {any} data @param {import("./arena.js").Arena} arena @param {(number | null)[] | null} sit */
export function seating(data, arena, sit = null) {
  const seats =
    sit?.length ?? data.seats ?? data.games.find((/** @type {any} */ game) => game.sha256).seats.length;
  const best = data.contestants
    .map((/** @type {any} */ bot, /** @type {number} */ i) => ({ ...bot, i }))
    .filter((/** @type {any} */ bot) => canSit(data, bot.i))
    .sort((/** @type {any} */ a, /** @type {any} */ b) => a.rank - b.rank);
  const selects = Array.from({ length: seats }, (_, seat) => {
    const select = h(
      "select",
      { "aria-label": `Seat ${seat + 1}, ${seatName(data, seat)}` },
      h("option", { value: "" }, "a person"),
      best.map((/** @type {any} */ bot) => h("option", { value: bot.i }, bot.name)),
    );
    const bot = sit
      ? sit[seat]
      : seat === 0 || !best.length
        ? null
        : best[Math.min(seat - 1, best.length - 1)].i;
    select.value = bot === null ? "" : String(bot);
    return select;
  });
  const form = h(
    "form",
    {
      class: "seating",
      id: "seating",
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        arena.fresh(selects.map((select) => (select.value === "" ? null : Number(select.value))));
        arena.wantsFocus = true;
        reveal();
      },
    },
    h(data.begins === "playing" ? "h2" : "h3", {}, "Choose who plays"),
    h(
      "div",
      { class: "seats" },
      selects.map((select, seat) => h("label", {}, seatName(data, seat), select)),
    ),
    h("button", { class: "primary" }, "New game"),
  );
  if (data.facts.secret && !sit && data.bots.some((/** @type {any} */ bot) => bot !== null))
    form.append(
      h(
        "p",
        { class: "quiet" },
        `The bot and ${data.facts.secret} are on this page, so who wants to cheat can.`,
      ),
    );
  return form;
}
