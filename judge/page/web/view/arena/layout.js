// What an arena is made of, and where it stands.

import { retract } from "./deeds.js";
import { button, h, press } from "../dom.js";
import { icon, iconButton } from "../icons.js";
import { open } from "../match/saved.js";
import { Sight } from "../board/sight.js";

/** The parts that change with the match. @param {Arena} arena */
export function partsOf(arena) {
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
  return {
    title: h("h2", { class: "match-title" }),
    note: h("p", { class: "match-note" }),
    why: h("p", { class: "why" }),
    live: h("p", { class: "sr", "aria-live": "polite" }),
    status: h("p", { class: "status" }),
    extra: h("div", { class: "extra" }),
    sight: /** @type {any} */ (new Sight()),
    turn: h("div", { class: "turn" }),
    stop: button("End it: stop the bot that is thinking", "End it", () => arena.session.stop()),
    swap: h(
      "div",
      { class: "swap" },
      press(() => arena.boards.swap(), {}, icon("swap"), " Swap boards"),
    ),
    scene: h("div", { class: "scene" }),
    side: h("aside", { class: "side", "aria-label": "What is told of this game" }),
    stage: h("section", { class: "stage", "aria-label": "Stage" }),
    authors: h(
      "details",
      { class: "authors", ontoggle: () => arena.screen.draw() },
      h("summary", {}, "For authors", h("span", {}, ": fuel, questions, log, moves")),
    ),
    /** Takes the place of the tour while somebody plays. */
    own: h("section", { "aria-label": "Your game" }),
    against: h("p", { class: "say" }),
    back: button("Back to the film", "Back to the film", () => arena.toFilm()),
    takeBack: button("Take back", "Take back", () => retract(arena)),
    typed,
    form,
  };
}

/** Puts all parts in their places. @param {Arena} arena @param {HTMLElement} root */
export function lay(arena, root) {
  const { parts, line, boards, plates } = arena;
  parts.authors.append(h("div", { class: "inside" }, line.chart, parts.turn, arena.moves.element));
  parts.scene.append(plates.element, plates.bar, boards.element, parts.swap);
  parts.stage.append(
    h("div", { class: "billing" }, parts.title, parts.why),
    parts.scene,
    parts.sight.element,
    h("div", { class: "below" }, boards.note, parts.status, parts.form),
    parts.extra,
    line.element,
    h("div", { class: "foot" }, parts.authors, parts.note),
  );
  parts.own.append(parts.against, h("div", { class: "next" }, parts.takeBack, parts.back));
  parts.side.append(arena.tour.element, parts.own);
  root.replaceChildren(parts.stage, parts.side, parts.live);
}

/** Shows of the parts those that are of use now. @param {Arena} arena @param {Scene} scene @param {boolean} isOpen */
export function drawParts(arena, scene, isOpen) {
  const { parts, session, boards } = arena,
    seats = arena.table().length;
  parts.takeBack.hidden = !session.frames.some((frame) => frame.move?.by === "hand");
  parts.own.hidden = !arena.isOwn;
  parts.against.textContent = arena.names().join(" against ").replace("a person", "You");
  parts.back.hidden = !arena.isOwn || !(arena.game ?? arena.film);
  // Who is to move may type; who watches finds that among what authors want.
  parts.form.hidden = !isOpen || !(session.waiting !== null || arena.puzzle || parts.authors.open);
  // Beside a wide board there is no room for plates.
  const isWide = boards.ratio(scene) > 1.4,
    kind = seats > 2 ? "many" : scene.boards.length !== 1 || isWide ? "two" : "one";
  parts.scene.className = `scene ${kind}${seats === 2 ? " two-sided" : ""}${arena.isSwapped ? " swapped" : ""}`;
  boards.isSwapped = arena.isSwapped;
  boards.shrink(arena.eyes ?? arena.small);
  parts.swap.hidden = scene.boards.length < 2;
  // What was sent may come back as wrong, and has the focus until then.
  const isSent = session.isBusy && session.actor !== null;
  parts.stage.classList.toggle("yours", session.waiting !== null || isSent);
  parts.title.classList.toggle("in-match", Boolean(arena.game?.match));
}

/** What can be done with the boards as they stand there. @param {Arena} arena */
export const boardTools = (arena) =>
  h(
    "div",
    { class: "board-tools" },
    iconButton("turn", "Turn the board round", "f", () => arena.boards.turn()),
    iconButton("smaller", "Smaller board", "−", () => arena.screen.enlarge(-1)),
    iconButton("larger", "Larger board", "+", () => arena.screen.enlarge(1)),
    iconButton("full", "Full screen, for a projector", "F", () => fullScreen(arena)),
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
export function fullScreen({ parts: { stage } }) {
  const there = document.fullscreenElement ? document.exitFullscreen() : stage.requestFullscreen();
  there.catch(() => {});
}
