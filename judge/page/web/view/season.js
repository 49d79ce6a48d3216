// Pages of a season's server: a game that is over, a table to play at, and games one after another for a projector.

import { Arena } from "./arena/arena.js";
import { watched } from "./data.js";
import { h } from "./dom.js";
import { seating } from "./arena/seating.js";
import { unhide } from "./shown.js";

/** How long the end of a game is shown on a projector, and how long the page waits for a game if there is none. */
const END_SHOWN = 6000,
  PATIENCE = 5000;
/** Games that are not shown again so soon. */
const REMEMBERED = 12;

/** @param {HTMLElement} root @param {any} data */
export function startSeason(root, data) {
  const ready = () => {
    document.documentElement.dataset.ready = "yes";
  };
  if (data.begins === "following") {
    unhide();
    new Screen(root, data).next();
    return ready();
  }
  if (data.begins === "watching" && !data.games.length) return ready();
  unhide();
  const match = h("div", { class: "match", id: "match" }),
    lobby = h("div", { class: "lobby alone" });
  // Who comes to play chooses an opponent first.
  root.replaceChildren(...(data.begins === "playing" ? [lobby, match] : [match]));
  const arena = new Arena(match, data, (hash) => history.replaceState(null, "", hash));
  if (data.begins === "watching") {
    const turn = () => Number(new URLSearchParams(location.hash.slice(1)).get("t") ?? 0);
    arena.open(data.games[0], turn());
    addEventListener("hashchange", () => arena.show(turn()));
  } else {
    const persons = Array.from({ length: data.seats }, () => null);
    lobby.append(seating(data, arena));
    arena.fresh(persons);
  }
  ready();
}

/** A projector: the closest game near the top, move by move, and the standings. */
class Screen {
  /** @param {HTMLElement} root @param {any} data */
  constructor(root, data) {
    this.data = data;
    this.root = root;
    /** @type {number[]} */
    this.shown = [];
    /** @type {Arena | null} */
    this.arena = null;
    document.body.classList.add("screen");
    listen();
  }

  /** Fetches the next game and plays it to its end. */
  async next() {
    const found = await fetch(`/screen/game?not=${this.shown.join(",")}`)
      .then((answer) => (answer.ok ? answer.json() : null))
      .catch(() => null);
    if (!found?.games?.length) return void setTimeout(() => this.next(), PATIENCE);
    const [game] = found.games;
    this.shown = [...this.shown, game.number].slice(-REMEMBERED);
    this.arena?.close();
    const match = h("div", { class: "match", id: "match" });
    this.root.replaceChildren(match);
    const bots = found.contestants.map(() => null);
    const arena = (this.arena = new Arena(
      match,
      { ...found, ...this.data, contestants: found.contestants, bots, games: [] },
      () => {},
    ));
    arena.open(watched(game), 0);
    arena.line.play(() => setTimeout(() => this.next(), END_SHOWN));
  }
}

/** Hears of the standings. A browser gives up on a stream that begins with an error, as a proxy's when the server is away. */
function listen() {
  const stream = new EventSource("/live");
  stream.addEventListener("standings", (event) => standings(JSON.parse(event.data)));
  stream.addEventListener("error", () => {
    if (stream.readyState === EventSource.CLOSED) setTimeout(listen, PATIENCE);
  });
}

/** @param {any[]} rows */
function standings(rows) {
  const body = document.getElementById("screen-standings");
  body?.replaceChildren(
    ...rows.map(({ rank, name, rating, rounds }) =>
      h(
        "tr",
        {},
        h("td", {}, rank),
        h("th", { scope: "row", class: "text" }, name),
        h("td", {}, rating),
        h("td", {}, rounds),
      ),
    ),
  );
}
