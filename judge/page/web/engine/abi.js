// The canonical ABI of the component model, as far as the contract needs it: JavaScript values in, the
// numbers and bytes of a core module out, and back.
//
// Values: numbers, booleans, strings; BigInt for 64 bits; Uint8Array or Int8Array for lists of bytes, arrays
// for other lists; objects for records; { tag, value } for variants; null for an option without a value;
// { ok } or { err } for results.

/**
 * A type of the contract: a primitive's name, or a list of its kind and its parts.
 * @typedef {string | ["list", Type] | ["option", Type] | ["result", Type | null, Type | null]
 *   | ["record", [string, Type][]] | ["enum", string[]] | ["variant", [string, Type | null][]]} Type
 */

/**
 * A module whose memory values lie in.
 * @typedef {{ memory: WebAssembly.Memory, realloc: (size: number, align: number) => number, bytesMax: number }} Room
 */

/** An answer that makes no sense. */
export class BadReply extends Error {}

/** An answer that is longer than the limit. */
export class TooLong extends Error {}

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/**
 * How a primitive lies in memory, and what a core number is as one.
 * @type {Record<string, { size: number, get: (view: DataView, at: number) => any, set: (view: DataView, at: number, value: any) => void, lift: (core: any) => any }>}
 */
const PRIMITIVES = {
  bool: { ...bytes(1, "Uint8", (x) => x !== 0), set: (view, at, x) => view.setUint8(at, x ? 1 : 0) },
  u8: bytes(1, "Uint8", (x) => x & 0xff),
  s8: bytes(1, "Int8", (x) => (x << 24) >> 24),
  u16: bytes(2, "Uint16", (x) => x & 0xffff),
  s16: bytes(2, "Int16", (x) => (x << 16) >> 16),
  u32: bytes(4, "Uint32", (x) => x >>> 0),
  s32: bytes(4, "Int32", (x) => x),
  u64: bytes(8, "BigUint64", (x) => BigInt.asUintN(64, x)),
  s64: bytes(8, "BigInt64", (x) => x),
};

/** A primitive that a view of memory knows. @param {number} size @param {string} name @param {(core: any) => any} lift */
function bytes(size, name, lift) {
  return {
    size,
    lift,
    get: (/** @type {any} */ view, /** @type {number} */ at) => lift(view[`get${name}`](at, true)),
    set: (/** @type {any} */ view, /** @type {number} */ at, /** @type {any} */ x) =>
      view[`set${name}`](at, x, true),
  };
}

/** Lists of these are moved in one piece. @type {Record<string, Uint8ArrayConstructor | Int8ArrayConstructor>} */
const BYTES = { u8: Uint8Array, s8: Int8Array };

/**
 * What has a discriminant: its cases, the number and the payload of a value, and the value of a case.
 * @type {Record<string, { cases: (type: any) => [string, Type | null][], split: (value: any, type: any) => [number, any], of: (at: number, payload: any, type: any) => any }>}
 */
const VARIANTS = {
  enum: {
    cases: (type) => type[1].map((/** @type {string} */ name) => [name, null]),
    split: (value, type) => [type[1].indexOf(value), null],
    of: (at, _, type) => type[1][at],
  },
  option: {
    cases: (type) => [
      ["none", null],
      ["some", type[1]],
    ],
    split: (value) => [value === null ? 0 : 1, value],
    of: (at, payload) => (at === 0 ? null : payload),
  },
  result: {
    cases: (type) => [
      ["ok", type[1]],
      ["err", type[2]],
    ],
    split: (value) => ("err" in value ? [1, value.err] : [0, value.ok]),
    of: (at, payload) => (at === 0 ? { ok: payload } : { err: payload }),
  },
  variant: {
    cases: (type) => type[1],
    split: ({ tag, value }, type) => [
      type[1].findIndex((/** @type {[string, any]} */ [name]) => name === tag),
      value,
    ],
    of: (at, payload, type) => ({ tag: type[1][at][0], value: payload }),
  },
};

/** @param {any} type */
const cases = (type) => VARIANTS[type[0]].cases(type);

/** The case of a value, by its number. @param {any} type @param {any} value */
const discriminant = (type, value) => VARIANTS[type[0]].split(value, type);

/** The value of a case. @param {any} type @param {number} at @param {any} payload */
const ofCase = (type, at, payload) => VARIANTS[type[0]].of(at, payload, type);

/** The fields of a record, each with its place. @param {[string, Type][]} fields @returns {Generator<[string, Type, number]>} */
function* placed(fields) {
  let at = 0;
  for (const [name, type] of fields) {
    const { size, align } = layout(type);
    at = up(at, align);
    yield [name, type, at];
    at += size;
  }
}

/** @param {Type | null} type @returns {{ size: number, align: number }} */
function layout(type) {
  if (type === null) return { size: 0, align: 1 };
  if (typeof type === "string" && type !== "string")
    return { size: PRIMITIVES[type].size, align: PRIMITIVES[type].size };
  if (type === "string" || type[0] === "list") return { size: 8, align: 4 };
  let size = 0,
    align = 1;
  if (type[0] === "record") {
    for (const [, field, at] of placed(/** @type {[string, Type][]} */ (type[1]))) {
      const inner = layout(field);
      align = Math.max(align, inner.align);
      size = at + inner.size;
    }
    return { size: up(size, align), align };
  }
  for (const [, payload] of cases(type)) {
    const inner = layout(payload);
    align = Math.max(align, inner.align);
    size = Math.max(size, inner.size);
  }
  return { size: up(up(1, align) + size, align), align };
}

/** @param {number} at @param {number} align */
const up = (at, align) => Math.ceil(at / align) * align;

/** Where the payload of a variant begins. @param {[string, Type | null][]} all */
const payloadAt = (all) => up(1, Math.max(1, ...all.map(([, type]) => layout(type).align)));

/**
 * The core types of a type: "i32" or "i64".
 * @param {Type | null} type @returns {string[]}
 */
function flat(type) {
  if (type === null) return [];
  if (type === "u64" || type === "s64") return ["i64"];
  if (type === "string" || type[0] === "list") return ["i32", "i32"];
  if (typeof type === "string") return ["i32"];
  if (type[0] === "record")
    return /** @type {[string, Type][]} */ (type[1]).flatMap(([, field]) => flat(field));
  return ["i32", ...join(cases(type))];
}

/** The core types that have room for each case. @param {[string, Type | null][]} all @returns {string[]} */
function join(all) {
  /** @type {string[]} */
  const joined = [];
  for (const [, type] of all) {
    flat(type).forEach((core, i) => {
      joined[i] = joined[i] && joined[i] !== core ? "i64" : core;
    });
  }
  return joined;
}

/** @param {Room} room @param {any} type @param {any} value @returns {[number, number]} */
function storeList(room, type, value) {
  if (type === "string") {
    const bytes = encoder.encode(value);
    const at = room.realloc(bytes.length, 1);
    new Uint8Array(room.memory.buffer, at, bytes.length).set(bytes);
    return [at, bytes.length];
  }
  const element = type[1],
    { size, align } = layout(element);
  const at = room.realloc(value.length * size, align);
  const Bytes = BYTES[element];
  if (Bytes) new Bytes(room.memory.buffer, at, value.length).set(value);
  else
    value.forEach((/** @type {any} */ item, /** @type {number} */ i) =>
      store(room, element, item, at + i * size),
    );
  return [at, value.length];
}

/** @param {Room} room @param {any} type @param {number} at @param {number} length */
function loadList(room, type, at, length) {
  at >>>= 0;
  length >>>= 0;
  const element = type === "string" ? "u8" : type[1],
    { size, align } = layout(element);
  const bytes = length * size,
    kind = type === "string" ? "string" : "list";
  if (at % align !== 0) throw new BadReply(`${kind} pointer is not aligned`);
  if (at + bytes > room.memory.buffer.byteLength)
    throw new BadReply(`${kind} pointer/length out of bounds of memory`);
  if (bytes > room.bytesMax) throw new TooLong();
  if (type === "string") return text(new Uint8Array(room.memory.buffer, at, length));
  const Bytes = BYTES[element];
  if (Bytes) return new Bytes(room.memory.buffer.slice(at, at + length));
  return Array.from({ length }, (_, i) => load(room, element, at + i * size));
}

/** @param {Uint8Array} bytes */
function text(bytes) {
  try {
    return decoder.decode(bytes);
  } catch {
    throw new BadReply("invalid utf-8");
  }
}

/** Writes a value to memory. @param {Room} room @param {any} type @param {any} value @param {number} at */
function store(room, type, value, at) {
  if (typeof type === "string" && type !== "string") {
    PRIMITIVES[type].set(new DataView(room.memory.buffer), at, value);
  } else if (type === "string" || type[0] === "list") {
    const [pointer, length] = storeList(room, type, value);
    const view = new DataView(room.memory.buffer);
    view.setUint32(at, pointer, true);
    view.setUint32(at + 4, length, true);
  } else if (type[0] === "record") {
    for (const [name, field, place] of placed(type[1])) store(room, field, value[name], at + place);
  } else {
    const all = cases(type);
    const [number, payload] = discriminant(type, value);
    new DataView(room.memory.buffer).setUint8(at, number);
    const inner = all[number][1];
    if (inner !== null) store(room, inner, payload, at + payloadAt(all));
  }
}

/** Reads a value from memory. @param {Room} room @param {any} type @param {number} at @returns {any} */
function load(room, type, at) {
  const view = new DataView(room.memory.buffer);
  if (typeof type === "string" && type !== "string") return PRIMITIVES[type].get(view, at);
  if (type === "string" || type[0] === "list") {
    return loadList(room, type, view.getUint32(at, true), view.getUint32(at + 4, true));
  }
  if (type[0] === "record") {
    /** @type {Record<string, any>} */
    const record = {};
    for (const [name, field, place] of placed(type[1])) record[name] = load(room, field, at + place);
    return record;
  }
  const all = cases(type),
    number = view.getUint8(at);
  const inner = known(type, all, number)[1];
  return ofCase(type, number, inner === null ? undefined : load(room, inner, at + payloadAt(all)));
}

/** @param {any} type @param {[string, Type | null][]} all @param {number} number */
function known(type, all, number) {
  if (number >= all.length) {
    if (type[0] === "option") throw new BadReply("invalid option discriminant");
    throw new BadReply(`unexpected discriminant: ${number}`);
  }
  return all[number];
}

/** Appends the core values of a value. @param {Room} room @param {any} type @param {any} value @param {any[]} to */
function lower(room, type, value, to) {
  if (type === "u64" || type === "s64") to.push(BigInt.asIntN(64, value));
  else if (type === "bool") to.push(value ? 1 : 0);
  else if (type === "string" || type[0] === "list") to.push(...storeList(room, type, value));
  else if (typeof type === "string") to.push(value | 0);
  else if (type[0] === "record") for (const [name, field] of type[1]) lower(room, field, value[name], to);
  else {
    const all = cases(type);
    const [number, payload] = discriminant(type, value);
    /** @type {any[]} */
    const own = [];
    if (all[number][1] !== null) lower(room, all[number][1], payload, own);
    to.push(number, ...join(all).map((core, i) => (core === "i64" ? BigInt(own[i] ?? 0) : (own[i] ?? 0))));
  }
}

/** Takes a value from core values. @param {Room} room @param {any} type @param {Iterator<any>} from @returns {any} */
function lift(room, type, from) {
  const next = () => from.next().value;
  if (type === "string" || type[0] === "list") return loadList(room, type, next(), next());
  if (typeof type === "string") return PRIMITIVES[type].lift(next());
  if (type[0] === "record") {
    return Object.fromEntries(
      type[1].map((/** @type {[string, Type]} */ [name, field]) => [name, lift(room, field, from)]),
    );
  }
  const all = cases(type),
    number = next() >>> 0;
  const [, inner] = known(type, all, number);
  const cores = join(all).map(() => next()),
    wanted = flat(inner);
  const own = wanted.map((core, i) =>
    core === "i32" ? Number(BigInt.asIntN(32, BigInt(cores[i]))) : cores[i],
  );
  return ofCase(type, number, inner === null ? undefined : lift(room, inner, own.values()));
}

/** The most core parameters of a function. */
const PARAMETERS_MAX = 16;

/**
 * A function of the contract.
 * @typedef {{ params: [string, Type][], result: Type | null }} Signature
 */

/** What is known of a signature, once. @param {Signature} signature */
function prepared({ params, result }) {
  const cores = params.flatMap(([, type]) => flat(type));
  return {
    isIndirect: flat(result).length > 1,
    layout: layout(result),
    /** Those that are too many are passed in memory, as a record. @type {any} */
    spilled: cores.length > PARAMETERS_MAX ? ["record", params] : null,
  };
}

/**
 * A function that calls an export with JavaScript values.
 * @param {Room} room @param {WebAssembly.Exports} exports @param {string} name @param {Signature} signature
 * @param {(call: any) => any} by how it is called: what comes back may be promised
 * @returns {(...values: any[]) => any}
 */
export function exported(room, exports, name, signature, by = (call) => call) {
  const {
    isIndirect,
    layout: { size, align },
    spilled,
  } = prepared(signature);
  const call = /** @type {Function} */ (by(exports[name])),
    free = /** @type {Function | undefined} */ (exports[`cabi_post_${name}`]);
  const { params, result } = signature;
  return (...values) => {
    /** @type {any[]} */
    const cores = [];
    if (spilled) {
      const { size, align } = layout(spilled),
        at = room.realloc(size, align);
      store(room, spilled, Object.fromEntries(params.map(([name], i) => [name, values[i]])), at);
      cores.push(at);
    } else params.forEach(([, type], i) => lower(room, type, values[i], cores));
    const returned = call(...cores);
    return returned instanceof Promise ? returned.then(answer) : answer(returned);
  };

  /** @param {any} returned */
  function answer(returned) {
    let value;
    if (isIndirect) {
      const at = returned >>> 0;
      if (at % align !== 0) throw new BadReply("return pointer not aligned");
      if (at + size > room.memory.buffer.byteLength) throw new BadReply("pointer out of bounds of memory");
      value = load(room, result, at);
    } else if (result !== null) {
      value = lift(room, result, [returned].values());
    }
    if (free) free(...(result === null ? [] : [returned]));
    return value;
  }
}

/**
 * A function for a module to import, made of one that takes and gives JavaScript values.
 * @param {() => Room} room @param {Signature} signature @param {(...values: any[]) => any} work
 */
export function imported(room, signature, work) {
  const { isIndirect } = prepared(signature);
  const { params, result } = signature;
  return (/** @type {any[]} */ ...cores) => {
    const from = cores.values();
    const done = work(...params.map(([, type]) => lift(room(), type, from)));
    const finish = (/** @type {any} */ value) => {
      if (result === null) return undefined;
      if (isIndirect) {
        store(room(), result, value, cores[cores.length - 1] >>> 0);
        return undefined;
      }
      /** @type {any[]} */
      const returned = [];
      lower(room(), result, value, returned);
      return returned[0];
    };
    return done instanceof Promise ? done.then(finish) : finish(done);
  };
}

/**
 * The room of an instance.
 * @param {WebAssembly.Exports} exports @param {number} bytesMax
 * @returns {Room}
 */
export function roomOf(exports, bytesMax) {
  const memory = /** @type {WebAssembly.Memory} */ (exports.memory),
    realloc = /** @type {Function} */ (exports.cabi_realloc);
  return {
    memory,
    bytesMax,
    realloc: (size, align) => {
      const at = realloc(0, 0, align, size) >>> 0;
      if (at % align !== 0) throw new BadReply("realloc return: result not aligned");
      if (at + size > memory.buffer.byteLength) throw new BadReply("realloc return: beyond end of memory");
      return at;
    },
  };
}
