// Elements. Text goes in as text, never as HTML.

const SVG = "http://www.w3.org/2000/svg";

/**
 * @param {Element} element @param {Record<string, any>} attributes @param {any[]} children
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    // The colour of who has a seat, which the arena knows; a piece of nobody is grey.
    else if (name === "seat")
      /** @type {SVGElement} */ (element).style.setProperty("--seat", `var(--seat${value}, #8f8b84)`);
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

/** Words that stand behind others. @param {any[]} words */
export const quiet = (...words) => h("p", { class: "quiet" }, words);

/** A part of the page with its title, and what it is for. @param {Record<string, any>} attributes @param {string} title @param {string} words @param {any[]} inside */
export const panel = (attributes, title, words, ...inside) =>
  h("div", attributes, h("h3", {}, title), quiet(words), inside);

/** So many of something. @template T @param {number} length @param {(number: number) => T} of */
export const times = (length, of) => Array.from({ length }, (_, number) => of(number));

/** What does something when it is pressed. @param {() => void} onclick @param {Record<string, any>} attributes @param {any[]} inside */
export const press = (onclick, attributes, ...inside) =>
  h("button", { type: "button", onclick, ...attributes }, inside);

/** A button; the label says at length what it does. @param {string} label @param {string} text @param {() => void} work */
export const button = (label, text, work) => press(work, { title: label, "aria-label": label }, text);

/** A list to choose from: values with their words. @param {string} label @param {any[][]} options @param {Record<string, any>} attributes */
export const select = (label, options, attributes = {}) =>
  h("select", { "aria-label": label, ...attributes }, options.map(optionOf));

/** @param {any[]} option */
export const optionOf = ([value, text, disabled = false]) => h("option", { value, disabled }, text);

/** What may be wider than the page, and is scrolled by itself. @param {string} label @param {string} kind @param {any[]} inside */
export const wide = (label, kind, ...inside) =>
  h("div", { class: `wide ${kind}`, tabindex: 0, role: "region", "aria-label": label }, inside);

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

/** Scores, the larger first. @param {number[]} scores */
export const descending = (scores) => [...scores].sort((one, other) => other - one);

/** Scores side by side. A dash beside a minus sign says nothing. @param {number[]} scores */
export const versus = (scores) => scores.map(thousands).join(scores.some((score) => score < 0) ? " : " : "–");

/** How many of all differ, in words. @param {number} some @param {number} all @param {string} noun */
export const agreement = (some, all, noun) =>
  some
    ? `${count(some, noun)} of ${thousands(all)} ${some === 1 ? "differs" : "differ"}`
    : all === 1
      ? `the only ${noun} agrees`
      : `all ${count(all, noun)} agree`;

/** Letters of an action that is told with others. */
const SHORT = 14;

/** Whether an action is short enough to be told with others. @param {string} action */
export const isShort = (action) => action.length <= SHORT;

/** @param {string} action */
export const shortly = (action) => (isShort(action) ? action : `${action.slice(0, SHORT - 1)}…`);

/** Whether the reader wants nothing to move by itself. */
export const isStill = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

/** A number with a noun. @param {number} number @param {string} noun */
export const count = (number, noun) => `${thousands(number)} ${noun}${number === 1 ? "" : "s"}`;
