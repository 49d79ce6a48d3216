// Makes the interpreter that all bots in Ruby share:
//
//     node interpreter.mjs RUBY BINARYEN INTERPRETER.wasm
//
// RUBY and BINARYEN are folders into which npm has installed them. Ruby is WebAssembly. It is joined with the function that the judge calls
// and with the system that a bot has. Then Ruby starts, loads the files here and some of its library, and the memory is
// kept as it is then, so that no bot has to do it again. All that comes from outside is constant meanwhile: the
// interpreter is the same, byte by byte, wherever it is made.

import { execFileSync } from 'node:child_process';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { WASI } from 'node:wasi';
import { METHODS, placesOf, salted } from './hashes.mjs';
import { mended } from './leak.mjs';
import { CODE, CUSTOM, DATA, DATA_COUNT, EXPORT, FUNCTION, GLOBAL, MEMORY, Reader, START, TYPE } from './wasm.mjs';
import { added, count, exportBytes, exportsOf, imports, leb, module, replaced, sections, signedLeb, vector } from './wasm.mjs';

const here = dirname(fileURLToPath(import.meta.url));
const PREVIEW1 = 'wasi_snapshot_preview1';

const [ruby, binaryen, out] = process.argv.slice(2);

/** Ruby's files here, in the order in which they are loaded. */
const PARTS = 'library.rb judge.rb stringio.rb lines.rb originals.rb limits.rb'.split(' ');

/** What bots may require of Ruby's library: what is written in Ruby, and needs no files, clock or threads. */
const LIBRARY = (
  'English abbrev delegate forwardable json matrix observer ostruct pp prettyprint prime random/formatter securerandom set ' +
  'singleton tsort weakref'
).split(' ');

/**
 * How Ruby is started. It sets stacks aside for 32 fibers, which are large if nobody says otherwise, and lets garbage lie
 * until there is more of it than a bot has memory.
 */
const VARIABLES = [
  'RUBY_FIBER_MACHINE_STACK_SIZE=65536',
  'RUBY_GC_MALLOC_LIMIT=4000000',
  'RUBY_GC_MALLOC_LIMIT_MAX=6000000',
  'RUBY_GC_OLDMALLOC_LIMIT=8000000',
  'RUBY_GC_OLDMALLOC_LIMIT_MAX=8000000',
  'RUBY_GC_HEAP_GROWTH_FACTOR=1.2',
  'RUBY_GC_HEAP_GROWTH_MAX_SLOTS=20000',
  'RUBY_GC_HEAP_0_INIT_SLOTS=20000',
  'RUBY_GC_HEAP_1_INIT_SLOTS=20000',
  'RUBY_GC_HEAP_2_INIT_SLOTS=20000',
  'RUBY_GC_HEAP_3_INIT_SLOTS=3000',
  'RUBY_GC_HEAP_4_INIT_SLOTS=1000',
];
/** What the log says where no `rescue` hears of it. */
const TOO_DEEP = "stack level too deep: too many blocks inside each other that methods of Ruby's own call; use fewer, or a loop";
const ESCAPED = "an exception cannot be told; has the bot changed methods of Ruby's own, or set a trace?";

/** Bytes that Ruby uses after it has started, and some more. */
const ROOM = 7 << 20;

/** Bytes of a memory's beginning that wasmtime makes a view of, however few of them are not zero. */
const IMAGE = 16 << 20;

/** What the interpreter exports, and what it calls what Ruby has, too. */
const KEPT = /^(memory|judge\.realloc|judge\.check|(judge|wasi):.*)$/;
const RENAMED = { 'judge.realloc': 'cabi_realloc' };

/** Ruby, the contract and the system in one module. */
function joined(ruby, binaryen, out) {
  const needed = imports(readFileSync(ruby));
  const modules = { contract: readFileSync(join(here, 'contract.wat'), 'utf8'), ruby: null };
  for (const { from } of needed) {
    const own = needed.filter((one) => one.from === from);
    modules[from] ??= from === PREVIEW1 ? system(own) : javascript(own);
  }
  const folder = mkdtempSync(`${out}-`);
  const features = ['bulk-memory', 'bulk-memory-opt', 'sign-ext', 'mutable-globals', 'nontrapping-float-to-int'];
  const flags = [...features, 'reference-types', 'multivalue'].map((feature) => `--enable-${feature}`);
  // Binaryen is a large program of JavaScript, with a deep stack.
  const run = (program, ...words) => {
    const path = join(binaryen, 'node_modules/binaryen/bin', program);
    execFileSync('node', ['--stack-size=8000', path, ...flags, ...words], { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  };
  try {
    const merged = [];
    for (const [name, wat] of Object.entries(modules)) {
      const file = name.replace(/\W/g, '_');
      if (wat) {
        writeFileSync(join(folder, `${file}.wat`), wat);
        run('wasm-as', `${file}.wat`, '-o', `${file}.wasm`);
      }
      merged.push(wat ? `${file}.wasm` : ruby, name);
    }
    run('wasm-merge', ...merged, '-o', 'joined.wasm');
    writeFileSync(out, mended(readFileSync(join(folder, 'joined.wasm'))));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** The system, with the functions of WASI that only fail. */
function system(needed) {
  const NOSYS = 52;
  const wat = readFileSync(join(here, 'system.wat'), 'utf8');
  const more = needed
    .filter(({ name }) => !wat.includes(`(export "${name}"`))
    .map(({ name, type, results }) => `(func (export "${name}")${type} ${results ? `(i32.const ${NOSYS})` : '(nop)'})`);
  return wat.replace('@MORE@', more.join('\n  '));
}

/** What stands for JavaScript, of which Ruby could use some: nothing is ever called but the handles. */
function javascript(needed) {
  const functions = needed.map(({ name, type }) => {
    // A handle is what it stands for.
    const body = /^resource_(new|get)/.test(name) ? '(local.get 0)' : name.startsWith('resource_drop') ? '(nop)' : '(unreachable)';
    return `(func (export ${JSON.stringify(name)})${type} ${body})`;
  });
  return `(module ${functions.join('\n')})`;
}

/** Starts Ruby, and comes back with the module as it is then. */
function started(wasm, library) {
  const parts = sections(wasm).filter(({ id }) => id !== CUSTOM && id !== START);
  const globals = globalsOf(parts);
  const exports = exportsOf(parts);
  const shown = globals.map(({ isMutable }, i) => isMutable && { name: `judge.global.${i}`, kind: 3, index: i });
  const ruby = new Started(module(replaced(parts, EXPORT, vector([...exports, ...shown].filter(Boolean).map(exportBytes)))));
  ruby.start(library);
  for (const [i, global] of globals.entries()) {
    if (global.isMutable) global.value = ruby.exports[`judge.global.${i}`].value;
  }
  const kept = exports.filter(({ name }) => KEPT.test(name)).map((one) => ({ ...one, name: RENAMED[one.name] ?? one.name }));
  const memory = Buffer.from(ruby.exports.memory.buffer);
  let now = replaced(salted(parts, ruby.hashes), EXPORT, vector(kept.map(exportBytes)));
  now = replaced(now, GLOBAL, vector(globals.map(globalBytes)));
  now = replaced(now, MEMORY, vector([Buffer.concat([Buffer.from([0]), leb(memory.length / 65536)])]));
  return module(withMemory(now, memory));
}

/**
 * The module with what the memory holds. Of data that lies within 16 MiB an instance is a view of the file, which takes no
 * time; the little that lies behind that is put in place by a function when an instance starts.
 */
function withMemory(parts, memory) {
  const runs = runsOf(memory);
  const far = runs.findIndex(([, to]) => to > runs[0][0] + IMAGE);
  const segments = runs.map(([from, to], i) => {
    const place = i < far ? [Buffer.from([0, 0x41]), signedLeb(BigInt(from)), Buffer.from([0x0b])] : [Buffer.from([1])];
    return Buffer.concat([...place, leb(to - from), memory.subarray(from, to)]);
  });
  const copies = runs.slice(far).map(([from, to], i) => {
    const numbers = [from, 0, to - from].map((number) => Buffer.concat([Buffer.from([0x41]), signedLeb(BigInt(number))]));
    return Buffer.concat([...numbers, Buffer.from([0xfc, 8]), leb(far + i), Buffer.from([0])]);
  });
  const body = Buffer.concat([Buffer.from([0]), ...copies, Buffer.from([0x0b])]);
  const functions = count(parts, FUNCTION);
  let now = added(parts, FUNCTION, leb(plainType(parts)));
  now = added(now, CODE, Buffer.concat([leb(body.length), body]));
  now = replaced(now, DATA, vector(segments)).filter(({ id }) => id !== DATA_COUNT);
  const before = (id, part) => now.splice(now.findIndex((one) => one.id === id), 0, part);
  before(CODE, { id: DATA_COUNT, content: leb(segments.length) });
  const elements = now.findIndex(({ id }) => id === EXPORT) + 1;
  now.splice(elements, 0, { id: START, content: leb(imports(module(parts)).length + functions) });
  return now;
}

/** The number of the type of functions that take nothing and answer nothing. */
function plainType(parts) {
  const reader = new Reader(parts.find(({ id }) => id === TYPE).content);
  const types = reader.list(() => {
    reader.byte();
    return [reader.take(reader.number()).length, reader.take(reader.number()).length];
  });
  return types.findIndex(([params, results]) => params + results === 0);
}

function globalsOf(parts) {
  const reader = new Reader(parts.find(({ id }) => id === GLOBAL).content);
  return reader.list(() => {
    const from = reader.at;
    const [type, isMutable] = [reader.byte(), reader.byte() === 1];
    const kind = reader.byte();
    if (kind !== 0x41 && kind !== 0x42) throw new Error('a global that is no whole number');
    while (reader.byte() > 127);
    if (reader.byte() !== 0x0b) throw new Error('a global that is no constant');
    return { type, isMutable, bytes: reader.bytes.subarray(from, reader.at) };
  });
}

function globalBytes({ type, isMutable, bytes, value }) {
  if (!isMutable) return bytes;
  return Buffer.concat([Buffer.from([type, 1, type === 0x7e ? 0x42 : 0x41]), signedLeb(BigInt(value)), Buffer.from([0x0b])]);
}

/** What is not zero in the memory, from where to where. */
function runsOf(memory) {
  // A new run costs some bytes, too.
  const GAP = 64;
  const words = new BigUint64Array(memory.buffer, memory.byteOffset, memory.length / 8);
  const runs = [];
  words.forEach((word, i) => {
    if (word === 0n) return;
    const last = runs.at(-1);
    if (last && 8 * i - last[1] <= GAP) last[1] = 8 * i + 8;
    else runs.push([8 * i, 8 * i + 8]);
  });
  return runs;
}

/** Ruby, as far as it is used from outside. */
class Ruby {
  constructor(wasm, imports) {
    const module = new WebAssembly.Module(wasm);
    for (const { module: from, name } of WebAssembly.Module.imports(module)) {
      // A handle is what it stands for.
      (imports[from] ??= {})[name] ??= (value) => value;
    }
    this.instance = new WebAssembly.Instance(module, imports);
    this.exports = this.instance.exports;
  }

  store(at, ...numbers) {
    const view = new DataView(this.exports.memory.buffer);
    numbers.forEach((number, i) => view.setUint32(at + 4 * i, number, true));
  }

  room(bytes) {
    return (this.exports['judge.allocate'] ?? this.exports.cabi_realloc)(0, 0, 8, bytes);
  }

  text(value) {
    const bytes = Buffer.from(value);
    const at = this.room(bytes.length);
    bytes.copy(Buffer.from(this.exports.memory.buffer, at, bytes.length));
    return [at, bytes.length];
  }

  begin() {
    const words = ['ruby', '-EUTF-8', '-W0', '--disable-gems', '-e_=0'].map((word) => this.text(`${word}\0`));
    const list = this.room(8 * words.length);
    this.store(list, ...words.flat());
    this.exports['ruby-init: func(args: list<string>) -> ()'](list, words.length);
  }

  /** Evaluates Ruby, and comes back with the value. */
  eval(code) {
    const name = 'rb-eval-string-protect: func(str: string) -> tuple<handle<rb-abi-value>, s32>';
    const at = this.exports[name](...this.text(code));
    const [value, state] = new Int32Array(this.exports.memory.buffer, at, 2);
    if (state === 0) return value;
    this.eval('STDOUT.syswrite($!.full_message(highlight: false)) if $!');
    throw new Error(`Ruby does not take ${code.slice(0, 60)}`);
  }
}

/** Ruby while it starts in the interpreter. */
class Started extends Ruby {
  constructor(wasm) {
    const told = (at, length) => process.stderr.write(`${Buffer.from(this.exports.memory.buffer, at, length)}\n`);
    super(wasm, {
      'judge:arena/host@1.0.0': { log: told },
      'judge:arena/source@1.0.0': { read: (at) => this.store(at, 0, 0) },
      'judge:arena/lines@1.0.0': { read: () => {}, print: () => {}, now: () => 0n, sleep: () => {}, random: () => 0n },
    });
  }

  start(library) {
    const { exports } = this;
    const variables = VARIABLES.map((variable) => `${variable}\0`);
    exports['judge.prepare'](this.room(512), variables.length, ...this.text(variables.join('')));
    this.leaveRoom();
    exports._initialize();
    this.begin();
    exports['judge.make_rooms']();
    exports['judge.say_too_deep'](...this.text(TOO_DEEP));
    exports['judge.say_escaped'](...this.text(ESCAPED));
    this.eval(`module Judge; LIBRARY = ${literal(LIBRARY)}; end`);
    this.eval(`module Judge; FILES_OF_LIBRARY = ${literal(library)}.to_h; end`);
    for (const part of PARTS) {
      this.eval(`eval(${literal(readFileSync(join(here, part), 'utf8'))}, TOPLEVEL_BINDING, "(judge)/${part}")`);
    }
    const call = exports['rb-intern: func(name: string) -> u32'](...this.text('call\0'));
    exports['judge.connect'](this.eval('Judge::ENTRY'), call, this.room(8));
    this.hashes = this.placesOfHashes();
    this.eval('GC.start');
    this.clean();
  }

  placesOfHashes() {
    const size = this.eval(`$hashes = begin; ${METHODS}; end; $hashes.size`) >> 1;
    const methods = Array.from({ length: size }, (_, i) => this.eval(`$hashes[${i}]`));
    const places = placesOf(methods, (at) => new DataView(this.exports.memory.buffer).getUint32(at, true));
    this.eval('$hashes = nil');
    return places;
  }

  /** Overwrites what is no longer in use, of which a bot's file would be large. */
  clean() {
    const end = this.exports.memory.buffer.byteLength - 65536;
    this.eval('$zeros = []');
    for (const size of [8192, 1024]) {
      for (;;) {
        const at = this.exports['judge.bytes'](this.eval(`$zeros << "\\0" * ${size}; $zeros.last`));
        if (at >= end) break; // nothing is left but what was never in use
      }
    }
    this.eval('$zeros = nil; GC.start');
  }

  /**
   * Leaves room for what Ruby needs before 16 MiB of which it uses little. So most of the memory lies close together, and
   * an instance of it is a view of the file; else it would be copied for each game.
   */
  leaveRoom() {
    const room = this.room(ROOM);
    this.room(1 << 18); // so that the room is not the end of what is in use
    this.exports['judge.allocate'](room, ROOM, 8, 16);
  }
}

/** The files of Ruby's own library, out of the Ruby that brings all of it: names and texts. */
function libraryOf(wasm, out) {
  const told = `${out}.library`;
  const file = openSync(told, 'w');
  const wasi = new WASI({ version: 'preview1', args: [], env: {}, stdout: file });
  const whole = new Ruby(wasm, { [PREVIEW1]: wasi.wasiImport });
  wasi.initialize(whole.instance);
  whole.begin();
  whole.eval(`
    folders = ["/usr/local/lib/ruby/3.4.0", *Dir.glob("/usr/local/lib/ruby/gems/3.4.0/gems/*/lib").sort]
    ${literal(LIBRARY)}.each do |name|
      folder = folders.find { |one| File.file?("#{one}/#{name}.rb") } or raise "no #{name} in Ruby's library"
      [name, *Dir.glob("#{folder}/#{name}/**/*.rb").sort.map { |one| one[(folder.size + 1)..].delete_suffix(".rb") }].each do |one|
        STDOUT.write("#{one}\\0#{File.binread("#{folder}/#{one}.rb").gsub(/^=begin.*?^=end$/m) { $&.gsub(/[^\\n]/, "") }}\\0")
      end
    end
    STDOUT.flush`);
  closeSync(file);
  const parts = readFileSync(told, 'utf8').split('\0').slice(0, -1);
  rmSync(told);
  return parts.flatMap((name, i) => (i % 2 === 0 ? [[name, parts[i + 1]]] : []));
}

/** A value as Ruby writes it. */
function literal(value) {
  // In JSON a text is one of Ruby's, but for what Ruby would put in.
  const text = JSON.stringify(value, null, 0).replace(/#(?=[{$@])/g, '\\#');
  return Array.isArray(value) || typeof value === 'string' ? text : text.replace(/":/g, '"=>');
}

const dist = join(ruby, 'node_modules/@ruby/3.4-wasm-wasi/dist');
const whole = `${out}.joined`;
try {
  joined(join(dist, 'ruby.wasm'), binaryen, whole);
  writeFileSync(out, started(readFileSync(whole), libraryOf(readFileSync(join(dist, 'ruby+stdlib.wasm')), out)));
} finally {
  rmSync(whole, { force: true });
}
