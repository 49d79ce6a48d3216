// Stands between the judge and a bot: it loads the bot's program, checks its answers, and tells what went wrong.
//
// `build` makes an interpreter of this, once for each game. The program comes as data, in the bot's file.

import * as host from 'judge:arena/host@1.0.0';
import { read } from 'judge:arena/source@1.0.0';

/** What a bot exports: an object of the game's name, as JavaScript writes it. */
const OBJECT = '@GAME@';
/** The game's interface, as `judge wit GAME --json` prints it. */
const INTERFACE = @INTERFACE@;
/** Its types, by name, and its functions, by name. */
const types = Object.fromEntries(INTERFACE.types.map((type) => [type.name, type]));
const functions = Object.fromEntries(INTERFACE.functions.map((called) => [called.name, called]));

function camel(name) {
  return name.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
}

/** The bot's own mistake, and not one of JavaScript's. */
class WrongAnswer extends Error {
  name = 'WrongAnswer';
}

/** The bot asked for what no bot has. */
class NotForBots extends Error {
  name = 'NotForBots';
}

/** What is wrong with a value, in words that `said` begins; nothing if it is right. */
function wrong(value, type, said) {
  if (type.list) {
    if (!Array.isArray(value) && !ArrayBuffer.isView(value)) return unlike(value, said, `return an array of ${type.list}`);
    return first(value, (item, at) => wrong(item, type.list, `${said} an array whose item ${at} is`));
  }
  if (type.tuple) {
    if (!Array.isArray(value) || value.length !== type.tuple.length) return unlike(value, said, `return ${example(type)}`);
    return first(value, (item, at) => wrong(item, type.tuple[at], `${said} an array whose item ${at} is`));
  }
  if (type.result) return null; // what is thrown and what is returned, the engine checks
  if (type.option) return value === undefined ? null : wrong(value, type.option, said);
  const number = type.match(/^([us])(\d+)$/);
  if (number) return wrongNumber(value, number[1] === 's', Number(number[2]), said);
  if (type === 'string') return typeof value === 'string' ? null : unlike(value, said, 'return a string');
  if (type === 'bool') return typeof value === 'boolean' ? null : unlike(value, said, 'it must be true or false');
  const { enum: names, variant, record } = types[type];
  if (names) {
    return names.includes(value) ? null : unlike(value, said, `it must be ${names.map((one) => `'${one}'`).join(' or ')}`);
  }
  if (variant) return wrongVariant(value, variant, said);
  if (typeof value?.then === 'function') return `${said} a promise; a bot answers at once, without async`;
  if (value === null || typeof value !== 'object' || Array.isArray(value)) {
    return unlike(value, said, `return a ${type}, such as ${example(type)}`);
  }
  return first(record, (field) => {
    const key = camel(field.name);
    if (!(key in value)) return `${said} ${shown(value)}, which has no ${key}; return a ${type}, such as ${example(type)}`;
    return wrong(value[key], field.type, `${said} ${shown(value)}; its ${key} is`);
  });
}

function wrongNumber(value, signed, bits, said) {
  if (bits === 64) {
    if (typeof value !== 'bigint') return unlike(value, said, 'it must be a BigInt');
    // componentize-js traps on these.
    return value < 0n ? `${said} ${value}n; a negative number of 64 bits cannot leave JavaScript yet` : null;
  }
  const [least, most] = signed ? [-(2 ** (bits - 1)), 2 ** (bits - 1) - 1] : [0, 2 ** bits - 1];
  if (typeof value !== 'number') return unlike(value, said, 'it must be a number');
  if (Number.isInteger(value) && value >= least && value <= most) return null;
  return `${said} ${value}; it must be a whole number from ${least} to ${most}`;
}

function wrongVariant(value, cases, said) {
  const found = value !== null && typeof value === 'object' ? cases.find(({ name }) => name === value.tag) : undefined;
  if (found === undefined) return unlike(value, said, `return ${cases.map(exampleOfCase).join(' or ')}`);
  return found.type ? wrong(value.val, found.type, `${said} ${shown(value)}; its val is`) : null;
}

function exampleOfCase({ name, type }) {
  return type ? `{ tag: '${name}', val: ${example(type)} }` : `{ tag: '${name}' }`;
}

function first(items, look) {
  for (let at = 0; at < items.length; at += 1) {
    const found = look(items[at], at);
    if (found) return found;
  }
  return null;
}

function unlike(value, said, remedy) {
  if (value === undefined || value === null) return `${said} nothing (${value}); ${remedy}`;
  return `${said} ${shown(value)}; ${remedy}`;
}

function shown(value) {
  if (typeof value === 'bigint') return `${value}n`;
  let text = String(value);
  try {
    text = JSON.stringify(value) ?? text;
  } catch {
    // A value that refers to itself, or holds a BigInt.
  }
  return text.length > 80 ? `${text.slice(0, 80)} …` : text;
}

function example(type) {
  if (type.list) return '[]';
  if (type.option) return 'undefined';
  if (type.tuple) return `[${type.tuple.map(example).join(', ')}]`;
  const { enum: names, variant, record } = types[type] ?? {};
  if (names) return `'${names[0]}'`;
  if (variant) return exampleOfCase(variant[0]);
  if (record) return `{ ${record.map((field) => `${camel(field.name)}: ${example(field.type)}`).join(', ')} }`;
  return { string: "''", bool: 'false', u64: '0n', s64: '0n' }[type] ?? '0';
}

/** What ends the bot; the judge leaves out this line. */
const END = '(the interpreter ends here)';
/** Lines of places in the log, at most. */
const PLACES_MAX = 4;

/** The bot's modules as one text, and which of its lines are whose: from line `first` on they are those of a file from `at` on. */
let files = [];
let bot; // one for all calls

/** Loads the bot out of its program. */
function load() {
  const packed = new TextDecoder().decode(read());
  if (!packed) throw new WrongAnswer('there is no bot in this file; build it with sdk/js/build or sdk/typescript/build');
  const program = JSON.parse(packed);
  files = program.files;
  const makers = (0, eval)(program.text);
  const modules = new Map([['judge:arena/host@1.0.0', host]]);
  const module = (name) => {
    if (!modules.has(name)) {
      modules.set(name, {});
      makers[name](modules.get(name), module);
    }
    return modules.get(name);
  };
  const made = module(program.main)[OBJECT];
  if (!made || typeof made !== 'object') {
    throw new WrongAnswer(`${program.main} exports no object ${OBJECT}; write export const ${OBJECT} = { … }`);
  }
  const lacking = Object.keys(functions).map(camel).filter((name) => typeof made[name] !== 'function');
  if (lacking.length > 0) throw new WrongAnswer(`${program.main}: the object ${OBJECT} lacks the method ${lacking.join(', ')}`);
  return made;
}

/** Where an exception came from, innermost last, as lines of the author's files. */
function places(error) {
  const found = [...String(error?.stack ?? '').matchAll(/^(.*)@.* > eval:(\d+):\d+$/gm)].map(([, name, line]) =>
    place(name, Number(line)));
  if (found.length === 0 && error instanceof SyntaxError) found.push(place('', error.lineNumber));
  const lines = found.filter((text) => text).reverse();
  // The innermost tell most, and a log is short.
  return lines.length > PLACES_MAX ? ['…', ...lines.slice(-PLACES_MAX)] : lines;
}

function place(name, line) {
  const file = files.findLast(({ first }) => first <= line);
  const isModule = files.some((other) => name.includes(other.name));
  const short = name.split(/[./<]/).findLast((part) => part);
  return file ? `${file.name}:${line - file.first + (file.at ?? 1)}${short && !isModule ? ` in ${short}` : ''}` : '';
}

/** Calls a function of the bot, and checks its answer. */
function ask(name, parameters) {
  try {
    bot ??= load();
    const method = bot[camel(name)];
    if (method.length > parameters.length) {
      const names = functions[name].params.map((param) => camel(param.name)).join(', ');
      throw new WrongAnswer(`${camel(name)} takes ${method.length} parameters, and the judge gives ${parameters.length}; write ${camel(name)}(${names})`);
    }
    const answer = method.apply(bot, parameters);
    const { result } = functions[name];
    const problem = result && wrong(answer, result, `${camel(name)} returned`);
    if (problem) throw new WrongAnswer(problem);
    return answer;
  } catch (error) {
    const lines = places(error);
    if (lines.length === 0 && files.length > 0) lines.push(`${files[0].name}:${lineOf(camel(name))} in ${camel(name)}`);
    lines.forEach((line) => host.log(line));
    host.log(error instanceof Error ? `${error.name}: ${error.message}` : `Error: ${shown(error)}`);
    throw END; // what is thrown is written by the engine, too, and its own lines are no news
  }
}

/** The line on which a method of the bot begins, as far as it can be told. */
function lineOf(method) {
  const lines = (files[0].lines ?? {})[method];
  return lines ?? 1;
}

const REFUSED = {
  fetch: 'a bot has no network',
  XMLHttpRequest: 'a bot has no network',
  require: 'a bot has no modules of Node.js; import files beside it by a relative path',
  setTimeout: 'a bot has no timers; it answers at once',
  setInterval: 'a bot has no timers; it answers at once',
  queueMicrotask: 'a bot answers at once, so nothing runs later',
  Worker: 'a bot has one thread',
};
for (const [name, words] of Object.entries(REFUSED)) {
  globalThis[name] = () => {
    throw new NotForBots(`${name}: ${words}`);
  };
}
for (const kind of [Uint8Array, Int8Array]) {
  const map = kind.prototype.map;
  kind.prototype.map = function (make, self) {
    return map.call(this, (...item) => {
      const made = make.apply(self, item);
      if (typeof made === 'number') return made;
      throw new TypeError(`map of ${kind.name} makes numbers only, and this is ${shown(made)}; use Array.from(list, …)`);
    });
  };
}

const entry = Object.fromEntries(
  Object.keys(functions).map((name) => [camel(name), (...parameters) => ask(name, parameters)]),
);
export { entry as @GAME@ };
