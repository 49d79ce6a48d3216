// The page comes to life: the arena, the list of games, and links to both.

import { addressOf, lineAt, matchOf, openLine } from "./address.js";
import { Arena } from "./arena/arena.js";
import { isPlayable, load, playable } from "./data.js";
import { count, h, isStill } from "./dom.js";
import { isEmbedded, obey, withFrame } from "./share/embed.js";
import { fuelByTurn } from "./fuel-by-turn.js";
import { gameList } from "./story/games.js";
import { opponents } from "./story/opponents.js";
import { puzzles } from "./story/puzzles.js";
import { Story } from "./story/story.js";
import { verifier } from "./verify/verify.js";
import { program } from "./story/worth.js";
import { seating } from "./arena/seating.js";
import { warmUp } from "./match/session.js";
import { startSeason } from "./season.js";
import { reveal, unhide } from "./shown.js";

async function start() {
  // A report holds its data below its scripts. While they are read, the worker starts.
  if (document.readyState === "loading") {
    if (document.getElementById("packed-script")) warmUp();
    await new Promise((parsed) => addEventListener("DOMContentLoaded", parsed));
  }
  const data = await load();
  const root = /** @type {HTMLElement} */ (document.getElementById("arena"));
  if (data.table) return startTable(root, data);
  if (data.begins) return startSeason(root, data);
  if (!playable(data).length) return;
  unhide();
  if (isEmbedded()) document.documentElement.classList.add("embed");
  const match = h("div", { class: "match", id: "match" }),
    lobby = h("div", { class: "lobby" }),
    banner = h("p", { class: "problem banner", role: "alert", hidden: true });
  root.replaceChildren(banner, match, lobby);
  const arena = new Arena(match, data, go);
  // One verification for as long as the page is open, of all games that it promises.
  const check = verifier(data, fuelByTurn(data), (bots) => arena.wrongFiles(bots));
  // The bots begin before the rest of the page is drawn.
  if (!watch(data, arena)) begin(data, arena);
  buildLobby(lobby, data, arena, check);
  arena.onWrong = () => {
    const names = [...data.wrong].map((bot) => data.contestants[bot].name);
    banner.hidden = false;
    banner.textContent = `✗ This report is not as it was published: ${count(names.length, "file")} on it, of ${names.join(", ")}, ${names.length === 1 ? "is not the one" : "are not those"} that played.`;
    // What needs such a file is not offered any more.
    lobby.replaceChildren();
    buildLobby(lobby, data, arena, check);
    if (playable(data).length && !address().has("g")) begin(data, arena);
  };
  addEventListener("hashchange", () => watch(data, arena) || list(data));
  // No page of a season does: somebody may be signed in there.
  if (isEmbedded()) obey(arena, (game, turn) => location.replace(withFrame(`#g=${game}&t=${turn}`)));
  list(data);
  opponents(data);
  document.documentElement.dataset.ready = "yes";
}

/** The page of one game, which a server plays. @param {HTMLElement} root @param {PageData} data */
function startTable(root, data) {
  unhide();
  const match = h("div", { class: "match", id: "match" }),
    lobby = h("div", { class: "lobby alone" });
  root.replaceChildren(match, lobby);
  const arena = new Arena(match, data, () => {});
  lobby.append(seating(data, arena, data.table.seats));
  arena.resume(data.table.seats);
  document.documentElement.dataset.ready = "yes";
}

/** Shows the game that is most worth watching: from its beginning like a film, if the reader wants things to move. @param {PageData} data @param {Arena} arena */
function begin(data, arena) {
  arena.program = program(data, playable(data));
  const [{ game, why }] = arena.program;
  arena.open(game, isStill() ? Math.floor(game.turns / 2) : 0, why);
  if (!isStill()) arena.line.toggle();
}

/** The reader is elsewhere: steps in a match take the place of one another, and each match is a step back. @param {string} hash */
function go(hash) {
  hash = withFrame(hash);
  // A frame adds no step back to the page around it.
  const isSame = isEmbedded() || location.hash === "" || matchOf(location.hash) === matchOf(hash);
  if (hash !== location.hash) history[isSame ? "replaceState" : "pushState"](null, "", hash);
}

/** What the address says. */
const address = () => new URLSearchParams(location.hash.slice(1));

/** Shows the game that the address names. @param {PageData} data @param {Arena} arena */
function watch(data, arena) {
  const wanted = address(),
    game = data.games[Number(wanted.get("g")) - 1],
    found = lineAt(data, location.hash);
  if (found) {
    const now = addressOf(data, arena.game, arena.session.line, 0),
      to = Number(wanted.get("t") ?? 0);
    if (now && matchOf(withFrame(now)) === matchOf(location.hash)) arena.show(to);
    else openLine(arena, found, to);
    return true;
  }
  if (!game || !isPlayable(data, game)) return false;
  const turn = Number(wanted.get("t") ?? 0);
  if (wanted.has("z")) {
    const { puzzle } = arena;
    if (!puzzle || puzzle.game !== game.number || puzzle.turn !== turn || arena.branch !== null)
      arena.openPuzzle(game, turn);
    reveal();
    return true;
  }
  if (
    arena.puzzle === null &&
    arena.game === game &&
    arena.branch === null &&
    arena.session.frames.length > turn
  )
    arena.show(turn);
  else arena.open(game, turn);
  reveal();
  return true;
}

/** Lists the games that the address names, or says why a game cannot be watched. @param {PageData} data */
function list(data) {
  const wanted = address(),
    game = data.games[Number(wanted.get("g")) - 1],
    note = document.getElementById("lobby-note");
  const tell = (/** @type {string} */ text) => {
    note?.replaceChildren(text);
    note?.scrollIntoView({ block: "nearest" });
  };
  if (wanted.has("g") && !game)
    tell(`There is no game ${wanted.get("g")}: this tournament has ${count(data.games.length, "game")}.`);
  else if (game && !game.sha256) tell(`Game ${game.number} was not played: ${game.reason || game.outcome}`);
  else if (game && !isPlayable(data, game))
    tell(
      `Game ${game.number} cannot be ${data.scenes ? "watched here: the organiser has not recorded it." : "played here: its bots are not on this page."}`,
    );
  else if (wanted.has("p")) {
    const [mine, theirs] = String(wanted.get("p")).split(",");
    const form = /** @type {any} */ (document.getElementById("filter"));
    form.elements.mine.value = mine;
    form.elements.theirs.value = theirs ?? "";
    form.requestSubmit();
    document.getElementById("games")?.scrollIntoView({ block: "nearest" });
  }
}

/** @param {HTMLElement} lobby @param {PageData} data @param {Arena} arena @param {HTMLElement} check */
function buildLobby(lobby, data, arena, check) {
  if (data.scenes) return lobby.append(gameList(data));
  const story = new Story(data, arena);
  arena.onDrawn = () => story.update();
  arena.hintAt = (t) => story.hintAt(t);
  data.turning = new Map();
  story.onFound = (game, turns) => data.turning.set(game, turns);
  story.update();
  const isTwo = data.games.some((game) => game.seats.length === 2);
  lobby.append(
    seating(data, arena),
    gameList(data),
    check,
    story.element,
    isTwo && data.facts.hidden !== "secrets" ? puzzles(data) : "",
  );
}

start().catch((error) => {
  document.body.prepend(
    h(
      "p",
      { class: "problem banner", role: "alert" },
      `This browser cannot show the games: ${error instanceof Error ? error.message : error}`,
    ),
  );
});
