// A film of some turns, as an animated GIF that is made here.

import { gif } from "./gif.js";
import { download, drawn } from "./picture.js";

/** The larger side of a picture in pixels, and the most pictures. */
const SIDE = 480,
  FRAMES_MAX = 200;
/** How long a turn stays, and the last, in hundredths of a second. */
const STAYS = 60,
  LAST_STAYS = 250;

/**
 * @param {import("../arena/arena.js").Arena} arena @param {number} from @param {number} to @param {string} name of the file, without its end
 */
export async function saveFilm(arena, from, to, name) {
  const { frames } = arena.session,
    shown = arena.t;
  const last = Math.min(to, frames.length - 1, from + FRAMES_MAX - 1);
  arena.line.pause();
  const pictures = [];
  let width = 0,
    height = 0;
  for (let t = from; t <= last; t++) {
    arena.t = t;
    arena.render();
    for (const moving of document.getAnimations()) moving.finish();
    const canvas = await drawn(arena.boards.element, SIDE);
    ({ width, height } = canvas);
    const { data } = canvas.getContext("2d").getImageData(0, 0, width, height);
    pictures.push({ pixels: data, hundredths: t === last ? LAST_STAYS : STAYS });
  }
  arena.t = shown;
  arena.render();
  const bytes = gif(width, height, pictures);
  download(new Blob([/** @type {Uint8Array<ArrayBuffer>} */ (bytes)], { type: "image/gif" }), `${name}.gif`);
  return { pictures: pictures.length, bytes: bytes.length };
}
