// Keys, and what is said to who listens.

import assert from "node:assert/strict";

/** @param {any} suite */
export default function tests({ test, open, close, of, at, places, begin, settled, authors }) {
  const turn = async (page) => Number(await page.inputValue(".turn-number"));
  const live = (page) => page.textContent(".match [aria-live]");
  const isPlaying = (page) => page.locator('.controls button[aria-label="Pause"]').count();

  for (const name of of("othello")) {
    test("Space plays and pauses wherever the focus is, and never plays a move", async () => {
      const page = await open(name, "#g=1&t=8");
      await authors(page);
      const legal = (await places(page, "legal"))[0];
      for (const selector of [
        null,
        at(legal),
        ".moves button",
        "#seating select",
        '.controls button[aria-label="One turn on"]',
      ]) {
        if (selector) await page.locator(selector).first().focus();
        else await page.evaluate(() => document.activeElement.blur());
        await page.keyboard.press(" ");
        assert.equal(await isPlaying(page), 1, `${selector} plays`);
        await page.keyboard.press(" ");
        assert.equal(await isPlaying(page), 0, `${selector} pauses`);
      }
      assert.equal(await page.locator(".badge.branch").count(), 0);
      await authors(page);
      await page.fill(".typed", "");
      await page.focus(".typed");
      await page.keyboard.press(" ");
      assert.equal(await isPlaying(page), 0, "a text field keeps its spaces");
      await close(page);
    });

    test("a click into a film stops it, and makes no branch", async () => {
      const page = await open(name, "#g=1&t=8");
      await page.click('.controls button[aria-label="Play"]');
      // Whichever square is legal in the turn that is shown then.
      await page.evaluate(
        () =>
          new Promise((done) => {
            const look = () => {
              const cell = document.querySelector(".boards .legal");
              if (!cell) return requestAnimationFrame(look);
              const { left, top, width, height } = cell.getBoundingClientRect();
              const event = {
                bubbles: true,
                isPrimary: true,
                button: 0,
                pointerId: 1,
                clientX: left + width / 2,
                clientY: top + height / 2,
              };
              cell.dispatchEvent(new PointerEvent("pointerdown", event));
              cell.dispatchEvent(new PointerEvent("pointerup", event));
              done();
            };
            look();
          }),
      );
      assert.equal(await isPlaying(page), 0);
      assert.equal(await page.locator(".badge.branch").count(), 0);
      assert.match(await live(page), /^Paused/);
      await close(page);
    });

    test("End, Home and arrows go through the match from anywhere", async () => {
      const page = await open(name, "#g=1&t=8"),
        last = Number((await page.textContent(".turn-of")).replace(" of ", ""));
      await page.click("#standings h2");
      await page.keyboard.press("End");
      assert.equal(await turn(page), last);
      await page.keyboard.press("ArrowLeft");
      assert.equal(await turn(page), last - 1);
      await page.keyboard.press("Home");
      assert.equal(await turn(page), 0);
      await page.keyboard.press("ArrowRight");
      assert.equal(await turn(page), 1);
      // The list of moves is one stop of the Tab key, and arrows go through it.
      assert.equal(await page.locator('.moves button[tabindex="0"]').count(), 1);
      await authors(page);
      await page.locator('.moves button[tabindex="0"]').focus();
      await page.keyboard.press("ArrowRight");
      assert.equal(
        await page.evaluate(() => document.activeElement.closest("li")?.className.includes("current")),
        true,
      );
      await close(page);
    });

    test("who listens hears what an action did, why one was refused, and how the game ended", async () => {
      const page = await open(name, "#g=1&t=8");
      assert.match(await live(page), /^\S+: [a-h]\d, turns \d+ chips?$/);
      await page.click(at("0:0,0"));
      await page.waitForFunction(() => document.querySelector(".status .problem"));
      assert.equal(await live(page), await page.textContent(".status .problem"));
      await page.keyboard.press("End");
      assert.match(await live(page), /\. \S+ wins \d+–\d+$/);
      const [won, lost] = /(\d+)–(\d+)$/
        .exec(await live(page))
        .slice(1)
        .map(Number);
      assert.ok(won > lost, "the winner's score comes first");
      await close(page);
    });

    test("after a new game the focus is on its board", async () => {
      const page = await open(name);
      assert.notEqual(await page.textContent(".why"), "");
      await begin(page, ["", "random"]);
      assert.equal(await page.textContent(".why"), "", "nothing is said of the game before");
      await page.waitForFunction(() => document.activeElement.closest(".boards [data-place]"));
      // What was played stays in sight when it is taken back.
      const legal = await places(page, "legal");
      await page.click(at(legal[0]));
      await settled(page);
      await page.evaluate(() => {
        globalThis.least = Infinity;
        new MutationObserver(() => {
          globalThis.least = Math.min(globalThis.least, document.querySelectorAll(".boards .disc").length);
        }).observe(document.querySelector(".boards"), { childList: true, subtree: true });
      });
      await page.click('button[aria-label="Take back"]');
      await settled(page);
      assert.ok((await page.evaluate(() => globalThis.least)) >= 4);
      await close(page);
    });
  }

  for (const name of of("october")) {
    test("who listens hears of a hit, a miss and a ship that is sunk", async () => {
      const page = await open(name, "#g=43&t=0"),
        heard = new Set();
      const last = Number((await page.textContent(".turn-of")).replace(" of ", ""));
      for (let turn = 1; turn <= last; turn++) {
        await page.keyboard.press("ArrowRight");
        heard.add(/(places its fleet|miss|hit, sinks a ship|hit)/.exec(await live(page))?.[1]);
      }
      assert.deepEqual([...heard].sort(), ["hit", "hit, sinks a ship", "miss", "places its fleet"]);
      await close(page);
    });
  }
}
