// A fleet placed by hand or at random, in the game's notation. What is wrong with it, the rules say.

import { h, s } from "./dom.js";

/**
 * @param {any} board @param {any} settings @param {(action: string) => void} done
 */
export function fleetBuilder(board, settings, done) {
  const size = board.columns, lengths = settings.fleet.split(",").map(Number), apart = settings.no_touch === "true";
  /** @type {{ x: number, y: number, length: number, across: boolean }[]} */
  let ships = random(size, lengths, apart);
  let picked = 0;
  const grid = h("div", { class: "fleet-grid" });
  const covered = (/** @type {any} */ ship) => Array.from({ length: ship.length }, (_, i) => `${ship.x + (ship.across ? i : 0)},${ship.y + (ship.across ? 0 : i)}`);
  const draw = () => {
    const cells = Array.from({ length: size * size }, (_, i) => {
      const x = i % size, y = Math.floor(i / size), at = ships.findIndex((ship) => covered(ship).includes(`${x},${y}`));
      return s("rect", { class: `fleet-cell${at >= 0 ? " ship" : ""}${at === picked ? " picked" : ""}`, "data-fleet": `${x},${y}`, x: x * 20, y: y * 20, width: 19, height: 19, rx: 3, onclick: () => put(x, y, at) });
    });
    grid.replaceChildren(s("svg", { class: "fleet-board", viewBox: `0 0 ${size * 20} ${size * 20}`, role: "img", "aria-label": "Your fleet" }, cells));
  };
  const put = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ at) => {
    if (at >= 0 && at !== picked) picked = at;
    else if (at === picked) ships[picked] = clamp({ ...ships[picked], across: !ships[picked].across }, size);
    else ships[picked] = clamp({ ...ships[picked], x, y }, size);
    draw();
  };
  draw();
  const action = () => ships.map(({ x, y, length, across }) => `${length}${across ? "a" : "d"}@${x},${y}`).join(" ");
  return h("div", { class: "fleet" }, h("p", {}, "Place your fleet: click a ship to pick it, click it again to turn it, click a square to move it there."), grid,
    h("div", { class: "fleet-tools" }, h("button", { type: "button", onclick: () => { ships = random(size, lengths, apart); draw(); } }, "At random"), h("button", { type: "button", class: "primary", onclick: () => done(action()) }, "Ready")));
}

/** @param {any} ship @param {number} size */
const clamp = (ship, size) => ({ ...ship, x: Math.min(ship.x, size - (ship.across ? ship.length : 1)), y: Math.min(ship.y, size - (ship.across ? 1 : ship.length)) });

/** A fleet at random: a new try whenever a ship finds no place. @param {number} size @param {number[]} lengths @param {boolean} apart */
function random(size, lengths, apart) {
  for (let tries = 0; tries < 200; tries++) {
    const ships = lengths.map((length) => {
      const across = Math.random() < 0.5, free = size - length + 1;
      const [x, y] = [Math.random() * (across ? free : size), Math.random() * (across ? size : free)].map(Math.floor);
      return { x, y, length, across };
    });
    if (fits(ships, apart)) return ships;
  }
  return lengths.map((length, y) => ({ x: 0, y: Math.min(y * (apart ? 2 : 1), size - 1), length, across: true }));
}

/** @param {any[]} ships @param {boolean} apart */
function fits(ships, apart) {
  const taken = new Set(), gap = apart ? 1 : 0;
  for (const { x, y, length, across } of ships) {
    const [w, hgt] = across ? [length, 1] : [1, length];
    for (let cx = x - gap; cx < x + w + gap; cx++) for (let cy = y - gap; cy < y + hgt + gap; cy++) if (taken.has(`${cx},${cy}`)) return false;
    for (let cx = x; cx < x + w; cx++) for (let cy = y; cy < y + hgt; cy++) taken.add(`${cx},${cy}`);
  }
  return true;
}
