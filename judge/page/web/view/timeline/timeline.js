// The time line: every turn of a match, what stands out on it, and playing it like a film.

import { ranksOf } from "../../engine/turning.js";
import { fuelChart } from "./chart.js";
import { curve, sharesOf, slope } from "./curve.js";
import { h, press, s, select } from "../dom.js";
import { icon, iconButton, named } from "../icons.js";
import { keep, recall } from "../kept.js";
import { marksOf } from "./marks.js";
import { kindOf } from "../story/tour.js";

/** Pauses between turns in milliseconds, slowest first. The last plays as fast as frames come. */
const SPEEDS = [1600, 800, 400, 200, 100, 40, 0];
const SPEED_NAMES = ["slowest", "slow", "normal", "fast", "faster", "fastest", "at once"];
const SPEED_FIRST = 2;
/** How long a moment stays, in milliseconds. */
const MOMENT_SHOWN = 2800;
const SPEED_KEPT = "judge.speed";
export class TimeLine {
  /**
   * @param {Arena} arena
   * @param {(t: number) => void} show
   * @param {any[]} others what else stands among the settings
   * @param {any[]} shares what a spectator can take along
   */
  constructor(arena, show, others, shares) {
    this.arena = arena;
    this.session = arena.session;
    this.show = show;
    /** Hears that the film has stopped. @type {() => void} */
    this.rests = () => {};
    /** Where another action wins. @type {Mark[]} */
    this.turning = [];
    /** The chances of winning, if they were asked for. @type {Chances | null} */
    this.chances = null;
    /** The turn that is shown. */
    this.t = 0;
    this.speed = SPEED_FIRST;
    /** @type {any} */
    this.timer = null;
    /** What is drawn already. @type {string} */
    this.chartKey = "";
    this.dotsKey = "";
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
    this.slope = h("div", {});
    this.head = h("span", { class: "head" });
    this.dots = h("div", {});
    const speeds = SPEED_NAMES.map((label, i) => [i, `speed: ${label}`]);
    this.speedSelect = select("Speed", speeds, {
      onchange: () => this.setSpeed(Number(this.speedSelect.value)),
    });
    this.playButton = iconButton("play", "Play", "Space", () => this.toggle());
    const ends = [
      iconButton("start", "To the start", "Home", () => this.show(0)),
      iconButton("end", "To the end", "End", () => this.show(Infinity)),
    ];
    this.share = menu("Share", "share", shares);
    const step = (/** @type {any} */ button) => {
      button.classList.add("step");
      return button;
    };
    this.element = h(
      "div",
      { class: "timeline controls time" },
      step(iconButton("back", "One turn back", "←", () => this.step(-1))),
      this.playButton,
      step(iconButton("on", "One turn on", "→", () => this.step(1))),
      h("div", { class: "track" }, this.slope, this.range, this.head, this.dots),
      h("span", { class: "turns" }, this.number, this.of),
      menu("Settings", "settings", [h("div", { class: "board-tools" }, ends), this.speedSelect, others]),
      this.share,
    );
  }

  /** The last turn that is known. */
  get last() {
    return this.session.frames.length - 1;
  }

  /** The last turn, as far as somebody knows. */
  get end() {
    const { game, isOwn } = this.arena;
    return Math.max(isOwn ? 0 : (game?.turns ?? 0), this.last);
  }

  /** @param {number} t @param {Identity[]} table whose marks the seats have */
  draw(t, table) {
    const { arena, end } = this;
    this.t = t;
    this.range.max = String(end);
    this.range.value = String(t);
    this.range.setAttribute("aria-valuetext", `turn ${t} of ${end}`);
    this.number.max = String(end);
    this.number.value = String(t);
    this.of.textContent = ` of ${end}`;
    const at = (/** @type {number} */ turn) => `${(100 * turn) / Math.max(end, 1)}%`;
    this.head.style.left = at(t);
    this.slope.replaceChildren(slope(arena, t, end, table, this.turning));
    const { moments } = arena,
      passed = moments.filter((one) => one.t <= t).length,
      key = [JSON.stringify(moments), passed, end].join();
    if (key !== this.dotsKey) {
      this.dotsKey = key;
      this.dots.replaceChildren(
        ...moments.map((one, i) => {
          const label = `Moment ${i + 1}, turn ${one.t}`,
            kind = { class: `dot ${kindOf(i, passed)}`, "aria-label": label, title: label },
            dot = press(() => this.seek(one.t), kind, i + 1);
          dot.style.left = at(one.t);
          return dot;
        }),
      );
    }
    this.drawChart();
  }

  /** What authors want: marks, chances and fuel by turn; a match that is under way has none yet. */
  drawChart() {
    const { arena } = this,
      { frames, isBusy, id, over } = this.session,
      table = arena.table(),
      found = this.chances?.found ?? [];
    const key = isBusy
      ? ""
      : JSON.stringify([id, frames.length, table, this.turning.length, this.chances?.how, found.length]);
    if (key === this.chartKey) return;
    this.chartKey = key;
    this.drawMarks();
    const go = (/** @type {number} */ t) => this.seek(t),
      ranks = ranksOf(over?.record.verdict);
    this.chart.replaceChildren(
      !isBusy && found.length && ranks && this.last > 0
        ? curve(
            sharesOf(found, this.last, ranks),
            this.last,
            {
              title: `chance of winning, ${this.chances?.how === "random" ? "by random play" : "by these bots"}`,
              sign: " %",
              most: 100,
            },
            table,
            arena.nameOf,
            this.turning,
            go,
          )
        : "",
      this.ticks,
      isBusy ? "" : (fuelChart(frames, arena.data.limits.fuel_per_turn, go) ?? ""),
    );
  }

  drawMarks() {
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

  /** What stands out, and turning points. */
  marks() {
    return [...marksOf(this.session.frames, this.arena.data.limits), ...this.turning].sort(
      (one, other) => one.t - other.t,
    );
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

  /** Plays the match like a film, or stops that. @param {() => void} ended hears that it was shown to its end */
  toggle(ended = () => {}) {
    if (this.timer !== null) return this.pause();
    if (this.t > 0 && this.t >= this.last) this.show(0);
    this.offer("pause", "Pause");
    const tick = () => {
      if (this.session.problem || (this.t >= this.last && !this.session.isBusy)) {
        this.pause();
        return ended();
      }
      if (this.t < this.last) this.show(SPEEDS[this.speed] === 0 ? this.t + 4 : this.t + 1);
      // A moment is to be read.
      const isMoment = SPEEDS[this.speed] > 0 && this.arena.moments.some((one) => one.t === this.t);
      this.timer = setTimeout(tick, isMoment ? MOMENT_SHOWN : SPEEDS[this.speed]);
    };
    this.timer = setTimeout(tick, 0);
  }

  /** What the button in the middle does next. @param {"play" | "pause"} name @param {string} label */
  offer(name, label) {
    this.playButton.replaceChildren(icon(name));
    named(this.playButton, label, "Space");
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
