// What every bot in AssemblyScript needs: the judge's functions, memory for what calls bring, answers that are lists,
// random numbers, and errors that reach the log. `import { … } from "judge"` finds it.

// @ts-ignore: decorator
@external("judge:arena/host@1.0.0", "log")
declare function hostLog(address: usize, bytes: usize): void;

/** The fuel that may still be spent in this turn. */
// @ts-ignore: decorator
@external("judge:arena/host@1.0.0", "fuel-left")
export declare function fuelLeft(): u64;

/** The fuel that may still be spent in this game, this turn included. */
// @ts-ignore: decorator
@external("judge:arena/host@1.0.0", "bank-left")
export declare function bankLeft(): u64;

// @ts-ignore: decorator
@external("judge:arena/host@1.0.0", "get-option")
declare function hostGetOption(name: usize, bytes: usize, answer: usize): void;

/** The text of an option that the organiser has given this bot, or null if there is none. */
export function option(name: string): string | null {
  const bytes = String.UTF8.encode(name);
  // Whether there is one, the address of its bytes, and their number.
  const answer = new StaticArray<u32>(3);
  hostGetOption(changetype<usize>(bytes), bytes.byteLength, changetype<usize>(answer));
  if (<u8>answer[0] == 0) return null;
  const text = String.UTF8.decodeUnsafe(answer[1], answer[2]);
  heap.free(answer[1]);
  return text;
}

/** Writes one line to the bot's log. */
export function log(line: string): void {
  const bytes = String.UTF8.encode(line);
  hostLog(changetype<usize>(bytes), bytes.byteLength);
}

/** The build puts this in the place of the function that AssemblyScript would import from `env`. */
export function abort(message: string | null, file: string | null, line: u32, column: u32): void {
  const what = message ? message : "no message";
  const where = file ? file : "an unknown file";
  log(`Error: ${what} at ${where}:${line}:${column}`);
  unreachable();
}

/** The judge asks for memory here when a call brings a list. Export it from your bot. */
export function cabi_realloc(old: usize, oldBytes: usize, alignment: usize, bytes: usize): usize {
  return heap.alloc(bytes);
}

/** The bytes of a list that a call brought; its memory is given back. */
export function taken(address: usize, length: i32): StaticArray<u8> {
  const bytes = new StaticArray<u8>(length);
  memory.copy(changetype<usize>(bytes), address, length);
  if (length > 0) heap.free(address);
  return bytes;
}

/** A list or a string, as an answer has it: the address of its bytes, and the number of its elements. */
export class List {
  address: usize;
  length: i32;
  /** Keeps the bytes in memory as long as the answer. */
  private bytes: StaticArray<u8>;

  constructor(bytes: StaticArray<u8>, length: i32) {
    this.address = changetype<usize>(bytes);
    this.length = length;
    this.bytes = bytes;
  }

  /** A list of objects whose fields are numbers: each is its bytes, as it lies in memory. */
  static of<T>(items: T[]): List {
    const size = offsetof<T>();
    const bytes = new StaticArray<u8>(items.length * <i32>size);
    for (let i = 0; i < items.length; i++) {
      memory.copy(changetype<usize>(bytes) + <usize>i * size, changetype<usize>(items[i]), size);
    }
    return new List(bytes, items.length);
  }

  static ofText(text: string): List {
    const utf8 = String.UTF8.encode(text);
    const bytes = new StaticArray<u8>(utf8.byteLength);
    memory.copy(changetype<usize>(bytes), changetype<usize>(utf8), utf8.byteLength);
    return new List(bytes, bytes.length);
  }
}

/** Random numbers that are the same on every machine (SplitMix64). */
export class Random {
  constructor(private state: u64) {}

  /** Any of the numbers below `end`, each as likely as any other. */
  below(end: u32): u32 {
    this.state += 0x9e3779b97f4a7c15;
    let z = this.state;
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9;
    z = (z ^ (z >> 27)) * 0x94d049bb133111eb;
    z ^= z >> 31;
    return <u32>(((z >> 32) * end) >> 32);
  }
}
