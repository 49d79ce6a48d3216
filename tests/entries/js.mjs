// What sdk/js/entry.js tells an author whose bot answers wrongly: on this machine's Node.js, without WebAssembly. Where
// an exception came from is written by the interpreter's engine, and so not looked at here.
//
//     node tests/entries/js.mjs

import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

const SDK = fileURLToPath(new URL('../../sdk/', import.meta.url));
const GOOD = `({ 'bot.js': (exports) => {
  exports.battleship = {
    name: () => 'Sailor',
    newGame: (setup) => [{ x: 0, y: 0, length: 2, orientation: 'across' }],
    takeTurn: (state, ships) => ({ x: 1, y: 0 }),
  };
} })`;
// What is changed in a good bot, which function is called, and what its author must read.
const MISTAKES = [
  ['({ x: 1, y: 0 })', '[1, 2]', 'takeTurn', 'takeTurn returned [1,2]; return a square, such as { x: 0, y: 0 }'],
  ['({ x: 1, y: 0 })', 'undefined', 'takeTurn', 'takeTurn returned nothing (undefined); return a square'],
  ['({ x: 1, y: 0 })', '({ x: -1, y: 0 })', 'takeTurn', 'its x is -1; it must be a whole number from 0 to 255'],
  ['({ x: 1, y: 0 })', '({ x: 1.5, y: 0 })', 'takeTurn', 'its x is 1.5; it must be a whole number from 0 to 255'],
  ['({ x: 1, y: 0 })', '({ x: 1 })', 'takeTurn', 'which has no y; return a square'],
  ['({ x: 1, y: 0 })', 'Promise.resolve({ x: 1, y: 0 })', 'takeTurn', 'takeTurn returned a promise'],
  ["'across'", "'right'", 'newGame', "its orientation is \"right\"; it must be 'across' or 'down'"],
  ['({ x: 1, y: 0 })', 'setTimeout(0)', 'takeTurn', 'NotForBots: setTimeout: a bot has no timers'],
  ['({ x: 1, y: 0 })', 'state.map((s) => ({ s }))', 'takeTurn', 'map of Uint8Array makes numbers only'],
  ['takeTurn:', 'taketurn:', 'takeTurn', 'bot.js: the object battleship lacks the method takeTurn'],
  ['exports.battleship', 'exports.ships', 'name', 'bot.js exports no object battleship'],
  ['(state, ships) =>', '(state, ships, more) =>', 'takeTurn', 'takeTurn takes 3 parameters, and the judge gives 2; write takeTurn(state, shipsRemaining)'],
  ["'Sailor'", '7', 'name', 'name returned 7; return a string'],
];

const folder = mkdtempSync(join(tmpdir(), 'entries-'));
let failed = 0;
try {
  const described = readFileSync(join(SDK, 'contract/battleship.json'), 'utf8');
  const entry = ['program', 'entry'].map((part) => readFileSync(join(SDK, `js/${part}.js`), 'utf8')).join('')
    .replaceAll('@GAME@', 'battleship')
    .replace('@INTERFACE@', () => described.trim())
    .replace("import * as host from 'judge:arena/host@1.0.0';", 'const host = { log: (line) => globalThis.told.push(line) };')
    .replace("import { read } from 'judge:arena/source@1.0.0';", 'const read = () => globalThis.packed;');
  let number = 0;
  const { setTimeout: timer } = globalThis;
  for (const [good, wrong, name, words] of [['', '', 'takeTurn', ''], ...MISTAKES]) {
    if (!GOOD.includes(good)) throw new Error(good);
    globalThis.told = [];
    const files = [{ name: 'bot.js', first: 1 }];
    globalThis.packed = new TextEncoder().encode(JSON.stringify({ main: 'bot.js', text: GOOD.replace(good, wrong), files }));
    const file = join(folder, `${(number += 1)}.mjs`); // each bot has a module of its own
    writeFileSync(file, entry);
    const { battleship } = await import(pathToFileURL(file));
    let ended = false;
    try {
      battleship[name](...(name === 'takeTurn' ? [new Uint8Array(4), new Uint8Array([2])] : [{ seed: 7n }]));
    } catch {
      ended = true;
    }
    const told = globalThis.told.join('\n');
    if (ended !== (words !== '') || !told.includes(words)) {
      failed += 1;
      console.log(`${wrong} in ${name}: ${words}\nis not in\n${told}`);
    }
  }
  globalThis.setTimeout = timer;
} finally {
  rmSync(folder, { recursive: true });
}

// Whether a file is a program that reads lines, or exports a bot that is called.
const KINDS = [
  ['require("readline").createInterface({ input: process.stdin })', 'lines'],
  ['import { readFileSync } from "fs"; export const search = 1;', 'lines'],
  ['export const battleship = { name: () => process.stdin };', ''],
  ['import { fuelLeft } from "judge:arena/host@1.0.0"; const x = {}; export { x as othello };', ''],
  ['export const batleship = { newGame() {} };', ''],
  ['export const = 1', 'lines'],
];
const beside = mkdtempSync(join(tmpdir(), 'kinds-'));
for (const [text, kind] of KINDS) {
  writeFileSync(join(beside, '2-bot.js'), text);
  const words = ['--experimental-vm-modules', '--no-warnings', join(SDK, 'js/imports.mjs'), 'kind', join(beside, '2-bot.js')];
  const { stdout, stderr } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  if (stdout.trim() === kind) continue;
  failed += 1;
  console.log(`${text} is ${stdout} and not ${kind}\n${stderr}`);
}
rmSync(beside, { recursive: true });
console.log(`${MISTAKES.length + KINDS.length + 1 - failed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
