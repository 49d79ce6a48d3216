// What the page must say of how the tournament went: points by round, rounds, or matches. The words are those of
// judge/page/src/course.rs and race.rs.

import { thousands } from "../dom.js";

/** Contestants of the race, rows of its table, and contestants of the table of rounds, at most. */
const DRAWN_MAX = 8,
  ROWS_MAX = 12,
  LISTED_MAX = 40;

/** @typedef {import("./expected.js").Reckoned} Reckoned */
/** @typedef {import("./expected.js").ReckonedGame} ReckonedGame */

/** Games with the same key. @param {any} data @param {ReckonedGame[]} games @param {(game: any) => any} key @returns {Map<any, ReckonedGame[]>} */
function grouped(data, games, key) {
  const groups = new Map();
  for (const [place, game] of games.entries()) {
    const name = key(data.games[place]);
    groups.set(name, [...(groups.get(name) ?? []), game]);
  }
  return groups;
}

/** The points of each who sat in some games. @param {ReckonedGame[]} games @returns {Map<number, number>} */
function sums(games) {
  const found = new Map();
  for (const { seats, points } of games)
    for (const [seat, bot] of seats.entries()) found.set(bot, (found.get(bot) ?? 0) + (points[seat] ?? 0));
  return found;
}

/** Points of the first contestants after some of the rounds. @param {any} data @param {Reckoned} reckoned @returns {string[][]} */
export function race(data, { games, standings }) {
  /** @type {Map<number, Map<number, number>>} */
  const byRound = new Map();
  for (const [place, { seats, points }] of games.entries()) {
    const { round } = data.games[place],
      sum = byRound.get(round) ?? new Map();
    byRound.set(round, sum);
    for (const [seat, bot] of seats.entries()) sum.set(bot, (sum.get(bot) ?? 0) + (points[seat] ?? 0));
  }
  const rounds = [...byRound.keys()].sort((one, other) => one - other),
    last = rounds.at(-1) ?? 0,
    step = Math.max(Math.ceil(last / ROWS_MAX), 1);
  if (rounds.length < 2) return [];
  const drawn = standings.slice(0, DRAWN_MAX).map(({ contestant }) => contestant),
    soFar = drawn.map(() => 0);
  return rounds.flatMap((round) => {
    for (const [place, bot] of drawn.entries()) soFar[place] += byRound.get(round)?.get(bot) ?? 0;
    return round === last || round % step === 0 ? [[thousands(round), ...soFar.map(thousands)]] : [];
  });
}

/** Whom each met in each round. @param {any} data @param {Reckoned} reckoned @returns {string[][]} */
export function rounds(data, { games, standings }) {
  const nameOf = (/** @type {number} */ bot) => data.contestants[bot].name,
    byRound = grouped(data, games, ({ round }) => round);
  const met = (/** @type {number} */ bot, /** @type {ReckonedGame[]} */ all) => {
    const points = sums(all.filter(({ seats }) => seats.includes(bot))),
      own = points.get(bot),
      others = [...points.keys()].filter((other) => other !== bot).sort((one, other) => one - other);
    if (own === undefined) return "–";
    if (!others.length) return `bye ${own}`;
    return others.length === 1
      ? `${nameOf(others[0])} ${own}–${points.get(others[0])}`
      : `${others.map(nameOf).join(", ")} ${own}`;
  };
  const order = [...byRound.keys()].sort((one, other) => one - other);
  return standings
    .slice(0, LISTED_MAX)
    .map(({ contestant }) => [
      nameOf(contestant),
      ...order.map((round) => met(contestant, byRound.get(round) ?? [])),
    ]);
}

/** How many contestants a stage has. @param {string} stage */
const sizeOf = (stage) =>
  ({ final: 2, semi: 4, quarter: 8 })[stage] ?? (Number.parseInt(stage.split("-").at(-1) ?? "", 10) || 0);

/** Both sides of each match with their points, from the first stage to the final. @param {any} data @param {Reckoned} reckoned @returns {string[][]} */
export function bracket(data, { games }) {
  const matches = [...grouped(data, games, ({ match }) => match)].map(([name, played]) => {
    const [, stage, number] = /^(.*?)(?:-(\d+))?$/.exec(name) ?? ["", "", "0"];
    return { size: sizeOf(stage), number: Number(number ?? 0), played };
  });
  matches.sort((one, other) => other.size - one.size || one.number - other.number);
  return matches.flatMap(({ played }) =>
    [...sums(played)]
      .sort(([one], [other]) => one - other)
      .map(([bot, points]) => [data.contestants[bot].name, thousands(points)]),
  );
}
