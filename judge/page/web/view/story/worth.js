// Which game is worth watching, and why: from the results alone.

import { count, descending, h, thousands } from "../dom.js";

/** By how much the first was ahead of the second; nothing where a fault decided. @param {Game} game */
export function marginOf({ scores = [] }) {
  const [first, second] = descending(scores);
  return scores.length > 1 ? first - second : null;
}

/** Which game of which match of a knockout it is; nothing of other games. @param {Game} game */
export const matchOf = ({ match }) =>
  match ? `${match.name}, game ${match.game} of ${match.of}${match.decides ? ", the decider" : ""}` : "";

/**
 * All games of two contestants in one match, or in a tournament without matches; which of them this is, how many each seat has
 * won before it, and which has decided the match: after it the other could not draw level.
 * @param {PageData} data @param {Game | null} game
 */
export function series(data, game) {
  if (game?.seats.length !== 2 || game.seats[0] === game.seats[1]) return null;
  const { seats, match } = game,
    games = data.games.filter(
      (one) =>
        one.match?.name === match?.name &&
        one.match?.phase === match?.phase &&
        one.seats.length === 2 &&
        seats.every((bot) => one.seats.includes(bot)),
    ),
    at = games.indexOf(game);
  // A season's page has one game at a time.
  if (at < 0) return null;
  const gain = (/** @type {Game} */ one) =>
    one.points[one.seats.indexOf(seats[0])] - one.points[one.seats.indexOf(seats[1])];
  let lead = 0;
  const sums = games.map((one) => (lead += gain(one) || 0));
  const decider = games.findIndex((one, place) =>
    match ? one.match?.decides : Math.abs(sums[place]) > 2 * (games.length - 1 - place),
  );
  const won = [1, -1].map((way) => games.slice(0, at).filter((one) => gain(one) * way > 0).length);
  return { games, at, won, decider };
}

/** The game that decided the final, if there was one; of a final that no game decided the last. @param {PageData} data @param {Game[]} playable */
function decisive(data, playable) {
  const last = data.games.findLast(({ match }) => match?.isLast),
    found = series(data, last ?? null),
    game = found?.games.at(found.decider);
  return game && playable.includes(game) ? game : null;
}

/**
 * Games that are worth watching, the first first, each with one sentence that tells nothing of how it ends. By these formulas:
 * the game after which the final was decided; the closest of the best pair, if its margin is no more than an eighth of all scores; the
 * greatest upset by rating of at least 50; the longest of the best pair; the closest and the longest of all.
 * @param {PageData} data @param {Game[]} playable @returns {{ game: Game, why: string }[]}
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
  const final = decisive(data, playable);
  if (final) {
    const { won = [], at, decider } = series(data, final) ?? {},
      ahead = won[0] > won[1] ? 0 : 1;
    const more =
      won[0] === won[1] ? "Who wins this has it." : `One more win, and ${name(final.seats[ahead])} has it.`;
    add(final, at === decider ? more : "The last game of the final.");
  }
  const margin = (/** @type {Game} */ game) => leadOf(data, game) ?? Infinity,
    isClose = (/** @type {Game} */ game) =>
      8 * margin(game) <= (game.scores ?? []).reduce((sum, one) => sum + Math.abs(one), 0),
    closest = (/** @type {Game[]} */ games) => most(games.filter(isClose), (game) => -margin(game)),
    longest = (/** @type {Game[]} */ games) => most(games, ({ turns }) => turns),
    pair = among[0]?.seats.length === 2 ? namesOf(data, among[0]).join(" and ") : "the best",
    standing = pair === "the best" ? "" : ", two of the best",
    of = `the ${count(among.length, "game")} between ${pair}${standing}`;
  add(closest(among), `The closest of ${of}.`);
  const upset = most(all, (game) => gapOf(data, game) ?? -Infinity),
    gap = upset ? (gapOf(data, upset) ?? 0) : 0;
  if (upset && gap >= UPSET_LEAST) {
    const [low, high] = [...upset.seats].sort((one, other) => rating(data, one) - rating(data, other));
    add(upset, `${name(low)} is ${thousands(Math.round(gap))} behind ${name(high)} in rating. Can it win?`);
  }
  add(longest(among), among.length > 1 ? `The longest of ${of}.` : `The game between ${pair}${standing}.`);
  add(closest(all), `The closest of all ${count(all.length, "game")}.`);
  add(longest(all), `The longest of all ${count(all.length, "game")}.`);
  return found;
}

/** Who plays a game. @param {PageData} data @param {Game} game @returns {string[]} */
const namesOf = (data, { seats }) => seats.map((bot) => data.contestants[bot].name);

/** A smaller gap of ratings is no upset. */
const UPSET_LEAST = 50;

/** @param {PageData} data @param {number} bot */
const rating = (data, bot) => data.contestants[bot].rating ?? NaN;

/** By how much the winner of two is behind the other in rating; nothing if it is not. @param {PageData} data @param {Game} game */
export function gapOf(data, { seats, points, outcome }) {
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

/** By how much the first was ahead, in a game whose scores say so. @param {PageData} data @param {Game} game */
export const leadOf = (data, game) => (data.facts.unit && game.outcome === "decided" ? marginOf(game) : null);

/** A few games, each with a sentence. @param {PageData} data @param {Game[]} games */
export const highlights = (data, games) =>
  h(
    "ul",
    { class: "chosen", "aria-label": "Worth watching" },
    program(data, games).map(({ game, why }) =>
      h("li", {}, h("a", { href: `#g=${game.number}&t=0` }, namesOf(data, game).join(" – ")), `: ${why}`),
    ),
  );
