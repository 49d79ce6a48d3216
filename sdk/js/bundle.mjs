// Makes a bot of an interpreter and an author's files, on the author's machine. `imports.mjs` has looked at them before.
//
//     node bundle.mjs FILE.js GAME INTERPRETER.wasm OUT.wasm [CONTRACT.json]
//
// With a contract it is a game, and its class is what the file exports.

import { readFile } from 'node:fs/promises';
import { basename, dirname, join, relative } from 'node:path';
import { parseSync } from 'oxc-parser';
import { given, methods, pack } from './pack.mjs';

const [main, game, interpreter, out, contract] = process.argv.slice(2);
const folder = dirname(main);

/** Tells a mistake of the author's, and ends. */
function fail(file, source, at, words) {
  const line = source.slice(0, at).split('\n').length;
  console.error(`error: ${file}:${line}: ${words}\n    ${source.split('\n')[line - 1].trim()}`);
  process.exit(1);
}

/** Reads a module and all that it imports, each once, and makes functions of them. */
async function modules() {
  const found = new Map();
  const todo = [main];
  while (todo.length > 0) {
    const file = todo.pop();
    if (found.has(file)) continue;
    const source = await readFile(file, 'utf8');
    const { text, imports, lines } = rewritten(file, source);
    found.set(file, { text, lines });
    todo.push(...imports);
  }
  return found;
}

/** A module as the body of a function of `judge_exports` and `judge_require`, line by line as it was. */
function rewritten(file, source) {
  const { program, errors } = parseSync(file, source, { sourceType: 'module' });
  for (const error of errors) fail(file, source, error.labels[0]?.start ?? 0, error.message);
  const [imports, before, gets] = [[], [], []];
  let text = source;
  const blank = (start, end, instead = '') => {
    const kept = text.slice(start, end).replace(/[^\n]/g, ' ');
    text = text.slice(0, start) + instead + kept.slice(instead.length) + text.slice(end);
  };
  const path = (node) => {
    const name = node.source.value;
    if (given(game).includes(name)) return JSON.stringify(name);
    const other = join(dirname(file), name);
    imports.push(other);
    return JSON.stringify(shown(other));
  };
  const get = (name, value) => gets.push(`${JSON.stringify(name)}: { enumerable: true, get: () => ${value} }`);
  for (const node of program.body) {
    if (node.type === 'ImportDeclaration') {
      before.push(imported(node, path(node)));
      blank(node.start, node.end);
    } else if (node.type === 'ExportNamedDeclaration' && node.declaration) {
      blank(node.start, node.declaration.start);
      names(node.declaration).forEach((name) => get(name, name));
    } else if (node.type === 'ExportNamedDeclaration') {
      const from = node.source ? `judge_require(${path(node)}).` : '';
      node.specifiers.forEach(({ local, exported }) => get(exported.name, from + local.name));
      blank(node.start, node.end);
    } else if (node.type === 'ExportDefaultDeclaration') {
      const { declaration } = node;
      const isNamed = declaration.type.endsWith('Declaration') && declaration.id;
      blank(node.start, declaration.start, isNamed ? '' : 'const _default=');
      get('default', isNamed ? declaration.id.name : '_default');
    } else if (node.type === 'ExportAllDeclaration') {
      before.push(`Object.defineProperties(judge_exports, Object.getOwnPropertyDescriptors(judge_require(${path(node)})));`);
      blank(node.start, node.end);
    }
  }
  const head = `'use strict'; Object.defineProperties(judge_exports, { ${gets.join(', ')} }); ${before.join(' ')}`;
  return { text: `${head} ${text}`, imports, lines: methods(program, source, game) };
}

function imported(node, path) {
  const kept = [];
  for (const { type, local, imported: other } of node.specifiers) {
    if (type === 'ImportNamespaceSpecifier') kept.push(`const ${local.name} = judge_require(${path});`);
    else kept.push(`const { ${other?.name ?? 'default'}: ${local.name} } = judge_require(${path});`);
  }
  return kept.length > 0 ? kept.join(' ') : `judge_require(${path});`;
}

/** The names that a declaration makes. */
function names(declaration) {
  if (declaration.type !== 'VariableDeclaration') return [declaration.id.name];
  const of = (pattern) => {
    if (!pattern) return [];
    if (pattern.type === 'Identifier') return [pattern.name];
    if (pattern.type === 'ObjectPattern') return pattern.properties.flatMap((one) => of(one.value ?? one.argument));
    if (pattern.type === 'ArrayPattern') return pattern.elements.flatMap(of);
    return of(pattern.left ?? pattern.argument);
  };
  return declaration.declarations.flatMap(({ id }) => of(id));
}

function shown(file) {
  return relative(folder, file) || basename(file);
}

const files = [];
const parts = ['({'];
let line = 2;
for (const [file, { text, lines }] of await modules()) {
  files.push({ name: shown(file), first: line, lines });
  const waits = game === 'lines' && file === main ? 'async ' : '';
  const part = `${JSON.stringify(shown(file))}: ${waits}function (judge_exports, judge_require) { ${text}\n},`;
  parts.push(part);
  line += part.split('\n').length;
}
const described = contract && { contract: JSON.parse(await readFile(contract, 'utf8')) };
await pack(interpreter, { main: shown(main), files, text: `${parts.join('\n')}\n})`, ...described }, out);
