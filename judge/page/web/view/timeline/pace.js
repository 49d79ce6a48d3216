// How fast turns are shown while they are played.

import { isStill } from "../dom.js";

/** How long a bot's action in a person's game takes at least, in milliseconds. */
const BOT_MOVE = 300;
/** More actions than this at once are no answer of bots: they are shown at once. */
const ANSWERS_MAX = 8;

/** Shows what was played last; bots that answer a person take their time, one after another. @param {Arena} arena @param {number} last */
export function follow(arena, last) {
  const isAnswer =
    last > arena.t &&
    last - arena.t <= ANSWERS_MAX &&
    arena.session.frames[last].move?.by === "player" &&
    arena.session.line &&
    arena.holders().includes(null);
  if (!isAnswer || isStill()) {
    arena.t = last;
    return;
  }
  clearTimeout(arena.pace);
  const isHand = arena.session.frames[arena.t + 1].move?.by === "hand",
    wait = isHand ? 0 : arena.shownAt + BOT_MOVE - performance.now();
  if (wait <= 0) {
    arena.t += 1;
    arena.shownAt = performance.now();
  }
  if (arena.t < last) arena.pace = setTimeout(() => arena.screen.refresh(), Math.max(wait, BOT_MOVE / 4));
}
