// What a bot has of Node.js beside the language itself.

type Written = Record<'debug' | 'error' | 'info' | 'log' | 'warn', (...values: unknown[]) => void>;

/** What `log`, `info` and `debug` print is an answer, and what `error` and `warn` print goes to the bot's log. */
declare const console: Written;

/** Counts fuel, and not time: a unit is a nanosecond. */
declare const performance: {
  /** Milliseconds of fuel that the bot has spent in its turns. */
  now(): number;
};

/** Lines, one after the other. */
interface Lines extends AsyncIterable<string> {
  on(event: 'line' | 'data', call: (line: string) => void): this;
  once(event: 'line' | 'data', call: (line: string) => void): this;
}

declare const process: {
  stdin: Lines;
  stdout: { write(text: string): boolean };
  stderr: { write(text: string): boolean };
  exit(code?: number): never;
  hrtime: { (since?: [number, number]): [number, number]; bigint(): bigint };
};

declare module 'node:readline' {
  export function createInterface(options: { input: Lines; output?: unknown; terminal?: boolean }): Lines;
}

declare module 'node:process' {
  export default process;
}

declare module 'node:perf_hooks' {
  export { performance };
}
