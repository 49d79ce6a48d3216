// A tour of five moments of a match: where its lead changes, where most happens, and its end; each with a sentence that
// tells nothing of what comes later.

import { leaderOf } from "../../engine/turning.js";
import { verdictOf } from "../arena/verdict.js";
import { count, descending, h, isShort, press, versus } from "../dom.js";
import { iconButton } from "../icons.js";
import { effectOf } from "../arena/effects.js";

const MOMENTS = 5;
/** Two moments are at least this share of the match apart. */
const APART = 1 / 14;
/** A gain of fewer is no moment. */
const GAIN_LEAST = 3;

/**
 * The moments of a match that is known to its end; each is told with what was known then.
 * @param {Arena} arena @returns {Moment[]}
 */
export function momentsOf(arena) {
  const { data, session } = arena,
    { frames, over } = session,
    last = frames.length - 1;
  if (last < MOMENTS) return [];
  const name = arena.nameOf,
    /** @type {number[][]} */
    scores = frames.map(({ scene }) => scene.scores),
    leaders = scores.map(leaderOf),
    score = (/** @type {number} */ t) => versus(descending(scores[t])),
    leads = (/** @type {number} */ t) => `${name(leaders[t])} leads ${score(t)}`,
    by = scores.map((all) => descending(all)[0] - descending(all)[1]),
    gains = scores.map((all, t) => Math.max(...all.map((now, seat) => now - (scores[t - 1] ?? all)[seat]))),
    largest = (/** @type {number[]} */ all) => all.indexOf(Math.max(...all));
  /** Each with its turn, its weight, its title, and what more is said of it. @type {[number, number, string, string?][]} */
  const found = [],
    note = (/** @type {typeof found[number]} */ ...moment) => found.push(moment);
  if (data.facts.unit) {
    const led = [...leaders.keys()].filter((t) => leaders[t] >= 0),
      changes = led.filter((t, at) => at > 0 && leaders[t] !== leaders[led[at - 1]]),
      [first = 0, far, gain] = [led[0], largest(by), largest(gains)],
      level = leaders.lastIndexOf(-1),
      late = Math.round(last * 0.88);
    if (first > last * APART) note(first, 4, `${name(leaders[first])} is the first to lead, ${score(first)}`);
    for (const [at, t] of changes.entries()) {
      const weight = t === changes.at(-1) ? 9 : 2 + at / changes.length,
        times = at > 1 ? `. The lead has changed ${at + 1} times` : "";
      note(t, weight, `${name(leaders[t])} now leads ${score(t)}`, times);
    }
    if (leaders[far] >= 0) note(far, 8, leads(far), ", more than anybody before");
    if (gains[gain] >= GAIN_LEAST && gain > 0) {
      const gained = `${name(frames[gain].move.seat)} gains ${gains[gain]}`;
      note(gain, 7, gained, ` ${data.facts.unit} with one turn: ${score(gain)}`);
    }
    if (level > last / 4 && scores[level][0] > 0)
      note(level, 6, `${scores[level][0]} all`, `, after ${count(level, "turn")}`);
    if (leaders[late] >= 0) note(late, 5, leads(late), ` with ${count(last - late, "turn")} left`);
  }
  for (const [t, { move, faults }] of frames.entries()) {
    for (const text of (move?.events ?? []).filter((/** @type {string} */ text) => text !== "pass"))
      note(t, data.facts.unit ? 3 : 5 + t / last, `${name(move.seat)}: ${text}`);
    for (const fault of faults) note(t, 10, `${name(fault.seat)} commits a fault`, `: ${fault.kind}`);
  }
  // Where little happens, the match is cut in equal parts.
  for (let part = 1; part < MOMENTS; part++) {
    const t = Math.round((last * part) / MOMENTS),
      { seat, action } = frames[t].move;
    note(t, part / 100, `${name(seat)} plays ${isShort(action) ? action : ""}`, `, ${effectOf(frames, t)}`);
  }
  /** @type {Moment[]} */
  const chosen = [{ t: last, title: "The end", say: `${verdictOf(over, name)}.` }];
  for (const [t, , title, more = ""] of found.sort((a, b) => b[1] - a[1] || a[0] - b[0]))
    if (
      t > 0 &&
      chosen.length < MOMENTS &&
      chosen.every((one) => Math.abs(one.t - t) >= Math.max(2, last * APART))
    )
      chosen.push({ t, title, say: `${`${title}${more}`.replace(/, $/, "")}.` });
  return chosen.sort((one, other) => one.t - other.t);
}

/** The list of the moments, and the sentence of the one that is shown. */
export class Tour {
  /** @param {Arena} arena */
  constructor(arena) {
    this.arena = arena;
    this.number = h("h2", {});
    this.segs = h("span", { class: "segs", "aria-hidden": "true" });
    this.say = h("p", { class: "say" });
    this.list = h("ol", { class: "moments" });
    this.element = h(
      "section",
      { class: "tour", "aria-label": "Moments of this game" },
      h(
        "div",
        { class: "count" },
        this.number,
        this.segs,
        iconButton("back", "Moment before", "", () => this.step(-1)),
        iconButton("on", "Next moment", "", () => this.step(1)),
      ),
      this.say,
      this.list,
    );
    this.drawn = "";
  }

  /** To the next moment, or to the one before. @param {number} way */
  step(way) {
    const { moments, t, line } = this.arena,
      to = way > 0 ? moments.find((one) => one.t > t) : moments.filter((one) => one.t < t).at(-1);
    line.seek(to ? to.t : way > 0 ? t : 0);
  }

  draw() {
    const { arena } = this,
      { moments, t } = arena,
      at = moments.filter((one) => one.t <= t).length;
    this.element.hidden = arena.isOwn;
    const key = JSON.stringify([moments, at, arena.names()]);
    if (key === this.drawn) return;
    this.drawn = key;
    this.number.textContent = moments.length ? `Moment ${at} of ${moments.length}` : "";
    this.segs.replaceChildren(...moments.map((_, i) => h("i", { class: i < at ? "done" : "" })));
    // What is asked at the beginning is answered in the end.
    this.say.textContent =
      moments[at - 1]?.say ??
      (arena.names().length > 3 ? "Who wins?" : `${arena.names().join(" against ")}: who wins?`);
    this.list.replaceChildren(
      ...moments.map((one, i) =>
        h(
          "li",
          {},
          press(
            () => arena.line.seek(one.t),
            { class: kindOf(i, at), "aria-current": i === at - 1 ? "step" : null },
            h("span", { class: "n" }, i + 1),
            h("span", {}, i < at ? one.title : "To come"),
            h("span", { class: "t" }, `turn ${one.t}`),
          ),
        ),
      ),
    );
  }
}

/** Whether a moment is past, shown or to come. @param {number} place @param {number} at how many are not to come */
export const kindOf = (place, at) => (place === at - 1 ? "now" : place < at ? "done" : "later");
