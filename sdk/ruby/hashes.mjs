// Makes `hash` another number in each game. Ruby takes a seed for it when it starts, which is in the memory that all games
// begin with. That cannot change, since Ruby finds its own names by it. So each method `hash` that is written in C is called
// by way of another function, which has the number go through `judge.salted` of `contract.wat`.
//
// A Hash has its own numbers for texts, symbols, numbers and plain objects, and calls the method for all else, such as
// arrays. So the memory that games begin with must hold nothing that a Hash keeps by such a number; `METHODS` sees to it.

import { CODE, ELEMENT, FUNCTION, Reader, TYPE, added, count, exportsOf, imports, leb, module, replaced, signedLeb, vector } from './wasm.mjs';

/** Where things are in Ruby 3.4: a method's entry, its definition in that, in this its function, and how much that takes. */
const [ENTRY, DEFINITION, CALLED, TAKES] = [32, 8, 8, 16];
const [CONST, CALL, GET, END] = [0x41, 0x10, 0x20, 0x0b];

/** In Ruby: all methods `hash` that are written in C. It raises if there is something that a Hash keeps by one. */
export const METHODS = `
  own = [String, Symbol, Integer, Float]
  plain = lambda { |key| own.include?(key.class) || key.method(:hash).owner == Kernel }
  kept = ObjectSpace.each_object(Hash).reject(&:compare_by_identity?).flat_map(&:keys).reject(&plain)
  raise "a Hash begins with #{kept.first.inspect}" unless kept.empty?
  ObjectSpace.each_object(Module).select { |one| one.method_defined?(:hash, false) && !one.singleton_class? }
    .map { |one| one.instance_method(:hash) }.reject(&:source_location)`;

/** The places in the module's table of the functions that these methods call. `word` reads the memory. */
export function placesOf(methods, word) {
  return methods.map((method) => {
    const definition = word(word(method + ENTRY) + DEFINITION);
    if (word(definition + TAKES) !== 0) throw new Error('it cannot be found out what a method calls; is it another Ruby?');
    return word(definition + CALLED);
  });
}

/** The module with other functions at these places of its table. */
export function salted(parts, places) {
  const before = imports(module(parts)).length + count(parts, FUNCTION);
  const salt = exportsOf(parts).find(({ name }) => name === 'judge.salted').index;
  const table = tableOf(parts);
  const type = typeOfHash(parts);
  let now = parts;
  [...new Set(places)].forEach((place, i) => {
    const at = table.findIndex(({ from, functions }) => place >= from && place < from + functions.length);
    if (at < 0) throw new Error(`nothing is at ${place} of the table`);
    const { from, functions } = table[at];
    const body = Buffer.from([0, GET, 0, CALL, ...leb(functions[place - from]), CALL, ...leb(salt), END]);
    functions[place - from] = before + i;
    now = added(now, FUNCTION, leb(type));
    now = added(now, CODE, Buffer.concat([leb(body.length), body]));
  });
  return replaced(now, ELEMENT, vector(table.map(segmentBytes)));
}

/** What the table holds, from where on. */
function tableOf(parts) {
  const reader = new Reader(parts.find(({ id }) => id === ELEMENT).content);
  return reader.list(() => {
    if (reader.byte() !== 0 || reader.byte() !== CONST) throw new Error('a table of another kind than is known here');
    const from = reader.number();
    reader.byte();
    return { from, functions: reader.list(() => reader.number()) };
  });
}

function segmentBytes({ from, functions }) {
  return Buffer.concat([Buffer.from([0, CONST]), signedLeb(BigInt(from)), Buffer.from([END]), vector(functions.map(leb))]);
}

/** The number of the type of functions that take an object and come back with one. */
function typeOfHash(parts) {
  const I32 = 0x7f;
  const reader = new Reader(parts.find(({ id }) => id === TYPE).content);
  const types = reader.list(() => {
    reader.byte();
    return [reader.take(reader.number()), reader.take(reader.number())];
  });
  return types.findIndex((both) => both.every((values) => values.length === 1 && values[0] === I32));
}
