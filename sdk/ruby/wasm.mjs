// WebAssembly modules taken apart into sections, and put together.

/** The numbers of sections. */
export const [CUSTOM, TYPE, IMPORT, FUNCTION, MEMORY, GLOBAL] = [0, 1, 2, 3, 5, 6];
export const [EXPORT, START, ELEMENT, CODE, DATA, DATA_COUNT] = [7, 8, 9, 10, 11, 12];

const HEADER = Buffer.from('\0asm\x01\0\0\0', 'latin1');
const VALUES = { 0x7f: 'i32', 0x7e: 'i64', 0x7d: 'f32', 0x7c: 'f64' };

/** Reads a module, or a part of it, from its beginning. */
export class Reader {
  at = 0;

  constructor(bytes) {
    this.bytes = bytes;
  }

  byte() {
    return this.bytes[this.at++];
  }

  number() {
    let [value, factor, byte] = [0, 1, 0];
    do {
      byte = this.byte();
      value += (byte & 127) * factor;
      factor *= 128;
    } while (byte > 127);
    return value;
  }

  take(length) {
    this.at += length;
    return this.bytes.subarray(this.at - length, this.at);
  }

  text() {
    return this.take(this.number()).toString();
  }

  list(one) {
    return Array.from({ length: this.number() }, one);
  }
}

/** The sections of a module, in their order. */
export function sections(wasm) {
  if (!wasm.subarray(0, 8).equals(HEADER)) throw new Error('it is no module');
  const reader = new Reader(wasm);
  reader.take(8);
  const found = [];
  while (reader.at < wasm.length) {
    const id = reader.byte();
    found.push({ id, content: reader.take(reader.number()) });
  }
  return found;
}

/** A module of sections. */
export function module(parts) {
  return Buffer.concat([HEADER, ...parts.flatMap(({ id, content }) => [Buffer.from([id]), leb(content.length), content])]);
}

/** The content of a section that is a list. */
export function vector(items) {
  return Buffer.concat([leb(items.length), ...items]);
}

export function custom(name, content) {
  return { id: CUSTOM, content: Buffer.concat([text(name), content]) };
}

export function leb(number) {
  const bytes = [];
  for (; number > 127; number = Math.floor(number / 128)) bytes.push((number % 128) | 128);
  return Buffer.from([...bytes, number]);
}

/** The same for a number with a sign, a BigInt. */
export function signedLeb(number) {
  const bytes = [];
  for (;;) {
    const byte = Number(number & 127n);
    number >>= 7n;
    if ((number === 0n && byte < 64) || (number === -1n && byte >= 64)) return Buffer.from([...bytes, byte]);
    bytes.push(byte | 128);
  }
}

export function text(value) {
  return Buffer.concat([leb(Buffer.byteLength(value)), Buffer.from(value)]);
}

/** What a module imports: functions, with their types as text. */
export function imports(wasm) {
  const content = (wanted) => new Reader(sections(wasm).find(({ id }) => id === wanted).content);
  const reader = content(TYPE);
  const values = (kind) => {
    const names = reader.list(() => VALUES[reader.byte()]);
    return names.length > 0 ? ` (${kind} ${names.join(' ')})` : '';
  };
  const types = reader.list(() => {
    reader.byte();
    const [params, results] = [values('param'), values('result')];
    return { type: params + results, results };
  });
  const imported = content(IMPORT);
  return imported.list(() => {
    const [from, name, kind] = [imported.text(), imported.text(), imported.byte()];
    if (kind !== 0) throw new Error(`${from} ${name}: only functions are known here`);
    return { from, name, ...types[imported.number()] };
  });
}

/** The sections with other content in this one. */
export function replaced(parts, id, content) {
  return parts.map((part) => (part.id === id ? { id, content } : part));
}

/** How many items a section has. */
export function count(parts, id) {
  return new Reader(parts.find((part) => part.id === id).content).number();
}

/** The sections with one more item in this one. */
export function added(parts, id, item) {
  return parts.map((part) => {
    if (part.id !== id) return part;
    const reader = new Reader(part.content);
    const items = reader.number();
    return { id, content: Buffer.concat([leb(items + 1), part.content.subarray(reader.at), item]) };
  });
}

/** What a module exports. */
export function exportsOf(parts) {
  const reader = new Reader(parts.find(({ id }) => id === EXPORT).content);
  return reader.list(() => {
    const [name, kind, index] = [reader.text(), reader.byte(), reader.number()];
    return { name, kind, index };
  });
}

export function exportBytes({ name, kind, index }) {
  return Buffer.concat([text(name), Buffer.from([kind]), leb(index)]);
}
