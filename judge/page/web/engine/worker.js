// The worker: runs matches and bots away from the page, so that the page answers while a bot thinks.

import { Engine } from "./engine.js";
import { addGame } from "./tally.js";
import { unpacked } from "./unpack.js";

/** Steps are told in portions of so many milliseconds. */
const PORTION = 25;

/** @type {Engine} */
let engine;
/** Bots as they are on the page, packed, and their instrumented modules. @type {{ bots: (string | null)[], sha256: string[], limits: any }} */
let luggage;
/** @type {(WebAssembly.Module | Error | undefined)[]} */
const modules = [];
/** When the engine is there. @type {Promise<void>} */
let ready;
/** The match that is wanted now; an older one gives up. */
let wanted = 0;
/** The line that is to be opened before anything is changed in it. @type {any} */
let coming = null;

/** Lets messages in. */
const breathe = () => new Promise((resolve) => {
  const channel = new MessageChannel();
  channel.port1.onmessage = () => { channel.port1.close(); resolve(undefined); };
  channel.port2.postMessage(null);
});

/** @param {{ engine: Uint8Array<ArrayBuffer> | string, bots: (string | null)[], sha256: string[], limits: any }} message */
async function load(message) {
  luggage = message;
  const bytes = typeof message.engine === "string" ? await unpacked(message.engine) : message.engine;
  engine = new Engine(new WebAssembly.Module(/** @type {Uint8Array<ArrayBuffer>} */ (bytes)), (bot) => {
    const module = modules[bot] ?? new Error("this bot is not on the page");
    if (module instanceof Error) throw module;
    return module;
  });
}

/** Unpacks and compiles bots before they are started, which cannot wait. @param {(number | null)[]} bots */
async function prepare(bots) {
  const missing = /** @type {number[]} */ ([...new Set(bots)].filter((bot) => bot !== null && luggage.bots[bot] && !modules[bot]));
  const files = await Promise.all(missing.map((bot) => unpacked(/** @type {string} */ (luggage.bots[bot]))));
  await ready;
  for (const [i, bytes] of files.entries()) {
    const bot = missing[i];
    try {
      modules[bot] = compiled(bytes, bot);
    } catch (error) {
      // Whoever starts it is told.
      modules[bot] = error instanceof Error ? error : new Error(String(error));
    }
  }
}

/** A bot's instrumented module, if its file is the published one. @param {Uint8Array} bytes @param {number} bot */
function compiled(bytes, bot) {
  const instrumented = engine.instrumented(bytes, luggage.sha256[bot], luggage.limits);
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
  for (let since = performance.now(); ;) {
    const event = JSON.parse(engine.must("step", viewpoint));
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
  const given = (message.changes ?? []).filter((/** @type {any[]} */ [name]) => name === "give-to-bot").map((/** @type {any[]} */ [, , bot]) => bot);
  await prepare([...botsOf(coming?.line), ...given]);
  await breathe();
  if (wanted !== message.id) return;
  if (coming) {
    const { line, faults } = coming;
    coming = null;
    engine.open(line, faults);
  }
  for (const change of message.changes ?? []) alter(change);
  await play(message.id, message.viewpoint);
}

/** Changes the line, or the match. @param {any[]} change */
function alter([name, ...values]) {
  const before = engine.running.length;
  engine.must(name, ...values);
  // Bots of the match before are let go.
  if (name !== "act" && name !== "play-to") engine.running.fill(/** @type {any} */ (undefined), 0, before);
}

/** Plays games again, and says of each whether it came to the published transcript; in the end, what turns took. @param {any} message */
async function verify(message) {
  /** @type {import("./tally.js").Tally} */
  const tally = [];
  await prepare(message.games.flatMap((/** @type {any} */ { line }) => botsOf(line)));
  for (const game of message.games) {
    let verdict;
    try {
      engine.open(game.line, game.faults);
      const { record, fuel_by_turn } = engine.finish();
      // Who plays by a recording shows no fuel.
      if (game.fuel !== null) addGame(tally, botsOf(game.line), fuel_by_turn);
      const hash = record.transcript_sha256 === game.sha256;
      verdict = { hash, fuel: game.fuel === null || JSON.stringify(record.fuel) === JSON.stringify(game.fuel), turns: record.turns };
    } catch (error) {
      verdict = { hash: false, fuel: false, problem: String(error) };
    }
    postMessage({ kind: "verified", number: game.number, ...verdict });
    await breathe();
  }
  postMessage({ kind: "all-verified", tally });
}

onmessage = async ({ data }) => {
  try {
    if (data.kind === "load") await (ready = load(data));
    else if (data.kind === "open") await open(data);
    else if (data.kind === "verify") await verify(data);
  } catch (error) {
    postMessage({ kind: "problem", id: data.id, text: error instanceof Error ? error.message : String(error) });
  }
};
