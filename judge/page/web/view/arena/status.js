// What stands above and below the board: whether the game is the published one, who is to move, how it ended.

import { h } from "../dom.js";
import { emblem } from "../board/looks.js";
import { seatName } from "../story/puzzles.js";
import { verdictOf } from "./verdict.js";

/** @typedef {import("./arena.js").Arena} Arena */

/** The transcript's hash: enough of it to compare by eye. @param {any} over */
function hash(over) {
  const { transcript_sha256: hash } = over.record;
  return h("code", { class: "hash", title: `SHA-256 of the transcript: ${hash}` }, hash.slice(0, 16));
}

/** Which game it is, between whom, and with which opening. @param {import("./arena.js").Arena} arena */
export function titleText(arena) {
  const { data, game } = arena;
  if (!game) {
    const { seats } = arena.session.line ?? arena.wanted;
    const names = seats.map((/** @type {any} */ _, /** @type {number} */ seat) => arena.nameOf(seat));
    return `New game: ${names.join(" – ")}`;
  }
  const names = game.seats.map((bot) => data.contestants[bot].name),
    opening = data.openingNames?.[game.opening ?? -1];
  return `Game ${game.number}: ${names.join(" – ")}${opening ? `, opening ${opening}` : ""}`;
}

/** Whether the game came to what was published. @param {Arena} arena @returns {any[]} */
export function noteText({ session, branch, game, recording }) {
  const { over } = session;
  if (recording?.scenes)
    return over
      ? [h("span", { class: "badge recorded" }, "recorded by the organiser, not replayed here")]
      : [];
  if (branch !== null) {
    return [h("span", { class: "badge branch" }, `branch from turn ${branch}`), over ? hash(over) : ""];
  }
  if (!over)
    return game ? [h("span", { class: "badge" }, session.problem ? "not replayed" : "replaying …")] : [];
  if (!game) return [hash(over)];
  const same = over.record.transcript_sha256 === game.sha256,
    fuel = String(over.record.fuel) === String(game.fuel);
  const words = fuel ? " same transcript and fuel as published" : " same transcript as published";
  const badge = same
    ? h("span", { class: "badge good" }, "✓", h("span", { class: "words" }, words))
    : h("span", { class: "badge bad" }, "✗ not the published transcript");
  return [badge, hash(over)];
}

/** Persons at the table. @param {Arena} arena */
const persons = (arena) =>
  (arena.session.line ?? arena.wanted).seats.filter(
    (/** @type {any} */ _, /** @type {number} */ seat) => arena.holder(seat) === null,
  ).length;

/** Who is to move, how the game ended, or what is wrong. @param {Arena} arena @returns {any[]} */
export function statusText(arena) {
  const { session, refusal } = arena,
    { facts } = arena.data,
    isLast = arena.t === session.frames.length - 1;
  const problem = session.problem || refusal;
  // What has worked is told here, too.
  if (problem) return [h("span", { class: problem.startsWith("✓") ? "" : "problem" }, problem)];
  if (arena.puzzle && arena.branch === null && arena.t === arena.puzzle.turn && session.frames[arena.t])
    return task(arena, arena.puzzle.seat);
  if (isLast && session.over)
    return [
      h(
        "strong",
        {},
        verdictOf(session.over, (seat) => arena.nameOf(seat)),
      ),
    ];
  const toMove = session.frames[arena.t]?.scene.toMove;
  const whose = (/** @type {number} */ seat) => emblem(facts, seat, arena.table()[seat]);
  if (isLast && session.waiting !== null) {
    return [whose(session.waiting), ` ${persons(arena) > 1 ? `seat ${session.waiting + 1}` : "you"} to move`];
  }
  if (isLast && session.isBusy) return ["thinking …"];
  if (toMove === null || toMove === undefined) return [""];
  const could = arena.hintAt(arena.t);
  if (could) return [whose(toMove), h("span", { class: "could" }, ` ${could}`)];
  const hint = arena.isProjected ? "" : h("span", { class: "hint-words" }, "; you can try another move");
  return [whose(toMove), ` ${arena.nameOf(toMove)} to move`, hint];
}

/** What is to be found in a puzzle. @param {Arena} arena @param {number} seat @returns {any[]} */
function task(arena, seat) {
  if (seat < 0) return [""];
  const { data } = arena,
    others = arena.table().flatMap((_, other) => (other === seat ? [] : [arena.nameOf(other)]));
  return [
    emblem(data.facts, seat, arena.table()[seat]),
    h("strong", {}, ` Puzzle: ${seatName(data, seat)} to move and win. `),
    `Exactly one action does; ${others.join(" and ")} answers.`,
  ];
}
