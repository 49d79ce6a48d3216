// Puzzles: positions of published games in which exactly one action wins against this very bot, which answers itself.

import { hasBots, lineOf, seatName } from "../data.js";
import { count, h, mark, panel, press } from "../dom.js";
import { keep, recall } from "../kept.js";
import { findTurningPoints } from "./search.js";
import { isPuzzle } from "./story.js";
import { leadOf } from "./worth.js";

/** Puzzles of one search, games that it looks at, and games that it plays of each. */
const WANTED = 5,
  LOOKED_AT = 80,
  GAMES_MAX = 250;
/** Puzzles of one pair of contestants. */
const OF_A_PAIR = 2;

/** @typedef {{ game: number, turn: number }} Puzzle */
/** Which report it is: its games have seeds that no other has. @param {PageData} data */
const keyOf = (data) =>
  `judge.puzzles.${data.game}.${data.games.find((one) => one.sha256)?.sha256.slice(0, 16)}`;

/** What the reader has found and solved. @param {PageData} data @returns {{ found: Puzzle[], solved: string[] }} */
function kept(data) {
  try {
    const { found, solved } = JSON.parse(recall(keyOf(data)) ?? "{}");
    const isGood = (/** @type {any} */ one) => data.games[one?.game - 1] && Number.isInteger(one.turn);
    return { found: (found ?? []).filter(isGood), solved: (solved ?? []).map(String) };
  } catch {
    return { found: [], solved: [] };
  }
}

/** Notes that a puzzle is solved. @param {PageData} data @param {Puzzle} puzzle */
export function noteSolved(data, { game, turn }) {
  const { found, solved } = kept(data),
    name = `${game}.${turn}`;
  if (!solved.includes(name)) keep(keyOf(data), JSON.stringify({ found, solved: [...solved, name] }));
}

/** The address of a puzzle. @param {Puzzle} puzzle */
export const puzzleAddress = ({ game, turn }) => `#g=${game}&z=1&t=${turn}`;

/** The next puzzle that is not solved, after this one. @param {PageData} data @param {Puzzle} puzzle */
export function nextPuzzle(data, puzzle) {
  const { found, solved } = kept(data),
    at = found.findIndex((one) => one.game === puzzle.game && one.turn === puzzle.turn);
  return [...found.slice(at + 1), ...found.slice(0, at + 1)].find(
    ({ game, turn }) => !solved.includes(`${game}.${turn}`),
  );
}

/** Games in which a loser may have had a way to win, the closest first, and of these the quickest to play. @param {PageData} data */
function promising(data) {
  const margin = (/** @type {Game} */ game) => leadOf(data, game) ?? 0,
    spent = (/** @type {Game} */ { fuel }) => fuel.reduce((sum, one) => sum + one, 0);
  return data.games
    .filter(
      (game) =>
        game.outcome === "decided" &&
        game.seats.length === 2 &&
        game.seats[0] !== game.seats[1] &&
        game.points[0] !== game.points[1] &&
        hasBots(data, game),
    )
    .sort((a, b) => margin(a) - margin(b) || spent(a) - spent(b));
}

/** The card of the puzzles. @param {PageData} data */
export function puzzles(data) {
  /** @type {any} */
  let search = null;
  const said = h("p", { class: "quiet", role: "status" }),
    list = h("ol", { class: "puzzle-list" });
  const draw = () => {
    const { found, solved } = kept(data);
    list.hidden = !found.length;
    list.replaceChildren(
      ...found.map((puzzle) => {
        const game = data.games[puzzle.game - 1],
          isSolved = solved.includes(`${puzzle.game}.${puzzle.turn}`);
        const loser = game.points[0] < game.points[1] ? 0 : 1,
          name = (/** @type {number} */ seat) => data.contestants[game.seats[seat]];
        return h(
          "li",
          {},
          h(
            "a",
            { href: puzzleAddress(puzzle) },
            mark(name(loser)),
            `win with ${seatName(data, loser)}; ${name(1 - loser).name} answers`,
          ),
          h("span", { class: "quiet" }, ` game ${puzzle.game}${isSolved ? ", solved ✓" : ""}`),
        );
      }),
    );
    button.textContent = search ? "Stop" : found.length ? "Find more puzzles" : "Find puzzles";
  };
  const pressed = () => {
    if (!search) return hunt();
    search.stop();
    search = null;
    said.textContent = "Stopped.";
    draw();
  };
  const button = press(pressed, { id: "find-puzzles" });
  const hunt = () => {
    const { found: before } = kept(data),
      isOld = (/** @type {any} */ game) => before.some((one) => one.game === game.number);
    const games = promising(data)
      .filter((game) => !isOld(game))
      .slice(0, LOOKED_AT);
    /** @type {Map<string, number>} */
    const pairs = new Map();
    let looked = 0,
      fresh = 0;
    const next = () => {
      const game = games.shift(),
        pair = String(game?.seats);
      if (!game || fresh >= WANTED) {
        search = null;
        said.textContent = `${count(fresh, "puzzle")} found in ${count(looked, "game")}.`;
        return draw();
      }
      if ((pairs.get(pair) ?? 0) >= OF_A_PAIR) return next();
      looked += 1;
      said.textContent = `looking at game ${game.number}; ${count(fresh, "puzzle")} found …`;
      const loser = game.points[0] < game.points[1] ? 0 : 1;
      search = findTurningPoints(data, lineOf(data, game), loser, GAMES_MAX, (points) => {
        if (!points.isOver) return;
        const turn = points.problem ? undefined : points.turns.find(isPuzzle);
        if (turn) {
          fresh += 1;
          pairs.set(pair, (pairs.get(pair) ?? 0) + 1);
          const { found, solved } = kept(data);
          keep(
            keyOf(data),
            JSON.stringify({ found: [...found, { game: game.number, turn: turn.turn }], solved }),
          );
        }
        draw();
        next();
      });
    };
    next();
    draw();
  };
  draw();
  addEventListener("hashchange", draw);
  return panel(
    { class: "puzzles", id: "puzzles" },
    "Puzzles",
    "Positions of these games in which exactly one action wins against this very bot. Play it, and the bot answers.",
    button,
    said,
    list,
  );
}
