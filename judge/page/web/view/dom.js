// Elements. Text goes in as text, never as HTML.

const SVG = "http://www.w3.org/2000/svg";

/** Gives an element the colours of who has a seat, which the arena knows; a piece of nobody is grey. @param {SVGElement} element @param {number} seat */
function colour({ style }, seat) {
  style.setProperty("--seat", `var(--seat${seat}, #8f8b84)`);
  style.setProperty("--bright", `var(--bright-seat${seat}, #9aa7b3)`);
}

/**
 * @param {Element} element @param {Record<string, any>} attributes @param {any[]} children
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "seat") colour(/** @type {SVGElement} */ (element), value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  for (const child of children.flat(Infinity)) {
    if (child !== null && child !== undefined && child !== false)
      element.append(child instanceof Node ? child : String(child));
  }
  return element;
}

/**
 * An HTML element.
 * @param {string} tag @param {Record<string, any>} attributes @param {any[]} children
 * @returns {any}
 */
export const h = (tag, attributes = {}, ...children) =>
  fill(document.createElement(tag), attributes, children);

/**
 * An SVG element.
 * @param {string} tag @param {Record<string, any>} attributes @param {any[]} children
 * @returns {any}
 */
export const s = (tag, attributes = {}, ...children) =>
  fill(document.createElementNS(SVG, tag), attributes, children);

/** A table of numbers. @param {any[]} head texts, or headings @param {any[]} rows @returns {any} */
export const numbers = (head, rows) => {
  const heading = (/** @type {any} */ one) =>
    typeof one === "string" ? h("th", { scope: "col" }, one) : one;
  return h(
    "table",
    { class: "numbers" },
    h("thead", {}, h("tr", {}, head.map(heading))),
    h("tbody", {}, rows),
  );
};

/** A row of a table. @param {any[]} cells what is in them, or headings @param {Record<string, any>} attributes @returns {any} */
export const tr = (cells, attributes = {}) =>
  h(
    "tr",
    attributes,
    cells.map((cell) => (cell instanceof HTMLTableCellElement ? cell : h("td", {}, cell))),
  );

/** Who is in a row: the heading of it. @param {any} contestant @returns {any} */
export const rowHead = (contestant) =>
  h("th", { scope: "row", class: "text" }, mark(contestant), contestant.name);

/** A button; the label says at length what it does. @param {string} label @param {string} text @param {() => void} work */
export const button = (label, text, work) =>
  h("button", { type: "button", title: label, "aria-label": label, onclick: work }, text);

/** The mark of a contestant: its colour and its shape. @param {any} contestant */
export const mark = (contestant) =>
  s(
    "svg",
    {
      class: `mark-svg c${contestant.colour}`,
      viewBox: "0 0 16 16",
      width: 14,
      height: 14,
      "aria-hidden": "true",
    },
    s("path", { class: "mark", d: contestant.shape }),
  );

/** A number with commas between thousands, and a real minus sign. @param {number} number */
export const thousands = (number) =>
  String(number)
    .replace("-", "\u2212")
    .replace(/\B(?=(\d{3})+(?!\d))/g, ",");

/** Scores side by side. A dash beside a minus sign says nothing. @param {number[]} scores */
export const versus = (scores) => scores.map(thousands).join(scores.some((score) => score < 0) ? " : " : "–");

/** How many of all differ, in words. @param {number} some @param {number} all @param {string} noun */
export const agreement = (some, all, noun) =>
  some
    ? `${count(some, noun)} of ${thousands(all)} ${some === 1 ? "differs" : "differ"}`
    : all === 1
      ? `the only ${noun} agrees`
      : `all ${count(all, noun)} agree`;

/** A number with a noun. @param {number} number @param {string} noun */
export const count = (number, noun) => `${thousands(number)} ${noun}${number === 1 ? "" : "s"}`;
