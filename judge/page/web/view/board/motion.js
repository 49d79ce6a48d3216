// What moves when a turn is shown: a piece slides to its place from where it was.

import { isStill } from "../dom.js";

/** Less time than this is no motion that anybody sees. In milliseconds. */
const TIME_LEAST = 80,
  TIME_MOST = 260;

/** Where a place of a board is. @param {Element | null} element @returns {number[] | null} */
export function placed(element) {
  const found = /^translate\((\S+) (\S+)\)$/.exec(element?.getAttribute("transform") ?? "");
  return found ? found.slice(1).map(Number) : null;
}

/** How long a motion takes; nothing where nothing is to move. @param {number} pause until the next turn is shown */
export function timeOf(pause) {
  const time = Math.min(TIME_MOST, pause * 0.8);
  return time < TIME_LEAST || isStill() ? 0 : time;
}

/**
 * The piece on top of a place comes from another, above everything else.
 * @param {Element} onto @param {number[]} from @param {Element} layer @param {number} time
 */
export function slide(onto, from, layer, time) {
  const piece = onto.querySelector(".pieces")?.lastElementChild,
    to = placed(onto);
  if (!piece || !to) return;
  const ghost = /** @type {Element} */ (piece.cloneNode(true)),
    shift = `translate(${from[0]}px, ${from[1]}px)`;
  layer.append(ghost);
  const timing = { duration: time, easing: "ease-in-out" };
  piece.animate({ opacity: [0, 0] }, time);
  ghost
    .animate({ transform: [shift, `translate(${to[0]}px, ${to[1]}px)`] }, timing)
    .finished.finally(() => ghost.remove());
}

/** What moved in the turn that is shown, if anybody is to see how. @param {Arena} arena */
export function slid(arena) {
  const { frames } = arena.session,
    { move } = frames[arena.t],
    time = timeOf(arena.line.pauses);
  // A person's hand has moved its piece itself.
  if (!time || !move || move.by === "hand") return null;
  const { from, to } = frames[arena.t - 1].scene.choices.find((one) => one.action === move.action) ?? {};
  return from && to ? { from, to, time } : null;
}
