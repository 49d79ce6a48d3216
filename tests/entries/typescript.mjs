// What authors of bots in TypeScript are told: mistakes that the build finds, and lines in the log of a bot that fails.
//
//     node tests/entries/typescript.mjs JUDGE

import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

const GOOD = `import type { Battleship, Square } from 'judge:arena/battleship@1.0.0';
import { log } from 'judge:arena/host@1.0.0';
import { Random } from './random';

interface State { random: Random; size: number }

let state: State;

export const battleship: Battleship = {
  name: () => 'Sailor',

  newGame(setup) {
    state = { random: new Random(setup.seed), size: setup.size };
    return [...setup.fleet].map((length, y) => ({ x: 0, y, length, orientation: 'across' }));
  },

  takeTurn(known) {
    return choose(known);
  },
};

function choose(known: Uint8Array): Square {
  // A comment, which is not in the program.
  const free = [...known.keys()].filter((i) => known[i] === 0);
  const square = state.random.choose(free);
  return { x: square % state.size, y: Math.floor(square / state.size) };
}
`;
// What is changed in a good bot, and what the build says of it.
const MISTAKES = [
  ["'across'", "'right'", 'error: bot.ts:12: Type '],
  ['return choose(known)', 'return 7', "error: bot.ts:17: Type '(known: Uint8Array<ArrayBufferLike>) => number' is not assignable"],
  ['let state: State;', 'let state: State = ;', 'error: bot.ts:7: Expression expected.\n    let state: State = ;\n'],
  ["'./random'", "'left-pad'", 'error: bot.ts:3: '],
  ["'./random'", "'./gone'", "error: bot.ts:3: Cannot find module './gone'"],
  ['const square', 'fetch("x"); const square', "error: bot.ts:25: Cannot find name 'fetch'"],
];
// What is changed in a good bot, and what a check of it shows.
const FAULTS = [
  ['const square', 'if (free.length < 95) throw new Error("I fall"); const square', ['Error: I fall (bot.ts:25 in choose)', 'log       bot.ts:18 in takeTurn']],
  ['y: Math.floor(square / state.size)', 'y: -1', ['its y is -1; it must be a whole number from 0 to 255 (bot.ts:17 in takeTurn)']],
  ['const square', 'log("here"); const square', ['which begins:\n            here']],
  ['below(bound: number): number {', 'below(bound: number): number {\n    if (bound < 95) throw new Error("deep");', ['Error: deep (random.ts:14 in below)', 'bot.ts:25 in choose']],
];

const judge = resolve(process.argv[2]);
const top = mkdtempSync(join(tmpdir(), 'entries-'));
const folder = join(top, 'bot');
let failed = 0;

function told(program, words, variables = {}) {
  const env = { ...process.env, CARGO_TARGET_DIR: join(folder, 'target'), ...variables };
  const { stdout, stderr } = spawnSync(program, words, { cwd: folder, encoding: 'utf8', env });
  return `${stdout}${stderr}`;
}

function build(good, wrong, variables) {
  copyFileSync(join(top, 'random.ts'), join(folder, 'random.ts'));
  rmSync(join(folder, 'bot.wasm'), { force: true });
  writeFileSync(join(folder, 'bot.ts'), GOOD);
  const file = GOOD.includes(good) ? 'bot.ts' : 'random.ts';
  const text = readFileSync(join(folder, file), 'utf8');
  if (!text.includes(good)) throw new Error(good);
  writeFileSync(join(folder, file), text.replace(good, wrong));
  return told('sdk/js/build', [], variables);
}

function look(said, words, about) {
  if (said.includes(words)) return;
  failed += 1;
  console.log(`${about}: ${words}\nis not in\n${said}`);
}

try {
  spawnSync(judge, ['new', 'battleship', 'bot', '--lang', 'typescript'], { cwd: top });
  copyFileSync(join(folder, 'random.ts'), join(top, 'random.ts'));
  for (const [good, wrong, words] of MISTAKES) {
    look(build(good, wrong), words, wrong);
    look(String(existsSync(join(folder, 'bot.wasm'))), 'false', `${wrong} is built`);
  }
  // Before anything is installed: there is no npm to do it.
  for (const name of ['fs', 'node:worker_threads']) {
    const said = build("'./random'", `'${name}'`, { XDG_CACHE_HOME: join(folder, 'no-cache'), npm_config_registry: 'http://127.0.0.1:9' });
    look(said, `error: bot.ts:3: there is no ${name}; it is a module of Node.js, and a bot has none of these\n    import { Random } from '${name}';\n`, name);
  }
  for (const [good, wrong, all] of FAULTS) {
    const built = build(good, wrong);
    const said = built + told(judge, ['check', 'bot.wasm', '--quiet']);
    for (const words of all) look(said, words, wrong);
  }
} finally {
  rmSync(top, { recursive: true });
}
console.log(`${MISTAKES.length + 2 + FAULTS.length} mistakes, ${failed} told wrongly`);
process.exit(failed ? 1 : 0);
