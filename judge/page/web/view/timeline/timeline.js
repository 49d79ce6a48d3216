// The time line: every turn of a match, what stands out on it, and playing it like a film.

import { ranksOf } from "../../engine/turning.js";
import { fuelChart } from "./chart.js";
import { curve, scoresOf, sharesOf } from "./curve.js";
import { h, s } from "../dom.js";
import { icon, iconButton, named } from "../icons.js";
import { keep, recall } from "../kept.js";
import { marksOf } from "./marks.js";

/** Pauses between turns in milliseconds, slowest first. The last plays as fast as frames come. */
const SPEEDS = [1600, 800, 400, 200, 100, 40, 0];
const SPEED_NAMES = ["slowest", "slow", "normal", "fast", "faster", "fastest", "at once"];
const SPEED_FIRST = 2;
const SPEED_KEPT = "judge.speed";
/** The kinds of marks, with the words of the filter. */
const KINDS = {
  "": "all",
  turning: "turning points",
  fault: "faults",
  lead: "leads",
  spike: "fuel",
  event: "events",
};

export class TimeLine {
  /**
   * @param {any} data
   * @param {import("../match/session.js").Session} session
   * @param {(t: number) => void} show
   * @param {any[]} others what else stands among the settings
   * @param {any[]} shares what a spectator can take along
   */
  constructor(data, session, show, others, shares) {
    this.data = data;
    this.session = session;
    this.show = show;
    /** Hears that the film has stopped. @type {() => void} */
    this.rests = () => {};
    /** Whose marks the seats have, and what they are called. @type {import("../identity.js").Identity[]} */
    this.table = [];
    /** @type {(seat: number) => string} */
    this.nameOf = (seat) => `seat ${seat + 1}`;
    /** Where another action wins. @type {import("./marks.js").Mark[]} */
    this.turning = [];
    /** The score by turn, and the chances of winning. @type {ReturnType<typeof curve>[]} */
    this.curves = [];
    /** The chances of winning, if they were asked for. @type {import("../story/search.js").Chances | null} */
    this.chances = null;
    /** The turn that is shown. */
    this.t = 0;
    this.speed = SPEED_FIRST;
    /** @type {any} */
    this.timer = null;
    /** What is drawn already. @type {string} */
    this.chartKey = "";
    /** @type {string} */
    this.marksKey = "";
    this.build(others, shares);
    this.setSpeed(Number(recall(SPEED_KEPT) ?? SPEED_FIRST));
  }

  /** @param {any[]} others @param {any[]} shares */
  build(others, shares) {
    this.range = h("input", {
      type: "range",
      min: 0,
      max: 0,
      value: 0,
      step: 1,
      "aria-label": "Turn",
      oninput: () => this.seek(Number(this.range.value)),
    });
    this.ticks = s("svg", {
      class: "marks",
      viewBox: "0 0 1000 12",
      preserveAspectRatio: "none",
      "aria-hidden": "true",
    });
    this.number = h("input", {
      class: "turn-number",
      type: "number",
      min: 0,
      "aria-label": "Jump to turn",
      onchange: () => this.show(Number(this.number.value)),
    });
    this.of = h("span", { class: "turn-of" });
    this.chart = h("div", { class: "chart" });
    this.speedSelect = h(
      "select",
      { "aria-label": "Speed", onchange: () => this.setSpeed(Number(this.speedSelect.value)) },
      SPEED_NAMES.map((label, i) => h("option", { value: i }, `speed: ${label}`)),
    );
    this.kindSelect = h(
      "select",
      { "aria-label": "Marks", onchange: () => this.drawMarks() },
      Object.entries(KINDS).map(([kind, words]) => h("option", { value: kind }, `marks: ${words}`)),
    );
    this.playButton = iconButton("play", "Play", "Space", () => this.toggle());
    this.settings = menu("Settings", "settings", [this.speedSelect, this.kindSelect, others]);
    this.share = menu("Share", "share", shares);
    this.controls = h(
      "div",
      { class: "controls" },
      iconButton("start", "To the start", "Home", () => this.show(0)),
      iconButton("back", "One turn back", "←", () => this.step(-1)),
      this.playButton,
      iconButton("on", "One turn on", "→", () => this.step(1)),
      iconButton("end", "To the end", "End", () => this.show(Infinity)),
      h("span", { class: "turns" }, this.number, this.of),
      this.settings,
      this.share,
    );
    this.element = h(
      "div",
      { class: "timeline" },
      this.chart,
      h("div", { class: "track" }, this.ticks, this.range),
      this.controls,
    );
  }

  /** The last turn that is known. */
  get last() {
    return this.session.frames.length - 1;
  }

  /** @param {number} t */
  draw(t) {
    this.t = t;
    this.range.max = String(this.last);
    this.range.value = String(t);
    this.range.setAttribute("aria-valuetext", `turn ${t} of ${this.last}`);
    this.number.max = String(this.last);
    this.number.value = String(t);
    this.of.textContent = ` of ${this.last}`;
    this.drawMarks();
    this.drawChart();
    for (const one of this.curves) one.at(t);
  }

  /** The score, the chances and the fuel by turn; a match that is under way has none yet. */
  drawChart() {
    const { frames, isBusy, id } = this.session,
      found = this.chances?.found ?? [];
    const key = isBusy
      ? ""
      : JSON.stringify([id, frames.length, this.table, this.turning.length, this.chances?.how, found.length]);
    if (key === this.chartKey) return;
    this.chartKey = key;
    const go = (/** @type {number} */ t) => this.seek(t);
    this.curves = isBusy ? [] : this.curvesOf(go);
    this.chart.replaceChildren(
      ...this.curves.map(({ element }) => element),
      isBusy ? "" : (fuelChart(frames, this.data.limits.fuel_per_turn, go) ?? ""),
    );
  }

  /** @param {(t: number) => void} go */
  curvesOf(go) {
    const { frames, over } = this.session,
      { unit } = this.data.facts,
      scores = scoresOf(frames, unit ?? null),
      draw = (/** @type {import("./curve.js").Series} */ series, /** @type {any} */ words) =>
        curve(series, this.last, words, this.table, this.nameOf, this.turning, go);
    const curves = scores ? [draw(scores, { title: `${unit} by turn` })] : [];
    const ranks = ranksOf(over?.record.verdict);
    if (this.chances?.found.length && ranks && this.last > 0)
      curves.push(
        draw(sharesOf(this.chances.found, this.last, ranks), {
          title: `chance of winning, ${this.chances.how === "random" ? "by random play" : "by these bots"}`,
          sign: " %",
          most: 100,
        }),
      );
    return curves;
  }

  drawMarks() {
    const { id, frames, isBusy } = this.session,
      key = [id, frames.length, isBusy, this.kindSelect.value, this.turning.length].join();
    if (key === this.marksKey) return;
    this.marksKey = key;
    const last = Math.max(this.last, 1);
    this.ticks.replaceChildren(
      ...this.marks().map(({ t, kind, text }) =>
        s(
          "rect",
          { class: `mark-tick ${kind}`, x: (t / last) * 994, y: 0, width: 6, height: 12 },
          s("title", {}, text),
        ),
      ),
    );
  }

  /** The marks that are wanted. */
  marks() {
    const kind = this.kindSelect.value;
    const marks = [...marksOf(this.session.frames, this.data.limits), ...this.turning].sort(
      (one, other) => one.t - other.t,
    );
    return marks.filter((found) => kind === "" || found.kind === kind);
  }

  /** To the next mark. @param {number} way */
  jump(way) {
    const marks = this.marks().map((found) => found.t);
    const next = way > 0 ? marks.find((t) => t > this.t) : marks.filter((t) => t < this.t).pop();
    if (next !== undefined) this.show(next);
  }

  /** @param {number} t */
  seek(t) {
    this.pause();
    this.show(t);
  }

  /** How long a turn stays, in milliseconds. */
  get pauses() {
    return this.isPlaying ? SPEEDS[this.speed] : SPEEDS[0];
  }

  /** Whether the match is played like a film. */
  get isPlaying() {
    return this.timer !== null;
  }

  /** @param {number} by */
  step(by) {
    this.seek(this.t + by);
  }

  toggle() {
    if (this.timer !== null) return this.pause();
    if (this.t > 0 && this.t >= this.last) this.show(0);
    this.offer("pause", "Pause");
    const tick = () => {
      if (this.session.problem || (this.t >= this.last && !this.session.isBusy)) return this.pause();
      if (this.t < this.last) this.show(SPEEDS[this.speed] === 0 ? this.t + 4 : this.t + 1);
      this.timer = setTimeout(tick, SPEEDS[this.speed]);
    };
    this.timer = setTimeout(tick, 0);
  }

  /** What the button in the middle does next. @param {"play" | "pause"} name @param {string} label */
  offer(name, label) {
    this.playButton.replaceChildren(icon(name));
    named(this.playButton, label, "Space");
  }

  /** Plays the match from its beginning, whenever its turns are there. @param {() => void} done */
  play(done) {
    const tick = () => {
      if (this.session.problem || (this.session.over && this.t >= this.last)) return done();
      if (this.session.frames.length) this.show(this.t + 1);
      this.timer = setTimeout(tick, SPEEDS[1]);
    };
    this.timer = setTimeout(tick, SPEEDS[1]);
  }

  pause() {
    clearTimeout(this.timer);
    const wasPlaying = this.isPlaying;
    this.timer = null;
    this.offer("play", "Play");
    if (wasPlaying) this.rests();
  }

  /** @param {number} speed */
  setSpeed(speed) {
    this.speed = Math.max(0, Math.min(Math.trunc(speed) || 0, SPEEDS.length - 1));
    this.speedSelect.value = String(this.speed);
    keep(SPEED_KEPT, String(this.speed));
  }
}

/** A menu that closes when the reader goes on elsewhere, or with Escape. @param {string} name @param {string} picture @param {any[]} inside */
function menu(name, picture, inside) {
  const summary = h("summary", { title: name }, icon(picture), h("span", {}, name)),
    choices = h("div", { class: "choices" }, inside),
    details = h("details", { class: `settings ${picture}` }, summary, choices);
  document.addEventListener("pointerdown", ({ target }) => {
    if (!details.contains(target)) details.open = false;
  });
  // What comes of a button is told below the board; what boards look like may be tried again.
  choices.addEventListener("click", (/** @type {any} */ { target }) => {
    if (target.closest("button") && !target.closest(".board-tools")) details.open = false;
  });
  details.addEventListener("keydown", (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "Escape" || !details.open) return;
    event.stopPropagation();
    details.open = false;
    summary.focus();
  });
  return details;
}
