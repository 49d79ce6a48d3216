// The worker: runs matches and bots away from the page, so that the page answers while a bot thinks.

import { Engine } from "./engine.js";

/** Steps are told in portions of so many milliseconds. */
const PORTION = 25;

/** @type {Engine} */
let engine;
/** The match that is wanted now; an older one gives up. */
let wanted = 0;

/** Lets messages in. */
const breathe = () => new Promise((resolve) => {
  const channel = new MessageChannel();
  channel.port1.onmessage = () => { channel.port1.close(); resolve(undefined); };
  channel.port2.postMessage(null);
});

/** @param {{ engine: ArrayBuffer, bots: (Uint8Array | null)[], sha256: string[], limits: any }} message */
function load(message) {
  /** @type {(WebAssembly.Module | undefined)[]} */
  const modules = [];
  engine = new Engine(new WebAssembly.Module(message.engine), (bot) => (modules[bot] ??= compiled(message, bot)));
}

/** A bot's instrumented module, if its file is the published one. @param {any} message @param {number} bot */
function compiled(message, bot) {
  const bytes = message.bots[bot];
  if (!bytes) throw new Error("this bot is not on the page");
  const instrumented = engine.instrumented(bytes, message.sha256[bot], message.limits);
  return new WebAssembly.Module(/** @type {Uint8Array<ArrayBuffer>} */ (instrumented));
}

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
  await breathe();
  if (wanted !== message.id) return;
  if (message.line) engine.open(message.line, message.faults);
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

/** Plays games again, and says of each whether it came to the published transcript. @param {any} message */
async function verify(message) {
  for (const game of message.games) {
    let verdict;
    try {
      engine.open(game.line, game.faults);
      const { record } = engine.finish();
      const hash = record.transcript_sha256 === game.sha256;
      verdict = { hash, fuel: game.fuel === null || JSON.stringify(record.fuel) === JSON.stringify(game.fuel), turns: record.turns };
    } catch (error) {
      verdict = { hash: false, fuel: false, problem: String(error) };
    }
    postMessage({ kind: "verified", number: game.number, ...verdict });
    await breathe();
  }
  postMessage({ kind: "all-verified" });
}

onmessage = async ({ data }) => {
  try {
    if (data.kind === "load") load(data);
    else if (data.kind === "open") await open(data);
    else if (data.kind === "verify") await verify(data);
  } catch (error) {
    postMessage({ kind: "problem", id: data.id, text: error instanceof Error ? error.message : String(error) });
  }
};
