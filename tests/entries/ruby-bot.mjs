// Players of sdk/ruby in the interpreter itself, on this machine's Node.js: for tests.

import { readFileSync } from 'node:fs';

const wasm = new WebAssembly.Module(readFileSync(process.argv[2]));
export const UNKNOWN = Array(100).fill(0);
export const SHIPS = '[[0, 0, 5, :across], [0, 1, 4, :across], [0, 2, 3, :across], [0, 3, 3, :across], [0, 4, 2, :down]]';

/** There are no more lines; a bot would wait. */
class NoMore extends Error {}

/** A bot: files by name, the player first. It reads these lines, and its random numbers come from the seed. */
class Bot {
  log = [];
  printed = '';

  constructor(files, lines = [], seed = 7n) {
    const whole = typeof files === 'string' ? { 'bot.rb': files } : files;
    const parts = Object.entries(whole).map(([path, text]) => `${Buffer.byteLength(path)} ${Buffer.byteLength(text)}\n${path}${text}`);
    const program = Buffer.from(parts.join(''));
    const texts = lines.map((line) => `${JSON.stringify(line)}\n`);
    let now = 0n;
    this.exports = new WebAssembly.Instance(wasm, {
      'judge:arena/host@1.0.0': { log: (at, length) => this.log.push(this.text(at, length)) },
      'judge:arena/source@1.0.0': { read: (at) => this.list(at, program) },
      'judge:arena/lines@1.0.0': {
        read: (size, at) => {
          if (texts.length === 0) throw new NoMore();
          this.list(at, Buffer.from(texts.shift()));
        },
        print: (at, length) => (this.printed += this.text(at, length)),
        now: () => (now += 1_000n),
        sleep: (time) => (now += time),
        random: () => seed,
      },
    }).exports;
  }

  text(at, length) {
    return Buffer.from(this.exports.memory.buffer, at, length).toString();
  }

  list(result, bytes) {
    const at = this.exports.cabi_realloc(0, 0, 1, bytes.length);
    bytes.copy(Buffer.from(this.exports.memory.buffer, at, bytes.length));
    new Uint32Array(this.exports.memory.buffer, result, 2).set([at, bytes.length]);
  }

  /** Whether it did not fail. */
  call(name) {
    try {
      this.exports[name]();
    } catch (error) {
      if (error instanceof WebAssembly.RuntimeError) return false;
      if (!(error instanceof NoMore)) throw error;
    }
    return true;
  }
}

const BEGINS = {
  battleship: { ask: 'new-game', seed: '7', seat: 0, seats: 2, size: 10, fleet: [5, 4, 3, 3, 2], 'no-touch': false },
  freedom: { tell: 'new-game', seed: '7', seat: 0, seats: 2, size: 6, scoring: 'distinct', fuel_left: 1 },
};
export const TURNS = {
  battleship: { ask: 'take-turn', state: UNKNOWN, 'ships-remaining': [5, 4, 3, 3, 2], fuel_left: 1, legal_actions: ['0,0'] },
  freedom: { ask: 'make-move', board: Array(36).fill(0), last: null },
};

/** Reads lines, by default those of a game's first turn: the last answer, nothing if the bot failed, and its log. */
export function played(game, files, seed = 7n, turns = [TURNS[game]]) {
  const lines = [{ ask: 'name' }, BEGINS[game], ...turns];
  const bot = new Bot(files, game === 'lines' ? turns : lines, seed);
  const answers = bot.call('wasi:cli/run@0.2.0#run') ? bot.printed.split('\n').slice(0, -1) : [null];
  return { answer: answers.at(-1), name: answers[0], log: bot.log.join('\n') };
}

/** What a build tells of the files, and whether it goes on. */
export function checked(files) {
  const bot = new Bot(files);
  return { isRight: bot.call('judge.check'), log: bot.log.join('\n') };
}

/** A player of the Fight Club that takes this turn. */
export const sailor = (turn, more = '') => `class SailorPlayer
  def name = "Sailor"
  def new_game = ${SHIPS}
  def take_turn(state, ships_remaining)
    ${turn}
  end
  ${more}
end
`;
/** A player of Freeplay that makes this move. */
export const mover = (kind, turn) => `class Mover < ${kind}::Player
  def move
    ${turn}
  end
end
`;
