// The arena: one match with its boards, its time line and whoever sits at it.

import { Boards } from "./board.js";
import { canSit, isJudged, lineOf, newLine, recordingOf } from "./data.js";
import { button, h } from "./dom.js";
import { fleetBuilder } from "./fleet.js";
import { LOOKS, emblem } from "./looks.js";
import { Moves } from "./moves.js";
import { save } from "./saved.js";
import { Seats } from "./seats.js";
import { Session } from "./session.js";
import { TimeLine } from "./timeline.js";
import { turnPanel } from "./turn.js";
import { verdictOf } from "./verdict.js";

/** Later than any turn: to take back to there is to begin the same line anew. */
const WHOLE = 2 ** 32 - 1;
/** After so long a wait for a bot the page offers to end it. */
const PATIENCE = 6000;
/** How often the board is drawn on the way to another turn, in milliseconds. */
const LOOK = 300;

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
    /** What is drawn already. @type {string} */
    this.extraKey = "";
    this.extraTurn = -1;
    this.boards = new Boards(LOOKS[this.data.game], (action) => this.act(action), {
      seat: (seat) => this.nameOf(seat),
      title: (board) => (board.owner === null ? `Board of ${this.data.game}` : `Waters of ${this.nameOf(board.owner)}`),
    }, data.settings);
    this.session = new Session(data, () => this.refresh());
    this.eyesSelect = h("select", { "aria-label": "Seen by", onchange: () => this.look(this.eyesSelect.value === "" ? null : Number(this.eyesSelect.value)) });
    this.line = new TimeLine(data, this.session, (t) => this.show(t), [this.eyesSelect]);
    this.seats = new Seats(data, (seat) => this.holder(seat), (seat, bot) => this.seat(seat, bot));
    this.moves = new Moves((t) => this.line.seek(t));
    this.root = root;
    this.build(root);
  }

  /** @param {HTMLElement} root */
  build(root) {
    this.title = h("h2", { class: "match-title" });
    this.note = h("p", { class: "match-note" });
    this.live = h("p", { class: "sr", "aria-live": "polite" });
    this.status = h("p", { class: "status" });
    this.extra = h("div", { class: "extra" });
    this.back = button("Back to the published game", "Back to the published game", () => this.game && this.open(this.game, this.branch ?? 0));
    this.save = button("Save the game as a file for judge play --load and judge replay", "Save", () => save(this.data, this.session));
    this.projector = button("Full screen, for a projector", "Full screen", () => this.fullScreen());
    this.takeBack = button("Take back", "Take back", () => this.retract());
    this.typed = h("input", { class: "typed", type: "text", autocomplete: "off", spellcheck: "false", placeholder: "type an action", "aria-label": "Action in the game's notation" });
    this.form = h("form", { class: "type-form", onsubmit: (/** @type {Event} */ event) => { event.preventDefault(); if (this.typed.value.trim()) this.act(this.typed.value.trim()); } }, this.typed, h("button", {}, "Play it"));
    this.turn = h("div", { class: "turn" });
    this.stopButton = button("End the bot that is thinking", "End it", () => this.session.stop());
    root.replaceChildren(
      h("div", { class: "match-head" }, this.title, this.note, h("div", { class: "match-tools" }, this.back, this.takeBack, this.save, this.projector)),
      h("div", { class: "table-top" },
        h("div", { class: "stage" }, this.boards.element, this.boards.note, this.status, this.extra, this.line.element, this.form),
        h("aside", { class: "side", "aria-label": "Players and turns" }, this.seats.element, this.turn, this.moves.element)), this.live);
    root.addEventListener("keydown", (event) => this.key(event));
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
    if (this.recording && this.t < (this.branch ?? Infinity)) return /** @type {any} */ (this.game).seats[seat];
    const { bot, holders } = line.seats[seat];
    let holder = holders.first;
    for (const [turn, next] of Object.entries(holders.changes)) if (Number(turn) <= this.t) holder = next;
    return holder === "player" ? bot : null;
  }

  /** Shows a published game. @param {import("./data.js").Game} game @param {number} turn */
  open(game, turn = 0) {
    this.line.pause();
    this.game = game;
    this.branch = null;
    this.eyes = null;
    this.recording = recordingOf(this.data, game);
    this.begin(lineOf(this.data, game), turn);
  }

  /** Shows the game that a server is at. @param {(number | null)[]} seats */
  resume(seats) {
    this.eyes = this.eyesOf(seats);
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
    this.recording = null;
    this.branch = null;
    this.eyes = this.eyesOf(seats);
    this.begin(newLine(this.data, seats, crypto.getRandomValues(new BigUint64Array(1))[0]), Infinity);
  }

  /** Whether a game hides something from players. */
  hides() {
    return ["battleship", "gobblet"].includes(this.data.game);
  }

  /** @param {any} line @param {number} turn @param {any[][]} changes */
  begin(line, turn, changes = []) {
    this.wanted = line ?? this.session.line ?? this.wanted;
    this.target = turn;
    this.follows = turn === Infinity;
    this.t = 0;
    this.session.open(line, this.eyes, changes, this.branch === null ? this.recording : null);
    this.render();
  }

  /** Another line that leaves this one at the shown turn. @param {any[][]} changes @param {number} turn */
  change(changes, turn) {
    this.line.pause();
    if (this.game && this.branch === null) {
      this.branch = this.t;
      this.session.recorded = Math.min(this.session.recorded, this.t);
    }
    this.begin(null, turn, [...this.withoutFaults(), ...changes]);
    this.follows = true;
  }

  /** In a branch, nobody commits a fault that was recorded: a person has the seat instead. @returns {any[][]} */
  withoutFaults() {
    const seats = (this.session.line ?? this.wanted).seats;
    return seats.flatMap((/** @type {any} */ { bot }, /** @type {number} */ seat) => (bot !== null && !canSit(this.data, bot) ? [["give-to-person", seat, this.branch ?? 0]] : []));
  }

  /** Plays an action on the shown turn. @param {string} action */
  act(action) {
    const { session } = this;
    this.typed.value = "";
    if (session.waiting !== null && this.t === session.frames.length - 1) {
      this.follows = true;
      session.problem = "";
      session.act(action, this.eyes);
      this.render();
    } else if (!session.isBusy && this.t < session.frames.length) {
      this.change([["fork", this.t, action]], this.t + 1);
      this.follows = false;
    }
  }

  /** Gives a seat to a bot or a person from the shown turn on. @param {number} seat @param {number | null} bot */
  seat(seat, bot) {
    if (this.session.isBusy && this.session.waiting === null) return;
    const late = this.t < this.session.frames.length - 1;
    // The line changes after the turns up to here were played, so that they are known.
    const changes = late ? [["take-back", this.t]] : [];
    if (bot === null) {
      if (this.hides() && this.data.game === "battleship") this.eyes = seat;
      this.change([...changes, ["give-to-person", seat, this.t]], Infinity);
    } else if (isJudged(this.data, bot) && this.session.where === "page") {
      this.moveToJudge(seat, bot);
    } else {
      this.eyes = null;
      this.change([...changes, ...(late ? [["play-to", this.t]] : []), ["give-to-bot", seat, bot]], Infinity);
    }
  }

  /** The judge goes on with this game, so that its bot can have a seat: it is told what was played. @param {number} seat @param {number} bot */
  moveToJudge(seat, bot) {
    this.line.pause();
    const line = this.session.line ?? this.wanted, { frames } = this.session;
    const known = frames.slice(1, this.t + 1).map((frame, turn) => [turn, frame.move.action]);
    const person = { bot: null, holders: { first: "person", changes: {} } };
    const seats = line.seats.map((/** @type {any} */ _, /** @type {number} */ at) => (at === seat ? { bot, holders: { first: "player", changes: {} } } : person));
    if (this.game && this.branch === null) this.branch = this.t;
    this.eyes = this.eyesOf(seats.map((/** @type {any} */ each) => each.bot));
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
    // The same line from its beginning.
    this.session.open(null, eyes, [["take-back", WHOLE]], this.recording);
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
    const { frames } = this.session, last = frames.length - 1;
    if (last < 0 && !this.session.problem) return;
    // On the way to a turn in the middle, turns are drawn only if that takes long.
    const isOnTheWay = !this.follows && last < this.target && this.session.isBusy;
    if (isOnTheWay && performance.now() < this.nextLook) return;
    this.nextLook = performance.now() + LOOK;
    if (this.follows) this.t = Math.max(last, 0);
    else if (this.target > this.t) this.t = Math.min(this.target, last);
    this.render();
  }

  /** @param {number} t */
  show(t) {
    const last = this.session.frames.length - 1;
    // The end is still to come while bots think.
    this.follows = t === Infinity && Boolean(this.session.isBusy);
    this.t = Math.max(0, Math.min(t, last));
    this.target = this.t;
    if (this.game && this.branch === null) this.go(this.data.begins ? `#t=${this.t}` : `#g=${this.game.number}&t=${this.t}`);
    this.render();
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
    there.catch(() => { this.projector.hidden = true; });
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    const target = /** @type {HTMLElement} */ (event.target), { line } = this;
    if (["INPUT", "SELECT", "TEXTAREA"].includes(target.tagName) || event.ctrlKey || event.metaKey || event.altKey) return;
    /** @type {Record<string, () => void>} */
    const keys = { ArrowLeft: () => line.step(-1), ArrowRight: () => line.step(1), Home: () => this.show(0), End: () => this.show(Infinity),
      "[": () => line.jump(-1), "]": () => line.jump(1), f: () => this.fullScreen() };
    if (target.tagName !== "BUTTON") keys[" "] = () => line.toggle();
    const work = keys[event.key] ?? (/^[0-6]$/.test(event.key) ? () => line.setSpeed(Number(event.key)) : null);
    if (!work) return;
    event.preventDefault();
    work();
  }

  render() {
    const { session } = this, { frames } = session, frame = frames[this.t];
    this.drawHead();
    this.status.replaceChildren(...this.statusText());
    this.stopWhenSlow();
    if (!frame) return;
    const isLast = this.t === frames.length - 1;
    const isOpen = !session.isBusy && !this.isProjected && (isLast ? session.waiting !== null : true);
    this.boards.draw(frame.scene, isOpen, frame.move?.action ?? "", LOOKS[this.data.game].numbers?.(frames, this.t));
    this.line.draw(this.t);
    this.seats.draw(frame, (session.line ?? this.wanted).seats, this.t, Boolean(session.isBusy));
    this.turn.replaceChildren(...turnPanel(frame, this.data, (seat) => this.nameOf(seat)));
    this.moves.draw(frames, this.t);
    this.drawExtra(frame, isOpen);
    this.form.hidden = !isOpen;
    this.takeBack.hidden = !frames.some((other) => other.move?.by === "hand");
    // A seat that must not see the other's fleet cannot save it.
    this.save.hidden = !session.line || (this.data.game === "battleship" && this.eyes !== null) || this.withoutFaults().length > 0;
    this.back.hidden = !this.game || this.branch === null;
    this.drawEyes(frame.scene);
    this.boards.element.dataset.eyes = String(this.eyes ?? "");
    const said = frame.move ? `${this.nameOf(frame.move.seat)}: ${frame.move.action}` : "Start";
    if (this.live.textContent !== said) this.live.textContent = said;
  }

  drawHead() {
    const seats = (this.session.line ?? this.wanted).seats.map((/** @type {any} */ _, /** @type {number} */ seat) => this.nameOf(seat)).join(" – ");
    this.title.textContent = this.game ? `Game ${this.game.number}: ${this.game.seats.map((bot) => this.data.contestants[bot].name).join(" – ")}` : `New game: ${seats}`;
    this.note.replaceChildren(...this.noteText());
  }

  noteText() {
    const { session } = this, { over } = session;
    if (this.branch !== null) return [h("span", { class: "badge branch" }, `branch from turn ${this.branch}`), over ? this.hash(over) : ""];
    if (!over) return this.game ? [h("span", { class: "badge" }, session.problem ? "not replayed" : "replaying …")] : [];
    if (!this.game) return [this.hash(over)];
    const same = over.record.transcript_sha256 === this.game.sha256, fuel = String(over.record.fuel) === String(this.game.fuel);
    return same
      ? [h("span", { class: "badge good" }, fuel ? "✓ same transcript and fuel as published" : "✓ same transcript as published"), this.hash(over)]
      : [h("span", { class: "badge bad" }, "✗ not the published transcript"), this.hash(over)];
  }

  /** The transcript's hash: enough of it to compare by eye. @param {any} over */
  hash(over) {
    const { transcript_sha256: hash } = over.record;
    return h("code", { class: "hash", title: `SHA-256 of the transcript: ${hash}` }, hash.slice(0, 16));
  }

  statusText() {
    const { session } = this, isLast = this.t === session.frames.length - 1;
    if (session.problem) return [h("span", { class: "problem" }, session.problem)];
    if (isLast && session.over) return [h("strong", {}, verdictOf(session.over, this.data.game, (seat) => this.nameOf(seat)))];
    const toMove = session.frames[this.t]?.scene.toMove;
    if (isLast && session.waiting !== null) return [emblem(this.data.game, session.waiting), ` ${this.persons() > 1 ? `seat ${session.waiting + 1}` : "you"} to move`];
    if (isLast && session.isBusy) return ["thinking …"];
    return toMove === null || toMove === undefined ? [""] : [emblem(this.data.game, toMove), ` ${this.nameOf(toMove)} to move${this.isProjected ? "" : "; you can try another move"}`];
  }

  persons() {
    return (this.session.line ?? this.wanted).seats.filter((/** @type {any} */ _, /** @type {number} */ seat) => this.holder(seat) === null).length;
  }

  stopWhenSlow() {
    clearTimeout(this.patience);
    if (!this.session.isBusy) return;
    this.patience = setTimeout(() => this.session.isBusy && this.status.replaceChildren("thinking for a while … ", this.stopButton), PATIENCE);
  }

  /** Actions without a place, and the fleet. @param {any} frame @param {boolean} isOpen */
  drawExtra(frame, isOpen) {
    // An action that was sent may come back as wrong, and is mended where it was made.
    if (this.session.isBusy && this.session.actor !== null && this.t === this.extraTurn) return;
    this.extraTurn = this.t;
    const placeless = isOpen ? frame.scene.choices.filter((/** @type {any} */ choice) => !choice.to) : [];
    const needsFleet = isOpen && this.session.waiting !== null && this.t === this.session.frames.length - 1 && this.data.game === "battleship" && frame.scene.choices.length === 0 && frame.scene.toMove !== null;
    const key = JSON.stringify([placeless, needsFleet && this.t, frame.scene.toMove]);
    if (key === this.extraKey) return;
    this.extraKey = key;
    const hadFocus = this.extra.contains(document.activeElement), hadFleet = this.extra.querySelector(".fleet") !== null;
    this.extra.replaceChildren(...placeless.map((/** @type {any} */ choice) => h("button", { type: "button", onclick: () => this.act(choice.action) }, choice.action === "--" || choice.action === "pass" ? "Pass" : choice.action)),
      needsFleet ? fleetBuilder(frame.scene.boards[frame.scene.toMove], this.data.settings, (action) => this.act(action)) : "");
    if (hadFocus) this.boards.focus(this.boards.current);
    // What is to be done next may be far above.
    if (hadFleet && !needsFleet) this.boards.at(this.boards.current)?.scrollIntoView({ block: "nearest" });
  }

  /** @param {any} scene */
  drawEyes(scene) {
    this.eyesSelect.hidden = !this.hides();
    const seats = scene.scores.length;
    if (this.eyesSelect.options.length !== seats + 1) {
      this.eyesSelect.replaceChildren(h("option", { value: "" }, "view: all"), ...Array.from({ length: seats }, (_, seat) => h("option", { value: seat }, `view: seat ${seat + 1}`)));
    }
    this.eyesSelect.value = this.eyes === null ? "" : String(this.eyes);
  }
}
