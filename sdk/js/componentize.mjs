// Makes a component of a bot's source: node componentize.mjs SOURCE WIT WORLD FILE.wasm

import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { componentize } from '@bytecodealliance/componentize-js';

const [sourcePath, witPath, worldName, wasm] = process.argv.slice(2);

try {
  const { component } = await componentize({
    sourcePath: resolve(sourcePath),
    witPath,
    worldName,
    // Printing, clocks and random numbers stay: the judge has them, the same on every machine.
    disableFeatures: ['http', 'fetch-event'],
  });
  await writeFile(wasm, component);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
