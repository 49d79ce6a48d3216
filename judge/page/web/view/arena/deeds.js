// What the reader does in a match: plays an action, asks why one cannot be played, gives a seat to somebody else, takes
// back.

import { isJudged } from "../data.js";
import { whyNot } from "../board/why-not.js";

/** Plays an action on the shown turn. @param {Arena} arena @param {string} action */
export function act(arena, action) {
  const { session } = arena;
  if (arena.line.isPlaying && session.waiting === null) {
    // Whoever clicks into a film wants it to stop.
    arena.line.pause();
    return arena.refuse("Paused. Now you can try another move.");
  }
  const { offered } = arena,
    toMove = session.frames[arena.t]?.scene.toMove;
  if (offered && offered[toMove] !== null)
    return arena.refuse(`${arena.nameOf(toMove)} begins. Press New game.`);
  if (offered) return arena.fresh(offered, undefined, [["act", action]]);
  arena.parts.typed.value = "";
  arena.refusal = "";
  if (session.waiting !== null && arena.t === session.frames.length - 1) {
    arena.follows = true;
    session.problem = "";
    session.act(action, arena.eyes);
    arena.screen.draw();
  } else if (!arena.puzzle && session.frames[arena.t + 1]?.move.action === action) {
    // What was played there anyway is a step to the next turn.
    arena.show(arena.t + 1);
  } else if (!session.isBusy && arena.t < session.frames.length) {
    if (arena.puzzle && (arena.branch !== null || arena.t !== arena.puzzle.turn)) arena.puzzle = null;
    // In a puzzle the bot's answer is shown, too.
    arena.change([["fork", arena.t, action]], arena.t + (arena.puzzle ? 2 : 1));
    arena.follows = false;
  }
}

/** Finds out why there is no action at a place. @param {Arena} arena @param {string | null} action @param {string} key */
export function explain(arena, action, key) {
  const { session } = arena,
    isMine = session.waiting !== null && arena.t === session.frames.length - 1;
  if (action === null)
    return arena.refuse(
      arena.boards.picked
        ? "It cannot go there."
        : whyNot(arena.session.frames[arena.t].scene, key, arena.nameOf),
    );
  if (session.where === "judge" && isMine) act(arena, action);
  else if (session.where === "judge") arena.refuse(`${action} cannot be played here.`);
  else session.explain(arena.t, action);
}

/** Gives a seat to a bot or a person from the shown turn on. @param {Arena} arena @param {number} seat @param {number | null} bot */
export function giveSeat(arena, seat, bot) {
  if (arena.session.isBusy && arena.session.waiting === null) return;
  if (arena.offered) {
    const select = document.querySelectorAll("#seating select")[seat];
    /** @type {HTMLSelectElement} */ (select).value = bot === null ? "" : String(bot);
    arena.offered[seat] = bot;
    return arena.screen.draw();
  }
  const late = arena.t < arena.session.frames.length - 1;
  // The line changes after the turns up to here were played, so that they are known.
  const changes = late ? [["take-back", arena.t]] : [];
  if (bot === null) {
    if (arena.hasSecrets()) arena.see(seat);
    arena.change([...changes, ["give-to-person", seat, arena.t]], Infinity);
  } else if (isJudged(arena.data, bot) && arena.session.where === "page") {
    moveToJudge(arena, seat, bot);
  } else {
    arena.see(null);
    arena.change([...changes, ...(late ? [["play-to", arena.t]] : []), ["give-to-bot", seat, bot]], Infinity);
  }
}

/** The judge goes on with this game, so that its bot can have a seat: it is told what was played. @param {Arena} arena @param {number} seat @param {number} bot */
function moveToJudge(arena, seat, bot) {
  arena.line.pause();
  const line = arena.session.line ?? arena.wanted,
    { frames } = arena.session;
  const known = frames.slice(1, arena.t + 1).map((frame, turn) => [turn, frame.move.action]);
  const person = { bot: null, holders: { first: "person", changes: {} } };
  const seats = line.seats.map((/** @type {any} */ _, /** @type {number} */ at) =>
    at === seat ? { bot, holders: { first: "player", changes: {} } } : person,
  );
  if (arena.game && arena.branch === null) arena.branch = arena.t;
  arena.see(arena.eyesOf(seats.map((/** @type {any} */ each) => each.bot)));
  arena.begin({ ...line, seats, by_hand: Object.fromEntries(known) }, Infinity);
  arena.session.recorded = known.length;
}

/** Takes the last action of a person back. @param {Arena} arena */
export function retract(arena) {
  const { frames } = arena.session;
  let turn = frames.length - 1;
  const isHand = (/** @type {number} */ t) => frames[t]?.move?.by === "hand";
  while (turn > 0 && !isHand(turn)) turn -= 1;
  if (turn > 0) arena.change([["take-back", turn - 1]], Infinity);
}
