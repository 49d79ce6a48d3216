// The fuel of a bot in a page: what its counters have left, and the fees of its calls.

/** The exports of an instrumented module: what is left, whether growth was refused, and what it says when it is spent. */
const FUEL = "judge:meter/fuel",
  REFUSED = "judge:meter/refused",
  SPENT = -(1n << 63n);

/** Fuel for any call to the judge, and for each byte that it hands over. */
const PER_CALL = 1000n,
  PER_BYTE = 10n;
/** Fuel of entering a function of WebAssembly. */
const PER_ENTRY = 1n;

/** The fuel is spent. */
export class OutOfFuel extends Error {}

/** The fuel of an instrumented instance. */
export class Meter {
  constructor() {
    /** While a module starts, its exports are out of reach: its own start has no limit, but calls nobody either. */
    this.fuel = { value: 0n };
    this.refused = { value: 0 };
  }

  /** @param {WebAssembly.Exports} exports */
  of(exports) {
    this.fuel = /** @type {any} */ (exports[FUEL]) ?? this.fuel;
    this.refused = /** @type {any} */ (exports[REFUSED]) ?? this.refused;
  }

  /** @param {bigint} fuel */
  set(fuel) {
    this.fuel.value = fuel;
    this.refused.value = 0;
  }

  left() {
    return this.fuel.value < 0n ? 0n : this.fuel.value;
  }

  /** Takes the fee for a call, and for the bytes that it hands over. */
  payCall(bytes = 0) {
    this.take(PER_CALL + PER_BYTE * BigInt(bytes));
  }

  /** Takes the fee for bytes of a call whose own was taken, and says whether it could. @param {bigint} bytes */
  canPay(bytes) {
    const fee = PER_BYTE * bytes;
    if (this.left() < fee) this.fuel.value = SPENT;
    else this.fuel.value -= fee;
    return !this.isSpent();
  }

  /** @param {bigint} fee */
  take(fee) {
    if (this.left() < fee) this.end();
    this.fuel.value -= fee;
  }

  /** A function of WebAssembly is entered, which ends a bot that has nothing left. */
  enter() {
    this.fuel.value -= PER_ENTRY;
    if (this.fuel.value <= 0n) this.end();
  }

  /** @returns {never} */
  end() {
    this.fuel.value = SPENT;
    throw new OutOfFuel();
  }

  isSpent() {
    return this.fuel.value === SPENT;
  }

  wasGrowthRefused() {
    return this.refused.value !== 0;
  }
}
