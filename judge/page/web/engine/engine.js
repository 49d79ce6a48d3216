// The engine's instance: the judge's own match, whose bots are run here.

import { exported, imported, roomOf } from "./abi.js";
import { Bot, stop } from "./bot.js";
import { INTERFACES } from "./contract.js";
import { described } from "./described.js";
import { Program, SUSPENDS, isProgram, promised, suspending } from "./program.js";
import { RecordedBot } from "./recorded.js";
import { ofCaller } from "./wasi.js";

const ARENA = "judge:page/arena@1.0.0",
  BOTS = "judge:page/bots@1.0.0",
  HOSTS = "judge:page/hosts@1.0.0";
/** What waits for a program that is suspended. */
const WAITING = "go-on";
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
    /** @type {(Bot | Program | RecordedBot)[]} */
    this.running = [];
    /** Those that call WASI, by the numbers of their hosts. @type {import("./wasi.js").Caller[]} */
    this.callers = [];
    /** Whether programs may be among them, so that the engine itself is suspended while they are. */
    this.hasPrograms = false;
    /** Faults of bots that are not here. @type {import("./recorded.js").RecordedFault[]} */
    this.faults = [];
    /** @type {import("./abi.js").Room | null} */
    this.room = null;
    const room = () => /** @type {import("./abi.js").Room} */ (this.room);
    /** @type {Record<string, Function>} */
    const bots = {};
    for (const [name, signature] of Object.entries(INTERFACES[BOTS])) {
      const work = imported(room, signature, (...values) => this.forEngine(name, values));
      bots[name] = name === WAITING ? suspending(work) : work;
    }
    const { exports } = new WebAssembly.Instance(module, { [BOTS]: /** @type {any} */ (bots) });
    this.room = roomOf(exports, BYTES_MAX);
    /** @param {string} name of an interface @param {(call: any) => any} by @returns {Record<string, (...values: any[]) => any>} */
    const all = (name, by) =>
      Object.fromEntries(
        Object.entries(INTERFACES[name]).map(([key, signature]) => [
          key,
          exported(room(), exports, `${name}#${key}`, signature, by),
        ]),
      );
    this.arena = all(ARENA, (call) => call);
    this.hosts = all(HOSTS, (call) => call);
    /** The same, for calls within which a program is suspended. */
    this.suspended = SUSPENDS ? all(ARENA, promised) : this.arena;
    /** The names of WASI's functions. @type {string[]} */
    this.names = this.hosts.preview1();
  }

  /** What the engine wants of a bot. @param {string} name @param {any[]} values */
  forEngine(name, values) {
    if (name in ofCaller) return ofCaller[name](this.callers[values[0]], ...values.slice(1));
    if (name === "start") {
      const [bot, host, seat, contract, limits] = values;
      return this.start(bot, host, seat, described(contract), limits);
    }
    if (name === "reads-lines") return this.running[values[0]] instanceof Program;
    if (name === "go-on") return /** @type {Program} */ (this.running[values[0]]).goOn(values[1]);
    if (name === "look") return this.running[values[0]].look();
    if (name === "bank") return this.running[values[0]].bank(values[1]);
    const [bot, fuel, called, args] = values;
    const answer = /** @type {Bot} */ (this.running[bot]).call(fuel, called, JSON.parse(args));
    return "err" in answer ? answer : { ok: JSON.stringify(answer.ok ?? null, plain) };
  }

  /**
   * @param {number} bot @param {number} host @param {number} seat @param {import("./described.js").Interface} contract
   * @param {import("./bot.js").Limits} limits
   */
  start(bot, host, seat, contract, limits) {
    const fault = bot === this.game ? null : this.faults.find((fault) => fault.seat === seat);
    const { hosts, callers, names } = this,
      own = { number: host, hosts, callers, names };
    try {
      if (fault) return { ok: this.running.push(new RecordedBot(contract, fault)) - 1 };
      const module = this.botModule(bot);
      const started = isProgram(module)
        ? new Program(module, own)
        : new Bot(module, contract, limits, own, this.options[bot]);
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
    for (const bot of this.running) if (bot instanceof Program) bot.drop();
    this.running = [];
    this.callers = [];
    this.faults = faults;
    await this.play("open", JSON.stringify(line));
  }

  /** Calls what may fail, and runs no bot. @param {string} name @param {any[]} values */
  must(name, ...values) {
    const answer = this.arena[name](...values);
    if ("err" in answer) throw new Error(answer.err);
    return answer.ok;
  }

  /** Calls what runs bots, one of which may wait. @param {string} name @param {any[]} values */
  async play(name, ...values) {
    const answer = await (this.hasPrograms ? this.suspended : this.arena)[name](...values);
    if ("err" in answer) throw new Error(answer.err);
    return answer.ok;
  }

  /** Plays to the end, and gives the record, the transcript, and each seat's fuel by turn. */
  async finish() {
    await this.play("run");
    return JSON.parse(await this.play("finish"));
  }
}
