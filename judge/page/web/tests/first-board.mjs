// The board that a report shows before its engine and its bots are there.

import assert from "node:assert/strict";

/** @param {any} suite */
export default function tests({ test, open, replay, close, of, closed }) {
  /** What stands on each square and in each stack, whatever can be done with it. */
  const standing = (page) =>
    page.$$eval(".boards [data-place]", (all) =>
      all.map((place) => [
        place.getAttribute("data-place"),
        place.getAttribute("aria-label").replace(", can be played", ""),
        place.querySelector(".pieces")?.outerHTML ?? "",
      ]),
    );
  const turn = (page) => page.inputValue(".turn-number");
  const wake = async (page) => {
    await page.evaluate(() => globalThis.wake());
    await replay(page);
  };

  const GAMES = [
    "october",
    "othello",
    "gobblet",
    "gobblet-large",
    "freedom",
    "stones",
    "stones-table",
    "odds",
  ];
  for (const name of [...of(...GAMES), ...closed.filter((name) => name === "closed-gobblet")]) {
    test(`${name}: the board is there before the engine is, and the first game begins with it`, async () => {
      const page = await open(name, "", { asleep: true }),
        shown = await standing(page);
      assert.ok(shown.length > 0, "there are squares");
      assert.ok(await page.locator("svg.board").first().isVisible());
      await wake(page);
      assert.notEqual(await turn(page), "0", "the page has gone to a turn");
      await page.keyboard.press("Home");
      assert.equal(await turn(page), "0");
      assert.deepEqual(await standing(page), shown);
      await close(page);
      return `${shown.length} places`;
    });
  }

  for (const name of of("october", "gobblet")) {
    test(`${name}: while the engine is not there, controls do no harm`, async () => {
      const page = await open(name, "", { asleep: true, reducedMotion: "no-preference" }),
        shown = await standing(page),
        isPlaying = () => page.locator('.controls button[aria-label="Pause"]').count();
      assert.equal(await isPlaying(), 1, "the film waits for its turns");
      await page.keyboard.press(" ");
      assert.equal(await isPlaying(), 0);
      for (const key of ["ArrowRight", "End", "ArrowLeft", "]", "[", "Home"]) await page.keyboard.press(key);
      await page.locator(".boards [data-place]").first().click();
      const seat = page.locator('[data-seat="0"]'),
        whose = await seat.inputValue();
      await seat.selectOption({ label: "a person" });
      assert.equal(await seat.inputValue(), whose, "nobody has got the seat");
      assert.equal(await page.locator(".type-form").isVisible(), false, "no action is taken");
      assert.deepEqual(await standing(page), shown);
      await wake(page);
      assert.equal(await turn(page), "0", "the reader was at the start");
      assert.equal(await isPlaying(), 0);
      assert.equal(await page.locator(".badge.branch, .status .problem").count(), 0);
      await close(page);
    });

    test(`${name}: what was asked for before the engine was there is shown when it is`, async () => {
      for (const [hash, keys, expected] of [
        ["#g=43&t=4", [], "4"],
        ["#g=43&t=4", [" ", " "], "4"],
        ["#g=43&t=4", ["Home"], "0"],
        ["#g=43&t=0", ["ArrowRight"], "1"],
      ]) {
        const page = await open(name, hash, { asleep: true });
        assert.equal(await turn(page), "0");
        for (const key of keys) await page.keyboard.press(key);
        await wake(page);
        assert.equal(await turn(page), expected, `${hash} ${keys}`);
        await close(page);
      }
    });
  }

  for (const name of of("connect-four", "kuhn-poker", "tron", "altered")) {
    test(`${name}: a game that is a file or begins at a position has no board before it says so`, async () => {
      const page = await open(name, "", { asleep: true });
      assert.equal(await page.locator(".boards > *").count(), 0);
      await wake(page);
      assert.ok(await page.locator(".boards > *, .own-text").count());
      await close(page);
    });
  }
}
