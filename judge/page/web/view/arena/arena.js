// The arena: one match with its boards, its time line and whoever sits at it.

import { addressOf } from "../address.js";
import { Boards } from "../board/board.js";
import { canSit, firstFrames, lineOf, newLine, recordingOf } from "../data.js";
import { button, select } from "../dom.js";
import { drawFound } from "./extra.js";
import { explain, act, giveSeat } from "./deeds.js";
import { identities } from "../identity.js";
import { cameByTab, listenForKeys } from "./keys.js";
import { lookOf } from "../board/looks.js";
import { Moves } from "../timeline/moves.js";
import { WHOLE } from "../match/remote.js";
import { puzzleAddress } from "../story/puzzles.js";
import { save } from "../match/saved.js";
import { Plates } from "./plates.js";
import { Ladder } from "../story/ladder.js";
import { boardTools, lay, partsOf } from "./layout.js";
import { Screen } from "./screen.js";
import { follow } from "../timeline/pace.js";
import { Session } from "../match/session.js";
import { sharing } from "../share/sharing.js";
import { Sound } from "../timeline/sound.js";
import { Tour, momentsOf } from "../story/tour.js";
import { TimeLine } from "../timeline/timeline.js";
import { series } from "../story/worth.js";

/** How often the board is drawn on the way to another turn, in milliseconds. */
const LOOK = 300;

export class Arena {
  /** @param {HTMLElement} root @param {PageData} data @param {(hash: string) => void} go */
  constructor(root, data, go) {
    this.data = data;
    this.root = root;
    this.go = go;
    /** The published game, if this is one. @type {Game | null} */
    this.game = null;
    /** What was done in it, if its bots are not here. @type {Recording | null} */
    this.recording = null;
    this.t = 0;
    /** Whether new frames are shown as they come. */
    this.follows = false;
    this.target = 0;
    this.nextLook = 0;
    /** Where a branch left the published game. @type {number | null} */
    this.branch = null;
    /** Whose eyes: everything, or a seat's. @type {number | null} */
    this.eyes = null;
    /** Whether nobody can reach the board. */
    this.isProjected = data.begins === "following" || Boolean(data.scenes);
    /** The line of play that was asked for. @type {any} */
    this.wanted = null;
    /** The puzzle that is shown: its game, its turn, and who is to win. @type {{ game: number, turn: number, seat: number } | null} */
    this.puzzle = null;
    /** Hears that something was drawn. */
    this.onDrawn = () => {};
    /** What could still be won on a turn, in words. @type {(t: number) => string} */
    this.hintAt = () => "";
    /** When a bot's action was shown last. */
    this.shownAt = 0;
    /** @type {any} */
    this.pace = undefined;
    this.screen = new Screen(this);
    /** What is worth a stop in the match that is shown. @type {Moment[]} */
    this.moments = [];
    this.momentsKey = "";
    this.boards = new Boards(lookOf(this.data.facts), (action) => this.act(action), {
      seat: this.nameOf,
      title: (board) =>
        board.owner === null
          ? `Board of ${this.data.game}`
          : `${this.data.facts.ownBoard} of ${this.nameOf(board.owner)}`,
    });
    this.session = new Session(data, () => this.screen.refresh());
    this.session.onExplained = (action, why) => this.refuse(why || `${action} can be played`);
    this.session.onWrong = (bots) => this.wrongFiles(bots);
    this.session.onElsewhere = () => this.goOn();
    /** Why this game is shown. */
    this.why = "";
    /** The film that was shown last, to go back to it. @type {{ game: Game, t: number, why: string } | null} */
    this.film = null;
    /** The games of both contestants against one another. @type {ReturnType<typeof series>} */
    this.series = null;
    /** Films that are worth watching, in order. @type {{ game: Game, why: string }[]} */
    this.program = [];
    /** Whose board is small where there is room for one. */
    this.small = 0;
    /** Who will play as soon as somebody acts. @type {(number | null)[] | null} */
    this.offered = null;
    /** Why the last click is no action. */
    this.refusal = "";
    /** Whether a person plays with its own eyes, until the game is over. */
    this.isBlind = false;
    /** The published game as it was shown last, to go back to it at once. @type {any} */
    this.published = null;
    /** Hears of bots whose files are not those that played. @type {(bots: number[]) => void} */
    this.onWrong = () => {};
    this.boards.refuse = (action, key) => explain(this, action, key);
    // In a film, arrows that nobody aimed at the board go through the turns.
    this.boards.walks = () => cameByTab() || this.session.waiting !== null;
    this.sound = new Sound();
    this.parts = {
      ...partsOf(this),
      eyes: select("Seen by", [], {
        onchange: () => this.look(this.parts.eyes.value === "" ? null : Number(this.parts.eyes.value)),
      }),
      save: button("Save the game as a file for judge play --load and judge replay", "Save", () =>
        save(this.data, this.session),
      ),
    };
    const tools = [this.sound.element, this.parts.eyes, boardTools(this)];
    this.line = new TimeLine(this, (t) => this.show(t), tools, sharing(this));
    this.plates = new Plates(this, (seat, bot) => giveSeat(this, seat, bot));
    this.moves = new Moves((t) => this.line.seek(t));
    this.tour = new Tour(this);
    this.ladder = new Ladder(this);
    lay(this, root);
    this.line.rests = () => this.tellAddress();
    listenForKeys(this);
  }

  /** What who has a seat is called. @param {number} seat @returns {string} */
  nameOf = (seat) => {
    const holder = this.holder(seat);
    return holder === null ? "a person" : this.data.contestants[holder].name;
  };

  /** Who plays, in words, from left to right. */
  names() {
    const names = [...this.table().keys()].map(this.nameOf);
    return this.isSwapped ? names.reverse() : names;
  }

  /** Whether somebody plays here, or has left the published game. */
  get isOwn() {
    return !this.game || this.branch !== null;
  }

  /** The sides of the board are the same in all games of two contestants. */
  get isSwapped() {
    const seats =
      this.game?.seats ?? (this.session.line ?? this.wanted)?.seats.map((/** @type {any} */ one) => one.bot);
    return (
      seats?.length === 2 && seats.every((/** @type {any} */ bot) => bot !== null) && seats[0] > seats[1]
    );
  }

  /** Back to the film that was left. */
  toFilm() {
    if (this.game && this.branch !== null) return this.open(this.game, this.branch, this.why);
    if (this.film) this.open(this.film.game, this.film.t, this.film.why);
  }

  /** Shows a game from its beginning, as a film. @param {Game} game @param {string} why */
  play(game, why) {
    this.open(game, 0, why);
    this.tellAddress();
    this.line.toggle();
  }

  /** The bot that has a seat on the shown turn; null for a person. @param {number} seat @returns {number | null} */
  holder(seat) {
    if (this.offered) return this.offered[seat];
    const line = this.session.line ?? this.wanted;
    if (!line) return null;
    if (this.recording && this.t < (this.branch ?? Infinity))
      return /** @type {any} */ (this.game).seats[seat];
    const { bot, holders } = line.seats[seat];
    let holder = holders.first;
    for (const [turn, next] of Object.entries(holders.changes)) if (Number(turn) <= this.t) holder = next;
    return holder === "player" ? bot : null;
  }

  /** Who has the seats on the shown turn. @returns {(number | null)[]} */
  holders() {
    const { seats } = this.session.line ?? this.wanted;
    return [...seats.keys()].map((seat) => this.holder(seat));
  }

  /** Another match takes the place of the one that is shown. @param {Game | null} game @param {string} why */
  turnTo(game, why = "") {
    this.line.pause();
    Object.assign(this, {
      game,
      why,
      puzzle: null,
      branch: null,
      recording: null,
      series: null,
      offered: null,
    });
    this.see(null);
  }

  /** Shows a published game, and why it does. @param {Game} game @param {number} turn @param {string} why */
  open(game, turn = 0, why = "") {
    this.turnTo(game, why);
    this.recording = recordingOf(this.data, game);
    this.series = series(this.data, game);
    const known = this.published?.game === game ? this.published : { frames: firstFrames(this.data) };
    this.begin(lineOf(this.data, game), turn, [], { frames: [...known.frames], over: known.over });
  }

  /** Shows a position in which one action wins, and nothing of what came then. @param {any} game @param {number} turn */
  openPuzzle(game, turn) {
    this.open(game, turn);
    this.puzzle = { game: game.number, turn, seat: -1 };
    this.screen.draw();
  }

  /** Who is to find the action. @param {any} frame */
  poses(frame) {
    if (this.puzzle && this.t === this.puzzle.turn) this.puzzle.seat = frame.scene.toMove ?? -1;
  }

  /** The puzzle is over: the rest is a branch like any other. */
  watchOn() {
    this.puzzle = null;
    this.line.toggle();
    this.screen.draw();
  }

  /** Another game, with somebody at each seat. @param {(number | null)[]} seats */
  again(seats) {
    this.fresh(seats);
    this.screen.wantsFocus = true;
  }

  /** Marks turns on which another action wins. @param {Mark[]} marks */
  showTurning(marks) {
    this.line.turning = marks;
    drawFound(this);
  }

  /** Shows the chances of winning over the time line. @param {Chances | null} chances */
  showChances(chances) {
    this.line.chances = chances;
    drawFound(this);
  }

  /** Shows the game that a server is at. @param {(number | null)[]} seats */
  resume(seats) {
    this.see(this.eyesOf(seats));
    this.wanted = newLine(this.data, seats, 0n);
    this.begin(null, Infinity);
  }

  /** One person sees with its own eyes where something is hidden. @param {(number | null)[]} seats */
  eyesOf(seats) {
    const persons = seats.flatMap((bot, seat) => (bot === null ? [seat] : []));
    return persons.length === 1 && this.hides() ? persons[0] : null;
  }

  /** Begins a new game. @param {(number | null)[]} seats @param {any} [line] @param {any[][]} [changes] what is done in it */
  fresh(seats, line, changes) {
    if (this.game) this.film = { game: this.game, t: this.t, why: this.why };
    this.turnTo(null);
    this.see(this.eyesOf(seats));
    const seed = () => crypto.getRandomValues(new BigUint64Array(1))[0];
    this.begin(line ?? newLine(this.data, seats, seed()), line ? Number.MAX_SAFE_INTEGER : Infinity, changes);
  }

  /** Whose eyes a person's game is seen with. @param {number | null} eyes */
  see(eyes) {
    this.eyes = eyes;
    this.isBlind = eyes !== null;
  }

  /** The game goes on where another tab has taken it. */
  goOn() {
    this.session.open(null, this.eyes, [["take-back", WHOLE]]);
    this.follows = true;
    this.target = Infinity;
  }

  /** @param {number[]} bots */
  wrongFiles(bots) {
    // Several workers may tell of the same.
    if (bots.every((bot) => this.data.wrong?.has(bot))) return;
    for (const bot of bots) this.data.wrong?.add(bot);
    this.onWrong(bots);
  }

  /** Whether a game hides something from players. */
  hides() {
    return this.data.facts.hidden !== "nothing";
  }

  /** Whether players keep secrets from one another. */
  hasSecrets() {
    return this.data.facts.hidden === "secrets";
  }

  /**
   * @param {LineOfPlay | null} line @param {number} turn @param {any[][]} changes
   * @param {{ frames: Frame[], over?: any }} kept what can be shown before it is played
   */
  begin(line, turn, changes = [], kept = { frames: [] }) {
    this.wanted = line ?? this.session.line ?? this.wanted;
    this.target = turn;
    this.follows = turn === Infinity;
    this.refusal = "";
    this.screen.drawnTurn = -1;
    this.t = Math.max(0, Math.min(turn, kept.frames.length - 1));
    this.session.open(line, this.eyes, changes, this.branch === null ? this.recording : null, kept);
    this.screen.draw();
  }

  /** Another line that leaves this one at the shown turn. @param {any[][]} changes @param {number} turn */
  change(changes, turn) {
    this.line.pause();
    // What was played up to there stays in sight while the bots come to it again.
    const frames = this.session.frames.slice(0, Math.min(this.t, turn) + 1);
    if (this.game && this.branch === null) {
      this.branch = this.t;
      this.session.recorded = Math.min(this.session.recorded, this.t);
    }
    this.begin(null, turn, [...this.withoutFaults(), ...changes, ...this.returning(changes)], { frames });
    this.follows = true;
  }

  /** Of a recorded game, those bots that are on the page play on where somebody leaves it, but for a seat that is given away. @param {any[][]} changes @returns {any[][]} */
  returning(changes) {
    const { game, recording, branch, data } = this;
    if (!game || !recording || branch !== this.t) return [];
    const given = changes.filter(([kind]) => /^give-/.test(kind)).map(([, seat]) => seat);
    const back = game.seats.flatMap((bot, seat) =>
      given.includes(seat) || !canSit(data, bot) ? [] : [["give-to-bot", seat, bot]],
    );
    const played = this.t + Number(changes.some(([kind]) => kind === "fork"));
    return back.length ? [["play-to", played], ...back] : [];
  }

  /** In a branch, nobody commits a fault that was recorded: a person has the seat instead. @returns {any[][]} */
  withoutFaults() {
    const seats = (this.session.line ?? this.wanted).seats;
    return seats.flatMap((/** @type {any} */ { bot }, /** @type {number} */ seat) =>
      bot !== null && !canSit(this.data, bot) ? [["give-to-person", seat, this.branch ?? 0]] : [],
    );
  }

  /** Plays an action on the shown turn. @param {string} action */
  act(action) {
    act(this, action);
  }

  /** Says why a click was no action. @param {string} why */
  refuse(why) {
    this.refusal = why;
    this.screen.draw();
  }

  /** @param {number | null} eyes @param {boolean} follows whether turns are still to be shown */
  look(eyes, follows = false) {
    const at = this.t;
    this.eyes = eyes;
    this.isBlind = false;
    // The same line from its beginning. Who sees more sees the old frames until the new ones are there.
    const { frames, over } = this.session;
    const kept = eyes === null ? { frames: [...frames], over } : { frames: [] };
    this.session.open(null, eyes, [["take-back", WHOLE]], this.branch === null ? this.recording : null, kept);
    this.target = at;
    this.follows = follows;
  }

  update() {
    const { frames, isBusy, over } = this.session,
      last = frames.length - 1;
    if (last < 0 && !this.session.problem) return;
    if (this.game && this.branch === null && over && !isBusy && this.eyes === null) {
      this.published = { game: this.game, frames, over };
    }
    // On the way to a turn in the middle, turns are drawn only if that takes long.
    const isOnTheWay = !this.follows && last < this.target && this.session.isBusy;
    if (isOnTheWay && performance.now() < this.nextLook) return;
    this.nextLook = performance.now() + LOOK;
    // A branch that has come to rest has an address.
    if (!isBusy && (this.branch !== null || !this.game) && this.session.line) this.tellAddress();
    if (this.follows) follow(this, Math.max(last, 0));
    else if (this.target > this.t) this.t = Math.min(this.target, last);
    // The game is over: nothing is hidden any more, and it can be saved.
    if (this.isBlind && over && !isBusy) this.look(null, this.follows);
    this.screen.draw();
  }

  /** @param {number} t */
  show(t) {
    const last = this.session.frames.length - 1;
    // The end is still to come while bots think.
    this.follows = t === Infinity && Boolean(this.session.isBusy);
    this.t = Math.max(0, Math.min(t, last));
    // Who is ahead of the bots gets there with them.
    this.target = this.session.isBusy ? Math.max(0, t) : this.t;
    this.refusal = "";
    // Browsers allow only so many addresses in a time.
    if (!this.line.isPlaying) this.tellAddress();
    this.screen.draw();
  }

  tellAddress() {
    if (this.puzzle && this.branch === null) this.go(puzzleAddress(this.puzzle));
    else if (this.game && this.branch === null)
      this.go(this.data.begins ? `#t=${this.t}` : `#g=${this.game.number}&t=${this.t}`);
    else if (!this.session.isBusy || this.session.waiting !== null) {
      const address = addressOf(this.data, this.game, this.session.line, this.t);
      if (address) this.go(address);
    }
  }

  /** Nothing of it is wanted any more. */
  close() {
    this.line.pause();
    this.screen.close();
    this.session.close();
  }

  /** Moments are known as soon as the match is. */
  findMoments() {
    const { id, frames, isBusy, over } = this.session,
      key = [id, frames.length, isBusy, this.puzzle].join();
    if (key === this.momentsKey) return;
    this.momentsKey = key;
    this.moments = isBusy || !over || this.puzzle ? [] : momentsOf(this);
  }

  /** Whose marks the seats have on the shown turn. */
  table() {
    return identities(this.data, this.holders());
  }
}
