// Fingers and pens: Chromium is told of them below the page, so that it decides what becomes of them, as scrolling.

import assert from "node:assert/strict";

/** Without smooth scrolling, during which nothing has a place. */
const PHONE = {
  viewport: { width: 412, height: 860 },
  hasTouch: true,
  isMobile: true,
  reducedMotion: "reduce",
};
/** Points on the way of a finger. */
const STEPS = 5;

/** Fingers on a page: each has a place, and all lie on it until they are lifted. */
async function fingersOf(page) {
  const session = await page.context().newCDPSession(page);
  return (type, ...points) =>
    session.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: points.map(([x, y], id) => ({ x, y, id })),
    });
}

/** The points between two, the second with them. */
const way = ([x, y], [toX, toY]) =>
  Array.from({ length: STEPS }, (_, i) => [
    x + ((toX - x) * (i + 1)) / STEPS,
    y + ((toY - y) * (i + 1)) / STEPS,
  ]);

/** A tool that taps and carries: `finger` or `pen`. */
async function toolOf(page, tool) {
  if (tool === "pen") {
    const session = await page.context().newCDPSession(page);
    const pen = (type, [x, y]) =>
      session.send("Input.dispatchMouseEvent", {
        type,
        x,
        y,
        button: "left",
        buttons: type === "mouseReleased" ? 0 : 1,
        clickCount: 1,
        pointerType: "pen",
        force: 0.5,
      });
    return {
      down: (at) => pen("mousePressed", at),
      move: (at) => pen("mouseMoved", at),
      up: (at) => pen("mouseReleased", at),
    };
  }
  const touch = await fingersOf(page);
  return {
    down: (at) => touch("touchStart", at),
    move: (at) => touch("touchMove", at),
    up: () => touch("touchEnd"),
  };
}

async function tap(tool, point) {
  await tool.down(point);
  await tool.up(point);
}

async function carry(tool, from, to) {
  await tool.down(from);
  for (const point of way(from, to)) await tool.move(point);
  await tool.up(to);
}

/** @param {any} suite */
export default function tests({
  test,
  open,
  close,
  of,
  begin,
  untilWon,
  settled,
  isOver,
  places,
  at,
  numbers,
  movePiece,
  playOthello,
  press,
}) {
  const middle = async (page, selector) => {
    await page.locator(selector).first().scrollIntoViewIfNeeded();
    const box = await page.locator(selector).first().boundingBox();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const square = (page, place) => middle(page, `${at(place)} .square`);
  /** Two places at once in the window. */
  const both = async (page, from, to) => {
    await page.locator(".boards").scrollIntoViewIfNeeded();
    return [await square(page, from), await square(page, to)];
  };
  const moves = (page) => page.$$eval(".moves .move", (all) => all.map((move) => move.textContent));

  for (const name of of("othello")) {
    for (const kind of ["finger", "pen"]) {
      test(`${name}: won by taps of a ${kind}`, async () => {
        const page = await open(name, "", PHONE),
          tool = await toolOf(page, kind);
        const end = await untilWon(page, ["", "random"], (board, random) =>
          playOthello(board, random, async (_, place) => tap(tool, await square(page, place))),
        );
        await close(page);
        return end;
      });
    }
  }

  for (const [name, kind] of [
    ["gobblet", "finger"],
    ["gobblet-large", "pen"],
    ["stones", "finger"],
  ].filter(([name]) => of(name).length)) {
    test(`${name}: won by carrying pieces with a ${kind}`, async () => {
      const page = await open(name, "", PHONE),
        tool = await toolOf(page, kind);
      const end = await untilWon(
        page,
        ["", "random"],
        (board, random) =>
          movePiece(board, random, "drag", async (_, from, to) =>
            carry(tool, ...(await both(page, from, to))),
          ),
        30,
      );
      await close(page);
      return end;
    });
  }

  if (of("gobblet").length) {
    /** A new game of a person, with a piece and where it may go. */
    const beginCarrying = async (options) => {
      const page = await open("gobblet", "", options);
      await begin(page, ["", "random"]);
      return { page, from: "0s0", to: "0:1,1" };
    };

    test("gobblet: what is carried goes back with a second finger, outside and with Escape", async () => {
      const { page, from, to } = await beginCarrying(PHONE),
        touch = await fingersOf(page);
      const [start, end] = await both(page, from, to),
        path = way(start, end);
      const carrying = () => page.locator(".boards .ghost").count();
      await touch("touchStart", start);
      await touch("touchMove", path[2]);
      assert.equal(await carrying(), 1);
      await touch("touchStart", path[2], [end[0], end[1] + 60]);
      assert.equal(await carrying(), 0);
      await touch("touchMove", end, [end[0], end[1] + 60]);
      await touch("touchEnd");
      // Beside the boards.
      const tool = await toolOf(page, "finger"),
        beside = await middle(page, "h1");
      await carry(tool, await square(page, from), beside);
      await tool.down(await square(page, from));
      await tool.move(await square(page, to));
      assert.equal(await carrying(), 1);
      await page.keyboard.press("Escape");
      assert.equal(await carrying(), 0);
      await tool.up();
      assert.deepEqual(await moves(page), []);
      assert.equal(await page.locator(".picked, .target").count(), 0);
      await carry(tool, ...(await both(page, from, to)));
      await settled(page);
      assert.match((await moves(page))[0], /@1,1$/);
      await close(page);
    });

    test("gobblet: less than four pixels is a tap, more than eight a drag", async () => {
      const { page, from } = await beginCarrying(PHONE),
        tool = await toolOf(page, "pen"),
        [x, y] = await square(page, from);
      await tool.down([x, y]);
      await tool.move([x + 3, y]);
      assert.equal(await page.locator(".boards .ghost").count(), 0);
      await tool.move([x + 9, y]);
      assert.equal(await page.locator(".boards .ghost").count(), 1);
      await tool.up([x + 9, y]);
      await tool.down([x, y]);
      await tool.move([x + 3, y]);
      await tool.up([x + 3, y]);
      // A tap picks it up.
      assert.equal(await page.locator(".boards .picked").count(), 1);
      await close(page);
    });

    test("gobblet: a long press selects nothing and opens no menu, and a swipe beside the pieces scrolls", async () => {
      const { page, from } = await beginCarrying(PHONE),
        touch = await fingersOf(page);
      // Without a screen Chromium takes no press for a long one, so it is told what would come of it.
      const prevented = await page.$eval(at(from), (piece) =>
        ["touch", "pen", "mouse"].filter(
          (pointerType) =>
            !piece.dispatchEvent(
              new PointerEvent("contextmenu", { pointerType, bubbles: true, cancelable: true }),
            ),
        ),
      );
      assert.deepEqual(prevented, ["touch", "pen"]);
      assert.equal(await page.$eval(`${at(from)} text`, (text) => getComputedStyle(text).userSelect), "none");
      const empty = await square(page, "0:1,1"),
        before = await page.evaluate(() => scrollY);
      const scrolled = page.evaluate(
        (from) => new Promise((found) => addEventListener("scroll", () => scrollY > from && found(scrollY))),
        before,
      );
      await touch("touchStart", empty);
      for (const point of way(empty, [empty[0], empty[1] - 200])) await touch("touchMove", point);
      await touch("touchEnd");
      await scrolled;
      assert.deepEqual(await moves(page), []);
      await close(page);
    });
  }

  if (of("othello").length) {
    test("othello: who lets go beside the square plays nothing, and the next click counts", async () => {
      const page = await open("othello");
      await begin(page, ["", "random"]);
      const [x, y] = await square(page, (await places(page, "legal"))[0]);
      for (const away of [
        [x + 70, y],
        [3, y],
      ]) {
        await page.mouse.move(x, y);
        await page.mouse.down();
        await page.mouse.move(...away, { steps: 3 });
        await page.mouse.up();
      }
      assert.deepEqual(await moves(page), []);
      await page.mouse.click(x, y);
      await settled(page);
      assert.ok((await moves(page)).length > 0);
      await close(page);
    });
  }

  if (of("october").length) {
    /** The middle of a thing of the fleet, all of which is in the window. */
    const inFleet = async (page, selector) => {
      await page.$eval(".fleet", (fleet) => fleet.scrollIntoView({ behavior: "instant", block: "center" }));
      const box = await page.locator(`.fleet ${selector}`).first().boundingBox();
      return [box.x + box.width / 2, box.y + box.height / 2];
    };
    const sea = (page, x, y) => inFleet(page, `.fleet-board > [data-fleet="${x},${y}"]`);
    const held = (page, ship) => inFleet(page, `[data-ship="${ship}"] rect`);
    const ships = (page) =>
      page.$$eval(".fleet-ship", (all) => all.map((ship) => ship.getAttribute("aria-label")));

    for (const kind of ["finger", "pen"]) {
      test(`battleship: a fleet is placed and a game won with a ${kind}`, async () => {
        const page = await open("october", "", PHONE),
          tool = await toolOf(page, kind);
        await begin(page, ["", "stupid"]);
        // By its first square into a corner, turned there if it does not lie across, and carried down by two.
        await carry(tool, await held(page, 0), await sea(page, 0, 0));
        if (/down/.test((await ships(page))[0])) await tap(tool, await held(page, 0));
        await carry(tool, await sea(page, 0, 0), await sea(page, 0, 2));
        assert.match((await ships(page))[0], /^ship of 5, across from 0,2/);
        await tap(tool, await sea(page, 4, 2));
        assert.match((await ships(page))[0], /^ship of 5, down from 0,2/);
        await placed(page, tool);
        await settled(page);
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
          await tap(tool, await square(page, target));
          await settled(page);
        }
        const end = await isOver(page);
        assert.match(end, /^a person wins/);
        await close(page);
        return end;
      });
    }

    /** The other ships may be in the way of the first: each is carried to a column of its own. */
    const placed = async (page, tool) => {
      for (let ship = 1; ship < 5; ship++) {
        if (/across/.test((await ships(page))[ship])) {
          // It is turned where nobody covers it.
          await carry(tool, await held(page, ship), await sea(page, 0, 9));
          await tap(tool, await held(page, ship));
        }
        await carry(tool, await held(page, ship), await sea(page, 2 * ship, 0));
      }
      assert.equal(await page.textContent(".fleet-note"), "");
      await tap(tool, await middle(page, ".fleet button.primary"));
    };

    test("battleship: a fleet is placed by keys, and what is wrong with it is said", async () => {
      const page = await open("october");
      await begin(page, ["", "stupid"]);
      for (const [ship, [x, y]] of [
        [0, 0],
        [0, 0],
        [0, 4],
        [0, 6],
        [0, 8],
      ].entries()) {
        await page.focus(`[data-ship="${ship}"]`);
        if (/down/.test((await ships(page))[ship])) await page.keyboard.press("Enter");
        for (let i = 0; i < 10; i++) await page.keyboard.press("ArrowLeft");
        for (let i = 0; i < 10; i++) await page.keyboard.press("ArrowUp");
        for (let i = 0; i < x; i++) await page.keyboard.press("ArrowRight");
        for (let i = 0; i < y; i++) await page.keyboard.press("ArrowDown");
      }
      assert.equal(await page.textContent(".fleet-note"), "Red ships overlap.");
      await page.focus(".fleet button.primary");
      await page.keyboard.press("Enter");
      await page.waitForSelector(".status .problem");
      const problem = await page.textContent(".status .problem");
      await page.focus('[data-ship="1"]');
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("ArrowDown");
      assert.deepEqual(
        await ships(page),
        [
          [5, 0],
          [4, 2],
          [3, 4],
          [3, 6],
          [2, 8],
        ].map(([length, y]) => `ship of ${length}, across from 0,${y}`),
      );
      await page.focus(".fleet button.primary");
      await page.keyboard.press("Enter");
      await page.waitForSelector(".cell.legal");
      assert.equal((await moves(page))[0], "fleet");
      // On to the sea of the other, where Tab's one square is.
      assert.match(
        await page.evaluate(() => document.activeElement.getAttribute("data-place") ?? ""),
        /^[01]:/,
      );
      await page.click(".settings summary");
      await page.selectOption('select[aria-label="Seen by"]', "");
      await page.click(".settings summary");
      await page.waitForSelector(".board-figure:nth-child(2) .cell .hull");
      while ((await isOver(page)) === null) {
        await press(
          page,
          await page.$$eval(".board-figure:nth-child(2) .cell.legal", (cells) =>
            cells
              .find((cell) => cell.querySelector(".hull") && !cell.querySelector(".hit"))
              ?.getAttribute("data-place"),
          ),
        );
        await settled(page);
      }
      const end = await isOver(page);
      assert.match(end, /^a person wins/);
      await close(page);
      return `${problem}; ${end}`;
    });
  }
}
