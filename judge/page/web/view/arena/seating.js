// Who sits where in a new game.

import { byRank, canSit, seatName, seatsOf } from "../data.js";
import { h, quiet, select, times } from "../dom.js";
import { reveal } from "../shown.js";

/** @param {PageData} data @param {Arena} arena @param {(number | null)[] | null} sit */
export function seating(data, arena, sit = null) {
  const best = byRank(data).filter((bot) => canSit(data, bot)),
    options = [["", "a person"], ...best.map((bot) => [bot, data.contestants[bot].name])];
  const selects = times(sit?.length ?? seatsOf(data), (seat) => {
    const list = select(`Seat ${seat + 1}, ${seatName(data, seat)}`, options),
      others = seat === 0 ? null : (best[seat - 1] ?? best.at(-1));
    list.value = String((sit ? sit[seat] : others) ?? "");
    return list;
  });
  const form = h(
    "form",
    {
      class: "seating",
      id: "seating",
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        arena.fresh(selects.map((select) => (select.value === "" ? null : Number(select.value))));
        arena.screen.wantsFocus = true;
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
    form.append(quiet(`The bot and ${data.facts.secret} are on this page, so who wants to cheat can.`));
  return form;
}
