// The first WASI for a bot in a page, by the engine's table. The engine has the clock, the random numbers, the log and the
// lines; here are the bot's memory and its fuel. No address of a bot's is believed, as in judge/sandbox/src/direct/preview1.rs.

export const MODULE = "wasi_snapshot_preview1";

const SUCCESS = 0,
  STDIN = 0,
  STDOUT = 1,
  STDERR = 2;

/**
 * The engine's table: the errno of each function that has one answer, and by which parameter it knows a stream; nothing
 * for those that do something.
 * @typedef {object} Table
 * @property {Record<string, { errno: number, stream: number | null } | null>} functions
 * @property {{ badf: number, fault: number, inval: number }} errnos
 * @property {number} clocks
 * @property {number} items_max
 * @property {number} bytes_max
 * @property {number} subscription_bytes
 * @property {number} event_bytes
 */

/** The bot has an errno. */
class Failed extends Error {
  /** @param {number} errno */
  constructor(errno) {
    super(`errno ${errno}`);
    this.errno = errno;
  }
}

/** A stop that was told already. */
export class Stopped extends Error {
  /** @param {import("./bot.js").Stop} stop */
  constructor(stop) {
    super(stop.tag);
    this.stop = stop;
  }
}

/**
 * The engine's side of a bot: its functions, by the bot's number, and the table.
 * @typedef {{ number: number, hosts: Record<string, (...values: any[]) => any>, table: Table }} Host
 */

/**
 * A bot that calls: its fuel and its memory. `wait` suspends a program until there is another line; then the call does the rest, if there
 * is some.
 * @typedef {object} Caller
 * @property {import("./meter.js").Meter} meter
 * @property {() => ArrayBuffer} memory
 * @property {(at: number, bytes: ArrayLike<number>) => void} store
 * @property {() => void} goOnReading
 * @property {(then: (() => number | Promise<number>) | null) => number | Promise<number>} wait
 */

/** The functions that a bot imports. @param {Host} host @param {Caller} caller @returns {Record<string, (...given: any[]) => any>} */
export function preview1({ number, hosts, table }, { meter, memory, store, goOnReading, wait }) {
  const { badf, fault, inval } = table.errnos;
  const size = () => memory().byteLength,
    bytes = (/** @type {number} */ at, /** @type {number} */ length) => new Uint8Array(memory(), at, length),
    view = () => new DataView(memory());
  const check = (/** @type {boolean} */ holds, /** @type {number} */ errno) => {
    if (!holds) throw new Failed(errno);
  };
  const range = (/** @type {number} */ at, /** @type {number} */ length) =>
    check(at + length <= size(), fault);
  const put = (/** @type {number} */ at, /** @type {ArrayLike<number>} */ answer) => {
    range(at, answer.length);
    store(at, answer);
    return SUCCESS;
  };
  const word = (/** @type {number} */ value) => new Uint8Array(new Uint32Array([value]).buffer),
    long = (/** @type {bigint} */ value) => new Uint8Array(new BigUint64Array([value]).buffer);
  const open = (/** @type {number} */ stream) => check(hosts["is-open"](number, stream), badf);
  /** What the engine answers, or the bot stops. @param {{ ok: any } | { err: import("./bot.js").Stop }} answer */
  const must = (answer) => {
    if ("err" in answer) throw new Stopped(answer.err);
    return answer.ok;
  };
  /** Where a piece of memory lies, and its length. The list may lie within a piece, and be another once that was written. */
  const piece = (/** @type {number} */ list, /** @type {number} */ place) => {
    const [at, length] = [0, 4].map((from) => view().getUint32(list + 8 * place + from, true));
    range(at, length);
    return [at, length];
  };
  /** The bytes of all pieces together. @param {number} list @param {number} count */
  const listed = (list, count) => {
    check(count <= table.items_max, inval);
    range(list, 8 * count);
    let total = 0;
    for (let place = 0; place < count; place++) total += piece(list, place)[1];
    check(total <= table.bytes_max, inval);
    return total;
  };
  const nothing = (/** @type {number} */ count, /** @type {number} */ length) => {
    range(count, 4);
    put(length, word(0));
    return put(count, word(0));
  };

  /** Those that do something. @type {Record<string, (...given: any[]) => number | Promise<number>>} */
  const real = {
    args_sizes_get: nothing,
    environ_sizes_get: nothing,
    clock_res_get: (clock, to) => {
      check(clock < table.clocks, inval);
      return put(to, long(1n));
    },
    clock_time_get: (clock, _, to) => {
      const time = hosts.time(number, clock, meter.left());
      check(time !== null, inval);
      return put(to, long(time));
    },
    fd_close: (stream) => {
      open(stream);
      hosts.close(number, stream);
      return SUCCESS;
    },
    fd_fdstat_get: (stream, to) => {
      open(stream);
      return put(to, hosts.stat(stream));
    },
    fd_read: (stream, list, count, to) => {
      check(stream === STDIN, badf);
      open(stream);
      const total = listed(list, count);
      range(to, 4);
      const read = () => {
        goOnReading();
        if (total > 0 && !must(hosts["is-ready"](number))) return wait(read);
        let taken = 0;
        for (let place = 0; place < count; place++) {
          const [at, length] = piece(list, place),
            text = hosts.read(number, length);
          store(at, text);
          taken += text.length;
        }
        meter.payBytes(taken);
        return put(to, word(taken));
      };
      return read();
    },
    fd_write: (stream, list, count, to) => {
      check(stream === STDOUT || stream === STDERR, badf);
      open(stream);
      const total = listed(list, count);
      range(to, 4);
      meter.payBytes(total);
      const text = new Uint8Array(total);
      for (let place = 0, end = 0; place < count; place++) {
        const [at, length] = piece(list, place);
        text.set(bytes(at, length), end);
        end += length;
      }
      put(to, word(total));
      return must(hosts.write(number, stream, text)) ? wait(null) : SUCCESS;
    },
    poll_oneoff: (from, to, count, happened) => {
      // Who waits for nothing would wait for ever.
      check(count > 0 && count <= table.items_max, inval);
      range(to, count * table.event_bytes);
      range(happened, 4);
      range(from, count * table.subscription_bytes);
      const awaited = bytes(from, count * table.subscription_bytes).slice();
      check(hosts["can-poll"](awaited), inval);
      meter.payBytes(awaited.length);
      const events = hosts.poll(number, awaited, meter.left());
      put(to, events);
      return put(happened, word(events.length / table.event_bytes));
    },
    proc_exit: (status) => {
      throw new Stopped({ tag: "exit", value: Math.min(status, 255) });
    },
    random_get: (to, length) => {
      range(to, length);
      meter.payBytes(length);
      return put(to, hosts.random(number, length));
    },
  };

  /** A number of 32 bits has no sign here. @param {any} given */
  const unsigned = (given) => (typeof given === "number" ? given >>> 0 : given);
  const functions = Object.entries(table.functions).map(([name, answer]) => {
    /** @param {unknown} error @returns {number} */
    const errno = (error) => {
      if (error instanceof Failed) return error.errno;
      throw error;
    };
    const call = (/** @type {any[]} */ ...given) => {
      meter.payCall();
      try {
        const numbers = given.map(unsigned);
        if (answer === null) {
          const done = real[name](...numbers);
          return done instanceof Promise ? done.catch(errno) : done;
        }
        if (answer.stream !== null) open(numbers[answer.stream]);
        return answer.errno;
      } catch (error) {
        return errno(error);
      }
    };
    return [name, call];
  });
  return Object.fromEntries(functions);
}
