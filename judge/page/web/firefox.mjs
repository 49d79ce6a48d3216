// Every report in Firefox, by WebDriver BiDi: it opens, replays its first game to the published transcript, and a person
// plays some turns against a bot with the mouse. No shadow stays where words were compared.
//
//   node --experimental-websocket judge/page/web/firefox.mjs FOLDER

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";

const folder = resolve(process.argv[2] ?? ".");
/** Turns of a person. */
const TURNS = 3;
const profile = mkdtempSync(join(tmpdir(), "judge-firefox-"));
// Chromium suspends programs. Here they are played again, which newer versions of Firefox do not need.
writeFileSync(
  join(profile, "user.js"),
  'user_pref("javascript.options.wasm_js_promise_integration", false);\n',
);
const firefox = spawn(
  process.env.FIREFOX ?? "firefox-esr",
  ["--headless", "--no-remote", "--profile", profile, "--remote-debugging-port", "0"],
  { stdio: ["ignore", "ignore", "pipe"] },
);

/** Where it listens. */
const address = await new Promise((found, failed) => {
  let said = "";
  firefox.stderr.on("data", (bytes) => {
    said += bytes;
    const match = /WebDriver BiDi listening on (ws:\/\/\S+)/.exec(said);
    if (match) found(match[1]);
  });
  firefox.on("exit", () => failed(new Error(`Firefox ended: ${said}`)));
});
const socket = new WebSocket(`${address}/session`);
await new Promise((opened, failed) => {
  socket.onopen = opened;
  socket.onerror = failed;
});
const waiting = new Map();
/** What pages complained of. */
let problems = [];
socket.onmessage = ({ data }) => {
  const message = JSON.parse(data);
  if (message.method === "log.entryAdded" && message.params.level === "error")
    problems.push(message.params.text);
  const { done, failed } = waiting.get(message.id) ?? {};
  waiting.delete(message.id);
  if (message.type === "success") done?.(message.result);
  else if (message.type === "error") failed?.(new Error(`${message.error}: ${message.message}`));
};
let last = 0;
const send = (method, params) =>
  new Promise((done, failed) => {
    waiting.set(++last, { done, failed });
    socket.send(JSON.stringify({ id: last, method, params }));
  });

await send("session.new", { capabilities: {} });
await send("session.subscribe", { events: ["log.entryAdded"] });
const { context } = await send("browsingContext.create", { type: "tab" });
await send("browsingContext.setViewport", { context, viewport: { width: 1280, height: 1000 } });

/** What an expression in the page comes to, as JSON. */
async function evaluate(expression) {
  const { type, result, exceptionDetails } = await send("script.evaluate", {
    expression: `(async () => JSON.stringify(await (${expression})))()`,
    target: { context },
    awaitPromise: true,
  });
  if (type !== "success") throw new Error(exceptionDetails.text);
  return result.value === undefined ? undefined : JSON.parse(result.value);
}

/** Waits until an expression is true. */
const until = (expression) =>
  evaluate(`new Promise((done) => {
    const look = () => ((${expression}) ? done(true) : requestAnimationFrame(look));
    look();
  })`);

/** A click of the mouse on the middle of an element. */
async function click(selector) {
  const [x, y] = await evaluate(`(() => {
    const element = document.querySelector(${JSON.stringify(selector)});
    element.scrollIntoView({ block: "center", behavior: "instant" });
    const { left, top, width, height } = element.getBoundingClientRect();
    return [Math.round(left + width / 2), Math.round(top + height / 2)];
  })()`);
  const actions = [
    { type: "pointerMove", x, y },
    { type: "pointerDown", button: 0 },
    { type: "pointerUp", button: 0 },
  ];
  await send("input.performActions", { context, actions: [{ type: "pointer", id: "mouse", actions }] });
}

/** Nobody thinks, and the last turn is shown. */
const isPersonsTurn = `(/you to move/.test(document.querySelector(".status").textContent)
  || document.querySelector(".ending"))`;
const turns = () => evaluate(`document.querySelectorAll(".moves .move").length`);

async function play() {
  await evaluate(`(() => {
    const [mine, ...others] = document.querySelectorAll("#seating select");
    mine.value = "";
    for (const other of others) other.value = [...other.options].at(-1).value;
  })()`);
  await click("#seating button");
  await until(isPersonsTurn);
  if (await evaluate(`document.querySelector(".fleet") !== null`)) {
    await click(".fleet button.primary");
    await until(`!document.querySelector(".fleet") && ${isPersonsTurn}`);
  }
  for (let turn = 0; turn < TURNS; turn++) {
    if (await evaluate(`document.querySelector(".ending") !== null`)) break;
    const before = await turns();
    if (await evaluate(`document.querySelector(".boards .legal") !== null`)) await click(".boards .legal");
    else if (await evaluate(`document.querySelector(".boards .board") === null`))
      await click(".extra > button");
    else {
      await click(".boards .movable");
      await click(".boards .target");
    }
    await until(`document.querySelectorAll(".moves .move").length > ${before} && ${isPersonsTurn}`);
  }
  return turns();
}

/** A game that the organiser has recorded is shown to its end. */
async function watch() {
  await click('button[aria-label="To the end"]');
  await until(`document.querySelector(".ending")`);
  assert.equal(await evaluate(`document.querySelectorAll(".boards .disc").length`), await turns());
  return turns();
}

/** What "Verify" says of a report, and how its heading looks then. @param {string} file */
async function verified(file) {
  await send("browsingContext.navigate", { context, url: "about:blank", wait: "complete" });
  await send("browsingContext.navigate", { context, url: pathToFileURL(file).href, wait: "complete" });
  await until(`document.querySelector("[data-ready] #verify")`);
  await click("#verify");
  await until(`document.querySelector(".verify-result[data-done]")`);
  const [said, x, y, width, height] = await evaluate(`(() => {
    scrollTo({ top: 0, behavior: "instant" });
    const { left, top, width, height } = document.querySelector("h1").getBoundingClientRect();
    return [document.querySelector(".verify-result").textContent, left, top, width, height];
  })()`);
  const clip = { type: "box", x, y, width, height };
  return { said, heading: (await send("browsingContext.captureScreenshot", { context, clip })).data };
}

/** A report whose heading has a shadow, which says more than the words that are compared, has no tick or not that shadow. */
async function shadows() {
  const report = readFileSync(join(folder, "altered.html"), "utf8"),
    file = join(folder, "altered-now.html"),
    right = await verified(join(folder, "altered.html"));
  assert.match(right.said, /^✓ /);
  let shown = 0;
  for (const mode of ['"open"', '"closed"', '"closed" shadowrootclonable'])
    for (const inside of ["Disputed: <slot></slot>", "Disputed"]) {
      const shadow = `<template shadowrootmode=${mode}>${inside}</template>`;
      writeFileSync(file, report.replace(/(<h1[^>]*>)/, `$1${shadow}`));
      const { said, heading } = await verified(file);
      if (said.startsWith("✓")) assert.equal(heading, right.heading, shadow);
      else shown += 1;
    }
  rmSync(file);
  return `6 shadows, ${shown} told and the others gone`;
}

let failed = 0;
const names = readdirSync(folder).filter((name) => /^(?!closed-|hostile|many).*\.html$/.test(name));
for (const name of names.sort()) {
  problems = [];
  try {
    const url = `${pathToFileURL(join(folder, name))}#g=1&t=1`;
    await send("browsingContext.navigate", { context, url: "about:blank", wait: "complete" });
    await send("browsingContext.navigate", { context, url, wait: "complete" });
    await until(`document.querySelector("[data-ready] .badge:is(.good, .bad, .recorded)")`);
    assert.equal(await evaluate(`document.querySelector(".badge.bad") === null`), true, "the transcript");
    const played = await (name === "watched.html" ? watch() : play());
    assert.ok(played >= 2);
    // Where no program is suspended, it is played again from its beginning for each line.
    if (name === "programs.html") {
      assert.equal(await evaluate("typeof WebAssembly.Suspending"), "undefined");
      await click("#verify");
      await until(`document.querySelector(".verify-result[data-done]")`);
      assert.match(await evaluate(`document.querySelector(".verify-result").textContent`), /^✓ /);
    }
    assert.deepEqual(problems, []);
    const more = name === "altered.html" ? `, ${await shadows()}` : "";
    console.log(`ok    Firefox: ${name} opens, and is played (${played} turns)${more}`);
  } catch (error) {
    failed += 1;
    console.log(`FAILED Firefox: ${name}\n${error.stack ?? error}\n${problems.join("\n")}`);
  }
}
firefox.removeAllListeners("exit");
const ended = new Promise((done) => firefox.on("exit", done));
firefox.kill();
await ended;
rmSync(profile, { recursive: true, force: true });
process.exit(failed ? 1 : 0);
