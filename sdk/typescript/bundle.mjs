// Makes a bot of an author's files in TypeScript, on the author's machine:
//
//     node bundle.mjs program FILE.ts GAME SDK PROGRAM      checks the types, and makes one program of all modules
//     node bundle.mjs pack PROGRAM INTERPRETER.wasm OUT.wasm

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { parseSync } from 'oxc-parser';
import { methods, pack } from './pack.mjs';

const HOST = 'judge:arena/host@1.0.0';
const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

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

/** Ends if the compiler finds a mistake in the types. Its settings are those of `sdk`, not the author's. */
function checkTypes(main, sdk) {
  const folder = mkdtempSync(join(tmpdir(), 'judge-types-'));
  const types = readdirSync(join(sdk, 'types')).filter((file) => file.endsWith('.d.ts'));
  const settings = {
    extends: join(resolve(sdk), 'tsconfig.json'),
    include: [],
    files: [resolve(main), ...types.map((file) => join(resolve(sdk), 'types', file))],
  };
  try {
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(settings));
    const compiler = fileURLToPath(new URL('node_modules/typescript/bin/tsc', import.meta.url));
    const { status, stdout, stderr, error } = spawnSync(process.execPath, [compiler, '--project', folder, '--pretty', 'false'], { encoding: 'utf8' });
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

/** All modules as one text, and the line of the author's file that each of its lines comes from. */
async function bundle(main) {
  const from = dirname(resolve(main));
  const bundled = await build({
    entryPoints: [main],
    outfile: join(from, 'bot.js'),
    bundle: true,
    write: false,
    format: 'cjs',
    platform: 'browser', // nothing of Node.js
    target: 'es2022',
    external: [HOST],
    sourcemap: 'external',
    sourcesContent: false,
    logLevel: 'silent',
  }).catch(({ errors }) => fail(errors.map(({ location, text }) =>
    (location ? told(location.file, location.line, plain(text)) : `error: ${main}: ${plain(text)}`))));
  const [map, code] = ['.map', '.js'].map((ending) => bundled.outputFiles.find(({ path }) => path.endsWith(ending)).text);
  return { code, places: places(JSON.parse(map)) };
}

/** The words of the compiler and of esbuild, but for what their advice would not help with. */
function plain(text) {
  const [, name] = text.match(/^Could not resolve "(.*)"$/) ?? text.match(/^Cannot find (?:name|module) '(.*?)'.* @types\/node/) ?? [];
  return name ? `there is no ${name}; a bot imports files beside it, and packages of npm that are installed beside it and need nothing of Node.js` : text;
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

/** The program as the interpreter reads it: one module, with all runs of lines that follow each other in a file. */
function program(main, game, { code, places }) {
  const name = basename(main);
  const source = readFileSync(main, 'utf8');
  const { program: parsed } = parseSync(main, source, { sourceType: 'module' });
  const files = [{ name, first: 0, lines: methods(parsed, source, game) }];
  const before = ['({', `${JSON.stringify(name)}: function (judge_exports, require) { 'use strict'; const module = { exports: {} };`];
  places.forEach((place, index) => {
    if (!place) return;
    const [first, last] = [before.length + 1 + index, files.at(-1)];
    const follows = last.name === place.name && first - last.first + last.at === place.line;
    if (!follows) files.push({ name: place.name, first, at: place.line });
  });
  const after = 'Object.defineProperties(judge_exports, Object.getOwnPropertyDescriptors(module.exports)); }\n})';
  return { main: name, files, text: `${before.join('\n')}\n${code}\n${after}` };
}

const [todo, file, ...rest] = process.argv.slice(2);
if (todo === 'pack') {
  const [interpreter, out] = rest;
  await pack(interpreter, JSON.parse(readFileSync(file, 'utf8')), out);
} else {
  const [game, sdk, out] = rest;
  const main = relative('.', file) || file;
  checkTypes(main, sdk);
  writeFileSync(out, JSON.stringify(program(main, game, await bundle(main))));
}
