// What games in JavaScript are made of: contracts, values, states, and what an author reads whose game is wrong. On this machine's
// Node.js, without WebAssembly.
//
//     node tests/entries/game.mjs

import { deepStrictEqual } from 'node:assert';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';

import { read } from '../../sdk/game/js/contract.mjs';
import { Contract } from '../../sdk/game/js/wave.js';

const PROJECT = fileURLToPath(new URL('../..', import.meta.url));
const SDK = join(PROJECT, 'sdk');
const ALL_TYPES = `/* all types */ interface x {
    record r { a-b: u8, %list: list<string>, o: option<s16> }
    enum e { across, none }
    variant v { plain, made(tuple<u8, bool>) }
    type rs = list<r>;
    f: func(a: rs, b: e, c: v) -> result<option<string>, u64>;
}
`;
const RESULT = { result: { ok: { option: 'string' }, err: 'u64' } };
// A type of that contract, a value, and its text.
const VALUES = [
  ['r', { aB: 1, list: ['a "b"\n\\', 'ü'], o: null }, '{a-b: 1, list: ["a \\"b\\"\\u{a}\\\\", "ü"], o: none}'],
  ['r', { aB: 1, list: [], o: -5 }, '{a-b: 1, list: [], o: some(-5)}'],
  ['e', 'across', 'across'],
  ['e', 'none', '%none'],
  ['v', { tag: 'plain' }, 'plain'],
  ['v', { tag: 'made', val: [1, true] }, 'made((1, true))'],
  [RESULT, { tag: 'err', val: 18446744073709551615n }, 'err(18446744073709551615)'],
  [RESULT, { tag: 'ok', val: 'a' }, 'ok(some("a"))'],
];
// A type, what is no value of it, and what an author reads.
const NO_VALUES = [
  ['u8', 256, 'take gets 256, which should be a whole number from 0 to 255'],
  ['s8', 1.5, 'which should be a whole number from -128 to 127'],
  [{ list: 'u8' }, 'ab', 'which should be an array'],
  ['e', 'up', "\"up\", which should be 'across' or 'none'"],
  ['v', 'made', "\"made\", which should be 'plain' or 'made'"],
  ['r', { aB: 1, list: [] }, 'take gets a r with no o'],
  ['r', { aB: 1, list: [3], o: null }, 'list: item 0: 3, which should be a text'],
];
// What is changed in a good game, which function is called, and what its author must read.
const MISTAKES = [
  ['left: this.left }', 'left: 300 }', 'question', 'take gets left: 300, which should be a whole number from 0 to 255'],
  ['left: this.left }', 'rest: 1 }', 'question', 'take gets rest, which the contract does not have; it has left'],
  ["function: 'take'", "function: 'grab'", 'question', 'the contract has no function "grab"; it has name, new-game, take'],
  ['String(value)', 'value', 'answer', 'answer returned 2, which should be a text'],
  ['[this.left - Number(action), 0]', '[-1, 0]', 'scene', 'target returned item 0: -1'],
  ["['o'.repeat", "['x'.repeat", 'scene', 'no piece has the letter "x"; there are o'],
  ['this.turn = 0', 'this.turn = new Set()', 'start', 'this.turn is {}; keep numbers'],
  ['this.turn = 0', 'this.turn = [1n]', 'start', 'this.turn[0] is 1n; keep numbers'],
  ['  legal()', '  legally()', 'info', 'the class Heap lacks the method legal'],
  ['this.left -= Number(action)', "this.heap.left = '1'", 'play', 'TypeError: '],
  ['export default class', 'export class', 'info', 'game.js exports no game'],
  ['static unit = null', "static unit = 'chip'", 'info', 'Heap.unit is "chip", which should be an array of 2'],
];

let failed = 0;
function check(holds, what) {
  if (holds) return;
  failed += 1;
  console.log(what);
}

function isSame(one, other) {
  try {
    deepStrictEqual(one, other);
    return true;
  } catch {
    return false;
  }
}

for (const file of readdirSync(join(SDK, 'wit')).filter((name) => name !== 'host.wit')) {
  const known = JSON.parse(readFileSync(join(SDK, 'contract', file.replace('.wit', '.json')), 'utf8'));
  check(isSame(read(join(SDK, 'wit', file)).interface, known), `${file} is not read as the judge reads it`);
}

const folder = mkdtempSync(join(tmpdir(), 'games-'));
try {
  writeFileSync(join(folder, 'x.wit'), ALL_TYPES);
  const contract = read(join(folder, 'x.wit'));
  check(contract.wit.startsWith('/* all types */') && contract.wit.endsWith('}'), 'the interface does not stand alone');
  const types = new Contract(contract.interface);
  for (const [type, value, text] of VALUES) {
    check(types.write(type, value, 'take gets') === text, `${text} is written ${types.write(type, value, 'take gets')}`);
    check(isSame(types.read(type, text), value), `${text} is read as another value`);
  }
  check(isSame(types.read('r', '{a-b: 1, list: []}'), { aB: 1, list: [], o: null }), 'an option cannot be left out');
  for (const [type, value, words] of NO_VALUES) {
    let told = '';
    try {
      types.write(type, value, 'take gets');
    } catch (error) {
      told = error.message;
    }
    check(told.includes(words), `${words} is not in ${told}`);
  }

  // The interpreter, as one module.
  const parts = ['game/js/wave.js', 'game/js/rules.js', 'js/program.js', 'game/js/entry.js'];
  const entry = parts.map((part) => readFileSync(join(SDK, part), 'utf8')).join('\n')
    .replace(/^import .* from '\.\/.*';$/gm, '')
    .replace(/^export (class|function) /gm, '$1 ')
    .replace("import * as host from 'judge:arena/host@1.0.0';", 'const host = { log: (line) => globalThis.told.push(line) };')
    .replace("import { read } from 'judge:arena/source@1.0.0';", 'const read = () => globalThis.packed;');
  const library = readFileSync(join(SDK, 'game/js/judge-game.js'), 'utf8').replace(/^export /gm, '');
  const source = readFileSync(join(PROJECT, 'sdk/js/new-game/game.js'), 'utf8').replace(/^import .*$/m, '');
  const described = read(join(PROJECT, 'sdk/rust/new-game/wit/my-game.wit'));
  const { setTimeout: timer } = globalThis;
  let number = 0;
  for (const [good, wrong, name, words] of [['', '', 'scene', ''], ...MISTAKES]) {
    check(source.includes(good), `${good} is not in the game`);
    const made = source.replace(good, wrong).replace('export default class', 'exports.default = class').replace('export class', 'class');
    const text = `((exports) => { ${library} ${made} })`;
    globalThis.told = [];
    globalThis.packed = new TextEncoder().encode(JSON.stringify({ files: [{ name: 'game.js', first: 1, at: 1 }], text, contract: described }));
    writeFileSync(join(folder, `${(number += 1)}.mjs`), entry); // each game has a module of its own
    const { rules } = await import(pathToFileURL(join(folder, `${number}.mjs`)));
    const settings = [['size', '5']];
    let ended = false;
    try {
      rules.info();
      const { state } = rules.start(settings, 7n);
      check(isSame(state, rules.start(settings, 7n).state), 'the states differ');
      const values = { play: ['2'], answer: [0, '2'], question: [0], scene: [undefined] }[name];
      if (values) rules[name](state, ...values);
      let refused;
      try {
        rules.play(state, '9');
      } catch (payload) {
        refused = payload;
      }
      check(wrong || isSame(refused, { tag: 'illegal', val: '9 cannot be taken; take 1, 2, 3' }), 'what is illegal is not refused');
    } catch {
      ended = true;
    }
    const told = globalThis.told.join('\n');
    check(ended === (words !== '') && told.includes(words), `${wrong} in ${name}: ${words}\nis not in\n${told}`);
  }
  globalThis.setTimeout = timer;
} finally {
  rmSync(folder, { recursive: true });
}
console.log(failed ? `games in JavaScript: ${failed} failed` : 'games in JavaScript: all passed');
process.exit(failed ? 1 : 0);
