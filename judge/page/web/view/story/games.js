// The list of the published games: who won, by how much, in how many turns; sorted by what makes one worth watching.

import { playable } from "../data.js";
import { count, descending, h, mark, select, thousands, versus } from "../dom.js";
import { duel } from "./duel.js";
import { movesButton } from "../share/export.js";
import { gapOf, highlights, leadOf, matchOf } from "./worth.js";

/** Rows that are added to the list at a time. */
const LISTED = 100;

/** What the list can be sorted by, each with the larger first. @type {Record<string, { words: string, by: (data: any, game: Game) => number | null }>} */
const ORDERS = {
  number: { words: "in order", by: (_, game) => -game.number },
  closest: { words: "closest", by: (data, game) => negative(leadOf(data, game)) },
  longest: { words: "longest", by: (_, game) => game.turns },
  upset: { words: "greatest upset", by: gapOf },
  margin: { words: "clearest", by: leadOf },
  turning: { words: "most turning points", by: (data, game) => data.turning?.get(game.number) ?? null },
};

/** @param {number | null} value */
const negative = (value) => (value === null ? null : -value);

/** The games that can be shown, those between two contestants if so wished. @param {PageData} data */
export function gameList(data) {
  const list = h("ol", { class: "games", tabindex: 0, "aria-label": "Games" }),
    note = h("p", { class: "quiet", id: "lobby-note" }),
    between = h("div", { class: "duel", id: "duel", hidden: true });
  const all = data.contestants.map((bot, i) => [i, bot.name]);
  const names = (/** @type {string} */ name, /** @type {string} */ label, /** @type {string} */ none) =>
    select(label, [["", none], ...all], { name });
  const orders = Object.entries(ORDERS).map(([key, { words }]) => [key, words]),
    order = select("Sorted by", orders, { name: "order" });
  const show = () => {
    const value = (/** @type {string} */ name) => /** @type {any} */ (form).elements[name].value,
      [mine, theirs] = [value("mine"), value("theirs")];
    const has = (/** @type {any} */ game, /** @type {string} */ bot) =>
      bot === "" || game.seats.includes(Number(bot));
    const among = playable(data).filter((game) => has(game, mine) && has(game, theirs));
    const found = sorted(data, among, value("order"));
    note.textContent = count(found.length, "game");
    if (value("order") === "turning")
      note.textContent = found.length
        ? `${count(found.length, "game")} in which you looked for turning points`
        : "Find turning points of a game first, below.";
    list.replaceChildren();
    more(found);
    list.onscroll = () => {
      if (list.scrollTop + 2 * list.clientHeight > list.scrollHeight) more(found);
    };
    between.hidden = mine === "" || theirs === "" || mine === theirs;
    between.replaceChildren(...(between.hidden ? [] : duel(data, among, Number(mine), Number(theirs))));
  };
  // Rows are made when they are about to be seen.
  const more = (/** @type {any[]} */ found) =>
    list.append(
      ...found.slice(list.children.length, list.children.length + LISTED).map((game) => row(data, game)),
    );
  const form = h(
    "form",
    {
      id: "filter",
      class: "filter",
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        show();
      },
      onchange: show,
    },
    names("mine", "Contestant", "anybody"),
    names("theirs", "Opponent", "anybody else"),
    order,
  );
  show();
  return h(
    "div",
    { class: "game-list", id: "games" },
    h("h3", {}, "Games"),
    highlights(data, playable(data)),
    form,
    between,
    note,
    list,
    data.scenes ? null : movesButton(data),
  );
}

/** Those that have what is sorted by. @param {PageData} data @param {Game[]} games @param {string} order */
function sorted(data, games, order) {
  if (order === "number") return games;
  const { by } = ORDERS[order] ?? ORDERS.number;
  /** @type {{ game: Game, value: number }[]} */
  const known = games.flatMap((game) => {
    const value = by(data, game);
    return value === null ? [] : [{ game, value }];
  });
  return known.sort((one, other) => other.value - one.value).map(({ game }) => game);
}

/** @param {PageData} data @param {any} game */
function row(data, game) {
  const most = Math.max(...game.points);
  const player = (/** @type {number} */ bot, /** @type {number} */ seat) =>
    h(
      "span",
      {
        class:
          game.points[seat] === most && game.points.some((/** @type {number} */ p) => p < most)
            ? "winner"
            : "",
      },
      mark(data.contestants[bot]),
      data.contestants[bot].name,
    );
  const isDecided = game.outcome === "decided",
    lead = leadOf(data, game);
  const told = [
    matchOf(game),
    lead === null ? "" : versus(descending(game.scores)),
    lead ? `by ${thousands(lead)}` : "",
    isDecided ? "" : game.outcome,
    count(game.turns, "turn"),
  ];
  return h(
    "li",
    {},
    h(
      "a",
      { href: `#g=${game.number}` },
      h("span", { class: "number" }, game.number),
      game.seats.map(player),
      h(
        "span",
        { class: "quiet", title: isDecided ? "" : game.reason },
        told.filter(Boolean).join(", "),
        isDecided ? "" : h("span", { class: "problem" }, " fault"),
      ),
    ),
  );
}
