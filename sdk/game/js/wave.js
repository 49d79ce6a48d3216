// Values of a contract's types as WAVE, the text in which a game and the judge speak of them, and back.
//
// A record is an object, a list an array, an enum's case a text, a variant's case { tag, val }, an option null or the value, a
// number of 64 bits a BigInt. Names are in camel case, but cases are as the contract has them.

const KEYWORDS = ['true', 'false', 'some', 'none', 'ok', 'err', 'inf', 'nan'];

/** A value that its type does not have. */
export class WrongValue extends Error {
  name = 'WrongValue';
}

export function camel(name) {
  return name.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
}

export function printed(value) {
  if (typeof value === 'bigint') return `${value}n`;
  let words = String(value);
  try {
    words = JSON.stringify(value) ?? words;
  } catch {
    // A value that refers to itself, or holds a BigInt.
  }
  return words.length > 80 ? `${words.slice(0, 80)} …` : words;
}

function wrong(said, value, wanted) {
  throw new WrongValue(`${said} ${printed(value)}, which should be ${wanted}`);
}

/** A contract as data: what `contract.mjs` makes of the WIT. */
export class Contract {
  constructor({ types, functions }) {
    this.types = Object.fromEntries(types.map((type) => [type.name, type]));
    this.functions = Object.fromEntries(functions.map((one) => [one.name, one]));
  }

  function(name) {
    const found = this.functions[name];
    if (found) return found;
    throw new WrongValue(`the contract has no function ${printed(name)}; it has ${Object.keys(this.functions).join(', ')}`);
  }

  /** The arguments of a function, by name, as WAVE in their order. */
  arguments(name, values) {
    return this.fields(this.function(name).params, values, `${name} gets`).map(([, text]) => text);
  }

  /** The values of fields or parameters, each with its name. */
  fields(fields, values, said) {
    const names = fields.map((field) => camel(field.name));
    if (values === null || typeof values !== 'object' || Array.isArray(values)) {
      wrong(said, values, `an object with ${names.join(', ')}`);
    }
    const unknown = Object.keys(values).find((name) => !names.includes(name));
    if (unknown !== undefined) {
      throw new WrongValue(`${said} ${unknown}, which the contract does not have; it has ${names.join(', ') || 'nothing'}`);
    }
    return fields.map((field, at) => {
      if (!(names[at] in values)) throw new WrongValue(`${said} no ${names[at]}`);
      return [field.name, this.write(field.type, values[names[at]], `${said} ${names[at]}:`)];
    });
  }

  /** A value as WAVE. `said` begins the sentence if it is none of its type. */
  write(type, value, said) {
    if (type.list) {
      if (!Array.isArray(value) && !ArrayBuffer.isView(value)) wrong(said, value, 'an array');
      return `[${Array.from(value, (item, at) => this.write(type.list, item, `${said} item ${at}:`)).join(', ')}]`;
    }
    if (type.option) return value === null || value === undefined ? 'none' : `some(${this.write(type.option, value, said)})`;
    if (type.tuple) {
      if (!Array.isArray(value) || value.length !== type.tuple.length) wrong(said, value, `an array of ${type.tuple.length}`);
      return `(${value.map((item, at) => this.write(type.tuple[at], item, said)).join(', ')})`;
    }
    if (type.result) return this.case(type.result, value, said);
    if (type === 'bool') return typeof value === 'boolean' ? String(value) : wrong(said, value, 'true or false');
    if (type === 'string') return typeof value === 'string' ? quoted(value) : wrong(said, value, 'a text');
    const found = type.match(/^([us])(\d+)$/);
    if (found) return whole(found[1] === 's', Number(found[2]), value, said);
    const named = this.types[type];
    if (named.record) return `{${this.fields(named.record, value, `${said} a ${type} with`).map((pair) => pair.join(': ')).join(', ')}}`;
    if (named.enum) return this.case(Object.fromEntries(named.enum.map((name) => [name, null])), { tag: value }, said);
    return this.case(Object.fromEntries(named.variant.map((one) => [one.name, one.type])), value, said);
  }

  /** A case of an enum, a variant or a result. */
  case(types, value, said) {
    const { tag, val } = value ?? {};
    const has = typeof tag === 'string' && Object.hasOwn(types, tag);
    if (!has) wrong(said, tag === undefined ? value : tag, Object.keys(types).map((name) => `'${name}'`).join(' or '));
    const label = KEYWORDS.includes(tag) && !('ok' in types) ? `%${tag}` : tag;
    return types[tag] ? `${label}(${this.write(types[tag], val, said)})` : label;
  }

  /** A value from WAVE, as the judge writes it. */
  read(type, written) {
    return new Reader(this.types, written).value(type);
  }
}

function whole(isSigned, bits, value, said) {
  const [least, most] = isSigned ? [-(2n ** BigInt(bits - 1)), 2n ** BigInt(bits - 1) - 1n] : [0n, 2n ** BigInt(bits) - 1n];
  const isWhole = typeof value === 'bigint' || Number.isInteger(value);
  return isWhole && value >= least && value <= most ? String(value) : wrong(said, value, `a whole number from ${least} to ${most}`);
}

function quoted(words) {
  // As strings in WAVE: quotes, backslashes and control characters are escaped.
  const escape = (sign) => (sign === '"' || sign === '\\' ? `\\${sign}` : `\\u{${sign.charCodeAt(0).toString(16)}}`);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for
  return `"${words.replace(/["\\\u0000-\u001f\u007f-\u009f]/g, escape)}"`;
}

function unescaped(_, code, sign) {
  return code ? String.fromCodePoint(parseInt(code, 16)) : ({ t: '\t', n: '\n', r: '\r' }[sign] ?? sign);
}

/** Takes a value out of a text. The judge has checked the value, so the text is right. */
class Reader {
  constructor(types, written) {
    Object.assign(this, { types, written, at: 0 });
  }

  next(pattern = /\s*([%A-Za-z0-9-]+|[^])/y) {
    pattern.lastIndex = this.at;
    const found = pattern.exec(this.written);
    this.at = pattern.lastIndex;
    return found[1];
  }

  takes(sign) {
    const before = this.at;
    if (this.next() === sign) return true;
    this.at = before;
    return false;
  }

  /** All up to `end`, with commas between them. */
  items(end, take) {
    const found = [];
    while (!this.takes(end)) {
      found.push(take(found.length));
      this.takes(',');
    }
    return found;
  }

  value(type) {
    if (type.list) {
      this.next();
      return this.items(']', () => this.value(type.list));
    }
    if (type.tuple) {
      this.next();
      return this.items(')', (at) => this.value(type.tuple[at]));
    }
    if (type.option) return this.takes('none') ? null : this.case({ some: type.option }).val;
    if (type.result) return this.case(type.result);
    if (type === 'bool') return this.next() === 'true';
    if (type === 'string') {
      return this.next(/\s*"((?:[^"\\]|\\[^])*)"/y).replace(/\\(?:u\{([0-9a-fA-F]+)\}|([^]))/g, unescaped);
    }
    const named = this.types[type];
    if (!named) return type.endsWith('64') ? BigInt(this.next()) : Number(this.next());
    if (named.enum) return this.next().replace('%', '');
    if (named.variant) return this.case(Object.fromEntries(named.variant.map((one) => [one.name, one.type])));
    return this.record(named.record);
  }

  case(types) {
    const tag = this.next().replace('%', '');
    if (!types[tag]) return { tag };
    this.next();
    const val = this.value(types[tag]);
    this.next();
    return { tag, val };
  }

  record(fields) {
    const found = Object.fromEntries(fields.map((field) => [camel(field.name), null]));
    this.next();
    this.items('}', () => {
      const name = this.next().replace('%', '');
      if (name === ':') return; // a record without values
      this.next();
      found[camel(name)] = this.value(fields.find((field) => field.name === name).type);
    });
    return found;
  }
}
