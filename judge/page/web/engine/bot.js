// A bot in its game: an instance of its module with its own memory, called through the contract with limits.

import { BadReply, TooLong, exported, imported, roomOf } from "./abi.js";
import { INTERFACES } from "./contract.js";
import { Meter, OutOfFuel } from "./meter.js";
import { trap } from "./traps.js";
import { MODULE, Stopped, preview1 } from "./wasi.js";

const HOST = "judge:arena/host@1.0.0";
/** Fuel of the function of WebAssembly through which a component calls what reads its memory, once it is entered: a number
 * and the call, beside one unit for each argument; and its end. */
const SHIM_CALL = 2n,
  SHIM_END = 2n;

/**
 * What stopped a bot, as the contract between page and engine has it.
 * @typedef {{ tag: string, value?: any }} Stop
 */

/**
 * @typedef {object} Limits
 * @property {bigint} fuel-to-start
 * @property {bigint} memory-bytes
 * @property {bigint} table-elements
 * @property {bigint} reply-bytes
 * @property {bigint} log-bytes-per-game
 */

/** A running bot. */
export class Bot {
  /**
   * @param {WebAssembly.Module} module its instrumented module
   * @param {import("./described.js").Interface} contract
   * @param {Limits} limits
   * @param {import("./wasi.js").Host} wasi
   * @param {Record<string, string>} options what it may ask for
   */
  constructor(module, contract, limits, wasi, options = {}) {
    /** @type {string[]} */
    this.log = [];
    this.isInTurn = false;
    /** What the bank holds beyond the fuel of a call. */
    this.bankBeyond = 0n;
    this.contract = contract;
    this.limits = limits;
    this.options = new Map(Object.entries(options));
    this.meter = new Meter();
    this.room = () => /** @type {import("./abi.js").Room} */ (this.ownRoom);
    const caller = {
      meter: this.meter,
      memory: () => this.ownRoom?.memory.buffer,
      store: (/** @type {number} */ at, /** @type {ArrayLike<number>} */ bytes) =>
        new Uint8Array(this.room().memory.buffer).set(bytes, at),
      begin: () => {},
      wait: () => 0,
    };
    const host = INTERFACES[HOST];
    /** Few bots call WASI. @type {Record<string, (...given: any[]) => any> | null} */
    let functions = null;
    const imports = {
      [HOST]: {
        log: this.detoured(imported(this.room, host.log, (line) => this.write(line))),
        "fuel-left": imported(this.room, host["fuel-left"], () => this.left()),
        "bank-left": imported(this.room, host["bank-left"], () => this.left() + this.bankBeyond),
        "get-option": this.detoured(imported(this.room, host["get-option"], (name) => this.option(name))),
      },
      get [MODULE]() {
        return (functions ??= preview1(wasi, caller));
      },
    };
    this.ownRoom = null;
    this.exports = this.begun(module, imports);
    /** @type {Map<string, (...values: any[]) => any>} */
    this.functions = new Map();
  }

  /** @param {WebAssembly.Module} module @param {any} imports */
  begun(module, imports) {
    const instance = new WebAssembly.Instance(module, imports);
    this.meter.of(instance.exports);
    this.ownRoom = roomOf(instance.exports, Number(this.limits["reply-bytes"]));
    const initialize = /** @type {Function | undefined} */ (instance.exports._initialize);
    this.meter.set(this.limits["fuel-to-start"]);
    if (initialize) initialize();
    return instance.exports;
  }

  /** @param {bigint} beyond */
  bank(beyond) {
    this.bankBeyond = beyond;
  }

  /**
   * Calls a function of the game's interface with so much fuel.
   * @param {bigint} fuel @param {string} name @param {any[]} values
   * @returns {{ ok: any } | { err: Stop }}
   */
  call(fuel, name, values) {
    this.meter.set(fuel);
    this.isInTurn = true;
    const signature = /** @type {import("./abi.js").Signature} */ (this.contract.functions.get(name));
    const call = this.functions.get(name) ?? exported(this.room(), this.exports, this.named(name), signature);
    this.functions.set(name, call);
    try {
      return { ok: call(...values) };
    } catch (error) {
      return { err: this.stop(error) };
    }
  }

  /** What the bot calls a function of its game: it may use a short name. @param {string} name */
  named(name) {
    const names = [`${this.contract.name}#${name}`, name, name.replaceAll("-", "_")];
    return names.find((name) => name in this.exports) ?? names[0];
  }

  /** What the last call left. */
  look() {
    const log = this.log;
    this.log = [];
    return {
      fuel: this.meter.left(),
      "memory-bytes": BigInt(this.room().memory.buffer.byteLength),
      "growth-refused": this.meter.wasGrowthRefused(),
      log,
    };
  }

  /** The function that a component calls in place of one that reads its memory. @param {(...cores: any[]) => any} call */
  detoured(call) {
    return (/** @type {any[]} */ ...cores) => {
      this.meter.enter();
      this.meter.fuel.value -= SHIM_CALL + BigInt(cores.length);
      const returned = call(...cores);
      this.meter.fuel.value -= SHIM_END;
      return returned;
    };
  }

  /** Takes the fee for a call that hands these texts over. @param {string[]} texts */
  pay(...texts) {
    this.meter.payCall(new TextEncoder().encode(texts.join("")).length);
  }

  /** @param {string} line */
  write(line) {
    this.pay(line);
    this.log.push(line);
  }

  /** @param {string} name @returns {string | null} */
  option(name) {
    const text = this.options.get(name) ?? null;
    this.pay(name, text ?? "");
    return text;
  }

  left() {
    this.meter.payCall();
    return this.isInTurn ? this.meter.left() : 0n;
  }

  /** @param {unknown} error @returns {Stop} */
  stop(error) {
    return stop(error, this.meter.isSpent());
  }
}

/**
 * Sorts what was thrown by who is to blame.
 * @param {unknown} error @param {boolean} isSpent @returns {Stop}
 */
export function stop(error, isSpent) {
  if (error instanceof OutOfFuel || isSpent) return { tag: "out-of-fuel" };
  if (error instanceof Stopped) return error.stop;
  if (error instanceof BadReply) return { tag: "bad-reply", value: error.message };
  if (error instanceof TooLong) return { tag: "reply-too-long" };
  const message = error instanceof Error ? error.message : String(error);
  const words = error instanceof WebAssembly.RuntimeError ? trap(message) : null;
  if (words !== null) return { tag: "trap", value: words };
  return { tag: "browser", value: `this game needs the judge: the browser ended the bot with "${message}"` };
}
