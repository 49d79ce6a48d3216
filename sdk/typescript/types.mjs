// Makes the types in sdk/typescript/types anew from the interfaces in sdk/wit, after one of these has changed. They are
// committed, so that an editor knows them before the first build.
//
//     node sdk/typescript/types.mjs

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const SDK = join(dirname(fileURLToPath(import.meta.url)), '..');
/** What the types of WIT are to componentize-js. */
const NUMBERS = { u8: 'number', s8: 'number', u16: 'number', s16: 'number', u32: 'number', s32: 'number', u64: 'bigint', s64: 'bigint' };
const ARRAYS = { u8: 'Uint8Array', s8: 'Int8Array' };

/** The types of an interface: all of its text, with its comments. */
function types(wit) {
  const lines = wit.split('\n').map((line) => line.trim());
  const name = wit.match(/^interface ([\w-]+) \{/m)[1];
  const isBot = name !== 'host';
  const [out, functions] = [[], []];
  let comment = [];
  const about = (indent) => {
    const text = comment.map((line) => `${indent} *${line ? ` ${line}` : ''}`);
    comment = [];
    if (text.length === 0) return [];
    return text.length === 1 ? [`${indent}/** ${text[0].slice(indent.length + 3)} */`] : [`${indent}/**`, ...text, `${indent} */`];
  };
  const head = [];
  let inside; // the record, enum or variant that is open
  for (const line of lines) {
    const opened = line.match(/^(record|enum|variant) ([\w-]+) \{$/);
    const method = line.match(/^([\w-]+): func\((.*)\)(?: -> (.*))?;$/);
    if (line.startsWith('///')) {
      comment.push(line.slice(4));
    } else if (line.startsWith('interface ')) {
      head.push(...about(''));
    } else if (line.startsWith('world ')) {
      break;
    } else if (opened) {
      inside = { kind: opened[1], name: pascal(opened[2]), cases: [] };
      out.push(...about('  '));
      if (inside.kind === 'record') out.push(`  export interface ${inside.name} {`);
    } else if (line === '}' && inside) {
      if (inside.kind === 'record') out.push('  }', '');
      else out.push(`  export type ${inside.name} =`, ...inside.cases, '');
      if (inside.kind !== 'record') out[out.length - 2] += ';';
      inside = undefined;
    } else if (inside && line) {
      if (inside.kind === 'record') {
        out.push(...about('    '), ...line.split(/,\s*/).filter((part) => part).map((part) => `    ${field(part)};`));
      } else {
        inside.cases.push(...about('    '), `    | ${one(inside.kind, line.replace(/,$/, ''))}`);
      }
    } else if (method) {
      const parameters = method[2] ? method[2].split(/, (?![^<]*>)/).map(field).join(', ') : '';
      const result = method[3] ? type(method[3]) : 'void';
      functions.push({ comment: about(isBot ? '    ' : '  '), name: camel(method[1]), parameters, result });
    }
  }
  if (isBot) {
    out.push(`  /** A bot: \`export const ${camel(name)}: ${pascal(name)} = { … }\`. */`, `  export interface ${pascal(name)} {`);
    for (const { comment, name, parameters, result } of functions) out.push(...comment, `    ${name}: (${parameters}) => ${result};`);
    out.push('  }');
  } else {
    for (const { comment, name, parameters, result } of functions) out.push(...comment, `  export function ${name}(${parameters}): ${result};`);
  }
  const made = `// Made from sdk/wit/${name}.wit by sdk/typescript/types.mjs.\n\n`;
  return `${made}${head.join('\n')}\ndeclare module 'judge:arena/${name}@1.0.0' {\n${out.join('\n')}\n}\n`;
}

function one(kind, text) {
  if (kind === 'enum') return `'${text}'`;
  const [, tag, value] = text.match(/^([\w-]+)(?:\((.*)\))?$/);
  return value ? `{ tag: '${tag}'; val: ${type(value)} }` : `{ tag: '${tag}' }`;
}

function field(text) {
  const [, name, of] = text.match(/^%?([\w-]+): (.*)$/);
  return `${camel(name)}: ${type(of)}`;
}

function type(text) {
  const [, outer, inner] = text.match(/^(list|option)<(.*)>$/) ?? [];
  if (outer === 'list') return ARRAYS[inner] ?? `${type(inner)}[]`;
  if (outer === 'option') return `${type(inner)} | undefined`;
  if (text === 'bool') return 'boolean';
  return NUMBERS[text] ?? (text === 'string' ? text : pascal(text));
}

function camel(name) {
  return name.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
}

function pascal(name) {
  return camel(`-${name}`);
}

const sums = [];
const sum = (file) => sums.push(`${createHash('sha256').update(readFileSync(join(SDK, file))).digest('hex')}  ${file}\n`);
for (const file of readdirSync(join(SDK, 'wit')).sort()) {
  const made = `typescript/types/${file.replace('.wit', '.d.ts')}`;
  writeFileSync(join(SDK, made), types(readFileSync(join(SDK, 'wit', file), 'utf8')));
  [`wit/${file}`, made].forEach(sum);
}
sum('typescript/types.mjs');
writeFileSync(join(SDK, 'typescript/types/SHA256SUMS'), sums.join(''));
