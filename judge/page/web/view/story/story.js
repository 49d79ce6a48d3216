// The story of the game that is shown: its turning points, and what another bot would have played.

import { ranksOf } from "../../engine/turning.js";
import { addressOf } from "../address.js";
import { canSit, hasBots, seatName, seatable } from "../data.js";
import {
  count,
  h,
  numbers,
  optionOf,
  panel,
  press,
  quiet,
  select,
  shortly,
  thousands,
  tr,
  wide,
} from "../dom.js";
import {
  GAMES_MAX,
  askAnother,
  findChances,
  findTurningPoints,
  isKnown,
  turningPoint,
  winning,
} from "./search.js";

/** Actions that are named at most. */
const NAMED = 5;
/** Fewer choices than this are no puzzle. */
export const CHOICES_LEAST = 4;

/** Some of many actions, in words. @param {string[]} actions */
const named = (actions) =>
  actions.length > NAMED
    ? `${actions.slice(0, NAMED).join(", ")} and ${count(actions.length - NAMED, "other")}`
    : actions.join(" or ");

/** Whether exactly one action wins on a turn, out of some. @param {import("./search.js").Turn} turn */
export const isPuzzle = (turn) =>
  isKnown(turn) && winning(turn).length === 1 && turn.others.length + 1 >= CHOICES_LEAST;

export class Story {
  /** @param {PageData} data @param {Arena} arena */
  constructor(data, arena) {
    this.data = data;
    this.arena = arena;
    /** The game that is told of. */
    this.key = "";
    /** What was found of games, by their lines. @type {Map<string, import("./search.js").Points>} */
    this.known = new Map();
    /** Hears of a search that is over: the number of turns on which another action wins. @type {(game: number, turns: number) => void} */
    this.onFound = () => {};
    /** @type {any} */
    this.search = null;
    /** @type {any} */
    this.asking = null;
    this.seats = select("For whom", [], { onchange: () => this.draw() });
    this.find = press(() => this.begin(), { id: "find-turning" });
    this.bar = h("progress", { max: 1, value: 0, hidden: true, "aria-label": "Other games played" });
    this.said = h("p", { class: "story-said", role: "status" });
    this.list = h("ol", { class: "story-turns" });
    /** @type {any} */
    this.weighing = null;
    this.how = select("Chances by", [
      ["random", "by random play"],
      ["bots", "by these bots, after any action"],
    ]);
    this.weigh = press(() => this.weighUp(), { id: "find-chances" });
    this.weighed = h("p", { class: "story-chances", role: "status" });
    this.chances = h("details", { class: "data", hidden: true });
    this.bots = select("Another bot", []);
    this.ask = press(() => this.question(), { id: "ask-another" }, "What would it have played?");
    this.answers = wide("What another bot would have played", "story-answers");
    this.element = panel(
      { class: "story", id: "story" },
      "This game",
      "Which turn decided it? Every other action is played to the end, by the same bots.",
      h("div", { class: "filter" }, this.seats, this.find),
      this.bar,
      this.said,
      this.list,
      h("div", { class: "filter" }, this.how, this.weigh),
      this.weighed,
      this.chances,
      h("div", { class: "filter" }, this.bots, this.ask),
      this.answers,
    );
  }

  /** The line that is shown, if it is over and only bots of this page have played it. */
  line() {
    const { session, game, branch } = this.arena,
      { line, over, isBusy } = session;
    const isBots = line?.seats.every(
      ({ bot, holders }) =>
        bot !== null &&
        canSit(this.data, bot) &&
        ![holders.first, ...Object.values(holders.changes)].includes("person"),
    );
    if (!over || isBusy || !isBots || session.where !== "page") return null;
    return game && branch === null && !hasBots(this.data, game) ? null : line;
  }

  /** The arena shows something: if it is another game, its story begins. */
  update() {
    const line = this.line(),
      key = line ? JSON.stringify([line.seed, line.order, line.seats, line.by_hand]) : "";
    this.element.hidden = !line;
    if (key === this.key || (!line && this.arena.session.isBusy)) return;
    this.stop();
    this.key = key;
    // What was found of another game does not belong to this one.
    this.showChances(null);
    if (!line) return this.arena.showTurning([]);
    const ranks = ranksOf(this.arena.session.over.record.verdict) ?? [];
    const losers = [...ranks.keys()].filter((seat) => ranks[seat] > 1);
    this.seats.replaceChildren(
      ...ranks.map((_, seat) => optionOf([seat, `${this.arena.nameOf(seat)}, ${seatName(this.data, seat)}`])),
    );
    this.seats.value = String(losers[0] ?? 0);
    this.bots.replaceChildren(...seatable(this.data).map(optionOf));
    this.bots.value = String(line.seats[losers.length ? ranks.indexOf(1) : 1].bot);
    this.answers.hidden = true;
    this.draw();
  }

  /** Works out the chances of winning, or stops that. */
  weighUp() {
    const line = this.line(),
      isOn = this.weighing !== null;
    this.weighing?.stop();
    this.weighing = null;
    if (isOn || !line) return this.showChances(this.arena.line.chances);
    this.weighing = findChances(this.data, line, this.how.value, (chances) => {
      if (chances.isOver) this.weighing = null;
      this.showChances(chances);
    });
    this.showChances(null);
  }

  /** @param {Chances | null} chances */
  showChances(chances) {
    const isOn = this.weighing !== null;
    this.weigh.textContent = isOn ? "Stop" : "Show chances of winning";
    const games = (chances?.found ?? []).reduce((sum, one) => sum + one.games, 0);
    if (chances?.problem) this.weighed.textContent = `✗ ${chances.problem}`;
    else if (chances)
      this.weighed.textContent = `${chances.found.length} of ${count(chances.of, "position")}, ${count(games, "game")}${isOn ? " …" : "."}`;
    else this.weighed.textContent = isOn ? "playing …" : "";
    this.chances.hidden = !chances?.isOver || chances.problem !== "";
    if (!this.chances.hidden) this.chances.replaceChildren(...this.chancesTable(chances?.found ?? []));
    this.arena.showChances(chances);
  }

  /** @param {Chance[]} found */
  chancesTable(found) {
    const seats = found[0]?.won ?? [];
    const row = (/** @type {Chance} */ { turn, games, won }) =>
      tr([
        this.link(turn),
        games,
        ...won.map((one) => (games ? `${Math.round((100 * one) / games)} %` : "–")),
      ]);
    const head = ["Turn", "Games", ...seats.map((_, seat) => this.arena.nameOf(seat))];
    return [
      h("summary", {}, "Chances as a table"),
      wide("Chances of winning", "story-answers", numbers(head, found.map(row))),
    ];
  }

  stop() {
    this.search?.stop();
    this.weighing?.stop();
    this.weighing = null;
    this.asking?.stop();
    this.search = null;
    this.asking = null;
    this.ask.disabled = false;
  }

  get seat() {
    return Number(this.seats.value);
  }

  get pointsKey() {
    return `${this.seat} ${this.key}`;
  }

  begin() {
    const line = this.line();
    if (this.search) {
      this.search.stop();
      this.search = null;
      return this.draw();
    }
    if (!line) return;
    const key = this.pointsKey;
    const told = (/** @type {import("./search.js").Points} */ points) => {
      this.known.set(key, points);
      if (points.isOver) this.search = null;
      if (points.isOver && this.arena.game && this.arena.branch === null)
        this.onFound(this.arena.game.number, points.turns.filter((turn) => winning(turn).length).length);
      this.draw();
    };
    this.search = findTurningPoints(this.data, line, this.seat, GAMES_MAX, told);
    this.draw();
  }

  /** What is known of the game that is shown. */
  get points() {
    return this.known.get(this.pointsKey);
  }

  /** Where another action wins, as marks of the time line. @returns {Mark[]} */
  marks() {
    return (this.points?.turns ?? [])
      .filter((turn) => winning(turn).length)
      .map((turn) => ({ t: turn.turn, kind: "turning", text: this.hint(turn) }));
  }

  /** @param {import("./search.js").Turn} turn */
  hint(turn) {
    return `here ${this.arena.nameOf(this.seat)} could still win: ${named(winning(turn))}`;
  }

  /** What could still be won on a turn that is shown. @param {number} t */
  hintAt(t) {
    const turn = this.points?.turns.find((one) => one.turn === t && winning(one).length);
    return turn ? this.hint(turn) : "";
  }

  draw() {
    const { points } = this,
      isSearching = this.search !== null;
    this.find.textContent = isSearching ? "Stop" : "Find turning points";
    this.bar.hidden = !isSearching;
    this.bar.max = points?.games || 1;
    this.bar.value = points?.done ?? 0;
    this.said.textContent = points ? this.conclusion(points) : "";
    const turns = (points?.turns ?? []).filter((turn) => winning(turn).length);
    this.list.replaceChildren(...turns.map((turn) => this.row(turn)));
    this.list.hidden = turns.length === 0;
    this.arena.showTurning(this.marks());
  }

  /** @param {import("./search.js").Turn} turn */
  row(turn) {
    const { game, branch } = this.arena;
    const puzzle =
      isPuzzle(turn) && game && branch === null && this.data.facts.hidden !== "secrets"
        ? h("a", { href: `#g=${game.number}&z=1&t=${turn.turn}` }, "as a puzzle")
        : "";
    return h(
      "li",
      { "data-turn": turn.turn },
      this.link(turn.turn, `Turn ${turn.turn + 1}`),
      `: played ${turn.played}; ${named(winning(turn))} ${winning(turn).length === 1 ? "wins" : "win"} (of ${turn.others.length}). `,
      puzzle,
    );
  }

  /** @param {import("./search.js").Points} points */
  conclusion(points) {
    if (points.problem) return `✗ ${points.problem}`;
    const turn = turningPoint(points),
      me = this.arena.nameOf(this.seat);
    const games = `${thousands(points.done)} of ${count(points.games, "game")} played`;
    if (!points.isOver && this.search) return `${games} …`;
    const left = points.left ? `; ${count(points.left, "turn")} before were not looked at` : "";
    if (!turn)
      return points.isOver
        ? `There is no turning point: no single other action of ${me} wins. ${games}${left}.`
        : `Stopped; ${games}.`;
    const won = ranksOf(this.arena.session.over.record.verdict)?.[this.seat] === 1;
    const what = won ? "The last turn on which another action wins, too," : "The turning point";
    return `${what} is turn ${turn.turn + 1}: ${me} played ${turn.played}, and ${named(winning(turn))} wins. ${games}${left}.`;
  }

  /** Asks another bot about every turn of the seat. */
  question() {
    const line = this.line();
    if (!line) return;
    const bot = Number(this.bots.value),
      { seat } = this;
    this.asking?.stop();
    this.ask.disabled = true;
    this.answers.hidden = false;
    this.asking = askAnother(this.data, line, seat, bot, (advised) => {
      if (advised.isOver) this.ask.disabled = false;
      this.answers.replaceChildren(...this.table(advised, seat, bot));
    });
    this.answers.replaceChildren(quiet("asking …"));
  }

  /** @param {import("./search.js").Advised} advised @param {number} seat @param {number} bot */
  table({ found, isOver, problem }, seat, bot) {
    const other = this.data.contestants[bot].name,
      same = found.filter((one) => one.played === one.other.action).length;
    const row = (/** @type {import("./search.js").Advice} */ { turn, played, fuel, other: their }) =>
      tr(
        [
          this.link(turn),
          shortly(played),
          thousands(fuel),
          shortly(their.action),
          their.fuel === null ? "" : thousands(their.fuel),
        ],
        { class: played === their.action ? "same" : "" },
      );
    return [
      h(
        "p",
        { class: "quiet", role: "status" },
        problem
          ? `✗ ${problem}`
          : `${other} would have played the same on ${same} of ${count(found.length, "turn")}${isOver ? "." : " …"}`,
      ),
      numbers([`Turn`, this.arena.nameOf(seat), "Fuel", other, "Fuel"], found.map(row)),
    ];
  }

  /** The number of a turn, which leads to it. @param {number} turn */
  link(turn, text = String(turn + 1)) {
    const { game, session } = this.arena;
    return h("a", { href: addressOf(this.data, game, session.line, turn) ?? "#" }, text);
  }
}
