// An author's program in the interpreter: its modules, what they cannot have, and where in them something went wrong.

import * as host from 'judge:arena/host@1.0.0';
import { read } from 'judge:arena/source@1.0.0';

/** The program asked for what no bot has. */
class NotForBots extends Error {
  name = 'NotForBots';
}

/** What ends a bot; the judge leaves out this line. */
const END = '(the interpreter ends here)';
/** Lines of places in the log, at most. */
const PLACES_MAX = 4;

/** The program's modules as one text, and which of its lines are whose: from line `first` on they are those of a file from `at` on. */
let files = [];

/** Runs the program, and answers with what it waits for. */
function runProgram() {
  const packed = new TextDecoder().decode(read());
  if (!packed) throw new Error('there is no program in this file; build it with sdk/js/build');
  const program = JSON.parse(packed);
  files = program.files;
  return (0, eval)(program.text)();
}

/** Where an exception came from, innermost last, as lines of the author's files. */
function places(error) {
  const found = [...String(error?.stack ?? '').matchAll(/^(.*)@.* > eval:(\d+):\d+$/gm)].map(([, name, line]) =>
    place(name, Number(line)));
  if (found.length === 0 && error instanceof SyntaxError) found.push(place('', error.lineNumber));
  const lines = found.filter((text) => text).reverse();
  // The innermost tell most, and a log is short.
  return lines.length > PLACES_MAX ? ['…', ...lines.slice(-PLACES_MAX)] : lines;
}

function place(name, line) {
  const file = files.findLast(({ first }) => first <= line);
  const short = name.split(/[./<*]/).findLast((part) => part);
  return file ? `${file.name}:${line - file.first + file.at}${short ? ` in ${short}` : ''}` : '';
}

/** Tells what went wrong, with its place. */
function tell(error) {
  const lines = places(error);
  if (lines.length === 0 && files.length > 0) lines.push(`${files[0].name}:1`);
  lines.forEach((line) => host.log(line));
  host.log(error instanceof Error ? `${error.name}: ${error.message}` : `Error: ${shown(error)}`);
}

function shown(value) {
  if (typeof value === 'bigint') return `${value}n`;
  let text = String(value);
  try {
    text = JSON.stringify(value) ?? text;
  } catch {
    // A value that refers to itself, or holds a BigInt.
  }
  return text.length > 80 ? `${text.slice(0, 80)} …` : text;
}

const REFUSED = {
  fetch: 'has no network',
  XMLHttpRequest: 'has no network',
  require: 'has no modules of Node.js; import files beside it by a relative path',
  setTimeout: 'has no timers; it answers at once',
  setInterval: 'has no timers; it answers at once',
  queueMicrotask: 'answers at once, so nothing runs later',
  Worker: 'has one thread',
};
for (const [name, words] of Object.entries(REFUSED)) {
  globalThis[name] = () => {
    throw new NotForBots(`${name}: a bot ${words}`);
  };
}
