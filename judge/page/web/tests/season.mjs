// A season's server, from its contestants' side and from its visitors'.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { contestants, pages, serve, tabTo } from "./season-server.mjs";

/** @param {any} suite */
export default function tests({
  test,
  browser,
  judge,
  PATIENCE,
  close,
  settled,
  isOver,
  places,
  at,
  numbers,
  movePiece,
  press,
  playOthello,
  axe,
  cut,
}) {
  const { visit, whole } = pages({ browser, PATIENCE, axe, cut });

  for (const how of ["click", "key"]) {
    test(`season: a visitor plays by ${how}s, and then everybody sees the game`, async () => {
      const season = await serve(judge, "othello", ["random", "greedy"], 1);
      const page = await visit(`${season.url}/play`),
        random = numbers(3);
      await page.waitForSelector("[data-ready]");
      const before = await (await fetch(`${season.url}/visited/1`)).status;
      assert.equal(before, 404);
      if (how === "key") {
        await tabTo(page, '#seating select[aria-label^="Seat 2"]');
        await page.keyboard.type("random");
        await tabTo(page, "#seating button");
        await page.keyboard.press("Enter");
      } else {
        await page.selectOption('#seating select[aria-label^="Seat 2"]', { label: "random" });
        await page.click("#seating button.primary");
      }
      await settled(page);
      while ((await isOver(page)) === null) {
        await playOthello(page, random, how);
        await settled(page);
      }
      const end = await isOver(page);
      const other = await visit(`${season.url}/visited/1`);
      await other.waitForSelector(".badge.good");
      await other.keyboard.press("End");
      assert.equal((await isOver(other)).replace("a visitor", "a person"), end);
      await close(other);
      await close(page);
      season.end();
      return end;
    });
  }

  test("season: a game of the ladder is watched, and a bot of the season goes on with it", async () => {
    const season = await serve(judge, "gobblet", ["ok", "random"], 1);
    await season.rests();
    const page = await visit(`${season.url}/game/1#t=2`);
    await page.waitForSelector("[data-ready] .badge.good");
    assert.equal(await page.inputValue(".turn-number"), "2");
    const before = await page.$$eval(".moves .move", (moves) => moves.map((move) => move.textContent));
    await page.locator('[data-seat="1"]').selectOption({ label: "ok" });
    await page.waitForFunction(() => /branch/.test(document.querySelector(".match-note").textContent));
    await settled(page);
    const random = numbers(2);
    for (let turn = 0; turn < 3 && (await isOver(page)) === null; turn++) {
      await movePiece(page, random, "click");
      await settled(page);
    }
    const after = await page.$$eval(".moves .move", (moves) => moves.map((move) => move.textContent));
    assert.deepEqual(after.slice(0, 2), before.slice(0, 2));
    assert.ok(after.length > 4, after.join());
    await page.click('button[aria-label="Back to the film"]');
    await page.waitForSelector(".badge.good");
    assert.deepEqual(
      await page.$$eval(".moves .move", (moves) => moves.map((move) => move.textContent)),
      before,
    );
    await close(page);
    season.end();
  });

  test("season: in Battleship a visitor's page is not sent the other fleet", async () => {
    const season = await serve(judge, "battleship", ["stupid", "density"], 1);
    const page = await visit(`${season.url}/play`);
    // All that the server sends, also what the page makes nothing of.
    await page.evaluate(() => {
      const ask = fetch.bind(globalThis);
      globalThis.received = [];
      globalThis.fetch = async (...asked) => {
        const answer = await ask(...asked);
        globalThis.received.push(answer.clone().text());
        return answer;
      };
    });
    await page.selectOption('#seating select[aria-label^="Seat 2"]', { label: "density" });
    await page.click("#seating button.primary");
    // Until the judge has answered, the page shows what was there before.
    await page.waitForFunction(
      () => document.querySelector('[data-seat="1"]')?.selectedOptions[0].textContent === "density",
    );
    await page.click(".fleet button.primary");
    await page.waitForFunction(() => document.querySelectorAll(".moves li").length === 2);
    await settled(page);
    await page.click(".settings summary");
    await page.selectOption('select[aria-label="Seen by"]', "");
    await page.click(".settings summary");
    await settled(page);
    assert.equal(await page.locator(".boards .board-figure").nth(1).locator(".cell .hull").count(), 0);
    const received = await page.evaluate(() => Promise.all(globalThis.received));
    assert.ok(received.length >= 3, `${received.length} answers`);
    const fleets = received.join("").match(/"action":"\d[ad]@[^"]*"/g) ?? [];
    assert.equal(new Set(fleets).size, 1, fleets.join());
    await close(page);
    season.end();
  });

  for (const how of ["mouse", "keys"]) {
    test(`season: a contestant gets from an invitation to results, by ${how}`, async () => {
      const season = await serve(judge, "gobblet", ["ok", "random"], 2, "practice = true");
      const page = await visit(`${season.url}${season.invite("anna")}`);
      const push = async (selector) => {
        if (how === "mouse") return page.click(selector);
        await tabTo(page, selector);
        await page.keyboard.press("Enter");
      };
      await push("form button");
      await page.waitForSelector("#token");
      await push('a[href="/contestant/anna"]');
      await page.waitForSelector("#upload");
      const [chooser] = await Promise.all([page.waitForEvent("filechooser"), push("#file")]);
      await chooser.setFiles(join(contestants, "gobblet", "smart.wasm"));
      await push("#upload button");
      await page.waitForSelector("text=accepted");
      await page.waitForSelector('a[href^="/game/"]');
      await push('a[href^="/game/"]');
      await page.waitForSelector("[data-ready] .badge.good");
      // After the end a file plays for practice, and its verdict is told as any other's.
      const [file, data] = ["season.toml", "data"].map((name) => join(season.folder, name));
      execFileSync(judge, ["serve", "close", file, "--data", data]);
      await page.goto(`${season.url}/contestant/anna`);
      await page.setInputFiles("#file", join(contestants, "othello", "greedy.wasm"));
      await push("#upload button");
      await page.waitForSelector("text=practice: refused: ");
      await page.setInputFiles("#file", join(contestants, "gobblet", "smart.wasm"));
      await push("#upload button");
      await page.waitForSelector("text=practice: accepted: it has played ");
      await close(page);
      season.end();
    });
  }

  test("season: a projector follows games, in large letters", async () => {
    const season = await serve(judge, "gobblet", ["ok", "random", "smart"], 1);
    await season.rests();
    for (const colorScheme of ["light", "dark"]) {
      const page = await visit(`${season.url}/screen`, {
        colorScheme,
        bypassCSP: true,
        viewport: { width: 1920, height: 1080 },
      });
      await page.waitForFunction(
        () =>
          document.querySelectorAll("#screen-standings tr").length === 3 &&
          Number(document.querySelector(".turn-number")?.value) >= 1,
      );
      assert.equal(await page.locator(".controls").isVisible(), false);
      await whole(page);
      await close(page);
    }
    season.end();
  });

  test("season: a projector comes back when a proxy has said that the server is away", async () => {
    const season = await serve(judge, "gobblet", ["ok", "random", "smart"], 1);
    await season.rests();
    const page = await visit("about:blank");
    let asked = 0;
    await page.route("**/live", (route) =>
      asked++ ? route.continue() : route.fulfill({ status: 502, body: "bad gateway" }),
    );
    await page.goto(`${season.url}/screen`);
    await page.waitForSelector("[data-ready]");
    // Only the stream can bring them back.
    await page.evaluate(() => document.getElementById("screen-standings").replaceChildren());
    await page.waitForFunction(() => document.querySelectorAll("#screen-standings tr").length === 3);
    assert.match(page.problems.join(), /502/);
    page.problems = page.problems.filter((problem) => !/502|^asked for/.test(problem));
    await close(page);
    season.end();
  });

  test("season: pages of the viewer are whole on small windows, and let nothing in", async () => {
    const season = await serve(judge, "gobblet", ["ok", "random"], 1);
    await season.rests();
    for (const path of ["/play", "/game/1"]) {
      for (const [width, deviceScaleFactor] of [
        [360, 1],
        [640, 2],
      ]) {
        const page = await visit(`${season.url}${path}`, {
          viewport: { width, height: 740 },
          deviceScaleFactor,
        });
        await page.waitForSelector("[data-ready]");
        assert.deepEqual(await page.evaluate(cut), [], `${path} at ${width}`);
        await close(page);
      }
      const answer = await fetch(`${season.url}${path}`),
        policy = answer.headers.get("content-security-policy");
      assert.match(
        policy,
        /^default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; worker-src blob:; style-src 'self'; connect-src 'self';/,
      );
      assert.ok(!/unsafe-inline|unsafe-eval'[^;]*'unsafe-eval|\*|http/.test(policy), policy);
      for (const colorScheme of ["light", "dark"]) {
        const page = await visit(`${season.url}${path}`, { colorScheme, bypassCSP: true });
        await page.waitForSelector("[data-ready]");
        await whole(page);
        await close(page);
      }
    }
    season.end();
  });
}
