// A match in the worker: lines of play in, frames out. A frame is a position and how it came about.

import { unpacked } from "../../engine/unpack.js";
import workerSource from "../../../dist/worker.txt";
import { frameOf, isJudged } from "../data.js";
import { Remote } from "./remote.js";

/** A worker that was started before it is known what for. @type {Worker | null} */
let spare = null;

/** Starts a worker for the first match: browsers take a while for that. */
export function warmUp() {
  spare = spawn();
}

/** A worker of the page's own text. */
export function spawn() {
  const warm = spare;
  spare = null;
  if (warm) return warm;
  const url = URL.createObjectURL(new Blob([workerSource], { type: "text/javascript" }));
  const worker = new Worker(url);
  URL.revokeObjectURL(url);
  return worker;
}

/** What a worker needs to run the page's bots, and the game if that is a file. @param {PageData} data */
export function luggage({ engine, files = [], bots, contestants, limits, game, gameFile = null }) {
  const all = gameFile ? [...contestants, { name: game, sha256: gameFile.sha256 }] : contestants;
  return {
    kind: "load",
    engine,
    files: [...files, gameFile?.file],
    bots: [...bots, files.length],
    sha256: all.map((one) => one.sha256),
    limits,
    odds: contestants.map((one) => one.fuelPerTurn ?? null),
    options: contestants.map((one) => one.options ?? {}),
    game: gameFile && bots.length,
    gameFile,
  };
}

/** Has a worker do one thing with the page's bots. @param {PageData} data @param {any} message @param {(said: any) => void} hear */
export function hire(data, message, hear) {
  const worker = spawn();
  worker.onmessage = ({ data: said }) => hear(said);
  worker.postMessage(luggage(data));
  worker.postMessage(message);
  return worker;
}

/** One match. */
export class Session {
  /**
   * @param {PageData} data
   * @param {() => void} changed is called when there is more to see
   */
  constructor(data, changed) {
    this.data = data;
    this.changed = changed;
    /** Hears of bots whose files are not the published ones. @type {(bots: number[]) => void} */
    this.onWrong = () => {};
    /** Hears that the game has changed in another tab. */
    this.onElsewhere = () => {};
    /** Hears why an action cannot be played. @type {(action: string, why: string) => void} */
    this.onExplained = () => {};
    this.id = 0;
    /** Whether a program that reads lines plays its game again for each line, as this browser cannot suspend it. */
    this.playsAgain = false;
    /** How many of the frames are of the match that is played now. */
    this.fresh = 0;
    /** @type {"judge" | "page" | null} */
    this.where = null;
    /** @type {any} */
    this.worker = null;
    this.recorded = 0;
    this.reset();
    this.begin();
  }

  begin() {
    // Nobody plays: the games are there as they were seen.
    if (this.data.scenes) return;
    this.seatAt(this.data.engine ? "page" : "judge");
  }

  /** Lets the judge run the match, or a worker of this page. @param {"judge" | "page"} where */
  seatAt(where) {
    if (this.where === where && this.worker) return;
    this.worker?.terminate();
    this.where = where;
    this.worker = where === "judge" ? new Remote(this.data.tables ?? null) : spawn();
    this.worker.onmessage = (/** @type {{ data: any }} */ { data }) => this.hear(data);
    this.worker.postMessage(luggage(this.data));
  }

  /** The match is left for good. */
  close() {
    this.worker?.terminate();
    this.worker = null;
  }

  /** Ends a bot that does not come back, and the match with it. */
  stop() {
    this.close();
    this.begin();
    this.problem = "stopped";
    this.isBusy = false;
    this.changed();
  }

  /**
   * @param {Frame[]} kept frames that are shown until the match comes to them again
   * @param {any} over how the match ended, if that is known beforehand
   */
  reset(kept = [], over = null) {
    /** @type {Frame[]} */
    this.frames = kept;
    this.fresh = 0;
    /** Who is waited for, and the line of play as it is now. @type {number | null} */
    this.waiting = null;
    /** Who has acted last, and may act again if that was wrong. @type {number | null} */
    this.actor = null;
    /** @type {LineOfPlay | null} */
    this.line = null;
    /** @type {any} */
    this.over = over;
    this.problem = "";
    this.isBusy = true;
    this.asked = null;
  }

  /**
   * @param {LineOfPlay | null} line @param {number | null} viewpoint @param {any[][]} changes
   * @param {Recording | null} recording where the bots are not here
   * @param {{ frames: Frame[], over?: any }} kept what is known of the match already
   */
  open(line, viewpoint, changes = [], recording = null, kept = { frames: [] }) {
    this.reset(kept.frames, kept.over);
    if (recording?.scenes) {
      this.recall(recording.scenes, ++this.id);
      return;
    }
    // Turns before this one were played by bots that are not here.
    if (line) {
      this.recorded = recording ? recording.moves.length : 0;
      const needsJudge = !recording && line.seats.some(({ bot }) => isJudged(this.data, bot));
      this.seatAt(needsJudge || !this.data.engine ? "judge" : "page");
    }
    this.worker?.postMessage({
      kind: "open",
      id: ++this.id,
      line,
      viewpoint,
      changes,
      faults: recording?.faults ?? [],
    });
  }

  /** Shows what was seen of a game, in place of a match. @param {string} scenes @param {number} id */
  async recall(scenes, id) {
    try {
      this.hear({ id, events: JSON.parse(new TextDecoder().decode(await unpacked(scenes))) });
    } catch (error) {
      this.hear({ id, kind: "problem", text: `this game cannot be read: ${error}` });
    }
  }

  /** A person's action: the match goes on from where it is. @param {string} action @param {number | null} viewpoint */
  act(action, viewpoint) {
    this.isBusy = true;
    // Nobody is waited for until the action is played, or refused.
    this.actor = this.waiting;
    this.waiting = null;
    this.worker?.postMessage({
      kind: "open",
      id: ++this.id,
      line: null,
      viewpoint,
      changes: [["act", action]],
    });
  }

  /** Asks why an action cannot be played on a turn. @param {number} turn @param {string} action */
  explain(turn, action) {
    this.worker?.postMessage({ kind: "explain", id: this.id, turn, action });
  }

  /** @param {any} message */
  hear(message) {
    if (message.kind === "elsewhere") return this.onElsewhere();
    if (message.kind === "wrong-files") return this.onWrong(message.bots);
    if (message.kind === "plays-again") this.playsAgain = true;
    if (message.id !== this.id) return;
    if (message.kind === "explained") return this.onExplained(message.action, message.why);
    if (message.kind === "problem") {
      this.problem = message.text;
      this.isBusy = false;
      this.waiting = this.actor;
      // What was not played again is no part of the match.
      if (this.fresh) this.frames.length = this.fresh;
    } else {
      message.events.forEach((/** @type {any} */ event) => this.take(event));
    }
    this.changed();
  }

  /** @param {any} event */
  take(event) {
    // Who cannot even begin commits a fault before there is a position.
    if (event.scene && !this.fresh) this.put(frameOf(event.scene));
    const last = this.frames[this.fresh - 1];
    switch (event.event) {
      case "began":
        break;
      case "asked":
        this.asked = event;
        break;
      case "moved":
        this.waiting = null;
        if (event.turn < this.recorded && event.by === "hand") event.by = "player";
        this.put(frameOf(event.scene, event, event.by === "player" ? this.asked : null));
        break;
      case "told":
        last?.told.push(event.text);
        break;
      case "fault":
        last.faults.push(event);
        // Who is out takes its pieces along.
        last.scene = event.scene;
        break;
      case "waiting":
      case "over":
        this.waiting = event.end ? null : event.seat;
        last.scene = event.scene;
        if (event.end) {
          this.over = { ...event.end, words: event.words };
          last.scene.choices = [];
        }
        this.line = event.line;
        this.isBusy = false;
        this.frames.length = this.fresh;
        break;
    }
  }

  /** The next frame, in the place of one that was kept. @param {Frame} frame */
  put(frame) {
    this.frames[this.fresh++] = frame;
  }
}
