// A game as a file that `judge play --load` and `judge replay` read, and such files, or those of other programs, as a game.

import { newLine } from "../data.js";
import { download } from "../share/film.js";

/** More turns than any match has. */
const ALL = 0xffffffff;

/**
 * @param {PageData} data @param {import("./session.js").Session} session
 */
export function save(data, session) {
  const text = JSON.stringify(saved(data, session), null, 2);
  download(new Blob([text, "\n"], { type: "application/json" }), `${data.game}.json`);
}

/** What a contestant has of its own. @param {any} contestant */
const own = ({ fuelPerTurn, options = {} }) => ({
  ...(fuelPerTurn ? { fuel_per_turn: fuelPerTurn } : {}),
  ...(Object.keys(options).length ? { options } : {}),
});

/**
 * The game as it stands. Only the bots at its table are named; their files are the reader's to name.
 * @param {PageData} data @param {any} session
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
    moves: frames.slice(1).map((/** @type {any} */ { move }) => move.action),
    transcript_sha256: over ? over.record.transcript_sha256 : null,
  };
}

/**
 * The line of the game in a file, between persons, and what is done in it, without passes.
 * @param {PageData} data @param {string} text @param {null[]} persons @returns {{ line: any, changes: any[][] }}
 */
function gameIn(data, text, persons) {
  const line = newLine(data, persons, 0n);
  if (/^\s*\{/.test(text)) {
    const { format, game, rules, seed, order, opening, moves } = JSON.parse(text);
    if (format !== "judge-game-1" || game !== data.game)
      throw new Error(`it is no saved game of ${data.game}`);
    // The actions of the opening are among the moves.
    const begun = opening?.slice(0, Number(opening[0]?.startsWith("["))) ?? [];
    const saved = { ...line, settings: rules, seed, order, opening: begun, by_hand: { ...moves } };
    return { line: saved, changes: [] };
  }
  const ggf = text.split("(;GM[")[1]?.split(";)")[0],
    board = /\bBO\[\d+ ([^\]]*)(\S)\s*\]/.exec(ggf ?? ""),
    moves = ggf?.replace(/^.*?\](?=\s*[BW]\[)/s, "").replace(/[BW]\[|\/[^\]]*|PA(?=\])|\]/gi, " ");
  if (ggf && !board) throw new Error("it has no board (BO)");
  const written = board
      ? `[${board[1]} ${board[2]}]`.replaceAll("*", "X") + moves
      : text.replace(/^#.*/gm, ""),
    [, at, actionsOf] = /^\s*(?:\[([^\]]*)\])?(.*)$/s.exec(written) ?? [],
    begun = at ? `[${at.trim().split(/\s+/).join(" ")}]` : null,
    list = actionsOf.replace(/#.*|\b\d+\.(?!\d)/g, " ").trim(),
    isJoined = /^([a-z]\d+[\s,;-]*)+$/i.test(list);
  const actions = isJoined ? list.toLowerCase().match(/[a-z]\d+/g) : list.split(/\s+/).filter(Boolean);
  const done = (actions ?? []).flatMap((action) => [
    ["play-to", ALL],
    ["act", action],
  ]);
  return { line: { ...line, opening: begun ? [begun] : [] }, changes: [...done, ["take-back", ALL]] };
}

/** Shows the game in a file. @param {Arena} arena @param {File | undefined} file */
export async function open(arena, file) {
  if (!file) return;
  const persons = (arena.session.line ?? arena.wanted).seats.map(() => null);
  try {
    const { line, changes } = gameIn(arena.data, await file.text(), persons);
    arena.fresh(persons, line, changes);
  } catch (error) {
    arena.refuse(`${file.name}: ${/** @type {Error} */ (error).message}`);
  }
}
