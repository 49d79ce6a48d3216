// The worker: runs matches and bots away from the page, so that the page answers while a bot thinks.

import { chance, positions } from "./chances.js";
import { Engine, WrongFile } from "./engine.js";
import { SUSPENDS, isProgram } from "./program.js";
import { addGame } from "./tally.js";
import { advice, candidates, chosenBy, fateAfter, movesOf } from "./turning.js";
import { unpacked } from "./unpack.js";

/** Steps are told in portions of so many milliseconds. */
const PORTION = 25;

/** @type {Engine} */
let engine;
/**
 * What a page's bots are: each file once, packed, and for each bot the number of its file. A game that is a file comes
 * behind the bots.
 * @typedef {object} Luggage
 * @property {Uint8Array<ArrayBuffer> | string} engine
 * @property {string[]} files
 * @property {(number | null)[]} bots
 * @property {string[]} sha256
 * @property {any} limits
 * @property {(number | null)[]} odds fuel for a turn, by bot, where it is not that of all
 * @property {Record<string, string>[]} options what bots may ask for, by bot
 * @property {number | null} game its number, if it is a file
 * @property {any} gameFile
 */
/** @type {Luggage} */
let luggage;
/** Instrumented modules, by file and the SHA-256 that it must have. @type {Map<string, WebAssembly.Module>} */
const modules = new Map();
const keyOf = (/** @type {number} */ bot) => `${luggage.bots[bot]} ${luggage.sha256[bot]}`;
/** Why bots cannot be started. @type {Error[]} */
const refused = [];
/** When the engine is there. @type {Promise<void>} */
let ready;
/** The match that is wanted now; an older one gives up. */
let wanted = 0;
/** The line that is to be opened before anything is changed in it. @type {any} */
let coming = null;

/** Lets messages in. */
const breathe = () =>
  new Promise((resolve) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => {
      channel.port1.close();
      resolve(undefined);
    };
    channel.port2.postMessage(null);
  });

/** A file, which may be packed. @param {any} file @returns {Promise<any>} */
const unpack = async (file) => (typeof file === "string" ? unpacked(file) : file);

/** @param {Luggage} message */
const load = (message) => (ready = unload(message));

/** @param {Luggage} message */
async function unload(message) {
  luggage = message;
  const bytes = await unpack(message.engine);
  const botModule = (/** @type {number} */ bot) => {
    const module = modules.get(keyOf(bot));
    if (refused[bot]) throw refused[bot];
    if (!module) throw new Error("this bot is not on the page");
    return module;
  };
  const module = new WebAssembly.Module(/** @type {Uint8Array<ArrayBuffer>} */ (bytes));
  engine = new Engine(module, botModule, message.options);
  engine.must("odds", JSON.stringify(message.odds));
}

/** Unpacks and compiles bots, and the game, before they are started, which cannot wait. @param {(number | null)[]} bots */
async function prepare(bots) {
  const { game } = luggage;
  const here = [...new Set([...bots, game])].flatMap((bot) => {
    const file = bot === null ? null : (luggage.bots[bot] ?? null);
    return bot === null || file === null || refused[bot] ? [] : [{ bot, file }];
  });
  const missing = here.filter(({ bot }) => !modules.has(keyOf(bot)));
  const files = await Promise.all(missing.map(({ file }) => unpack(luggage.files[file])));
  await ready;
  for (const [i, bytes] of files.entries()) {
    const { bot } = missing[i];
    try {
      const module = modules.get(keyOf(bot)) ?? compiled(bytes, bot);
      modules.set(keyOf(bot), module);
      engine.hasPrograms ||= isProgram(module);
      if (engine.hasPrograms && !SUSPENDS) postMessage({ kind: "plays-again" });
    } catch (error) {
      // Whoever starts it is told.
      refused[bot] = error instanceof Error ? error : new Error(String(error));
    }
  }
  if (game === null || engine.game !== null) return;
  if (refused[game]) throw refused[game];
  engine.load(game, luggage.gameFile);
}

/** Tells the page of bots whose files are not the published ones. @param {(number | null)[]} bots @returns {boolean} */
function tellOfWrong(bots) {
  const wrong = [...new Set(bots)].filter((bot) => bot !== null && refused[bot] instanceof WrongFile);
  if (wrong.length) postMessage({ kind: "wrong-files", bots: wrong });
  return wrong.length > 0;
}

/** The instrumented module of a bot, or of the game, if its file is the published one. @param {Uint8Array} bytes @param {number} bot */
function compiled(bytes, bot) {
  const limits = bot === luggage.game ? luggage.gameFile.limits : luggage.limits;
  const instrumented = engine.instrumented(bytes, luggage.sha256[bot], limits);
  return new WebAssembly.Module(/** @type {Uint8Array<ArrayBuffer>} */ (instrumented));
}

/** The bots of a line. @param {any} line @returns {(number | null)[]} */
const botsOf = (line) => line?.seats.map((/** @type {any} */ { bot }) => bot) ?? [];

/**
 * Plays on to the end or to a person's turn, and tells each event, with the position after it.
 * @param {number} id @param {number | null} viewpoint
 */
async function play(id, viewpoint) {
  /** @type {any[]} */
  let events = [];
  const post = () => {
    postMessage({ kind: "events", id, events });
    events = [];
  };
  for (let since = performance.now(); ; ) {
    const event = JSON.parse(await engine.play("step", viewpoint));
    events.push(event);
    if (event.event === "waiting" || event.event === "over") return post();
    if (performance.now() - since > PORTION) {
      post();
      await breathe();
      if (wanted !== id) return;
      since = performance.now();
    }
  }
}

/** @param {any} message */
async function open(message) {
  wanted = message.id;
  if (message.line) coming = { line: message.line, faults: message.faults };
  const given = (message.changes ?? [])
    .filter((/** @type {any[]} */ [name]) => name === "give-to-bot")
    .map((/** @type {any[]} */ [, , bot]) => bot);
  const needed = [...botsOf(coming?.line), ...given];
  await prepare(needed);
  await breathe();
  if (wanted !== message.id) return;
  if (tellOfWrong(needed)) throw new Error("a file on this page is not the one that played");
  if (coming) {
    const { line, faults } = coming;
    coming = null;
    await engine.open(line, faults);
  }
  for (const change of message.changes ?? []) await alter(change);
  await play(message.id, message.viewpoint);
}

/** Changes the line, or the match. @param {any[]} change */
async function alter([name, ...values]) {
  const before = engine.running.length;
  await engine.play(name, ...values);
  // Bots of the match before are let go.
  if (name !== "act" && name !== "play-to") engine.running.fill(/** @type {any} */ (undefined), 0, before);
}

/** The actions of a transcript: each has a line with its seat. @param {string} transcript @param {number} turns how many there are */
const actionsOf = (transcript, turns) =>
  transcript
    .split("\n")
    .flatMap((line) => /^(?:opening |forced )?\d+ (.*)$/.exec(line)?.[1] ?? [])
    .slice(0, turns);

/** The record of a recorded game, whose fuel is not known, with some for each bot: so the words are drawn that a page has beside its numbers. @param {any} record */
const withSomeFuel = (record) => ({
  ...record,
  thought: record.thought.map(() => ({ turns: 1, fuel: 1, fuel_max: 1 })),
  memory: record.memory.map(() => 1),
});

/**
 * Plays games again, and says of each whether it came to the published transcript, and its record; in the end, what
 * turns took.
 * @param {any} message
 */
async function verify(message) {
  /** @type {Tally} */
  const tally = [];
  // A file that no game here needs is on the page, too.
  const bots = [...luggage.odds.keys()];
  await prepare(bots);
  tellOfWrong(bots);
  for (const game of message.games) {
    let verdict;
    const wrong = botsOf(game.line).find((bot) => bot !== null && refused[bot] instanceof WrongFile) ?? null;
    try {
      if (wrong !== null) throw refused[wrong];
      await engine.open(game.line, game.faults);
      const { record, fuel_by_turn, transcript } = await engine.finish();
      // Who plays by a recording shows no fuel.
      if (game.fuel !== null) addGame(tally, botsOf(game.line), fuel_by_turn);
      const hash = record.transcript_sha256 === game.sha256;
      const fuel = game.fuel === null || JSON.stringify(record.fuel) === JSON.stringify(game.fuel);
      // This browser may be too small for a bot.
      const problem = record.verdict.void?.detail;
      // Nobody reads the checks of single actions.
      verdict = {
        hash,
        fuel,
        problem,
        record: { ...(game.fuel === null ? withSomeFuel(record) : record), checks: "" },
      };
      if (message.wantsMoves) verdict = { hash, fuel, problem, moves: actionsOf(transcript, record.turns) };
    } catch (error) {
      verdict = {
        hash: false,
        fuel: false,
        wrong,
        problem: error instanceof Error ? error.message : String(error),
      };
    }
    postMessage({ kind: "verified", number: game.number, ...verdict });
    await breathe();
  }
  postMessage({ kind: "all-verified", tally });
}

/**
 * Plays every nth of the other actions of a seat to its end, those of the last turns first.
 * @param {{ line: any, seat: number, gamesMax: number, part: number, parts: number }} message
 */
async function turning({ line, seat, gamesMax, part, parts }) {
  await prepare(botsOf(line));
  const { turns, left } = candidates(await movesOf(engine, line), seat, gamesMax);
  postMessage({ kind: "turning-begun", turns, left });
  const games = turns.flatMap(({ turn, others }, at) =>
    others.map((action, place) => ({ turn, at, action, place })),
  );
  /** @type {any[]} */
  let fates = [];
  for (let game = part, since = performance.now(); game < games.length; game += parts) {
    const { turn, at, action, place } = games[game],
      fate = await fateAfter(engine, line, turn, action, seat);
    fates.push([at, place, fate]);
    if (performance.now() - since < PORTION) continue;
    postMessage({ kind: "fates", fates });
    fates = [];
    await breathe();
    since = performance.now();
  }
  postMessage({ kind: "fates", fates });
  postMessage({ kind: "turning-done" });
}

/** Asks a bot what it would have played on each turn of a seat. @param {{ line: any, seat: number, bot: number }} message */
async function advise({ line, seat, bot }) {
  await prepare([...botsOf(line), bot]);
  const moves = await movesOf(engine, line);
  for (const at of chosenBy(moves, seat)) {
    postMessage({
      kind: "advice",
      turn: at.turn,
      played: at.action,
      fuel: at.usage.fuel,
      other: await advice(engine, line, moves, at, bot),
    });
    await breathe();
  }
  postMessage({ kind: "advised" });
}

/**
 * Tells the chances of winning of every nth position of a line.
 * @param {{ line: any, how: "random" | "bots", part: number, parts: number }} message
 */
async function chances({ line, how, part, parts }) {
  await prepare(botsOf(line));
  const moves = await movesOf(engine, line),
    all = positions(moves);
  for (let at = part; at < all.length; at += parts) {
    postMessage({ kind: "chance", of: all.length, ...(await chance(engine, line, moves, all[at], how)) });
    await breathe();
  }
  postMessage({ kind: "chances-done" });
}

/** Says why an action cannot be played on a turn. @param {{ id: number, turn: number, action: string }} message */
function explain({ id, turn, action }) {
  const answer = engine.arena.explain(turn, action);
  postMessage({ kind: "explained", id, action, why: "err" in answer ? answer.err : "" });
}

/** Works out what games come to, and the hash of the page's style. @param {{ told: any, games: any, style: string }} message */
async function reckon({ told, games, style }) {
  await ready;
  const reckoned = JSON.parse(engine.must("reckon", JSON.stringify(told), JSON.stringify(games)));
  reckoned.style = engine.arena.sha256(new TextEncoder().encode(style));
  postMessage({ kind: "reckoned", reckoned });
}

/** Draws positions of a game. @param {{ film: string }} message */
async function draw({ film }) {
  await ready;
  postMessage({ kind: "drawn", bytes: engine.must("draw", film) });
}

/** What a page can ask for. @type {Record<string, (message: any) => any>} */
const WORK = { load, open, verify, explain, reckon, turning, chances, advise, draw };

onmessage = async ({ data }) => {
  try {
    await WORK[data.kind](data);
  } catch (error) {
    postMessage({
      kind: "problem",
      id: data.id,
      text: error instanceof Error ? error.message : String(error),
    });
  }
};
