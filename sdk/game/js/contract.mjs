// A contract in WIT into the same as data, on the author's machine: what `judge wit GAME.wasm --json` prints.
//
//     node contract.mjs FILE.wit   prints {"wit": …, "interface": …}

import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

// What is a name only with a % before it; judge/wit/src/text.rs has the same.
const KEYWORDS = `
    as async bool borrow char constructor enum error-context export f32 f64 flags from func future
    import include interface list map option own package record resource result s16 s32 s64 s8
    static stream string tuple type u16 u32 u64 u8 use variant with world`.trim().split(/\s+/);
const BUILT_IN = 'bool string u8 u16 u32 u64 s8 s16 s32 s64'.split(' ');

/** The words and signs of a text, one after the other. */
class Wit {
  constructor(text) {
    this.text = text;
    const words = [...text.matchAll(/\/\/[^\n]*|\/\*[^]*?\*\/|->|%?[A-Za-z0-9-]+|\S/g)];
    this.words = words.filter(([word]) => !word.startsWith('//') && !word.startsWith('/*'));
    this.at = 0;
    this.aliases = new Map();
  }

  next() {
    if (this.at === this.words.length) throw new SyntaxError('the contract ends too early');
    this.at += 1;
    return this.words[this.at - 1][0];
  }

  wrong(wanted, why) {
    const { 0: word, index } = this.words[this.at - 1];
    const error = new SyntaxError(why ?? `there should be ${wanted} in place of '${word}'`);
    error.line = this.text.slice(0, index).split('\n').length;
    return error;
  }

  must(sign) {
    if (this.next() !== sign) throw this.wrong(`'${sign}'`);
  }

  takes(sign) {
    const found = this.words[this.at]?.[0] === sign;
    this.at += found;
    return found;
  }

  /** A name that the contract gives. */
  ownName() {
    const name = this.name();
    const { 0: word } = this.words[this.at - 1];
    if (KEYWORDS.includes(word)) throw this.wrong('', `${word} is a word of WIT; write %${word}, or another name`);
    return name;
  }

  name() {
    const word = this.next().replace(/^%/, '');
    if (!/^[a-zA-Z][a-zA-Z0-9-]*$/.test(word)) throw this.wrong('a name');
    return word;
  }

  /** All up to `end`, with commas between them. */
  items(end, take) {
    const found = [];
    while (!this.takes(end)) {
      found.push(take());
      if (this.takes(',')) continue;
      this.must(end);
      break;
    }
    return found;
  }

  type() {
    const word = this.name();
    if (word === 'list' || word === 'option') {
      this.must('<');
      const made = { [word]: this.type() };
      this.must('>');
      return made;
    }
    if (word === 'tuple') {
      this.must('<');
      return { tuple: this.items('>', () => this.type()) };
    }
    if (word === 'result') {
      const result = { ok: null, err: null };
      if (this.takes('<')) {
        if (!this.takes('_')) result.ok = this.type();
        if (this.takes(',')) result.err = this.type();
        this.must('>');
      }
      return { result };
    }
    if (BUILT_IN.includes(word)) return word;
    if (!this.aliases.has(word)) throw this.wrong('a type that was described before');
    return this.aliases.get(word);
  }

  field() {
    const name = this.ownName();
    this.must(':');
    return { name, type: this.type() };
  }

  case() {
    const name = this.ownName();
    if (!this.takes('(')) return { name };
    const type = this.type();
    this.must(')');
    return { name, type };
  }

  /** A record, an enum or a variant. */
  named(kind) {
    const name = this.ownName();
    this.must('{');
    const take = { record: () => this.field(), enum: () => this.ownName(), variant: () => this.case() }[kind];
    const items = this.items('}', take);
    this.aliases.set(name, name);
    return { name, [kind]: items };
  }

  function() {
    const name = this.ownName();
    for (const word of [':', 'func', '(']) this.must(word);
    const params = this.items(')', () => this.field());
    const made = this.takes('->') ? { name, params, result: this.type() } : { name, params };
    this.must(';');
    return made;
  }

  /** The first interface, and its text with the comments before it. */
  interface() {
    let begin = 0;
    while (this.next() !== 'interface') {
      const last = this.words[this.at - 1];
      begin = last.index + last[0].length;
    }
    const found = { interface: `judge:arena/${this.ownName()}@1.0.0`, types: [], functions: [] };
    this.must('{');
    for (let word = this.next(); word !== '}'; word = this.next()) {
      if (['record', 'enum', 'variant'].includes(word)) {
        found.types.push(this.named(word));
      } else if (word === 'type') {
        const alias = this.ownName();
        this.must('=');
        this.aliases.set(alias, this.type());
        this.must(';');
      } else {
        this.at -= 1;
        found.functions.push(this.function());
      }
    }
    const last = this.words[this.at - 1];
    return { wit: this.text.slice(begin, last.index + 1).trim(), interface: found };
  }
}

/** A file's contract, as text and as data, or the end with what is wrong with it. */
export function read(file) {
  try {
    return new Wit(readFileSync(file, 'utf8')).interface();
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    console.error(`error: ${file}:${error.line ?? 1}: ${error.message}`);
    process.exit(1);
  }
}

if (import.meta.url === pathToFileURL(process.argv[1]).href) {
  console.log(JSON.stringify(read(process.argv[2])));
}
