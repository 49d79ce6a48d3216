// What stands out on a time line. What an action did, the game says.

import { leaderOf } from "../../engine/turning.js";

/**
 * The marks of a match, by turn.
 * @param {Frame[]} frames @param {any} limits
 * @returns {Mark[]}
 */
export function marksOf(frames, limits) {
  /** @type {Mark[]} */
  const marks = [];
  let ahead = -1;
  frames.forEach((frame, t) => {
    const before = frames[t - 1];
    if (frame.faults.length) marks.push({ t, kind: "fault", text: `turn ${t}: fault` });
    if (!before) return;
    if (frame.move?.usage.fuel > limits.fuel_per_turn / 2)
      marks.push({ t, kind: "spike", text: `turn ${t}: more than half a turn's fuel` });
    for (const text of frame.move?.events ?? []) marks.push({ t, kind: "event", text: `turn ${t}: ${text}` });
    const now = leaderOf(frame.scene.scores);
    if (now !== -1 && ahead !== -1 && now !== ahead)
      marks.push({ t, kind: "lead", text: `turn ${t}: another leads` });
    if (now !== -1) ahead = now;
  });
  return marks;
}
