// The page in a real browser: Debian's Chromium, from file://, with the network off.
//
//   node judge/page/web/test.mjs FOLDER [WORDS]
//
// FOLDER holds reports as NAME.html, by the names of tournaments/, and RESULTS the results that they were made of.
// JUDGE is the judge's program. Only tests whose name matches WORDS, a regular expression, are run. Every test says what it found.

import assert from "node:assert/strict";
import { createRequire } from "node:module";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { chromium } from "playwright-core";
import altered from "./tests/altered.mjs";
import arena from "./tests/arena.mjs";
import feel from "./tests/feel.mjs";
import files from "./tests/files.mjs";
import firstBoard from "./tests/first-board.mjs";
import front from "./tests/front.mjs";
import previews from "./tests/previews.mjs";
import keys from "./tests/keys.mjs";
import served from "./tests/served.mjs";
import verify from "./tests/verify.mjs";
import sharing from "./tests/sharing.mjs";
import stage from "./tests/stage.mjs";
import story from "./tests/story.mjs";
import season from "./tests/season.mjs";
import touch from "./tests/touch.mjs";
import seasonPages from "./tests/season-pages.mjs";
import transcripts from "./tests/transcripts.mjs";
import watched from "./tests/watched.mjs";

const folder = resolve(process.argv[2] ?? "."),
  only = process.argv[3];
const written = readdirSync(folder)
  .filter((name) => name.endsWith(".html"))
  .map((name) => name.slice(0, -5))
  .sort();
/** A report of 500 contestants has a test of its own: others would take long with it. */
const isLarge = (name) => name === "many";
/** A game that no page plays: what was seen of it is shown. */
const isWatched = (name) => name === "watched";
/** Those without bots have tests of their own. */
const isClosed = (name) => name.startsWith("closed-");
const reports = written.filter((name) => !isClosed(name)),
  closed = written.filter(isClosed);
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
const judge = resolve(process.env.JUDGE ?? "target/release/judge");
/** The folders of results that the reports were made of, where they are at hand. */
const results = process.env.RESULTS ?? null;
/** How long anything may take; only what hangs takes as long. */
const PATIENCE = Number(process.env.PATIENCE ?? 120_000);

const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});

/** A page of a report, with random numbers that are the same each time. */
async function open(
  name,
  hash = "",
  { wrong = false, tamper = null, spies = false, scene = null, asleep = false, ...options } = {},
) {
  // Nothing moves by itself, unless that is what a test is about.
  const context = await browser.newContext({
    viewport: { width: 1280, height: 1000 },
    reducedMotion: "reduce",
    ...options,
  });
  await context.setOffline(true);
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  page.problems = [];
  page.on("pageerror", (error) => page.problems.push(error.message));
  page.on("console", (message) => message.type() === "error" && page.problems.push(message.text()));
  page.on(
    "request",
    (request) => /^(file|blob|data):/.test(request.url()) || page.problems.push(`asked for ${request.url()}`),
  );
  page.on("dialog", (dialog) => {
    page.problems.push(`said ${dialog.message()}`);
    dialog.dismiss();
  });
  await page.addInitScript(() => {
    let seed = 1n;
    const random = crypto.getRandomValues.bind(crypto);
    // Only the page's own seeds; other scripts, as axe's, may have what they want.
    let state = 1;
    Math.random = () => (state = (state * 48271) % 2147483647) / 2147483647;
    crypto.getRandomValues = (values) => {
      if (!(values instanceof BigUint64Array)) return random(values);
      values[0] = seed++;
      return values;
    };
  });
  // As if somebody had changed the report's data: what is read is changed by a function of the page's payload or games.
  if (tamper)
    await page.addInitScript(`{
    const parse = JSON.parse, tamper = ${tamper};
    JSON.parse = (text) => {
      const value = parse(text);
      if (value?.contestants || (Array.isArray(value) && Array.isArray(value[0]?.[0]))) tamper(value);
      return value;
    };
  }`);
  // As if the report had been told another hash of game 1.
  if (wrong)
    await page.addInitScript(() => {
      const parse = JSON.parse;
      JSON.parse = (text) => {
        const value = parse(text);
        if (Array.isArray(value) && Array.isArray(value[0]?.[0])) value[0][8] = "0".repeat(64);
        return value;
      };
    });
  // What workers say is kept; or a game shows something else in every position.
  if (spies || scene)
    await page.addInitScript((other) => {
      globalThis.heard = [];
      globalThis.Worker = class extends Worker {
        set onmessage(hear) {
          super.onmessage = (message) => {
            globalThis.heard.push(JSON.stringify(message.data));
            for (const { scene } of message.data.events ?? []) if (scene) Object.assign(scene, other);
            hear(message);
          };
        }
      };
    }, scene);
  // No worker hears anything before it is woken: as if the engine took as long as that.
  if (asleep)
    await page.addInitScript(() => {
      const woken = new Promise((wake) => {
        globalThis.wake = wake;
      });
      globalThis.Worker = class extends Worker {
        postMessage(message) {
          woken.then(() => super.postMessage(message));
        }
      };
    });
  await page.goto(pathToFileURL(join(folder, `${name}.html`)) + hash);
  if (asleep) await page.waitForSelector("[data-ready]");
  else if (options.javaScriptEnabled !== false) await replay(page);
  return page;
}

/** Waits until the first game was played again. */
const replay = (page) =>
  page.waitForSelector("[data-ready] .badge:is(.good, .bad, .recorded)", { state: "attached" });

async function close(page) {
  assert.deepEqual(page.problems, []);
  await page.context().close();
}

const tests = [];
const test = (name, work) => tests.push([name, work]);
const of = (...names) => names.filter((name) => reports.includes(name));

for (const name of reports.filter((name) => name !== "hostile" && !isLarge(name) && !isWatched(name))) {
  test(`${name}: every game comes to the published transcript and fuel`, async () => {
    const page = await open(name);
    await page.click("#verify");
    await page.waitForSelector(".verify-result[data-done]");
    const result = await page.textContent(".verify-result");
    assert.match(result, /^✓ all .* agree, transcript and fuel/);
    await close(page);
    return result;
  });
}

for (const name of of("october", "stones-table")) {
  test(`${name}: the plot of fuel by turn comes with the games`, async () => {
    const page = await open(name);
    const figure = page.locator("#fuel-by-turn");
    assert.equal(await figure.locator("svg").count(), 0);
    await page.emulateMedia({ media: "print" });
    assert.equal(await figure.isVisible(), false, "a button is not printed");
    await page.emulateMedia({ media: "screen" });
    await figure.getByRole("button", { name: "Play all games again" }).click();
    await figure.locator("svg.plot").waitFor();
    // Each contestant that played a turn has a line and a column; a column begins with the mean of the first turns.
    const names = await figure.locator(".data thead th").allTextContents(),
      lines = await figure.locator(".trace").count();
    assert.equal(lines, Math.min(8, names.length - 1));
    await figure.locator("summary").click();
    const first = await figure.locator(".data tbody tr").first().locator("td").allTextContents();
    assert.deepEqual(
      first.filter((text) => !/^[\d,]+$/.test(text)),
      [],
    );
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => globalThis.axe.run("#plots"));
    assert.deepEqual(
      violations.map(({ id }) => id),
      [],
    );
    await page.setViewportSize({ width: 360, height: 740 });
    assert.deepEqual(await page.evaluate(cut), []);
    await page.emulateMedia({ media: "print" });
    assert.equal(await figure.isVisible(), true, "it is printed");
    await close(page);
    return `${lines} lines`;
  });
}

test("a game whose published transcript is another is told from the others", async () => {
  const page = await open("gobblet", "", { wrong: true });
  await page.click("#verify");
  await page.waitForSelector(".verify-result[data-done]");
  assert.match(await page.textContent(".verify-result"), /^✗ 1 game of 60 differ/);
  await page.goto(`${page.url().replace(/#.*/, "")}#g=1`);
  await page.waitForSelector(".badge.bad");
  await close(page);
});

/** Begins a game of persons and bots; `seats` are names, "" for a person. */
async function begin(page, seats) {
  const selects = await page.$$("#seating select");
  for (const [seat, name] of seats.entries())
    await selects[seat].selectOption(name === "" ? { value: "" } : { label: name });
  await page.click("#seating button.primary");
  await settled(page);
}

/** What authors want is open: an action can be typed in a film, too. */
const authors = (page) =>
  page.evaluate(() => {
    const details = document.querySelector(".authors");
    if (details.open) return;
    const drawn = new Promise((done) =>
      details.addEventListener("toggle", () => requestAnimationFrame(done)),
    );
    details.open = true;
    return drawn;
  });

/** Waits until somebody is to move, or the game is over. */
async function settled(page) {
  await page.waitForFunction(() => {
    const status = document.querySelector(".status");
    return status.querySelector("strong, .problem") || /to move$/.test(status.textContent);
  });
}

const isOver = (page) =>
  page.$eval(".status", (status) => status.querySelector("strong")?.textContent ?? null);

/** The places that may be clicked, by a class. */
const places = (page, kind) =>
  page.$$eval(`.boards .${kind}`, (cells) => cells.map((cell) => cell.getAttribute("data-place")));

/** The action on a place, in the notations of games that write one square. */
function names(place) {
  const [, x, y] = place.split(/[:,]/).map(Number);
  return [`${"abcdefgh"[x]}${y + 1}`, `${x},${y}`];
}

const at = (place) => `.boards [data-place="${place}"]`;

/** A source of numbers that is the same each time. */
function numbers(seed) {
  return (below) => {
    seed = (seed * 1103515245 + 12345) % 2147483648;
    return Math.floor((seed / 2147483648) * below);
  };
}

/** Plays until a person in seat 0 wins; `turn` takes one turn. */
async function untilWon(page, seats, turn, tries = 12) {
  for (let game = 1; game <= tries; game++) {
    await begin(page, seats);
    const random = numbers(game);
    while ((await isOver(page)) === null) {
      await turn(page, random);
      await settled(page);
    }
    const end = await isOver(page);
    if (/^a person win/.test(end)) return `${end}, game ${game}`;
  }
  assert.fail("no game was won");
}

/** Clicks a square that may be clicked; corners and edges first, which is enough against who plays at random. */
async function playOthello(page, random, how = "click") {
  const pass = await page.$(".extra button");
  if (pass) return pass.click();
  const legal = await places(page, "legal"),
    edge = (place) =>
      place
        .split(/[:,]/)
        .slice(1)
        .filter((n) => n === "0" || n === "7").length;
  const best = Math.max(...legal.map(edge)),
    among = legal.filter((place) => edge(place) === best);
  const place = among[random(among.length)];
  if (how === "key") return press(page, place);
  await (how === "click" ? page.click(at(place)) : how(page, place));
}

for (const name of of("othello")) {
  for (const how of ["click", "key"]) {
    test(`othello: won by ${how}s`, async () => {
      const page = await open(name);
      const end = await untilWon(page, ["", "random"], (board, random) => playOthello(board, random, how));
      await close(page);
      return end;
    });
  }
}

for (const name of of("freedom")) {
  test("freedom: won by clicks", async () => {
    const page = await open(name);
    const end = await untilWon(page, ["", "dummy"], async (board, random) => {
      const button = await board.$(".extra button");
      if (button) return button.click();
      const legal = await places(board, "legal");
      await board.click(at(legal[random(legal.length)]));
    });
    await close(page);
    return end;
  });
}

/** Goes to a place by keys and presses Enter: from the one cell that Tab reaches by arrows; stacks are reached by Tab. */
async function press(page, place) {
  if (place.includes("s")) {
    await page.focus(at(place));
  } else {
    const [board, x, y] = place.split(/[:,]/).map(Number);
    const cell = '.boards [role="gridcell"][tabindex="0"]',
      now = (await page.getAttribute(cell, "data-place")).split(/[:,]/).map(Number);
    await page.focus(cell);
    // Boards lie side by side: arrows lead over the edge.
    const columns = Number(await page.getAttribute(".boards [role=grid]", "aria-colcount"));
    now[1] += (now[0] - board) * columns;
    const key = (by, less, more) => (by < 0 ? less : more);
    // Row 0 may be at the bottom.
    const [first, second] = await Promise.all(
      [0, 1].map((row) => page.locator(at(`${board}:0,${row}`)).boundingBox()),
    );
    const vertical = first.y < second.y ? ["ArrowUp", "ArrowDown"] : ["ArrowDown", "ArrowUp"];
    for (let i = 0; i < Math.abs(x - now[1]); i++)
      await page.keyboard.press(key(x - now[1], "ArrowLeft", "ArrowRight"));
    for (let i = 0; i < Math.abs(y - now[2]); i++) await page.keyboard.press(key(y - now[2], ...vertical));
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute("data-place")), place);
  }
  await page.keyboard.press("Enter");
}

/** Picks a piece that may move, and a place for it, as `how` does it. */
async function movePiece(page, random, how, carry = drag) {
  const from = await places(page, "movable");
  const source = from[random(from.length)];
  await (how === "key" ? press(page, source) : page.click(at(source)));
  const targets = await places(page, "target");
  const target = targets[random(targets.length)];
  if (how === "key") return press(page, target);
  if (how === "click") return page.click(at(target));
  await page.keyboard.press("Escape");
  await carry(page, source, target);
}

/** Takes a turn by the button of an action that has no place, and waits until it is played. */
async function byButton(page, random, how = "click") {
  const count = () => document.querySelectorAll(".moves .move").length,
    before = await page.evaluate(count);
  const buttons = await page.$$(".extra > button");
  const button = buttons[random(buttons.length)];
  await (how === "key" ? button.press("Enter") : how === "tap" ? button.tap() : button.click());
  await page.waitForFunction((before) => document.querySelectorAll(".moves .move").length > before, before);
}

async function drag(page, from, to) {
  const middle = async (place) => {
    const box = await page.locator(`${at(place)} .square`).boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  await page.locator(at(from)).scrollIntoViewIfNeeded();
  await page.mouse.move(...(await middle(from)));
  await page.mouse.down();
  const [x, y] = await middle(to);
  await page.mouse.move(x - 12, y - 12, { steps: 4 });
  await page.mouse.move(x, y, { steps: 2 });
  await page.mouse.up();
}

for (const [name, how] of [
  ["gobblet", "click"],
  ["gobblet", "key"],
  ["gobblet-large", "drag"],
  ["stones", "drag"],
  ["stones", "key"],
].filter(([name]) => reports.includes(name))) {
  test(`${name}: won by ${how}s`, async () => {
    const page = await open(name);
    const end = await untilWon(page, ["", "random"], (board, random) => movePiece(board, random, how), 30);
    await close(page);
    return end;
  });
}

for (const name of of("october")) {
  test("battleship: a fleet is placed and a game won by clicks", async () => {
    const page = await open(name);
    await begin(page, ["", "stupid"]);
    await page.click(".fleet button.primary");
    await settled(page);
    // The player sees only its own fleet; who plays with open cards sees both.
    assert.equal(await page.locator(".boards .board-figure").nth(1).locator(".cell .hull").count(), 0);
    await page.click(".settings summary");
    await page.selectOption('select[aria-label="Seen by"]', "");
    await page.click(".settings summary");
    await page.waitForSelector(".board-figure:nth-child(2) .cell .hull");
    while ((await isOver(page)) === null) {
      const target = await page.$$eval(".board-figure:nth-child(2) .cell.legal", (cells) =>
        cells
          .find((cell) => cell.querySelector(".hull") && !cell.querySelector(".hit"))
          ?.getAttribute("data-place"),
      );
      await page.click(at(target));
      await settled(page);
    }
    const end = await isOver(page);
    assert.match(end, /^a person wins/);
    await close(page);
    return end;
  });
}

test("a branch is played on by the bots, and the published game comes back", async () => {
  const page = await open("othello", "#g=1&t=20");
  const before = await page.$$eval(".moves .move", (moves) => moves.map((move) => move.textContent));
  const legal = await places(page, "legal"),
    other = legal.find((place) => names(place)[0] !== before[20]);
  await page.click(at(other));
  await page.waitForFunction(
    () =>
      /branch/.test(document.querySelector(".match-note").textContent) &&
      document.querySelector(".turn-of").textContent > " of 40",
  );
  await page.keyboard.press("End");
  await page.waitForFunction(() => document.querySelector(".status strong"));
  const after = await page.$$eval(".moves .move", (moves) => moves.map((move) => move.textContent));
  assert.deepEqual(after.slice(0, 20), before.slice(0, 20));
  assert.equal(after[20], names(other)[0]);
  await page.click('button[aria-label="Back to the film"]');
  await page.waitForSelector(".badge.good");
  assert.deepEqual(
    await page.$$eval(".moves .move", (moves) => moves.map((move) => move.textContent)),
    before,
  );
  await close(page);
  return `${before[20]} became ${names(other)[0]}`;
});

/** The game as the page saves it, and as the terminal plays it again: with its own sandbox, action by action. */
async function replayed(page) {
  const folder = mkdtempSync(join(tmpdir(), "saved-")),
    file = join(folder, "game.json");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.click(".share summary").then(() => page.click("text=Save")),
  ]);
  await download.saveAs(file);
  const game = JSON.parse(readFileSync(file, "utf8"));
  const printed = execFileSync(judge, ["replay", file, "--print"], { encoding: "utf8" });
  rmSync(folder, { recursive: true });
  return { game, printed };
}

for (const name of of(
  "othello",
  "gobblet",
  "gobblet-large",
  "freedom",
  "stones",
  "stones-table",
  "october",
  "odds",
)) {
  test(`${name}: a branch comes to the terminal's transcript`, async () => {
    // The first game that bots played to its end, some way into it; october begins with faults.
    const page = await open(name, name === "october" ? "#g=43" : "#g=1"),
      random = numbers(1);
    const turn = Math.floor(Number((await page.textContent(".turn-of")).replace(" of ", "")) * 0.4);
    await page.fill(".turn-number", String(turn));
    await page.press(".turn-number", "Enter");
    const own = await page.$$eval(".moves .move", (moves, turn) => moves[turn]?.textContent, turn),
      // The bot's own move would be no branch.
      legal = (await places(page, "legal")).filter((place) => !names(place).includes(own));
    if (legal.length) await page.click(at(legal[random(legal.length)]));
    else await movePiece(page, random, "click");
    await page.waitForFunction(
      () =>
        /branch/.test(document.querySelector(".match-note").textContent) &&
        document.querySelector(".match-note .hash"),
    );
    const { game, printed } = await replayed(page);
    assert.deepEqual(Object.keys(game.by_hand), [String(turn)]);
    assert.match(printed, new RegExp(`transcript ${game.transcript_sha256}, as it was saved`));
    await close(page);
    return `${game.by_hand[turn]} on turn ${turn}`;
  });
}

test("a seat changes hands in the middle of a game", async () => {
  const page = await open("gobblet-large", "#g=3&t=9");
  const before = await page.$$eval(".moves .move", (moves) => moves.map((move) => move.textContent));
  const seat = page.locator('[data-seat="0"]');
  await seat.selectOption({ label: "a person" });
  await settled(page);
  await movePiece(page, numbers(5), "click");
  await settled(page);
  await page.locator('[data-seat="0"]').selectOption({ label: "smart" });
  await page.waitForFunction(() => document.querySelector(".status strong"));
  const after = await page.$$eval(".moves .move", (moves) => moves.map((move) => move.textContent));
  assert.deepEqual(after.slice(0, 9), before.slice(0, 9));
  await close(page);
});

test("an action is taken back, and one that is typed is explained if it is wrong", async () => {
  const page = await open("othello");
  await begin(page, ["", "random"]);
  await page.fill(".typed", "a1");
  await page.click(".type-form button");
  await page.waitForSelector(".status .problem");
  const problem = await page.textContent(".status .problem");
  await page.fill(".typed", "d3");
  await page.click(".type-form button");
  await settled(page);
  await page.click('button[aria-label="Take back"]');
  await settled(page);
  assert.equal(await page.$$eval(".moves li", (moves) => moves.length), 0);
  await close(page);
  return problem;
});

test("keys seek, and links lead to a game and a turn", async () => {
  const page = await open("othello", "#g=2&t=7");
  assert.equal(await page.inputValue(".turn-number"), "7");
  await page.focus('button[aria-label="One turn on"]');
  await page.keyboard.press("ArrowRight");
  await page.keyboard.press("End");
  await page.keyboard.press("ArrowLeft");
  const last = Number((await page.textContent(".turn-of")).replace(" of ", ""));
  assert.equal(await page.inputValue(".turn-number"), String(last - 1));
  assert.equal(await page.evaluate(() => location.hash), `#g=2&t=${last - 1}`);
  await page.goto(page.url().replace(/#.*/, "#g=3&t=4"));
  await page.waitForFunction(
    () =>
      document.querySelector(".match-title").textContent.endsWith("game 3") &&
      document.querySelector(".turn-number").value === "4",
  );
  await close(page);
});

test("what strangers chose is shown as text, and none of it runs", async () => {
  const page = await open("hostile");
  assert.equal(await page.textContent("h1"), "</script><img src=x onerror=w=2><script>w=3</script>");
  const name = "a-name-that-is-as-long-as-may-be";
  await begin(page, ["crasher", name]);
  assert.match(await isOver(page), new RegExp(`^${name} wins: crasher, trap in take-turn`));
  // Its log is what it threw, in the words of the judge.
  const log = await page.textContent(".turn .problem");
  assert.match(log, /^crasher: trap in take-turn, turn 4: exception: <img src=x onerror=w=1;0> /);
  await begin(page, [name, "staller"]);
  assert.match(await isOver(page), /staller, out-of-fuel in take-turn$/);
  assert.equal(await page.locator("img").count(), 0);
  assert.equal(await page.evaluate(() => globalThis.w), undefined);
  await close(page);
  return log;
});

test("the page's policy lets nothing in and nothing out", async () => {
  const page = await open("hostile");
  const policy = await page.getAttribute('meta[http-equiv="Content-Security-Policy"]', "content");
  assert.match(
    policy,
    /^default-src 'none'; script-src 'sha256-[^']+' 'sha256-[^']+' 'wasm-unsafe-eval'; worker-src blob:; style-src 'sha256-[^']+';/,
  );
  for (const word of ["unsafe-inline", "connect-src", "http", "*"])
    assert.ok(!policy.includes(word), `${policy} has ${word}`);
  const outcome = await page.evaluate(async () => {
    const script = document.createElement("script");
    script.textContent = "globalThis.w = 4";
    document.body.append(script);
    return [globalThis.w ?? "nothing ran", await fetch("https://example.org/").catch((error) => error.name)];
  });
  assert.deepEqual(outcome, ["nothing ran", "TypeError"]);
  // The refusals are what was asked for.
  page.problems.length = 0;
  await close(page);
});

test("a bot that never answers is ended by its fuel", async () => {
  const page = await open("october");
  await begin(page, ["staller", ""]);
  await page.waitForSelector(".fleet button.primary");
  await page.click(".fleet button.primary");
  await settled(page);
  while ((await isOver(page)) === null) {
    await page.click(at((await places(page, "legal"))[0]));
    await settled(page);
  }
  const end = await isOver(page);
  assert.match(end, /out-of-fuel/);
  await close(page);
  return end;
});

/** What sticks out of the window, or out of a box that cannot be scrolled. Runs in the page. */
function cut() {
  const wide = document.documentElement.clientWidth,
    found = [];
  if (document.documentElement.scrollWidth > wide)
    found.push(`the page is ${document.documentElement.scrollWidth} pixels wide`);
  const scrolls = (element) =>
    element && (/auto|scroll/.test(getComputedStyle(element).overflowX) || scrolls(element.parentElement));
  for (const element of document.querySelectorAll(
    "h1, h2, h3, p, a, button, select, input, dd, dt, td, th, svg.board, svg.plot, li, pre, code",
  )) {
    const { left, right, width } = element.getBoundingClientRect();
    if (width > 0 && (right > wide + 1 || left < -1) && !scrolls(element) && !element.closest(".sr, .skip"))
      found.push(`${element.outerHTML.slice(0, 120)} goes from ${Math.round(left)} to ${Math.round(right)}`);
  }
  return found.slice(0, 5);
}

for (const name of reports.filter((name) => !isLarge(name))) {
  for (const colorScheme of ["light", "dark"]) {
    test(`${name}: axe finds nothing, ${colorScheme}`, async () => {
      const page = await open(name, "", { colorScheme, bypassCSP: true, reducedMotion: "reduce" });
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => globalThis.axe.run());
      const told = violations.map(
        ({ id, help, nodes }) =>
          `${id}: ${help}: ${nodes
            .slice(0, 3)
            .map((node) => node.html.slice(0, 160))
            .join(" | ")}`,
      );
      assert.deepEqual(told, []);
      await close(page);
    });
  }
  // A window of 1280 pixels at 200 % is one of 640.
  for (const [words, width, deviceScaleFactor] of [
    ["at 360 pixels", 360, 1],
    ["at 200 % zoom", 640, 2],
  ]) {
    test(`${name}: nothing is cut ${words}`, async () => {
      const page = await open(name, "", { viewport: { width, height: 740 }, deviceScaleFactor });
      assert.deepEqual(await page.evaluate(cut), []);
      await close(page);
    });
  }
  test(`${name}: standings and plots without scripts`, async () => {
    const page = await open(name, "", { javaScriptEnabled: false });
    assert.ok((await page.locator("#standings tbody tr").count()) > 1);
    assert.ok(await page.locator("svg.plot").first().isVisible());
    assert.equal(await page.locator("#arena").isVisible(), false);
    await close(page);
  });
}

const suite = {
  test,
  open,
  replay,
  close,
  folder,
  of,
  closed,
  begin,
  untilWon,
  settled,
  authors,
  isOver,
  places,
  at,
  numbers,
  movePiece,
  byButton,
  press,
  playOthello,
  replayed,
  browser,
  judge,
  results,
  axe,
  cut,
  PATIENCE,
};
transcripts(suite);
verify(suite);
altered(suite);
arena(suite);
firstBoard(suite);
keys(suite);
sharing(suite);
story(suite);
served(suite);
previews(suite);
feel(suite);
files(suite);
season(suite);
touch(suite);
stage(suite);
seasonPages(suite);
watched(suite);
front(suite);

const failed = [];
for (const [name, work] of tests.filter(([name]) => !only || new RegExp(only).test(name))) {
  const began = Date.now();
  try {
    const found = await work();
    console.log(`ok    ${name}${found ? ` (${found})` : ""}, ${((Date.now() - began) / 1000).toFixed(1)} s`);
  } catch (error) {
    failed.push(`FAILED ${name}\n${error.stack ?? error}`);
    console.log(failed.at(-1));
    for (const context of browser.contexts()) await context.close().catch(() => {});
  }
}
await browser.close();
// Once more at the end, where one looks.
console.log(
  failed.length ? [...failed, `${failed.length} of ${tests.length} tests failed`].join("\n") : "all is well",
);
process.exitCode = failed.length ? 1 : 0;
