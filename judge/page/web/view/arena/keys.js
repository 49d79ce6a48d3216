// Keys that work wherever the reader is, but in a text field.

import { fullScreen } from "./layout.js";
import { placeOf } from "../board/place.js";

/** Whether a key belongs to what is typed into. @param {any} target */
const isTyped = (target) =>
  target.isContentEditable ||
  target.tagName === "TEXTAREA" ||
  (target.tagName === "INPUT" && !["range", "checkbox", "radio", "button"].includes(target.type));

/** What Space works on by itself, for who has come there by Tab. @param {any} target */
const isPressed = (target) =>
  ["BUTTON", "A", "SUMMARY"].includes(target.tagName) || target.getAttribute?.("role") === "button";

/** How the reader came to what has the focus: only Tab shows that keys are meant for it. */
let byTab = false;

/** Whether the focus was moved by Tab. */
export const cameByTab = () => byTab;

/** What keys do. @param {Arena} arena @returns {Record<string, () => void>} */
function keysOf(arena) {
  const { line } = arena;
  /** @type {Record<string, () => void>} */
  const keys = {
    ArrowLeft: () => line.step(-1),
    ArrowRight: () => line.step(1),
    Home: () => line.seek(0),
    End: () => line.seek(Infinity),
    " ": () => line.toggle(),
    "[": () => line.jump(-1),
    "]": () => line.jump(1),
    f: () => arena.boards.turn(),
    F: () => fullScreen(arena),
    "+": () => arena.screen.enlarge(1),
    "-": () => arena.screen.enlarge(-1),
    Escape: () => arena.boards.pointer.cancel(),
  };
  for (let speed = 0; speed <= 6; speed++) keys[String(speed)] = () => line.setSpeed(speed);
  return keys;
}

/**
 * Whether a key means the match: arrows walk over a board, and scroll elsewhere.
 * @param {Arena} arena @param {any} target @param {string} key
 */
function isOurs({ root, session, boards }, target, key) {
  if (!root.isConnected || !session.frames.length) return false;
  if (key.startsWith("Arrow")) {
    return !target.closest?.(".wide, .log, .fleet") && !(placeOf(target) && boards.walks());
  }
  return key !== "Escape" || boards.picked !== null;
}

/** @param {Arena} arena */
export function listenForKeys(arena) {
  const keys = keysOf(arena);
  const came = (/** @type {any} */ { type, key }) => {
    byTab = type === "keydown" && (byTab || key === "Tab");
  };
  for (const kind of ["pointerdown", "keydown"]) document.addEventListener(kind, came, true);
  document.addEventListener("keydown", (event) => {
    const target = event.target,
      work = keys[event.key];
    if (!work || event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || isTyped(target))
      return;
    if (event.key === " " && byTab && isPressed(target)) return;
    // A list of choices is gone through with arrows, and letters find entries.
    if (/** @type {any} */ (target).tagName === "SELECT" && event.key !== " ") return;
    if (!isOurs(arena, target, event.key)) return;
    event.preventDefault();
    work();
  });
}
