// The chance of winning from the positions of a match: by games that go on at random, or by games in which the same
// bots go on after another action.

import { isChosen, ranksOf, verdictAfter } from "./turning.js";

/** Positions that are looked at, at most, and games from each. */
const POSITIONS_MAX = 40,
  GAMES = 24;

/** What was found at a turn: how many games, and for each seat how many it has won; shared first places are shares. @typedef {{ turn: number, games: number, won: number[] }} Chance */

/** Numbers that look like chance and are the same each time. @param {number} seed @returns {(below: number) => number} */
export function numbers(seed) {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

/** The numbers of a turn of a line. @param {any} line @param {number} turn */
const numbersOf = (line, turn) =>
  numbers(Number(BigInt(line.seed) & 0xffffffffn) ^ ((turn + 1) * 0x9e3779b1));

/**
 * The turns on which somebody had a choice, some of them if there are many.
 * @param {any[]} moves @returns {any[]}
 */
export function positions(moves) {
  const open = moves.filter((move) => isChosen(move) && move.choices.length > 1);
  const step = open.length / Math.min(open.length, POSITIONS_MAX);
  return Array.from({ length: Math.min(open.length, POSITIONS_MAX) }, (_, i) => open[Math.floor(i * step)]);
}

/** Adds who won. @param {number[]} won @param {number[] | undefined} ranks */
function add(won, ranks) {
  const first = ranks?.filter((rank) => rank === 1).length ?? 0;
  ranks?.forEach((rank, seat) => {
    if (rank === 1) won[seat] += 1 / first;
  });
  return first > 0;
}

/** Who came where in a match that goes on at random from a turn. @param {Engine} engine @param {any} line @param {any[]} moves @param {number} turn @param {(below: number) => number} random @returns {Promise<number[] | undefined>} */
async function atRandom(engine, line, moves, turn, random) {
  const known = moves.filter((move) => move.turn < turn && isChosen(move));
  await engine.open({
    ...line,
    seats: line.seats.map(() => ({ bot: null, holders: { first: "person", changes: {} } })),
    by_hand: Object.fromEntries(known.map(({ turn, action }) => [turn, action])),
  });
  await engine.play("play-to", turn);
  for (;;) {
    const event = JSON.parse(await engine.play("step", null));
    if (event.event === "over") return ranksOf(event.end.record.verdict);
    if (event.event !== "waiting") continue;
    const { choices } = event.scene;
    if (!choices.length) return undefined;
    await engine.play("act", choices[random(choices.length)].action);
  }
}

/**
 * What games from one turn come to.
 * @param {Engine} engine @param {any} line @param {any[]} moves @param {any} move the one of this turn
 * @param {"random" | "bots"} how
 * @returns {Promise<Chance>}
 */
export async function chance(engine, line, moves, { turn, choices }, how) {
  const random = numbersOf(line, turn),
    won = line.seats.map(() => 0);
  let games = 0;
  if (how === "random") {
    for (let game = 0; game < GAMES; game++)
      if (add(won, await atRandom(engine, line, moves, turn, random))) games += 1;
    return { turn, games, won };
  }
  // Each action once if they are few; else some of them.
  const actions =
    choices.length <= GAMES ? choices : Array.from({ length: GAMES }, () => choices[random(choices.length)]);
  for (const action of actions)
    if (add(won, ranksOf(await verdictAfter(engine, line, turn, action)))) games += 1;
  return { turn, games, won };
}
