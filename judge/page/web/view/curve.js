// The curve of a match: the game's own measure by turn for each seat, with axis and legend, over the time line.

import { h, mark, s, thousands } from "./dom.js";

const WIDTH = 1000,
  HEIGHT = 100;

/** A step of 1, 2 or 5 times a power of ten, so that there are few of them. @param {number} span */
function roundStep(span) {
  const power = 10 ** Math.floor(Math.log10(Math.max(span, 1)));
  return [1, 2, 5, 10].map((times) => times * power).find((step) => span / step <= 3) ?? span;
}

/**
 * The curve, and what moves over it.
 * @param {import("./session.js").Frame[]} frames @param {string | null} unit what scores count; null if they say nothing
 * @param {import("./identity.js").Identity[]} table @param {(seat: number) => string} nameOf
 * @param {{ t: number, text: string }[]} turning turning points
 * @param {(t: number) => void} go
 */
export function curve(frames, unit, table, nameOf, turning, go) {
  const scores = frames.map(({ scene }) => scene.scores),
    seats = scores[0]?.length ?? 0;
  const all = scores.flat(),
    isFlat = all.every((score) => score === all[0]);
  if (unit === null || frames.length < 2 || isFlat) return null;
  const low = Math.min(0, ...all),
    step = roundStep(Math.max(...all) - low),
    high = Math.ceil(Math.max(...all) / step) * step;
  const last = frames.length - 1,
    x = (/** @type {number} */ t) => 6 + (t / last) * (WIDTH - 12),
    y = (/** @type {number} */ score) => HEIGHT - 3 - ((score - low) / (high - low)) * (HEIGHT - 6);
  const ticks = Array.from({ length: Math.floor((high - low) / step) + 1 }, (_, i) => low + i * step);
  const line = (/** @type {number} */ seat) =>
    scores.map((row, t) => `${t ? "L" : "M"}${x(t).toFixed(1)} ${y(row[seat]).toFixed(1)}`).join("");
  const ends = (/** @type {number} */ seat) => `${nameOf(seat)} ${thousands(scores[last][seat])}`;
  const head = s("line", { class: "curve-now", y1: 0, y2: HEIGHT });
  const picture = s(
    "svg",
    {
      class: "curve-lines",
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      preserveAspectRatio: "none",
      "aria-hidden": "true",
      onclick: (/** @type {MouseEvent} */ event) => {
        const box = picture.getBoundingClientRect();
        go(Math.round(((event.clientX - box.left) / box.width) * last));
      },
    },
    ticks.map((tick) => s("line", { class: "grid", x1: 0, x2: WIDTH, y1: y(tick), y2: y(tick) })),
    turning.map(({ t, text }) =>
      s("line", { class: "curve-turning", x1: x(t), x2: x(t), y1: 0, y2: HEIGHT }, s("title", {}, text)),
    ),
    Array.from({ length: seats }, (_, seat) => s("path", { class: `curve-of seat${seat}`, d: line(seat) })),
    head,
  );
  const element = h(
    "div",
    {
      class: "curve",
      role: "img",
      "aria-label": `${unit} by turn, from ${thousands(low)} to ${thousands(high)}; at the end ${Array.from({ length: seats }, (_, seat) => ends(seat)).join(", ")}`,
    },
    h(
      "p",
      { class: "curve-legend" },
      h("span", {}, `${unit} by turn`),
      table.map((one, seat) => h("span", {}, mark(one), nameOf(seat))),
      turning.length ? h("span", { class: "curve-points" }, "turning points") : null,
    ),
    ticks.map((tick) => {
      const label = h("span", { class: "curve-tick" }, thousands(tick));
      label.style.setProperty("--at", String(y(tick) / HEIGHT));
      return label;
    }),
    picture,
  );
  return {
    element,
    /** @param {number} t */
    at: (t) => {
      head.setAttribute("x1", x(t));
      head.setAttribute("x2", x(t));
    },
  };
}
