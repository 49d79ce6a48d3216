// The page against its drawing, which the engine has made of the games: each text and each shape that differs is named.

/** Elements that the scripts fill. What the file has there is replaced before anybody sees it. */
const FILLED = ["arena", "opponents", "fuel-by-turn"];
/** What nobody sees of an element that is seen. A shadow hides whatever else is below its element. */
const UNSEEN = "head, title, desc, noscript, [hidden], details:not([open]) > *, .top nav";
/** Attributes that a reader or the scripts change, or that no drawing says, each with its kind of element. */
const CHANGING = /^(data open|needs-script hidden|policy content|html (class|data-ready))$/;
/** A number with its unit. Where fuel is not known, a page may have others. */
const NUMBERS = /[−-]?\d[\d.,]*( ?[KMGT]i?B?)?/g;
/** The title as the file has it: later it says the moment. */
const TITLE = document.title;
/** What may stand in a drawing: a tag, or a text; and in a tag; and in a text that is escaped. */
const TOKENS = /<(\/?)([\w-]+)([^>]*)>|[^<]+|</g,
  ATTRIBUTES = /([\w:-]+)(?:="([^"]*)")?/g,
  ESCAPED = /&#(\d+);/g;

/**
 * An element of the page, or of its drawing.
 * @typedef {object} Tree
 * @property {string} name
 * @property {Map<string, string>} attributes
 * @property {(Tree | string)[]} children texts that hold something, and elements
 * @property {Element | null} element of the page
 */

/** @param {string} name @param {[string, string][]} attributes @param {Element | null} element @returns {Tree} */
const tree = (name, attributes, element = null) => ({
  name,
  attributes: new Map(attributes),
  children: [],
  element,
});

/** Text behind text is one text. @param {Tree} to @param {string} text */
function addText({ children }, text) {
  const last = children.at(-1);
  if (typeof last === "string") children[children.length - 1] = last + text;
  else if (text.trim()) children.push(text);
}

/** A drawing: the engine's own templates close each element, and escape whatever somebody else wrote. @param {string} text @returns {Tree} */
export function parsed(text) {
  const plain = (/** @type {string} */ escaped) =>
    escaped.replace(ESCAPED, (_, code) => String.fromCodePoint(Number(code)));
  const open = [tree("body", [])];
  for (const [token, end, name, attributes] of text.matchAll(TOKENS)) {
    const parent = /** @type {Tree} */ (open.at(-1));
    if (name === undefined) addText(parent, plain(token));
    else if (end) open.pop();
    else {
      const pairs = [...attributes.matchAll(ATTRIBUTES)].map(([, key, value = ""]) => [key, plain(value)]);
      const child = tree(name, /** @type {[string, string][]} */ (pairs));
      parent.children.push(child);
      if (!attributes.endsWith("/")) open.push(child);
    }
  }
  return open[0];
}

/** What the page shows. @param {Element} element @returns {Tree} */
export function shown(element) {
  const attributes = [...element.attributes].map(({ name, value }) => [name, value]);
  const result = tree(element.localName, /** @type {[string, string][]} */ (attributes), element);
  if (FILLED.includes(element.id) || element.matches("head > style")) return result;
  if (element.matches("head > title")) return { ...result, children: TITLE ? [TITLE] : [] };
  // It is text where scripts run.
  if (element.localName === "noscript")
    return { ...result, children: parsed(element.textContent ?? "").children };
  const isSeen = isVisible(element);
  for (const child of element.childNodes) {
    if (child instanceof Element && child.localName === "script") continue;
    if (isSeen && !isDrawn(child))
      result.attributes.set("data-unseen", read(child.textContent ?? "").slice(0, 80));
    else if (child instanceof Text) addText(result, child.data);
    else if (child instanceof Element) result.children.push(shown(child));
  }
  return result;
}

/**
 * A page that was found right, anew: only what was compared is drawn from now on. A copy would keep a shadow, which shows
 * other words than those that were compared.
 * @param {Element} element
 */
export function redrawn(element) {
  // It shows nothing, and a new one would run again.
  if (element.localName === "script") return element;
  const fresh = document.createElementNS(element.namespaceURI, element.localName);
  for (const { name, value } of element.attributes) fresh.setAttribute(name, value);
  const isFilled = FILLED.includes(element.id);
  for (const child of [...element.childNodes])
    fresh.append(isFilled || !(child instanceof Element) ? child : redrawn(child));
  return fresh;
}

/** Whether an element is drawn; some have no box of their own. @param {Element} element */
const isVisible = (element) => element.checkVisibility() || element.matches("div[data-fuel], #arena");

/** Whether a reader sees what is below an element that is seen. @param {Node} node */
function isDrawn(node) {
  if (node instanceof Element) return isVisible(node) || node.matches(UNSEEN);
  const range = document.createRange();
  range.selectNode(node);
  return !(node instanceof Text && node.data.trim()) || range.getClientRects().length > 0;
}

/** A text as it is read. @param {string} text */
export const read = (text) => text.replace(/\s+/g, " ").trim();

/** @param {Element | null | undefined} element */
const textOf = (element) => read(element?.textContent ?? "");

/** Where an element stands, in words: the part of the page, the row or card, and the column or fact. @param {Element} element */
function place(element) {
  const cell = element.closest("td, th"),
    row = cell?.closest("tr"),
    column = row && [...row.children].indexOf(/** @type {Element} */ (cell)),
    head = cell?.closest("table")?.querySelector("thead tr")?.children[column ?? -1];
  const title =
    element.closest("figure")?.querySelector("figcaption") ?? element.closest("section")?.querySelector("h2");
  const names = [
    textOf(title) || (element.closest("header") ? "Head" : "Page"),
    textOf(element.closest("article")?.querySelector("h3")),
    textOf(row?.querySelector("th") ?? row?.firstElementChild),
    cell?.closest("thead") ? "" : textOf(head),
    textOf(element.closest("dd")?.previousElementSibling),
  ];
  return names.filter(Boolean).join(", ");
}

/** An element or a text in words. @param {Tree | string | undefined} part */
function said(part) {
  if (part === undefined) return "nothing";
  if (typeof part === "string") return `“${read(part)}”`;
  const inside = part.children.map((child) => (typeof child === "string" ? read(child) : "…")).join("");
  return `the element ${part.name}${inside ? ` “${inside}”` : ""}`;
}

/** Its attributes as text, but for those that a reader and the scripts change. @param {Tree} tree */
function lasting({ name, attributes }) {
  const isFilled = FILLED.includes(attributes.get("id") ?? ""),
    kind = attributes.has("http-equiv") ? "policy" : (attributes.get("class") ?? name);
  const stays = (/** @type {string} */ key) =>
    isFilled ? !/^(class|hidden)$/.test(key) : !CHANGING.test(`${name === "html" ? name : kind} ${key}`);
  const lines = [...attributes].flatMap(([key, value]) => (stays(key) ? [`${key}="${value}"`] : []));
  return `<${[name, ...lines.sort()].join(" ")}>`;
}

/** All texts and elements below a part, without their numbers. @param {Tree} part @returns {string[]} */
const allWords = ({ children }) =>
  children
    .flatMap((child) => (typeof child === "string" ? [read(child)] : [lasting(child), ...allWords(child)]))
    .map((text) => text.replace(NUMBERS, "0"));

/**
 * Compares an element of the page with the drawing.
 * @param {import("./compare.js").Comparison} comparison @param {Tree} page @param {Tree} right
 * @param {boolean} knowsFuel whether what depends on fuel is drawn @param {Element} within the element around it
 */
export function compareDrawing(comparison, page, right, knowsFuel, within) {
  const element = page.element ?? within;
  comparison.check(() => place(element), lasting(page), lasting(right));
  if (!knowsFuel && right.attributes.has("data-fuel")) {
    const known = new Set(allWords(right));
    for (const words of allWords(page))
      if (!known.has(words)) comparison.check(() => place(element), `“${read(words)}”`, "nothing like it");
    return;
  }
  for (let at = 0; at < Math.max(page.children.length, right.children.length); at++) {
    const mine = page.children[at],
      other = right.children[at];
    if (typeof mine === "object" && typeof other === "object" && mine.name === other.name)
      compareDrawing(comparison, mine, other, knowsFuel, element);
    else comparison.check(() => place(element), said(mine), said(other));
  }
}
