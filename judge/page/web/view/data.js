// The page's data: what the report has put into it, unpacked.

import { unpacked } from "../engine/unpack.js";
import { recordings, withAnswers } from "./match/transcripts.js";

/** Everything but the engine and the bots: the worker unpacks those that it needs. */
export async function load() {
  const payload = JSON.parse(
    /** @type {HTMLElement} */ (document.getElementById("payload")).textContent ?? "{}",
  );
  payload.facts.isFile = Boolean(payload.gameSha256);
  // A server plays: all its bots are at hand, and nothing is published.
  if (payload.table) return { ...payload, engine: null, games: [], bots: payload.contestants };
  if (payload.tables) return fromServer(payload);
  const wrong = new Set();
  const games = await unpacked(payload.games);
  const read = (/** @type {any} */ bytes) => JSON.parse(new TextDecoder().decode(bytes));
  const firstScene = payload.firstScene && read(await unpacked(payload.firstScene));
  const recorded = await transcripts(payload.transcripts, read);
  const listed = read(games).map((/** @type {any[]} */ row, /** @type {number} */ place) =>
    game(row, place, recorded.get(place) ?? seen(payload.scenes?.[place + 1])),
  );
  return { ...payload, games: listed, wrong, firstScene };
}

/** What the organiser saw of a game that no page plays. @param {string | undefined} scenes @returns {Recording | null} */
const seen = (scenes) => (scenes ? { moves: [], faults: [], scenes } : null);

/** A season's page: its engine is a file beside it, its bots stay with the judge, and its games are there as they are. @param {any} payload */
async function fromServer(payload) {
  const bots = payload.contestants.map(() => null),
    games = payload.games.map(watched);
  // No browser runs the game: the judge plays all turns.
  if (!payload.engineFile) return { ...payload, engine: null, gameFile: null, bots, games };
  const response = await fetch(payload.engineFile);
  if (!response.ok) throw new Error("the server does not hand out the engine; load the page again");
  const engine = new Uint8Array(await response.arrayBuffer());
  const { gameFile } = payload;
  // The game is a file beside it, too, if it is one.
  if (gameFile) gameFile.file = new Uint8Array(await (await fetch(gameFile.file)).arrayBuffer());
  return { ...payload, engine, bots, games };
}

/** A game that a server tells of. @param {any} game @returns {Game} */
export const watched = (game) => ({ ...game, recording: withAnswers(game.recording) });

/** @param {{ table: string, moves: string } | null} packed @param {(bytes: any) => any} read */
async function transcripts(packed, read) {
  if (!packed) return new Map();
  const [table, moves] = await Promise.all([unpacked(packed.table), unpacked(packed.moves)]);
  return recordings(read(table), moves);
}

/** What a row of the list of games says, in its order. */
const COLUMNS = "seats seed order outcome reason points turns fuel sha256 scores round match opening".split(
  " ",
);

/** @param {any[]} row @param {number} place @param {Recording | null} recording @returns {any} a `Game` */
const game = (row, place, recording) => ({
  ...Object.fromEntries(COLUMNS.map((name, column) => [name, row[column]])),
  number: place + 1,
  recording,
});

/** A frame of which no more is known. @param {Scene} scene @param {any} move @param {any} asked @returns {Frame} */
export const frameOf = (scene, move = null, asked = null) => ({ scene, move, asked, told: [], faults: [] });

/**
 * What is shown of a published game before the worker has played any of it: the position that all of them begin with. A
 * game that is a file may begin with others, and a season's page has no such position.
 * @param {PageData} data @returns {Frame[]}
 */
export const firstFrames = ({ firstScene = null }) => (firstScene ? [frameOf(firstScene)] : []);

/** Who has a seat: a bot, or a person. @param {number | null} bot @returns {SeatOfLine} */
const seat = (bot) => ({ bot, holders: { first: bot === null ? "person" : "player", changes: {} } });

/**
 * A published game as a line of play.
 * @param {PageData} data @param {Game} game
 */
export function lineOf(data, game) {
  const { recording } = game;
  const line = {
    ...newLine(data, game.seats, game.seed),
    order: game.order,
    opening_plies: game.openingPlies ?? data.openingPlies,
    opening: data.openings?.[game.opening ?? -1] ?? [],
  };
  if (hasBots(data, game) || !recording) return line;
  // Who committed a fault is there to answer and to commit it again; all others are persons whose actions are known.
  const isFaulty = (/** @type {number} */ at) => recording.faults.some((fault) => fault.seat === at);
  return {
    ...line,
    seats: game.seats.map((bot, at) => seat(isFaulty(at) ? bot : null)),
    by_hand: Object.fromEntries(
      [...recording.moves.entries()].filter(
        ([turn]) => !recording.faults.some((fault) => fault.answered.includes(turn)),
      ),
    ),
  };
}

/**
 * A new line between bots and persons.
 * @param {PageData} data @param {(number | null)[]} seats @param {bigint | string} seed
 */
export function newLine(data, seats, seed) {
  return {
    game: data.game,
    game_sha256: data.gameSha256,
    settings: data.settings,
    seed: String(seed),
    order: 0,
    opening_plies: 0,
    seats: seats.map(seat),
    by_hand: {},
    limits: data.limits,
  };
}

/** Whether the judge runs a bot, at one of its tables. @param {PageData} data @param {number | null} bot */
export const isJudged = (data, bot) => bot !== null && bot < (data.judged ?? 0);

/** Whether a bot can be given a seat. @param {PageData} data @param {number} bot */
export const canSit = (data, bot) => isHere(data, bot) || isJudged(data, bot);

/** The contestants by rank, the best first; those without one come last. @param {PageData} data @returns {number[]} */
export function byRank({ contestants }) {
  const rank = (/** @type {number} */ bot) => contestants[bot].rank ?? contestants.length + 1;
  return [...contestants.keys()].sort((one, other) => rank(one) - rank(other));
}

/** Bots that can be given a seat, and the one that has it, to be chosen. @param {PageData} data @param {number | null} holder @returns {any[][]} */
export const seatable = (data, holder = null) =>
  data.contestants.flatMap(({ name }, bot) =>
    canSit(data, bot) || bot === holder ? [[bot, name, !canSit(data, bot)]] : [],
  );

/** Seats of a game. @param {PageData} data @returns {number} */
export const seatsOf = ({ seats, games }) => seats ?? games.find((game) => game.sha256)?.seats.length ?? 2;

/** Whether a bot's file is on the page, and the one that played. @param {PageData} data @param {number} bot */
const isHere = (data, bot) =>
  data.bots[bot] !== null && data.bots[bot] !== undefined && !data.wrong?.has(bot);

/** Whether all bots of a game are here. @param {PageData} data @param {Game} game */
export const hasBots = (data, game) => game.seats.every((bot) => isHere(data, bot));

/** Whether a game can be shown here: by all its bots, or by what was done in it. @param {PageData} data @param {Game} game */
export const isPlayable = (data, game) =>
  game.sha256 !== "" && (hasBots(data, game) || game.recording !== null);

/** All games that can be shown here. @param {PageData} data @returns {Game[]} */
export const playable = (data) => data.games.filter((game) => isPlayable(data, game));

/** What was done in a game whose bots are not here; null of any other. @param {PageData} data @param {Game} game */
export const recordingOf = (data, game) => (hasBots(data, game) ? null : game.recording);

/** A game for a worker that plays it again, and compares it; of a bot that is not here it learns no fuel. @param {PageData} data @param {Game} game */
export function toReplay(data, game) {
  const recording = recordingOf(data, game),
    { number, sha256 } = game;
  const [fuel, faults] = recording ? [null, recording.faults] : [game.fuel, []];
  return { number, line: lineOf(data, game), sha256, fuel, faults };
}

/** What a seat is called. @param {PageData} data @param {number} seat */
export const seatName = (data, seat) => data.facts.seats[seat] ?? `seat ${seat + 1}`;
