// Finds out before anything is installed or built whether a bot's files can be read, and whether they import what a bot
// has: node --experimental-vm-modules imports.mjs GAME FILE.js

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { SourceTextModule } from 'node:vm';
import { given } from './pack.mjs';

const [game, main] = process.argv.slice(2);

/** Tells a mistake of the author's, and ends. */
function fail(words) {
  console.error(`error: ${words}`);
  process.exit(1);
}

/** What is wrong with a file that is no module, with its line and a mark below: Node says that only by itself. */
function mistakeIn(file, source) {
  const { stderr } = spawnSync(process.execPath, ['--input-type=module', '--check'], { input: source, encoding: 'utf8' });
  const isNoise = (line) => line === '' || line.startsWith('    at ') || line.startsWith('Node.js ');
  return stderr.split('\n').filter((line) => !isNoise(line)).join('\n').replace(/^\[stdin\]/, file);
}

/** The line on which a file imports `name`. Where that is hidden, as behind escapes, it is the first. */
function lineOf(source, name) {
  const lines = source.split('\n');
  const found = lines.findIndex((line) => line.includes(`'${name}'`) || line.includes(`"${name}"`));
  return Math.max(found, 0) + 1;
}

/** Looks at a file, and returns the files that it imports. */
function imports(file) {
  const source = readFileSync(file, 'utf8');
  let module;
  try {
    module = new SourceTextModule(source, { identifier: file });
  } catch {
    fail(mistakeIn(file, source));
  }
  return module.dependencySpecifiers.filter((name) => !given(game).includes(name)).map((name) => {
    const at = `${file}:${lineOf(source, name)}`;
    if (!name.startsWith('.')) {
      fail(`${at}: a bot has no package ${name}; import files beside it by a relative path, or bundle it`);
    }
    const other = join(dirname(file), name);
    if (!existsSync(other)) fail(`${at}: no file ${other}; write the path with its ending`);
    return other;
  });
}

const found = new Set([main]);
for (const file of found) imports(file).forEach((other) => found.add(other));
