// A program that reads lines, in its game. Where the browser can suspend WebAssembly, it is suspended where it waits. Elsewhere
// its instance is dropped there, and the next line begins it anew: each call that it has made answers as it did, so it
// comes to the same place.

import { stop } from "./bot.js";
import { Meter } from "./meter.js";
import { MODULE, preview1 } from "./wasi.js";

/** What TypeScript does not know yet. */
const { Suspending, promising } = /** @type {any} */ (WebAssembly);

/** Whether programs are suspended here. */
export const SUSPENDS = Suspending !== undefined;

/** A function that may be called within a suspended call. @param {Function} call */
export const suspending = (call) => (SUSPENDS ? new Suspending(call) : call);

/** A function whose answer comes later if something was suspended. @param {Function} call */
export const promised = (call) => promising(call);

/** Whether a module is a program, and no bot whose functions are called. @param {WebAssembly.Module} module */
export const isProgram = (module) =>
  WebAssembly.Module.exports(module).some(({ name, kind }) => name === "_start" && kind === "function");

/** The functions that may wait. */
const WAITING = ["fd_read", "fd_write"];

/** The program is dropped where it waits. */
class Dropped extends Error {}

/** @typedef {import("./bot.js").Stop} Stop */
/** Whether it waits now, or why it stopped. @typedef {{ ok: null } | { err: Stop }} WentOn */
/**
 * A call that a program has made: what it wrote to the memory, what it returned, the fuel after it, and whether the
 * program has waited in it.
 * @typedef {{ writes: [number, Uint8Array][], returned: any, fuel: bigint, hasWaited: boolean }} Past
 */

export class Program {
  /**
   * @param {WebAssembly.Module} module its instrumented module
   * @param {import("./wasi.js").Host} host
   */
  constructor(module, host) {
    this.module = module;
    this.meter = new Meter();
    /** @type {WebAssembly.Memory | null} */
    this.memory = null;
    this.functions = preview1(host, {
      meter: this.meter,
      memory: () => this.memory?.buffer,
      store: (at, bytes) => this.store(at, bytes),
      begin: () => this.takeFuel(),
      wait: (then) => this.wait(then),
    });
    /** Fuel to begin with. @type {bigint | null} */
    this.fuelToStart = null;
    /** Fuel to go on with, until it is taken. @type {bigint | null} */
    this.fuel = null;
    /** Where it is suspended. @type {{ resume: () => void, drop: (error: Error) => void } | null} */
    this.suspended = null;
    /** Is told how far it went. @type {(wentOn: WentOn) => void} */
    this.told = () => {};
    /** Its calls, where it is begun anew. @type {Past[]} */
    this.past = [];
    /** The last of them, if it waits there and has nothing left to do. @type {Past | null} */
    this.waits = null;
    /** What its current call has written. @type {[number, Uint8Array][]} */
    this.writes = [];
  }

  /** Lets it run until it waits, at first from its beginning. @param {bigint} fuel @returns {WentOn | Promise<WentOn>} */
  goOn(fuel) {
    const isNew = this.fuelToStart === null;
    if (isNew) this.fuelToStart = fuel;
    else this.fuel = fuel;
    if (SUSPENDS) {
      const { suspended } = this;
      this.suspended = null;
      return this.howFar(() => (isNew ? this.run() : suspended?.resume()));
    }
    const { waits } = this;
    if (waits) [waits.fuel, this.fuel, this.waits] = [fuel, null, null];
    return this.run();
  }

  /** How far something lets it go. @param {() => void} go @returns {Promise<WentOn>} */
  howFar(go) {
    return new Promise((told) => {
      this.told = told;
      go();
    });
  }

  /** Runs it from its beginning. @returns {WentOn} or, where it is suspended, nothing: then it tells how far it went */
  run() {
    const ended = (/** @type {unknown} */ error) => this.ended(error);
    let calls = 0;
    const anew = Object.entries(this.functions).map(([name, call]) => {
      if (SUSPENDS) return [name, WAITING.includes(name) ? suspending(call) : call];
      return [name, (/** @type {any[]} */ ...given) => this.called(calls++, call, given)];
    });
    try {
      const instance = new WebAssembly.Instance(this.module, { [MODULE]: Object.fromEntries(anew) });
      this.meter.of(instance.exports);
      this.memory = /** @type {WebAssembly.Memory} */ (instance.exports.memory);
      this.meter.set(/** @type {bigint} */ (this.fuelToStart));
      const main = /** @type {Function} */ (instance.exports._start);
      if (!SUSPENDS) return ended(main());
      promised(main)()
        .then(() => ended(undefined), ended)
        .then((/** @type {WentOn} */ wentOn) => this.told(wentOn));
    } catch (error) {
      if (!SUSPENDS) return ended(error);
      this.told(ended(error));
    }
    return { ok: null };
  }

  /** What it came to. @param {unknown} error nothing if its main function has returned @returns {WentOn} */
  ended(error) {
    if (error instanceof Dropped) return { ok: null };
    if (error === undefined) return { err: { tag: "exit", value: 0 } };
    return { err: stop(error, this.meter.isSpent()) };
  }

  /** A call of a program that is begun anew. @param {number} number @param {(...given: any[]) => any} call @param {any[]} given */
  called(number, call, given) {
    const past = this.past[number];
    if (!past) {
      this.writes = [];
      const returned = call(...given);
      this.keep(returned, false);
      return returned;
    }
    for (const [at, bytes] of past.writes) new Uint8Array(this.buffer(), at, bytes.length).set(bytes);
    if (past.hasWaited) this.meter.set(past.fuel);
    else this.meter.fuel.value = past.fuel;
    return past.returned;
  }

  /** @param {any} returned @param {boolean} hasWaited */
  keep(returned, hasWaited) {
    const past = { writes: this.writes, returned, fuel: this.meter.fuel.value, hasWaited };
    this.past.push(past);
    return past;
  }

  /** Takes the fuel of a turn that has begun. */
  takeFuel() {
    if (this.fuel !== null) this.meter.set(this.fuel);
    this.fuel = null;
  }

  /** Waits for another line, and its fuel. @param {(() => number | Promise<number>) | null} then what is left to do @returns {number | Promise<number>} */
  wait(then) {
    if (!SUSPENDS) {
      if (!then) this.waits = this.keep(0, true);
      throw new Dropped();
    }
    const line = new Promise((resume, drop) => {
      this.suspended = { resume: () => resume(undefined), drop };
      this.told({ ok: null });
    });
    return line.then(() => {
      this.takeFuel();
      return then ? then() : 0;
    });
  }

  /** One that stays suspended would never be freed. */
  drop() {
    this.suspended?.drop(new Dropped());
  }

  buffer() {
    return /** @type {WebAssembly.Memory} */ (this.memory).buffer;
  }

  /** @param {number} at @param {ArrayLike<number>} bytes */
  store(at, bytes) {
    new Uint8Array(this.buffer(), at, bytes.length).set(bytes);
    if (!SUSPENDS) this.writes.push([at, Uint8Array.from(bytes)]);
  }

  /** A program has no function to ask for it. */
  bank() {}

  /** What the last turn left. */
  look() {
    return {
      fuel: this.meter.left(),
      "memory-bytes": BigInt(this.memory?.buffer.byteLength ?? 0),
      "growth-refused": this.meter.wasGrowthRefused(),
      log: [],
    };
  }
}
