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

/** What people call the stage of a match, as games name it. @param {string} match */
export function stageName(match) {
  const [first, number, ...more] = match.replace(/^group-\d+-/, "").split("-");
  if (first === "final") return number ? "Second final" : "Final";
  if (first === "third") return "Match for third place";
  if (first === "semi" || first === "quarter") return `${first === "semi" ? "Semi" : "Quarter"}-final`;
  const stage = `${first[0].toUpperCase()}${first.slice(1)}`;
  return more.length && first !== "last" ? `${stage}, round ${number}` : `${stage} ${number}`;
}

/**
 * All games of two contestants in one match, or in a tournament without matches; which of them this is, how many each seat has
 * won before it, and which has decided the match: after it the other could not draw level.
 * @param {any} data @param {Game | null} game
 */
export function series(data, game) {
  if (game?.seats.length !== 2 || game.seats[0] === game.seats[1]) return null;
  const { seats, match } = game,
    games = data.games.filter(
      (/** @type {Game} */ one) =>
        one.match === match && one.seats.length === 2 && seats.every((bot) => one.seats.includes(bot)),
    ),
    at = games.indexOf(game);
  const gain = (/** @type {Game} */ one) =>
    one.points[one.seats.indexOf(seats[0])] - one.points[one.seats.indexOf(seats[1])];
  let lead = 0;
  const sums = games.map((/** @type {Game} */ one) => (lead += gain(one) || 0));
  const decider = sums.findIndex(
    (/** @type {number} */ sum, /** @type {number} */ place) =>
      Math.abs(sum) > 2 * (games.length - 1 - place),
  );
  const won = [1, -1].map(
    (way) => games.slice(0, at).filter((/** @type {Game} */ one) => gain(one) * way > 0).length,
  );
  return { games, at, won, decider };
}

/** The game that decided the final, if there was one. @param {any} data @param {Game[]} playable */
function decider(data, playable) {
  const last = data.games.findLast(({ match = "" }) => /^final(-2)?$/.test(match)),
    found = series(data, last ?? null);
  return found && found.decider >= 0 && playable.includes(found.games[found.decider]) ? found : null;
}

/**
 * Games that are worth watching, the first first, each with one sentence that tells nothing of how it ends. By these formulas:
 * the game after which the final was decided; the closest of the best pair, if its margin is no more than an eighth of all scores; the
 * greatest upset by rating of at least 50; the longest of the best pair.
 * @param {any} data @param {Game[]} playable @returns {{ game: Game, why: string }[]}
 */
export function program(data, playable) {
  const name = (/** @type {number} */ bot) => data.contestants[bot].name,
    rank = (/** @type {Game} */ { seats }) =>
      seats.reduce((sum, bot) => sum + (data.contestants[bot].rank ?? data.contestants.length), 0);
  const decided = playable.filter((game) => game.outcome === "decided"),
    all = decided.length ? decided : playable,
    best = Math.min(...all.map(rank)),
    among = all.filter((game) => rank(game) === best);
  /** @type {{ game: Game, why: string }[]} */
  const found = [];
  const add = (/** @type {Game | undefined} */ game, /** @type {string} */ why) =>
    game && !found.some((one) => one.game === game) && found.push({ game, why });
  const final = decider(data, playable);
  if (final) {
    const { won, seats } = { ...series(data, final.games[final.decider]), ...final.games[final.decider] },
      more =
        won?.[0] === won?.[1]
          ? "Who wins this has it."
          : `One more win, and ${name(seats[won[0] > won[1] ? 0 : 1])} has it.`;
    add(final.games[final.decider], more);
  }
  const margin = (/** @type {Game} */ game) => leadOf(data, game) ?? Infinity,
    close = most(among, (game) => -margin(game)),
    total = close?.scores?.reduce((sum, one) => sum + Math.abs(one), 0) ?? 0;
  const pair =
    among[0]?.seats.length === 2 ? `${name(among[0].seats[0])} and ${name(among[0].seats[1])}` : "the best";
  if (close && margin(close) <= total / 8)
    add(close, `The closest of ${count(among.length, "game")} of ${pair}, who are at the top.`);
  const upset = most(all, (game) => gapOf(data, game) ?? -Infinity),
    gap = upset ? gapOf(data, upset) : null;
  if (upset && gap !== null && gap >= UPSET_LEAST) {
    const [low, high] = [...upset.seats].sort((one, other) => rating(data, one) - rating(data, other));
    add(upset, `${name(low)} is ${thousands(Math.round(gap))} behind ${name(high)} in rating. Can it win?`);
  }
  const long = most(among, ({ turns }) => turns);
  add(
    long,
    among.length > 1
      ? `No other of ${count(among.length, "game")} of ${pair} took as many turns.`
      : `The game of ${pair}, who are at the top.`,
  );
  for (const { game, kind } of chosen(data, playable))
    add(game, `${ASKS[kind] ?? "One of the games that stand out"}: who wins?`);
  return found;
}

/** What is said of games that stand out before they are over. @type {Record<string, string>} */
const ASKS = { Longest: "The longest game of all", Closest: "One of the closest games of all" };

/** A smaller gap of ratings is no upset. */
const UPSET_LEAST = 50;

/** @param {any} data @param {number} bot */
const rating = (data, bot) => data.contestants[bot].rating ?? NaN;

/** By how much the winner of two is behind the other in rating; nothing if it is not. @param {any} data @param {Game} game */
function gapOf(data, { seats, points, outcome }) {
  if (outcome !== "decided" || seats.length !== 2 || points[0] === points[1]) return null;
  const winner = points[0] > points[1] ? 0 : 1,
    gap = rating(data, seats[1 - winner]) - rating(data, seats[winner]);
  return gap > 0 ? gap : null;
}

/** What has most of something, the first of equals. @param {Game[]} games @param {(game: Game) => number} value */
function most(games, value) {
  /** @type {Game | undefined} */
  let best;
  let high = -Infinity;
  for (const game of games) {
    const now = value(game);
    if (now > high) [best, high] = [game, now];
  }
  return best;
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
