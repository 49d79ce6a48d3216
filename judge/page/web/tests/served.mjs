// `judge play --browser`: the page is served, and the judge runs the bots, also those that no page can run.

import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

const root = resolve(fileURLToPath(import.meta.url), "../../../../..");

/** @param {any} suite */
export default function tests({
  test,
  close,
  browser,
  judge,
  settled,
  isOver,
  places,
  at,
  numbers,
  playOthello,
  byButton,
  authors,
  PATIENCE,
}) {
  /** A page that the judge serves, and the judge. */
  const serve = async (...words) => {
    const child = spawn(judge, ["play", ...words, "--seed", "1", "--browser"], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    // Also if the test fails.
    process.once("exit", () => child.kill());
    let said = "";
    const url = await new Promise((found, failed) => {
      child.stdout.on("data", (text) => {
        said += text;
        const there = /http:\/\/\S+/.exec(said);
        if (there) found(there[0]);
      });
      child.on("exit", (code) => failed(new Error(`the judge ended with ${code}: ${said}`)));
    });
    const context = await browser.newContext({ viewport: { width: 1280, height: 1000 } }),
      page = await context.newPage();
    page.setDefaultTimeout(PATIENCE);
    page.problems = [];
    page.on("pageerror", (error) => page.problems.push(error.message));
    page.on("console", (message) => message.type() === "error" && page.problems.push(message.text()));
    await page.goto(url);
    await page.waitForSelector("[data-ready]");
    return { page, child };
  };

  /** Shoots at squares, each at most once. */
  const shoot = async (page, random) => {
    const ready = await page.$(".fleet button.primary");
    if (ready) return ready.click();
    const legal = await places(page, "legal");
    await page.click(at(legal[random(legal.length)]));
  };

  const toTheEnd = async (page, turn) => {
    const random = numbers(1);
    await settled(page);
    while ((await isOver(page)) === null) {
      await turn(page, random);
      await settled(page);
    }
    return isOver(page);
  };

  test("judge play --browser: a game on the page that the judge serves", async () => {
    const { page, child } = await serve("othello", "human", "greedy", "--set", "size=6");
    const end = await toTheEnd(page, playOthello);
    // It is still there when the page is opened anew.
    await page.reload();
    await page.waitForFunction(() => document.querySelector(".status strong"));
    assert.equal(await isOver(page), end);
    await page.selectOption('[data-seat="0"]', { label: "greedy" });
    await close(page);
    child.kill();
    return end;
  });

  test("judge play --browser: two tabs follow one another", async () => {
    const { page, child } = await serve("othello", "human", "greedy", "--set", "size=6");
    const other = await page.context().newPage();
    await other.goto(page.url());
    await settled(other);
    await settled(page);
    const played = (tab) => tab.$$eval(".moves .move", (all) => all.map((move) => move.textContent));
    for (const [here, there] of [
      [page, other],
      [other, page],
    ]) {
      const before = (await played(there)).length;
      await here.click(at((await places(here, "legal"))[0]));
      await there.waitForFunction(
        (before) =>
          document.querySelectorAll(".moves .move").length > before &&
          /to move$/.test(document.querySelector(".status").textContent),
        before,
      );
      await settled(here);
      assert.deepEqual(await played(there), await played(here));
    }
    await close(page);
    child.kill();
  });

  test("judge play --browser: a game that is a file, whose hidden cards stay with the judge", async () => {
    const { page, child } = await serve(
      join(root, "tournaments/games/kuhn-poker.wasm"),
      "human",
      join(root, "contestants/kuhn-poker/bluffer.wasm"),
      "--set",
      "hands=5",
    );
    let told = "",
      ended = new Set();
    const requests = [];
    page.on("request", (request) => requests.push(request));
    page.on("response", (response) => {
      response.text().then(
        (text) => {
          if (!ended.has(response.request())) told += text;
        },
        () => {
          /* It was broken off. */
        },
      );
    });
    const turn = async (board, random) => {
      assert.match(await board.textContent(".own-text"), /first has the/);
      assert.doesNotMatch(told, /second has/);
      await byButton(board, random);
    };
    await toTheEnd(page, turn);
    // When it is over, nothing is hidden any more. Then a new game begins with the same file.
    await page.waitForFunction(() => document.querySelector('select[aria-label="Seen by"]').value === "");
    ended = new Set(requests);
    told = "";
    await page.click("#seating button.primary");
    await page.waitForFunction(() => /you to move/.test(document.querySelector(".status").textContent));
    const end = await toTheEnd(page, turn);
    assert.match(await page.textContent("#rules"), /three cards/);
    await close(page);
    child.kill();
    return end;
  });

  for (const [language, game] of [
    ["python", "othello"],
    ["python", "battleship"],
    ["js", "othello"],
    ["js", "battleship"],
  ]) {
    test(`judge play --browser: a whole game of ${game} against a bot in ${language}`, async () => {
      const folder = mkdtempSync(join(tmpdir(), "bots-"));
      execFileSync(judge, ["new", game, "sailor", "--lang", language], { cwd: folder, stdio: "pipe" });
      const made = join(folder, "sailor");
      execFileSync(join(made, "sdk", language, "build"), {
        cwd: made,
        stdio: ["ignore", "ignore", "inherit"],
      });
      const { page, child } = await serve(game, "human", join(made, "sailor.wasm"));
      const end = await toTheEnd(page, game === "othello" ? playOthello : shoot);
      // By the rules, with turns that the bot has thought about.
      assert.match(end, /^(Draw|.* wins) \d+–\d+$/);
      const turns = await page.$$eval(".moves .by-player", (moves) => moves.length);
      assert.ok(turns > 10, `${turns} turns`);
      await authors(page);
      await page.locator(".moves .by-player").last().click();
      assert.match(await page.textContent(".turn .fuel"), /of fuel/);
      await close(page);
      child.kill();
      rmSync(folder, { recursive: true });
      return `${end}, ${turns} turns of the bot`;
    });
  }
}
