// Finds out before anything is installed or built whether a bot's files can be read, and whether they import what a bot
// has: node --experimental-vm-modules imports.mjs GAME FILE.js
//
// With the word kind for a game it prints "lines" for a program that reads lines: it exports no bot.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SourceTextModule, SyntheticModule } from 'node:vm';
import { HOST, camel, given } from './pack.mjs';

const [game, main] = process.argv.slice(2);
const CONTRACTS = new URL('../contract/', import.meta.url);

/** Tells a mistake of the author's, and ends. */
function fail(words) {
  console.error(`error: ${words}`);
  process.exit(1);
}

/** What is wrong with a file that is no module, with its line and a mark below: Node says that only by itself. */
function mistakeIn(file, source) {
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '--check'], { input: source, encoding: 'utf8' });
  const isNoise = (line) => line === '' || line.startsWith('    at ') || line.startsWith('Node.js ');
  return stderr.split('\n').filter((line) => !isNoise(line)).join('\n').replace(/^\[stdin\]/, file);
}

/** The line on which a file imports `name`. Where that is hidden, as behind escapes, it is the first. */
function lineOf(source, name) {
  const lines = source.split('\n');
  const found = lines.findIndex((line) => line.includes(`'${name}'`) || line.includes(`"${name}"`));
  return Math.max(found, 0) + 1;
}

/** Looks at a file, and returns the files that it imports. */
function imports(file) {
  const source = readFileSync(file, 'utf8');
  let module;
  try {
    module = new SourceTextModule(source, { identifier: file });
  } catch {
    fail(mistakeIn(file, source));
  }
  return module.dependencySpecifiers.filter((name) => !given(game).includes(name)).map((name) => {
    const at = `${file}:${lineOf(source, name)}`;
    if (game === 'lines' && name === HOST) {
      fail(`${at}: a program that reads lines has no ${name}; fuel_left of a question and the clock tell how long it may think`);
    }
    if (!name.startsWith('.')) {
      fail(`${at}: a bot has no package ${name}; import files beside it by a relative path, or bundle it`);
    }
    const other = join(dirname(file), name);
    if (!existsSync(other)) fail(`${at}: no file ${other}; write the path with its ending`);
    return other;
  });
}

/** The names that a file exports, also those of files that it imports. */
async function exported(main) {
  const made = new Map();
  const module = (file) => {
    if (!made.has(file)) made.set(file, new SourceTextModule(readFileSync(file, 'utf8'), { identifier: file }));
    return made.get(file);
  };
  await module(main).link((name, { identifier }) => {
    const other = join(dirname(identifier), name);
    if (name.startsWith('.') && existsSync(other)) return module(other);
    // What is not here has all that could be asked of it.
    const words = readFileSync(identifier, 'utf8').match(/[\p{L}\p{N}_$]+/gu);
    return new SyntheticModule([...new Set(['default', ...words])], () => {});
  });
  return Reflect.ownKeys(module(main).namespace); // nothing of them has a value yet
}

if (game === 'kind') {
  const games = existsSync(CONTRACTS) ? readdirSync(CONTRACTS).map((file) => camel(file.replace(/\.json$/, ''))) : [];
  const names = await exported(main).catch(() => []); // `check` tells what is wrong
  // A slip in the name of a bot makes no program of it: each has a function that begins a game.
  const isCalled = names.length > 0 && /\bnewGame\b/.test(readFileSync(main, 'utf8'));
  if (!isCalled && !names.some((name) => games.includes(name))) console.log('lines');
} else {
  const found = new Set([main]);
  for (const file of found) imports(file).forEach((other) => found.add(other));
}
