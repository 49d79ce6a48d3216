// Turning points: for every turn of a seat, what each other action comes to against these very bots; and what another
// bot would have played on each turn. The same search as that of `judge replay --turning-points`.

/** @typedef {"won" | "drawn" | "lost" | "void"} Fate */
/** @typedef {{ turn: number, played: string, others: string[] }} Candidate */

/** The place of each seat, from 1; none in a void match. @param {any} verdict @returns {number[] | undefined} */
export const ranksOf = (verdict) => verdict?.decided?.ranks ?? verdict?.forfeit;

/** The place of a value that is there once; -1 of any other. @param {number[]} values @param {number} value */
const placeOfOne = (values, value) => {
  const first = values.indexOf(value);
  return values.lastIndexOf(value) === first ? first : -1;
};

/** The seat that alone has won; -1 if there is none. @param {number[]} ranks */
export const soleWinner = (ranks) => placeOfOne(ranks, 1);

/** Who alone has most; -1 if nobody does. @param {number[]} scores */
export const leaderOf = (scores) => placeOfOne(scores, Math.max(...scores));

/** What a verdict means for a seat. @param {any} verdict @param {number} seat @returns {Fate} */
export function fateOf(verdict, seat) {
  const ranks = ranksOf(verdict);
  if (!ranks) return "void";
  if (ranks[seat] !== 1) return "lost";
  return soleWinner(ranks) < 0 ? "drawn" : "won";
}

/** Whether somebody chose an action. @param {any} move */
export const isChosen = ({ by }) => by === "player" || by === "hand";

/**
 * The actions of a line, each with what could have been played instead.
 * @param {Engine} engine @param {any} line
 */
export async function movesOf(engine, line) {
  await engine.open(line);
  const moves = [];
  for (let choices = []; ; ) {
    const event = JSON.parse(await engine.play("step", null));
    if (event.event === "moved") moves.push({ ...event, scene: null, choices });
    if (event.scene) choices = event.scene.choices.map((/** @type {any} */ choice) => choice.action);
    if (event.event === "over" || event.event === "waiting") return moves;
  }
}

/**
 * The turns of a seat on which there was a choice, the last first, as many as the number of games allows.
 * @param {any[]} moves @param {number} seat @param {number} gamesMax
 * @returns {{ turns: Candidate[], left: number }} `left` turns were not looked at
 */
export function candidates(moves, seat, gamesMax) {
  const own = moves.filter((move) => move.seat === seat && isChosen(move));
  /** @type {Candidate[]} */
  const turns = [];
  let games = 0;
  for (let left = own.length - 1; left >= 0; left--) {
    const { turn, action, choices } = own[left];
    const others = choices.filter((/** @type {string} */ other) => other !== action);
    games += others.length;
    if (games > gamesMax) return { turns, left: left + 1 };
    if (others.length) turns.push({ turn, played: action, others });
  }
  return { turns, left: 0 };
}

/** The line that leaves another at a turn. @param {any} line @param {number} turn @param {string} action */
function fork(line, turn, action) {
  const before = Object.entries(line.by_hand).filter(([taken]) => Number(taken) < turn);
  const seats = line.seats.map((/** @type {any} */ seat) => ({
    ...seat,
    holders: {
      ...seat.holders,
      changes: Object.fromEntries(
        Object.entries(seat.holders.changes).filter(([from]) => Number(from) <= turn),
      ),
    },
  }));
  return { ...line, seats, by_hand: { ...Object.fromEntries(before), [turn]: action } };
}

/**
 * What another action comes to for a seat.
 * @param {Engine} engine @param {any} line @param {number} turn @param {string} action @param {number} seat
 * @returns {Promise<Fate>}
 */
export async function fateAfter(engine, line, turn, action, seat) {
  const verdict = await verdictAfter(engine, line, turn, action);
  return verdict ? fateOf(verdict, seat) : "void";
}

/**
 * How a match ends in which an action was played on a turn; nothing if it has no end.
 * @param {Engine} engine @param {any} line @param {number} turn @param {string} action
 */
export async function verdictAfter(engine, line, turn, action) {
  await engine.open(fork(line, turn, action));
  try {
    return (await engine.finish()).record.verdict;
  } catch {
    return null;
  }
}

/**
 * What a bot would play on a turn of a seat, after everything that was played before, and its fuel for that.
 * @param {Engine} engine @param {any} line @param {any[]} moves @param {any} at @param {number} bot
 */
export async function advice(engine, line, moves, at, bot) {
  const person = { bot: null, holders: { first: "person", changes: {} } },
    player = { bot, holders: { first: "player", changes: {} } };
  const before = moves.filter((move) => move.turn < at.turn && isChosen(move));
  await engine.open({
    ...line,
    seats: line.seats.map((/** @type {any} */ _, /** @type {number} */ seat) =>
      seat === at.seat ? player : person,
    ),
    by_hand: Object.fromEntries(before.map(({ turn, action }) => [turn, action])),
  });
  await engine.play("play-to", at.turn);
  for (;;) {
    const event = JSON.parse(await engine.play("step", null));
    if (event.event === "moved") return { action: event.action, fuel: event.usage.fuel };
    if (event.event === "fault") return { action: event.kind, fuel: null };
    if (event.event === "over" || event.event === "waiting") return { action: "", fuel: null };
  }
}

/** Turns that a seat has chosen. @param {any[]} moves @param {number} seat */
export const chosenBy = (moves, seat) => moves.filter((move) => move.seat === seat && isChosen(move));
