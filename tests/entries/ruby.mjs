// What the interpreter of sdk/ruby does with players: what they see, what their authors read, what repeats. It is the
// interpreter itself, on this machine's Node.js.
//
//     node --stack-size=3900 tests/entries/ruby.mjs INTERPRETER.wasm

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { SHIPS, TURNS, UNKNOWN, checked, mover, played, sailor } from './ruby-bot.mjs';

// Before Ruby 2.4 arrays had no sum, and some players brought their own.
const OWN_METHODS = `class Array
  def sum = inject(0) { |m, n| m + n }
  def to_h = Hash[self]
  def flat_map = raise("mine")
  def filter_map = raise("mine")
  def each_with_object(*) = raise("mine")
end
class Integer; def digits = to_s.chars.map(&:to_i); end
class String; def match?(other) = self == other; def delete_suffix(_) = raise("mine"); end
`;

// The game, the player, what it answers to a turn (null: it ends), and what its log says: a part of it, or how all of it is.
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
  ['battleship', sailor('[3, 4]').replace('take_turn', 'taketurn'), null, 'bot.rb:1: class SailorPlayer is not whole; write a public def take_turn(state, ships_remaining)'],
  ['battleship', `${sailor('[3, 4]')}class OtherPlayer; end`, null, 'bot.rb:9: there are 2 classes whose name ends in Player, SailorPlayer (bot.rb:1) and OtherPlayer (bot.rb:9); leave one, or derive'],
  ['battleship', sailor('[3, 4').replace('[3, 4', '[3, 4)'), null, 'bot.rb:5'],
  ['battleship', sailor('File.read("x")'), null, 'bot.rb:5 in take_turn: a bot has no files'],
  // What is written goes nowhere.
  ['battleship', sailor('File.open("log.txt", "a") { |file| file.puts "x"; file << 1; file.flush }; log = open("x", "w"); log.write("a", "bc"); log.close; [File.write("a", "bcd"), File.exist?("a") ? 5 : 4]'), [3, 4], ''],
  ['battleship', sailor('Dir.mkdir("logs") unless Dir.exist?("logs"); File.new("logs/a", File::CREAT | File::WRONLY).printf("%d", 1); [3, 4]'), [3, 4], ''],
  ['battleship', sailor('open("x")'), null, 'bot.rb:5 in take_turn: a bot has no files'],
  ['battleship', sailor('was = Time.now; 1000.times { }; p Time.new.year; [Time.now >= was ? 3 : 0, Time.now - was < 1 ? 4 : 0]'), [3, 4], '2000'],
  ['battleship', sailor('c = Process::CLOCK_MONOTONIC; was = Process.clock_gettime(c); sleep 2.75; [(Process.clock_gettime(c) - was).round, 4]'), [3, 4], ''],
  ['battleship', sailor('Thread.new { 1 }'), null, 'bot.rb:5 in take_turn: a bot has no threads'],
  ['battleship', sailor('`ls`'), null, 'bot.rb:5 in take_turn: a bot has no operating system'],
  ['battleship', sailor('fork'), null, 'bot.rb:5 in take_turn: a bot has no operating system'],
  ['battleship', sailor('exit!'), null, 'bot.rb:5 in take_turn: exit gives up the game'],
  ['battleship', sailor('exit'), null, 'bot.rb:5 in take_turn: exit gives up the game'],
  ['battleship', `require "socket"\n${sailor('[3, 4]')}`, null, 'bot.rb:1: LoadError: require "socket": a bot has no operating system'],
  ['battleship', `require "foo.so"\n${sailor('[3, 4]')}`, null, 'bot.rb:1: LoadError: require "foo.so": a bot has no C extensions'],
  // What players of the Fight Club ask for.
  ['battleship', `%w[json rubygems set ostruct forwardable].each { |name| require name }\n${sailor('[JSON.parse("[3]")[0], OpenStruct.new(y: 4).y]')}`, [3, 4], ''],
  ...['require "battleship/board"', 'require "./lib/battleship/board"', 'require_relative "../../lib/battleship/board.rb"', 'require File.expand_path("../../../lib/battleship/board", __FILE__)'].map((line) => [
    'battleship',
    `${line}\nclass Battleship::Board; def more = 1; end\n${sailor('b = Battleship::Board.new(10, [5, 4, 3, 3, 2], new_game); p b.valid?, b.try([0, 0]), b.try([9, 9]), b.ships_remaining, b.sunk?, b.report[0][0, 2]; 10.times { |x| 6.times { |y| b.try([x, y]) } }; [b.more, b.sunk? ? 4 : 5]')}`,
    [1, 4],
    /^true\n:hit\n:miss\n\[5, 4, 3, 3, 2\]\nfalse\n\[:hit, :unknown\]$/,
  ]),
  ...['Matrix', 'Vector', 'Prime'].map((name) => ['battleship', `class ${name} < Array; end\n${sailor(`${name}.new([3, 4])`)}`, [3, 4], '']),
  ['battleship', `require "matrix"\nclass Vector; def x = self[0]; end\n${sailor('[Vector[3, 4].x, Prime.first(3).size + 1]')}`, [3, 4], ''],
  ['battleship', `class Battleship; end\n${sailor('[3, 4]')}`, [3, 4], ''],
  ['battleship', `class Fleet < Array\n def big = self\nend\n${sailor('Fleet.new([3, 4]).big.take(1).big')}`, null, "bot.rb:8 in take_turn: NoMethodError: undefined method 'big' for an instance of Array; this is an Array and no Fleet: since Ruby 3"],
  ['battleship', sailor('3.is_a?(Fixnum) ? [3, 4] : nil'), null, 'bot.rb:5 in take_turn: NameError: uninitialized constant SailorPlayer::Fixnum; since Ruby 2.4 it is Integer'],
  ['battleship', sailor('[1].choice'), null, "undefined method 'choice' for an instance of Array; since Ruby 1.9 it is sample"],
  ['battleship', `require "set"\nrequire "matrix"\n${sailor('[Set[3].first, Matrix[[4]].det]')}`, [3, 4], ''],
  ['battleship', sailor('print "half"; warn "told"; $stderr.puts "more"; STDOUT.puts "\\xff"; [3, 4]'), [3, 4], 'halftold\nmore\n\ufffd'],
  // Hostile ones.
  // Of a deep stack the method that was called is told, and the innermost places.
  ['battleship', sailor('deep', 'def deep = deep'), null, /^bot.rb:5 in take_turn\nbot.rb:7 in deep: SystemStackError: stack level too deep$/],
  ['battleship', sailor('a', 'def a\n    b\n  end\n  def b\n    a\n  end'), null, /^bot.rb:5 in take_turn …\nbot.rb:(8 in a|11 in b)\nbot.rb:(8 in a|11 in b): SystemStackError/],
  ['battleship', sailor('a', 'def a =\n b\n def b =\n c\n def c =\n nil.foo'), null, /^bot.rb:5 in take_turn …\nbot.rb:10 in b\nbot.rb:12 in c: NoMethodError/],
  ['battleship', sailor('"x" * (1 << 30) * 2'), null, 'bot.rb:5 in take_turn: ArgumentError: argument too big'],
  // The last line is what the judge takes for the exception.
  ['battleship', sailor('eval("]]]")'), null, /^> 1 \| ]]]\n[^]*\nbot.rb:5 in take_turn: SyntaxError: \(eval at bot.rb:5\):1: syntax errors found$/],
  ['battleship', sailor('Integer.define_method(:+) { |_| 0 }; [1 + 1, 4]'), [0, 4], ''],
  ['battleship', sailor('ObjectSpace.each_object(Class).count > 9 ? [3, 4] : nil'), [3, 4], ''],
  ['battleship', sailor('throw :out'), null, 'UncaughtThrowError: uncaught throw :out'],
  ['battleship', sailor('raise Exception, "bare"'), null, 'bot.rb:5 in take_turn: Exception: bare'],
  ['battleship', sailor('Array.define_method(:each) { |&b| nil }; [3, 4]'), [3, 4], ''],
  ['battleship', sailor('String.define_method(:to_s) { 7 }; nil.foo'), null, "NoMethodError, which cannot be told: NoMethodError; has the bot changed a method of Ruby's own?"],
  ['battleship', sailor('Exception.define_method(:message) { raise self }; nil.foo'), null, 'NoMethodError, which cannot be told'],
  ['battleship', sailor('raise Class.new(Exception) { def message = nil; def backtrace = raise(TypeError) }'), null, 'an exception without a name, which cannot be told: TypeError'],
  ['battleship', sailor('raise Class.new(StandardError) { def message = "\\xff\\0" * 100_000 }'), null, 'bot.rb:5 in take_turn: '],
  ['battleship', sailor('Comparable.define_method(:<) { |_| true }; Object.define_method(:method_missing) { |*| 3 }; [foo, bar]'), [3, 3], ''],
  ['battleship', sailor('TracePoint.new(:call, :c_call) { raise "traced" }.enable; [3, 4]'), null, 'an exception cannot be told; has the bot changed methods'],
  ['battleship', sailor('set_trace_func(proc { |what, *| raise "evil" if what == "c-call" }); [3, 4]'), null, 'an exception cannot be told'],
  ['battleship', sailor('Signal.trap("INT") { 1 }'), null, 'bot.rb:5 in take_turn: a bot has no operating system'],
  ['battleship', sailor('trap("INT") { 1 }'), null, 'bot.rb:5 in take_turn: a bot has no operating system'],
  ['battleship', sailor('at_exit { 1 }'), null, 'bot.rb:5 in take_turn: exit gives up the game'],
  ['battleship', sailor('Class.new(Thread).new { 1 }'), null, 'bot.rb:5 in take_turn: a bot has no threads'],
  ['battleship', sailor('Queue.new.pop'), null, 'bot.rb:5 in take_turn: fatal: No live threads left'],
  ['battleship', sailor('Fiber.new { nil.foo }.resume'), null, "bot.rb:5 in take_turn: NoMethodError: undefined method 'foo' for nil"],
  ['battleship', sailor('f = Fiber.new { Fiber.yield 3; 4 }; [f.resume, f.resume]'), [3, 4], ''],
  ['battleship', sailor('GC.stress = true; 3.times { "x" * 10 }; GC.stress = false; GC.disable; [3, 4]'), [3, 4], ''],
  ['battleship', sailor('module Odd; refine(Integer) { def +(_) = 0 }; end; [3, 4]').replace(/^ {4}module.*?end; /m, '    ').concat('module Odd; refine(Integer) { def +(_) = 0 }; end; using Odd'), [3, 4], ''],
  ['battleship', sailor('[3, 4].freeze'), [3, 4], ''],
  ['battleship', sailor('Object.new.tap { |o| def o.to_ary = [3, 4]; def o.is_a?(*) = true; def o.class = Array }'), null, 'it returned #<Object'],
  ['battleship', sailor('[Object.new.tap { |o| def o.to_int = 3 }, 4]'), null, 'it returned [#<Object'],
  ['battleship', sailor('[Float::NAN, Float::INFINITY]'), null, 'it returned [NaN, Infinity]; return two numbers'],
  ['battleship', sailor('[1 << 70, 0]'), null, 'it returned [1180591620717411303424, 0]; its numbers must be from 0 to 255'],
  ['battleship', sailor('BasicObject.new'), null, 'bot.rb:4 in take_turn: it returned an object of BasicObject'],
  ['battleship', sailor('Object.new.tap { |o| def o.inspect = raise }'), null, 'bot.rb:4 in take_turn: it returned an object of Object'],
  ['battleship', sailor('x = []; x << x; x'), null, 'it returned [[...]]'],
  ['battleship', sailor('puts "abc".encode("UTF-16LE"), "\\u3042".encode("Shift_JIS"), "\\xff".b; [3, 4]'), [3, 4], 'abc\n\u3042\n\ufffd'],
  ['battleship', sailor('eval("\\xff" * 100)'), null, 'SyntaxError'],
  ['battleship', sailor('Marshal.load("\\x04\\x08[" + "\\xff" * 10)'), null, 'bot.rb:5 in take_turn: ArgumentError'],
  ['battleship', sailor('$stdout = nil'), null, 'bot.rb:5 in take_turn: TypeError: $stdout must have write method'],
  ['battleship', sailor('a = []; 1000.times { a = [a] }; a.inspect'), null, 'stack level too deep: too many blocks inside each other'],
  ['battleship', sailor('[deep(100), 4]', 'def deep(n) = n == 0 ? 3 : method(:deep).to_proc.call(n - 1)'), [3, 4], ''],
  ['battleship', sailor('200_000.times { [1].map { |x| break x } }; [3, 4]'), [3, 4], ''],
  ['battleship', sailor('20_000.times { begin; [1].map { [2].select { raise "x" } }; rescue RuntimeError; 0; end }; [3, 4]'), [3, 4], ''],
  // The other games.
  ['freedom', mover('Freeplay', 'board.legal_moves.size == 36 && [5, 0]'), [5, 0], ''],
  ['freedom', mover('Freeplay', 'logger.info("hi"); p board.player, board.opponent, board.last_opponent_move, board[0, 5]; [5, 5]'), [5, 5], 'hi\n:white\n:black\nnil\n:empty'],
  ['freedom', mover('Freeplay', 'p board.adjacent(0, 0), board.adjacent(1, 1).first(2); [0, 0]'), [0, 0], '[[0, 1], [1, 1], [1, 0]]\n[[1, 2], [2, 2]]'],
  ['freedom', mover('Freeplay', 'board[6, 0]'), null, 'bot.rb:3 in move: Freeplay::OutOfBoundsError: (6,0) is off the board'],
  ['freedom', mover('Freeplay', 'board.dump; [9, 9]'), [9, 9], 'EEEEEE'],
  ['freedom', mover('Freeplay', ':a'), null, 'bot.rb:2 in move: it returned :a; return two numbers'],
  ['battleship', sailor('10000.times { [1].each { |x| break x } }; p GC.stat(:count) < 20; [3, 4]'), [3, 4], 'true'],
  ['freedom', `class Sized < Freeplay::Player; def initialize = @size = board.size; def move = [@size, 0]; end`, [6, 0], ''],
  // Texts that are written to, and read.
  ['freedom', mover('Freeplay', 'require "stringio"; io = StringIO.new; board.dump(io); p io.string.lines.size, io.pos; [0, 0]'), [0, 0], '6\n42'],
  ['battleship', sailor('io = StringIO.new("ab\\ncd\\n"); p io.gets, io.read(1), io.eof?, io.read, io.gets, io.read, io.read(1), io.eof?; [3, 4]'), [3, 4], '"ab\\n"\n"c"\nfalse\n"d\\n"\nnil\n""\nnil\ntrue'],
  ['battleship', sailor('io = StringIO.new(+"abcdef"); io.seek(2); io << "XY"; io.rewind; io.printf("%02d", 7); p io.string, io.pos; [3, 4]'), [3, 4], '"07XYef"\n2'],
  ['battleship', sailor('$stdout = StringIO.new; puts "kept", [1, [nil]]; $stdout.string.lines.size == 3 ? [3, 4] : nil'), [3, 4], ''],
  ['battleship', sailor('p StringIO.new("a b\\n\\u3042").each_char.to_a.last, StringIO.new("a\\nb").each_line(chomp: true).to_a, StringIO.new("x", "a").tap { |io| io.write("y", 1) }.string; [3, 4]'), [3, 4], '"\u3042"\n["a", "b"]\n"xy1"'],
  ['battleship', sailor('StringIO.new("x".freeze).write("y"); [3, 4]'), null, 'IOError: not opened for writing'],
  // What players for the originals do.
  ['battleship', sailor('[3.0, 4.0]').replaceAll(/\[(\d), (\d), (\d)/g, '[$1.0, $2, $3.0'), [3, 4], ''],
  ['battleship', sailor('[-1.0, 0]'), null, 'it returned [-1.0, 0]; its numbers must be from 0 to 255'],
  ['freedom', mover('Freeplay', 'p board[5.0, 0], board.adjacent(0.0, 0.0).size; [5.0, 0.0]'), [5, 0], ':empty\n3'],
  ['freedom', mover('Freeplay', '[9.0, 9]'), [9, 9], ''],
  ['battleship', `require "rubygems"\nrequire "json"\n${sailor('[3, 4]')}`, [3, 4], ''],
  ['battleship', `require "json"\n${sailor('p JSON.generate({ a: [nil, 1.5, "\\u3042"] }); JSON.parse("[3, 4]")')}`, [3, 4], '"{\\"a\\":[null,1.5,\\"\u3042\\"]}"'],
  ['battleship', `require "json"\n${sailor('JSON.parse("[3, ")')}`, null, 'bot.rb:6 in take_turn: JSON::ParserError: '],
  // They bring what came after their Ruby, in their own way.
  ['battleship', OWN_METHODS + sailor('puts "told", "both"; [[3].sum, 4]'), [3, 4], 'told\nboth'],
  ['battleship', OWN_METHODS + sailor('nil.foo'), null, "NoMethodError: undefined method 'foo' for nil"],
  ['battleship', `${OWN_METHODS}require "stringio"\n${sailor('StringIO.new.write("a", "b") == 2 && [3, 4]')}`, [3, 4], ''],
  ['freedom', OWN_METHODS + mover('Freeplay', 'p board.legal_moves.size, board.adjacent(0, 0).size; [5, 0]'), [5, 0], '36\n3'],
  // Files.
  ['battleship', { 'bot.rb': `require "fleet/aim"\n${sailor('Aim.at')}`, 'lib/fleet/aim.rb': 'require_relative "far"\nmodule Aim; def self.at = [FAR, 4]; end', 'lib/fleet/far.rb': 'FAR = 3' }, [3, 4], ''],
  ['battleship', { 'bot.rb': `$LOAD_PATH.unshift File.expand_path("../lib", __FILE__)\nrequire "aim"\n${sailor('AIM')}`, 'lib/aim.rb': 'AIM = [1, 2]' }, [1, 2], ''],
  ['battleship', { 'bot.rb': `require "base"\n${sailor('[3, 4]').replace('SailorPlayer', 'SailorPlayer < BasePlayer')}`, 'lib/base.rb': 'class BasePlayer; end' }, [3, 4], ''],
];

const says = (log, words) => (words instanceof RegExp ? words.test(log) : log.includes(words));

let failed = 0;
function expect(is, words) {
  if (is) return;
  failed += 1;
  console.log(words);
}

for (const [game, files, answer, words] of CASES) {
  const found = played(game, files);
  const isSame = found.answer === (answer && answer.join(','));
  expect(isSame && says(found.log, words), `${game}: ${JSON.stringify(files)}\nanswered ${JSON.stringify(found.answer)} and not ${JSON.stringify(answer)}, or\n${words}\nis not in\n${found.log}\n`);
}

// What a build tells of a player.
const CHECKED = [
  [sailor('[3, 4]'), ''],
  [sailor('[3, 4]').replace('[3, 4]', '[3, 4)'), 'error: bot.rb:5'],
  [sailor('nil.foo'), ''],
  [`require "nowhere"\n${sailor('[3, 4]')}`, 'error: bot.rb:1: LoadError: require "nowhere": there is no such file'],
  [sailor('[3, 4]').replace('take_turn', 'taketurn'), 'error: bot.rb:1: class SailorPlayer is not whole; write a public def take_turn(state, ships_remaining)'],
  [sailor('[3, 4]').replace('def name', 'private def name').replace('new_game', 'newgame'), 'is not whole; write a public def name and def new_game'],
  ['\nclass Mover < Freeplay::Player; end', 'error: bot.rb:2: class Mover is not whole; write a public def move'],
  [{ 'bot.rb': 'require "far"', 'lib/far.rb': '\n\nclass FarPlayer; def take_turn = 1; end' }, 'error: lib/far.rb:3: class FarPlayer is not whole'],
  [`${sailor('[3, 4]')}class OtherPlayer; end`, 'error: bot.rb:9: there are 2 classes whose name ends in Player, SailorPlayer (bot.rb:1) and OtherPlayer (bot.rb:9); leave one, or derive it'],
  [`${sailor('[3, 4]')}class OtherPlayer < SailorPlayer; end`, ''],
  [OWN_METHODS + sailor('[3, 4]'), ''],
  [mover('Freeplay', '[3, 4]').replace('Mover', 'MoverPlayer'), ''],
  // What has nothing of a player reads lines, whatever its classes are called and however it reads; it is not run.
  ['class Sailor; end', ''],
  ['class MinimaxPlayer; def think = 1; end\nloop { puts ARGF.readline }', ''],
  ['def new_game = 1\nSTDIN.each_line { |line| puts line }', ''],
  ['$<.each { |line| ', 'error: bot.rb:1'],
  ['SailorPlayer = Class.new { def take_turn(*) = [1, 2] }', 'error: bot.rb:1: class SailorPlayer is not whole; write a public def name and def new_game'],
  ['class Mover < ::Freeplay::Player; end', 'error: bot.rb:1: class Mover is not whole; write a public def move'],
  [`${sailor('[3, 4]')}class SailorPlayer; def self.name = "Sailor"; end`, ''],
];
for (const [files, words] of CHECKED) {
  const { isRight, log } = checked(files);
  const isSame = isRight === (words === '') && (isRight ? log === words : log.includes(words));
  expect(isSame, `a build of ${JSON.stringify(files)} tells\n${log}\nand not\n${words}\n`);
}

// What is random comes from the game's seed alone, and anew in each game.
const VALUES = 'FIRST, rand(1 << 60), Random.new.rand(1 << 60), Random.new_seed, (1..50).to_a.shuffle, (1..50).to_a.sample(9), Random.bytes(8), Random.urandom(8), SecureRandom.hex, Random.rand, "a".hash, [1].hash, :a.hash, 1.hash, 1.5.hash, {1 => 2}.hash, (1..2).hash, Object.new.hash, Struct.new(:a).new(1).hash';
// What the same in all games is: `object_id` counts, and a Hash keeps the order in which it was filled.
const SAME = 'Object.new.object_id, { b: 1, "a" => 2, [3] => 4 }';
const random = sailor(`p ${VALUES}, ${SAME}; [rand(256), 0]`).replace('class', 'FIRST = rand(1 << 60)\nclass');
const [first, again, other] = [played('battleship', random, 1n), played('battleship', random, 1n), played('battleship', random, 2n)];
expect(JSON.stringify(first) === JSON.stringify(again), `not the same in one game: ${first.log}\n${again.log}`);
const lines = (one) => one.log.split('\n');
const differ = lines(first).map((line, i) => line !== lines(other)[i]);
expect(differ.slice(0, -2).every(Boolean), `the same in two games: ${first.log}\n${other.log}`);
expect(differ.length === 21 && !differ.slice(-2).some(Boolean), `not the same in two games: ${first.log}\n${other.log}`);

// A Hash finds what it holds: the salt of `hash` stays as it is once the player is loaded.
const kept = sailor('[LOTS[[4, 2]] == "x" && LOTS["b"] == "y" && LOTS[Square.new(1)] == "z" && LOTS.size, [1, 2].hash == [1, 2].hash ? 4 : 5]')
  .replace('class', 'Square = Struct.new(:x)\nLOTS = { [4, 2] => "x", "b" => "y", Square.new(1) => "z" }\nclass');
const asked = played('battleship', kept);
expect(asked.answer === '3,4', `a Hash that was filled before the game: ${asked.log}`);

// What a player sees is what the judge asks, turn by turn, whatever the player did to what it saw before.
const seen = sailor('puts state.map { |row| row.map { |cell| cell[0] }.join }.join; state.each { |row| row.fill(:gone) }.clear; [9, 9]');
const boards = [[], [[1, 1]], [[1, 2], [55, 1], [99, 2]]].map((cells) => cells.reduce((board, [at, cell]) => board.with(at, cell), UNKNOWN));
const { log } = played('battleship', seen, 7n, boards.map((state) => ({ ...TURNS.battleship, state })));
const wanted = boards.map((board) => [...board].map((cell) => 'uhm'[cell]).join('')).join('\n');
expect(log === wanted, `what a player sees:\n${log}\nis not\n${wanted}`);

// Players as people write them, from what a game asks of one: with files in lib, external enumerators, refinements, pattern
// matching, catch and throw, a StringIO. Each answers with what the game allows.
const PLAYERS = fileURLToPath(new URL('../../sdk/ruby/tests/players/', import.meta.url));
const MOST = { battleship: 10, freedom: 6 };
for (const [game, names] of Object.entries({ battleship: 'hunter density monte_carlo spiral far_apart', freedom: 'center liner rollout' })) {
  for (const name of names.split(' ')) {
    const lib = ['grid', 'placement'].map((one) => `lib/fleet/${one}.rb`);
    const files = Object.fromEntries([`${name}.rb`, ...lib].map((file) => [file, readFileSync(`${PLAYERS}${file}`, 'utf8')]));
    const { answer, log } = played(game, files);
    expect(/^\d,\d$/.test(answer) && answer.split(',').every((number) => number < MOST[game]), `${name} answers ${answer}\n${log}`);
  }
}

// A player that is asked for its name has a board, too.
const sized = 'class Sized < Freeplay::Player; def initialize = @size = board.size; def name = "of #{@size}"; def move = [0, 0]; end';
expect(played('freedom', sized).name === 'of 10', 'the name of a player that looks at its board');
expect(played('battleship', sailor('[3, 4]').replace('Sailor"', 'Sailor \\né"')).name === 'Sailor  é', 'the name');

// A program that reads lines, with a class over lines or without.
const class_over_lines = readFileSync(new URL('../../sdk/ruby/new/player.rb', import.meta.url), 'utf8');
const over = (body) => played('lines', { 'bot.rb': `require_relative "player"\nclass Sailor; ${body}; end\nplay(Sailor)`, 'player.rb': class_over_lines }, 7n, [{ ask: 'name' }, { tell: 'new-game', seed: '7' }, { ask: 'choose', legal_actions: ['d3'] }]);
expect(over('def choose(question) = question["legal_actions"].first').answer === 'd3', 'a class over lines');
expect(over('def pick(question) = 1').log.includes('Sailor has no method for {"ask":"choose",…}; write def choose(question)'), 'a method that is missing');
expect(played('lines', 'while (line = gets)\n puts line\nend', 7n, [{ ask: 'x' }]).answer === '{"ask":"x"}', 'a program that reads lines');

console.log(`${CASES.length + CHECKED.length + 18 - failed} passed, ${failed} failed`);
process.exit(failed ? 1 : 0);
