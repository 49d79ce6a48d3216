// What an action brought about, in words: for those who listen, and beside the action.

import { isShort } from "../dom.js";
import { marksOf } from "../timeline/marks.js";

/** What the action of a turn did, in the game's words; nothing if it says nothing. @param {Frame[]} frames @param {number} t */
export const effectOf = (frames, t) => (frames[t]?.move?.effects ?? []).join(", ");

/**
 * A turn for those who listen: who did what, what came of it, and what stands out.
 * @param {Frame[]} frames @param {number} t @param {PageData} data @param {(seat: number) => string} nameOf
 */
export function spoken(frames, t, data, nameOf) {
  const frame = frames[t];
  if (!frame?.move) return "The start";
  const marks = marksOf(frames.slice(Math.max(t - 1, 0), t + 1), data.limits).filter(
    ({ kind }) => kind === "fault",
  );
  const effect = effectOf(frames, t),
    fault = marks.length ? "; a fault" : "";
  const action = isShort(frame.move.action) ? ` ${frame.move.action}` : "";
  return `${nameOf(frame.move.seat)}:${action}${effect ? `${action ? "," : ""} ${effect}` : ""}${fault}`;
}
