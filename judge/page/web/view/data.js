// The page's data: what the report has put into it, unpacked.

/**
 * @typedef {object} Game
 * @property {number} number
 * @property {number[]} seats contestants, by place in the list
 * @property {string} seed
 * @property {number} order
 * @property {string} outcome
 * @property {string} reason
 * @property {number[]} points
 * @property {number} turns
 * @property {number[]} fuel
 * @property {string} sha256 of the transcript; empty if the game was not played
 */

/** @param {string} text base64 of gzip @returns {Promise<Uint8Array>} */
async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

/** Everything, unpacked. */
export async function load() {
  const payload = JSON.parse(/** @type {HTMLElement} */ (document.getElementById("payload")).textContent ?? "{}");
  // A server plays: all its bots are at hand, and nothing is published.
  if (payload.table) return { ...payload, engine: null, games: [], bots: payload.contestants };
  const [engine, games, ...bots] = await Promise.all([
    unpacked(payload.engine),
    unpacked(payload.games),
    ...payload.bots.map((/** @type {string | null} */ bot) => (bot === null ? null : unpacked(bot))),
  ]);
  const rows = JSON.parse(new TextDecoder().decode(/** @type {Uint8Array} */ (games)));
  return { ...payload, engine, bots, games: rows.map(game) };
}

/** @param {any[]} row @param {number} index @returns {Game} */
function game(row, index) {
  const [seats, seed, order, outcome, reason, points, turns, fuel, sha256] = row;
  return { number: index + 1, seats, seed, order, outcome, reason, points, turns, fuel, sha256 };
}

/** Who has a seat: a bot, or a person. @param {number | null} bot */
const seat = (bot) => ({ bot, holders: { first: bot === null ? "person" : "player", changes: {} } });

/**
 * A published game as a line of play.
 * @param {any} data @param {Game} game
 */
export function lineOf(data, game) {
  return { game: data.game, settings: data.settings, seed: game.seed, order: game.order, opening_plies: data.openingPlies,
    seats: game.seats.map(seat), by_hand: {}, limits: data.limits };
}

/**
 * A new line between bots and persons.
 * @param {any} data @param {(number | null)[]} seats @param {bigint} seed
 */
export function newLine(data, seats, seed) {
  return { game: data.game, settings: data.settings, seed: String(seed), order: 0, opening_plies: 0,
    seats: seats.map(seat), by_hand: {}, limits: data.limits };
}

/** Whether a game can be played here: by all its bots. @param {any} data @param {Game} game */
export const isPlayable = (data, game) => game.sha256 !== "" && game.seats.every((bot) => data.bots[bot] !== null);
