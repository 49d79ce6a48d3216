// Reports without bots: every game from what was done in it.

import assert from "node:assert/strict";

/** @param {any} suite */
export default function tests({
  test,
  open,
  close,
  closed,
  settled,
  authors,
  places,
  at,
  numbers,
  movePiece,
  replayed,
}) {
  for (const name of closed) {
    test(`${name}: without bots every game comes to the published transcript`, async () => {
      const page = await open(name);
      await page.click("#verify");
      await page.waitForSelector(".verify-result[data-done]");
      const result = await page.textContent(".verify-result");
      assert.match(result, /^✓ all .* agree, transcript by transcript/);
      await close(page);
      return result;
    });

    test(`${name}: without bots persons play on from any turn`, async () => {
      const page = await open(name, name === "closed-october" ? "#g=43" : "#g=1"),
        random = numbers(name === "closed-tron" ? 4 : 1);
      const names = await page.$$eval(".player select", (selects) =>
        selects.map((select) => select.selectedOptions[0].textContent),
      );
      assert.ok(!names.includes("a person"), names.join());
      assert.equal(await page.locator('button[aria-label="Take back"]').isVisible(), false);
      const turn = Math.floor(Number((await page.textContent(".turn-of")).replace(" of ", "")) * 0.7);
      await page.fill(".turn-number", String(turn));
      await page.press(".turn-number", "Enter");
      await authors(page);
      const before = await page.$$eval(".moves .move", (moves) => moves.map((move) => move.textContent));
      const other = async () => {
        const legal = await places(page, "legal");
        if (legal.length) await page.click(at(legal[random(legal.length)]));
        else if ((await places(page, "movable")).length) await movePiece(page, random, "click");
        else await page.click(".extra > button");
      };
      await other();
      await page.waitForFunction(() => /branch/.test(document.querySelector(".match-note").textContent));
      await page.keyboard.press("End");
      await settled(page);
      await other();
      await settled(page);
      const after = await page.$$eval(".moves .move", (moves) =>
        moves.map((move) => [move.textContent, move.className]),
      );
      assert.deepEqual(
        after.slice(0, turn).map(([text]) => text),
        before.slice(0, turn),
      );
      assert.ok(after.length >= turn + 2, `${after.length} moves`);
      assert.match(after[turn][1], /by-hand/);
      await page.click('button[aria-label="Back to the film"]');
      await page.waitForSelector(".badge.good");
      assert.deepEqual(
        await page.$$eval(".moves .move", (moves) => moves.map((move) => move.textContent)),
        before,
      );
      await close(page);
      return `turn ${turn}`;
    });
  }

  if (closed.includes("closed-october")) {
    test("closed-october: a fault is committed again, and a branch before it goes on without it", async () => {
      const first = await open("closed-october");
      const faulty = await first.$eval(
        "#faults",
        (faults) =>
          [...faults.querySelectorAll("article")]
            .filter((each) => /: trap/.test(each.textContent))
            .map((each) => each.querySelector("a").hash)[0],
      );
      await close(first);
      const page = await open("closed-october", `${faulty}&t=2`);
      await page.keyboard.press("End");
      const end = await page.textContent(".status strong");
      assert.match(end, /wins: crasher, trap in take-turn$/);
      const last = Number((await page.textContent(".turn-of")).replace(" of ", ""));
      await page.fill(".turn-number", String(last - 1));
      await page.press(".turn-number", "Enter");
      await page.click(at((await places(page, "legal")).at(-1)));
      await settled(page);
      // On its next turn, on which it had crashed, a person is asked.
      assert.match(await page.textContent(".status"), /to move$/);
      await close(page);
      return `game ${faulty}: ${end}`;
    });

    test("closed-october: a game of the page is saved, and comes to the same in the terminal", async () => {
      const page = await open("closed-october", "#g=43");
      const { printed } = await replayed(page);
      assert.match(printed, /as it was saved/);
      await close(page);
    });
  }
}
