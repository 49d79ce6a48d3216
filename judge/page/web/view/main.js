// The page comes to life: the arena, the list of games, and links to both.

import { Arena } from "./arena.js";
import { isPlayable, load } from "./data.js";
import { h, mark } from "./dom.js";
import { fuelByTurn } from "./fuel-by-turn.js";
import { verifier } from "./verify.js";
import { seating } from "./seating.js";
import { warmUp } from "./session.js";
import { startSeason } from "./season.js";
import { reveal, unhide } from "./shown.js";

/** Games that are listed at a time. */
const LISTED = 200;
/** How far into a game the page opens: where there is something to see. */
const FIRST_SHOWN = 0.6;

async function start() {
  // A report holds its data below this script. While they are read, the worker starts.
  if (!document.getElementById("payload")) {
    warmUp();
    await new Promise((parsed) => addEventListener("DOMContentLoaded", parsed));
  }
  const data = await load();
  const root = /** @type {HTMLElement} */ (document.getElementById("arena"));
  if (data.table) return startTable(root, data);
  if (data.begins) return startSeason(root, data);
  if (!data.games.some((/** @type {any} */ game) => isPlayable(data, game))) return;
  unhide();
  const match = h("div", { class: "match", id: "match" }), lobby = h("div", { class: "lobby" });
  root.replaceChildren(welcome(data), match, lobby);
  const arena = new Arena(match, data, (hash) => history.replaceState(null, "", hash));
  // The bots begin before the rest of the page is drawn.
  if (!watch(data, arena)) {
    const game = mostInteresting(data);
    arena.open(game, Math.floor(game.turns * FIRST_SHOWN));
  }
  buildLobby(lobby, data, arena);
  addEventListener("hashchange", () => watch(data, arena) || list(data));
  list(data);
  document.documentElement.dataset.ready = "yes";
}

/** What can be done here, for who has never seen such a page. @param {any} data */
function welcome(data) {
  const bots = data.bots.some(Boolean) ? " against the real bots" : "";
  return h("p", { class: "quiet" }, `Watch any game, try another move on any turn, or take a seat yourself${bots}.`);
}

/** The page of one game, which a server plays. @param {HTMLElement} root @param {any} data */
function startTable(root, data) {
  unhide();
  const match = h("div", { class: "match", id: "match" }), lobby = h("div", { class: "lobby alone" });
  root.replaceChildren(match, lobby);
  const arena = new Arena(match, data, () => {});
  lobby.append(seating(data, arena, data.table.seats));
  arena.resume(data.table.seats);
  document.documentElement.dataset.ready = "yes";
}

/** The game that is shown first: a long one between the best. @param {any} data */
function mostInteresting(data) {
  const rank = (/** @type {any} */ game) => game.seats.reduce((/** @type {number} */ sum, /** @type {number} */ bot) => sum + data.contestants[bot].rank, 0);
  const playable = data.games.filter((/** @type {any} */ game) => isPlayable(data, game));
  return playable.reduce((/** @type {any} */ best, /** @type {any} */ game) => (rank(game) < rank(best) || (rank(game) === rank(best) && game.turns > best.turns) ? game : best));
}

/** What the address says. */
const address = () => new URLSearchParams(location.hash.slice(1));

/** Shows the game that the address names. @param {any} data @param {Arena} arena */
function watch(data, arena) {
  const wanted = address(), game = data.games[Number(wanted.get("g")) - 1];
  if (!game || !isPlayable(data, game)) return false;
  const turn = Number(wanted.get("t") ?? 0);
  if (arena.game === game && arena.branch === null && arena.session.frames.length > turn) arena.show(turn);
  else arena.open(game, turn);
  reveal();
  return true;
}

/** Lists the games that the address names, or says why a game cannot be watched. @param {any} data */
function list(data) {
  const wanted = address(), game = data.games[Number(wanted.get("g")) - 1];
  if (game && !isPlayable(data, game)) {
    document.getElementById("lobby-note")?.replaceChildren(`Game ${game.number} was not played: ${game.reason || game.outcome}`);
  } else if (wanted.has("p")) {
    const [mine, theirs] = String(wanted.get("p")).split(",");
    const form = /** @type {any} */ (document.getElementById("filter"));
    form.elements.mine.value = mine;
    form.elements.theirs.value = theirs ?? "";
    form.requestSubmit();
    document.getElementById("games")?.scrollIntoView({ block: "nearest" });
  }
}

/** @param {HTMLElement} lobby @param {any} data @param {Arena} arena */
function buildLobby(lobby, data, arena) {
  const byTurn = fuelByTurn(data);
  lobby.append(seating(data, arena), gameList(data), verifier(data, byTurn.show));
  document.getElementById("plots")?.append(byTurn.figure);
}

/** The published games, those between two contestants if so wished. @param {any} data */
function gameList(data) {
  const list = h("ol", { class: "games", tabindex: 0, "aria-label": "Games" }), note = h("p", { class: "quiet", id: "lobby-note" });
  const names = (/** @type {string} */ name) => h("select", { name, "aria-label": name === "mine" ? "Contestant" : "Opponent" }, h("option", { value: "" }, name === "mine" ? "anybody" : "anybody else"), data.contestants.map((/** @type {any} */ bot, /** @type {number} */ i) => h("option", { value: i }, bot.name)));
  const show = () => {
    const [mine, theirs] = ["mine", "theirs"].map((name) => /** @type {any} */ (form).elements[name].value);
    const has = (/** @type {any} */ game, /** @type {string} */ bot) => bot === "" || game.seats.includes(Number(bot));
    const found = data.games.filter((/** @type {any} */ game) => isPlayable(data, game) && has(game, mine) && has(game, theirs));
    note.textContent = found.length > LISTED ? `${LISTED} of ${found.length} games` : `${found.length} games`;
    list.replaceChildren(...found.slice(0, LISTED).map((/** @type {any} */ game) => row(data, game)));
  };
  const form = h("form", { id: "filter", class: "filter", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); show(); }, onchange: show }, names("mine"), names("theirs"));
  show();
  return h("div", { class: "game-list", id: "games" }, h("h3", {}, "Games"), form, note, list);
}

/** @param {any} data @param {any} game */
function row(data, game) {
  const most = Math.max(...game.points);
  const player = (/** @type {number} */ bot, /** @type {number} */ seat) => h("span", { class: game.points[seat] === most && game.points.some((/** @type {number} */ p) => p < most) ? "winner" : "" }, mark(data.contestants[bot]), data.contestants[bot].name);
  return h("li", {}, h("a", { href: `#g=${game.number}` }, h("span", { class: "number" }, game.number), game.seats.map(player), h("span", { class: "quiet" }, game.outcome === "decided" ? `${game.turns} turns` : game.outcome)));
}

start().catch((error) => {
  document.body.prepend(h("p", { class: "problem" }, `This browser cannot show the games: ${error instanceof Error ? error.message : error}`));
});
