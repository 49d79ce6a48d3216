// Mends a leak of Ruby's: each time that an exception, a `break` or a `throw` leaves a block which a method written in C
// has called, 24 KB of memory are lost, the room that C's setjmp has for a frame. A bot has no memory for many of these.
//
// So this room comes out of a row of rooms, of `contract.wat`. It is told when Ruby frees a room and when it goes back to
// the frame that has it: then those behind it are free.
//
// The stack of C leaks, too: what lay on it above such a frame stays there until the frame ends. So each room also keeps
// where the stack was, and Ruby goes back to that.
//
// To find objects on the machine's stack, and to come back to a frame, Ruby makes images of that stack. These are in
// `contract.wat`, too, since Ruby writes beyond the end of its own when the stack is deep.

import { CODE, FUNCTION, GLOBAL, Reader, TYPE, exportsOf, imports, leb, module, replaced, sections, signedLeb, vector } from './wasm.mjs';

/** Bytes of the room, in Ruby 3.4 of the package; nothing else is so large. */
const ROOM = 24600;
/** The same, and where the stack was. */
const ROOM_WITH_STACK = ROOM + 8;
/** Where Ruby's stack begins: the first value of its pointer. */
const STACK = 16 << 20;

const number = (value) => signedLeb(BigInt(value));
const bytes = (...parts) => Buffer.concat(parts.map((part) => (typeof part === 'number' ? Buffer.from([part]) : part)));
const [CONST, CALL, GET, TEE, STORE] = [0x41, 0x10, 0x20, 0x22, 0x36];
const [GLOBAL_GET, GLOBAL_SET] = [0x23, 0x24];
const [IF, ELSE, END, RETURN] = [0x04, 0x05, 0x0b, 0x0f];
const [EMPTY, I32] = [0x40, 0x7f];

/** The module with the leak mended. */
export function mended(wasm) {
  const parts = sections(wasm);
  const reader = (id) => new Reader(parts.find((part) => part.id === id).content);
  const imported = imports(wasm).length;
  const types = functionTypes(reader(FUNCTION));
  const code = reader(CODE);
  const bodies = code.list(() => code.take(code.number()));
  const own = Object.fromEntries(exportsOf(parts).map(({ name, index }) => [name, index]));
  const asks = bytes(CONST, number(ROOM), CALL);

  const users = bodies.filter((body) => body.includes(asks));
  const allocate = most(users.map((body) => [callAfter(body, asks)]), 'allocates rooms');
  const one = typeOf(reader(TYPE), [1, 0]);
  const frees = new Set(types.flatMap((type, i) => (type === one ? [imported + i] : [])));
  const free = most(users.map((body) => [...calls(body)].filter((index) => frees.has(index))), 'frees rooms');

  const two = typeOf(reader(TYPE), [2, 0]);
  // C's longjmp, which writes into the room that the frame is being returned to: 3.
  const signs = [bytes(CALL, leb(own.asyncify_start_unwind)), bytes(CONST, 3, STORE)];
  const jumps = bodies.map((body, i) => types[i] === two && signs.every((sign) => body.includes(sign)) && imported + i);
  const jump = only(jumps.filter(Boolean), 'goes back to a frame');

  // Behind all functions that there are: what asks for a room, those who make images, and three as they were.
  const ask = imported + types.length;
  const [makeImage, makeImageOfRoom, freeAsItWas, jumpAsItWas, madeAsItWas] = [1, 2, 3, 4, 5].map((i) => ask + i);
  const start = bytes(CALL, leb(own.asyncify_start_unwind));
  const made = own.asyncify_stop_unwind;
  const setsJump = typeOf(reader(TYPE), [1, 1]);
  const changed = bodies.map((body, i) => {
    const now = withPlaces(body, bytes(asks, leb(allocate)), bytes(CALL, leb(ask)));
    if (!body.includes(start)) return now;
    if (types[i] === setsJump) return withPlaces(now, start, bytes(CALL, leb(makeImageOfRoom)));
    // Others have their image in one place, but a fiber has its own.
    return now[now.indexOf(start) - 2] === GET ? now : withPlaces(now, start, bytes(CALL, leb(makeImage)));
  });
  const originals = [free, jump, made].map((index) => changed[index - imported]);
  changed[free - imported] = bytes(0, GET, 0, CALL, leb(own['judge.free_room']), IF, EMPTY, RETURN, END, GET, 0, CALL, leb(freeAsItWas), END);
  const stack = leb(stackPointer(reader(GLOBAL)));
  const goBack = bytes(GET, 0, GLOBAL_GET, stack, CALL, leb(own['judge.stack_of']), GLOBAL_SET, stack);
  changed[jump - imported] = bytes(0, GET, 0, CALL, leb(own['judge.jump']), goBack, GET, 0, GET, 1, CALL, leb(jumpAsItWas), END);
  changed[made - imported] = bytes(0, CALL, leb(own['judge.image_made']), CALL, leb(madeAsItWas), END);
  const orAllocate = bytes(IF, I32, GET, 0, ELSE, CONST, number(ROOM_WITH_STACK), CALL, leb(allocate), END);
  const keep = bytes(GLOBAL_GET, stack, CALL, leb(own['judge.keep_stack']));
  const makers = [bytes(CALL, leb(own['judge.make_image'])), bytes(GLOBAL_GET, stack, CALL, leb(own['judge.make_image_of_room']))];
  changed.push(
    bytes(1, 1, I32, GLOBAL_GET, stack, CALL, leb(own['judge.room']), TEE, 0, orAllocate, keep, END),
    ...makers.map((maker) => bytes(0, GET, 0, maker, GET, 0, start, END)),
    ...originals,
  );
  const all = [...types, typeOf(reader(TYPE), [0, 1]), one, one, ...[free, jump, made].map((index) => types[index - imported])];
  const now = replaced(parts, FUNCTION, vector(all.map(leb)));
  return module(replaced(now, CODE, vector(changed.map((body) => bytes(leb(body.length), body)))));
}

function functionTypes(reader) {
  return reader.list(() => reader.number());
}

/** The number of the type with so many parameters and results. */
function typeOf(reader, wanted) {
  const found = reader.list(() => {
    reader.byte();
    return [reader.take(reader.number()), reader.take(reader.number())];
  });
  const fits = (types, count) => types.length === count && types.every((one) => one === I32);
  return found.findIndex(([params, results]) => fits(params, wanted[0]) && fits(results, wanted[1]));
}

/** What is called right behind some bytes. */
function callAfter(body, asks) {
  const reader = new Reader(body);
  reader.at = body.indexOf(asks) + asks.length;
  return reader.number();
}

/** About what a function calls: all that could be a call. */
function calls(body) {
  const found = new Set();
  for (let at = body.indexOf(CALL); at >= 0; at = body.indexOf(CALL, at + 1)) {
    const reader = new Reader(body);
    reader.at = at + 1;
    found.add(reader.number());
  }
  return found;
}

/** The one that is in most of these lists. */
function most(lists, what) {
  const counts = new Map();
  for (const index of lists.flat()) counts.set(index, (counts.get(index) ?? 0) + 1);
  const [first, second] = [...counts].sort(([, one], [, other]) => other - one);
  if (!first || (second && second[1] === first[1])) throw new Error(`it cannot be found out what ${what}; is it another Ruby?`);
  return first[0];
}

function only(found, what) {
  if (found.length !== 1) throw new Error(`it cannot be found out what ${what}; is it another Ruby?`);
  return found[0];
}

/** A function's body in which other bytes stand for these. */
function withPlaces(body, these, instead) {
  const parts = [];
  let from = 0;
  for (let at = body.indexOf(these); at >= 0; at = body.indexOf(these, from)) {
    parts.push(body.subarray(from, at), instead);
    from = at + these.length;
  }
  return Buffer.concat([...parts, body.subarray(from)]);
}

function stackPointer(reader) {
  const globals = reader.list(() => {
    const [, isMutable, kind] = [reader.byte(), reader.byte() === 1, reader.byte()];
    const start = reader.number();
    reader.byte();
    return isMutable && kind === CONST && start === STACK;
  });
  if (globals.filter(Boolean).length !== 1) throw new Error('it cannot be found out where the stack is; is it another Ruby?');
  return globals.indexOf(true);
}
