// The end of a match: how it ended, and what can be done next.

import { canSit, isPlayable } from "../data.js";
import { button, h } from "../dom.js";
import { nextPuzzle, noteSolved, puzzleAddress } from "../story/puzzles.js";
import { verdictOf } from "./verdict.js";

/** @typedef {import("./arena.js").Arena} Arena */

/** @param {string} href @param {string} text @param {string} label */
const link = (href, text, label = text) =>
  h("a", { class: "button", href, title: label, "aria-label": label }, text);

/** What is offered at the end of a match; nothing while it is under way. @param {Arena} arena @returns {any} */
export function ending(arena) {
  const { session, data, puzzle } = arena,
    { over } = session;
  if (!over || session.isBusy) return null;
  if (puzzle) return arena.branch === null ? null : ofPuzzle(arena, puzzle);
  if (arena.t !== session.frames.length - 1 || data.table) return null;
  if (arena.game) return arena.branch === null && !data.begins ? ofPublished(arena, arena.game) : null;
  const seats = session.line.seats.map((/** @type {any} */ { bot }) => bot),
    swapped = [...seats.slice(1), seats[0]];
  return h(
    "div",
    { class: "ending", role: "group", "aria-label": "The game is over" },
    button("Rematch: the same seats once more", "Rematch", () => arena.again(seats)),
    seats.some((/** @type {any} */ bot) => bot !== seats[0])
      ? button("Swapped sides: everybody one seat on", "Swapped sides", () => arena.again(swapped))
      : null,
    nextOpponent(arena, seats),
  );
}

/** The one bot at the table makes room for the next better one. @param {Arena} arena @param {(number | null)[]} seats */
function nextOpponent(arena, seats) {
  const { data } = arena,
    [bot, ...others] = seats.filter((one) => one !== null);
  if (bot === undefined || others.length || seats.length !== 2) return null;
  const rank = (/** @type {number} */ one) => data.contestants[one].rank ?? Infinity,
    all = [...data.contestants.keys()]
      .filter((one) => canSit(data, one))
      .sort((one, other) => rank(one) - rank(other));
  const next = all[all.indexOf(bot) - 1],
    text = `Next opponent: ${data.contestants[next]?.name}`;
  return next === undefined
    ? null
    : button(text, text, () => arena.again(seats.map((one) => (one === null ? null : next))));
}

/** @param {Arena} arena @param {import("../data.js").Game} game */
function ofPublished(arena, { number, seats }) {
  const { data } = arena,
    next = data.games.find((/** @type {any} */ other) => other.number > number && isPlayable(data, other)),
    { verdict } = arena.session.over.record,
    /** @type {number[]} */
    ranks = verdict.decided?.ranks ?? verdict.forfeit ?? [],
    // A draw has no winner.
    best = ranks.lastIndexOf(1) === ranks.indexOf(1) ? ranks.indexOf(1) : -1,
    mine = best === 0 ? 1 : 0,
    others = seats.filter((_, seat) => seat !== mine);
  const names = next?.seats.map((/** @type {number} */ bot) => data.contestants[bot].name).join(" – ");
  return h(
    "div",
    { class: "ending", role: "group", "aria-label": "The game is over" },
    best >= 0 && others.every((bot) => canSit(data, bot))
      ? button(`Play the winner yourself: ${data.contestants[seats[best]].name}`, "Play the winner", () =>
          arena.again(seats.map((bot, seat) => (seat === mine ? null : bot))),
        )
      : null,
    next ? link(`#g=${next.number}&t=0`, "Next game", `Next game: ${names}`) : null,
  );
}

/** @param {Arena} arena @param {{ game: number, turn: number, seat: number }} puzzle */
function ofPuzzle(arena, puzzle) {
  const { session, data } = arena,
    { verdict } = session.over.record,
    ranks = verdict.decided?.ranks ?? verdict.forfeit ?? [];
  const isWon =
    ranks[puzzle.seat] === 1 && ranks.filter((/** @type {number} */ rank) => rank === 1).length === 1;
  const tried = session.frames[puzzle.turn + 1]?.move.action ?? "",
    end = verdictOf(session.over, (seat) => arena.nameOf(seat));
  if (isWon) noteSolved(data, puzzle);
  const next = isWon ? nextPuzzle(data, puzzle) : undefined;
  return h(
    "div",
    { class: `ending ${isWon ? "solved" : "failed"}`, role: "group", "aria-label": "The puzzle" },
    h("p", {}, h("strong", {}, isWon ? `✓ Solved: ${tried}. ` : `✗ ${tried} is not it. `), `${end}.`),
    isWon ? null : button("Try again", "Try again", () => arena.openPuzzle(arena.game, puzzle.turn)),
    button("Watch it to the end", "Watch it to the end", () => arena.watchOn()),
    next ? link(puzzleAddress(next), "Next puzzle") : null,
  );
}
