// What the interpreter of sdk/ruby does with players: what they see, what their authors read, what repeats. It is the
// interpreter itself, on this machine's Node.js.
//
//     node tests/entries/ruby.mjs INTERPRETER.wasm

import { readFileSync } from 'node:fs';

const wasm = new WebAssembly.Module(readFileSync(process.argv[2]));
const UNKNOWN = new Uint8Array(100);
const SHIPS = '[[0, 0, 5, :across], [0, 1, 4, :across], [0, 2, 3, :across], [0, 3, 3, :across], [0, 4, 2, :down]]';

/** A bot: files by name, the player first. */
class Bot {
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
function played(game, files, seed = 7n) {
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

const sailor = (turn, more = '') => `class SailorPlayer
  def name = "Sailor"
  def new_game = ${SHIPS}
  def take_turn(state, ships_remaining)
    ${turn}
  end
  ${more}
end
`;
const mover = (kind, turn) => `class Mover < ${kind}::Player
  def move
    ${turn}
  end
end
`;

// The game, the player, what it answers to a turn (null: it ends), and what its log says.
const CASES = [
  ['battleship', sailor('[3, 4]'), [3, 4], ''],
  ['battleship', sailor('puts state.inspect[0, 31], ships_remaining.inspect; [0, 9]'), [0, 9], '[[:unknown, :unknown, :unknown,'],
  ['battleship', sailor('p ships_remaining, state.size, state[9].size; [0, 9]'), [0, 9], '[5, 4, 3, 3, 2]\n10\n10'],
  ['battleship', sailor('nil'), null, 'bot.rb:4 in take_turn: it returned nil; return two numbers, such as [3, 4]'],
  ['battleship', sailor('[1.5, 2]'), null, 'bot.rb:4 in take_turn: it returned [1.5, 2]; return two numbers'],
  ['battleship', sailor('"a1"'), null, 'bot.rb:4 in take_turn: it returned "a1"; return two numbers'],
  ['battleship', sailor('[1, 2, 3]'), null, 'it returned [1, 2, 3]; return two numbers'],
  ['battleship', sailor('[-1, 0]'), null, 'it returned [-1, 0]; its numbers must be from 0 to 255'],
  ['battleship', sailor('nil.foo'), null, "bot.rb:5 in take_turn: NoMethodError: undefined method 'foo' for nil"],
  ['battleship', sailor('aim', 'def aim = raise(ArgumentError, "no")'), null, 'bot.rb:5 in take_turn\nbot.rb:7 in aim: ArgumentError: no'],
  ['battleship', sailor('[3, 4]').replace(':across', ':right'), null, 'its ship [0, 0, 5, :right] must be [x, y, length, :across] or'],
  ['battleship', sailor('[3, 4]').replace(SHIPS, 'nil'), null, 'bot.rb:3 in new_game: it returned nil; return an array of ships'],
  ['battleship', sailor('[3, 4]').replace('take_turn', 'taketurn'), null, 'bot.rb:1: class SailorPlayer lacks the method take_turn'],
  ['battleship', sailor('[3, 4]').replace('SailorPlayer', 'Sailor'), null, 'bot.rb:1: bot.rb has no class whose name ends in Player'],
  ['battleship', `${sailor('[3, 4]')}class OtherPlayer; end`, null, 'bot.rb has 2 classes whose name ends in Player'],
  ['battleship', sailor('[3, 4').replace('[3, 4', '[3, 4)'), null, 'bot.rb:5'],
  ['battleship', sailor('File.read("x")'), null, 'bot.rb:5 in take_turn: a bot has no files'],
  ['battleship', sailor('open("x")'), null, 'bot.rb:5 in take_turn: a bot has no files'],
  ['battleship', sailor('Time.now'), null, 'bot.rb:5 in take_turn: a bot has no clock; Judge.fuel_left tells'],
  ['battleship', sailor('Time.new'), null, 'bot.rb:5 in take_turn: a bot has no clock'],
  ['battleship', sailor('Process.clock_gettime(1)'), null, 'bot.rb:5 in take_turn: a bot has no clock'],
  ['battleship', sailor('sleep 1'), null, 'bot.rb:5 in take_turn: a bot has no clock'],
  ['battleship', sailor('Thread.new { 1 }'), null, 'bot.rb:5 in take_turn: a bot has no threads'],
  ['battleship', sailor('`ls`'), null, 'bot.rb:5 in take_turn: a bot has no operating system'],
  ['battleship', sailor('fork'), null, 'bot.rb:5 in take_turn: a bot has no operating system'],
  ['battleship', sailor('exit!'), null, 'bot.rb:5 in take_turn: exit gives up the game'],
  ['battleship', sailor('exit'), null, 'bot.rb:5 in take_turn: exit gives up the game'],
  ['battleship', sailor('gets'), null, 'bot.rb:5 in take_turn: a bot has no input'],
  ['battleship', `require "socket"\n${sailor('[3, 4]')}`, null, 'bot.rb:1: LoadError: require "socket": a bot has no operating system'],
  ['battleship', `require "foo.so"\n${sailor('[3, 4]')}`, null, 'bot.rb:1: LoadError: require "foo.so": a bot has no C extensions'],
  ['battleship', `require "set"\nrequire "matrix"\n${sailor('[Set[3].first, Matrix[[4]].det]')}`, [3, 4], ''],
  ['battleship', sailor('[Judge.fuel_left % 256, 0]'), [4711 % 256, 0], ''],
  ['battleship', sailor('print "half"; warn "told"; $stderr.puts "more"; STDOUT.puts "\\xff"; [3, 4]'), [3, 4], 'halftold\nmore\n\ufffd'],
  // Hostile ones.
  ['battleship', sailor('deep', 'def deep = deep'), null, 'SystemStackError: stack level too deep'],
  ['battleship', sailor('"x" * (1 << 30) * 2'), null, 'bot.rb:5 in take_turn: ArgumentError: argument too big'],
  ['battleship', sailor('eval("]]]")'), null, 'SyntaxError'],
  ['battleship', sailor('Integer.define_method(:+) { |_| 0 }; [1 + 1, 4]'), [0, 4], ''],
  ['battleship', sailor('ObjectSpace.each_object(Class).count > 9 ? [3, 4] : nil'), [3, 4], ''],
  ['battleship', sailor('throw :out'), null, 'UncaughtThrowError: uncaught throw :out'],
  ['battleship', sailor('raise Exception, "bare"'), null, 'bot.rb:5 in take_turn: Exception: bare'],
  // The other games.
  ['freedom', mover('Freeplay', 'board.legal_moves.size == 36 && [5, 0]'), [5, 0], ''],
  ['freedom', mover('Freeplay', 'logger.info("hi"); p board.player, board.opponent, board.last_opponent_move, board[0, 5]; [5, 5]'), [5, 5], 'hi\n:white\n:black\nnil\n:empty'],
  ['freedom', mover('Freeplay', 'p board.adjacent(0, 0), board.adjacent(1, 1).first(2); [0, 0]'), [0, 0], '[[0, 1], [1, 1], [1, 0]]\n[[1, 2], [2, 2]]'],
  ['freedom', mover('Freeplay', 'board[6, 0]'), null, 'bot.rb:3 in move: Freeplay::OutOfBoundsError: (6,0) is off the board'],
  ['freedom', mover('Freeplay', 'board.dump; [9, 9]'), [9, 9], 'EEEEEE\nbot.rb:2 in move: move (9,9) is off the board'],
  ['freedom', mover('Freeplay', ':a'), null, 'bot.rb:2 in move: it returned :a; return two numbers'],
  ['freedom', 'class Lost; end', null, 'bot.rb:1: bot.rb has no class derived from Freeplay::Player'],
  ['othello', mover('Othello', 'p board.legal_moves, board.flips(3, 2), board[3, 3], board.score; board.legal_moves.first'), [3, 2], '[[3, 2], [2, 3], [5, 4], [4, 5]]\n[[3, 3]]\n:white\n{black: 2, white: 2}'],
  ['gobblet', mover('Gobblet', 'p board.reserve, board.legal_moves.size, board[0, 0]; [:enter, 2, [1, 1]]'), [0, 2, 1, 1], '[0, 1, 2]\n27\nnil'],
  ['gobblet', mover('Gobblet', '[:move, [0, 1], [2, 0]]'), [1, 0, 1, 2, 0], ''],
  ['gobblet', mover('Gobblet', '[:jump, 1]'), null, 'bot.rb:2 in move: it returned [:jump, 1]; return [:enter, size, [x, y]] or'],
  ['stones', mover('Stones', 'p board.player, board.stones.size, board.players, board[0, 0]; board.legal_moves.first'), [0, 4, 0, 3], '1\n4\n[0, 1]\n0'],
  ['stones', `${mover('Stones', '[[0, 4], [0, 3]]')}class Mover; def update(what, *rest) = p(what, rest); end`, [0, 4, 0, 3], ':turn_to\n[1]'],
  ['battleship', sailor('[3, 4]').replace('def new_game =', 'def new_game(setup) = p(setup.size, setup.fleet, setup.no_touch, setup.seat) &&'), [3, 4], '10\n[5, 4, 3, 3, 2]\nfalse\n0'],
  ['battleship', sailor('10000.times { [1].each { |x| break x } }; p GC.stat(:count) < 20; [3, 4]'), [3, 4], 'true'],
  // Files.
  ['battleship', { 'bot.rb': `require "fleet/aim"\n${sailor('Aim.at')}`, 'lib/fleet/aim.rb': 'require_relative "far"\nmodule Aim; def self.at = [FAR, 4]; end', 'lib/fleet/far.rb': 'FAR = 3' }, [3, 4], ''],
  ['battleship', { 'bot.rb': `$LOAD_PATH.unshift File.expand_path("../lib", __FILE__)\nrequire "aim"\n${sailor('AIM')}`, 'lib/aim.rb': 'AIM = [1, 2]' }, [1, 2], ''],
  ['battleship', { 'bot.rb': `require "base"\n${sailor('[3, 4]').replace('SailorPlayer', 'SailorPlayer < BasePlayer')}`, 'lib/base.rb': 'class BasePlayer; end' }, [3, 4], ''],
];

let failed = 0;
function expect(is, words) {
  if (is) return;
  failed += 1;
  console.log(words);
}

for (const [game, files, answer, words] of CASES) {
  const found = played(game, files);
  const length = answer ? answer.length : 0;
  const isSame = answer === null ? found.answer === null : JSON.stringify(found.answer?.slice(0, length)) === JSON.stringify(answer);
  expect(isSame && found.log.includes(words), `${game}: ${JSON.stringify(files)}\nanswered ${JSON.stringify(found.answer)} and not ${JSON.stringify(answer)}, or\n${words}\nis not in\n${found.log}\n`);
}

// What is random comes from the game's seed alone, and anew in each game.
const random = sailor('p FIRST, rand(1 << 60), Random.new.rand(1 << 60), Random.new_seed, (1..50).to_a.shuffle, Object.new.object_id, [].hash, "a".hash; [rand(256), 0]').replace('class', 'FIRST = rand(1 << 60)\nclass');
const [first, again, other] = [played('battleship', random, 1n), played('battleship', random, 1n), played('battleship', random, 2n)];
expect(JSON.stringify(first) === JSON.stringify(again), `not the same in one game: ${first.log}\n${again.log}`);
const lines = (one) => one.log.split('\n').slice(0, 5);
expect(lines(first).length === 5 && lines(first).every((line, i) => line !== lines(other)[i]), `the same in two games: ${first.log}\n${other.log}`);

const named = new Bot({ 'bot.rb': sailor('[3, 4]').replace('Sailor"', 'Sailor é"') });
expect(named.text(named.call('battleship', 'name')) === 'Sailor é', 'the name');

console.log(`${CASES.length + 3 - failed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
