// "Play against a bot": it begins with the bot in the middle, and names the ladder from the easiest to the best.

import { byRank, canSit, seatsOf } from "../data.js";
import { h, mark, press, times } from "../dom.js";
import { reveal } from "../shown.js";

/** The contestants that can sit down here, the last of the standings first, without those that a fault put out. @param {PageData} data @returns {number[]} */
export function rungs(data) {
  const out = new Set();
  for (const { outcome, seats, points } of data.faults === "disqualify" ? data.games : [])
    if (outcome === "forfeit")
      for (const [seat, bot] of seats.entries()) if (points[seat] === 0) out.add(bot);
  return byRank(data)
    .reverse()
    .filter((bot) => canSit(data, bot) && !out.has(bot));
}

export class Ladder {
  /** @param {Arena} arena */
  constructor(arena) {
    this.arena = arena;
    this.element = h("section", { class: "play", "aria-label": "Play" });
    this.drawn = "";
  }

  draw() {
    const { arena } = this,
      { data, parts, puzzle } = arena,
      all = data.table || data.begins ? [] : rungs(data),
      key = JSON.stringify(all);
    this.element.hidden = !all.length || arena.isOwn || puzzle !== null;
    if (key === this.drawn || !all.length) return;
    this.drawn = key;
    parts.side.append(this.element);
    const middle = Math.floor((all.length - 1) / 2),
      start = all[middle],
      next = all[middle + 1];
    const begin = (/** @type {number} */ bot) => {
      arena.again([null, ...times(seatsOf(data) - 1, () => bot)]);
      reveal();
    };
    const rung = (/** @type {string} */ word, /** @type {number} */ bot) =>
      h(
        "li",
        { class: bot === start ? "here" : "" },
        press(
          () => begin(bot),
          {},
          h("small", {}, word),
          h("span", {}, mark(data.contestants[bot]), data.contestants[bot].name),
        ),
      );
    const name = (/** @type {number} */ bot) => data.contestants[bot].name;
    this.element.replaceChildren(
      press(() => begin(start), { class: "primary" }, "Play against a bot"),
      h(
        "ol",
        { class: "ladder", "aria-label": "From easy to boss" },
        all.length > 2 ? rung("easy", all[0]) : "",
        all.length > 0 ? rung("start", start) : "",
        all.length > 1 && all.at(-1) !== start ? rung("boss", /** @type {number} */ (all.at(-1))) : "",
      ),
      h(
        "p",
        {},
        `You begin with ${name(start)}.${next === undefined ? "" : ` Win, and ${name(next)} is next.`}`,
      ),
    );
  }
}
