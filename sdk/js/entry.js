// Stands between the judge and a bot: it loads the bot's program, checks its answers, and tells what went wrong.
//
// `build` makes an interpreter of program.js and this, once for each game. The program comes as data, in the bot's file.

const WHOSE = 'bot';
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

let bot; // one for all calls

/** Loads the bot out of its program. */
function load() {
  const [name, exported] = loadProgram('bot', 'sdk/js/build');
  const made = exported[OBJECT];
  if (!made || typeof made !== 'object') {
    throw new WrongAnswer(`${name} exports no object ${OBJECT}; write export const ${OBJECT} = { … }`);
  }
  const lacking = Object.keys(functions).map(camel).filter((name) => typeof made[name] !== 'function');
  if (lacking.length > 0) throw new WrongAnswer(`${name}: the object ${OBJECT} lacks the method ${lacking.join(', ')}`);
  return made;
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
    tell(error, camel(name));
    throw END; // what is thrown is written by the engine, too, and its own lines are no news
  }
}

const entry = Object.fromEntries(
  Object.keys(functions).map((name) => [camel(name), (...parameters) => ask(name, parameters)]),
);
export { entry as @GAME@ };
