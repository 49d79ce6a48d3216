// Pages of a season's server: a game that is over, a table to play at, and games one after another for a projector.

import { Arena } from "./arena/arena.js";
import { watched } from "./data.js";
import { h, isStill, rowHead, times, tr } from "./dom.js";
import { seating } from "./arena/seating.js";
import { unhide } from "./shown.js";

/** How long the end of a game is shown, and on a projector the standings, and how long the page waits for a game if there is none. */
const END_SHOWN = 6000,
  STANDINGS_SHOWN = 6000,
  PATIENCE = 5000;
/** Which speed a projector has. */
const SLOW = 1;
/** Games that are not shown again so soon. */
const REMEMBERED = 12;

/** @param {HTMLElement} root @param {PageData} data */
export function startSeason(root, data) {
  const ready = () => {
    document.documentElement.dataset.ready = "yes";
  };
  if (data.begins === "following") {
    new Films(root, data).next(root.dataset.game);
    return ready();
  }
  if (data.begins === "watching" && !data.games.length) return ready();
  unhide();
  const match = h("div", { class: "match", id: "match" });
  root.replaceChildren(match);
  const arena = new Arena(match, data, (hash) => history.replaceState(null, "", hash));
  if (data.begins === "watching") {
    const turn = () => Number(new URLSearchParams(location.hash.slice(1)).get("t") ?? 0);
    arena.open(data.games[0], turn());
    addEventListener("hashchange", () => arena.show(turn()));
  } else {
    const form = seating(data, arena),
      chosen = () =>
        [...form.querySelectorAll("select")].map(({ value }) => (value === "" ? null : Number(value)));
    arena.parts.side.prepend(form);
    arena.fresh(times(data.seats, () => null));
    // The board is that of the game which the form names. A table is taken only when somebody plays.
    arena.offered = data.engine && !data.facts.isFile ? chosen() : null;
    form.addEventListener("change", () => {
      if (arena.offered) arena.offered = chosen();
      arena.screen.draw();
    });
  }
  ready();
}

/** Games one after another: on the front page, on a contestant's, and on a projector, which has the standings between them. */
class Films {
  /** @param {HTMLElement} root @param {PageData} data */
  constructor(root, data) {
    this.data = data;
    this.root = root;
    /** @type {number[]} */
    this.shown = [];
    /** @type {Arena | null} */
    this.arena = null;
    this.isScreen = document.body.classList.contains("screen");
    if (this.isScreen) listen();
  }

  /** Fetches a game, or the next one, and plays it to its end. @param {string} [number] */
  async next(number) {
    const asked = number ? `game=${number}` : `not=${this.shown.join(",")}`,
      found = await fetch(`/screen/game?${asked}`)
        .then((answer) => (answer.ok ? answer.json() : null))
        .catch(() => null);
    if (!found?.games?.length) return void (this.isScreen && setTimeout(() => this.next(), PATIENCE));
    const [game] = found.games,
      rests = !this.isScreen && isStill();
    this.shown = [...this.shown, game.number].slice(-REMEMBERED);
    this.arena?.close();
    const match = h("div", { class: "match", id: "match" });
    document.body.classList.remove("between");
    this.root.replaceChildren(match);
    const bots = found.contestants.map(() => null);
    const arena = (this.arena = new Arena(
      match,
      { ...found, ...this.data, contestants: found.contestants, bots, games: [] },
      () => {},
    ));
    unhide();
    arena.open(watched(game), rests ? Infinity : 0);
    // Whoever looks at a projector has not chosen a speed.
    if (this.isScreen) arena.line.speed = SLOW;
    if (!rests) arena.line.toggle(() => this.ended());
  }

  /** The end is shown for a while, and on a projector the standings. */
  ended() {
    if (!this.isScreen && this.root.dataset.goesOn === undefined) return;
    setTimeout(() => {
      document.body.classList.toggle("between", this.isScreen);
      setTimeout(() => this.next(), this.isScreen ? STANDINGS_SHOWN : 0);
    }, END_SHOWN);
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

/** The standings as they are now: who rises moves up. @param {any[]} rows */
function standings(rows) {
  const body = document.getElementById("screen-standings"),
    topOf = (/** @type {Element} */ row) => row.getBoundingClientRect().top,
    nameOf = (/** @type {Element} */ row) => row.querySelector("th")?.textContent,
    before = new Map([...(body?.children ?? [])].map((row) => [nameOf(row), topOf(row)]));
  body?.replaceChildren(...rows.map((row) => tr([row.rank, rowHead(row), row.rating])));
  if (isStill()) return;
  for (const row of body?.children ?? []) {
    const by = (before.get(nameOf(row)) ?? topOf(row)) - topOf(row);
    if (by)
      row.animate([{ transform: `translateY(${by}px)` }, {}], { duration: 1500, easing: "ease-in-out" });
  }
}
