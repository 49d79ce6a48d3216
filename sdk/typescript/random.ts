// Random numbers from a game's seed: SplitMix64, whose constants are its authors'.

/** A seeded random generator; `Math.random` knows no seed. */
export class Random {
  private state: bigint;

  /** Begin with a game's `setup.seed`. */
  constructor(seed: bigint) {
    this.state = BigInt.asUintN(64, seed);
  }

  /** A whole number from 0 to `bound` - 1, each as likely as any other. */
  below(bound: number): number {
    return Number((this.next() * BigInt(bound)) >> 64n);
  }

  /** One of `items`, each as likely as any other. There must be one. */
  choose<T>(items: readonly T[]): T {
    return items[this.below(items.length)];
  }

  /** 64 random bits. */
  next(): bigint {
    this.state = BigInt.asUintN(64, this.state + 0x9e3779b97f4a7c15n);
    let bits = this.state;
    bits = BigInt.asUintN(64, (bits ^ (bits >> 30n)) * 0xbf58476d1ce4e5b9n);
    bits = BigInt.asUintN(64, (bits ^ (bits >> 27n)) * 0x94d049bb133111ebn);
    return bits ^ (bits >> 31n);
  }
}
