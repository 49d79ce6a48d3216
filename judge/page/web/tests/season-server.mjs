// A season with its server, and pages of it, for tests.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import {
  appendFileSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

export const contestants = resolve(import.meta.dirname, "../../../../contestants");

/** What ends the servers, also those of tests that fail. */
const ends = [];
process.on("exit", () => ends.forEach((end) => end()));

/** A port that nobody listens on. */
const freePort = () =>
  new Promise((found) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const { port } = server.address();
      server.close(() => found(port));
    });
  });

/** A section of 5 MiB that nobody reads: a game that has it is too large for a page. */
const PADDING = Buffer.concat([Buffer.from("\0\x84\x80\xc0\x02\x03pad", "latin1"), Buffer.alloc(5 << 20)]);

/** A season of a game between example bots, with its server; the game may be a file. `more` is the rest of its file. */
export async function serve(judge, game, bots, rounds = 3, more = "", isTooLarge = false) {
  const folder = mkdtempSync(join(tmpdir(), "season-")),
    file = join(folder, "season.toml"),
    data = join(folder, "data");
  const port = await freePort(),
    url = `http://127.0.0.1:${port}`;
  mkdirSync(join(folder, "bots"));
  for (const bot of bots)
    copyFileSync(join(contestants, game, `${bot}.wasm`), join(folder, "bots", `${bot}.wasm`));
  const gameFile = resolve(contestants, "../tournaments/games", `${game}.wasm`),
    isFile = existsSync(gameFile);
  if (isFile) copyFileSync(gameFile, join(folder, "game.wasm"));
  if (isTooLarge) appendFileSync(join(folder, "game.wasm"), PADDING);
  writeFileSync(
    file,
    `title = "A season"\ngame = "${isFile ? "game.wasm" : game}"\nrounds = ${rounds}\ncontestants = ["bots/*.wasm"]\n[serve]\naddress = "127.0.0.1:${port}"\n${more}\n`,
  );
  let child = null;
  /** Starts the server, and waits until it listens. */
  const start = async () => {
    child = spawn(judge, ["serve", file, "--data", data], { stdio: ["ignore", "ignore", "pipe"] });
    let said = "";
    await new Promise((found, failed) => {
      child.stderr.on("data", (text) => {
        said += text;
        if (said.includes("listening on http:")) found();
      });
      child.on("exit", () => failed(new Error(said)));
    });
  };
  const stop = () =>
    new Promise((ended) => {
      child.on("exit", ended);
      child.kill();
    });
  // At once: a server that ends in its own time writes into the folder that goes.
  const end = () => {
    child.kill("SIGKILL");
    rmSync(folder, { recursive: true, force: true, maxRetries: 9 });
  };
  ends.push(end);
  /** What a command of an organiser's prints. */
  const order = (...words) =>
    execFileSync(judge, ["serve", ...words, "--season", file, "--data", data], { encoding: "utf8" }).trim();
  const link = (...words) => new URL(order(...words)).pathname;
  const invite = (name) => link("invite", name);
  const text = async (path) => (await fetch(url + path)).text();
  const rests = async () => {
    while (!(await text("/")).includes("No round is drawn: everybody"))
      await new Promise((go) => setTimeout(go, 50));
  };
  /** Hands in an example bot with a token, and waits for the verdict. */
  const handIn = async (token, bot) => {
    const headers = { Authorization: `Bearer ${token}` };
    const { upload } = await (
      await fetch(`${url}/api/bot`, {
        method: "PUT",
        headers,
        body: readFileSync(join(contestants, game, `${bot}.wasm`)),
      })
    ).json();
    for (;;) {
      const verdict = await (await fetch(`${url}/api/upload/${upload}`, { headers })).json();
      if (verdict.state !== "waiting") return verdict;
      await new Promise((go) => setTimeout(go, 50));
    }
  };
  /** Follows an invitation as a program does: the token. */
  const enter = async (path) =>
    /id="token">([0-9a-f]+)/.exec(await (await fetch(url + path, { method: "POST" })).text())[1];
  await start();
  return { url, folder, start, stop, end, order, link, invite, text, rests, handIn, enter };
}

/** Presses Tab until a selector has the focus. */
export async function tabTo(page, selector) {
  for (let i = 0; i < 200; i++) {
    // The page may give way to the next one just now.
    const isThere = await page
      .evaluate((selector) => document.activeElement?.matches(selector), selector)
      .catch(() => false);
    if (isThere) return;
    await page.keyboard.press("Tab");
  }
  assert.fail(`Tab does not reach ${selector}`);
}

/** Pages as people open them, and what holds for every one. */
export function pages({ browser, PATIENCE, axe, cut }) {
  async function visit(url, options = {}) {
    const context = await browser.newContext({
        viewport: { width: 1280, height: 1000 },
        reducedMotion: "reduce",
        ...options,
      }),
      page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    page.problems = [];
    // Our policy keeps browsers from asking for it; some tests switch the policy off.
    await page.route("**/favicon.ico", (route) => route.fulfill({ status: 204 }));
    page.on("pageerror", (error) => page.problems.push(error.message));
    page.on("console", (message) => message.type() === "error" && page.problems.push(message.text()));
    page.on(
      "request",
      (request) =>
        request.url().startsWith(new URL(url).origin) ||
        /^(blob|data):/.test(request.url()) ||
        page.problems.push(`asked for ${request.url()}`),
    );
    await page.goto(url);
    return page;
  }

  /** Nothing is cut off, and axe finds nothing. */
  async function whole(page) {
    await page.waitForLoadState("load");
    assert.deepEqual(await page.evaluate(cut), [], page.url());
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() =>
      globalThis.axe.run({ rules: { "label-content-name-mismatch": { enabled: false } } }),
    );
    assert.deepEqual(
      violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 160)}`),
      [],
      page.url(),
    );
  }

  /** Who uses the mouse, or the keyboard alone: presses, writes, ticks, chooses. */
  function hands(page, how) {
    const isMouse = how === "mouse";
    return {
      push: async (selector) => {
        if (isMouse) return page.click(selector);
        await tabTo(page, selector);
        await page.keyboard.press("Enter");
      },
      write: async (selector, text) => {
        if (isMouse) return page.fill(selector, text);
        await tabTo(page, selector);
        await page.keyboard.press("Control+A");
        await page.keyboard.type(text);
      },
      tick: async (selector) => {
        if (isMouse) return page.check(selector);
        await tabTo(page, selector);
        await page.keyboard.press("Space");
      },
      choose: async (selector, label) => {
        if (isMouse) return page.selectOption(selector, { label });
        await tabTo(page, selector);
        await page.keyboard.type(label);
      },
    };
  }
  return { visit, whole, hands };
}
