// Runs a program that reads a line and writes a line, with what such programs use of Node.js: standard input and output,
// readline and clocks.
//
// `build` makes an interpreter of program.js and this, one for all games.

import * as lines from 'judge:arena/lines@1.0.0';

const READ_MAX = 65_536;
const decoder = new TextDecoder();
/** What was read beyond the last line. */
let rest = '';
let wasRead = false;

/** The next line, without its end. Until it is there the program waits. */
function nextLine() {
  wasRead = true;
  while (!rest.includes('\n')) rest += decoder.decode(lines.read(READ_MAX), { stream: true });
  const end = rest.indexOf('\n');
  const line = rest.slice(0, end);
  rest = rest.slice(end + 1);
  return line;
}

/** What wants to hear of each line. */
const listeners = [];

/** Lines as a program takes them: by its own loop, or by a function that is called. `end` is what stands behind each. */
const input = (event, end) => ({
  on(name, call) {
    if (name === event) listeners.push((line) => call(line + end));
    return this;
  },
  once(name, call) {
    if (name === event) listenOnce((line) => call(line + end));
    return this;
  },
  question(text, call) {
    process.stdout.write(text);
    listenOnce(call);
  },
  ...Object.fromEntries(['setEncoding', 'setPrompt', 'prompt', 'resume', 'pause', 'close'].map((name) => [name, () => {}])),
  async *[Symbol.asyncIterator]() {
    for (;;) yield nextLine() + end;
  },
});

function listenOnce(call) {
  const listener = (line) => {
    listeners.splice(listeners.indexOf(listener), 1);
    return call(line);
  };
  listeners.push(listener);
}

/** The clock as Node.js has it: seconds and the rest in nanoseconds, since another time or since the game began. */
function hrtime([seconds, rest] = [0, 0]) {
  const since = hrtime.bigint() - BigInt(seconds) * SECOND - BigInt(rest);
  return [Number(since / SECOND), Number(since % SECOND)];
}
const SECOND = 1_000_000_000n;
hrtime.bigint = () => lines.now();

/** What is written, line by line. */
function output(write) {
  let kept = '';
  return {
    write(text) {
      const all = kept + text;
      const whole = all.lastIndexOf('\n') + 1;
      kept = all.slice(whole);
      if (whole > 0) write(all.slice(0, whole));
      return true;
    },
  };
}

/** The program ends by itself. */
class Ended {
  constructor(code) {
    this.code = code;
  }
}

const process = {
  argv: ['node', 'bot'],
  env: {},
  hrtime,
  uptime: () => Number(lines.now()) / Number(SECOND),
  on: () => process,
  exit(code = 0) {
    throw new Ended(code);
  },
  stdin: input('data', '\n'),
  stdout: output(lines.print),
  stderr: output((text) => text.trimEnd().split('\n').forEach((line) => host.log(line))),
};
const readline = { createInterface: () => input('line', '') };
const perf_hooks = { performance };
const given = { process, readline, perf_hooks };

const written = (values) => `${values.map((value) => (typeof value === 'string' ? value : shown(value))).join(' ')}\n`;
for (const name of ['log', 'info', 'debug']) console[name] = (...values) => process.stdout.write(written(values));
for (const name of ['error', 'warn']) console[name] = (...values) => process.stderr.write(written(values));
Object.assign(globalThis, {
  process,
  require(name) {
    const found = given[name.replace(/^node:/, '')];
    if (found) return found;
    throw new NotForBots(`a bot has no module ${name}; it has readline, process and perf_hooks`);
  },
});

export const run = {
  async run() {
    try {
      await runProgram();
      while (listeners.length > 0) {
        const line = nextLine();
        for (const listener of [...listeners]) await listener(line);
      }
      if (!wasRead) host.log(`${files[0].name}: it ended and has read nothing; a bot reads lines until the judge stops it`);
    } catch (error) {
      if (error instanceof Ended && error.code === 0) return;
      if (!(error instanceof Ended)) tell(error);
      throw END;
    }
  },
};
