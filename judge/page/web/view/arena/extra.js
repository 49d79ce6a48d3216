// What stands below the boards: actions without a place, a fleet to be placed, the end of the match; and whose eyes look.

import { optionOf, press } from "../dom.js";
import { ending, goesOn } from "./ending.js";
import { fleetBuilder } from "../board/fleet.js";
import { pieceName } from "../board/looks.js";
import { statusText } from "./status.js";

/** Actions without a place, and the fleet. @param {Arena} arena @param {any} frame @param {boolean} isOpen */
export function drawExtra(arena, frame, isOpen) {
  // An action that was sent may come back as wrong, and is mended where it was made.
  if (arena.session.isBusy && arena.session.actor !== null && arena.t === arena.screen.extraTurn) return;
  arena.screen.extraTurn = arena.t;
  const placeless = isOpen ? frame.scene.choices.filter((/** @type {any} */ choice) => !choice.to) : [];
  const { placing } = frame.scene,
    needsFleet =
      isOpen &&
      arena.session.waiting !== null &&
      arena.t === arena.session.frames.length - 1 &&
      placing !== null;
  drawEnding(arena);
  const key = JSON.stringify([placeless, needsFleet && arena.t, frame.scene.toMove]);
  if (key === arena.screen.extraKey) return;
  arena.screen.extraKey = key;
  const hadFocus = arena.parts.extra.contains(document.activeElement),
    hadFleet = arena.parts.extra.querySelector(".fleet") !== null;
  arena.parts.extra.replaceChildren(
    ...placeless.map((/** @type {any} */ choice) =>
      press(
        () => arena.act(choice.action),
        {},
        choice.action === "--" || choice.action === "pass" ? "Pass" : choice.action,
      ),
    ),
    needsFleet ? builder(arena, frame.scene.boards[placing.board], placing) : "",
  );
  if (hadFocus) arena.boards.focus(arena.boards.current);
  // What is to be done next may be far above.
  if (hadFleet && !needsFleet) arena.boards.at(arena.boards.current)?.scrollIntoView({ block: "nearest" });
}

/** What the game before offered is over. @param {Arena} arena */
export function clearExtra(arena) {
  arena.parts.extra.replaceChildren();
  arena.screen.extraKey = "";
  drawEnding(arena);
}

/** The card at the end, beside the board. What is there already stays, and may be pressed. @param {Arena} arena */
function drawEnding(arena) {
  const end = ending(arena),
    there = arena.root.querySelector(".ending");
  if (there?.textContent === end?.textContent) return;
  there?.remove();
  if (end) arena.parts.side.prepend(end);
  // A film that has come to its end by itself goes on.
  if (end && arena.line.isPlaying) goesOn(end.querySelector(".on"));
}

/** Turning points and chances that were found, wherever they are shown. @param {Arena} arena */
export function drawFound(arena) {
  if (!arena.session.frames[arena.t]) return;
  arena.line.draw(arena.t, arena.table());
  arena.parts.status.replaceChildren(...statusText(arena));
  drawEnding(arena);
}

/** @param {Arena} arena @param {Board} board @param {any} placing */
function builder(arena, board, placing) {
  const { facts } = arena.data,
    words = facts.placing ?? { one: "piece", many: "pieces", all: "pieces" };
  return fleetBuilder(
    board,
    placing,
    (action) => arena.act(action),
    words,
    (piece) => pieceName(facts, piece, arena.nameOf),
    arena.boards.look,
  );
}

/** Whose eyes look, and what they see beside boards. @param {Arena} arena @param {Scene} scene */
export function drawEyes(arena, scene) {
  arena.parts.sight.draw(scene);
  arena.root.classList.toggle("boardless", !scene.boards.length);
  arena.parts.eyes.hidden = !arena.hides() || arena.data.scenes;
  if (arena.screen.eyesKey !== arena.names().join()) {
    arena.screen.eyesKey = arena.names().join();
    const seats = [...scene.scores.keys()].map((seat) => [seat, `view: ${arena.nameOf(seat)}`]);
    arena.parts.eyes.replaceChildren(...[["", "view: all"], ...seats].map(optionOf));
  }
  arena.parts.eyes.value = arena.eyes === null ? "" : String(arena.eyes);
}
