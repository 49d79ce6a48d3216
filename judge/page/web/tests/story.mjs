// The story of a game: its curve, its turning points, puzzles, what others would have played, and which game to watch.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";

/** @param {any} suite */
export default function tests({
  test,
  open,
  close,
  of,
  at,
  places,
  judge,
  results,
  begin,
  settled,
  authors,
  axe,
}) {
  /** Presses a button of the story, and waits until the search is over. */
  const found = async (page) => {
    await page.click("#find-turning");
    await page.waitForFunction(() =>
      / played(; \d+ turns? before were not looked at)?\.$/.test(
        document.querySelector(".story-said").textContent,
      ),
    );
  };
  /** What the terminal says of a game: the rows of turns on which another action wins, and the last line. */
  const terminal = (name, game) => {
    const folder = join(results, name);
    const text = execFileSync(judge, ["replay", folder, String(game), "--turning-points", "--quiet"], {
      encoding: "utf8",
    });
    const rows = [...text.matchAll(/^ +(\d+) (\S+) +(\d+) +(\d+) +(\d+) +(\d+) +(.*)$/gm)].map(
      ([, move, played, others, won, , , wins]) => ({
        move: Number(move),
        played,
        others: Number(others),
        won: Number(won),
        wins: wins.split(" ").slice(0, 5),
      }),
    );
    return { rows: rows.filter(({ won }) => won > 0), games: /^([\d,]+) games? played/m.exec(text)[1] };
  };

  for (const [name, game] of [
    ["gobblet", 2],
    ["othello", 59],
    ["freedom", 1],
    ["stones", 2],
  ].filter(([name]) => results && of(name).length)) {
    test(`${name}: turning points are those of the terminal`, async () => {
      const page = await open(name, `#g=${game}&t=1`);
      await found(page);
      const { rows, games } = terminal(name, game);
      const shown = await page.$$eval(".story-turns li", (all) => all.map((row) => row.textContent));
      assert.equal(shown.length, rows.length);
      for (const [i, row] of rows.entries()) {
        assert.ok(shown[i].startsWith(`Turn ${row.move}: played ${row.played}; `), `${shown[i]} ${row.move}`);
        assert.ok(shown[i].includes(`(of ${row.others})`), shown[i]);
        for (const action of row.wins) assert.ok(shown[i].includes(action), `${shown[i]} ${action}`);
        if (row.won > 5) assert.ok(shown[i].includes(`and ${row.won - 5} other`), shown[i]);
      }
      assert.ok((await page.textContent(".story-said")).includes(`${games} of ${games} games played`));
      if (rows.length) {
        // They are marks of the time line, and are told where they are.
        await page.click(".story-turns a");
        await page.waitForSelector(".status .could");
        assert.match(await page.textContent(".status .could"), / could still win: /);
        assert.equal(await page.locator(".mark-tick.turning").count(), rows.length);
      }
      await close(page);
      return `${rows.length} turns, ${games} games`;
    });
  }

  for (const name of of("gobblet")) {
    test("gobblet: a puzzle is solved by the one action that wins, and by no other; the page remembers it", async () => {
      const page = await open(name, "#g=31&t=0");
      await found(page);
      const row = await page.locator(".story-turns li").first().textContent();
      const [, turn, wins] = /^Turn (\d+): played .*; (\S+) wins/.exec(row);
      await page.click(".story-turns li:first-child a:has-text('puzzle')");
      await page.waitForSelector(".puzzling .status strong");
      assert.match(
        await page.textContent(".status"),
        /Puzzle: yellow to move and win\. Exactly one action does/,
      );
      assert.match(page.url(), new RegExp(`#g=31&z=1&t=${turn - 1}$`));
      // What came then is not shown.
      for (const hidden of [".moves", ".controls > button", ".turn", ".track"])
        assert.equal(await page.locator(hidden).first().isVisible(), false, hidden);
      const all = await page.evaluate(() => {
        const square = (cell) => cell.getAttribute("aria-label").split(":")[0];
        return [...document.querySelectorAll(".boards .cell.goal")].map(square);
      });
      assert.ok(all.length > 1);
      await page.fill(".typed", wins === "M@1,0" ? "M@0,0" : "M@1,0");
      await page.click(".type-form button");
      await page.waitForSelector(".ending.failed");
      assert.equal(await page.locator(".badge.branch").isVisible(), false);
      await page.click("text=Try again");
      await page.waitForSelector(".puzzling .status strong");
      await page.fill(".typed", wins);
      await page.click(".type-form button");
      await page.waitForSelector(".ending.solved");
      assert.match(await page.textContent(".ending.solved"), /^✓ Solved: /);
      const link = page.url().replace(/#.*/, `#g=31&z=1&t=${turn - 1}`);
      await page.goto(link);
      await page.reload();
      await page.waitForSelector(".puzzling .status strong");
      const solved = await page.evaluate(() =>
        Object.entries(localStorage)
          .filter(([key]) => key.startsWith("judge.puzzles."))
          .map(([, value]) => JSON.parse(value).solved),
      );
      assert.deepEqual(solved, [[`31.${turn - 1}`]]);
      await close(page);
    });

    test("gobblet: puzzles are found, and each is one in the terminal, too", async () => {
      const page = await open(name, "#g=1&t=0");
      await page.click("#find-puzzles");
      await page.waitForFunction(() =>
        / found in /.test(document.querySelector("#puzzles [role=status]").textContent),
      );
      const links = await page.$$eval(".puzzle-list a", (all) =>
        all.map((link) => link.getAttribute("href")),
      );
      assert.ok(links.length > 0);
      for (const link of links) {
        const [, game, turn] = /^#g=(\d+)&z=1&t=(\d+)$/.exec(link).map(Number);
        if (!results) continue;
        const row = terminal(name, game).rows.find(({ move }) => move === turn + 1);
        assert.equal(row?.won, 1, link);
      }
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => globalThis.axe.run("#puzzles"));
      assert.deepEqual(
        violations.map(({ id }) => id),
        [],
      );
      await close(page);
      return links.join(" ");
    });

    test("gobblet: scores that say no more than who won have no curve, and no margin", async () => {
      const page = await open(name, "#g=1&t=3");
      assert.match(await page.getAttribute(".track .past", "d"), /^M0\.0 50\.0(L[\d.]+ 50\.0)*$/);
      await close(page);
    });
  }

  for (const name of of("othello")) {
    test("othello: the curve is the slider, and tells nothing that lies ahead", async () => {
      const page = await open(name, "#g=1&t=20");
      const curve = () =>
        page.$eval(".track svg", (svg) => [
          svg.getAttribute("aria-label"),
          svg.querySelector(".past").getAttribute("d").split("L").length,
        ]);
      assert.deepEqual(await curve(), [
        "Who was ahead until turn 20: edgar above the line, greedy below",
        21,
      ]);
      const later = await page.$$eval(".moments .later", (all) => all.map((one) => one.textContent));
      assert.ok(later.length && later.every((text) => /^\dTo cometurn \d+$/.test(text)), later.join());
      const last = Number((await page.textContent(".turn-of")).replace(" of ", ""));
      // A click on it leads to a turn.
      const box = await page.locator(".track").boundingBox();
      await page.mouse.click(box.x + box.width / 2, box.y + 12);
      const turn = Number(await page.inputValue(".turn-number"));
      assert.ok(Math.abs(turn - last / 2) < 2, String(turn));
      assert.equal((await curve())[1], turn + 1);
      // The bar is as long as the scores say.
      const scores = await page.$$eval(".player .score", (all) =>
        all.map((score) => Number(score.textContent)),
      );
      const parts = await page.$$eval(".lead-bar i", (all) =>
        all.map((part) => Number(part.style.getPropertyValue("--n"))),
      );
      assert.deepEqual([...parts].sort(), [...scores].sort());
      await close(page);
    });

    test("othello: what another would have played is what it plays in that seat, with that fuel", async () => {
      const page = await open(name, "#g=1&t=20");
      await page.selectOption("#story select[aria-label='Another bot']", { label: "edgar" });
      await page.click("#ask-another");
      await page.waitForSelector("#ask-another:not(:disabled)");
      const rows = await page.$$eval(".story-answers tbody tr", (all) =>
        all.map((row) => [...row.children].map((cell) => cell.textContent)),
      );
      assert.ok(rows.length > 20 && rows.some(([, played, , other]) => played !== other));
      assert.match(
        await page.textContent(".story-answers .quiet"),
        new RegExp(
          `^edgar would have played the same on ${rows.filter(([, played, , other]) => played === other).length} of ${rows.length} turns\\.$`,
        ),
      );
      await page.evaluate(axe);
      const { violations } = await page.evaluate(() => globalThis.axe.run("#story"));
      assert.deepEqual(
        violations.map(({ id }) => id),
        [],
      );
      const [turn, , , other, fuel] = rows[5];
      await page.click(`.story-answers tbody tr:nth-child(6) a`);
      await page.waitForFunction(
        (turn) => document.querySelector(".turn-number").value === turn,
        String(Number(turn) - 1),
      );
      await page.selectOption("select[data-seat='1']", { label: "edgar" });
      await page.waitForFunction(
        () => document.querySelector(".badge.branch") && document.querySelector(".match-note .hash"),
      );
      await authors(page);
      await page.click(`.moves li:nth-child(${turn}) button`);
      assert.equal(await page.textContent(".move-line strong"), ` ${other}`);
      assert.ok((await page.textContent(".fuel")).startsWith(`${fuel} of fuel`), fuel);
      await close(page);
      return `${rows.length} turns`;
    });

    test("othello: games are sorted by what makes them worth watching", async () => {
      const page = await open(name, "#g=1&t=20");
      const turns = () =>
        page.$$eval(".games li .quiet", (all) =>
          all.map((cell) => Number(/(\d+) turns/.exec(cell.textContent)[1])),
        );
      const margins = () =>
        page.$$eval(".games li .quiet", (all) =>
          all.map((cell) => Number(/by (\d+)/.exec(cell.textContent)?.[1] ?? 0)),
        );
      await page.selectOption("#filter select[name=order]", "longest");
      const longest = await turns();
      assert.deepEqual(
        longest,
        [...longest].sort((a, b) => b - a),
      );
      await page.selectOption("#filter select[name=order]", "closest");
      const closest = await margins();
      assert.deepEqual(
        closest,
        [...closest].sort((a, b) => a - b),
      );
      assert.ok(closest.length > 10 && closest[0] < closest.at(-1));
      const chosen = await page.$$eval(".game-list > .chosen li", (all) =>
        all.map((item) => item.textContent),
      );
      assert.ok(chosen.length >= 2);
      for (const sentence of chosen)
        assert.match(
          sentence,
          /^\S+ – \S+.*: (The closest of|The longest of|The game between|\S+ is \d+ behind|One more win|Who wins).*[.?]$/,
        );
      await close(page);
      return chosen.join(" ");
    });

    test("othello: a cell of the cross table opens the two against one another", async () => {
      const page = await open(name, "#g=1&t=20");
      const cell = page.locator("#crosstable td a").first();
      const tally = await cell.textContent();
      await cell.click();
      await page.waitForSelector("#duel:not([hidden])");
      assert.match(await page.textContent("#duel h4"), /^\S+ against \S+$/);
      assert.equal(await page.locator("#duel dd").first().textContent(), tally);
      const halves = await page.$$eval("#duel dd", (all) =>
        all.slice(0, 3).map((cell) => cell.textContent.split("–").map(Number)),
      );
      assert.deepEqual(
        halves[0],
        halves[1].map((won, i) => won + halves[2][i]),
      );
      await close(page);
    });

    test("othello: boards are turned round and made larger and smaller, and play as before", async () => {
      const page = await open(name);
      await begin(page, ["", "greedy"]);
      const [legal] = await places(page, "legal");
      const box = () => page.locator(at(legal)).boundingBox();
      const before = await box();
      await page.keyboard.press("f");
      const after = await box();
      assert.ok(Math.abs(before.y - after.y) > 20 || Math.abs(before.x - after.x) > 20);
      await page.click(at(legal));
      await settled(page);
      assert.ok((await page.locator(".moves .move").count()) >= 2);
      await page.keyboard.press("f");
      const { width } = await page.locator("svg.board").boundingBox(),
        { height } = await page.locator("svg.board").boundingBox();
      await page.keyboard.press("-");
      const smaller = await page.locator("svg.board").boundingBox();
      assert.ok(smaller.height < height && smaller.width <= width);
      await page.keyboard.press("+");
      await page.keyboard.press("+");
      assert.ok((await page.locator("svg.board").boundingBox()).height > height);
      // The same by buttons, where there are no keys.
      await page.click(".settings summary");
      const larger = await page.locator("svg.board").boundingBox();
      await page.click('button[aria-label="Smaller board"]');
      assert.ok((await page.locator("svg.board").boundingBox()).height < larger.height);
      const straight = await box();
      await page.click('button[aria-label="Turn the board round"]');
      assert.notDeepEqual(await box(), straight);
      await close(page);
    });
  }

  for (const name of of("gobblet")) {
    test("gobblet: the end of a person's game offers a rematch with the sides swapped", async () => {
      const page = await open(name);
      // Names stay where they are, so it is seen by who begins.
      const first = async () => {
        await page.waitForSelector(".ending");
        await page.keyboard.press("Home");
        await page.waitForFunction(() => document.querySelector(".turn-number").value === "0");
        const mover = await page.textContent(".plate.to-move .name");
        await page.keyboard.press("End");
        await page.waitForSelector(".ending");
        return mover;
      };
      await begin(page, ["random", "smart"]);
      const movers = [await first()];
      for (const words of ["Swapped sides", "Rematch", "Swapped sides"]) {
        await page.click(`text=${words}`);
        movers.push(await first());
      }
      assert.deepEqual(movers, ["random", "smart", "smart", "random"]);
      await close(page);
    });

    test("gobblet: at the end of a published game the reader plays the winner", async () => {
      const page = await open(name, "#g=1&t=99");
      const [, winner] = /^(\S+) wins/.exec(await page.textContent(".status"));
      await page.click("text=Play against");
      await page.waitForFunction(() => /^New game/.test(document.querySelector(".match-title").textContent));
      const title = await page.textContent(".match-title");
      assert.ok(title.includes("a person") && title.includes(winner), title);
      await close(page);
      return title;
    });

    test("gobblet: the end of a published game leads to another", async () => {
      const page = await open(name, "#g=1&t=1");
      assert.equal(await page.locator(".ending").count(), 0);
      await page.keyboard.press("End");
      await page.click(".ending .on");
      await page.waitForFunction(
        () =>
          !/ game 1$/.test(document.querySelector(".match-title").textContent) &&
          document.querySelector('.controls button[aria-label="Pause"]'),
      );
      await close(page);
    });
  }

  /** The states that a reader can bring a page into, and how. */
  const STATES = {
    "a puzzle": ["gobblet", "#g=2&z=1&t=4", async () => {}],
    "a puzzle that was not solved": [
      "gobblet",
      "#g=2&z=1&t=4",
      async (page) => {
        await page.fill(".typed", "M@1,0");
        await page.click(".type-form button");
        await page.waitForSelector(".ending.failed");
      },
    ],
    "the end of a game": ["gobblet", "#g=1&t=99", async (page) => page.waitForSelector(".ending")],
    "turning points": ["gobblet", "#g=2&t=4", found],
    "two against one another": [
      "othello",
      "#p=0,1",
      async (page) => page.waitForSelector("#duel:not([hidden])"),
    ],
    "the settings": ["othello", "#g=1&t=20", async (page) => page.click(".settings summary")],
    "a frame": ["othello", "#embed&g=1&t=20", async () => {}],
    "a branch": [
      "othello",
      "#g=1&t=20",
      async (page) => {
        await page.click(at((await places(page, "legal"))[0]));
        await page.waitForSelector(".badge.branch");
      },
    ],
    "a person's fleet": [
      "october",
      "#g=43&t=3",
      async (page) => {
        await begin(page, ["", "hunter"]);
        await page.waitForSelector(".fleet");
      },
    ],
    "a person's turn": ["stones", "#g=1&t=3", async (page) => begin(page, ["", "random"])],
  };
  for (const [state, [name, hash, bring]] of Object.entries(STATES)) {
    for (const one of of(name)) {
      test(`${one}: axe finds nothing in ${state}`, async () => {
        for (const colorScheme of ["light", "dark"]) {
          const page = await open(one, hash, { colorScheme });
          await bring(page);
          await page.evaluate(axe);
          const { violations } = await page.evaluate(() => globalThis.axe.run());
          assert.deepEqual(
            violations.map(({ id, nodes }) => `${id}: ${nodes[0].html.slice(0, 120)}`),
            [],
          );
          await close(page);
        }
      });
    }
  }

  for (const name of of("othello")) {
    test("othello: where things may move, a bot's answer is shown after the person's own move", async () => {
      const page = await open(name, "#g=1&t=20", { reducedMotion: "no-preference" });
      await begin(page, ["", "greedy"]);
      // The turns that are shown, one after another.
      await page.evaluate(() => {
        globalThis.turns = [];
        const note = () => {
          const turn = document.querySelector(".turn-number").value;
          if (globalThis.turns.at(-1) !== turn) globalThis.turns.push(turn);
          requestAnimationFrame(note);
        };
        note();
      });
      for (let turn = 0; turn < 3; turn++) {
        await page.click(at((await places(page, "legal"))[0]));
        await page.waitForFunction(
          (turn) => document.querySelector(".turn-number").value === String(turn),
          2 * turn + 2,
        );
        await settled(page);
      }
      assert.deepEqual(await page.evaluate(() => globalThis.turns), ["0", "1", "2", "3", "4", "5", "6"]);
      await close(page);
    });
  }
}
