// The curve of a match: the game's own measure by turn for each seat, with axis and legend, over the time line.

import { h, mark, s, thousands } from "../dom.js";

const WIDTH = 1000,
  HEIGHT = 100;

/** A step of 1, 2 or 5 times a power of ten, so that there are few of them. @param {number} span */
function roundStep(span) {
  const power = 10 ** Math.floor(Math.log10(Math.max(span, 1)));
  return [1, 2, 5, 10].map((times) => times * power).find((step) => span / step <= 3) ?? span;
}

/** Values of the seats by turn. @typedef {{ t: number, values: number[] }[]} Series */

/** The scores of a match; nothing if they say nothing. @param {import("../match/session.js").Frame[]} frames @param {string | null} unit what they count @returns {Series | null} */
export function scoresOf(frames, unit) {
  const scores = frames.map(({ scene }, t) => ({ t, values: scene.scores })),
    all = scores.flatMap(({ values }) => values);
  return unit === null || frames.length < 2 || all.every((score) => score === all[0]) ? null : scores;
}

/** The chances of the seats in per cent, and in the end what happened. @param {import("../story/search.js").Chance[]} found @param {number} last @param {number[]} ranks @returns {Series} */
export function sharesOf(found, last, ranks) {
  const first = ranks.filter((rank) => rank === 1).length || 1;
  const shares = found
    .filter(({ games }) => games > 0)
    .map(({ turn, games, won }) => ({ t: turn, values: won.map((one) => Math.round((100 * one) / games)) }));
  return [...shares, { t: last, values: ranks.map((rank) => (rank === 1 ? Math.round(100 / first) : 0)) }];
}

/**
 * A curve, and what moves over it.
 * @param {Series} series @param {number} last turn of the match
 * @param {{ title: string, sign?: string, most?: number }} words what it shows, what stands behind a number, and where the axis ends
 * @param {import("../identity.js").Identity[]} table @param {(seat: number) => string} nameOf
 * @param {{ t: number, text: string }[]} turning turning points
 * @param {(t: number) => void} go
 */
export function curve(series, last, { title, sign = "", most }, table, nameOf, turning, go) {
  const seats = series[0].values.length,
    all = series.flatMap(({ values }) => values);
  const low = Math.min(0, ...all),
    step = most === undefined ? roundStep(Math.max(...all) - low) : most / 2,
    high = most ?? Math.ceil(Math.max(...all) / step) * step;
  const x = (/** @type {number} */ t) => 6 + (t / last) * (WIDTH - 12),
    y = (/** @type {number} */ score) => HEIGHT - 3 - ((score - low) / (high - low)) * (HEIGHT - 6);
  const ticks = Array.from({ length: Math.floor((high - low) / step) + 1 }, (_, i) => low + i * step),
    said = (/** @type {number} */ number) => `${thousands(number)}${sign}`;
  const line = (/** @type {number} */ seat) =>
    series
      .map(({ t, values }, i) => `${i ? "L" : "M"}${x(t).toFixed(1)} ${y(values[seat]).toFixed(1)}`)
      .join("");
  const ends = (/** @type {number} */ seat) =>
    `${nameOf(seat)} ${said(series[series.length - 1].values[seat])}`;
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
      "aria-label": `${title}, from ${said(low)} to ${said(high)}; at the end ${Array.from({ length: seats }, (_, seat) => ends(seat)).join(", ")}`,
    },
    h(
      "p",
      { class: "curve-legend" },
      h("span", {}, title),
      table.map((one, seat) => h("span", {}, mark(one), nameOf(seat))),
      turning.length ? h("span", { class: "curve-points" }, "turning points") : null,
    ),
    ticks.map((tick) => {
      const label = h("span", { class: "curve-tick" }, said(tick));
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
