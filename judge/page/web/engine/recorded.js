// A bot that is not here, in a game that was recorded: it answers as it did then, until it commits its fault.
// Bots without a fault need nobody in their place: their actions are set by hand.

import { INTERFACES } from "./contract.js";

/**
 * @typedef {object} RecordedFault
 * @property {number} seat
 * @property {string} kind
 * @property {string} function the function from which the bot did not come back
 * @property {number} told events that it had been told, with the last
 * @property {string} detail
 * @property {string[]} answers what it had answered before
 */

/** The function that tells a bot what happens. */
const TELLS = "update";

export class RecordedBot {
  /** @param {string} game @param {RecordedFault} fault */
  constructor(game, fault) {
    this.game = game;
    this.fault = fault;
    this.told = 0;
    this.answers = [...fault.answers];
    this.fuel = 0n;
  }

  /** @param {bigint} fuel @param {string} name */
  call(fuel, name) {
    this.fuel = fuel;
    if (name === TELLS) this.told += 1;
    const tells = INTERFACES[`judge:arena/${this.game}@1.0.0`][name].result === null;
    const answer = tells ? undefined : this.answers.shift();
    if (answer !== undefined) return { err: { tag: "answered", value: answer } };
    if (name === this.fault.function && (name !== TELLS || this.told === this.fault.told)) {
      return { err: { tag: "recorded", value: { kind: this.fault.kind, detail: this.fault.detail } } };
    }
    return { ok: null };
  }

  /** Nobody asks. */
  bank() {}

  /** What it spent is not known. */
  look() {
    return { fuel: this.fuel, "memory-bytes": 0n, "growth-refused": false, log: [] };
  }
}
