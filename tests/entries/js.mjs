// What authors of bots in JavaScript and TypeScript are told: mistakes that the build finds, and lines in the log of a bot that
// fails.
//
//     node tests/entries/js.mjs JUDGE

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

// What is changed in a new bot, and what the build says of it.
const MISTAKES = [
  ['bot.ts', 'console.log(takeTurn(question))', 'console.log(takeTurn(7))', "Argument of type 'number' is not assignable to parameter of type 'Question'"],
  ['bot.ts', 'const actions =', 'const actions = ;', 'Expression expected.\n    const actions = ; '],
  ['bot.ts', "'./player.mjs'", "'./gone.mjs'", "Cannot find module './gone.mjs'"],
  ['bot.ts', 'return actions', 'fetch("x"); return actions', "Cannot find name 'fetch'"],
  ['bot.ts', 'return actions', 'actions.shuffle(); return actions', "Property 'shuffle' does not exist on type 'string[]'"],
  ['bot.mjs', 'const actions =', 'const actions = =', 'Unexpected "="\n    const actions = = '],
  ['bot.mjs', "'node:readline'", "'node:fs'", 'there is no node:fs; a bot imports files beside it'],
  ['bot.mjs', "'node:readline'", "'fs'", 'there is no fs; a bot imports files beside it'],
  ['bot.mjs', "'node:readline'", "'left-pad'", 'there is no left-pad; a bot imports files beside it'],
  ['bot.mjs', "'node:readline'", "'./gone.mjs'", 'there is no ./gone.mjs; a bot imports files beside it'],
];
// What is changed, and what a check shows.
const FAULTS = [
  ['bot.ts', 'return actions', 'if (actions.length < 4) throw new Error("I fall"); return actions', ['Error: I fall (bot.ts:', ' in takeTurn)']],
  ['bot.mjs', 'return actions', 'if (actions.length < 4) throw new Error("I fall"); return actions', ['Error: I fall (bot.mjs:', ' in takeTurn)']],
  ['bot.mjs', 'return actions', 'setTimeout(0); return actions', ['NotForBots: setTimeout: a bot has no timers', 'bot.mjs:']],
  ['bot.mjs', 'return actions', 'console.error("here", [1n].length); return actions', ['which begins:\n            here 1']],
  ['bot.mjs', 'for await (const line of createInterface({ input: process.stdin })) {', 'for (const line of []) {', ['it ended and has read nothing']],
  // What is the class's.
  ['bot.mjs', null, 'class Sailor { newGame({ seat }) { this.seat = seat; } choose({ legal_actions }) { return legal_actions[this.seat * 0]; } }', ['no fault found']],
  ['bot.mjs', null, 'class Sailor { chose() {} }', ['Sailor has no method for {"ask":"choose",…}; write choose(question)']],
  ['bot.mjs', null, 'class Sailor { choose(question) {\n  return question.legal.length(); } }', ['TypeError', 'bot.mjs:3 in choose']],
  ['bot.ts', null, 'class Sailor { name() { return "S"; } choose(question: Question) { return question.legal_actions![0]!; } }', ['no fault found']],
];

const judge = resolve(process.argv[2]);
const top = mkdtempSync(join(tmpdir(), 'entries-'));
let failed = 0;

/** A bot with this change, and what its build says. */
function build(file, good, wrong) {
  const folder = join(top, file.replace('.', '-'));
  const run = (program, ...words) => {
    const env = { ...process.env, CARGO_TARGET_DIR: join(top, 'target') };
    const { stdout, stderr } = spawnSync(program, words, { cwd: folder, encoding: 'utf8', env });
    return `${stdout}${stderr}`;
  };
  const lang = file.endsWith('.ts') ? 'typescript' : 'js';
  if (!existsSync(folder)) {
    spawnSync(judge, ['new', 'othello', file.replace('.', '-'), '--lang', lang], { cwd: top });
    writeFileSync(join(folder, 'good'), readFileSync(join(folder, file)));
  }
  const text = readFileSync(join(folder, 'good'), 'utf8');
  if (good !== null && !text.includes(good)) throw new Error(good);
  const types = lang === 'js' ? '' : ', type Question';
  const player = `import { play${types} } from './player.mjs';\n${wrong}\nplay(Sailor);\n`;
  const wasm = join(folder, 'sailor.wasm');
  rmSync(wasm, { force: true });
  writeFileSync(join(folder, file), good === null ? player : text.replace(good, wrong));
  const said = run('sdk/js/build', file, '--out', wasm);
  return { said, isBuilt: existsSync(wasm), check: () => said + run(judge, 'check', wasm, '--game', 'othello', '--set', 'size=4', '--quiet') };
}

function look(said, words, about) {
  if (said.includes(words)) return;
  failed += 1;
  console.log(`${about}: ${words}\nis not in\n${said}`);
}

try {
  for (const [file, good, wrong, words] of MISTAKES) {
    const { said, isBuilt } = build(file, good, wrong);
    look(said, `error: ${file}:`, wrong);
    look(said, words, wrong);
    look(String(isBuilt), 'false', `${wrong} is built`);
  }
  for (const [file, good, wrong, all] of FAULTS) {
    const said = build(file, good, wrong).check();
    for (const words of all) look(said, words, wrong);
  }
} finally {
  rmSync(top, { recursive: true });
}
console.log(`${MISTAKES.length + FAULTS.length} mistakes, ${failed} told wrongly`);
process.exit(failed ? 1 : 0);
