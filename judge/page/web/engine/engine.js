// The engine's instance: the judge's own match, whose bots are run here.

import { exported, imported, roomOf } from "./abi.js";
import { Bot, stop } from "./bot.js";
import { INTERFACES } from "./contract.js";
import { described } from "./described.js";
import { RecordedBot } from "./recorded.js";

const ARENA = "judge:page/arena@1.0.0",
  BOTS = "judge:page/bots@1.0.0";
/** The longest text of the engine's own. */
const BYTES_MAX = 1 << 26;

/** A bot's file is not the one that played. */
export class WrongFile extends Error {}

/**
 * What JSON has no form for: numbers of 64 bits become digits, and bytes numbers.
 * @param {string} _ @param {any} value
 */
function plain(_, value) {
  if (typeof value === "bigint") return String(value);
  return ArrayBuffer.isView(value) ? [.../** @type {Uint8Array | Int8Array} */ (value)] : value;
}

/**
 * A match, and the bots in it.
 */
export class Engine {
  /**
   * @param {WebAssembly.Module} module the engine's
   * @param {(bot: number) => WebAssembly.Module} botModule the instrumented module of a bot of the list
   * @param {Record<string, string>[]} options what bots may ask for, by bot
   */
  constructor(module, botModule, options) {
    this.botModule = botModule;
    this.options = options;
    /** The number of the game, if that is a file. @type {number | null} */
    this.game = null;
    /** @type {(Bot | RecordedBot)[]} */
    this.running = [];
    /** Faults of bots that are not here. @type {import("./recorded.js").RecordedFault[]} */
    this.faults = [];
    /** @type {import("./abi.js").Room | null} */
    this.room = null;
    const room = () => /** @type {import("./abi.js").Room} */ (this.room);
    /** @type {Record<string, Function>} */
    const bots = {};
    for (const [name, signature] of Object.entries(INTERFACES[BOTS])) {
      bots[name] = imported(room, signature, (...values) => this.forEngine(name, values));
    }
    const instance = new WebAssembly.Instance(module, { [BOTS]: /** @type {any} */ (bots) });
    this.room = roomOf(instance.exports, BYTES_MAX);
    /** @type {Record<string, (...values: any[]) => any>} */
    this.arena = {};
    for (const [name, signature] of Object.entries(INTERFACES[ARENA])) {
      this.arena[name] = exported(room(), instance.exports, `${ARENA}#${name}`, signature);
    }
  }

  /** What the engine wants of a bot. @param {string} name @param {any[]} values */
  forEngine(name, values) {
    if (name === "start") return this.start(values[0], values[1], described(values[2]), values[3]);
    if (name === "look") return this.running[values[0]].look();
    if (name === "bank") return this.running[values[0]].bank(values[1]);
    const [bot, fuel, called, args] = values;
    const answer = this.running[bot].call(fuel, called, JSON.parse(args));
    return "err" in answer ? answer : { ok: JSON.stringify(answer.ok ?? null, plain) };
  }

  /**
   * @param {number} bot @param {number} seat @param {import("./described.js").Interface} contract
   * @param {import("./bot.js").Limits} limits
   */
  start(bot, seat, contract, limits) {
    const fault = bot === this.game ? null : this.faults.find((fault) => fault.seat === seat);
    try {
      if (fault) return { ok: this.running.push(new RecordedBot(contract, fault)) - 1 };
      const started = new Bot(this.botModule(bot), contract, limits, this.options[bot]);
      return { ok: this.running.push(started) - 1 };
    } catch (error) {
      return { err: stop(error, false) };
    }
  }

  /**
   * A bot's module with counters of fuel. Its bytes must be the published ones.
   * @param {Uint8Array} bytes @param {string} sha256 @param {any} limits
   * @returns {Uint8Array}
   */
  instrumented(bytes, sha256, limits) {
    if (!bytes || this.arena.sha256(bytes) !== sha256)
      throw new WrongFile("a file on this page is not the published one");
    const pages = Math.floor(limits.memory_bytes / 65536);
    return this.must(
      "instrument",
      bytes,
      BigInt(pages),
      BigInt(limits.table_elements),
      BigInt(limits.fuel_to_start),
    );
  }

  /** Loads a game that is a file. @param {number} number @param {{ sha256: string, interface: any, limits: any }} file */
  load(number, file) {
    this.game = number;
    this.must("load-game", number, file.sha256, JSON.stringify(file.interface), JSON.stringify(file.limits));
  }

  /** @param {any} line @param {import("./recorded.js").RecordedFault[]} faults of bots that are not here */
  async open(line, faults = []) {
    this.running = [];
    this.faults = faults;
    await this.play("open", JSON.stringify(line));
  }

  /** Calls what may fail. @param {string} name @param {any[]} values */
  must(name, ...values) {
    const answer = this.arena[name](...values);
    if ("err" in answer) throw new Error(answer.err);
    return answer.ok;
  }

  /** Calls what runs bots, one of which may wait. @param {string} name @param {any[]} values */
  async play(name, ...values) {
    return this.must(name, ...values);
  }

  /** Plays to the end, and gives the record, the transcript, and each seat's fuel by turn. */
  async finish() {
    await this.play("run");
    return JSON.parse(await this.play("finish"));
  }
}
