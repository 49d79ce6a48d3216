// What is drawn of an arena, and when; the arena says what there is to draw.

import { slid } from "../board/motion.js";
import { numbersOf } from "../board/numbers.js";
import { paint } from "../identity.js";
import { entitle } from "../share/embed.js";
import { soundOf } from "../timeline/sound.js";
import { turnPanel } from "../timeline/turn.js";
import { spoken } from "./effects.js";
import { clearExtra, drawExtra, drawEyes } from "./extra.js";
import { drawParts } from "./layout.js";
import { noteText, statusText, titleText } from "./status.js";
import { verdictOf } from "./verdict.js";

/** After so long a wait for a bot the page offers to end it. */
const PATIENCE = 6000,
  PATIENCE_AGAIN = 2000;
/** How much larger or smaller a board becomes, and its bounds. */
const ZOOM = 1.15,
  ZOOM_LEAST = 0.5,
  ZOOM_MOST = 2.2;

export class Screen {
  /** The frame of the screen that is asked for. @type {number | undefined} */
  coming = undefined;
  /** The turn that is drawn. */
  drawnTurn = -1;
  // What is drawn already.
  extraKey = "";
  extraTurn = -1;
  eyesKey = "";
  zoom = 1;
  /** Whether the board is to have the focus as soon as something can be done on it. */
  wantsFocus = false;

  /** @param {Arena} arena */
  constructor(arena) {
    this.arena = arena;
  }

  /** More has come from the worker: it is drawn with the next frame of the screen. */
  refresh() {
    this.coming ??= requestAnimationFrame(() => {
      this.coming = undefined;
      this.arena.update();
    });
  }

  close() {
    if (this.coming !== undefined) cancelAnimationFrame(this.coming);
  }

  /** Makes boards larger or smaller. @param {number} way */
  enlarge(way) {
    this.zoom = Math.min(Math.max(this.zoom * ZOOM ** way, ZOOM_LEAST), ZOOM_MOST);
    this.arena.root.style.setProperty("--zoom", this.zoom.toFixed(3));
  }

  draw() {
    const { arena } = this,
      { data, boards, parts, session, t } = arena,
      { frames } = session,
      frame = frames[t];
    if (frame) arena.poses(frame);
    arena.root.classList.toggle("puzzling", arena.puzzle !== null);
    this.drawHead();
    this.stopWhenSlow();
    if (!frame) return this.speakOf(session.problem);
    const isLast = t === frames.length - 1;
    const isOpen = !session.isBusy && !arena.isProjected && (isLast ? session.waiting !== null : true);
    const table = arena.table();
    paint(arena.root, table);
    const numbers = boards.look.numbered ? numbersOf(frames) : undefined;
    const isStep = this.drawnTurn >= 0 && t === this.drawnTurn + 1;
    this.drawnTurn = t;
    const moved = isStep ? slid(arena) : null;
    drawParts(arena, frame.scene, isOpen);
    boards.draw(frame.scene, isOpen, frame.move?.action ?? "", numbers, table, moved);
    if (isStep) arena.sound.play(soundOf(arena, frame));
    arena.findMoments();
    arena.line.draw(t, table);
    arena.plates.draw(frame, table);
    arena.tour.draw();
    arena.ladder.draw();
    parts.turn.replaceChildren(...turnPanel(frames, t, data, arena.nameOf, table));
    drawExtra(arena, frame, isOpen);
    arena.moves.draw(frames, t, table);
    this.takeFocus();
    // A seat that must not see the other's fleet cannot save it.
    parts.save.hidden =
      !session.line || (arena.hasSecrets() && arena.eyes !== null) || arena.withoutFaults().length > 0;
    drawEyes(arena, frame.scene);
    this.speak();
    arena.onDrawn();
    entitle(arena);
  }

  /** There is no board to show. @param {string} problem */
  speakOf(problem) {
    this.arena.boards.clear();
    clearExtra(this.arena);
    this.say(problem);
  }

  /** Who has begun a game is on its board. */
  takeFocus() {
    const { boards, parts, session } = this.arena;
    if (!this.wantsFocus || session.isBusy) return;
    this.wantsFocus = false;
    const ship = parts.extra.querySelector("[data-ship]");
    if (ship) ship.focus();
    else boards.focus(boards.current);
  }

  /** Tells those who listen what was done and what came of it, why something was refused, and how it ended. */
  speak() {
    const { data, nameOf, refusal, session, t } = this.arena,
      { frames, over, problem } = session,
      end = over && t === frames.length - 1 ? `. ${verdictOf(over, nameOf)}` : "";
    this.say(problem || refusal || spoken(frames, t, data, nameOf) + end);
  }

  /** @param {string} said */
  say(said) {
    const { live } = this.arena.parts;
    if (live.textContent !== said) live.textContent = said;
  }

  drawHead() {
    const { arena } = this,
      { title, note, why, status } = arena.parts;
    title.textContent = titleText(arena);
    note.replaceChildren(...noteText(arena));
    why.textContent = arena.isOwn ? "" : arena.why;
    status.replaceChildren(...statusText(arena));
    // What the plates say need not be seen twice.
    status.classList.toggle(
      "plain",
      !status.querySelector("strong, .problem, .could, .badge, button") && arena.session.waiting === null,
    );
  }

  stopWhenSlow() {
    clearTimeout(this.patience);
    const { parts, session } = this.arena;
    if (!session.isBusy) return;
    const { playsAgain } = session,
      why = playsAgain ? ": this browser plays all its turns again for each line that it reads" : "";
    this.patience = setTimeout(
      () => session.isBusy && parts.status.replaceChildren(`thinking for a while${why} … `, parts.stop),
      playsAgain ? PATIENCE_AGAIN : PATIENCE,
    );
  }
}
