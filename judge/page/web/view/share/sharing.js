// What a spectator takes along: a link to what is shown, a picture or a film of it, the game as a file.

import { button, h, select } from "../dom.js";
import { ggf } from "./export.js";
import { frameText } from "./embed.js";
import { canDraw, download, saveDrawn } from "./film.js";

/** @param {Arena} arena */
export function sharing(arena) {
  const name = () => `${arena.data.game}-${arena.game ? `${arena.game.number}-` : ""}${arena.t}`;
  const copier = (
    /** @type {string} */ what,
    /** @type {string} */ label,
    /** @type {() => string} */ textOf,
  ) =>
    button(label, `Copy ${what}`, () => {
      arena.tellAddress();
      const text = textOf();
      navigator.clipboard
        .writeText(text)
        .then(() => arena.refuse(`✓ The ${what} is copied.`))
        .catch(() => arena.refuse(`This browser copies nothing by itself. The ${what} is ${text}`));
    });
  const copy = copier("link", "Copy link to this position", () => location.href),
    frame = copier("frame", "Copy frame: HTML that shows this position in another page", frameText);
  // A game that a server plays has one address only.
  copy.hidden = frame.hidden = Boolean(arena.data.table || arena.data.begins);
  const other =
    arena.data.facts.otherForm === "GGF"
      ? button("Game as GGF, which other programs read", "Game as GGF", () => {
          const text = ggf(arena);
          if (text) download(new Blob([text], { type: "text/plain" }), `${name()}.ggf`);
          else arena.refuse("Only a game that is over has a form in GGF.");
        })
      : "";
  return [copy, frame, ...(canDraw(arena.data) ? drawings(arena, name) : []), arena.parts.save, other];
}

/** Pictures of this moment, and a film of some turns or all. @param {Arena} arena @param {() => string} name */
function drawings(arena, name) {
  const shape = select("Shape of pictures and films", [
    ["wide", "1200 × 630"],
    ["", "square"],
  ]);
  const turn = (/** @type {string} */ label) =>
    h("input", {
      type: "number",
      class: "turn-number",
      min: 0,
      "aria-label": label,
      placeholder: label.split(" ")[1],
    });
  const from = turn("Film from turn"),
    to = turn("Film to turn");
  const make = (
    /** @type {string} */ title,
    /** @type {string} */ text,
    /** @type {"gif" | "png" | "svg"} */ form,
  ) => {
    const made = button(title, text, async () => {
      const last = arena.session.frames.length - 1,
        begin = form === "gif" ? Math.min(Number(from.value), last) : arena.t,
        end = form === "gif" ? (to.value === "" ? last : Math.max(begin, Number(to.value))) : begin;
      made.disabled = true;
      await saveDrawn(arena, begin, end, form, Boolean(shape.value), name());
      made.disabled = false;
    });
    return made;
  };
  return [
    shape,
    make("Picture of this moment, with names and score", "Picture as PNG", "png"),
    h(
      "div",
      { class: "film" },
      make("Film of these turns, or of all, with names and score", "Film as GIF", "gif"),
      from,
      "–",
      to,
    ),
    make("The boards alone, for slides", "Boards as SVG", "svg"),
  ];
}
