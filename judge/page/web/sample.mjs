// The picture of a report, and whether two reports hold the same games and bots. See ../sample.

import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { unpacked } from "./engine/unpack.js";

const [, , what, report, other] = process.argv;

/** What a report holds of its tournament; the rest are the page's own parts. */
async function content(file) {
  const page = readFileSync(file, "utf8");
  const payload = JSON.parse(/<script type="application\/json" id="payload">([^<]*)</.exec(page)[1]);
  const read = async (text) => text && Buffer.from(await unpacked(text)).toString("base64");
  const { title, game, settings, limits, openingPlies, contestants } = payload;
  return JSON.stringify({
    title,
    game,
    settings,
    limits,
    openingPlies,
    contestants,
    files: await Promise.all(payload.files.map(read)),
    bots: payload.bots,
    games: await read(payload.games),
  });
}

if (what === "check") {
  const isSame = (await content(report)) === (await content(other));
  if (!isSame)
    console.log(`${report} is stale: its games or bots are not those of the judge; run judge/page/sample`);
  else if (readFileSync(report, "utf8") !== readFileSync(other, "utf8"))
    console.log(
      `${report}: games and bots are right; the page's parts are older than the judge's. judge/page/sample renews them`,
    );
  process.exit(isSame ? 0 : 1);
}

const { chromium } = await import("playwright-core");
const browser = await chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
  args: ["--no-sandbox"],
});
const page = await browser.newPage({ viewport: { width: 1240, height: 860 }, reducedMotion: "reduce" });
await page.goto(pathToFileURL(report).href);
await page.waitForSelector("[data-ready] .badge.good");
// The first screen: the stage, and what is beside it.
const [show, stage] = await page.$$eval(".show, .stage", (all) =>
  all.map((one) => one.getBoundingClientRect()),
);
await page.screenshot({ path: other, fullPage: true, clip: { ...show, height: stage.height } });
await browser.close();
