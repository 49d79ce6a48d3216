// What stands above and below the board: whether the game is the published one, who is to move, how it ended.

import { seatName } from "../data.js";
import { h } from "../dom.js";
import { emblem } from "../board/looks.js";
import { verdictOf } from "./verdict.js";

/** The transcript's hash: enough of it to compare by eye. @param {any} over */
function hash(over) {
  const { transcript_sha256: hash } = over.record;
  return h("code", { class: "hash", title: `SHA-256 of the transcript: ${hash}` }, hash.slice(0, 16));
}

/** Which game it is, between whom, and with which opening. @param {Arena} arena */
export function titleText(arena) {
  const { data, game, series } = arena,
    names = arena.names();
  if (!game) return `New game: ${names.join(" – ")}`;
  const opening = data.openingNames?.[game.opening ?? -1],
    number = `game ${game.number}${opening ? `, opening ${opening}` : ""}`;
  // So many names stand on the plates.
  if (names.length > 3) return `${names.length} at a table · ${number}`;
  if (!game.match || !series || series.games.length < 2) return `${names.join(" – ")} · ${number}`;
  // In a match it is told how it stands, and nothing of how it goes on.
  const [one, other] = arena.isSwapped ? [...series.won].reverse() : series.won,
    decides = series.at === series.decider ? ", the decider" : "";
  return `${game.match.name} · ${names[0]} ${one} : ${other} ${names[1]} · game ${series.at + 1} of ${series.games.length}${decides}`;
}

/** @param {string} kind @param {string} text @param {string | null} title */
const badge = (kind, text, title = null) => h("span", { class: `badge ${kind}`, title }, text);

/** Whether the game came to what was published. @param {Arena} arena @returns {any[]} */
export function noteText({ session, branch, game, recording }) {
  const { over } = session;
  if (recording?.scenes)
    return over ? [badge("recorded", "recorded by the organiser, not replayed here")] : [];
  if (branch !== null) return [badge("branch", `branch from turn ${branch}`), over ? hash(over) : ""];
  if (!over) return game ? [badge("", session.problem ? "not replayed" : "replaying …")] : [];
  if (!game) return [hash(over)];
  // The game is as it was; this browser is too small for a bot.
  const { void: ended } = over.record.verdict;
  if (ended?.cause === "machine") return [badge("", "not replayed: this game needs the judge", ended.detail)];
  if (over.record.transcript_sha256 !== game.sha256)
    return [badge("bad", "✗ not the published transcript"), hash(over)];
  const fuel = String(over.record.fuel) === String(game.fuel) ? " and fuel" : "";
  return [badge("good", "✓ replayed here, as published", `The same transcript${fuel}`), hash(over)];
}

/** Persons at the table. @param {Arena} arena */
const persons = (arena) => arena.holders().filter((holder) => holder === null).length;

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
  if (isLast && session.over) return [h("strong", {}, verdictOf(session.over, arena.nameOf))];
  const toMove = session.frames[arena.t]?.scene.toMove;
  const whose = (/** @type {number} */ seat) => emblem(facts, seat, arena.table()[seat]);
  if (isLast && session.waiting !== null) {
    return [
      whose(session.waiting),
      ` ${persons(arena) > 1 ? seatName(arena.data, session.waiting) : "you"} to move`,
    ];
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
