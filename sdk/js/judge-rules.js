// What the judge asks of a game, answered by the author's class. Knows the questions of games, and no game.
//
// The judge writes a line of JSON for each question, and reads a line with the answer; sdk/game/wit/game.wit has them all. A state is
// JSON in a text: the round's seed, the number of actions, of seats, and the fields of the game. It is the same text for the same
// fields, so the judge can compare states.

import { createInterface } from 'node:readline';

const NEEDED = 'turnsMax start toMove legal play scores question answer'.split(' ');

/** The game's class says what no game can. */
class WrongGame extends Error {
  name = 'WrongGame';
}

const READ = {
  number: Number,
  numbers: (text) => text.split(',').map(Number),
  oneOf: (text, { options }) => (typeof options[0] === 'number' ? Number(text) : text),
  flag: (text) => text === 'true',
  text: (text) => text,
};
const KINDS = {
  number: ({ least, most }) => tagged('number', [least, most]),
  numbers: ({ least, most }) => tagged('numbers', [least, most]),
  oneOf: ({ options }) => tagged(typeof options[0] === 'number' ? 'one-number-of' : 'one-word-of', options),
  flag: () => tagged('flag'),
  text: () => tagged('text'),
};

/** Reads the judge's questions to a game, and answers each. */
export async function run(kind) {
  const lacking = NEEDED.filter((name) => typeof kind.prototype[name] !== 'function');
  if (lacking.length > 0) throw new WrongGame(`the class ${kind.name} lacks the method ${lacking.join(', ')}`);
  const rules = new Rules(kind);
  const print = (text) => process.stdout.write(`${text}\n`);
  console.log = console.error; // a game's own words go to its log
  for await (const line of createInterface({ input: process.stdin })) {
    const { ask, ...values } = JSON.parse(line);
    print(JSON.stringify(rules[ask.replaceAll('-', '_')](values) ?? null));
  }
}

/** A game's class, by the questions of games. */
export class Rules {
  constructor(kind) {
    this.kind = kind;
    this.letters = letters(kind.pieces);
    this.name = /interface\s+%?([A-Za-z0-9-]+)/.exec(kind.contract)?.[1];
    if (this.name) return;
    throw new WrongGame(`${kind.name} has no contract; write static contract = \`interface …\` into it, as a new game has it`);
  }

  // The state, and what is said of it.

  /** What the settings are, in JavaScript's values. */
  values(settings) {
    const given = new Map(settings.map((setting) => [setting[0], setting[1]]));
    const value = (key, setting) => (given.has(key) ? READ[setting.kind](given.get(key), setting) : setting.initial);
    return Object.fromEntries(Object.entries(this.kind.settings).map(([key, setting]) => [key, value(key, setting)]));
  }

  /** The game of a state, and what the state holds besides. */
  read(state) {
    const { game: fields, ...at } = JSON.parse(state);
    seed(at);
    return [Object.assign(new this.kind(), fields), at];
  }

  position(game, at) {
    const state = written({ ...at, game: { ...game } }, 'this');
    const toMove = game.toMove() ?? null;
    const isOver = toMove === null;
    const outcome = () => ({ ranks: game.ranks(), scores: game.scores(), ending: game.ending() });
    return {
      state,
      'to-move': toMove,
      forced: isOver ? null : game.forced(),
      outcome: isOver ? outcome() : null,
      notices: game.news().map(({ function: name, arguments: values, text, seats }) => ({
        seats: seats ?? Array.from({ length: at.seats }, (_, seat) => seat),
        function: name,
        arguments: JSON.stringify(values),
        text,
      })),
    };
  }

  // What the judge asks, in the order of game.wit.

  info() {
    const { kind } = this;
    const keys = Object.entries(kind.settings).map(([name, setting]) => ({
      name,
      kind: KINDS[setting.kind](setting),
      default: String(setting.initial),
      meaning: setting.meaning,
    }));
    const facts = {
      seats: kind.seats,
      unit: kind.unit,
      example: kind.example,
      notation: kind.notation,
      misread: kind.misread,
      hidden: kind.hidden ? tagged('secrets', kind.hidden) : tagged('nothing'),
      pieces: kind.pieces.map(piece),
      stacks: kind.stacks,
      emblem: kind.emblem ? this.piece(kind.emblem).slice(1) : null,
      ground: kind.ground,
      'own-board': kind.ownBoard,
      beside: kind.beside,
      previews: false,
      numbered: false,
      trials: kind.trials,
    };
    const { name } = this;
    return { name, 'seats-max': kind.seatsMax, 'opening-plies': kind.openingPlies, keys, help: kind.help, facts };
  }

  contract() {
    return this.kind.contract;
  }

  set_up({ settings }) {
    const [values, game] = [this.values(settings), new this.kind()];
    try {
      game.check(values);
      const [seats, turnsMax] = [game.players(values), game.turnsMax(values)];
      const all = Object.entries(values).map(([key, value]) => [key, String(value)]);
      return tagged('ok', { seats, 'turns-max': turnsMax, settings: all });
    } catch (error) {
      if (error.name !== 'Mistake') throw error;
      return tagged('err', { key: error.key, reason: error.message });
    }
  }

  start({ settings, seed: from }) {
    const [values, game] = [this.values(settings), new this.kind()];
    const at = { seats: game.players(values), seed: from, turns: 0 };
    seed(at);
    game.start(values);
    return this.position(game, at);
  }

  play({ state, action }) {
    const [game, at] = this.read(state);
    const listed = game.legal();
    if (listed && !listed.includes(action)) return tagged('err', tagged('illegal', game.refusal(action)));
    at.turns += 1;
    seed(at);
    return unlessIllegal((why) => tagged('illegal', why), () => {
      game.play(action);
      return this.position(game, at);
    });
  }

  legal({ state }) {
    return this.read(state)[0].legal();
  }

  remove({ state, seat }) {
    if (!this.kind.prototype.remove) return null;
    const [game, at] = this.read(state);
    game.remove(seat);
    return this.position(game, at);
  }

  begin({ settings, seat, seed: from }) {
    seed({ seed: from, turns: 0 });
    return JSON.stringify(new this.kind().begin(this.values(settings), seat, from));
  }

  question({ state, seat }) {
    const { function: name, arguments: values, text } = this.read(state)[0].question(seat);
    return { function: name, arguments: values ? JSON.stringify(values) : null, text };
  }

  answer({ state, seat, value }) {
    return unlessIllegal((why) => why, () => this.read(state)[0].answer(seat, JSON.parse(value)));
  }

  scene({ state, viewpoint }) {
    const [game] = this.read(state);
    const toMove = game.toMove() ?? null;
    const chooses = toMove !== null && (viewpoint === null || viewpoint === toMove);
    const choice = (action) => ({ action, origin: place(game, 'origin', action), target: place(game, 'target', action) });
    return {
      boards: game.boards(viewpoint).map((board) => this.board(board)),
      scores: game.shownScores(viewpoint),
      choices: ((chooses && game.legal()) || []).map(choice),
      text: game.text(viewpoint),
      svg: game.picture(viewpoint),
    };
  }

  board({ rows, owner, firstRow, columnLabels, rowLabels, beside }) {
    const columns = rows[0]?.length ?? 0;
    if (rows.some((row) => row.length !== columns)) {
      throw new WrongGame(`the board ${JSON.stringify(rows)} has rows of different lengths`);
    }
    const numbers = (count) => Array.from({ length: count }, (_, number) => String(number));
    const stack = (cell) => [...cell.replaceAll('.', '')].map((letter) => {
      const [of, kind, number] = this.piece(letter);
      return { owner: of, kind, number };
    });
    return {
      owner,
      columns,
      rows: rows.length,
      'is-first-row-at-bottom': firstRow === 'bottom',
      'column-labels': columnLabels ?? numbers(columns),
      'row-labels': rowLabels ?? numbers(rows.length),
      cells: rows.flatMap((row) => [...row].map(stack)),
      beside: (beside ?? []).map(stack),
      hulls: [],
      lines: [],
    };
  }

  /** The owner, kind and number of a piece. */
  piece(letter) {
    const found = this.letters.get(letter);
    if (found) return found;
    throw new WrongGame(`no piece has the letter ${JSON.stringify(letter)}; there are ${[...this.letters.keys()].join(', ') || 'none'}`);
  }

  marks({ before, action, after, viewpoint }) {
    const [[earlier], [game]] = [this.read(before), this.read(after)];
    return game.marks(earlier, action, viewpoint).map(({ text, event, isRare, kind }) => ({
      text,
      weight: event ? tagged('event', event) : tagged(isRare ? 'rare' : 'usual'),
      kind: kind ?? 'plain',
    }));
  }

  secret({ state, action }) {
    return this.read(state)[0].secret(action);
  }

  draft() {
    return tagged('err', 'nothing is placed in this game');
  }

  hulls() {
    return [];
  }

  trials() {
    return null;
  }
}

const tagged = (tag, value = null) => ({ tag, value });

/** The answer of what the author wrote, or the rule that it says is broken. */
function unlessIllegal(payload, act) {
  try {
    return tagged('ok', act());
  } catch (error) {
    if (error.name !== 'Illegal') throw error;
    return tagged('err', payload(error.message));
  }
}

/** A square of a board: [column, row], or [board, column, row]. */
function place(game, method, action) {
  const at = game[method](action);
  if (!at) return null;
  if (at.length !== 2 && at.length !== 3) {
    throw new WrongGame(`${method} returned ${JSON.stringify(at)}; return [column, row], or [board, column, row]`);
  }
  const [board, x, y] = at.length === 2 ? [0, ...at] : at;
  return tagged('cell', [board, { x, y }]);
}
/** Chance follows from the round's seed and the number of actions, so that each call is a function of the state. */
function seed({ seed: from, turns }) {
  let at = BigInt.asUintN(64, BigInt(from) + BigInt(turns) * 0xd1342543de82ef95n);
  // splitmix64
  Math.random = () => {
    at = BigInt.asUintN(64, at + 0x9e3779b97f4a7c15n);
    let bits = BigInt.asUintN(64, (at ^ (at >> 30n)) * 0xbf58476d1ce4e5b9n);
    bits = BigInt.asUintN(64, (bits ^ (bits >> 27n)) * 0x94d049bb133111ebn);
    return Number((bits ^ (bits >> 31n)) >> 11n) / 2 ** 53;
  };
}

/** A value as JSON: the same text for the same value. */
function written(value, name) {
  if (Array.isArray(value)) return `[${value.map((item, at) => written(item, `${name}[${at}]`)).join(',')}]`;
  const isPlain = value !== null && typeof value === 'object' && Object.getPrototypeOf(value) === Object.prototype;
  if (isPlain) {
    const inner = (key) => (name === 'this' && key === 'game' ? 'this' : `${name}.${key}`);
    const field = (key) => `${JSON.stringify(key)}:${written(value[key], inner(key))}`;
    return `{${Object.keys(value).sort().map(field).join(',')}}`;
  }
  if (value === null || typeof value === 'string' || typeof value === 'boolean' || Number.isFinite(value)) {
    return JSON.stringify(value);
  }
  throw new WrongGame(`${name} is ${String(value)}; keep numbers, texts, true, false, null, arrays and plain objects`);
}

/** The owner, kind and number that each letter of a board stands for. */
function letters(pieces) {
  const found = new Map();
  pieces.forEach((one, kind) => {
    const isOwned = Array.isArray(one.letters);
    (isOwned ? one.letters : [one.letters]).forEach((numbers, owner) => {
      [...numbers].forEach((letter, number) => {
        found.set(letter, [isOwned ? owner : null, kind, number]);
      });
    });
  });
  return found;
}

function piece({ name, letters: texts, shape, symbols, sizes, isBlow }) {
  return {
    name,
    shape: shape ?? 'disc',
    letters: [texts].flat(),
    symbols: symbols ?? [],
    number: sizes ? tagged('size', sizes) : tagged('none'),
    'is-blow': isBlow ?? false,
  };
}
