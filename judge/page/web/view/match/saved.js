// A game as a file that `judge play --load` and `judge replay` read.

import { h } from "../dom.js";

/**
 * @param {any} data @param {import("./session.js").Session} session
 */
export function save(data, session) {
  const url = URL.createObjectURL(
    new Blob([JSON.stringify(saved(data, session), null, 2), "\n"], { type: "application/json" }),
  );
  h("a", { href: url, download: `${data.game}.json` }).click();
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** What a contestant has of its own. @param {any} contestant */
const own = ({ fuelPerTurn, options = {} }) => ({
  ...(fuelPerTurn ? { fuel_per_turn: fuelPerTurn } : {}),
  ...(Object.keys(options).length ? { options } : {}),
});

/**
 * The game as it stands. Only the bots at its table are named; their files are the reader's to name.
 * @param {any} data @param {import("./session.js").Session} session
 */
function saved(data, { line, frames, over }) {
  const seated = [
    ...new Set(
      line.seats.map((/** @type {any} */ seat) => seat.bot).filter((/** @type {any} */ bot) => bot !== null),
    ),
  ];
  return {
    format: "judge-game-1",
    judge: data.judge,
    engine: data.engineVersion,
    game: line.game,
    game_sha256: line.game_sha256,
    rules: line.settings,
    limits: line.limits,
    seed: line.seed,
    order: line.order,
    opening_plies: line.opening_plies,
    ...(line.opening?.length ? { opening: line.opening } : {}),
    seats: line.seats.map((/** @type {any} */ { bot, holders }) => ({
      bot: bot === null ? null : seated.indexOf(bot),
      holders,
    })),
    bots: seated.map((bot) => ({
      name: data.contestants[bot].name,
      sha256: data.contestants[bot].sha256,
      file: data.contestants[bot].file ?? null,
      ...own(data.contestants[bot]),
    })),
    by_hand: line.by_hand,
    moves: frames.slice(1).map((frame) => frame.move.action),
    transcript_sha256: over ? over.record.transcript_sha256 : null,
  };
}
