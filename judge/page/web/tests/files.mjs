// Games that are files: the page runs their modules, and shows what they have of their own.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { pages, serve } from "./season-server.mjs";

/** The ready ones. */
const GAMES = ["connect-four", "kuhn-poker", "tron"];

/** A picture that tries everything. */
const HOSTILE = `<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" viewBox="0 0 40 10"
  onload="globalThis.w=5;parent.w=5"><script>globalThis.w=6;parent.w=6;top.w=6</script>
  <style>@import url(https://example.org/a.css);@font-face{font-family:x;src:url(https://example.org/a.woff)}</style>
  <image href="https://example.org/a.png" xlink:href="https://example.org/b.png"/><use href="https://example.org/c.svg#d"/>
  <a href="javascript:parent.w=7"><rect width="40" height="10" fill="red"/></a>
  <foreignObject width="9" height="9"><iframe xmlns="http://www.w3.org/1999/xhtml" src="https://example.org/"/></foreignObject></svg>`;

/** The dearest pictures and scenes that the judge lets a game show. */
const DEAREST = (() => {
  const svg = (parts) =>
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><defs><radialGradient id="a"><stop offset="0" stop-color="red"/><stop offset="1" stop-opacity=".5"/></radialGradient></defs>${parts}</svg>`;
  const cell = {
    pieces: Array.from({ length: 11 }, () => ({ kind: -1, owner: 0, number: 0 })),
    changed: false,
  };
  const labels = Array.from({ length: 64 }, (_, place) => `${place}`);
  const board = {
    owner: null,
    columns: 64,
    rows: 64,
    upwards: false,
    columnLabels: labels,
    rowLabels: labels,
    cells: Array.from({ length: 64 * 64 }, () => cell),
    lines: [],
    hulls: [],
    beside: [],
  };
  return {
    "5,000 gradients over the whole picture": {
      picture: svg('<rect width="9" height="9" fill="url(#a)" opacity=".5"/>'.repeat(4_990)),
    },
    "a path of 390,000 bytes that crosses itself": {
      picture: svg(`<path fill-rule="evenodd" d="M0 0${"L9 9L0 8L8 0".repeat(32_000)}"/>`),
    },
    "groups in groups, each half seen": {
      picture: svg(
        `${'<g opacity=".5">'.repeat(30)}<rect width="9" height="9"/>${"</g>".repeat(30)}`.repeat(150),
      ),
    },
    "a text of 390,000 letters": { picture: svg(`<text font-size="9">${"\u0429a".repeat(130_000)}</text>`) },
    "a board of 45,000 pieces": { boards: [board], choices: [] },
  };
})();

/** @param {any} suite */
export default function tests({
  test,
  open,
  close,
  of,
  begin,
  settled,
  isOver,
  places,
  at,
  numbers,
  byButton,
  press,
  judge,
  results,
  browser,
  axe,
  cut,
  PATIENCE,
}) {
  const games = of(...GAMES);

  /** What the judge's own replay of a game says. */
  const replay = (name, number) =>
    JSON.parse(
      execFileSync(judge, ["replay", join(results, name), String(number), "--json"], {
        maxBuffer: 1 << 28,
        stdio: ["ignore", "pipe", "ignore"],
      }),
    );

  for (const name of games.filter(() => results)) {
    test(`${name}: a game comes to the same move by move`, async () => {
      let turns = 0;
      for (const number of [1, 2]) {
        const page = await open(name, `#g=${number}&t=0`);
        const { moves } = replay(name, number);
        await page.focus('button[aria-label="One turn on"]');
        for (const [turn, move] of moves.entries()) {
          await page.keyboard.press("ArrowRight");
          const shown = await page.evaluate(() => ({
            turn: document.querySelector(".turn-number").value,
            action: document.querySelector(".move-line strong")?.textContent.trim(),
            scores: [...document.querySelectorAll(".player .score")].map((score) => score.textContent),
            unit: document.querySelector(".player .unit span").textContent,
          }));
          assert.deepEqual([shown.turn, shown.action], [String(turn + 1), move.action], `game ${number}`);
          // Of a game without a score the plates say how many games of the match each has won.
          if (/^of \d+ games?/.test(shown.unit)) continue;
          const scores = move.scores.map((score) => String(score).replace("-", "\u2212"));
          for (const [seat, score] of scores.entries())
            assert.ok(
              shown.scores[seat].endsWith(score),
              `turn ${turn}: ${shown.scores[seat]}, not ${score}`,
            );
        }
        assert.equal(await page.textContent(".turn-of"), ` of ${moves.length}`);
        await close(page);
        turns += moves.length;
      }
      return `${turns} turns`;
    });
  }

  /** A person plays a game against a bot to its end. */
  const untilOver = async (page, turn) => {
    const random = numbers(3);
    for (let turns = 1; ; turns++) {
      await turn(page, random);
      await settled(page);
      const end = await isOver(page);
      if (end !== null) return `${end}, ${turns} turns`;
    }
  };

  /** Takes a turn as somebody does who has a mouse, keys or a finger only. */
  const turnBy = (how) => async (page, random) => {
    const legal = await places(page, "legal");
    if (!legal.length) return byButton(page, random, how);
    const place = legal[random(legal.length)];
    if (how === "key") return press(page, place);
    await (how === "tap" ? page.tap(at(place)) : page.click(at(place)));
  };

  for (const how of ["click", "key", "tap"]) {
    for (const [name, bot] of [
      ["connect-four", "minimax"],
      ["tron", "space"],
      ["kuhn-poker", "bluffer"],
    ].filter(([name]) => games.includes(name))) {
      test(`${name}: played to the end by ${how}s`, async () => {
        const page = await open(name, "", { hasTouch: how === "tap" });
        await begin(page, ["", bot]);
        const end = await untilOver(page, turnBy(how));
        await close(page);
        return end;
      });
    }
  }

  for (const name of of("connect-four")) {
    test(`${name}: a click where nothing can be played is explained, and a branch leads on`, async () => {
      const page = await open(name, "#g=1&t=4");
      await page.click(at("0:0,5"));
      await page.waitForSelector(".status .problem");
      const problem = await page.textContent(".status .problem");
      assert.equal(problem, "Nothing can be played here.");
      const [place] = await places(page, "legal");
      await page.click(at(place));
      await page.waitForFunction(() => /branch/.test(document.querySelector(".match-note").textContent));
      await page.waitForFunction(() => document.querySelector(".status strong, .status .hint-words"));
      assert.ok((await page.$$(".moves .move")).length > 5);
      // The address of the branch leads to the same moves.
      const shown = () => page.$$eval(".moves .move", (all) => all.map((move) => move.textContent)),
        moves = await shown();
      await page.reload();
      await page.waitForFunction(
        (length) => document.querySelectorAll(".moves .move").length === length,
        moves.length,
      );
      assert.deepEqual(await shown(), moves);
      await close(page);
      return problem;
    });

    test(`${name}: turning points are looked for as the judge does`, async () => {
      const page = await open(name, "#g=2");
      await page.click("#find-turning");
      await page.waitForFunction(
        () =>
          /played/.test(document.querySelector(".story-said").textContent) &&
          !/…$/.test(document.querySelector(".story-said").textContent),
      );
      const said = await page.textContent(".story-said");
      const theirs = execFileSync(judge, ["replay", join(results, name), "2", "--turning-points"], {
          encoding: "utf8",
          stdio: ["ignore", "pipe", "ignore"],
        }),
        [, games] = /(\d+) games played/.exec(theirs);
      assert.ok(said.endsWith(` ${games} of ${games} games played.`), said);
      assert.equal(
        said.startsWith("There is no turning point"),
        theirs.includes("There is no turning point"),
      );
      await close(page);
      return said;
    });
  }

  for (const name of of("kuhn-poker")) {
    test(`${name}: a person never gets the other's card before the end`, async () => {
      const page = await open(name, "", { spies: true });
      await begin(page, ["", "bluffer"]);
      const heard = () => page.evaluate(() => globalThis.heard.splice(0).join("\n"));
      // What was said of the published game, of which all may be seen.
      await heard();
      const random = numbers(9);
      let turns = 0;
      for (; (await isOver(page)) === null; turns++) {
        const text = await page.textContent(".own-text");
        assert.match(text, /first has the (jack|queen|king)/);
        assert.doesNotMatch(await page.textContent("#match"), /second has/);
        const said = await heard();
        if (!said.includes('"event":"over"')) assert.doesNotMatch(said, /second has/);
        await byButton(page, random);
        await settled(page);
      }
      // Now everything may be seen.
      await page.waitForFunction(() => document.querySelector('select[aria-label="Seen by"]').value === "");
      await page.keyboard.press("Home");
      await page.waitForFunction(() =>
        /first has.*second has/.test(document.querySelector(".own-text").textContent),
      );
      assert.equal(await page.locator(".film").isVisible(), false, "there is no board to film");
      await close(page);
      return `${turns} turns of a person`;
    });
  }

  for (const name of of("tron")) {
    test(`${name}: its picture is an image, in which nothing runs and for which nothing is loaded`, async () => {
      const page = await open(name, "#g=1&t=8");
      const image = page.locator(".own-picture");
      assert.equal(await image.isVisible(), false);
      await page.click(".own-picture-box summary");
      await image.waitFor({ state: "visible" });
      const width = () => image.evaluate((element) => element.decode().then(() => element.naturalWidth));
      assert.ok((await width()) > 0);
      const before = await image.getAttribute("src");
      await page.keyboard.press("End");
      await page.keyboard.press("End");
      await page.waitForFunction((src) => document.querySelector(".own-picture").src !== src, before);
      await close(page);
      const hostile = await open(name, "#g=1&t=8", { scene: { picture: HOSTILE } });
      await hostile.click(".own-picture-box summary");
      await hostile.locator(".own-picture").waitFor({ state: "visible" });
      await hostile.locator(".own-picture").evaluate((element) => element.decode());
      assert.equal(await hostile.evaluate(() => globalThis.w), undefined);
      assert.equal(await hostile.locator("#match foreignObject, #match iframe, #match script").count(), 0);
      await close(hostile);
      return before.slice(0, 5);
    });
  }

  for (const name of of("tron").filter(() => results)) {
    test(`${name}: nobody is offered to play the winner of a draw`, async () => {
      // The header is line 0, so a game's line is its number.
      const games = readFileSync(join(results, name, "games.csv"), "utf8").split("\n"),
        drawn = games.findIndex((line) => /,decided,rules,1 1,/.test(line));
      const page = await open(name, `#g=${drawn}`);
      await page.keyboard.press("End");
      await page.waitForSelector(".ending");
      assert.match(await page.textContent(".ending-bar, .ending"), /Next game/);
      assert.match(await page.textContent(".match-arena, #match"), /Draw (\d+)–\1/);
      assert.equal(await page.locator("text=Play the winner").count(), 0);
      await close(page);
      return `game ${drawn}`;
    });

    for (const [what, scene] of Object.entries(DEAREST)) {
      test(`${name}: a game that shows ${what} leaves the page in hand`, async () => {
        const page = await open(name, "#g=1&t=3", { scene });
        if (scene.picture) await page.click(".own-picture-box summary");
        const before = Date.now();
        await page.click('button[aria-label="One turn on"]');
        await page.waitForFunction(() => document.querySelector(".turn-number").value === "4");
        await page.screenshot();
        await close(page);
        return `${Date.now() - before} ms`;
      });
    }
  }

  const { visit, whole } = pages({ browser, PATIENCE, axe, cut });

  test("season: a game that is a file is watched, and played by a visitor who sees no hidden card", async () => {
    const season = await serve(judge, "kuhn-poker", ["random", "bluffer"], 1, "[rules]\nhands = 5");
    await season.rests();
    const page = await visit(`${season.url}/game/1#t=2`);
    await page.waitForSelector("[data-ready] .badge.good");
    assert.match(await page.textContent(".own-text"), /first has.*second has/);
    await page.goto(`${season.url}/play`);
    await page.waitForSelector("[data-ready]");
    await page.selectOption('#seating select[aria-label^="Seat 2"]', { label: "bluffer" });
    let told = "";
    page.on("response", (response) => {
      if (response.url().endsWith("/play") && response.request().method() === "POST")
        response.text().then(
          (text) => {
            told += text;
          },
          () => {
            /* It was broken off. */
          },
        );
    });
    await page.click("#seating button.primary");
    await page.waitForFunction(() => /you to move/.test(document.querySelector(".status").textContent));
    const end = await untilOver(page, async (board, random) => {
      assert.doesNotMatch(told, /second has/);
      await byButton(board, random);
    });
    assert.match(told, /first has/);
    await page.goto(`${season.url}/visited/1`);
    await page.waitForSelector(".badge.good");
    await page.goto(season.url);
    await whole(page);
    await close(page);
    season.end();
    return end;
  });

  test("season: a projector shows a game that is a file, and its picture may be shown", async () => {
    const season = await serve(judge, "tron", ["straight", "space"], 1, "[rules]\nsize = 7");
    await season.rests();
    const page = await visit(`${season.url}/screen`);
    await page.waitForSelector(".boards .board");
    await page.waitForFunction(() => document.querySelectorAll(".moves .move").length > 3);
    await page.goto(`${season.url}/game/1#t=2`);
    await page.waitForSelector(".badge.good");
    await page.click(".own-picture-box summary");
    await page.locator(".own-picture").evaluate((image) => image.decode());
    await close(page);
    season.end();
  });
}
