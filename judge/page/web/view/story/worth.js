// Which game is worth watching, and why: from the results alone.

import { count, thousands, versus } from "../dom.js";

/** @typedef {import("../data.js").Game} Game */

/** By how much the first was ahead of the second; nothing where a fault decided. @param {Game} game */
export function marginOf({ scores = [] }) {
  const sorted = [...scores].sort((one, other) => other - one);
  return sorted.length > 1 ? sorted[0] - sorted[1] : null;
}

/** Who won, in words, the winner's score first. @param {any} data @param {Game} game */
export function outcomeOf(data, { seats, points, scores = [] }) {
  const most = Math.max(...points),
    nameOf = (/** @type {number} */ seat) => data.contestants[seats[seat]].name;
  const order = [...seats.keys()].sort((one, other) => points[other] - points[one]);
  const first = order.filter((seat) => points[seat] === most),
    others = order.filter((seat) => points[seat] < most);
  const score = scores.length && data.facts.unit ? ` ${versus(order.map((seat) => scores[seat]))}` : "";
  if (!others.length) return `${order.map(nameOf).join(" and ")} draw${score}`;
  return `${first.map(nameOf).join(" and ")} ${first.length > 1 ? "beat" : "beats"} ${others.map(nameOf).join(", ")}${score}`;
}

/**
 * The closest game between the best who met, and of equally close ones the longest.
 * @param {any} data @param {Game[]} playable @returns {{ game: Game, why: string }}
 */
export function worthWatching(data, playable) {
  const rank = (/** @type {Game} */ { seats }) =>
    seats.reduce((sum, bot) => sum + (data.contestants[bot].rank ?? data.contestants.length), 0);
  const decided = playable.filter((game) => game.outcome === "decided"),
    all = decided.length ? decided : playable;
  const best = Math.min(...all.map(rank)),
    among = all.filter((game) => rank(game) === best);
  const margins = among.map((game) => marginOf(game) ?? Infinity),
    least = Math.min(...margins);
  const close = among.filter((_, place) => margins[place] === least);
  const game = close.reduce((longest, one) => (one.turns > longest.turns ? one : longest));
  const isClose = close.length < among.length,
    kind = isClose ? "closest" : "longest";
  const of =
    among.length > 1
      ? `The ${kind} of ${count(among.length, "game")} between the best`
      : "A game between the best";
  return { game, why: `${of}: ${outcomeOf(data, game)} in ${count(game.turns, "turn")}.` };
}

/** By how many places the winner is behind whom it beat; nothing if the better one won. @param {any} data @param {Game} game */
export function upsetOf(data, { seats, points, outcome }) {
  const most = Math.max(...points),
    rank = (/** @type {number} */ seat) => data.contestants[seats[seat]].rank ?? data.contestants.length;
  if (outcome !== "decided" || points.every((one) => one === most)) return null;
  const all = [...seats.keys()],
    best = Math.min(...all.filter((seat) => points[seat] === most).map(rank)),
    beaten = Math.min(...all.filter((seat) => points[seat] < most).map(rank));
  return best > beaten ? best - beaten : null;
}

/** By how much the first was ahead, in a game whose scores say so. @param {any} data @param {Game} game */
export const leadOf = (data, game) => (data.facts.unit && game.outcome === "decided" ? marginOf(game) : null);

/** Games that stand out, each once, with a sentence. @param {any} data @param {Game[]} playable */
export function chosen(data, playable) {
  const decided = playable.filter((game) => game.outcome === "decided");
  /** @type {{ kind: string, value: (game: Game) => number | null, says: (value: number) => string }[]} */
  const kinds = [
    {
      kind: "Greatest upset",
      value: (game) => upsetOf(data, game),
      says: (places) => `, ${count(places, "place")} below`,
    },
    {
      kind: "Closest",
      value: (game) => (leadOf(data, game) ? -Number(leadOf(data, game)) : null),
      says: (lead) => `, ${thousands(-lead)} ahead`,
    },
    { kind: "Longest", value: ({ turns }) => turns, says: (turns) => ` in ${count(turns, "turn")}` },
    {
      kind: "Clearest",
      value: (game) => leadOf(data, game) || null,
      says: (lead) => `, ${thousands(lead)} ahead`,
    },
  ];
  const taken = new Set();
  return kinds.flatMap(({ kind, value, says }) => {
    /** @type {{ game: Game, most: number } | null} */
    let best = null;
    for (const game of decided) {
      const found = taken.has(game) ? null : value(game);
      if (found !== null && (best === null || found > best.most)) best = { game, most: found };
    }
    if (!best) return [];
    taken.add(best.game);
    return [{ game: best.game, kind, why: `${outcomeOf(data, best.game)}${says(best.most)}.` }];
  });
}
