// A report of which one thing was altered: it is told, in a banner or by "Verify", or what is not checked names its kind.
//
// A report is text, so a forger changes its file: each kind of text and of attribute of the drawing, each value of the
// page's data, bytes of packed files. The reports are small: each altered one is loaded, and verified, in one browser.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { gzipSync } from "node:zlib";
import { execFileSync } from "node:child_process";
import { cpSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { unpacked } from "../engine/unpack.js";

const DRAWING = /<body>([\s\S]*?)<script/,
  PAYLOAD = /(<script type="application\/json" id="payload">)([^<]*)/,
  TOKENS = /<(\/?)([\w-]+)([^>]*)>|[^<]+/g,
  ATTRIBUTES = /([\w:-]+)(?:="([^"]*)")?/g;
/** What begins all that is packed. */
const PACKED = /^=Bh!!/;
const LETTERS = Array.from({ length: 94 }, (_, i) => String.fromCharCode(33 + i)).filter(
  (letter) => !'"\\<'.includes(letter),
);

/** What no game can prove, each with what the page says of it in its list of what is not checked. */
const UNPROVEN = [
  // Scripts show what needs them, whether or not it was hidden, and the policy lets no other script run.
  [
    /^(the policy|data engine$|hidden of |class of figure id="fuel-by|<script>)/,
    /this page's scripts, policy/,
  ],
  [/^(data )?firstScene/, /policy and first board/],
  [/^data openingNames/, /titles and names/],
  [/^data (limits|openingPlies|bots_max|phases \d+ rounds)/, /settings that changed no game/],
  [/^games \d+ 1[01]$/, /the draw of seeds and rounds/],
  // Where no bot plays, there is no fuel.
  [/^games \d+ 7 /, /fuel, memory/],
  [/^transcripts table faults/, /and the texts of faults/],
  [/^everywhere: (title|name)/, /titles and names/],
  [/^everywhere: callsItself/, /titles and names/],
  [/^everywhere: a file that plays the same|SHA-256 of/, /who took part, with which file/],
  [/^everywhere: tournament(File|Sha256)/, /the tournament's file, versions/],
  [/^everywhere: tournamentSeed/, /the draw of seeds/],
  [/^everywhere: (judge|engineVersion)/, /versions/],
];

/** As judge/page/src/letters.rs does it. @param {Uint8Array} bytes */
function packed(bytes) {
  let text = "",
    held = 0,
    bits = 0;
  for (const byte of gzipSync(bytes)) {
    held |= byte << bits;
    bits += 8;
    if (bits < 13) continue;
    const value = held % 8192;
    text += LETTERS[value % 91] + LETTERS[Math.floor(value / 91)];
    held >>= 13;
    bits -= 13;
  }
  if (bits > 0) text += LETTERS[held % 91];
  if (bits > 6) text += LETTERS[Math.floor(held / 91)];
  return text;
}

/** Something else of the same kind. @param {any} value */
async function other(value) {
  if (typeof value === "number") return value + 1;
  if (typeof value === "boolean") return !value;
  if (typeof value !== "string") return "altered";
  if (PACKED.test(value)) return packed(changedByte(await unpacked(value)));
  if (/^[0-9a-f]{64}$/.test(value)) return value.replace(/.$/, (last) => (last === "0" ? "1" : "0"));
  return `${value}9`;
}

/** One bit of a byte far from both ends is another. @param {Uint8Array} bytes */
function changedByte(bytes) {
  const changed = new Uint8Array(bytes);
  changed[changed.length >> 2] ^= 1;
  return changed;
}

/** Where each value is, within a value that was read from JSON. @param {any} value @param {(string | number)[]} at @returns {Generator<(string | number)[]>} */
function* leaves(value, at = []) {
  if (value === null || typeof value !== "object" || !Object.keys(value).length) yield at;
  else for (const key of Object.keys(value)) yield* leaves(value[key], [...at, key]);
}

/** A value with another at one place. @param {any} value @param {(string | number)[]} at @param {(value: any) => any} change */
async function withOther(value, [key, ...rest], change) {
  if (key === undefined) return change(value);
  const copy = Array.isArray(value) ? [...value] : { ...value };
  copy[key] = await withOther(copy[key], rest, change);
  return copy;
}

/** One alteration of each kind of text and of attribute: the first that is drawn so. @param {string} report */
function* ofDrawing(report) {
  const drawing = DRAWING.exec(report),
    begin = drawing.index + "<body>".length,
    known = new Set();
  const isNew = (/** @type {string} */ kind) => !known.has(kind) && known.add(kind);
  const splice = (/** @type {number} */ at, /** @type {string} */ text, length = 0) =>
    report.slice(0, begin + at) + text + report.slice(begin + at + length);
  let parent = "";
  for (const { 0: token, 1: end, 2: name, 3: attributes, index } of drawing[1].matchAll(TOKENS)) {
    if (name === undefined) {
      const letter = token.search(/\S/);
      if (letter >= 0 && isNew(`text of ${parent}`)) yield [`text of ${parent}`, splice(index + letter, "9")];
      continue;
    }
    const tag = `${end}${name}${/ (?:id|class)="[^"]*"/.exec(attributes)?.[0] ?? ""}`;
    parent = tag;
    for (const { 0: all, 1: key, 2: value, index: at } of attributes.matchAll(ATTRIBUTES)) {
      if (!isNew(`${key} of ${name}`)) continue;
      const place = index + 1 + end.length + name.length + at;
      yield [
        `${key} of ${tag}`,
        value === undefined ? splice(place, "", all.length) : splice(place + all.length - 1, "9"),
      ];
    }
  }
  // What draws over something, or turns it round.
  const cell = drawing[1].indexOf("<td data-fuel>"),
    row = drawing[1].lastIndexOf("<strong>", cell);
  const over = {
    '<bdo dir="rtl">': row,
    '<input value="9">': row,
    "<style>strong { display: none }</style>": row,
    "<!-- nothing --><slot></slot>": row,
    '<b style="position: absolute">9</b>': row,
    "<script>1</script>": row,
  };
  for (const [element, at] of Object.entries(over)) yield [`${element} in a cell`, splice(at, element)];
  for (const mode of ["open", "closed"]) {
    const head = drawing[1].indexOf("</h1>");
    yield [
      `another heading in a ${mode} shadow`,
      splice(head, `<template shadowrootmode="${mode}">Another</template>`),
    ];
  }
}

/** In the tables and brackets of each phase each cell of the first row of each kind, each heading, and the mark of a winner. @param {string} report */
function* ofPhases(report) {
  const begin = report.indexOf('<section id="course">'),
    course = report.slice(begin, report.indexOf("</section>", begin)),
    known = new Set();
  let around = "",
    phase = 0,
    cell = 0;
  for (const { 0: token, 1: end, 2: name, 3: attributes, index } of course.matchAll(TOKENS)) {
    if (name === "h2" && !end) phase += 1;
    if (name === "table") around = /class="([^"]*)"/.exec(attributes)?.[1] ?? "";
    if (name === "tr") cell = 0;
    if (/^t[dh]$/.test(name) && !end) cell += 1;
    const at = begin + index,
      kind = `${phase} ${around} ${name ?? "text"} ${attributes ?? ""} ${cell}`;
    const isMark = name === "tr" && !end && / class=/.test(attributes);
    if (!(isMark || (name === undefined && token.trim())) || known.has(kind)) continue;
    known.add(kind);
    const changed = isMark ? "<tr>" : token.replace(/\S/, (letter) => (letter === "1" ? "2" : "1"));
    yield [`phases, ${kind}`, report.slice(0, at) + changed + report.slice(at + token.length)];
  }
  // A game is said to be of another match.
  const heads = course.matchAll(/class="bracket-match"><thead><tr><th colspan="2" class="text">([^<,]+)/g);
  const [match, other] = [...heads].map((head) => head[1]);
  yield [
    "phases, two matches exchanged",
    report.replaceAll(match, "\0").replaceAll(other, match).replaceAll("\0", other),
  ];
}

/** What no game says, where a page without bots has fuel and its faults. @param {string} report */
function* ofUnknown(report) {
  for (const part of ["<div data-fuel>", "<td data-fuel>"]) {
    const at = report.indexOf(part) + part.length;
    const said = "<section><h2>Result after appeal</h2><p>hasty wins</p></section>";
    yield [`a section in ${part}`, report.slice(0, at) + said + report.slice(at)];
    yield [`words in ${part}`, `${report.slice(0, at)}after appeal ${report.slice(at)}`];
  }
}

/** Alterations of all that is around the drawing. @param {string} report */
function* ofPage(report) {
  for (const [what, from, to] of [
    ["direction of all", '<html lang="en">', '<html lang="en" dir="rtl">'],
    ["language", '<html lang="en">', '<html lang="de">'],
    ["title of the window", "<title>", "<title>9"],
    ["viewport", 'name="viewport" content="', 'name="viewport" content="user-scalable=no,'],
    ["the policy", "img-src blob:", "img-src https:"],
    ["a style", "<style>", "<style>strong{display:none}"],
    ["another style", "</style>", "</style><style>strong{display:none}</style>"],
    ["referrer", 'content="no-referrer"', 'content="origin"'],
    ["a link", "</head>", '<link rel="icon" href="data:,"></head>'],
    ["a policy of its own", "</head>", '<meta http-equiv="refresh" content="99999"></head>'],
    ["direction of the body", "<body>", '<body dir="rtl">'],
    ["another word at the end", "</body>", "<p>Another word</p></body>"],
  ])
    yield [what, report.replace(from, () => to)];
  const script = report.indexOf('id="packed-script">') + 2000;
  yield [
    "the packed script",
    `${report.slice(0, script)}${report[script] === "A" ? "B" : "A"}${report.slice(script + 1)}`,
  ];
}

/** What a forger changes wherever it stands. @param {string} report */
async function* everywhere(report) {
  const payload = JSON.parse(PAYLOAD.exec(report)[2]),
    games = new TextDecoder().decode(await unpacked(payload.games));
  const replaced = (/** @type {string} */ from, /** @type {string} */ to, isData = true) => {
    const drawing = report.replace(PAYLOAD, (_, tag) => tag).replaceAll(from, to);
    const data = isData ? JSON.stringify(payload).replaceAll(from, to) : JSON.stringify(payload),
      changed = { ...JSON.parse(data), games: packed(Buffer.from(games.replaceAll(from, to))) };
    const text = JSON.stringify(changed).replaceAll("<", "\\u003c");
    return drawing.replace('id="payload">', () => `id="payload">${text}`);
  };
  yield ["everywhere: title", replaced(payload.title, "Changed")];
  const { name, callsItself, sha256 } = payload.contestants[1];
  yield ["everywhere: name", replaced(name, name.toUpperCase().toLowerCase().replace(/.$/, "x"))];
  yield ["everywhere: callsItself", replaced(callsItself, "Somebody")];
  for (const key of ["tournamentFile", "tournamentSha256", "judge", "engineVersion"])
    yield [`everywhere: ${key}`, replaced(payload[key], await other(payload[key]))];
  yield [
    "everywhere: tournamentSeed",
    replaced(`<dt>Seed</dt><dd>${payload.tournamentSeed}`, "<dt>Seed</dt><dd>99").replace(
      `"tournamentSeed":"${payload.tournamentSeed}"`,
      '"tournamentSeed":"99"',
    ),
  ];
  yield ["everywhere: SHA-256 of a bot", replaced(sha256, await other(sha256))];
  // Two contestants share a file: one of them says that its file is another.
  const last = `${name}</h3>[\\s\\S]*?${sha256}`,
    changed = structuredClone(payload);
  changed.contestants[1].sha256 = await other(sha256);
  yield [
    "SHA-256 of one of two with the same file",
    report
      .replace(new RegExp(last), (card) => card.replace(sha256, changed.contestants[1].sha256))
      .replace(PAYLOAD, (_, tag) => tag + JSON.stringify(changed).replaceAll("<", "\\u003c")),
  ];
  if (!payload.files.length) return;
  // An empty section of a name that nobody reads.
  const bytes = Buffer.concat([await unpacked(payload.files[payload.bots[1]]), Buffer.from([0, 2, 1, 120])]),
    hash = createHash("sha256").update(bytes).digest("hex");
  const packedFile = packed(bytes),
    forged = replaced(sha256, hash),
    data = JSON.parse(PAYLOAD.exec(forged)[2]);
  data.files[data.bots[1]] = packedFile;
  yield [
    "everywhere: a file that plays the same",
    forged.replace(PAYLOAD, (_, tag) => tag + JSON.stringify(data).replaceAll("<", "\\u003c")),
  ];
}

/** One alteration of each value of the page's data; of packed lists, of the first value of each kind. @param {string} report */
async function* ofData(report) {
  const payload = JSON.parse(PAYLOAD.exec(report)[2]);
  const write = (/** @type {any} */ changed) =>
    report.replace(PAYLOAD, (_, tag) => tag + JSON.stringify(changed).replaceAll("<", "\\u003c"));
  // An empty list of files holds nothing.
  for (const at of [...leaves(payload)].filter(([key, place]) => key !== "files" || place !== undefined))
    yield [`data ${at.join(" ")}`, write(await withOther(payload, at, other))];
  for (const path of [["games"], ["firstScene"], ["transcripts", "table"]]) {
    const text = path.reduce((value, key) => value?.[key], payload);
    if (!text) continue;
    const value = JSON.parse(new TextDecoder().decode(await unpacked(text))),
      known = new Set();
    for (const at of leaves(value)) {
      // A game is a list, whose second level are its columns.
      const kind = at
        .filter((key, level) => !/^\d+$/.test(key) || (path[0] === "games" && level === 1))
        .join(" ");
      if (known.has(kind)) continue;
      known.add(kind);
      const changed = packed(Buffer.from(JSON.stringify(await withOther(value, at, other))));
      yield [`${path.join(" ")} ${at.join(" ")}`, write(await withOther(payload, path, () => changed))];
    }
  }
  for (const key of ["files", "bots"]) {
    const [first, ...others] = payload[key];
    if (others.length && first !== others.at(-1))
      yield [`two ${key} exchanged`, write({ ...payload, [key]: [...payload[key]].reverse() })];
  }
}

/** @param {any} suite */
export default function tests({ test, browser, folder, judge, of, closed, PATIENCE }) {
  /** What a page says, when everything was verified, of an altered report; nothing where no script runs. */
  async function verified(page, file, report) {
    writeFileSync(file, report);
    await page.goto("about:blank");
    const isRefused = new Promise((refused) => page.once("console", () => refused("refused")));
    await page.goto(pathToFileURL(file).href);
    const isReady = page.waitForFunction(
      () =>
        document.querySelector("[data-ready], .banner:not([hidden])") ||
        document.body?.firstChild?.textContent?.startsWith("This browser cannot"),
    );
    await Promise.race([isReady, isRefused]);
    const texts = (/** @type {string} */ selector) =>
      page.$$eval(selector, (all) => all.map((one) => one.textContent).join(" "));
    if (await page.isVisible("#verify")) {
      await page.click("#verify");
      await page.waitForSelector(".verify-result[data-done]");
    }
    return {
      banner: await texts(".banner:not([hidden])"),
      result: await texts(".verify-result"),
      list: await texts(".verify-list"),
    };
  }

  for (const name of of("phases", "phases-more")) {
    test(`${name}: no place, point, match or group can be another`, async () => {
      const context = await browser.newContext({ viewport: { width: 1280, height: 1000 } });
      await context.setOffline(true);
      const page = await context.newPage();
      page.setDefaultTimeout(PATIENCE);
      const report = readFileSync(join(folder, `${name}.html`), "utf8"),
        file = join(folder, `${name}-now.html`);
      assert.match((await verified(page, file, report)).result, /^✓ /);
      let ways = 0;
      for (const [what, altered] of ofPhases(report)) {
        ways += 1;
        assert.notEqual(altered, report, what);
        assert.doesNotMatch((await verified(page, file, altered)).result, /^✓/, what);
      }
      rmSync(file);
      await context.close();
      assert.ok(ways >= (name === "phases" ? 15 : 28), `${ways}`);
      return `${ways} ways`;
    });
  }

  for (const name of of("knockout", "swiss", "gauntlet")) {
    test(`${name}: two whose ranks were exchanged in the results have no tick`, async () => {
      // Beside the others, where the tournament's file finds the bots.
      const results = join(folder, "formats", `${name}-exchanged`),
        file = `${results}.html`,
        table = join(results, "results.csv");
      cpSync(join(folder, "formats", name), results, { recursive: true });
      const [head, first, second, ...rows] = readFileSync(table, "utf8").split("\n");
      const [one, other] = [first, second].map((row) => row.slice(row.indexOf(",")));
      assert.ok(head.startsWith("rank,") && first.startsWith("1,") && second.startsWith("2,"));
      const page = await (await browser.newContext()).newPage();
      page.setDefaultTimeout(PATIENCE);
      const said = [];
      for (const both of [
        [`1${one}`, `2${other}`],
        [`2${one}`, `1${other}`],
        [`1${other}`, `2${one}`],
      ]) {
        writeFileSync(table, [head, ...both, ...rows].join("\n"));
        execFileSync(judge, ["report", results, "--quiet", "--out", file]);
        said.push((await verified(page, file, readFileSync(file, "utf8"))).result);
      }
      assert.match(said[0], /^✓ /);
      assert.match(said[1], /^✗ /);
      assert.match(said[2], /^✗ /);
      rmSync(results, { recursive: true });
      rmSync(file);
      await page.context().close();
      return said[2].slice(0, 200);
    });
  }

  for (const name of [...of("altered"), ...closed.filter((name) => name === "closed-altered")]) {
    test(`${name}: whatever is altered is told, or named as not checked`, async () => {
      const context = await browser.newContext({
        viewport: { width: 1280, height: 1000 },
        reducedMotion: "reduce",
      });
      await context.setOffline(true);
      // One worker has the engine sooner than two.
      await context.addInitScript(() =>
        Object.defineProperty(navigator, "hardwareConcurrency", { value: 1 }),
      );
      const page = await context.newPage();
      page.setDefaultTimeout(PATIENCE);
      const report = readFileSync(join(folder, `${name}.html`), "utf8"),
        file = join(folder, "altered-now.html");
      /** @type {string[]} */
      const passed = [];
      let ways = 0,
        told = 0;
      assert.match((await verified(page, file, report)).result, /^✓ /);
      const ofAll = [ofData(report), everywhere(report)];
      // What is drawn is compared in the same way, whoever plays.
      if (name === "altered") ofAll.push(ofPage(report), ofDrawing(report));
      else ofAll.push(ofUnknown(report));
      for (const alterations of ofAll) {
        for await (const [what, altered] of alterations) {
          ways += 1;
          assert.notEqual(altered, report, what);
          const { result, list, banner } = await verified(page, file, altered);
          if (process.env.VERBOSE) console.log([what, banner, result, list.slice(0, 200)].join(" | "));
          // Where its scripts do not run, a page claims nothing.
          if (!/^✓/.test(result)) told += 1;
          else if (!UNPROVEN.some(([place, said]) => place.test(what) && said.test(result)))
            passed.push(`${what}: ${result}`);
          // Without bots there is no file that could be another.
          const isFile =
            name === "altered" &&
            /^(data files \d|data contestants \d sha256|two (files|bots) exchanged|.*SHA-256 of)/.test(what);
          if (isFile && !/is not as it was published: .*played/.test(banner))
            passed.push(`${what}: no banner`);
        }
      }
      // What a shadow adds around the words that were compared is gone as soon as the page has its tick.
      const heading = () => page.locator("h1").first().screenshot();
      await verified(page, file, report);
      const right = await heading();
      for (const mode of ['"open"', '"closed"', '"closed" shadowrootclonable']) {
        const shadow = `<template shadowrootmode=${mode}>Disputed: <slot></slot></template>`;
        const altered = report.replace(/(<h1[^>]*>)/, `$1${shadow}`);
        writeFileSync(file, altered);
        await page.goto("about:blank");
        await page.goto(pathToFileURL(file).href);
        assert.ok(!right.equals(await heading()), `${mode} is drawn at first`);
        assert.match((await verified(page, file, altered)).result, /^✓ /, mode);
        assert.ok(right.equals(await heading()), `${mode} is gone`);
      }
      rmSync(file);
      assert.deepEqual(passed, []);
      await context.close();
      return `${ways} ways, of which ${told} are told`;
    });
  }
}
