// Fuel by turn: a bar for each, on a logarithmic axis up to the limit of a turn.

import { s, thousands } from "../dom.js";

const WIDTH = 1000,
  HEIGHT = 46;
/** Less fuel than this many units has no height. */
const LEAST = 100;

/** How high a bar is, from 0 to 1. @param {number} fuel @param {number} limit */
const height = (fuel, limit) =>
  Math.max(0.02, Math.min(1, Math.log(Math.max(fuel, LEAST) / LEAST) / Math.log(limit / LEAST)));

/**
 * @param {Frame[]} frames @param {number} limit
 * @param {(t: number) => void} go
 */
export function fuelChart(frames, limit, go) {
  const turns = frames.length - 1,
    step = (WIDTH - 12) / Math.max(turns, 1);
  const bars = frames.flatMap(({ move }, t) => {
    const fuel = move?.usage.fuel;
    if (!fuel) return [];
    const high = height(fuel, limit) * HEIGHT;
    return [
      s(
        "rect",
        {
          class: "fuel-of",
          seat: move.seat,
          x: 6 + t * step - Math.min(step, 12) / 2,
          y: HEIGHT - high,
          width: Math.max(Math.min(step, 12) - 0.6, 0.6),
          height: high,
          onclick: () => go(t),
        },
        s("title", {}, `turn ${t}: ${thousands(fuel)} of fuel`),
      ),
    ];
  });
  if (!bars.length) return null;
  return s(
    "svg",
    {
      class: "fuel-chart",
      viewBox: `0 0 ${WIDTH} ${HEIGHT}`,
      preserveAspectRatio: "none",
      role: "img",
      "aria-label": `Fuel by turn, on a logarithmic axis from ${LEAST} to the limit of ${thousands(limit)}`,
    },
    s("line", { class: "fuel-limit", x1: 0, x2: WIDTH, y1: 0.5, y2: 0.5 }),
    bars,
  );
}
