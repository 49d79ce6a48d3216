// "Verify here": all published games are played again in this browser, and those that agree are counted.

import { addAll } from "../engine/tally.js";
import { hasBots, isPlayable, lineOf, recordingOf } from "./data.js";
import { count, h } from "./dom.js";
import { luggage, spawn } from "./session.js";

/** Workers, at most. */
const WORKERS_MAX = 8;

/** A button, and what comes of it. @param {any} data @param {(tally: import("../engine/tally.js").Tally) => void} counted is told what turns took, when all games were played */
export function verifier(data, counted) {
  const games = data.games.filter((/** @type {any} */ game) => isPlayable(data, game));
  const result = h("p", { class: "verify-result", role: "status" });
  const list = h("ul", { class: "verify-list" });
  const bar = h("progress", { max: games.length, value: 0, hidden: true, "aria-label": "Games played again" });
  const button = h("button", { type: "button", class: "primary", id: "verify", onclick: () => { button.disabled = true; bar.hidden = false; run(data, games, { bar, result, list, counted }); } }, `Verify ${count(games.length, "game")} here`);
  const what = games.every((/** @type {any} */ game) => hasBots(data, game))
    ? "Plays every game again in this browser, with the real bots, and compares each transcript and each bot's fuel with what was published."
    : "Plays every game again in this browser, by the rules and with those bots that are on the page, and compares each transcript with what was published.";
  return h("div", { class: "verify" }, h("h3", {}, "Verify"), h("p", { class: "quiet" }, what), button, bar, result, list);
}

/** @param {any} data @param {any[]} games @param {any} show */
function run(data, games, { bar, result, list, counted }) {
  const workers = Math.max(1, Math.min(navigator.hardwareConcurrency || 2, WORKERS_MAX, games.length));
  const began = performance.now();
  // Who plays by a recording shows no fuel.
  const knowsFuel = games.every((game) => recordingOf(data, game) === null);
  let agree = 0, fuel = 0, done = 0;
  const told = (/** @type {any} */ verdict) => {
    done += 1;
    bar.value = done;
    if (verdict.hash) agree += 1;
    if (verdict.fuel) fuel += 1;
    if (!verdict.hash || !verdict.fuel) list.append(h("li", {}, h("a", { href: `#g=${verdict.number}` }, `game ${verdict.number}`), verdict.problem ? `: ${verdict.problem}` : verdict.hash ? ": another fuel" : ": another transcript"));
    const seconds = ((performance.now() - began) / 1000).toFixed(1);
    result.textContent = `${agree} of ${done} transcripts agree${knowsFuel ? `, ${fuel} in fuel too` : ""}, after ${seconds} s`;
    if (done === games.length) {
      result.textContent = agree === done && fuel === done ? `✓ all ${count(done, "game")} agree, ${knowsFuel ? "transcript and fuel" : "transcript by transcript"}, in ${seconds} s` : `✗ ${count(done - Math.min(agree, fuel), "game")} of ${done} differ`;
      result.dataset.done = "yes";
    }
  };
  /** @type {import("../engine/tally.js").Tally} */
  const tally = [];
  let working = workers;
  for (let worker = 0; worker < workers; worker++) {
    const mine = games.filter((_, i) => i % workers === worker).map((game) => {
      const recording = recordingOf(data, game);
      return { number: game.number, line: lineOf(data, game), sha256: game.sha256, fuel: recording ? null : game.fuel, faults: recording?.faults ?? [] };
    });
    const thread = spawn();
    thread.onmessage = ({ data: message }) => {
      if (message.kind === "verified") told(message);
      else if (message.kind === "all-verified") {
        thread.terminate();
        addAll(tally, message.tally);
        if (--working === 0) counted(tally);
      }
      else result.textContent = `this browser cannot: ${message.text}`;
    };
    thread.postMessage(luggage(data));
    thread.postMessage({ kind: "verify", games: mine });
  }
}
