// Runs a program that reads a line and writes a line, with what such programs use of Node.js: standard input and output,
// and readline.
//
// `build` makes an interpreter of program.js and this, one for all games.

import * as lines from 'judge:arena/lines@1.0.0';

const WHOSE = 'bot';
const READ_MAX = 65_536;
const decoder = new TextDecoder();
/** What was read beyond the last line. */
let rest = '';

/** The next line, without its end. Until it is there the program waits. */
function nextLine() {
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
  setEncoding: () => {},
  async *[Symbol.asyncIterator]() {
    for (;;) yield nextLine() + end;
  },
});

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
  exit(code = 0) {
    throw new Ended(code);
  },
  stdin: input('data', '\n'),
  stdout: output(lines.print),
  stderr: output((text) => text.trimEnd().split('\n').forEach((line) => host.log(line))),
};
const readline = { createInterface: () => input('line', '') };
const given = new Map();
for (const [name, module] of Object.entries({ process, readline })) {
  for (const prefix of ['', 'node:']) given.set(prefix + name, { ...module, default: module });
}

const written = (values) => `${values.map((value) => (typeof value === 'string' ? value : shown(value))).join(' ')}\n`;
for (const name of ['log', 'info', 'debug']) console[name] = (...values) => process.stdout.write(written(values));
for (const name of ['error', 'warn']) console[name] = (...values) => process.stderr.write(written(values));
Object.assign(globalThis, {
  process,
  require(name) {
    if (given.has(name)) return given.get(name);
    throw new NotForBots(`a bot has no module ${name}; it has readline and process`);
  },
});

export const run = {
  async run() {
    try {
      await loadProgram('bot', 'sdk/js/build', given)[3];
      while (listeners.length > 0) {
        const line = nextLine();
        for (const listener of listeners) await listener(line);
      }
    } catch (error) {
      if (error instanceof Ended && error.code === 0) return;
      if (!(error instanceof Ended)) tell(error, 'run');
      throw END;
    }
  },
};
