// What bundling a bot in JavaScript and in TypeScript has in common.

import { readFile, writeFile } from 'node:fs/promises';

const SECTION = 'judge:source';

/** Modules that an interpreter gives a program for a game, or one that reads lines. */
export const given = (game) => (game === 'lines' ? NODE : [HOST]);
export const HOST = 'judge:arena/host@1.0.0';
const NODE = ['process', 'readline', 'perf_hooks'].flatMap((name) => [name, `node:${name}`]);

/** Writes a bot: the interpreter, and the program in a section behind it. */
export async function pack(interpreter, program, out) {
  const content = Buffer.concat([leb(SECTION.length), Buffer.from(SECTION), Buffer.from(JSON.stringify(program))]);
  await writeFile(out, Buffer.concat([await readFile(interpreter), Buffer.from([0]), leb(content.length), content]));
}

function leb(number) {
  const bytes = [];
  for (; number > 0x7f; number = Math.floor(number / 128)) bytes.push((number % 128) | 0x80);
  return Buffer.from([...bytes, number]);
}

/** A name of WIT as JavaScript writes it: new-game as newGame. */
export function camel(name) {
  return name.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
}

/** On which line each method of the bot for a game begins, in a parsed module. */
export function methods(program, source, game) {
  const found = {};
  for (const { declaration } of program.body) {
    for (const { id, init } of declaration?.declarations ?? []) {
      const object = bare(init);
      if (id.name !== camel(game) || object?.type !== 'ObjectExpression') continue;
      for (const { key, start } of object.properties) {
        if (key?.name) found[key.name] = source.slice(0, start).split('\n').length;
      }
    }
  }
  return found;
}

/** An expression of TypeScript without what is said of its type. */
function bare(expression) {
  return expression?.type.startsWith('TS') ? bare(expression.expression) : expression;
}
