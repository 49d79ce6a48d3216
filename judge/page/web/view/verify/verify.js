// "Verify here": all published games are played again in this browser, and everything on the page that follows from
// them is worked out again and compared.

import { addAll } from "../../engine/tally.js";
import { compare, toReckon } from "./compare.js";
import { redrawn } from "./drawn.js";
import { hasBots, playable, recordingOf, toReplay } from "../data.js";
import { agreement, count, h, panel, press, thousands } from "../dom.js";
import { hire } from "../match/session.js";

/** Workers, at most. */
const WORKERS_MAX = 8;
/** Differences that are listed. */
const LISTED = 200;

/**
 * What came of a game that was played again.
 * @typedef {object} Verdict
 * @property {number} number
 * @property {boolean} hash whether the transcript is the published one
 * @property {boolean} fuel
 * @property {number | null} [wrong] a bot whose file is not the one that played
 * @property {string} [problem]
 * @property {any} [record]
 */

/**
 * A button, and what comes of it.
 * @param {PageData} data @param {(tally: Tally) => void} counted is told what turns took, when all games were played
 * @param {(bots: number[]) => void} onWrong hears of bots whose files are not those that played
 */
export function verifier(data, counted, onWrong) {
  const all = playable(data),
    played = data.games.filter((game) => game.sha256 !== "");
  const result = h("p", { class: "verify-result", role: "status" }),
    list = h("ul", { class: "verify-list" });
  const bar = h("progress", { max: all.length, value: 0, hidden: true, "aria-label": "Games played again" });
  const start = () => {
    button.disabled = true;
    bar.hidden = false;
    new Verification(data, all, { bar, result, list, counted, onWrong }).run();
  };
  const button = press(start, { class: "primary", id: "verify" }, `Verify ${count(all.length, "game")} here`);
  const what = `Plays every game again in this browser, by the rules and with the bots on this page, and compares ${all.every((game) => hasBots(data, game)) ? "each transcript and each bot's fuel" : "each transcript"} with what was published. `;
  const then =
    all.length === played.length
      ? "Then works out points, standings and ratings from these games, draws the page again, and compares all of its text and its plots."
      : `${count(played.length - all.length, "game")} cannot be played here, so tables are not checked.`;
  return panel({ class: "verify" }, "Verify", what + then, button, bar, result, list);
}

/** The style that the page is drawn with. */
const styleOfPage = () => document.querySelector("head > style")?.textContent ?? "";

/** One run of it. */
class Verification {
  /** @param {PageData} data @param {any[]} games @param {any} show */
  constructor(data, games, show) {
    this.data = data;
    this.games = games;
    this.show = show;
    this.began = performance.now();
    // Who plays by a recording shows no fuel.
    this.knowsFuel = games.every((game) => recordingOf(data, game) === null);
    /** By place in the page's list. @type {any[]} */
    this.records = data.games.map(() => null);
    /** @type {Verdict[]} */
    this.wrong = [];
    this.done = 0;
    /** @type {Tally} */
    this.tally = [];
    /** Workers that still play. */
    this.working = 0;
  }

  run() {
    const most = Math.min(navigator.hardwareConcurrency || 2, WORKERS_MAX, this.games.length);
    this.working = Math.max(1, most);
    const workers = this.working;
    for (let number = 0; number < workers; number++)
      this.work(this.games.filter((_, i) => i % workers === number));
  }

  /** Lets a worker play some of the games. @param {any[]} games */
  work(games) {
    const mine = { kind: "verify", games: games.map((game) => toReplay(this.data, game)) };
    const thread = hire(this.data, mine, (message) => {
      if (message.kind === "verified") this.take(message);
      else if (message.kind === "wrong-files") this.show.onWrong(message.bots);
      else if (message.kind === "all-verified") {
        addAll(this.tally, message.tally);
        if (--this.working === 0) this.reckon(thread);
        else thread.terminate();
      } else if (message.kind === "reckoned") {
        thread.terminate();
        this.end(message.reckoned);
      } else if (message.kind === "problem") this.say(`✗ this browser cannot: ${message.text}`, true);
    });
  }

  /** @param {Verdict} verdict */
  take(verdict) {
    this.done += 1;
    this.show.bar.value = this.done;
    this.records[verdict.number - 1] = verdict.record ?? null;
    if (!verdict.hash || !verdict.fuel) this.wrong.push(verdict);
    this.show.result.textContent = `${thousands(this.done - this.wrong.length)} of ${thousands(this.done)} games agree, after ${this.seconds()} s`;
  }

  /** What all games come to, if all are known. @param {Worker} thread */
  reckon(thread) {
    this.show.counted(this.tally);
    const isKnown = (/** @type {any} */ game) => game.sha256 === "" || this.records[game.number - 1] !== null;
    if (this.data.games.every(isKnown))
      return thread.postMessage({
        kind: "reckon",
        style: styleOfPage(),
        ...toReckon(this.data, this.records),
      });
    thread.terminate();
    this.end(null);
  }

  /** @param {import("./compare.js").Reckoned | null} reckoned */
  end(reckoned) {
    const { data, knowsFuel, done } = this;
    const compared = reckoned
      ? compare(data, reckoned, this.records, knowsFuel)
      : { parts: 0, differences: [] };
    const differences = compared.differences.map((text) => h("li", {}, text));
    this.show.list.replaceChildren(...[...this.failed(), ...differences].slice(0, LISTED));
    const isWrong = this.wrong.length + differences.length + data.wrong.size > 0,
      how = knowsFuel ? "transcript and fuel" : "transcript by transcript",
      tables = reckoned
        ? `of the page, ${agreement(differences.length, compared.parts, "part")}`
        : "tables were not compared, as not all games are known";
    // Who has not compared everything has not found everything right.
    if (!isWrong && reckoned) document.body.replaceWith(redrawn(document.body));
    const sign = isWrong ? "✗ " : reckoned ? "✓ " : "";
    this.say(
      `${sign}${agreement(this.wrong.length, done, "game")}, ${how}; ${tables}, in ${this.seconds()} s. ${this.unknown()}`,
      true,
    );
  }

  /** Games that came to something else; those with a wrong file by that file. */
  failed() {
    const { data, wrong } = this;
    const byFile = [...data.wrong].map((bot) => {
      const lost = wrong.filter((one) => one.wrong === bot).length;
      return `${data.contestants[bot].name}: its file on this page is not the one that played; ${count(lost, "game")} could not be played again`;
    });
    const others = wrong.filter((one) => (one.wrong ?? null) === null);
    const why = (/** @type {Verdict} */ one) =>
      one.problem ?? (one.hash ? "another fuel" : "another transcript");
    return [
      ...byFile.map((text) => h("li", {}, text)),
      ...others.map((one) =>
        h("li", {}, h("a", { href: `#g=${one.number}` }, `game ${one.number}`), `: ${why(one)}`),
      ),
    ];
  }

  /** What nobody can find out from the games: it is shown as the page tells it. */
  unknown() {
    const fuel = this.knowsFuel ? "" : "; fuel, memory and the texts of faults";
    return `Not checked: this page's scripts, policy and first board; titles and names; who took part, with which file and team; the draw of seeds and rounds; the tournament's file, versions, and settings that changed no game${fuel}. From the tournament's files, judge verify plays it all again.`;
  }

  seconds() {
    return ((performance.now() - this.began) / 1000).toFixed(1);
  }

  /** @param {string} text @param {boolean} isEnd */
  say(text, isEnd) {
    this.show.result.textContent = text;
    if (isEnd) this.show.result.dataset.done = "yes";
  }
}
