// The panel of one turn: what was done, asked, told, used and logged.

import { count, h, mark, quiet, s, thousands } from "../dom.js";
import { effectOf } from "../arena/effects.js";
import { emblem } from "../board/looks.js";

/** How an action came about, if nobody chose it as usual. @type {Record<string, string>} */
const BY = { opening: "opening", forced: "forced", hand: "by hand" };

/**
 * @param {Frame[]} frames @param {number} t @param {PageData} data
 * @param {(seat: number) => string} nameOf @param {Identity[]} table
 * @returns {any[]}
 */
export function turnPanel(frames, t, data, nameOf, table) {
  const frame = frames[t],
    { move, asked } = frame,
    effect = effectOf(frames, t);
  const faults = frame.faults.map((fault) =>
    h(
      "p",
      { class: "problem" },
      `${nameOf(fault.seat)}: ${fault.kind} in ${fault.function}${fault.turn ? `, turn ${fault.turn}` : ""}: ${fault.detail}`,
    ),
  );
  if (!move) return [quiet("The start."), ...faults];
  const by = BY[move.by];
  return [
    h(
      "p",
      { class: "move-line" },
      emblem(data.facts, move.seat, table[move.seat]),
      mark(table[move.seat]),
      h("strong", {}, ` ${move.action}`),
      effect ? h("span", { class: "effect" }, effect) : null,
      by ? h("span", { class: "badge" }, by) : null,
    ),
    move.usage.fuel ? fuelUsed(move.usage, data.limits.fuel_per_turn) : "",
    asked?.question
      ? h(
          "details",
          {},
          h("summary", {}, `asked: ${asked.function}`),
          h("code", { class: "question" }, asked.question),
        )
      : "",
    frame.told.length
      ? h(
          "details",
          {},
          h("summary", {}, `told: ${count(frame.told.length, "message")}`),
          h(
            "ul",
            { class: "told" },
            frame.told.map((text) => h("li", {}, text.split(";")[0])),
          ),
        )
      : "",
    move.log.length ? h("pre", { class: "log", tabindex: 0, "aria-label": "Log" }, move.log.join("\n")) : "",
    ...faults,
  ];
}

/** @param {any} usage @param {number} limit */
function fuelUsed(usage, limit) {
  const share = Math.min(1, usage.fuel / limit),
    percent = (share * 100).toFixed(share < 0.1 ? 2 : 0);
  const memory = usage.memory_bytes
    ? `; memory grew by ${thousands(Math.round(usage.memory_bytes / 1024))} KiB`
    : "";
  return h(
    "p",
    { class: "fuel" },
    s(
      "svg",
      {
        class: "fuel-bar",
        viewBox: "0 0 100 6",
        preserveAspectRatio: "none",
        role: "img",
        "aria-label": "fuel against the limit",
      },
      s("rect", { class: "fuel-all", width: 100, height: 6 }),
      s("rect", { class: "fuel-used", width: Math.max(0.5, share * 100), height: 6 }),
    ),
    h("span", {}, `${thousands(usage.fuel)} of fuel, ${percent} % of a turn${memory}`),
  );
}
