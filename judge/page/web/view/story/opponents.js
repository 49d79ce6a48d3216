// In place of a cross table of hundreds: one contestant against its neighbours in the standings, or whom one looks for.

import { count, h, numbers, rowHead, tr } from "../dom.js";

/** How many places up and down are neighbours. */
const NEAR = 5;
/** Opponents that are shown at once. */
const SHOWN = 60;

/** @typedef {{ won: number, drawn: number, lost: number }} Cell */

/**
 * What each contestant did against each other, by their places in the list of contestants.
 * @param {{ points: number[], seats: number[] }[]} games @returns {Map<string, Cell>}
 */
function against(games) {
  /** @type {Map<string, Cell>} */
  const cells = new Map(),
    // Nobody has points in a game that does not count.
    counted = games.filter(({ points, seats }) => seats.length > 1 && points.some((each) => each > 0));
  for (const { seats, points } of counted) {
    for (const [seat, mine] of seats.entries()) {
      for (const [other, theirs] of seats.entries()) {
        if (other === seat) continue;
        const key = `${mine},${theirs}`,
          cell = cells.get(key) ?? { won: 0, drawn: 0, lost: 0 };
        const gain = points[seat] - points[other];
        cell[gain > 0 ? "won" : gain < 0 ? "lost" : "drawn"] += 1;
        cells.set(key, cell);
      }
    }
  }
  return cells;
}

/** @param {Cell | undefined} cell */
const cellText = (cell) => (cell ? `${cell.won}–${cell.drawn}–${cell.lost}` : "–");

/** @param {any} data */
export function opponents(data) {
  const place = document.getElementById("opponents");
  if (!place) return;
  const order = data.contestants
    .map((/** @type {any} */ bot, /** @type {number} */ id) => ({ ...bot, id }))
    .sort(
      (/** @type {any} */ one, /** @type {any} */ other) => (one.rank ?? Infinity) - (other.rank ?? Infinity),
    );
  /** Worked out when it is wanted. @type {ReturnType<typeof against> | null} */
  let cells = null;
  const named = (/** @type {string} */ text) =>
    order.filter((/** @type {any} */ bot) => bot.name.includes(text.trim()));
  const field = (/** @type {string} */ label) =>
    h("input", {
      type: "text",
      class: "typed",
      list: "names",
      "aria-label": label,
      placeholder: label,
      autocomplete: "off",
      oninput: () => show(),
    });
  const mine = field("contestant"),
    theirs = field("opponent"),
    note = h("p", { class: "note", role: "status" }),
    table = numbers(["Place", h("th", { scope: "col", class: "text" }, "Opponent"), "Games"], []);
  const show = () => {
    cells ??= against(data.games);
    const me = named(mine.value)[0] ?? order[0],
      at = order.indexOf(me);
    const others = theirs.value.trim()
      ? named(theirs.value)
      : order.slice(Math.max(at - NEAR, 0), at + NEAR + 1);
    const met = others.filter((/** @type {any} */ bot) => cells?.has(`${me.id},${bot.id}`));
    note.textContent = `${me.name}, place ${me.rank}, against ${theirs.value.trim() ? count(met.length, "opponent") : "its neighbours in the standings"}: won–drawn–lost.`;
    table.tBodies[0].replaceChildren(
      ...met
        .slice(0, SHOWN)
        .map((/** @type {any} */ bot) =>
          tr([
            bot.rank,
            rowHead(bot),
            h("a", { href: `#p=${me.id},${bot.id}` }, cellText(cells?.get(`${me.id},${bot.id}`))),
          ]),
        ),
    );
  };
  const names = h("datalist", { id: "names" });
  mine.addEventListener(
    "focus",
    () =>
      names.children.length ||
      names.append(...order.map((/** @type {any} */ bot) => h("option", { value: bot.name }))),
  );
  place.replaceChildren(h("div", { class: "filter" }, mine, theirs, names), note, table);
  show();
}
