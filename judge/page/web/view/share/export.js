// Games as other programs read them: a game in the form that its players know, and the moves of all games as JSON.

import { playable, toReplay } from "../data.js";
import { count, h, press, thousands } from "../dom.js";
import { download } from "./film.js";
import { hire } from "../match/session.js";

/** What ends or escapes a value in GGF. @param {string} text */
const plain = (text) => text.replace(/[\]\\;()]/g, "_");

/**
 * A game that is over in the form in which programs for Othello read games; the judge's own words, with names.
 * @param {Arena} arena @returns {string | null} nothing while it is under way
 */
export function ggf(arena) {
  const { session, data, game } = arena,
    line = session.over?.ggf,
    name = (/** @type {number} */ seat) => plain(arena.nameOf(seat)),
    place = `${plain(data.title)}${game ? ` game ${game.number}` : ""}`;
  return line
    ? `${line.replace("PC[judge]PB[]PW[]", () => `PC[judge: ${place}]PB[${name(0)}]PW[${name(1)}]`)}\n`
    : null;
}

/**
 * Plays all games again that can be shown here, and gives their moves as JSON.
 * @param {PageData} data @param {(told: string) => void} say hears how far it is
 * @returns {Promise<any>}
 */
export async function allMoves(data, say) {
  const games = playable(data),
    moves = await replayed(data, games, say);
  const name = (/** @type {number} */ bot) => data.contestants[bot].name;
  return {
    format: "judge-moves-1",
    judge: data.judge,
    title: data.title,
    game: data.game,
    rules: data.settings,
    games: games.map((game) => ({
      game: game.number,
      round: game.round,
      seats: game.seats.map(name),
      outcome: game.outcome,
      points: game.points,
      scores: game.scores,
      moves: moves.get(game.number) ?? null,
      transcript_sha256: game.sha256,
    })),
  };
}

/** The actions of games by number, of those that come to the published transcript. @param {PageData} data @param {any[]} games @param {(told: string) => void} say @returns {Promise<Map<number, string[]>>} */
const replayed = (data, games, say) =>
  new Promise((done, failed) => {
    const moves = new Map(),
      all = { kind: "verify", wantsMoves: true, games: games.map((game) => toReplay(data, game)) };
    let played = 0;
    const worker = hire(data, all, (told) => {
      if (told.kind === "problem") {
        worker.terminate();
        failed(new Error(told.text));
      } else if (told.kind === "all-verified") {
        worker.terminate();
        done(moves);
      } else if (told.kind === "verified") {
        played += 1;
        if (told.hash) moves.set(told.number, told.moves);
        say(`${thousands(played)} of ${thousands(games.length)} games …`);
      }
    });
  });

/** The button for the moves of all games, and what it says. @param {PageData} data */
export function movesButton(data) {
  const said = h("span", { class: "quiet", role: "status" });
  const make = press(() => work(), { id: "all-moves" }, "All moves as JSON");
  const work = async () => {
    make.disabled = true;
    try {
      const all = await allMoves(data, (text) => {
        said.textContent = text;
      });
      download(
        new Blob([JSON.stringify(all, null, 1), "\n"], { type: "application/json" }),
        `${data.game}-moves.json`,
      );
      said.textContent = count(all.games.length, "game");
    } catch (error) {
      said.textContent = `✗ ${error instanceof Error ? error.message : error}`;
    }
    make.disabled = false;
  };
  return h("p", { class: "all-moves" }, make, " ", said);
}
