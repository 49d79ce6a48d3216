// Curves of a match: who was ahead, up to the turn that is shown, which is the slider; and chances of winning, with axis and legend.

import { h, mark, s, thousands, times } from "../dom.js";

const WIDTH = 1000,
  HEIGHT = 100;

/** A step of 1, 2 or 5 times a power of ten, so that there are few of them. @param {number} span */
function roundStep(span) {
  const power = 10 ** Math.floor(Math.log10(Math.max(span, 1)));
  return [1, 2, 5, 10].map((times) => times * power).find((step) => span / step <= 3) ?? span;
}

/** Values of the seats by turn. @typedef {{ t: number, values: number[] }[]} Series */

/** The chances of the seats in per cent, and in the end what happened. @param {Chance[]} found @param {number} last @param {number[]} ranks @returns {Series} */
export function sharesOf(found, last, ranks) {
  const first = ranks.filter((rank) => rank === 1).length || 1;
  const shares = found
    .filter(({ games }) => games > 0)
    .map(({ turn, games, won }) => ({ t: turn, values: won.map((one) => Math.round((100 * one) / games)) }));
  return [...shares, { t: last, values: ranks.map((rank) => (rank === 1 ? Math.round(100 / first) : 0)) }];
}

/**
 * Who was ahead until a turn: of two, one above the line and the other below; of more, each by itself.
 * @param {Arena} arena @param {number} t @param {number} end the last turn
 * @param {Identity[]} table @param {{ t: number, text: string }[]} turning turning points
 */
export function slope(arena, t, end, table, turning) {
  const scores = arena.session.frames.slice(0, t + 1).map(({ scene }) => scene.scores),
    hasScore = Boolean(arena.data.facts.unit),
    [left, right] = arena.isSwapped ? [1, 0] : [0, 1],
    isPair = table.length === 2,
    x = (/** @type {number} */ turn) => ((WIDTH * turn) / Math.max(end, 1)).toFixed(1);
  const path = (/** @type {number[]} */ values, /** @type {number} */ middle, /** @type {number} */ high) =>
    values
      .map((value, turn) => `${turn ? "L" : "M"}${x(turn)} ${(middle - (value / high) * 46).toFixed(1)}`)
      .join("");
  const ahead = scores.map((all) => (hasScore ? all[left] - all[right] : 0)),
    line = path(ahead, 50, Math.max(4, ...ahead.map(Math.abs))),
    area = `${line}L${x(t)} 50L0 50Z`,
    most = Math.max(1, ...scores.flat());
  const names = arena.names(),
    svg = s(
      "svg",
      {
        viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
        preserveAspectRatio: "none",
        role: "img",
        "aria-label": isPair
          ? `Who was ahead until turn ${t}: ${names[0]} above the line, ${names[1]} below`
          : `Scores until turn ${t}`,
      },
      isPair
        ? ["up", "down"].map((kind, i) => [
            s("clipPath", { id: `half-${kind}` }, s("rect", { y: 50 * i, width: WIDTH, height: 50 })),
            s("path", { class: kind, "clip-path": `url(#half-${kind})`, d: area }),
          ])
        : "",
      s("path", { class: "mid", d: `M0 50H${WIDTH}` }),
      isPair
        ? s("path", { class: "past", d: line })
        : table.map((_, seat) =>
            s("path", {
              class: "past",
              seat,
              d: path(
                scores.map((all) => all[seat]),
                96,
                most * 2,
              ),
            }),
          ),
      turning.map((one) =>
        s("path", { class: "turning", d: `M${x(one.t)} 0V${HEIGHT}` }, s("title", {}, one.text)),
      ),
    );
  svg.style.setProperty("--up", `var(--seat${left})`);
  svg.style.setProperty("--down", `var(--seat${right})`);
  return svg;
}

/**
 * A curve with its axis.
 * @param {Series} series @param {number} last turn of the match
 * @param {{ title: string, sign?: string, most?: number }} words what it shows, what stands behind a number, and where the axis ends
 * @param {Identity[]} table @param {(seat: number) => string} nameOf
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
  const ticks = times(Math.floor((high - low) / step) + 1, (i) => low + i * step),
    said = (/** @type {number} */ number) => `${thousands(number)}${sign}`;
  const line = (/** @type {number} */ seat) =>
    series
      .map(({ t, values }, i) => `${i ? "L" : "M"}${x(t).toFixed(1)} ${y(values[seat]).toFixed(1)}`)
      .join("");
  const ends = (/** @type {number} */ seat) =>
    `${nameOf(seat)} ${said(series[series.length - 1].values[seat])}`;
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
    times(seats, (seat) => s("path", { class: `curve-of dashed${seat}`, seat, d: line(seat) })),
  );
  return h(
    "div",
    {
      class: "curve",
      role: "img",
      "aria-label": `${title}, from ${said(low)} to ${said(high)}; at the end ${times(seats, ends).join(", ")}`,
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
}
