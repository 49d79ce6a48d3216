// A picture of the boards as they are shown: as SVG for slides and READMEs, or as PNG.

import { h, s } from "../dom.js";

/** What the page's style says of a board's parts. */
const STYLES = [
  "fill",
  "stroke",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linecap",
  "opacity",
  "font-family",
  "font-size",
  "font-weight",
  "text-anchor",
];
/** How many pixels of a PNG a board's unit has. */
const SHARPNESS = 2;
/** Space between two boards. */
const GAP = 24;

/** A copy with its style in it, without what only those need who play. @param {Element} element @returns {Element | null} */
function styled(element) {
  const style = getComputedStyle(element);
  if (
    element.matches(".hint, .landing, .above, title") ||
    style.display === "none" ||
    Number(style.opacity) === 0
  )
    return null;
  const copy = /** @type {Element} */ (element.cloneNode(false));
  for (const name of [...copy.getAttributeNames()]) {
    if (/^(aria-|data-|class$|role$|tabindex$|style$)/.test(name)) copy.removeAttribute(name);
  }
  for (const name of STYLES) copy.setAttribute(name, style.getPropertyValue(name));
  for (const child of element.childNodes) {
    const inner = child instanceof Element ? styled(child) : child.cloneNode();
    if (inner) copy.append(inner);
  }
  return copy;
}

/** All boards of a match, side by side. @param {Element} boards */
function picture(boards) {
  let width = 0,
    height = 0;
  const parts = [...boards.querySelectorAll("svg.board")].map((board) => {
    const box = /** @type {SVGSVGElement} */ (board).viewBox.baseVal;
    const part = s(
      "g",
      { transform: `translate(${width - box.x} ${-box.y})` },
      [...board.children].map(styled),
    );
    width += box.width + GAP;
    height = Math.max(height, box.height);
    return part;
  });
  width -= GAP;
  return { width, height, svg: s("svg", { viewBox: `0 0 ${width} ${height}`, width, height }, parts) };
}

/** @param {Blob} blob @param {string} name */
export function download(blob, name) {
  const url = URL.createObjectURL(blob);
  h("a", { href: url, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** @param {Element} svg */
const written = (svg) => new Blob([new XMLSerializer().serializeToString(svg)], { type: "image/svg+xml" });

/** @param {Element} boards @param {string} name of the file, without its end */
export function saveSvg(boards, name) {
  download(written(picture(boards).svg), `${name}.svg`);
}

/** The boards on a canvas. @param {Element} boards @param {number | null} side the larger side in pixels */
export async function drawn(boards, side = null) {
  const { svg, width, height } = picture(boards),
    url = URL.createObjectURL(written(svg));
  const sharp = side === null ? SHARPNESS : side / Math.max(width, height);
  const image = new Image();
  image.src = url;
  await image.decode();
  const canvas = h("canvas", { width: Math.round(width * sharp), height: Math.round(height * sharp) }),
    pen = canvas.getContext("2d", { willReadFrequently: side !== null });
  if (side !== null) {
    // A film has no transparent parts: the page shines through between the boards.
    pen.fillStyle = getComputedStyle(document.body).backgroundColor;
    pen.fillRect(0, 0, canvas.width, canvas.height);
  }
  pen.drawImage(image, 0, 0, canvas.width, canvas.height);
  URL.revokeObjectURL(url);
  return canvas;
}

/** @param {Element} boards @param {string} name of the file, without its end */
export async function savePng(boards, name) {
  const canvas = await drawn(boards);
  canvas.toBlob((/** @type {Blob | null} */ blob) => blob && download(blob, `${name}.png`), "image/png");
}
