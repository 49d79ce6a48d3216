// The address of a position: a published game, or a branch or a new game with what was done by hand in it.
//
//   #g=12&t=34                    turn 34 of game 12
//   #g=12&b=20.d3~24.c4&t=26      the same game with other actions on turns 20 and 24
//   #seed=7&s=.p~3.b&t=0          a new game: a person, and the fourth contestant
//
// `s` has the seats: the bot's place in the list of contestants, who begins (b for the bot, p for a person), and the
// turns from which on that changes.

import { canSit, hasBots, lineOf, newLine } from "./data.js";

const LETTERS = { player: "b", person: "p" },
  HOLDERS = { b: "player", p: "person" };

/** @param {{ bot: number | null, holders: { first: "player" | "person", changes: Record<string, "player" | "person"> } }} seat */
const seatText = ({ bot, holders }) =>
  [
    bot ?? "",
    LETTERS[holders.first],
    ...Object.entries(holders.changes).map(([turn, holder]) => `${turn}${LETTERS[holder]}`),
  ].join(".");

/**
 * Where a line and a turn are; nothing if no address can say it, as in a game whose bots are not here.
 * @param {PageData} data @param {Game | null} game @param {LineOfPlay | null} line @param {number} t
 */
export function addressOf(data, game, line, t) {
  /** @type {any[]} */
  const published = game ? lineOf(data, game).seats : [];
  if (data.begins || data.table || !line || (game && !hasBots(data, game))) return null;
  const parts = [game ? `g=${game.number}` : `seed=${line.seed}`],
    seats = line.seats.map(seatText).join("~");
  const byHand = Object.entries(line.by_hand).map(
    ([turn, action]) => `${turn}.${encodeURIComponent(action)}`,
  );
  if (byHand.length) parts.push(`b=${byHand.join("~")}`);
  if (!game || seats !== published.map(seatText).join("~")) parts.push(`s=${seats}`);
  return `#${parts.join("&")}&t=${t}`;
}

/** @param {PageData} data @param {string} text @param {number} seats @returns {any[] | null} */
function seatsOf(data, text, seats) {
  const found = text.split("~").map((each) => {
    const [bot, first, ...changes] = each.split(".");
    const number = bot === "" ? null : Number(bot),
      holder = HOLDERS[/** @type {"b" | "p"} */ (first)];
    const isThere =
      number === null || (/^\d{1,4}$/.test(bot) && number < data.contestants.length && canSit(data, number));
    if (!isThere || !holder || !changes.every((change) => /^\d{1,6}[bp]$/.test(change))) return null;
    const turns = changes.map((change) => [
      Number.parseInt(change, 10),
      HOLDERS[/** @type {"b" | "p"} */ (change.at(-1))],
    ]);
    return { bot: number, holders: { first: holder, changes: Object.fromEntries(turns) } };
  });
  return found.length === seats && found.every(Boolean) ? found : null;
}

/**
 * The line that an address names, if it is not simply a published game; null if there is none, or it makes no sense.
 * @param {PageData} data @param {string} hash
 * @returns {{ game: Game | null, line: any, branch: number } | null}
 */
export function lineAt(data, hash) {
  // Fields are read by hand: an action may hold what would end one elsewhere.
  const fields = new Map(
    hash
      .replace(/^#/, "")
      .split("&")
      .map(
        (part) => /** @type {[string, string]} */ ([part.split("=")[0], part.slice(part.indexOf("=") + 1)]),
      ),
  );
  const b = fields.get("b"),
    s = fields.get("s"),
    seed = fields.get("seed");
  if (b === undefined && s === undefined) return null;
  const game = data.games[Number(fields.get("g")) - 1] ?? null,
    number = game?.seats.length ?? data.games.find((one) => one.sha256)?.seats.length;
  if (game ? game.sha256 === "" || !hasBots(data, game) : !/^\d{1,20}$/.test(seed ?? "")) return null;
  const seats = s === undefined ? null : seatsOf(data, s, number);
  if (s !== undefined && !seats) return null;
  const byHand = (b ?? "")
    .split("~")
    .filter(Boolean)
    .map((each) => /^(\d{1,6})\.(.+)$/.exec(each));
  if (!byHand.every(Boolean)) return null;
  /** @type {any} */
  const line = game
    ? lineOf(data, game)
    : newLine(
        data,
        (seats ?? []).map(({ bot }) => bot),
        BigInt(seed ?? 0),
      );
  try {
    line.by_hand = Object.fromEntries(
      byHand.map((found) => [found?.[1], decodeURIComponent(found?.[2] ?? "")]),
    );
  } catch {
    return null;
  }
  if (seats) line.seats = seats;
  const changes = (seats ?? []).flatMap(({ holders }) => Object.keys(holders.changes).map(Number));
  return { game, line, branch: Math.min(...changes, ...byHand.map((found) => Number(found?.[1]))) };
}

/** An address without its turn: what is the same is a step in the same match. @param {string} hash */
export const matchOf = (hash) => hash.replace(/&?t=\d+$/, "");

/** Shows a branch, or a new game, at a turn. @param {Arena} arena @param {{ game: Game | null, line: any, branch: number }} found @param {number} turn */
export function openLine(arena, { game, line, branch }, turn) {
  arena.turnTo(game);
  arena.branch = game ? branch : null;
  arena.see(
    arena.eyesOf(
      line.seats.map((/** @type {any} */ { bot, holders }) =>
        holders.first === "player" && !Object.keys(holders.changes).length ? bot : null,
      ),
    ),
  );
  arena.begin(line, turn);
}
