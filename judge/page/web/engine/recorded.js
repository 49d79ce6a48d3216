// A bot that is not here, in a game that was recorded: it answers as it did then, until it commits its fault.
// Bots without a fault need nobody in their place: their actions are set by hand.

/**
 * @typedef {object} RecordedFault
 * @property {number} seat
 * @property {string} kind
 * @property {string} function the function from which the bot did not come back
 * @property {number} told events that it had been told, with the last
 * @property {string} detail
 * @property {string[]} answers what it had answered before
 */

/** The function that begins a game. */
const BEGINS = "new-game";

export class RecordedBot {
  /** @param {import("./described.js").Interface} contract @param {RecordedFault} fault */
  constructor(contract, fault) {
    this.contract = contract;
    this.fault = fault;
    this.told = 0;
    this.answers = [...fault.answers];
    this.fuel = 0n;
  }

  /** @param {bigint} fuel @param {string} name */
  call(fuel, name) {
    this.fuel = fuel;
    const tells = this.contract.functions.get(name)?.result === null,
      isNews = tells && name !== BEGINS;
    if (isNews) this.told += 1;
    const answer = tells ? undefined : this.answers.shift();
    if (answer !== undefined) return { err: { tag: "answered", value: answer } };
    if (name === this.fault.function && (!isNews || this.told === this.fault.told)) {
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
