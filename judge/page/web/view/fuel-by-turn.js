// The plot of fuel by turn number. The records hold no fuel of single turns: the page learns it when it plays the games again.

import { byRank, hasBots } from "./data.js";
import { h, mark, numbers, press, quiet, s, thousands, times, tr, wide } from "./dom.js";

const LEFT = 60,
  RIGHT = 680,
  TOP = 18,
  BOTTOM = 230;
/** Turns are taken together so that there are no more points than this. */
const POINTS_MAX = 120;
/** A turn that fewer of a contestant's games came to says little, and is left out. */
const SHARE_LEAST = 0.05;
/** Contestants in the plot, by rank: it has so many colours. All are in the table. */
const DRAWN_MAX = 8;
/** Marks on the longest line; all lines have them as far apart. */
const MARKS = 8;

/** A point's turn is the middle of those that it stands for. @typedef {{ bot: any, points: ({ index: number, turn: number, fuel: number } | null)[] }} Line */

/** Fills the figure, which the page has a place for, and gives how it is told what turns took. @param {PageData} data */
export function fuelByTurn(data) {
  const known = data.games.some((game) => game.sha256 !== "" && hasBots(data, game));
  const verify = () => {
    again.disabled = true;
    document.getElementById("verify")?.click();
  };
  const again = press(verify, {}, "Play all games again");
  const hint = quiet("Results hold no fuel of single turns. This page can find it out. ", again);
  const figure = /** @type {HTMLElement} */ (document.getElementById("fuel-by-turn"));
  figure.hidden = !known;
  figure.replaceChildren(
    h(
      "figcaption",
      {},
      `Fuel by turn: the mean of a contestant's first turn${data.facts.firstTurn ? `, ${data.facts.firstTurn}` : ""}, of its second, and so on`,
    ),
    hint,
  );
  const show = (/** @type {Tally} */ tally) => {
    if (!Object.keys(tally).length) return;
    hint.replaceWith(plot(data, tally));
    // From now on it can be printed, too.
    figure.classList.remove("needs-script");
  };
  return show;
}

/** @param {PageData} data @param {Tally} tally */
function plot(data, tally) {
  // Who never played a turn is not in the tally.
  const longest = Math.max(...Object.values(tally).map((turns) => turns.length)),
    step = Math.ceil(longest / POINTS_MAX);
  const lines = byRank(data)
    .filter((bot) => tally[bot])
    .map((bot) => ({ bot: data.contestants[bot], points: means(tally[bot], step) }));
  const drawn = lines.slice(0, DRAWN_MAX);
  return h(
    "div",
    {},
    h(
      "ul",
      { class: "plot-legend" },
      drawn.map(({ bot }) => h("li", {}, mark(bot), bot.name)),
    ),
    wide("Plot of fuel by turn", "plot-box", picture(drawn, step, data.limits.fuel_per_turn)),
    lines.length > drawn.length
      ? h("p", { class: "note" }, `Drawn are the best ${drawn.length}; all are in the table.`)
      : null,
    table(lines, step),
  );
}

/** The mean of each `step` turns that enough games came to. @param {Tally[number]} turns @param {number} step */
function means(turns, step) {
  return times(Math.ceil(turns.length / step), (point) => {
    const some = turns.slice(point * step, (point + 1) * step);
    const games = some.reduce((sum, turn) => sum + turn.games, 0),
      fuel = some.reduce((sum, turn) => sum + turn.fuel, 0);
    return some[0].games >= turns[0].games * SHARE_LEAST
      ? { index: point, turn: point * step + (some.length + 1) / 2, fuel: Math.round(fuel / games) }
      : null;
  });
}

/** @param {Line[]} lines @param {number} step @param {number} limit */
function picture(lines, step, limit) {
  const points = lines.flatMap((line) => line.points.filter((point) => point !== null));
  const last = Math.max(...points.map((point) => point.turn)),
    log = (/** @type {number} */ fuel) => Math.log10(Math.max(fuel, 1));
  const low = Math.floor(Math.min(...points.map(({ fuel }) => log(fuel)))),
    high = Math.ceil(Math.max(log(limit), low + 1));
  const x = (/** @type {number} */ turn) => LEFT + ((RIGHT - LEFT) * (turn - 1)) / Math.max(last - 1, 1);
  const y = (/** @type {number} */ fuel) => BOTTOM - ((BOTTOM - TOP) * (log(fuel) - low)) / (high - low);
  const powers = times(high - low + 1, (i) => 10 ** (low + i));
  const apart = Math.max(1, Math.round(last / step / MARKS));
  const every = Math.max(1, Math.ceil(last / 8 / 5) * 5),
    numbers = [1, ...times(Math.floor(last / every), (i) => (i + 1) * every)];
  return s(
    "svg",
    {
      class: "plot",
      viewBox: "0 0 700 262",
      role: "img",
      "aria-label": `Mean fuel by turn number, on a logarithmic axis, for ${lines.map(({ bot }) => bot.name).join(", ")}. The numbers are in the table below.`,
    },
    powers.map((power) => [
      s("line", { class: "grid", x1: LEFT, x2: RIGHT, y1: y(power), y2: y(power) }),
      s("text", { class: "tick power", x: LEFT - 8, y: y(power) + 4 }, shortly(power)),
    ]),
    s("line", { class: "limit", x1: LEFT, x2: RIGHT, y1: y(limit), y2: y(limit) }),
    s("text", { class: "tick limit-label", x: RIGHT - 14, y: y(limit) - 5 }, "limit"),
    [...new Set(numbers)].map((turn) => s("text", { class: "tick", x: x(turn), y: BOTTOM + 16 }, turn)),
    s("text", { class: "tick", x: (LEFT + RIGHT) / 2, y: BOTTOM + 30 }, "turn"),
    lines.map(({ bot, points }, number) => {
      const there = points.filter((point) => point !== null);
      const marked = there.filter((_, i) => i % apart === number % apart || i === there.length - 1);
      return s(
        "g",
        { class: `c${bot.colour}` },
        s("title", {}, bot.name),
        s("polyline", {
          class: "mark trace",
          points: there.map(({ turn, fuel }) => `${x(turn).toFixed(1)},${y(fuel).toFixed(1)}`).join(" "),
        }),
        marked.map(({ index, turn, fuel }) =>
          s(
            "path",
            {
              class: "mark",
              d: bot.shape,
              transform: `translate(${(x(turn) - 5.6).toFixed(1)} ${(y(fuel) - 5.6).toFixed(1)}) scale(.7)`,
            },
            s("title", {}, `${bot.name}, turn ${span(index, step)}: ${thousands(fuel)}`),
          ),
        ),
      );
    }),
  );
}

/** @param {Line[]} lines @param {number} step */
function table(lines, step) {
  const rows = Math.max(...lines.map(({ points }) => points.length));
  return h(
    "details",
    { class: "data" },
    h("summary", {}, "Fuel by turn as a table"),
    wide(
      "Fuel by turn",
      "",
      numbers(
        ["Turn", ...lines.map(({ bot }) => bot.name)],
        times(rows, (row) =>
          tr([
            h("th", { scope: "row" }, span(row, step)),
            ...lines.map(({ points }) => (points[row] ? thousands(points[row].fuel) : "")),
          ]),
        ),
      ),
    ),
  );
}

/** The turns that a point stands for. @param {number} index @param {number} step */
const span = (index, step) => (step === 1 ? `${index + 1}` : `${index * step + 1}–${(index + 1) * step}`);

/** A power of ten in few letters. @param {number} power */
const shortly = (power) =>
  power >= 1e9
    ? `${power / 1e9} G`
    : power >= 1e6
      ? `${power / 1e6} M`
      : power >= 1e3
        ? `${power / 1e3} k`
        : `${power}`;
