// The first WASI for a bot in a page. What its functions do, the engine knows; here are the bot's memory and its fuel.

export const MODULE = "wasi_snapshot_preview1";

/** A stop that was told already. */
export class Stopped extends Error {
  /** @param {import("./bot.js").Stop} stop */
  constructor(stop) {
    super(stop.tag);
    this.stop = stop;
  }
}

/**
 * The engine's side of a bot: its number and its functions, and who calls them, by these numbers.
 * @typedef {{ number: number, hosts: Record<string, (...values: any[]) => any>, callers: Caller[], names: string[] }} Host
 */

/**
 * A bot that calls: its fuel and its memory, which is not there as long as it is started. `begin` goes before all that a call
 * does. `wait` suspends a program until there is another line; then the call does the rest, if there is some.
 * @typedef {object} Caller
 * @property {import("./meter.js").Meter} meter
 * @property {() => ArrayBuffer | undefined} memory
 * @property {(at: number, bytes: ArrayLike<number>) => void} store
 * @property {() => void} begin
 * @property {(then: (() => number | Promise<number>) | null) => number | Promise<number>} wait
 */

/** The functions that a bot imports. @param {Host} host @param {Caller} caller @returns {Record<string, (...given: any[]) => any>} */
export function preview1({ number, hosts, callers, names }, caller) {
  callers[number] = caller;
  const { meter, memory, begin, wait } = caller;
  const functions = names.map((name, place) => {
    const call = (/** @type {(number | bigint)[]} */ ...given) => {
      meter.payCall();
      begin();
      const numbers = given.map((value) =>
        BigInt.asUintN(typeof value === "number" ? 32 : 64, BigInt(value)),
      );
      const done = () => {
        const { tag, value } = hosts.call(number, place, numbers, size(memory()), meter.left());
        if (tag === "returned") return value;
        if (tag === "stopped") throw new Stopped(value);
        return wait(tag === "answered" ? null : done);
      };
      return done();
    };
    return [name, call];
  });
  return Object.fromEntries(functions);
}

/** @param {ArrayBuffer | undefined} memory */
const size = (memory) => (memory ? BigInt(memory.byteLength) : null);

/** What the engine wants of a bot that calls. @type {Record<string, (caller: Caller, ...values: any[]) => any>} */
export const ofCaller = {
  load: ({ memory }, at, bytes) => new Uint8Array(/** @type {ArrayBuffer} */ (memory()), at, bytes),
  store: ({ store }, at, bytes) => store(at, bytes),
  charge: ({ meter }, bytes) => (meter.canPay(bytes) ? meter.left() : null),
};
