// Players of sdk/ruby in the interpreter itself, on this machine's Node.js: for tests.

import { readFileSync } from 'node:fs';

const wasm = new WebAssembly.Module(readFileSync(process.argv[2]));
export const UNKNOWN = new Uint8Array(100);
export const SHIPS = '[[0, 0, 5, :across], [0, 1, 4, :across], [0, 2, 3, :across], [0, 3, 3, :across], [0, 4, 2, :down]]';

/** A bot: files by name, the player first. */
export class Bot {
  log = [];

  constructor(files) {
    const parts = Object.entries(files).map(([path, text]) => `${Buffer.byteLength(path)} ${Buffer.byteLength(text)}\n${path}${text}`);
    const program = Buffer.from(parts.join(''));
    this.exports = new WebAssembly.Instance(wasm, {
      'judge:arena/host@1.0.0': {
        log: (at, length) => this.log.push(this.bytes(at, length).toString()),
        'fuel-left': () => 4711n,
      },
      'judge:arena/source@1.0.0': {
        read: (at) => new Uint32Array(this.exports.memory.buffer, at, 2).set(this.list(program)),
      },
    }).exports;
  }

  bytes(at, length) {
    return Buffer.from(this.exports.memory.buffer, at, length);
  }

  list(bytes) {
    const at = this.exports.cabi_realloc(0, 0, 1, bytes.length);
    Buffer.from(bytes).copy(this.bytes(at, bytes.length));
    return [at, bytes.length];
  }

  /** Calls a function of the contract: lists become two numbers. */
  call(game, name, ...takes) {
    const numbers = takes.flatMap((one) => (one instanceof Uint8Array || Array.isArray(one) ? this.list(one) : [one]));
    return this.exports[`judge:arena/${game}@1.0.0#${name}`](...numbers);
  }

  text(at) {
    return this.bytes(...new Uint32Array(this.exports.memory.buffer, at, 2)).toString();
  }

  /** The same, and what came back of bytes; nothing if the bot ended. */
  ask(game, name, length, ...takes) {
    try {
      const at = this.call(game, name, ...takes);
      return at === undefined ? [] : [...this.bytes(at, length)];
    } catch (error) {
      if (!(error instanceof WebAssembly.RuntimeError)) throw error;
      return null;
    }
  }
}

const SETUPS = {
  battleship: (seed) => [seed, 0, 2, 10, [5, 4, 3, 3, 2], 0],
  freedom: (seed) => [seed, 0, 2, 6, 0],
  gobblet: (seed) => [seed, 0, 2, 3, 200],
  othello: (seed) => [seed, 0, 2, 8],
  stones: (seed) => [seed, 1, 2, 4, 5, 8, 80, 400],
};
const TURNS = {
  battleship: ['take-turn', 2, UNKNOWN, [5, 4, 3, 3, 2]],
  freedom: ['make-move', 2, new Uint8Array(36), 0, 0, 0],
  gobblet: ['play', 5, new Uint8Array(9)],
  othello: ['choose', 2, 0x0000000810000000n, 0x0000001008000000n, 0x0000102004080000n],
  stones: ['next-move', 4],
};

/** Begins a game and takes a turn; what the bot answered to the turn, and its log. */
export function played(game, files, seed = 7n) {
  const bot = new Bot(typeof files === 'string' ? { 'bot.rb': files } : files);
  const begun = bot.ask(game, 'new-game', 8, ...SETUPS[game](seed));
  if (begun && game === 'stones') {
    const board = new Int8Array(20).fill(-1);
    board.set([0, 0, 0, 0]);
    board.set([1, 1, 1, 1], 16);
    bot.ask('stones', 'update', 0, 1, 1, 0, 0, 0, 0, new Uint8Array(board.buffer));
  }
  const [name, length, ...takes] = TURNS[game];
  return { answer: begun && bot.ask(game, name, length, ...takes), log: bot.log.join('\n') };
}

/** What a build tells of the files, and whether it goes on. */
export function checked(files) {
  const bot = new Bot(typeof files === 'string' ? { 'bot.rb': files } : files);
  let isRight = true;
  try {
    bot.exports['judge.check']();
  } catch (error) {
    if (!(error instanceof WebAssembly.RuntimeError)) throw error;
    isRight = false;
  }
  return { isRight, log: bot.log.join('\n') };
}

/** A player of Battleship that takes this turn. */
export const sailor = (turn, more = '') => `class SailorPlayer
  def name = "Sailor"
  def new_game = ${SHIPS}
  def take_turn(state, ships_remaining)
    ${turn}
  end
  ${more}
end
`;
/** A player of another game that makes this move. */
export const mover = (kind, turn) => `class Mover < ${kind}::Player
  def move
    ${turn}
  end
end
`;
