// Name plates on the edges of the board: who has each seat, with mark and score; who is ahead, who moves; and a pencil
// to give the seat to somebody else. Between them one bar of who is ahead.

import { leaderOf, ranksOf, soleWinner } from "../../engine/turning.js";
import { emblem } from "../board/looks.js";
import { canSit, seatable } from "../data.js";
import { count, descending, h, isShort, mark, optionOf, select, thousands, times } from "../dom.js";
import { icon } from "../icons.js";
import { effectOf } from "./effects.js";

/** Games of a match that are shown as pips, at most. */
const PIPS_MAX = 8;

/**
 * How a match stands on a turn: the game's own score of each seat, or of a game without one the games that each has won
 * against the other; who is ahead, and by how much.
 * @param {Arena} arena @param {number} t
 */
export function standing({ data, session, series }, t) {
  const { frames, over } = session,
    { scores } = frames[t].scene,
    isEnd = Boolean(over) && !session.isBusy && t === frames.length - 1,
    ranks = (isEnd && ranksOf(over.record.verdict)) || [],
    hasScore = Boolean(data.facts.unit),
    winner = soleWinner(ranks);
  /** @type {number[]} */
  const values = hasScore || !series ? scores : series.won.map((won, seat) => won + Number(seat === winner)),
    [first, second = first] = descending(values),
    by = first - second;
  return {
    values,
    by,
    ahead: isEnd ? winner : leaderOf(values),
    winner,
    unit: hasScore ? data.facts.unit : series ? `of ${count(series.at + Number(isEnd), "game")}` : "",
  };
}

export class Plates {
  /** @param {Arena} arena @param {(seat: number, bot: number | null) => void} give */
  constructor(arena, give) {
    this.arena = arena;
    this.give = give;
    this.element = h("div", { class: "plates" });
    this.bar = h("div", { class: "lead-bar" });
    /** What is drawn already. @type {string} */
    this.drawn = "";
  }

  /** @param {any} frame @param {Identity[]} table */
  draw(frame, table) {
    const { arena, element } = this,
      { data, session, t } = arena,
      key = JSON.stringify([arena.holders(), arena.names(), data.wrong?.size ?? 0, arena.isSwapped]);
    if (key !== this.drawn) {
      this.drawn = key;
      const focused = document.activeElement?.getAttribute("data-seat");
      element.replaceChildren(...table.map((one, seat) => this.plate(one, seat)));
      if (focused) element.querySelector(`[data-seat="${focused}"]`)?.focus();
    }
    const now = standing(arena, t),
      order = arena.isSwapped ? [1, 0] : [...table.keys()],
      isOver = session.over && t === session.frames.length - 1;
    // Hundreds of contestants to choose from are made once; only this changes from turn to turn.
    for (const [seat, plate] of [...element.children].entries()) {
      const say = (/** @type {string} */ part, /** @type {string} */ text) => {
        const place = plate.querySelector(part);
        place.textContent = text;
        place.hidden = text === "";
      };
      plate.classList.toggle("to-move", !isOver && frame.scene.toMove === seat);
      plate.classList.toggle("ahead", now.ahead === seat);
      say(".score", thousands(now.values[seat]));
      say(".lead", now.winner === seat ? "wins" : now.ahead === seat ? `+${thousands(now.by)}` : "");
      say(".fact", this.fact(seat));
      plate.querySelector(".unit span").textContent = [now.unit, data.facts.seats[seat]]
        .filter(Boolean)
        .join(", ");
    }
    const least = Math.min(0, ...now.values),
      isLevel = now.by === 0 && now.values.every((value) => value === now.values[0]);
    this.bar.replaceChildren(
      ...order.map((seat) => {
        const part = h("i", { class: `c${table[seat].colour}` });
        part.style.setProperty("--n", String(isLevel ? 1 : now.values[seat] - least));
        return part;
      }),
    );
    const said = order.map((seat) => `${arena.nameOf(seat)} ${thousands(now.values[seat])}`);
    this.bar.setAttribute("role", "img");
    this.bar.setAttribute("aria-label", `Who is ahead: ${said.join(", ")}`);
  }

  /** What a seat did last, or why nobody of this page has it. @param {number} seat */
  fact(seat) {
    const { arena } = this,
      { game, branch, data, session } = arena,
      bot = game?.seats[seat];
    if (branch !== null && bot !== undefined && arena.holder(seat) === null && !canSit(data, bot))
      return `${data.contestants[bot].name} cannot play on this page, so its seat is yours.`;
    let turn = arena.t;
    while (turn > 0 && session.frames[turn].move.seat !== seat) turn -= 1;
    if (turn === 0) return "";
    const { action } = session.frames[turn].move;
    if (!isShort(action)) return "";
    const effect = effectOf(session.frames, turn);
    return `Last: ${action}${effect ? `, ${effect}` : ""}`;
  }

  /** @param {Identity} one @param {number} seat */
  plate(one, seat) {
    const { arena } = this,
      { data, series } = arena,
      holder = arena.holder(seat),
      name = arena.nameOf(seat),
      isYou = holder === null && arena.names().filter((one) => one === name).length === 1,
      now = holder === null ? "" : String(holder),
      side = arena.table().length === 2 ? ((seat === 1) === arena.isSwapped ? "left" : "right") : "";
    const change = select(`Who plays instead of ${name} from this turn on`, seatable(data, holder), {
      "data-seat": seat,
      disabled: Boolean(data.scenes),
      title: "Change who plays",
      onchange: () => {
        const wanted = change.value === "" ? null : Number(change.value);
        // It is whose it was until it is given: while bots play, it may not be.
        change.value = now;
        this.give(seat, wanted);
      },
    });
    change.prepend(optionOf(["", "a person"]));
    change.value = now;
    const all = series?.games.length ?? 0,
      isShort = Boolean(series?.games[0].match) && all > 1 && all <= PIPS_MAX;
    const plate = h(
      "div",
      { class: `plate player ${side} c${one.colour}` },
      h("div", { class: "name" }, mark(one), h("span", { title: name }, isYou ? "You" : name)),
      h("output", { class: "score", title: "score" }),
      h("div", { class: "unit" }, emblem(data.facts, seat, one), h("span", {})),
      isShort
        ? h(
            "div",
            { class: "pips", role: "img", "aria-label": `${series?.won[seat]} of ${all} games won` },
            times(all, (i) => h("i", { class: i < (series?.won[seat] ?? 0) ? "won" : "" })),
          )
        : "",
      h("div", { class: "lead" }),
      h("div", { class: "moving" }, "▸ to move"),
      h("div", { class: "fact" }),
      h("label", { class: "edit" }, icon("edit"), change),
    );
    plate.style.setProperty("--letters", String([...name].length));
    return plate;
  }
}
