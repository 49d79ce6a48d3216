// Makes a bot of the interpreter and an author's files, on the author's machine:
//
//     node bundle.mjs FILE.rb INTERPRETER.wasm OUT.wasm
//
// The interpreter itself says before what is wrong with them.

import { existsSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, posix, relative, sep } from 'node:path';
import { EXPORT, custom, exportBytes, exportsOf, module, replaced, sections, vector } from './wasm.mjs';

const SECTION = 'judge:source';

/** Tells a mistake of the author's, and ends. */
function fail(words) {
  console.error(`error: ${words}`);
  process.exit(1);
}

/** The author's files, by path from the player's folder: the player, all of lib beside it, and what they require. */
function files(main) {
  const folder = dirname(main);
  const found = new Map();
  const todo = [basename(main), ...below(folder, 'lib')];
  while (todo.length > 0) {
    const path = todo.shift();
    if (found.has(path)) continue;
    const text = readFileSync(join(folder, path), 'utf8');
    found.set(path, text);
    for (const [number, line] of text.split('\n').entries()) {
      if (line === '__END__') break;
      const [, isRelative, name] = line.match(/^\s*require(_relative)?[\s(]+["']([^"'#]+)["']/) ?? [];
      if (!name || (!isRelative && !name.startsWith('.'))) continue;
      const wanted = posix.join(isRelative ? posix.dirname(path) : '.', name.endsWith('.rb') ? name : `${name}.rb`);
      // The interpreter has the original's board.
      if (/(^|\/)battleship\/board\.rb$/.test(wanted) && !existsSync(join(folder, wanted))) continue;
      if (!existsSync(join(folder, wanted))) fail(`${join(folder, path)}:${number + 1}: there is no file ${join(folder, wanted)}`);
      if (wanted.startsWith('..')) {
        fail(`${join(folder, path)}:${number + 1}: ${name} is above the player's folder; put it into lib beside the player`);
      }
      todo.push(wanted);
    }
  }
  return found;
}

/** The Ruby files below a folder of the player's. */
function below(folder, path) {
  const whole = join(folder, path);
  if (!existsSync(whole) || !statSync(whole).isDirectory()) return [];
  const all = readdirSync(whole, { recursive: true, withFileTypes: true });
  const paths = all.filter((one) => one.isFile() && one.name.endsWith('.rb')).map((one) => join(one.parentPath ?? one.path, one.name));
  return paths.map((one) => relative(folder, one).split(sep).join('/')).sort();
}

/** All files in one: for each a line with the lengths of its path and of its text, then both. */
function packed(found) {
  const parts = [...found].map(([path, text]) => `${Buffer.byteLength(path)} ${Buffer.byteLength(text)}\n${path}${text}`);
  return Buffer.from(parts.join(''));
}

/** Has the interpreter look at the syntax, and load a player of the originals. */
function check(program, interpreter) {
  let exports;
  const bytes = (at, length) => Buffer.from(exports.memory.buffer, at, length);
  const read = (at) => {
    const room = exports.cabi_realloc(0, 0, 1, program.length);
    program.copy(bytes(room, program.length));
    new Uint32Array(exports.memory.buffer, at, 2).set([room, program.length]);
  };
  const log = (at, length) => {
    const told = bytes(at, length).toString();
    console.error(told.trim() && told);
  };
  const wasm = new WebAssembly.Module(interpreter);
  exports = new WebAssembly.Instance(wasm, {
    'judge:arena/host@1.0.0': { log },
    'judge:arena/source@1.0.0': { read },
    'judge:arena/lines@1.0.0': { read: () => {}, print: () => {}, now: () => 0n, sleep: () => {}, random: () => 0n },
  }).exports;
  try {
    exports['judge.check']();
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError)) throw error;
    process.exit(1);
  }
}

/** The interpreter as a bot, with the author's files. */
function pack(program, interpreter, out) {
  const parts = sections(interpreter);
  const kept = exportsOf(parts).filter(({ name }) => !name.startsWith('judge'));
  writeFileSync(out, module([...replaced(parts, EXPORT, vector(kept.map(exportBytes))), custom(SECTION, program)]));
}

const [main, interpreter, out] = process.argv.slice(2);
const [program, wasm] = [packed(files(main)), readFileSync(interpreter)];
check(program, wasm);
pack(program, wasm, out);
