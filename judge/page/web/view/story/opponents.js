// In place of a cross table of hundreds: one contestant against its neighbours in the standings, or whom one looks for.

import { byRank } from "../data.js";
import { count, h, numbers, rowHead, tr } from "../dom.js";

/** How many places up and down are neighbours. */
const NEAR = 5;
/** Opponents that are shown at once. */
const SHOWN = 60;

/**
 * How many games a contestant has won, drawn and lost against each other, by places in the list of contestants.
 * @param {{ points: number[], seats: number[] }[]} games @param {number} me @returns {Map<number, number[]>}
 */
function against(games, me) {
  const found = new Map();
  for (const { seats, points } of games) {
    const mine = seats.indexOf(me);
    // Nobody has points in a game that does not count.
    if (mine < 0 || !points.some((each) => each > 0)) continue;
    for (const [seat, other] of seats.entries()) {
      if (seat === mine) continue;
      if (!found.has(other)) found.set(other, [0, 0, 0]);
      found.get(other)[1 - Math.sign(points[mine] - points[seat])] += 1;
    }
  }
  return found;
}

/** @param {PageData} data */
export function opponents(data) {
  const place = document.getElementById("opponents");
  if (!place) return;
  const order = byRank(data).map((id) => ({ ...data.contestants[id], id }));
  const named = (/** @type {string} */ text) => order.filter((bot) => bot.name.includes(text.trim()));
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
    const me = named(mine.value)[0] ?? order[0],
      at = order.indexOf(me),
      games = against(data.games, me.id);
    const others = theirs.value.trim()
      ? named(theirs.value)
      : order.slice(Math.max(at - NEAR, 0), at + NEAR + 1);
    const met = others.filter((bot) => games.has(bot.id));
    note.textContent = `${me.name}, place ${me.rank}, against ${theirs.value.trim() ? count(met.length, "opponent") : "its neighbours in the standings"}: won–drawn–lost.`;
    table.tBodies[0].replaceChildren(
      ...met
        .slice(0, SHOWN)
        .map((bot) =>
          tr([
            bot.rank,
            rowHead(bot),
            h("a", { href: `#p=${me.id},${bot.id}` }, games.get(bot.id)?.join("–")),
          ]),
        ),
    );
  };
  const names = h("datalist", { id: "names" });
  mine.addEventListener(
    "focus",
    () => names.children.length || names.append(...order.map((bot) => h("option", { value: bot.name }))),
  );
  place.replaceChildren(h("div", { class: "filter" }, mine, theirs, names), note, table);
  show();
}
