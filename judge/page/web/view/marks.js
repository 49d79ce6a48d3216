// What stands out on a time line.

/**
 * @typedef {{ t: number, kind: string, text: string }} Mark
 */

/** @param {any} scene */
const leader = (scene) => {
  const most = Math.max(...scene.scores), first = scene.scores.indexOf(most);
  return scene.scores.lastIndexOf(most) === first ? first : -1;
};

/** @param {any} scene */
const stacks = (scene) => scene.boards.map((/** @type {any} */ board) => board.beside.length).join();

/**
 * The marks of a match, by turn.
 * @param {import("./session.js").Frame[]} frames @param {string} game @param {any} limits
 * @returns {Mark[]}
 */
export function marksOf(frames, game, limits) {
  /** @type {Mark[]} */
  const marks = [];
  let ahead = -1;
  frames.forEach((frame, t) => {
    const before = frames[t - 1];
    if (frame.faults.length) marks.push({ t, kind: "fault", text: `turn ${t}: fault` });
    if (!before) return;
    if (frame.move?.usage.fuel > limits.fuel_per_turn / 2) marks.push({ t, kind: "spike", text: `turn ${t}: more than half a turn's fuel` });
    if (game === "othello" && frame.move?.action === "--") marks.push({ t, kind: "event", text: `turn ${t}: pass` });
    if (game === "battleship" && before.scene.boards.length && stacks(before.scene) > stacks(frame.scene)) marks.push({ t, kind: "event", text: `turn ${t}: a ship is sunk` });
    if (game === "stones" && frame.told.some((text) => text.startsWith("Hit"))) marks.push({ t, kind: "event", text: `turn ${t}: a stone is hit` });
    const now = leader(frame.scene);
    if (now !== -1 && ahead !== -1 && now !== ahead) marks.push({ t, kind: "lead", text: `turn ${t}: another leads` });
    if (now !== -1) ahead = now;
  });
  return marks;
}
