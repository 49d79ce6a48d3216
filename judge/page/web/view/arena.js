// The arena: one match with its boards, its time line and whoever sits at it.

import { addressOf } from "./address.js";
import { Boards } from "./board.js";
import { canSit, isJudged, lineOf, newLine, recordingOf } from "./data.js";
import { button, h } from "./dom.js";
import { fleetBuilder } from "./fleet.js";
import { spoken } from "./effects.js";
import { ending } from "./ending.js";
import { identities, paint } from "./identity.js";
import { cameByTab, listenForKeys } from "./keys.js";
import { lookOf, pieceName } from "./looks.js";
import { Moves } from "./moves.js";
import { numbersOf } from "./numbers.js";
import { WHOLE } from "./remote.js";
import { puzzleAddress } from "./puzzles.js";
import { save } from "./saved.js";
import { Seats } from "./seats.js";
import { Session } from "./session.js";
import { sharing } from "./sharing.js";
import { noteText, statusText } from "./status.js";
import { TimeLine } from "./timeline.js";
import { turnPanel } from "./turn.js";
import { verdictOf } from "./verdict.js";
import { whyNot } from "./why-not.js";

/** After so long a wait for a bot the page offers to end it. */
const PATIENCE = 6000;
/** How often the board is drawn on the way to another turn, in milliseconds. */
const LOOK = 300;
/** How long a bot's action in a person's game takes at least, in milliseconds. */
const BOT_MOVE = 300;
/** More actions than this at once are no answer of bots: they are shown at once. */
const ANSWERS_MAX = 8;
/** How much larger or smaller a board becomes, and its bounds. */
const ZOOM = 1.15,
  ZOOM_LEAST = 0.5,
  ZOOM_MOST = 2.2;

export class Arena {
  /** @param {HTMLElement} root @param {any} data @param {(hash: string) => void} go */
  constructor(root, data, go) {
    this.data = data;
    this.go = go;
    /** The published game, if this is one. @type {import("./data.js").Game | null} */
    this.game = null;
    /** What was done in it, if its bots are not here. @type {import("./transcripts.js").Recording | null} */
    this.recording = null;
    this.t = 0;
    /** Whether new frames are shown as they come. */
    this.follows = false;
    this.target = 0;
    this.nextLook = 0;
    /** The frame of the screen that is asked for. @type {number | undefined} */
    this.coming = undefined;
    /** Where a branch left the published game. @type {number | null} */
    this.branch = null;
    /** Whose eyes: everything, or a seat's. @type {number | null} */
    this.eyes = null;
    /** Whether nobody can reach the board. */
    this.isProjected = data.begins === "following";
    /** The line of play that was asked for. @type {any} */
    this.wanted = null;
    /** The puzzle that is shown: its game, its turn, and who is to win. @type {{ game: number, turn: number, seat: number } | null} */
    this.puzzle = null;
    /** Hears that something was drawn. */
    this.onDrawn = () => {};
    /** What could still be won on a turn, in words. @type {(t: number) => string} */
    this.hintAt = () => "";
    this.zoom = 1;
    /** When a bot's action was shown last. */
    this.shownAt = 0;
    /** @type {any} */
    this.pace = undefined;
    /** What is drawn already. @type {string} */
    this.extraKey = "";
    this.extraTurn = -1;
    this.boards = new Boards(lookOf(this.data.facts), (action) => this.act(action), {
      seat: (seat) => this.nameOf(seat),
      title: (board) =>
        board.owner === null
          ? `Board of ${this.data.game}`
          : `${this.data.facts.ownBoard} of ${this.nameOf(board.owner)}`,
    });
    this.session = new Session(data, () => this.refresh());
    this.session.onExplained = (action, why) => this.refuse(why || `${action} can be played`);
    this.session.onWrong = (bots) => this.wrongFiles(bots);
    this.session.onElsewhere = () => this.goOn();
    /** Why this game is shown. */
    this.why = "";
    /** Why the last click is no action. */
    this.refusal = "";
    /** Whether the board is to have the focus as soon as something can be done on it. */
    this.wantsFocus = false;
    /** Whether a person plays with its own eyes, until the game is over. */
    this.isBlind = false;
    /** The published game as it was shown last, to go back to it at once. @type {any} */
    this.published = null;
    /** Hears of bots whose files are not those that played. @type {(bots: number[]) => void} */
    this.onWrong = () => {};
    this.boards.refuse = (action, key) => this.explain(action, key);
    // In a film, arrows that nobody aimed at the board go through the turns.
    this.boards.walks = () => cameByTab() || this.session.waiting !== null;
    this.eyesSelect = h("select", {
      "aria-label": "Seen by",
      onchange: () => this.look(this.eyesSelect.value === "" ? null : Number(this.eyesSelect.value)),
    });
    this.save = button("Save the game as a file for judge play --load and judge replay", "Save", () =>
      save(this.data, this.session),
    );
    this.projector = button("Full screen, for a projector", "Full screen", () => this.fullScreen());
    this.line = new TimeLine(data, this.session, (t) => this.show(t), [
      this.eyesSelect,
      sharing(this),
      this.save,
      this.projector,
    ]);
    this.seats = new Seats(
      data,
      (seat) => this.holder(seat),
      (seat, bot) => this.seat(seat, bot),
    );
    this.moves = new Moves((t) => this.line.seek(t));
    this.root = root;
    this.build(root);
  }

  /** @param {HTMLElement} root */
  build(root) {
    this.title = h("h2", { class: "match-title" });
    this.note = h("p", { class: "match-note" });
    this.whyShown = h("p", { class: "why" });
    this.live = h("p", { class: "sr", "aria-live": "polite" });
    this.status = h("p", { class: "status" });
    this.extra = h("div", { class: "extra" });
    this.back = button(
      "Back to the published game",
      "Back to the published game",
      () => this.game && this.open(this.game, this.branch ?? 0),
    );
    this.takeBack = button("Take back", "Take back", () => this.retract());
    this.typed = h("input", {
      class: "typed",
      type: "text",
      autocomplete: "off",
      spellcheck: "false",
      placeholder: "type an action",
      "aria-label": "Action in the game's notation",
    });
    this.form = h(
      "form",
      {
        class: "type-form",
        onsubmit: (/** @type {Event} */ event) => {
          event.preventDefault();
          if (this.typed.value.trim()) this.act(this.typed.value.trim());
        },
      },
      this.typed,
      h("button", {}, "Play it"),
    );
    this.turn = h("div", { class: "turn" });
    this.stopButton = button("End it: stop the bot that is thinking", "End it", () => this.session.stop());
    root.replaceChildren(
      h(
        "div",
        { class: "match-head" },
        this.title,
        this.note,
        this.whyShown,
        h("div", { class: "match-tools" }, this.back, this.takeBack),
      ),
      h(
        "div",
        { class: "table-top" },
        h(
          "div",
          { class: "stage" },
          this.boards.element,
          this.boards.note,
          this.status,
          this.extra,
          this.line.element,
          this.form,
        ),
        h(
          "aside",
          { class: "side", "aria-label": "Players and turns" },
          this.seats.element,
          this.turn,
          this.moves.element,
        ),
      ),
      this.live,
    );
    this.line.rests = () => this.tellAddress();
    this.line.nameOf = (seat) => this.nameOf(seat);
    listenForKeys(this);
  }

  /** @param {number} seat */
  nameOf(seat) {
    const holder = this.holder(seat);
    return holder === null ? "a person" : this.data.contestants[holder].name;
  }

  /** The bot that has a seat on the shown turn; null for a person. @param {number} seat @returns {number | null} */
  holder(seat) {
    const line = this.session.line ?? this.wanted;
    if (!line) return null;
    if (this.recording && this.t < (this.branch ?? Infinity))
      return /** @type {any} */ (this.game).seats[seat];
    const { bot, holders } = line.seats[seat];
    let holder = holders.first;
    for (const [turn, next] of Object.entries(holders.changes)) if (Number(turn) <= this.t) holder = next;
    return holder === "player" ? bot : null;
  }

  /** Shows a published game. @param {import("./data.js").Game} game @param {number} turn */
  open(game, turn = 0) {
    this.line.pause();
    this.game = game;
    this.why = "";
    this.puzzle = null;
    this.branch = null;
    this.eyes = null;
    this.isBlind = false;
    this.recording = recordingOf(this.data, game);
    const known = this.published?.game === game ? this.published : { frames: [] };
    this.begin(lineOf(this.data, game), turn, [], { frames: [...known.frames], over: known.over });
  }

  /** Shows a position in which one action wins, and nothing of what came then. @param {any} game @param {number} turn */
  openPuzzle(game, turn) {
    this.open(game, turn);
    this.puzzle = { game: game.number, turn, seat: -1 };
    this.render();
  }

  /** Who is to find the action. @param {any} frame */
  poses(frame) {
    if (this.puzzle && this.t === this.puzzle.turn) this.puzzle.seat = frame.scene.toMove ?? -1;
  }

  /** The puzzle is over: the rest is a branch like any other. */
  watchOn() {
    this.puzzle = null;
    this.line.toggle();
    this.render();
  }

  /** Another game, with somebody at each seat. @param {(number | null)[]} seats */
  again(seats) {
    this.fresh(seats);
    this.wantsFocus = true;
  }

  /** Marks turns on which another action wins. @param {import("./marks.js").Mark[]} marks */
  showTurning(marks) {
    this.line.turning = marks;
    if (this.session.frames[this.t]) this.line.draw(this.t);
    this.status.replaceChildren(...statusText(this));
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

  /** Begins a new game. @param {(number | null)[]} seats */
  fresh(seats) {
    this.line.pause();
    this.game = null;
    this.puzzle = null;
    this.recording = null;
    this.branch = null;
    this.see(this.eyesOf(seats));
    this.begin(newLine(this.data, seats, crypto.getRandomValues(new BigUint64Array(1))[0]), Infinity);
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
   * @param {any} line @param {number} turn @param {any[][]} changes
   * @param {{ frames: import("./session.js").Frame[], over?: any }} kept what can be shown before it is played
   */
  begin(line, turn, changes = [], kept = { frames: [] }) {
    this.wanted = line ?? this.session.line ?? this.wanted;
    this.target = turn;
    this.follows = turn === Infinity;
    this.refusal = "";
    this.t = Math.max(0, Math.min(turn, kept.frames.length - 1));
    this.session.open(line, this.eyes, changes, this.branch === null ? this.recording : null, kept);
    this.render();
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
    this.begin(null, turn, [...this.withoutFaults(), ...changes], { frames });
    this.follows = true;
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
    const { session } = this;
    if (this.line.isPlaying && session.waiting === null) {
      // Whoever clicks into a film wants it to stop.
      this.line.pause();
      return this.refuse("Paused. Now you can try another move.");
    }
    this.typed.value = "";
    this.refusal = "";
    if (session.waiting !== null && this.t === session.frames.length - 1) {
      this.follows = true;
      session.problem = "";
      session.act(action, this.eyes);
      this.render();
    } else if (!session.isBusy && this.t < session.frames.length) {
      if (this.puzzle && (this.branch !== null || this.t !== this.puzzle.turn)) this.puzzle = null;
      // In a puzzle the bot's answer is shown, too.
      this.change([["fork", this.t, action]], this.t + (this.puzzle ? 2 : 1));
      this.follows = false;
    }
  }

  /** Says why a click was no action. @param {string} why */
  refuse(why) {
    this.refusal = why;
    this.render();
  }

  /** Finds out why there is no action at a place. @param {string | null} action @param {string} key */
  explain(action, key) {
    const { session } = this,
      isMine = session.waiting !== null && this.t === session.frames.length - 1;
    if (action === null)
      return this.refuse(
        this.boards.picked
          ? "It cannot go there."
          : whyNot(this.session.frames[this.t].scene, key, (seat) => this.nameOf(seat)),
      );
    if (session.where === "judge" && isMine) this.act(action);
    else if (session.where === "judge") this.refuse(`${action} cannot be played here.`);
    else session.explain(this.t, action);
  }

  /** Gives a seat to a bot or a person from the shown turn on. @param {number} seat @param {number | null} bot */
  seat(seat, bot) {
    if (this.session.isBusy && this.session.waiting === null) return;
    const late = this.t < this.session.frames.length - 1;
    // The line changes after the turns up to here were played, so that they are known.
    const changes = late ? [["take-back", this.t]] : [];
    if (bot === null) {
      if (this.hasSecrets()) this.see(seat);
      this.change([...changes, ["give-to-person", seat, this.t]], Infinity);
    } else if (isJudged(this.data, bot) && this.session.where === "page") {
      this.moveToJudge(seat, bot);
    } else {
      this.see(null);
      this.change([...changes, ...(late ? [["play-to", this.t]] : []), ["give-to-bot", seat, bot]], Infinity);
    }
  }

  /** The judge goes on with this game, so that its bot can have a seat: it is told what was played. @param {number} seat @param {number} bot */
  moveToJudge(seat, bot) {
    this.line.pause();
    const line = this.session.line ?? this.wanted,
      { frames } = this.session;
    const known = frames.slice(1, this.t + 1).map((frame, turn) => [turn, frame.move.action]);
    const person = { bot: null, holders: { first: "person", changes: {} } };
    const seats = line.seats.map((/** @type {any} */ _, /** @type {number} */ at) =>
      at === seat ? { bot, holders: { first: "player", changes: {} } } : person,
    );
    if (this.game && this.branch === null) this.branch = this.t;
    this.see(this.eyesOf(seats.map((/** @type {any} */ each) => each.bot)));
    this.begin({ ...line, seats, by_hand: Object.fromEntries(known) }, Infinity);
    this.session.recorded = known.length;
  }

  /** Takes the last action of a person back. */
  retract() {
    const { frames } = this.session;
    let turn = frames.length - 1;
    const isHand = (/** @type {number} */ t) => frames[t]?.move?.by === "hand";
    while (turn > 0 && !isHand(turn)) turn -= 1;
    if (turn > 0) this.change([["take-back", turn - 1]], Infinity);
  }

  /** @param {number | null} eyes */
  look(eyes) {
    const at = this.t;
    this.eyes = eyes;
    this.isBlind = false;
    // The same line from its beginning. Who sees more sees the old frames until the new ones are there.
    const { frames, over } = this.session;
    const kept = eyes === null ? { frames: [...frames], over } : { frames: [] };
    this.session.open(null, eyes, [["take-back", WHOLE]], this.branch === null ? this.recording : null, kept);
    this.target = at;
    this.follows = false;
  }

  /** More has come from the worker: it is drawn with the next frame of the screen. */
  refresh() {
    this.coming ??= requestAnimationFrame(() => {
      this.coming = undefined;
      this.update();
    });
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
    if (this.follows) this.follow(Math.max(last, 0));
    else if (this.target > this.t) this.t = Math.min(this.target, last);
    // The game is over: nothing is hidden any more, and it can be saved.
    if (this.isBlind && over && !isBusy) this.look(null);
    this.render();
  }

  /** Shows what was played last; bots that answer a person take their time, one after another. @param {number} last */
  follow(last) {
    const isAnswer =
      last > this.t &&
      last - this.t <= ANSWERS_MAX &&
      this.session.frames[last].move?.by === "player" &&
      this.session.line?.seats.some(
        (/** @type {any} */ _, /** @type {number} */ seat) => this.holder(seat) === null,
      );
    if (!isAnswer || matchMedia("(prefers-reduced-motion: reduce)").matches) {
      this.t = last;
      return;
    }
    clearTimeout(this.pace);
    const isHand = this.session.frames[this.t + 1].move?.by === "hand",
      wait = isHand ? 0 : this.shownAt + BOT_MOVE - performance.now();
    if (wait <= 0) {
      this.t += 1;
      this.shownAt = performance.now();
    }
    if (this.t < last) this.pace = setTimeout(() => this.refresh(), Math.max(wait, BOT_MOVE / 4));
  }

  /** The other side comes to the front. */
  turnRound() {
    this.boards.turn();
  }

  /** Makes boards larger or smaller. @param {number} way */
  enlarge(way) {
    this.zoom = Math.min(Math.max(this.zoom * ZOOM ** way, ZOOM_LEAST), ZOOM_MOST);
    this.root.style.setProperty("--zoom", this.zoom.toFixed(3));
  }

  /** @param {number} t */
  show(t) {
    const last = this.session.frames.length - 1;
    // The end is still to come while bots think.
    this.follows = t === Infinity && Boolean(this.session.isBusy);
    this.t = Math.max(0, Math.min(t, last));
    this.target = this.t;
    this.refusal = "";
    // Browsers allow only so many addresses in a time.
    if (!this.line.isPlaying) this.tellAddress();
    this.render();
  }

  tellAddress() {
    if (this.puzzle && this.branch === null) this.go(puzzleAddress(this.puzzle));
    else if (this.game && this.branch === null)
      this.go(this.data.begins ? `#t=${this.t}` : `#g=${this.game.number}&t=${this.t}`);
    else if (!this.session.isBusy || this.session.waiting !== null)
      this.goTo(addressOf(this.data, this.game, this.session.line, this.t));
  }

  /** @param {string | null} address */
  goTo(address) {
    if (address) this.go(address);
  }

  /** Shows a branch, or a new game, at a turn. @param {{ game: import("./data.js").Game | null, line: any, branch: number }} found @param {number} turn */
  openLine({ game, line, branch }, turn) {
    this.line.pause();
    this.game = game;
    this.why = "";
    this.puzzle = null;
    this.recording = null;
    this.branch = game ? branch : null;
    this.see(
      this.eyesOf(
        line.seats.map((/** @type {any} */ { bot, holders }) =>
          holders.first === "player" && !Object.keys(holders.changes).length ? bot : null,
        ),
      ),
    );
    this.begin(line, turn);
  }

  /** Says something that is no action. @param {string} text */
  say(text) {
    this.refuse(text);
  }

  /** Plays the game from its beginning, whenever its turns are there. @param {() => void} done */
  play(done) {
    this.line.play(done);
  }

  /** Nothing of it is wanted any more. */
  close() {
    this.line.pause();
    if (this.coming !== undefined) cancelAnimationFrame(this.coming);
    this.session.close();
  }

  fullScreen() {
    const there = document.fullscreenElement ? document.exitFullscreen() : this.root.requestFullscreen();
    there.catch(() => {
      this.projector.hidden = true;
    });
  }

  render() {
    const { session } = this,
      { frames } = session,
      frame = frames[this.t];
    if (frame) this.poses(frame);
    this.root.classList.toggle("puzzling", this.puzzle !== null);
    this.drawHead();
    this.status.replaceChildren(...statusText(this));
    this.stopWhenSlow();
    if (!frame) return this.speakOf(session.problem);
    const isLast = this.t === frames.length - 1;
    const isOpen = !session.isBusy && !this.isProjected && (isLast ? session.waiting !== null : true);
    const table = this.table();
    paint(this.root, table);
    const numbers = this.boards.look.numbered ? numbersOf(frames) : undefined;
    this.boards.draw(frame.scene, isOpen, frame.move?.action ?? "", numbers, table);
    this.line.table = table;
    this.line.draw(this.t);
    this.seats.draw(frame, table);
    this.turn.replaceChildren(...turnPanel(frames, this.t, this.data, (seat) => this.nameOf(seat), table));
    this.moves.draw(frames, this.t, table);
    this.drawExtra(frame, isOpen);
    this.takeFocus();
    this.form.hidden = !isOpen;
    this.takeBack.hidden = !frames.some((other) => other.move?.by === "hand");
    // A seat that must not see the other's fleet cannot save it.
    this.save.hidden =
      !session.line || (this.hasSecrets() && this.eyes !== null) || this.withoutFaults().length > 0;
    this.back.hidden = !this.game || this.branch === null;
    this.drawEyes(frame.scene);
    this.boards.element.dataset.eyes = String(this.eyes ?? "");
    this.speak();
    this.onDrawn();
  }

  /** There is no board to show. @param {string} problem */
  speakOf(problem) {
    this.boards.clear();
    // What the game before offered is over.
    this.extra.replaceChildren();
    this.extraKey = "";
    if (this.live.textContent !== problem) this.live.textContent = problem;
  }

  /** Whose marks the seats have on the shown turn. */
  table() {
    const { seats } = this.session.line ?? this.wanted;
    return identities(
      this.data,
      seats.map((/** @type {any} */ _, /** @type {number} */ seat) => this.holder(seat)),
    );
  }

  /** Who has begun a game is on its board. */
  takeFocus() {
    if (!this.wantsFocus || this.session.isBusy) return;
    this.wantsFocus = false;
    const ship = this.extra.querySelector("[data-ship]");
    if (ship) ship.focus();
    else this.boards.focus(this.boards.current);
  }

  /** Tells those who listen what was done and what came of it, why something was refused, and how it ended. */
  speak() {
    const { frames, over, problem } = this.session,
      isEnd = over && this.t === frames.length - 1;
    const done = spoken(frames, this.t, this.data, (seat) => this.nameOf(seat));
    const end = isEnd ? `. ${verdictOf(over, (seat) => this.nameOf(seat))}` : "";
    const said = problem || this.refusal || done + end;
    if (this.live.textContent !== said) this.live.textContent = said;
  }

  drawHead() {
    const seats = (this.session.line ?? this.wanted).seats
      .map((/** @type {any} */ _, /** @type {number} */ seat) => this.nameOf(seat))
      .join(" – ");
    this.title.textContent = this.game
      ? `Game ${this.game.number}: ${this.game.seats.map((bot) => this.data.contestants[bot].name).join(" – ")}`
      : `New game: ${seats}`;
    this.note.replaceChildren(...noteText(this));
    this.whyShown.textContent = this.branch === null ? this.why : "";
  }

  stopWhenSlow() {
    clearTimeout(this.patience);
    if (!this.session.isBusy) return;
    this.patience = setTimeout(
      () => this.session.isBusy && this.status.replaceChildren("thinking for a while … ", this.stopButton),
      PATIENCE,
    );
  }

  /** Actions without a place, and the fleet. @param {any} frame @param {boolean} isOpen */
  drawExtra(frame, isOpen) {
    // An action that was sent may come back as wrong, and is mended where it was made.
    if (this.session.isBusy && this.session.actor !== null && this.t === this.extraTurn) return;
    this.extraTurn = this.t;
    const placeless = isOpen ? frame.scene.choices.filter((/** @type {any} */ choice) => !choice.to) : [];
    const { placing } = frame.scene,
      needsFleet =
        isOpen &&
        this.session.waiting !== null &&
        this.t === this.session.frames.length - 1 &&
        placing !== null;
    const end = ending(this);
    const key = JSON.stringify([placeless, needsFleet && this.t, frame.scene.toMove, end?.textContent]);
    if (key === this.extraKey) return;
    this.extraKey = key;
    const hadFocus = this.extra.contains(document.activeElement),
      hadFleet = this.extra.querySelector(".fleet") !== null;
    this.extra.replaceChildren(
      ...placeless.map((/** @type {any} */ choice) =>
        h(
          "button",
          { type: "button", onclick: () => this.act(choice.action) },
          choice.action === "--" || choice.action === "pass" ? "Pass" : choice.action,
        ),
      ),
      needsFleet ? this.fleetBuilder(frame.scene.boards[placing.board], placing) : "",
      end ?? "",
    );
    if (hadFocus) this.boards.focus(this.boards.current);
    // What is to be done next may be far above.
    if (hadFleet && !needsFleet) this.boards.at(this.boards.current)?.scrollIntoView({ block: "nearest" });
  }

  /** @param {any} board @param {any} placing */
  fleetBuilder(board, placing) {
    const { facts } = this.data,
      words = facts.placing ?? { one: "piece", many: "pieces", all: "pieces" };
    return fleetBuilder(
      board,
      placing,
      (action) => this.act(action),
      words,
      (piece) => pieceName(facts, piece, (seat) => this.nameOf(seat)),
    );
  }

  /** @param {any} scene */
  drawEyes(scene) {
    this.eyesSelect.hidden = !this.hides();
    const seats = scene.scores.length;
    if (this.eyesSelect.options.length !== seats + 1) {
      this.eyesSelect.replaceChildren(
        h("option", { value: "" }, "view: all"),
        ...Array.from({ length: seats }, (_, seat) => h("option", { value: seat }, `view: seat ${seat + 1}`)),
      );
    }
    this.eyesSelect.value = this.eyes === null ? "" : String(this.eyes);
  }
}
