// Makes an interpreter of one module in several files: node componentize.mjs WIT FILE.wasm SOURCE.js …

import { readFile, writeFile } from 'node:fs/promises';
import { componentize } from '@bytecodealliance/componentize-js';

const [witPath, wasm, ...files] = process.argv.slice(2);

/** A module's text as a part of one module. */
function part(text) {
  return text.replace(/^import .* from '\.\/.*';$/gm, '').replace(/^export (class|function) /gm, '$1 ');
}

try {
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  const { component } = await componentize(texts.map(part).join('\n'), {
    witPath,
    worldName: 'interpreter',
    // Printing, clocks and random numbers stay: the judge has them, the same on every machine.
    disableFeatures: ['http', 'fetch-event'],
  });
  await writeFile(wasm, component);
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
