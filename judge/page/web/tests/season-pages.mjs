// Pages of a season's server: a contestant's own, the organiser's, and the standings as they change.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { contestants, pages, serve, tabTo } from "./season-server.mjs";

/** @param {any} suite */
export default function tests({ test, browser, judge, PATIENCE, close, axe, cut }) {
  const { visit, whole, hands } = pages({ browser, PATIENCE, axe, cut });

  for (const how of ["mouse", "keys"]) {
    test(`season: a contestant reads verdicts and logs, pauses, publishes and leaves, by ${how}`, async () => {
      const season = await serve(judge, "gobblet", ["ok", "smart"], 2);
      const page = await visit(`${season.url}${season.invite("anna")}`),
        { push, tick } = hands(page, how);
      await push("form button");
      await push('a[href="/me"]');
      const handIn = async (file) => {
        const [chooser] = await Promise.all([page.waitForEvent("filechooser"), push("#file")]);
        await chooser.setFiles(join(contestants, file));
        await push("#upload button");
      };
      await handIn("othello/greedy.wasm");
      await page.waitForSelector('[data-part="files"] >> text=refused');
      assert.match(await page.textContent('[data-part="files"]'), /as a bot for gobblet must/);
      await handIn("gobblet/random.wasm");
      await page.waitForSelector('[data-part="files"] >> text=accepted');
      await page.waitForSelector('[data-part="lost"] a[href$="/log"]');
      await season.rests();
      await push('[data-part="lost"] a[href$="/log"]');
      await page.waitForURL(/\/game\/\d+\/log$/);
      assert.match(await page.textContent("body"), /your bot wrote nothing in this game|^\d+ /);
      await page.goBack();
      await push('form[action="/pause"] button');
      await push('form[action="/resume"] button');
      await page.waitForSelector('form[action="/pause"]');
      await tick('form[action="/publish"] [name=sure]');
      await push('form[action="/publish"] button');
      const [download] = await Promise.all([page.waitForEvent("download"), push('a[href^="/bot/"]')]);
      assert.match(download.suggestedFilename(), /\.wasm$/);
      await tick('form[action="/withdraw"] [name=sure]');
      await push('form[action="/withdraw"] button');
      await page.waitForSelector("text=withdrawn");
      await close(page);
      season.end();
    });

    test(`season: an organiser gets from the season's file to a published final, by ${how}`, async () => {
      const season = await serve(
        judge,
        "gobblet",
        ["ok", "random"],
        2,
        "approval = true\n[serve.bands]\nA = 1500",
      );
      const page = await visit(`${season.url}${season.link("organiser")}`),
        { push, write, tick, choose } = hands(page, how);
      const isTold = (text) =>
        page.waitForFunction((text) => document.querySelector("#told")?.textContent === text, text);
      await push("form button");
      for (const [name, bot] of [
        ["anna", "smart"],
        ["bert", "random"],
      ]) {
        await write('form:has([value="invite"]) [name=name]', name);
        await push('form:has([value="invite"]) button');
        await page.waitForSelector('#told:has-text("/join/")');
        const link = /\/join\/[0-9a-f]+/.exec(await page.textContent("#told"));
        assert.match((await season.handIn(await season.enter(link[0]), bot)).text, /not approved yet/);
        await page.reload();
        await push(`form:has([value="${name}"]):has([value="approve"]) button`);
        await isTold(`${name} is approved`);
      }
      await write('[aria-label="why bert is suspended"]', "the same file");
      await push('form:has([value="bert"]) [value="suspend"]');
      await isTold("bert is suspended");
      assert.match(await page.textContent("main"), /suspended: the same file/);
      await push('form:has([value="bert"]) [value="resume"]');
      await isTold("bert plays again");
      await season.rests();
      await write("[name=top]", "2");
      await choose("[name=format]", "knockout");
      await write("[name=rounds]", "3");
      await push('form:has([value="freeze"]) button');
      await page.waitForSelector("pre");
      const command = (await page.locator("pre").first().textContent()).trim().split(" ");
      assert.deepEqual(command.slice(0, 2), ["judge", "run"]);
      const results = join(season.folder, "results");
      execFileSync(judge, ["run", command[2], "--quiet", "--out", results]);
      execFileSync(judge, ["report", results, "--quiet"]);
      season.order("publish-final", results);
      await page.reload();
      await push('a[href="/final"]');
      await page.waitForSelector("#standings");
      assert.match(await page.textContent("#standings"), /anna/);
      // What the server lets a report do is enough to play its games again, and to begin others.
      await page.waitForSelector("[data-ready] .badge.good");
      await push("#seating button.primary");
      await page.waitForFunction(() => /to move$/.test(document.querySelector(".status").textContent));
      await page.goBack();
      const grades = await page.evaluate(() =>
        fetch("/organiser/grades.csv").then((answer) => answer.text()),
      );
      assert.match(grades, /^contestant,name,band,/);
      await tick('form:has([value="close"]) [name=sure]');
      await push('form:has([value="close"]) button');
      await page.waitForSelector("text=The season is closed");
      assert.match(await season.text("/"), /its seed is <code>[0-9a-f]{64}/);
      await page.context().close();
      // The report is shown without our cookies, so it cannot keep anything.
      assert.deepEqual(
        page.problems.filter((problem) => !/sandbox|storage|cookie/i.test(problem)),
        [],
      );
      season.end();
    });
  }

  test("season: the standings change while somebody reads them, and come back with the server", async () => {
    const season = await serve(judge, "gobblet", ["ok", "random"], 2);
    await season.rests();
    const page = await visit(season.url);
    const loaded = [];
    const ids = [];
    page.on("request", (request) => {
      const { pathname } = new URL(request.url());
      // The games that the news tell of are shown.
      if (request.resourceType() !== "eventsource" && !/^\/(screen\/)?game/.test(pathname))
        loaded.push(pathname);
    });
    const network = await page.context().newCDPSession(page);
    await network.send("Network.enable");
    network.on("Network.requestWillBeSentExtraInfo", ({ headers }) => ids.push(headers["Last-Event-ID"]));
    await page.waitForFunction(() => document.querySelector(".live") !== null);
    await page.evaluate(() => {
      document.querySelector('[data-part="table"]').dataset.old = "yes";
    });
    await tabTo(page, '[data-part="table"] a[href="/contestant/ok"]');
    await season.handIn(await season.enter(season.invite("anna")), "smart");
    await page.waitForSelector('[data-part="table"]:not([data-old]) >> text=anna');
    assert.equal(
      await page.evaluate(() => document.activeElement.getAttribute("href")),
      "/contestant/ok",
      "the focus stays",
    );
    await season.rests();
    const played = /(\d+) games played/.exec(await season.text("/"))[0];
    await page.waitForSelector(`[data-part="line"]:has-text("${played}")`);
    assert.deepEqual(loaded, [], "nothing is loaded but news");
    // What is selected is not taken away.
    await page.evaluate(() =>
      getSelection().selectAllChildren(document.querySelector('[data-part="table"] h2')),
    );
    await season.stop();
    await page.waitForSelector('.live:has-text("No news since")');
    page.problems.length = 0;
    await season.start();
    await season.handIn(await season.enter(season.invite("bert")), "smart");
    await page.waitForFunction(() =>
      document.querySelector('[data-part="rounds"]').textContent.includes("bert"),
    );
    assert.equal(await page.textContent(".live"), "");
    assert.ok(
      ids.some((id) => Number(id) > 0),
      `it says what it knows: ${ids}`,
    );
    assert.equal(await page.locator('[data-part="table"] >> text=bert').count(), 0);
    await page.evaluate(() => getSelection().removeAllRanges());
    await page.waitForSelector('[data-part="table"] >> text=bert');
    page.problems = page.problems.filter((problem) => !/ERR_/.test(problem));
    await close(page);
    const plain = await visit(season.url, { javaScriptEnabled: false });
    assert.ok((await plain.locator('[data-part="table"] tbody tr').count()) === 4);
    await close(plain);
    season.end();
  });

  test("season: every page is whole, on small windows too, in light and dark", async () => {
    const season = await serve(judge, "gobblet", ["ok", "smart"], 2, "approval = true");
    const invited = season.invite("anna"),
      link = season.link("organiser"),
      waits = season.invite("bert");
    await season.handIn(await season.enter(waits), "random");
    const options = { bypassCSP: true, viewport: { width: 360, height: 740 } };
    const page = await visit(`${season.url}${invited}`, options),
      organiser = await visit(`${season.url}${link}`, options);
    const sizes = async (page) => {
      for (const colorScheme of ["light", "dark"]) {
        for (const width of [360, 1280]) {
          await page.emulateMedia({ colorScheme });
          await page.setViewportSize({ width, height: 740 });
          await whole(page);
        }
      }
    };
    await sizes(page);
    await page.click("form button");
    await sizes(page);
    const token = await page.textContent("#token");
    await season.handIn(token, "random");
    await sizes(organiser);
    await organiser.click("form button");
    await sizes(organiser);
    await organiser.click("text=Approve anna");
    await organiser.click("text=Approve bert");
    await organiser.fill(
      '[aria-label="why bert is suspended"]',
      "because of a reason that is as long as reasons are",
    );
    await organiser.click('form:has([value="bert"]) [value="suspend"]');
    await season.rests();
    // Nobody can play a final alone, which the page says.
    await organiser.click('form:has([value="freeze"]) button');
    await organiser.waitForSelector("#told");
    organiser.problems = organiser.problems.filter((problem) => !/409/.test(problem));
    await sizes(organiser);
    await organiser.goto(`${season.url}/organiser/sheets`);
    await sizes(organiser);
    // Who is nobody yet is told what to do.
    const visitor = await visit(`${season.url}/me`, options);
    await visitor.waitForSelector("text=ask the organiser for an invitation");
    await sizes(visitor);
    await close(visitor);
    for (const path of ["/", "/me", "/contestant/ok"]) {
      await page.goto(season.url + path);
      await sizes(page);
    }
    await close(page);
    await close(organiser);
    season.end();
  });
}
