// Makes a bot or a game of an interpreter and an author's files, on the author's machine:
//
//     node bundle.mjs FILE INTERPRETER.wasm OUT.wasm                      a bot
//     node bundle.mjs FILE.ts INTERPRETER.wasm OUT.wasm types TSC SDK     a bot whose types are checked before

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { build } from 'esbuild';

const SECTION = 'judge:source';
/** Modules of Node.js that the interpreter gives a bot. */
const GIVEN = ['process', 'readline', 'perf_hooks'];
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

const [file, interpreter, out, kind, ...rest] = process.argv.slice(2);
const main = relative('.', file) || file;

/** Tells mistakes of the author's, and ends. */
function fail(lines) {
  console.error(lines.join('\n'));
  process.exit(1);
}

/** What is wrong with a file, and the line itself. */
function told(file, line, words) {
  const source = existsSync(file) ? (readFileSync(file, 'utf8').split('\n')[line - 1] ?? '').trim() : '';
  return `error: ${file}:${line}: ${words}${source && `\n    ${source}`}`;
}

/** Ends if the compiler of TypeScript finds a mistake. Its settings are those of `sdk`, not the author's. */
function checkTypes(compiler, sdk) {
  const folder = mkdtempSync(join(tmpdir(), 'judge-types-'));
  const types = readdirSync(join(sdk, 'types')).map((file) => join(resolve(sdk), 'types', file));
  const settings = { extends: join(resolve(sdk), 'tsconfig.json'), include: [], files: [resolve(main), ...types] };
  try {
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
    const words = [join(compiler, 'node_modules/typescript/bin/tsc'), '--project', folder, '--pretty', 'false'];
    const { status, stdout, stderr, error } = spawnSync(process.execPath, words, { encoding: 'utf8' });
    if (status === 0) return;
    const place = /^(.*)\((\d+),\d+\): error TS\d+: (.*)$/;
    const lines = `${stdout}${stderr}${error ?? ''}`.split('\n').filter((line) => line.trim());
    fail(lines.map((line) => {
      const [, file, number, words] = line.match(place) ?? [];
      return file ? told(file, Number(number), plain(words)) : line;
    }));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The words of the compiler and of esbuild, but for what their advice would not help with. */
function plain(text) {
  const [, name] = text.match(/^Could not resolve "(.*)"$/) ?? text.match(/^Cannot find (?:name|module) '(.*?)'.* @types\/node/) ?? [];
  return name ? unknown(name) : text;
}

function unknown(name) {
  return `there is no ${name}; a bot imports files beside it, with their endings, packages of npm that are installed beside it and need nothing of Node.js, and ${GIVEN.join(', ')} of Node.js`;
}

/** Modules that are not files: those that the interpreter gives, and those that it does not. */
const modules = {
  name: 'judge',
  setup({ onLoad, onResolve }) {
    onResolve({ filter: /^[^.]/ }, ({ path, kind }) => {
      const name = path.replace(/^node:/, '');
      if (GIVEN.includes(name)) return { path: name, namespace: 'given' };
      const isNode = kind !== 'entry-point' && builtinModules.includes(name);
      return isNode ? { errors: [{ text: `there is no ${path}; ${unknown(path).split('; ')[1]}` }] } : undefined;
    });
    onLoad({ filter: /^/, namespace: 'given' }, ({ path }) => ({ contents: `module.exports = globalThis.require("${path}")` }));
  },
};

/** All modules as one text, and the line of the author's file that each of its lines comes from. */
async function bundle() {
  const name = JSON.stringify(`./${basename(main)}`);
  const contents = `import ${name};`;
  const folder = dirname(resolve(main));
  const bundled = await build({
    stdin: { contents, resolveDir: folder, sourcefile: '(judge)' },
    outfile: join(folder, 'bot.js'),
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'browser', // nothing of Node.js
    target: 'es2022',
    supported: { 'top-level-await': true },
    define: { 'import.meta.url': '""' }, // no file
    sourcemap: 'external',
    sourcesContent: false,
    logLevel: 'silent',
    plugins: [modules],
  }).catch(({ errors }) => fail(errors.map(({ location, text }) =>
    (location ? told(location.file, location.line, plain(text)) : `error: ${main}: ${plain(text)}`))));
  const [map, code] = ['.map', '.js'].map((ending) => bundled.outputFiles.find(({ path }) => path.endsWith(ending)).text);
  return { code, places: places(JSON.parse(map)) };
}

/** For each line of a bundle its file and line, as a source map has it. */
function places({ sources, mappings }) {
  let [source, line] = [0, 0];
  return mappings.split(';').map((segments) => {
    let place;
    for (const segment of segments.split(',')) {
      const [, ofSource, ofLine] = numbers(segment);
      if (ofSource === undefined) continue;
      source += ofSource;
      line += ofLine;
      place ??= { name: sources[source], line: line + 1 };
    }
    return place;
  });
}

/** The numbers of a segment of a source map. */
function numbers(segment) {
  const found = [];
  let [number, shift] = [0, 0];
  for (const digit of segment) {
    const bits = DIGITS.indexOf(digit);
    number += (bits & 31) << shift;
    shift += 5;
    if (bits & 32) continue;
    found.push(number & 1 ? -(number >> 1) : number >> 1);
    [number, shift] = [0, 0];
  }
  return found;
}

/** The program as the interpreter reads it: one function, with all runs of lines that follow each other in a file. */
function program({ code, places }) {
  const files = [{ name: basename(main), first: 0, at: 1 }];
  places.forEach((place, index) => {
    if (!place) return;
    const [first, last] = [index + 2, files.at(-1)];
    const follows = last.name === place.name && first - last.first + last.at === place.line;
    if (!follows) files.push({ name: place.name, first, at: place.line });
  });
  return { files, text: `(async function () { 'use strict';\n${code}\n})` };
}

/** Writes the interpreter, and the program in a section behind it. */
function pack(program) {
  const content = Buffer.concat([leb(SECTION.length), Buffer.from(SECTION), Buffer.from(JSON.stringify(program))]);
  writeFileSync(out, Buffer.concat([readFileSync(interpreter), Buffer.from([0]), leb(content.length), content]));
}

function leb(number) {
  const bytes = [];
  for (; number > 0x7f; number = Math.floor(number / 128)) bytes.push((number % 128) | 0x80);
  return Buffer.from([...bytes, number]);
}

if (kind === 'types') checkTypes(...rest);
pack(program(await bundle()));
