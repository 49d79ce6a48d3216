// The end of a match, as a card: how it ended, the turn that decided it, and what can be done next.

import { ranksOf, soleWinner } from "../../engine/turning.js";
import { Boards } from "../board/board.js";
import { byRank, canSit, playable } from "../data.js";
import { button, count, h, mark, press, thousands } from "../dom.js";
import { iconButton } from "../icons.js";
import { sharesOf } from "../timeline/curve.js";
import { nextPuzzle, noteSolved, puzzleAddress } from "../story/puzzles.js";
import { isEmbedded } from "../share/embed.js";
import { verdictOf } from "./verdict.js";

/** How long the end of a film is shown before the next, in milliseconds. */
const STAYS = 6000;

/** Ends whose cards the reader has closed. @type {WeakSet<object>} */
const closed = new WeakSet();

/** @param {string} href @param {string} text @param {string} label */
const link = (href, text, label = text) =>
  h("a", { class: "button", href, title: label, "aria-label": label }, text);

/** The card at the end of a match; nothing while it is under way. @param {Arena} arena @returns {any} */
export function ending(arena) {
  const { session, data, puzzle } = arena,
    { over } = session;
  if (!over || session.isBusy || closed.has(over)) return null;
  if (puzzle) return arena.branch === null ? null : ofPuzzle(arena, puzzle);
  if (arena.t !== session.frames.length - 1 || data.table || (arena.game && data.begins)) return null;
  return card(
    arena,
    "The game is over",
    "",
    result(arena),
    h("p", {}, tale(arena)),
    moment(arena),
    h(
      "div",
      { class: "next" },
      arena.game && arena.branch === null ? ofPublished(arena, arena.game) : [ofOwn(arena), share(arena)],
    ),
  );
}

/** @param {Arena} arena @param {string} label @param {string} kind @param {any[]} inside */
function card(arena, label, kind, ...inside) {
  const close = () => {
    closed.add(arena.session.over);
    arena.screen.draw();
    arena.boards.focus(arena.boards.current);
  };
  const onkeydown = (/** @type {KeyboardEvent} */ event) => event.key === "Escape" && close();
  return h(
    "div",
    { class: `ending ${kind}`, role: "group", "aria-label": label, onkeydown },
    iconButton("close", "Close: only the board", "Escape", close),
    inside,
  );
}

/** The places of the seats; none in a void match. @param {any} over */
const placesOf = (over) => ranksOf(over.record.verdict) ?? [];

/** Who won, with the marks of the winners. @param {Arena} arena */
function result(arena) {
  const { over } = arena.session,
    table = arena.table();
  return h(
    "p",
    { class: `result${verdictOf(over, arena.nameOf).length > 26 ? " long" : ""}` },
    placesOf(over).map((rank, seat) => (rank === 1 ? mark(table[seat]) : null)),
    verdictOf(over, arena.nameOf),
  );
}

/** The turn that decided the match, if somebody has looked for it: there another action wins, or the winner's chances rise most. @param {Arena} arena */
function decisive(arena) {
  const { turning, chances } = arena.line,
    ranks = placesOf(arena.session.over),
    winner = soleWinner(ranks);
  if (turning.length || winner < 0 || !chances?.isOver) return turning[0];
  const shares = sharesOf(chances.found, arena.line.last, ranks),
    rises = shares.slice(1).map(({ values }, i) => ({
      t: shares[i].t,
      from: shares[i].values[winner],
      to: values[winner],
    }));
  const [most] = rises.sort((one, other) => other.to - other.from - (one.to - one.from));
  return (
    most && {
      t: most.t,
      text: `the chances of ${arena.nameOf(winner)} rise from ${most.from}\u00a0% to ${most.to}\u00a0%`,
    }
  );
}

/** That turn as a small board, which leads to it. @param {Arena} arena */
function moment(arena) {
  const found = decisive(arena),
    after = arena.session.frames[(found?.t ?? NaN) + 1];
  if (!found || !after) return null;
  const boards = new Boards({ ...arena.boards.look, beside: undefined }, () => {}, arena.boards.names),
    said = `Turning point, turn ${found.t + 1}: ${found.text}`,
    all = after.scene.boards,
    isChanged = (/** @type {any} */ { cells }) => cells.some((/** @type {any} */ cell) => cell.changed);
  const some = all.filter(isChanged);
  boards.draw(
    { ...after.scene, boards: some.length ? some : all },
    false,
    after.move.action,
    undefined,
    arena.table(),
  );
  boards.element.className = "small-boards";
  boards.element.inert = true;
  boards.element.setAttribute("aria-hidden", "true");
  return press(() => arena.line.seek(found.t), { class: "moment" }, boards.element, h("span", {}, said));
}

/** What a spectator can take along is in the menu below the board. @param {Arena} arena */
const share = ({ line }) =>
  button("Share: a link, a picture, a film or the game as a file", "Share", () => {
    line.share.open = true;
    line.share.querySelector("button:not([hidden])").focus();
  });

/** How it came about, in a sentence that is true of what was played. @param {Arena} arena */
function tale(arena) {
  const { session, data, series, game } = arena,
    winner = soleWinner(placesOf(session.over)),
    behind = session.frames.map(({ scene: { scores } }) => Math.max(...scores) - scores[winner]),
    most = Math.max(...behind),
    turns = session.frames.length - 1;
  const how =
    winner < 0
      ? ""
      : !data.facts.unit
        ? `It took ${count(turns, "turn")}.`
        : most > 0
          ? `${arena.nameOf(winner)} was ${thousands(most)} behind on turn ${behind.lastIndexOf(most)}.`
          : `${arena.nameOf(winner)} was never behind.`;
  if (!game?.match || arena.isOwn || !series || winner < 0) return how;
  const won = series.won.map((games, seat) => games + Number(seat === winner)),
    is = series.at === series.decider ? "has won" : won[winner] > won[1 - winner] ? "leads" : "now has";
  return `${how} ${arena.nameOf(winner)} ${is} the ${game.match.name.toLowerCase()} ${won[winner]}–${won[1 - winner]}.`;
}

/** @param {Arena} arena */
function ofOwn(arena) {
  const seats = arena.holders(),
    swapped = [...seats.slice(1), seats[0]],
    next = nextOpponent(arena, seats);
  if (!seats.every((bot) => bot === null || canSit(arena.data, bot))) return null;
  const rematch = button("Rematch: the same seats once more", "Rematch", () => arena.again(seats));
  (next ?? rematch).classList.add("primary");
  return [
    next,
    rematch,
    seats.some((bot) => bot !== seats[0])
      ? button("Swapped sides: everybody one seat on", "Swapped sides", () => arena.again(swapped))
      : null,
  ];
}

/** The one bot at the table makes room for the next better one. @param {Arena} arena @param {(number | null)[]} seats */
function nextOpponent(arena, seats) {
  const { data } = arena,
    [bot, ...others] = seats.filter((one) => one !== null);
  if (bot === undefined || others.length || seats.length !== 2) return null;
  const all = byRank(data).filter((one) => canSit(data, one)),
    next = all[all.indexOf(bot) - 1],
    name = data.contestants[next]?.name;
  return next === undefined
    ? null
    : button(`Next opponent: ${name}`, `Next: ${name}`, () =>
        arena.again(seats.map((one) => (one === null ? null : next))),
      );
}

/** @param {Arena} arena @param {Game} game */
function ofPublished(arena, game) {
  const { data, program } = arena,
    { seats } = game,
    best = soleWinner(placesOf(arena.session.over)),
    mine = best === 0 ? 1 : 0,
    others = seats.filter((_, seat) => seat !== mine),
    name = data.contestants[seats[best]]?.name;
  const play = button(`Play against ${name}, the winner`, `Play against ${name}`, () =>
    arena.again(seats.map((bot, seat) => (seat === mine ? null : bot))),
  );
  play.classList.add("primary");
  const after = program.findIndex((one) => one.game === game),
    next =
      program[after + 1] ??
      playable(data)
        .filter((other) => other.number > game.number)
        .map((other) => ({ game: other, why: "" }))[0];
  return [
    best >= 0 && others.every((bot) => canSit(data, bot)) ? play : null,
    button("Watch again", "Watch again", () => arena.play(game, arena.why)),
    share(arena),
    next ? onward(arena, next) : null,
  ];
}

/** What comes next, by itself if nobody touches anything. @param {Arena} arena @param {{ game: Game, why: string }} next */
const onward = (arena, { game, why }) =>
  press(
    () => arena.play(game, why),
    { class: "on" },
    h("small", {}, "Next game"),
    h("b", {}, game.seats.map((bot) => arena.data.contestants[bot].name).join(" – ")),
    why,
  );

/** Goes on by itself, unless the reader stays. @param {HTMLElement | null} on */
export function goesOn(on) {
  if (!on || isEmbedded()) return;
  const kinds = ["pointerdown", "keydown", "wheel", "touchmove"];
  const stay = () => {
    clearTimeout(timer);
    on.classList.remove("waits");
    for (const kind of kinds) removeEventListener(kind, stay, true);
  };
  const timer = setTimeout(() => {
    stay();
    if (on.isConnected) on.click();
  }, STAYS);
  on.classList.add("waits");
  on.title = "Next in 6 seconds; a touch or a key stays here";
  for (const kind of kinds) addEventListener(kind, stay, { capture: true, passive: true });
}

/** @param {Arena} arena @param {{ game: number, turn: number, seat: number }} puzzle */
function ofPuzzle(arena, puzzle) {
  const { session, data } = arena,
    ranks = placesOf(session.over);
  const isWon = soleWinner(ranks) === puzzle.seat;
  const tried = session.frames[puzzle.turn + 1]?.move.action ?? "",
    end = verdictOf(session.over, arena.nameOf);
  if (isWon) noteSolved(data, puzzle);
  const next = isWon ? nextPuzzle(data, puzzle) : undefined;
  return card(
    arena,
    "The puzzle",
    isWon ? "solved" : "failed",
    h("p", {}, h("strong", {}, isWon ? `✓ Solved: ${tried}. ` : `✗ ${tried} is not it. `), `${end}.`),
    h(
      "div",
      { class: "next" },
      isWon ? null : button("Try again", "Try again", () => arena.openPuzzle(arena.game, puzzle.turn)),
      button("Watch it to the end", "Watch it to the end", () => arena.watchOn()),
      next ? link(puzzleAddress(next), "Next puzzle") : null,
    ),
  );
}
