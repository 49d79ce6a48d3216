// What a spectator sees: everything on one screen, the first game, who is who, and why a click does nothing.

import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** @param {any} suite */
export default function tests({
  test,
  open,
  close,
  of,
  at,
  begin,
  settled,
  authors,
  isOver,
  places,
  movePiece,
  numbers,
}) {
  const SIZES = [
    [1280, 800],
    [1366, 768],
    [360, 740],
  ];
  const GAMES = ["october", "othello", "gobblet", "gobblet-large", "freedom", "stones", "stones-table"];

  const PLAYED = [
    ".board-figure:not(.small) svg.board",
    '.timeline input[type="range"]',
    '.controls button[aria-label="Play"]',
  ];
  /** Fails if something is not wholly on the screen. */
  const areInside = async (page, selectors) => {
    const { width, height } = page.viewportSize();
    for (const selector of selectors) {
      assert.ok((await page.locator(selector).count()) > 0, selector);
      for (const element of await page.locator(selector).all()) {
        const box = await element.boundingBox();
        const isInside =
          box &&
          box.x >= 0 &&
          box.y >= 0 &&
          box.x + box.width <= width + 1 &&
          box.y + box.height <= height + 1;
        assert.ok(isInside, `${selector} at ${width} × ${height}: ${JSON.stringify(box)}`);
      }
    }
  };

  for (const name of of("gobblet")) {
    test("gobblet: what was played anyway is a step to the next turn, and no branch", async () => {
      const page = await open(name, "#g=1&t=6");
      await page.waitForSelector(".badge.good");
      const text = await page.locator(".moves .move").nth(6).textContent();
      await authors(page);
      await page.fill(".typed", /[SML]@\d,\d|\d,\d>\d,\d/.exec(text)[0]);
      await page.press(".typed", "Enter");
      await page.waitForFunction(() => document.querySelector(".turn-number").value === "7");
      assert.equal(await page.locator(".badge.branch").count(), 0);
      assert.equal(await page.evaluate(() => location.hash), "#g=1&t=7");
      await close(page);
    });
  }

  for (const name of of(...GAMES)) {
    test(`${name}: who won, the board, the time line and the play button are on one screen`, async () => {
      for (const [width, height] of SIZES) {
        const page = await open(name, "", { viewport: { width, height } });
        await areInside(page, ["#headline", ".plate", ".play .primary", ...PLAYED]);
        if (width > height) await areInside(page, ["#podium", ".why", ".tour .say", ".moments"]);
        // What is offered at the end drives nothing from the screen.
        await page.keyboard.press("End");
        await areInside(page, [...(width > height ? [".ending"] : []), ...PLAYED]);
        await close(page);
      }
    });

    test(`${name}: the settings are on the screen, and close with Escape and with a click elsewhere`, async () => {
      for (const [width, height] of SIZES) {
        const page = await open(name, "", { viewport: { width, height } });
        const summary = page.locator(".settings:not(.share) summary"),
          isOpen = () => page.$eval(".settings", (menu) => menu.open);
        await summary.click();
        await areInside(page, [
          ".settings:not(.share) .choices",
          ".choices button[aria-label='Larger board']",
        ]);
        await page.keyboard.press("Escape");
        assert.equal(await isOpen(), false);
        assert.ok(await summary.evaluate((element) => element === document.activeElement));
        await summary.click();
        assert.equal(await isOpen(), true);
        await page.mouse.click(4, 4);
        assert.equal(await isOpen(), false);
        await close(page);
      }
    });

    test(`${name}: fuel, moves and pieces have the colour of whose they are`, async () => {
      const page = await open(name);
      const found = await page.evaluate(() => {
        const style = (element, property) => getComputedStyle(element)[property];
        // The filled plate shows its colour as its ground.
        const players = [...document.querySelectorAll(".player")].map((player) => {
          const probe = document.createElement("i");
          probe.style.color = "var(--p)";
          player.append(probe);
          return style(probe, "color");
        });
        const shape = (element) => element.querySelector(".mark").getAttribute("d"),
          shapes = [...document.querySelectorAll(".player")].map(shape);
        // Whose a move is its mark says, and of all else the colour that it asks for.
        const seatOf = (element) => {
          const asked = /seat(\d)/.exec(element.style.getPropertyValue("--seat"));
          return asked ? Number(asked[1]) : shapes.indexOf(shape(element));
        };
        const seats = (selector, property) =>
          [...document.querySelectorAll(selector)].map((element) => [seatOf(element), property(element)]);
        return {
          players,
          fuel: seats(".fuel-of", (bar) => style(bar, "fill")),
          moves: seats(".moves li:not(.current) .move", (move) => style(move.querySelector(".mark"), "fill")),
          pebbles: seats(".boards .pebble", (pebble) => style(pebble.querySelector(".body"), "fill")),
        };
      });
      assert.equal(new Set(found.players).size, found.players.length);
      for (const [seat, colour] of [...found.fuel, ...found.moves, ...found.pebbles])
        assert.equal(colour, found.players[seat]);
      assert.ok(found.fuel.length > 0 && found.moves.length > 0);
      await close(page);
    });
  }

  for (const name of of("october", "gobblet")) {
    test(`${name}: the first game starts by itself, and says why it was chosen`, async () => {
      const page = await open(name, "", { reducedMotion: "no-preference" });
      await page.waitForFunction(() => Number(document.querySelector(".turn-number").value) >= 2);
      assert.equal(await page.locator('.controls button[aria-label="Pause"]').count(), 1);
      assert.match(
        await page.textContent(".why"),
        /^The (closest|longest) of the \d+ games between \S+ and \S+, two of the best\.$/,
      );
      assert.equal(
        await page.evaluate(() => location.hash),
        "",
        "a film does not fill the list of addresses",
      );
      await close(page);
    });

    test(`${name}: printed tables are not cut, and ink is dark on paper whatever the screen has`, async () => {
      const page = await open(name, "", { viewport: { width: 720, height: 1000 }, colorScheme: "dark" });
      const ink = () => page.evaluate(() => getComputedStyle(document.body).color);
      assert.equal(await ink(), "rgb(239, 236, 230)");
      await page.emulateMedia({ media: "print" });
      assert.equal(await ink(), "rgb(29, 28, 26)");
      assert.equal(await page.locator(".data").first().isVisible(), false, "what is closed is not printed");
      const cut = await page.$$eval(".wide table", (all) =>
        all
          .filter((table) => table.getBoundingClientRect().right > document.documentElement.clientWidth + 1)
          .map((table) => table.parentElement.getAttribute("aria-label")),
      );
      assert.deepEqual(cut, []);
      await close(page);
    });
  }

  for (const name of of("gobblet-large")) {
    test(`${name}: the numbers of stacked cups are inside of the picture`, async () => {
      const page = await open(name, "#g=1&t=0");
      const outside = await page.$$eval(
        ".stack-count",
        (all) =>
          all.filter((text) => {
            const box = text.getBoundingClientRect(),
              board = text.ownerSVGElement.getBoundingClientRect();
            return box.left < board.left || box.right > board.right || box.bottom > board.bottom;
          }).length,
      );
      assert.equal(outside, 0);
      assert.ok((await page.locator(".stack-count").count()) > 0);
      await close(page);
    });
  }

  for (const name of of("gobblet")) {
    test("gobblet: a click that is no move says why", async () => {
      const page = await open(name);
      await begin(page, ["", "random"]);
      const problem = async (place) => {
        await page.click(at(place));
        await page.waitForSelector(".status .problem");
        return page.textContent(".status .problem");
      };
      assert.match(await problem("0:1,1"), /^Choose what is to move first/);
      await movePiece(page, numbers(1), "click");
      await settled(page);
      const theirs = await page.$eval(".boards .cup.owner1", (cup) =>
        cup.closest("[data-place]").getAttribute("data-place"),
      );
      assert.match(await problem(theirs), /^This one is random's: a person is to move\.$/);
      await close(page);
    });
  }

  for (const name of of("october")) {
    test("october: a finished game of a person shows both fleets, and can be saved", async () => {
      const page = await open(name);
      await begin(page, ["", "hunter"]);
      await page.click(".fleet button.primary");
      await settled(page);
      const random = numbers(3);
      while ((await isOver(page)) === null) {
        const legal = await places(page, "legal");
        await page.click(at(legal[random(legal.length)]));
        await settled(page);
      }
      await page.waitForFunction(() =>
        [...document.querySelectorAll(".boards .board-figure")].every((board) =>
          board.querySelector(".hull:not(.afloat)"),
        ),
      );
      await page.click(".share summary");
      await page.locator(".share >> text=Save").waitFor();
      await close(page);
    });

    test("october: a shot that cannot be read is told about shots", async () => {
      const page = await open(name, "#g=43&t=10");
      await authors(page);
      await page.fill(".typed", "z99");
      await page.click(".type-form button");
      await page.waitForSelector(".status .problem");
      assert.match(await page.textContent(".status .problem"), /no square; write x,y/);
      await close(page);
    });

    test("october: who is disqualified is called so, and has no best opponent", async () => {
      const page = await open(name);
      const out = await page.$$eval("#standings tr.out th", (all) => all.map((cell) => cell.textContent));
      assert.ok(out.length >= 1 && out.every((text) => text.endsWith(" disqualified")), out.join());
      const cards = await page.$$eval("#contestants .card", (all) =>
        all.filter((card) => /Disqualified/.test(card.textContent)).map((card) => card.textContent),
      );
      assert.equal(cards.length, out.length);
      assert.ok(cards.every((text) => !/Best against|Worst against/.test(text)));
      await close(page);
    });

    test("october: the report has less than 1.1 million bytes", async () => {
      const page = await open(name),
        { size } = statSync(fileURLToPath(page.url().replace(/#.*/, "")));
      assert.ok(size < 1_100_000, `${size} bytes`);
      await close(page);
      return `${size} bytes`;
    });

    test("october: an address of a game that is not there says so", async () => {
      const page = await open(name, "#g=99999");
      assert.equal(
        await page.textContent("#lobby-note"),
        "There is no game 99999: this tournament has 2,800 games.",
      );
      await close(page);
    });
  }

  for (const name of of("many")) {
    test("500 contestants: one copy of their file, a search in place of a cross table, and rows when they are seen", async () => {
      const page = await open(name);
      const { size } = statSync(fileURLToPath(page.url().replace(/#.*/, "")));
      assert.ok(size < 3_000_000, `${size} bytes`);
      const elements = await page.evaluate(() => document.querySelectorAll("*").length);
      assert.ok(elements < 45_000, `${elements} elements`);
      assert.equal(await page.locator("#standings tbody tr").count(), 500);
      assert.equal(await page.locator("#crosstable .cross").count(), 0);
      const rows = () => page.locator(".games li").count();
      assert.equal(await rows(), 100);
      await page.$eval(".games", (list) => list.scrollTo(0, list.scrollHeight));
      await page.waitForFunction(() => document.querySelectorAll(".games li").length > 100);
      await page.fill("#opponents input[aria-label=contestant]", "b250");
      assert.match(await page.textContent("#opponents .note"), /^b250, place \d+, against/);
      await page.selectOption("#filter select[name=order]", "longest");
      assert.equal(await rows(), 100);
      await close(page);
      return `${size} bytes, ${elements} elements`;
    });
  }
}
