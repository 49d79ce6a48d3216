// Makes the interpreter of a game: node componentize.mjs ENTRY.js WIT GAME FILE.wasm

import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { componentize } from '@bytecodealliance/componentize-js';

const [entry, witPath, game, wasm] = process.argv.slice(2);

try {
  const wit = (await readFile(join(witPath, `${game}.wit`), 'utf8')).replace(/`/g, '');
  const source = (await readFile(entry, 'utf8')).replaceAll('@GAME@', game).replace('@WIT@', () => wit);
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
