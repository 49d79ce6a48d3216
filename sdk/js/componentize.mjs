// Makes the interpreter of a game out of an entry and program.js beside it: node componentize.mjs ENTRY.js WIT INTERFACE.json GAME FILE.wasm

import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { componentize } from '@bytecodealliance/componentize-js';
import { camel } from './pack.mjs';

const [entry, witPath, described, game, wasm] = process.argv.slice(2);

try {
  const text = game === 'lines' ? '' : await readFile(described, 'utf8');
  const parts = await Promise.all([join(dirname(entry), 'program.js'), entry].map((file) => readFile(file, 'utf8')));
  const source = parts.join('').replaceAll('@GAME@', camel(game)).replace('@INTERFACE@', () => text.trim());
  const { component } = await componentize(source, {
    witPath,
    worldName: `${game}-interpreter`,
    // Printing, clocks and random numbers stay: the judge has them, the same on every machine.
    disableFeatures: ['http', 'fetch-event'],
  });
  await writeFile(wasm, component);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
