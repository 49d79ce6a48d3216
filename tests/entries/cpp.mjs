// What authors of bots in C++ are told: of what a bot has not, when it is built, and lines in the log of a bot that ends.
//
//     node tests/entries/cpp.mjs JUDGE

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

/** A bot that plays the first legal square, with a header and more in its turn. */
const bot = (header, turn = '') => `#include <${header}>
#include <vector>
#include "judge.hpp"

void exports_othello_name(bot_string_t *ret) { judge::give(ret, "First"); }
void exports_othello_new_game(exports_othello_setup_t *) {}
void exports_othello_choose(uint64_t, uint64_t, uint64_t legal, exports_othello_square_t *ret) {
    const int square = legal ? __builtin_ctzll(legal) : 0;
    ret->x = square % 8;
    ret->y = square / 8;
    ${turn}
}
`;
// A bot, and what its build says: of a build that succeeds, how it begins.
const BUILT = [
  [bot('bits/stdc++.h'), 'built bot.wasm'],
  [bot('thread'), 'a bot has no threads; it is alone'],
  [bot('fstream'), 'a bot has no files; write the data into a source file'],
  [bot('csetjmp'), 'a bot has no setjmp'],
  [bot('sys/socket.h'), 'a bot has no network'],
  [bot('string', 'throw 1;'), "main.cpp:11:5: error: cannot use 'throw' with exceptions disabled"],
  [bot('cstdio', 'std::fclose(std::fopen("book", "r"));'), 'warning: main.cpp:11: a bot has no files: this returns NULL'],
  [bot('cstdlib', 'ret->x = std::rand() % 8;'), 'warning: main.cpp:11: without srand these are the same numbers in every game'],
  [bot('cstdlib', 'std::srand(legal); ret->x = std::rand() % 8;'), 'built bot.wasm'],
  [bot('string', 'int unused = legal;'), "main.cpp:11:9: warning: unused variable 'unused'"],
];
// What is done in a turn, and what a check shows.
const CHECKED = [
  ['', 'no fault found'],
  ['std::vector<int> none; ret->x = none.at(square);', 'log       abort: the bot ended itself'],
  ['std::vector<char> many(1u << 30); judge::log({many.data(), 9});', 'log       1073741824 bytes are more than the memory has left'],
  ['std::exit(3);', 'it exited with status 1'],
];

// The same of a build with --checked; without, each of them passes.
const SILENT = [
  'static int squares[64]; volatile int at = 64; volatile int got = squares[at]; (void)got;',
  'std::vector<int> squares(64); volatile int at = 64; volatile int got = squares[at]; (void)got;',
  'int *volatile none = nullptr; volatile int got = *none; (void)got;',
];

const judge = resolve(process.argv[2]);
const top = mkdtempSync(join(tmpdir(), 'entries-'));
const folder = join(top, 'bot');
let failed = 0;

function told(program, ...words) {
  const { stdout, stderr } = spawnSync(program, words, { cwd: folder, encoding: 'utf8' });
  return `${stdout}${stderr}`;
}

function build(source, ...options) {
  rmSync(join(folder, 'bot.wasm'), { force: true });
  writeFileSync(join(folder, 'main.cpp'), source);
  return told('sdk/c/build', ...options);
}

function look(said, words, about) {
  if (said.includes(words)) return;
  failed += 1;
  console.log(`${about}\n${words}\nis not in\n${said}`);
}

try {
  spawnSync(judge, ['new', 'othello', 'bot', '--lang', 'cpp'], { cwd: top });
  for (const [source, words] of BUILT) {
    look(build(source), words, source);
    const isRefused = !words.startsWith('warning') && (words.includes('a bot has no') || words.includes('error'));
    look(String(existsSync(join(folder, 'bot.wasm'))), String(!isRefused), source);
  }
  for (const [turn, words] of CHECKED) {
    const built = build(bot('cstdlib', turn));
    look(built + told(judge, 'check', 'bot.wasm', '--game', 'othello', '--quiet'), words, turn);
  }
  for (const turn of SILENT) {
    for (const [words, ...options] of [['no fault found'], ['fault: ', '--checked']]) {
      look(build(bot('cstdlib', turn), ...options), 'built bot.wasm', turn);
      look(told(judge, 'check', 'bot.wasm', '--game', 'othello', '--only', '1', '--quiet'), words, turn + options);
    }
  }
} finally {
  rmSync(top, { recursive: true });
}
console.log(`${BUILT.length + CHECKED.length + SILENT.length} bots, ${failed} told wrongly`);
process.exit(failed ? 1 : 0);
