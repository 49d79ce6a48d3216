// Buttons that are pictures: each has its name for those who listen, and its key in the text that a mouse brings up.

import { press, s } from "./dom.js";

/** What is drawn, on a square of 24; what ends with z is filled. @type {Record<string, string>} */
const ICONS = {
  start: "M6 5v14M19 5v14L9 12z",
  back: "M15 5l-7 7 7 7",
  play: "M7 4v16l13-8z",
  pause: "M8 5v14M16 5v14",
  on: "M9 5l7 7-7 7",
  end: "M18 5v14M5 5v14l10-7z",
  settings: "M3 7h9M18 7h3M3 17h3M12 17h9M15 4v6M9 14v6",
  share: "M12 15V3M7 8l5-5 5 5M5 13v8h14v-8",
  turn: "M5 10a8 8 0 1 1 0 5M4 4v6h6",
  smaller: "M5 12h14",
  larger: "M5 12h14M12 5v14",
  edit: "M4 20l1-4L16 5l3 3L8 19",
  swap: "M4 8h14l-4-4M20 16H6l4 4",
  close: "M6 6l12 12M18 6L6 18",
  full: "M4 9V4h5M15 4h5v5M20 15v5h-5M9 20H4v-5",
};

/** @param {string} name */
export const icon = (name) =>
  s(
    "svg",
    {
      class: ICONS[name].endsWith("z") ? "icon filled" : "icon",
      viewBox: "0 0 24 24",
      "aria-hidden": "true",
    },
    s("path", { d: ICONS[name] }),
  );

/** What a button does, and the key that does the same. @param {Element} element @param {string} label @param {string} key */
export function named(element, label, key) {
  element.setAttribute("aria-label", label);
  element.setAttribute("title", key ? `${label} (${key})` : label);
}

/** @param {string} name of the picture @param {string} label @param {string} key @param {() => void} work */
export function iconButton(name, label, key, work) {
  const button = press(work, {}, icon(name));
  named(button, label, key);
  return button;
}
