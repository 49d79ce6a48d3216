// The calls of judge/sandbox/tests/preview1.txt, by a bot of the page: each answers and costs what it does in the judge.
//
//   node judge/page/web/tests/wasi.mjs

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { Bot } from "../engine/bot.js";
import { described } from "../engine/described.js";
import { Engine } from "../engine/engine.js";

const FUEL = 10_000_000n;
const read = (path) => readFileSync(new URL(path, import.meta.url));
const calls = read("../../../sandbox/tests/preview1.txt")
  .toString()
  .split("\n")
  .filter((line) => line && !line.startsWith("#"))
  .map((line) => {
    const [call, comes] = line.split("->"),
      [outcome, ...memory] = comes.trim().split(/ {2,}/);
    return { call: call.trim().split(/ +/), outcome, memory: memory.join(" ").split(" ").filter(Boolean) };
  });

const functions = [
  { name: "look", params: [{ name: "at", type: "u32" }], result: "u32" },
  ...calls.map((_, number) => ({ name: `c${number}`, params: [], result: "u32" })),
];
const contract = described(JSON.stringify({ interface: "calls", types: [], functions }));
const limits = {
  fuel_per_turn: Number(FUEL),
  fuel_bank: Number(FUEL),
  fuel_increment: 0,
  fuel_to_start: 200_000_000,
  memory_bytes: 64 << 20,
  table_elements: 10_000,
  file_bytes: 4 << 20,
  reply_bytes: 64 << 10,
  log_bytes_per_turn: 1 << 10,
  log_bytes_per_game: 16 << 10,
  watchdog_seconds: 200,
  module_limits: "narrow",
};
const forBots = Object.fromEntries(
  Object.entries(limits).map(([name, value]) => [name.replaceAll("_", "-"), value]),
);

const engine = new Engine(
  new WebAssembly.Module(gunzipSync(read("../../dist/engine.gz"))),
  () => assert.fail(),
  [],
);
const wasm = read("../../../sandbox/tests/preview1.wasm");
const instrumented = engine.must(
  "instrument",
  wasm,
  BigInt(limits.memory_bytes / 65536),
  BigInt(limits.table_elements),
  BigInt(limits.fuel_to_start),
);
const module = new WebAssembly.Module(instrumented);

// A match whose bots do not start, for the sake of their hosts.
let host = -1;
engine.start = (_, number) => {
  host = number;
  return { err: { tag: "out-of-fuel" } };
};
const seat = { bot: 0, holders: { first: "player", changes: {} } };
const line = {
  game: "othello",
  settings: {},
  seed: "1",
  order: 0,
  opening_plies: 0,
  seats: [seat, seat],
  limits,
};

for (const [number, { call, outcome, memory }] of calls.entries()) {
  await engine.open(line);
  const { hosts, callers, names } = engine;
  const bot = new Bot(
    module,
    contract,
    { ...forBots, "fuel-to-start": BigInt(limits.fuel_to_start) },
    { number: host, hosts, callers, names },
  );
  const answer = bot.call(FUEL, `c${number}`, []);
  const { tag, value } = answer.err ?? { tag: "", value: null };
  // The call stands in a function, with its arguments.
  const fuel = Number(FUEL - bot.meter.left()) - 4 - (call.length - 1);
  const came = { "": `${answer.ok}, ${fuel}`, exit: `exit ${value}`, "out-of-fuel": "out of fuel" };
  assert.equal(came[tag] ?? tag, outcome, call.join(" "));
  for (const place of memory) {
    const [at, is] = place.split("=").map(Number);
    assert.deepEqual(bot.call(FUEL, "look", [at]), { ok: is }, `${call.join(" ")}: at ${at}`);
  }
}
console.log(`${calls.length} calls of WASI answer and cost what they do in the judge`);
