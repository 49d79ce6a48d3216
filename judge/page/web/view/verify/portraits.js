// What a report must say of each contestant, and of its fuel and memory, worked out from the records of the games.

import { against, fixed } from "./expected.js";
import { termsOf } from "../data.js";
import { count, thousands } from "../dom.js";

/** @typedef {import("./expected.js").Reckoned} Reckoned @typedef {import("./expected.js").Record} Record */

/** Each game with its record, if it was played, and the number that the page gives it. @typedef {{ game: import("./expected.js").ReckonedGame, record: Record | null, number: number }} Told */

/** @param {Reckoned} reckoned @param {(Record | null)[]} records @returns {Told[]} */
const told = ({ games }, records) =>
  games.map((game, place) => ({ game, record: records[place], number: place + 1 }));

/** What each contestant's seats were, in the order of the games. @param {Told[]} all */
function bySeat(all) {
  /** @type {Map<number, { number: number, lost: boolean, thought: any, memory: number }[]>} */
  const found = new Map();
  for (const { game, record, number } of all) {
    const most = Math.max(...game.points, 0);
    for (const [seat, bot] of game.seats.entries()) {
      const mine = found.get(bot) ?? [];
      found.set(bot, mine);
      if (record)
        mine.push({
          number,
          lost: game.points[seat] < most,
          thought: record.thought[seat],
          memory: record.memory[seat],
        });
    }
  }
  return found;
}

/** Bytes as people say them. @param {number} bytes */
function said(bytes) {
  const kib = bytes / 1024,
    isMany = kib >= 1024;
  return `${fixed(isMany ? kib / 1024 : kib, 1).replace(/\.0$/, "")} ${isMany ? "MiB" : "KiB"}`;
}

/** The words of the plot of fuel. @param {any} data @param {Reckoned} reckoned @param {(Record | null)[]} records */
export function fuel(data, reckoned, records) {
  const seats = bySeat(told(reckoned, records));
  return reckoned.standings
    .filter((row) => row.fuel_per_turn_mean > 0)
    .map((row) => {
      const turns = (seats.get(row.contestant) ?? []).filter(({ thought }) => thought.turns > 0);
      const most = turns.reduce((most, { thought }) => Math.max(most, thought.fuel_max), 0);
      return [
        data.contestants[row.contestant].name,
        `${thousands(row.fuel_per_turn_mean)} a turn, ${thousands(most)} in the dearest`,
      ];
    });
}

/** The words of the plot of memory. @param {any} data @param {Reckoned} reckoned @param {(Record | null)[]} records */
export function memory(data, reckoned, records) {
  const seats = bySeat(told(reckoned, records));
  return reckoned.standings.flatMap(({ contestant }) => {
    const all = (seats.get(contestant) ?? []).map((seat) => seat.memory).filter((memory) => memory > 0);
    if (!all.length) return [];
    const least = Math.min(...all),
      most = Math.max(...all),
      mean = Math.floor(all.reduce((sum, one) => sum + one, 0) / all.length);
    const words =
      least === most
        ? `${said(most)} in every game`
        : `${said(mean)} in the mean, from ${said(least)} to ${said(most)}`;
    return [[data.contestants[contestant].name, words]];
  });
}

/**
 * The cards of the contestants, in the order of the standings: each fact by what it is called.
 * @param {any} data @param {Reckoned} reckoned @param {(Record | null)[]} records @param {boolean} knowsFuel
 * @returns {Map<string, string>[]}
 */
export function cards(data, reckoned, records, knowsFuel) {
  const { standings, games } = reckoned,
    cells = against(games),
    seats = bySeat(told(reckoned, records));
  const nameOf = (/** @type {number} */ bot) => data.contestants[bot].name;
  return standings.map((row) => {
    /** @type {Map<string, string>} */
    const card = new Map([
      ["Name", nameOf(row.contestant)],
      ["Place", `${row.rank} of ${standings.length}, ${count(row.points, "point")}`],
    ]);
    const mine = seats.get(row.contestant) ?? [],
      isOut = row.status === "disqualified";
    const met = standings.flatMap((other) => {
      const cell = cells.get(`${row.contestant},${other.contestant}`);
      const all = cell ? cell.won + cell.drawn + cell.lost : 0;
      return cell ? [{ name: nameOf(other.contestant), share: (2 * cell.won + cell.drawn) / (2 * all) }] : [];
    });
    if (row.reason) card.set("Disqualified", row.reason);
    if (met.length && !isOut) {
      card.set("Best against", met.reduce((best, one) => (one.share > best.share ? one : best)).name);
      card.set("Worst against", met.reduce((worst, one) => (one.share < worst.share ? one : worst)).name);
    }
    const lost = mine.find((seat) => seat.lost);
    if (lost) card.set("First lost game", `game ${lost.number}`);
    const turns = mine.filter(({ thought }) => thought.turns > 0);
    if (turns.length && knowsFuel) {
      const dearest = turns.reduce((most, one) =>
        one.thought.fuel_max > most.thought.fuel_max ? one : most,
      );
      card.set("Longest think", `game ${dearest.number}, ${thousands(dearest.thought.fuel_max)} of fuel`);
    }
    const terms = termsOf(data.contestants[row.contestant]);
    if (terms) card.set("Terms", terms);
    card.set("SHA-256", data.contestants[row.contestant].sha256);
    return card;
  });
}
