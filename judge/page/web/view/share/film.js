// A game as a film, and a moment of it as a picture: the engine draws both, or the judge where it plays.

import { standing } from "../arena/plates.js";
import { titleText } from "../arena/status.js";
import { verdictOf } from "../arena/verdict.js";
import { h } from "../dom.js";
import { hire } from "../match/session.js";
import { ranksOf } from "../../engine/turning.js";

/** The most pictures of a film. */
const FRAMES_MAX = 200;

/** @param {Blob} blob @param {string} name */
export function download(blob, name) {
  const url = URL.createObjectURL(blob);
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** Whether anybody here draws. @param {PageData} data */
export const canDraw = (data) => Boolean(data.engine || data.table);

/** @param {PageData} data @param {any} film @returns {Promise<Uint8Array<ArrayBuffer>>} */
async function drawn(data, film) {
  if (!data.engine) {
    const headers = { "content-type": "application/json" },
      response = await fetch("draw", { method: "POST", headers, body: JSON.stringify(film) });
    if (!response.ok) throw new Error(await response.text());
    return new Uint8Array(await response.arrayBuffer());
  }
  return new Promise((done, failed) => {
    const worker = hire(data, { kind: "draw", film: JSON.stringify(film) }, ({ kind, bytes, text }) => {
      worker.terminate();
      if (kind === "drawn") done(bytes);
      else failed(new Error(text));
    });
  });
}

/** Turns of a game as a file: as GIF, as SVG, or the first as PNG. @param {Arena} arena @param {number} from @param {number} to @param {"gif" | "png" | "svg"} form @param {boolean} isWide */
async function filmed(arena, from, to, form, isWide) {
  const { data, session } = arena,
    { frames, over } = session,
    last = Math.min(to, frames.length - 1, from + FRAMES_MAX - 1),
    ranks = over && last === frames.length - 1 ? ranksOf(over.record.verdict) : null;
  const bytes = await drawn(data, {
    isWide,
    isSvg: form === "svg",
    title: data.title,
    moment: arena.game ? titleText(arena).replace(`${arena.names().join(" – ")} · `, "") : "",
    turn: from,
    sentence: (form === "png" && arena.moments.filter((one) => one.t <= from).at(-1)?.say) || arena.why,
    // A game without a score shows how the match stands, as plates do.
    facts: { ...data.facts, unit: standing(arena, from).unit || null },
    seats: arena.table().map(({ colour, shape }, seat) => ({ name: arena.nameOf(seat), colour, shape })),
    scenes: frames
      .slice(from, last + 1)
      .map(({ scene }, at) => ({ ...scene, scores: standing(arena, from + at).values })),
    over: ranks && {
      winners: [...ranks.keys()].filter((seat) => ranks[seat] === 1),
      words: verdictOf(over, arena.nameOf),
    },
  });
  if (form !== "png") return new Blob([bytes], { type: form === "gif" ? "image/gif" : "image/svg+xml" });
  const url = URL.createObjectURL(new Blob([bytes], { type: "image/gif" })),
    image = new Image();
  image.src = url;
  await image.decode();
  URL.revokeObjectURL(url);
  const canvas = h("canvas", { width: image.width, height: image.height });
  canvas.getContext("2d").drawImage(image, 0, 0);
  return new Promise((done) => canvas.toBlob(done, "image/png"));
}

/** Saves that, and says how large it is. @param {Arena} arena @param {number} from @param {number} to @param {"gif" | "png" | "svg"} form @param {boolean} isWide @param {string} name of the file, without its end */
export async function saveDrawn(arena, from, to, form, isWide, name) {
  arena.line.pause();
  arena.refuse("drawing …");
  try {
    const blob = await filmed(arena, from, to, form, isWide);
    download(blob, `${name}.${form}`);
    arena.refuse(`✓ ${name}.${form}, ${Math.ceil(blob.size / 1024)} KiB.`);
  } catch (error) {
    arena.refuse(`It cannot be drawn here: ${error instanceof Error ? error.message : error}`);
  }
}
