// What the judge asks of a game, answered by the author's class. Knows the interface of games, and no game.
//
// A state is JSON: the round's seed, the number of actions, of seats, and the fields of the game. It is the same text for the same
// fields, so the judge can compare states.

import { Contract, printed } from './wave.js';

// What the author's methods and fields are to be, as types of WIT.
const TEXTS = { list: 'string' };
const MAYBE_TEXT = { option: 'string' };
const FACTS = {
  help: 'string',
  seatsMax: 'u8',
  openingPlies: { option: 'u32' },
  seats: TEXTS,
  unit: { option: { tuple: ['string', 'string'] } },
  example: 'string',
  notation: 'string',
  misread: MAYBE_TEXT,
  hidden: MAYBE_TEXT,
  stacks: 'string',
  ground: 'string',
  ownBoard: 'string',
  beside: MAYBE_TEXT,
  emblem: MAYBE_TEXT,
  trials: TEXTS,
};
const NEEDED = 'turnsMax start toMove legal play scores question answer'.split(' ');

/** The game's class says what no game can. */
export class WrongGame extends Error {
  name = 'WrongGame';
}

/** An answer of the judge's interface that is an error. */
export class Refused {
  constructor(payload) {
    this.payload = payload;
  }
}

const READ = {
  number: Number,
  numbers: (text) => text.split(',').map(Number),
  oneOf: (text, { options }) => (typeof options[0] === 'number' ? Number(text) : text),
  flag: (text) => text === 'true',
  text: (text) => text,
};
const KINDS = {
  number: ({ least, most }) => ({ tag: 'number', val: [least, most] }),
  numbers: ({ least, most }) => ({ tag: 'numbers', val: [least, most] }),
  oneOf: ({ options }) => ({ tag: typeof options[0] === 'number' ? 'one-number-of' : 'one-word-of', val: options }),
  flag: () => ({ tag: 'flag' }),
  text: () => ({ tag: 'text' }),
};

/** A game's class, called by the interface of games. `method` is the author's that was called last. */
export class Rules {
  constructor(kind, { wit, interface: described }) {
    this.kind = kind;
    this.wit = wit;
    this.name = described.interface.replace('judge:arena/', '').replace(/@.*/, '');
    this.asks = new Contract(described);
    this.letters = letters(kind.pieces);
    this.method = '';
    const lacking = NEEDED.filter((name) => typeof kind.prototype[name] !== 'function');
    if (lacking.length > 0) throw new WrongGame(`the class ${kind.name} lacks the method ${lacking.join(', ')}`);
  }

  // The state, and what is said of it.

  /** Calls a method of the author's, which is to answer with such a value. */
  call(gives, game, method, ...values) {
    this.method = method;
    const answer = game[method](...values);
    if (gives) this.asks.write(gives, answer, `${method} returned`);
    return answer;
  }

  /** The same of a method that answers with an object that has at least these fields, or with an array of such. */
  made(fields, game, method, ...values) {
    const answer = this.call(null, game, method, ...values);
    for (const one of Array.isArray(answer) ? answer : [answer]) {
      const lacking = fields.find((field) => one?.[field] === undefined);
      if (lacking) throw new WrongGame(`${method} returned ${printed(answer)}; return objects with ${fields.join(', ')}`);
    }
    return answer;
  }

  /** What the settings are, in JavaScript's values. */
  values(settings) {
    const given = new Map(settings);
    const value = (key, setting) => (given.has(key) ? READ[setting.kind](given.get(key), setting) : setting.initial);
    return Object.fromEntries(Object.entries(this.kind.settings).map(([key, setting]) => [key, value(key, setting)]));
  }

  /** The game of a state, and what the state holds besides. */
  read(state) {
    const { game: fields, ...at } = JSON.parse(new TextDecoder().decode(state));
    seed(at);
    return [Object.assign(new this.kind(), fields), at];
  }

  position(game, at) {
    const state = new TextEncoder().encode(written({ ...at, game: { ...game } }, 'this'));
    const toMove = this.call({ option: 'u8' }, game, 'toMove') ?? undefined;
    const isOver = toMove === undefined;
    return {
      state,
      toMove,
      forced: isOver ? undefined : (this.call(MAYBE_TEXT, game, 'forced') ?? undefined),
      outcome: isOver ? this.outcome(game) : undefined,
      notices: game.news().map((one) => this.notice(at.seats, one)),
    };
  }

  outcome(game) {
    const ranks = Uint8Array.from(this.call({ list: 'u8' }, game, 'ranks'));
    const [scores, ending] = [this.scores(game, 'scores'), this.call('string', game, 'ending')];
    return { ranks, scores, ending };
  }

  scores(game, method, ...viewpoint) {
    return Int32Array.from(this.call({ list: 's32' }, game, method, ...viewpoint));
  }

  notice(count, { function: name, arguments: values, text, seats }) {
    const to = seats ?? Array.from({ length: count }, (_, seat) => seat);
    return { seats: Uint8Array.from(to), function: name, arguments: this.asks.arguments(name, values), text };
  }

  // What the judge asks, in the order of game.wit.

  info() {
    const { kind } = this;
    for (const [name, type] of Object.entries(FACTS)) this.asks.write(type, kind[name], `${kind.name}.${name} is`);
    const keys = Object.entries(kind.settings).map(([name, setting]) => ({
      name,
      kind: KINDS[setting.kind](setting),
      default: String(setting.initial),
      meaning: setting.meaning,
    }));
    const openingPlies = kind.openingPlies ?? undefined;
    return { name: this.name, seatsMax: kind.seatsMax, openingPlies, keys, help: kind.help, facts: this.facts() };
  }

  facts() {
    const { kind } = this;
    const [, pieceKind, number] = kind.emblem ? this.piece(kind.emblem) : [];
    return {
      seats: kind.seats,
      unit: kind.unit ?? undefined,
      example: kind.example,
      notation: kind.notation,
      misread: kind.misread ?? undefined,
      hidden: kind.hidden ? { tag: 'secrets', val: kind.hidden } : { tag: 'nothing' },
      pieces: kind.pieces.map(piece),
      stacks: kind.stacks,
      emblem: kind.emblem ? [pieceKind, number] : undefined,
      ground: kind.ground,
      ownBoard: kind.ownBoard,
      beside: kind.beside ?? undefined,
      previews: false,
      numbered: false,
      firstTurn: undefined,
      placing: undefined,
      trials: kind.trials,
    };
  }

  contract() {
    return this.wit;
  }

  setUp(settings) {
    const [values, game] = [this.values(settings), new this.kind()];
    try {
      this.call(null, game, 'check', values);
      const [seats, turnsMax] = [this.call('u8', game, 'players', values), this.call('u32', game, 'turnsMax', values)];
      return { seats, turnsMax, settings: Object.entries(values).map(([key, value]) => [key, String(value)]) };
    } catch (error) {
      if (error.name !== 'Mistake') throw error;
      throw new Refused({ key: error.key ?? undefined, reason: error.message });
    }
  }

  start(settings, roundSeed) {
    const [values, game] = [this.values(settings), new this.kind()];
    const at = { seats: this.call('u8', game, 'players', values), seed: String(roundSeed), turns: 0 };
    seed(at);
    this.call(null, game, 'start', values);
    return this.position(game, at);
  }

  play(state, action) {
    const [game, at] = this.read(state);
    const listed = this.call({ option: TEXTS }, game, 'legal');
    if (listed && !listed.includes(action)) {
      throw new Refused({ tag: 'illegal', val: this.call('string', game, 'refusal', action) });
    }
    at.turns += 1;
    seed(at);
    this.unlessIllegal((val) => ({ tag: 'illegal', val }), () => this.call(null, game, 'play', action));
    return this.position(game, at);
  }

  /** Does something of the author's, and makes a refusal of what it breaks. */
  unlessIllegal(payload, act) {
    try {
      return act();
    } catch (error) {
      if (error.name !== 'Illegal') throw error;
      throw new Refused(payload(error.message));
    }
  }

  legal(state) {
    return this.call({ option: TEXTS }, this.read(state)[0], 'legal') ?? undefined;
  }

  remove(state, seat) {
    if (!this.kind.prototype.remove) return undefined;
    const [game, at] = this.read(state);
    this.call(null, game, 'remove', seat);
    return this.position(game, at);
  }

  begin(settings, seat, botSeed) {
    if (!this.asks.functions['new-game']) return [];
    const values = this.values(settings);
    seed({ seed: botSeed, turns: 0 });
    return this.asks.arguments('new-game', this.call(null, new this.kind(), 'begin', values, seat, botSeed));
  }

  question(state, seat) {
    const [game] = this.read(state);
    const asked = this.made(['function', 'text'], game, 'question', seat);
    const values = asked.arguments && this.asks.arguments(asked.function, asked.arguments);
    return { function: asked.function, arguments: values ?? undefined, text: asked.text };
  }

  answer(state, seat, value) {
    const [game] = this.read(state);
    const { result } = this.asks.function(this.made(['function', 'text'], game, 'question', seat).function);
    const meant = this.asks.read(result, value);
    return this.unlessIllegal((words) => words, () => this.call('string', game, 'answer', seat, meant));
  }

  scene(state, viewpoint) {
    const [game] = this.read(state);
    const seat = viewpoint ?? null;
    const boards = this.made(['rows'], game, 'boards', seat).map((board) => this.board(board));
    const toMove = this.call({ option: 'u8' }, game, 'toMove') ?? null;
    const chooses = toMove !== null && (seat === null || seat === toMove);
    const actions = (chooses && this.call({ option: TEXTS }, game, 'legal')) || [];
    return {
      boards,
      scores: this.scores(game, 'shownScores', seat),
      choices: actions.map((action) => this.choice(game, action)),
      placing: undefined,
      text: this.call(MAYBE_TEXT, game, 'text', seat) ?? undefined,
      svg: this.call(MAYBE_TEXT, game, 'picture', seat) ?? undefined,
    };
  }

  board({ rows, owner, firstRow, columnLabels, rowLabels, beside }) {
    const columns = rows[0]?.length ?? 0;
    if (rows.some((row) => row.length !== columns)) {
      throw new WrongGame(`the board ${printed(rows)} has rows of different lengths`);
    }
    const numbers = (count) => Array.from({ length: count }, (_, at) => String(at));
    const stack = (cell) => [...cell.replaceAll('.', '')].map((letter) => {
      const [of, kind, number] = this.piece(letter);
      return { owner: of, kind, number };
    });
    return {
      owner: owner ?? undefined,
      columns,
      rows: rows.length,
      isFirstRowAtBottom: firstRow === 'bottom',
      columnLabels: columnLabels ?? numbers(columns),
      rowLabels: rowLabels ?? numbers(rows.length),
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
    throw new WrongGame(`no piece has the letter ${printed(letter)}; there are ${[...this.letters.keys()].join(', ') || 'none'}`);
  }

  choice(game, action) {
    return { action, origin: this.place(game, 'origin', action), target: this.place(game, 'target', action), changes: undefined };
  }

  /** A square of a board: [column, row], or [board, column, row]. */
  place(game, method, action) {
    const at = this.call({ option: { list: 'u8' } }, game, method, action);
    if (!at) return undefined;
    if (at.length !== 2 && at.length !== 3) {
      throw new WrongGame(`${method} returned ${printed(at)}; return [column, row], or [board, column, row]`);
    }
    const [board, x, y] = at.length === 2 ? [0, ...at] : at;
    return { tag: 'cell', val: [board, { x, y }] };
  }

  marks(before, action, after, viewpoint) {
    const [[earlier], [game]] = [this.read(before), this.read(after)];
    return this.made(['text'], game, 'marks', earlier, action, viewpoint ?? null).map(({ text, event, isRare, kind }) => ({
      text,
      weight: event ? { tag: 'event', val: event } : { tag: isRare ? 'rare' : 'usual' },
      kind: kind ?? 'plain',
    }));
  }

  secret(state, action) {
    const [game] = this.read(state);
    return this.call(null, game, 'secret', action) ?? undefined;
  }

  draft() {
    throw new Refused('nothing is placed in this game');
  }

  hulls() {
    return [];
  }

  trials() {
    return undefined;
  }
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
  throw new WrongGame(`${name} is ${printed(value)}; keep numbers, texts, true, false, null, arrays and plain objects`);
}

/** The owner, kind and number that each letter of a board stands for. */
function letters(pieces) {
  const found = new Map();
  pieces.forEach((one, kind) => {
    const isOwned = Array.isArray(one.letters);
    (isOwned ? one.letters : [one.letters]).forEach((numbers, owner) => {
      [...numbers].forEach((letter, number) => {
        found.set(letter, [isOwned ? owner : undefined, kind, number]);
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
    number: sizes ? { tag: 'size', val: sizes } : { tag: 'none' },
    isBlow: isBlow ?? false,
  };
}
