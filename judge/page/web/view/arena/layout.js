// What an arena is made of, and where it stands.

import { retract } from "./deeds.js";
import { button, h } from "../dom.js";
import { iconButton } from "../icons.js";
import { open } from "../match/saved.js";
import { Sight } from "../board/sight.js";

/** @typedef {import("./arena.js").Arena} Arena */

/** The parts that change with the match. @param {Arena} arena */
export function partsOf(arena) {
  const title = h("h2", { class: "match-title" });
  const note = h("p", { class: "match-note" });
  const whyShown = h("p", { class: "why" });
  const live = h("p", { class: "sr", "aria-live": "polite" });
  const status = h("p", { class: "status" });
  const extra = h("div", { class: "extra" });
  /** @type {any} */
  const sight = new Sight();
  const back = button(
    "Back to the published game",
    "Back to the published game",
    () => arena.game && arena.open(arena.game, arena.branch ?? 0),
  );
  const newGame = button("Play: a game of your own", "Play", () =>
    /** @type {HTMLFormElement | null} */ (document.getElementById("seating"))?.requestSubmit(),
  );
  newGame.classList.add("primary");
  const takeBack = button("Take back", "Take back", () => retract(arena));
  const typed = h("input", {
    class: "typed",
    type: "text",
    autocomplete: "off",
    spellcheck: "false",
    placeholder: arena.data.facts.example || "type an action",
    title: arena.data.facts.notation,
    "aria-label": "Action in the game's notation",
  });
  const form = h(
    "form",
    {
      class: "type-form",
      onsubmit: (/** @type {Event} */ event) => {
        event.preventDefault();
        if (typed.value.trim()) arena.act(typed.value.trim());
      },
    },
    typed,
    h("button", {}, "Play it"),
  );
  const turn = h("div", { class: "turn" });
  const stopButton = button("End it: stop the bot that is thinking", "End it", () => arena.session.stop());
  return {
    title,
    note,
    whyShown,
    live,
    status,
    extra,
    sight,
    back,
    takeBack,
    newGame,
    typed,
    form,
    turn,
    stopButton,
  };
}

/** Puts all parts in their places. @param {Arena} arena @param {HTMLElement} root */
export function lay(arena, root) {
  arena.line.controls.append(arena.form);
  root.replaceChildren(
    h(
      "div",
      { class: "match-head" },
      arena.title,
      arena.note,
      arena.whyShown,
      h("div", { class: "match-tools" }, arena.back, arena.takeBack, arena.newGame),
    ),
    h(
      "div",
      { class: "table-top" },
      h(
        "div",
        { class: "stage" },
        arena.boards.element,
        arena.sight.element,
        arena.boards.note,
        arena.status,
        arena.extra,
        arena.line.element,
      ),
      h(
        "aside",
        { class: "side", "aria-label": "Players and turns" },
        arena.seats.element,
        arena.turn,
        arena.moves.element,
      ),
    ),
    arena.live,
  );
}

/** Shows of the tools above the board those that are of use now. @param {Arena} arena */
export function drawTools({ takeBack, back, newGame, session, game, branch }) {
  takeBack.hidden = !session.frames.some((frame) => frame.move?.by === "hand");
  back.hidden = !game || branch === null;
  const hasPerson = session.line?.seats.some((/** @type {any} */ { bot }) => bot === null);
  newGame.hidden = hasPerson || !document.getElementById("seating");
}

/** What can be done with the boards as they stand there. @param {Arena} arena */
export const boardTools = (arena) =>
  h(
    "div",
    { class: "board-tools" },
    iconButton("turn", "Turn the board round", "f", () => arena.boards.turn()),
    iconButton("smaller", "Smaller board", "−", () => arena.enlarge(-1)),
    iconButton("larger", "Larger board", "+", () => arena.enlarge(1)),
    arena.projector,
    arena.data.engine && !arena.data.table ? opener(arena) : "",
  );

/** Takes a game from a file: a button, and whatever is dropped on the arena. @param {Arena} arena */
function opener(arena) {
  const file = h("input", { type: "file", hidden: true, onchange: () => open(arena, file.files[0]) });
  arena.root.addEventListener("dragover", (event) => event.preventDefault());
  arena.root.addEventListener("drop", (event) => {
    event.preventDefault();
    open(arena, event.dataTransfer?.files[0]);
  });
  const label = "Open a game: a saved one, one in GGF, or a list of its actions";
  return [button(label, "Open", () => file.click()), file];
}

/** @param {Arena} arena */
export function fullScreen({ root, projector }) {
  const there = document.fullscreenElement ? document.exitFullscreen() : root.requestFullscreen();
  there.catch(() => {
    projector.hidden = true;
  });
}
