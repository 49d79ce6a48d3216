// A front page of several tournaments: who won, and a game of each in a frame.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { cpSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pages } from "./season-server.mjs";

const FORMATS = ["knockout", "swiss"];

/** @param {any} suite */
export default function tests({ test, close, of, judge, browser, PATIENCE, axe, cut }) {
  const folder = resolve(process.argv[2] ?? "."),
    { visit, whole } = pages({ browser, PATIENCE, axe, cut });

  /** A site with a front page of two tournaments, and who serves it. */
  async function site() {
    const root = mkdtempSync(join(tmpdir(), "site-"));
    cpSync(join(folder, "formats"), root, { recursive: true });
    const words = [
      ...FORMATS.map((name) => join(root, name)),
      "--front",
      join(root, "index.html"),
      "--quiet",
    ];
    execFileSync(judge, ["report", ...words]);
    const server = createServer(({ url }, answer) => {
      answer.setHeader("Content-Type", "text/html");
      answer.end(readFileSync(join(root, url === "/" ? "index.html" : url)));
    });
    await new Promise((listens) => server.listen(0, "127.0.0.1", () => listens(null)));
    const end = () => {
      server.close();
      rmSync(root, { recursive: true });
    };
    return { url: `http://127.0.0.1:${server.address().port}/`, end };
  }

  /** The frames, as soon as each shows a game. */
  async function frames(page) {
    for (const name of FORMATS) await page.locator(`iframe[src^="${name}/"]`).scrollIntoViewIfNeeded();
    const all = page.frames().filter((frame) => frame !== page.mainFrame());
    assert.equal(all.length, FORMATS.length);
    for (const frame of all) await frame.waitForSelector("[data-ready] .badge.good", { state: "attached" });
    return all;
  }

  for (const _ of of("knockout")) {
    test("front page: games play by themselves, without sounds and without a step back", async () => {
      const { url, end } = await site(),
        page = await visit(url, { reducedMotion: "no-preference" });
      await page.addInitScript(() => localStorage.setItem("judge.sound", "on"));
      await page.reload();
      const before = await page.evaluate(() => history.length);
      for (const frame of await frames(page)) {
        await frame.waitForFunction(() => document.querySelector(".ending"));
        assert.equal(await frame.inputValue('select[aria-label="Sound"]'), "off");
      }
      assert.equal(await page.evaluate(() => history.length), before);
      await close(page);
      end();
    });

    test("front page: nothing moves for who wants no motion, and axe finds nothing", async () => {
      const { url, end } = await site();
      for (const colorScheme of ["light", "dark"]) {
        const page = await visit(url, { colorScheme, viewport: { width: 360, height: 800 } });
        for (const frame of await frames(page))
          assert.equal(await frame.locator('button[aria-label="Play"]').count(), 1, "it does not play");
        assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
        await whole(page);
        await close(page);
      }
      end();
    });

    test("front page: without scripts it says who won, and has no frames", async () => {
      const { url, end } = await site(),
        page = await visit(url, { javaScriptEnabled: false });
      assert.match(await page.textContent(".headline"), /wins the final against/);
      assert.equal(await page.locator("iframe:visible").count(), 0);
      await close(page);
      end();
    });
  }
}
