// Games that no page plays: what was seen of them is shown. And what games that are files look like, or cannot show.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join, resolve } from "node:path";
import { pages, serve } from "./season-server.mjs";

const RECORDED = "recorded by the organiser, not replayed here";

/** @param {any} suite */
export default function tests({ test, open, close, of, judge, places, browser, PATIENCE, axe, cut }) {
  const folder = resolve(process.argv[2] ?? ".");
  /** The games that are listed. */
  const listed = (page) =>
    page.$$eval(".games li .number", (all) => all.map((number) => Number(number.textContent)));
  const turn = (page) => page.inputValue(".turn-number");
  const discs = (page) => page.locator(".boards .disc").count();
  const go = (page, hash) =>
    page.evaluate((to) => {
      location.hash = to;
    }, hash);

  for (const name of of("watched")) {
    test(`${name}: games are watched and rewound, turn by turn as the judge replays them`, async () => {
      const page = await open(name),
        numbers = await listed(page);
      assert.equal(numbers.length, 3);
      for (const number of numbers) {
        await go(page, `#g=${number}&t=0`);
        await page.waitForFunction(
          (n) =>
            document.querySelector(".match-title").textContent.endsWith(`game ${n}`) &&
            document.querySelector(".turn-number").value === "0" &&
            document.querySelector(".badge.recorded"),
          number,
        );
        const replay = ["replay", join(folder, name, "out"), String(number), "--json"];
        const { moves } = JSON.parse(
          execFileSync(judge, replay, { maxBuffer: 1 << 28, stdio: ["ignore", "pipe", "ignore"] }),
        );
        assert.equal(await page.textContent(".match-note"), RECORDED);
        await page.focus('button[aria-label="One turn on"]');
        for (const [at, move] of moves.entries()) {
          await page.keyboard.press("ArrowRight");
          assert.equal(await turn(page), String(at + 1));
          assert.equal((await page.textContent(".move-line strong")).trim(), move.action);
          assert.equal(await discs(page), at + 1, "each action lays a disc");
        }
        assert.match(await page.textContent(".status"), /wins|Draw/);
        await page.keyboard.press("ArrowLeft");
        assert.equal(await discs(page), moves.length - 1);
      }
      await close(page);
      return `games ${numbers.join(", ")}`;
    });

    test(`${name}: a link leads to a turn, and a game that is not recorded is told`, async () => {
      const page = await open(name),
        numbers = await listed(page);
      await go(page, `#g=${numbers[1]}&t=3`);
      await page.waitForFunction(() => document.querySelector(".turn-number").value === "3");
      assert.equal(await discs(page), 3);
      const other = [1, 2, 3, 4].find((number) => !numbers.includes(number));
      await go(page, `#g=${other}`);
      await page.waitForFunction(() =>
        /cannot be watched here: the organiser has not recorded it/.test(
          document.querySelector("#lobby-note").textContent,
        ),
      );
      await close(page);
      return `games ${numbers[1]} and ${other}`;
    });

    test(`${name}: nothing is offered that needs the game to be played`, async () => {
      const page = await open(name, "", { spies: true });
      for (const part of [
        "#verify",
        "#seating",
        "#find-turning",
        ".type-form",
        'select[aria-label="Seen by"]',
      ])
        assert.equal(await page.locator(`${part}:visible`).count(), 0, part);
      await page.keyboard.press("Home");
      assert.deepEqual(await places(page, "legal"), []);
      assert.equal(await page.locator(".player select:enabled").count(), 0, "nobody takes a seat");
      await page.click('[data-place="0:0,5"]');
      assert.equal(await page.textContent(".match-note"), RECORDED, "there is no branch");
      await page.keyboard.press("End");
      assert.match(await page.textContent(".ending"), /Next game/);
      assert.deepEqual(await page.evaluate(() => globalThis.heard), [], "no worker says anything");
      await close(page);
    });
  }

  test("season: a game that no page plays is watched as the server has recorded it, and on a projector", async () => {
    const season = await serve(judge, "connect-four", ["random", "minimax"], 1, "", true);
    await season.rests();
    const { visit, whole } = pages({ browser, PATIENCE, axe, cut });
    const page = await visit(`${season.url}/game/1#t=3`);
    await page.waitForSelector("[data-ready] .badge.recorded");
    assert.equal(await page.textContent(".match-note"), RECORDED);
    assert.deepEqual([await turn(page), await discs(page)], ["3", 3]);
    assert.deepEqual(await places(page, "legal"), []);
    await page.keyboard.press("End");
    assert.equal(String(await discs(page)), await turn(page));
    assert.equal(await page.locator("tbody tr").count(), await discs(page), "the table has as many actions");
    await whole(page);
    await page.goto(`${season.url}/screen`);
    await page.waitForFunction(() => document.querySelectorAll(".boards .disc").length > 2);
    await page.goto(`${season.url}/play`);
    await page.waitForSelector("#seating button.primary");
    await close(page);
    season.end();
  });

  for (const name of of("connect-four")) {
    test(`${name}: discs have the colours of their seats`, async () => {
      const page = await open(name, "#g=1&t=9");
      const fill = (seat) =>
        page.$eval(`.boards .disc.owner${seat} .body`, (disc) => getComputedStyle(disc).fill);
      const fills = [await fill(0), await fill(1)];
      assert.deepEqual(fills, ["rgb(242, 194, 48)", "rgb(201, 58, 46)"], "yellow and red");
      await close(page);
      return fills.join(", ");
    });

    test(`${name}: a position that cannot be shown is told once, and the game is stepped through`, async () => {
      const text = "The game cannot show this position: scene: it trapped";
      const page = await open(name, "#g=1&t=0", { scene: { boards: [], choices: [], text } });
      const told = () => page.locator("#match").getByText(text).count();
      assert.equal(await told(), 1);
      assert.equal(await page.locator(".badge.good").count(), 1, "it is the published game");
      for (const at of ["1", "2", "3"]) {
        await page.keyboard.press("ArrowRight");
        assert.equal(await turn(page), at);
        assert.ok((await page.textContent(".move-line strong")).trim());
        assert.equal(await told(), 1);
      }
      await close(page);
    });
  }
}
