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

/** @type {Record<string, { size: number, get: (view: DataView, at: number) => any, set: (view: DataView, at: number, value: any) => void }>} */
const PRIMITIVES = {
  bool: { size: 1, get: (v, at) => v.getUint8(at) !== 0, set: (v, at, x) => v.setUint8(at, x ? 1 : 0) },
  u8: { size: 1, get: (v, at) => v.getUint8(at), set: (v, at, x) => v.setUint8(at, x) },
  s8: { size: 1, get: (v, at) => v.getInt8(at), set: (v, at, x) => v.setInt8(at, x) },
  u16: { size: 2, get: (v, at) => v.getUint16(at, true), set: (v, at, x) => v.setUint16(at, x, true) },
  s16: { size: 2, get: (v, at) => v.getInt16(at, true), set: (v, at, x) => v.setInt16(at, x, true) },
  u32: { size: 4, get: (v, at) => v.getUint32(at, true), set: (v, at, x) => v.setUint32(at, x, true) },
  s32: { size: 4, get: (v, at) => v.getInt32(at, true), set: (v, at, x) => v.setInt32(at, x, true) },
  u64: { size: 8, get: (v, at) => v.getBigUint64(at, true), set: (v, at, x) => v.setBigUint64(at, x, true) },
  s64: { size: 8, get: (v, at) => v.getBigInt64(at, true), set: (v, at, x) => v.setBigInt64(at, x, true) },
};

/** Lists of these are moved in one piece. @type {Record<string, Uint8ArrayConstructor | Int8ArrayConstructor>} */
const BYTES = { u8: Uint8Array, s8: Int8Array };

/**
 * The cases of a type that has a discriminant.
 * @param {any} type
 * @returns {[string, Type | null][] | null}
 */
function cases(type) {
  switch (type[0]) {
    case "enum":
      return type[1].map((/** @type {string} */ name) => [name, null]);
    case "option":
      return [
        ["none", null],
        ["some", type[1]],
      ];
    case "result":
      return [
        ["ok", type[1]],
        ["err", type[2]],
      ];
    case "variant":
      return type[1];
    default:
      return null;
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
    for (const [, field] of /** @type {[string, Type][]} */ (type[1])) {
      const inner = layout(field);
      align = Math.max(align, inner.align);
      size = up(size, inner.align) + inner.size;
    }
    return { size: up(size, align), align };
  }
  const all = /** @type {[string, Type | null][]} */ (cases(type));
  for (const [, payload] of all) {
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
  return ["i32", ...join(/** @type {[string, Type | null][]} */ (cases(type)))];
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

/** The case of a value, by its number. @param {any} type @param {any} value @returns {[number, any]} */
function discriminant(type, value) {
  switch (type[0]) {
    case "enum":
      return [type[1].indexOf(value), null];
    case "option":
      return value === null ? [0, null] : [1, value];
    case "result":
      return "err" in value ? [1, value.err] : [0, value.ok];
    default: {
      const at = type[1].findIndex((/** @type {[string, any]} */ [name]) => name === value.tag);
      return [at, value.value];
    }
  }
}

/** The value of a case. @param {any} type @param {number} at @param {any} payload */
function ofCase(type, at, payload) {
  switch (type[0]) {
    case "enum":
      return type[1][at];
    case "option":
      return at === 0 ? null : payload;
    case "result":
      return at === 0 ? { ok: payload } : { err: payload };
    default:
      return { tag: type[1][at][0], value: payload };
  }
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
    let offset = at;
    for (const [name, field] of type[1]) {
      const { size, align } = layout(field);
      offset = up(offset, align);
      store(room, field, value[name], offset);
      offset += size;
    }
  } else {
    const all = /** @type {[string, Type | null][]} */ (cases(type));
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
    let offset = at;
    for (const [name, field] of type[1]) {
      const { size, align } = layout(field);
      offset = up(offset, align);
      record[name] = load(room, field, offset);
      offset += size;
    }
    return record;
  }
  const all = /** @type {[string, Type | null][]} */ (cases(type)),
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
    const all = /** @type {[string, Type | null][]} */ (cases(type));
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
  switch (type) {
    case "bool":
      return next() !== 0;
    case "u8":
      return next() & 0xff;
    case "s8":
      return (next() << 24) >> 24;
    case "u16":
      return next() & 0xffff;
    case "s16":
      return (next() << 16) >> 16;
    case "u32":
      return next() >>> 0;
    case "s32":
      return next();
    case "u64":
      return BigInt.asUintN(64, next());
    case "s64":
      return next();
    case "string":
      return loadList(room, type, next(), next());
  }
  if (type[0] === "list") return loadList(room, type, next(), next());
  if (type[0] === "record") {
    return Object.fromEntries(
      type[1].map((/** @type {[string, Type]} */ [name, field]) => [name, lift(room, field, from)]),
    );
  }
  const all = /** @type {[string, Type | null][]} */ (cases(type)),
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
