// What a spectator takes along: a link to what is shown, a picture of it, the game as a file.

import { button, count, h, thousands } from "../dom.js";
import { ggf } from "./export.js";
import { frameText } from "./embed.js";
import { saveFilm } from "./film.js";
import { download, savePng, saveSvg } from "./picture.js";

/** @param {import("../arena/arena.js").Arena} arena */
export function sharing(arena) {
  const name = () => `${arena.data.game}-${arena.game ? `${arena.game.number}-` : ""}${arena.t}`;
  const copied = (/** @type {string} */ text, /** @type {string} */ what) =>
    navigator.clipboard
      .writeText(text)
      .then(() => arena.refuse(`✓ The ${what} is copied.`))
      .catch(() => arena.refuse(`This browser copies nothing by itself. The ${what} is ${text}`));
  const copy = button("Copy link to this position", "Copy link", () => {
    arena.tellAddress();
    copied(location.href, "link");
  });
  const frame = button("Copy frame: HTML that shows this position in another page", "Copy frame", () => {
    arena.tellAddress();
    copied(frameText(), "frame");
  });
  const svg = button("Picture as SVG: a file of the board", "Picture as SVG", () =>
    saveSvg(arena.boards.element, name()),
  );
  const png = button("Picture as PNG: a file of the board", "Picture as PNG", () => {
    savePng(arena.boards.element, name()).catch(() =>
      arena.refuse("This browser cannot draw the picture; take the SVG."),
    );
  });
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
  return [copy, frame, svg, png, arena.parts.save, other, film(arena, name)];
}

/** Which turns a film is to have, and the button that makes it. @param {import("../arena/arena.js").Arena} arena @param {() => string} name */
function film(arena, name) {
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
  const numberOf = (/** @type {any} */ field, /** @type {number} */ otherwise) =>
    field.value === ""
      ? otherwise
      : Math.max(0, Math.min(Number(field.value), arena.session.frames.length - 1));
  const make = button("Film as GIF: a file of these turns, or of all", "Film as GIF", async () => {
    const last = arena.session.frames.length - 1,
      begin = numberOf(from, 0);
    make.disabled = true;
    arena.refuse("drawing the film …");
    try {
      const { pictures, bytes } = await saveFilm(arena, begin, Math.max(begin, numberOf(to, last)), name());
      arena.refuse(`✓ ${count(pictures, "picture")}, ${thousands(Math.ceil(bytes / 1024))} KiB.`);
    } catch {
      arena.refuse("This browser cannot draw the film.");
    }
    make.disabled = false;
  });
  return h("div", { class: "film" }, make, from, "–", to);
}
