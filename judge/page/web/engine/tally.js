// How much fuel a bot's first turn takes, its second, and so on: sums over games.

/**
 * For each bot of the page that played a turn, by turn: how many games had that turn, and their fuel together.
 * @typedef {{ games: number, fuel: number }[][]} Tally
 */

/** @param {Tally} tally @param {number} bot @param {number} turn @param {number} games @param {number} fuel */
function add(tally, bot, turn, games, fuel) {
  const sum = ((tally[bot] ??= [])[turn] ??= { games: 0, fuel: 0 });
  sum.games += games;
  sum.fuel += fuel;
}

/** Adds a game. @param {Tally} tally @param {(number | null)[]} bots by seat @param {number[][]} fuelByTurn by seat */
export function addGame(tally, bots, fuelByTurn) {
  for (const [seat, bot] of bots.entries()) {
    if (bot !== null) for (const [turn, fuel] of fuelByTurn[seat].entries()) add(tally, bot, turn, 1, fuel);
  }
}

/** Adds what another worker has counted. @param {Tally} tally @param {Tally} other */
export function addAll(tally, other) {
  for (const [bot, turns] of Object.entries(other)) {
    for (const [turn, { games, fuel }] of turns.entries()) add(tally, Number(bot), turn, games, fuel);
  }
}
