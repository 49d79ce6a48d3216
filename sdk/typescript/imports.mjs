// Refuses a bot that imports modules of Node.js, before anything is installed: node imports.mjs FILE.ts. The compiler
// and esbuild find all else that cannot be imported.

import { existsSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join, resolve } from 'node:path';

const IMPORT = /^\s*(?:(?:import|export|\})[^'"]*\bfrom\s*|import\s*)['"]([^'"]+)['"]/;

/** Whether a package of this name is installed beside the file, or above it. */
function isInstalled(name, folder) {
  if (existsSync(join(folder, 'node_modules', name))) return true;
  return dirname(folder) !== folder && isInstalled(name, dirname(folder));
}

const [file] = process.argv.slice(2);
for (const [index, line] of readFileSync(file, 'utf8').split('\n').entries()) {
  const [, name] = line.match(IMPORT) ?? [];
  if (!name) continue;
  const plain = name.replace(/^node:/, '');
  if (!builtinModules.includes(plain) || (plain === name && isInstalled(name, dirname(resolve(file))))) continue;
  console.error(`error: ${file}:${index + 1}: there is no ${name}; it is a module of Node.js, and a bot has none of these\n    ${line.trim()}`);
  process.exit(1);
}
