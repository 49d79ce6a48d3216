// Sounds of a match, made here: off, until the reader wants them.

import { select } from "../dom.js";
import { keep, recall } from "../kept.js";
import { isEmbedded } from "../share/embed.js";

const KEPT = "judge.sound";
/** Each sound: its tones, each with its pitch in hertz, when it begins and how long it takes, in seconds. @type {Record<string, [number, number, number][]>} */
const SOUNDS = {
  move: [[330, 0, 0.06]],
  event: [
    [196, 0, 0.09],
    [147, 0.05, 0.14],
  ],
  end: [
    [262, 0, 0.14],
    [330, 0.12, 0.14],
    [392, 0.24, 0.3],
  ],
};
const LOUDNESS = 0.12;

export class Sound {
  constructor() {
    // A frame has no settings in which its sounds could be switched off.
    this.isOn = recall(KEPT) === "on" && !isEmbedded();
    /** @type {AudioContext | null} */
    this.context = null;
    const options = ["off", "on"].map((value) => [value, `sound: ${value}`]);
    this.element = select("Sound", options, { onchange: () => this.set(this.element.value === "on") });
    this.element.value = this.isOn ? "on" : "off";
  }

  /** @param {boolean} isOn */
  set(isOn) {
    this.isOn = isOn;
    keep(KEPT, isOn ? "on" : "off");
    this.play("move");
  }

  /** @param {"move" | "event" | "end"} kind */
  play(kind) {
    if (!this.isOn || !globalThis.AudioContext) return;
    this.context ??= new AudioContext();
    const { context } = this,
      now = context.currentTime;
    for (const [pitch, begin, length] of SOUNDS[kind]) {
      const tone = context.createOscillator(),
        loudness = context.createGain();
      tone.type = "triangle";
      tone.frequency.value = pitch;
      loudness.gain.setValueAtTime(LOUDNESS, now + begin);
      loudness.gain.exponentialRampToValueAtTime(0.001, now + begin + length);
      tone.connect(loudness).connect(context.destination);
      tone.start(now + begin);
      tone.stop(now + begin + length);
    }
  }
}

/** The sound of the turn that is shown. @param {Arena} arena @param {Frame} frame @returns {"move" | "event" | "end"} */
export function soundOf(arena, frame) {
  if (arena.session.over && arena.t === arena.session.frames.length - 1) return "end";
  return frame.faults.length || frame.move?.events?.length ? "event" : "move";
}
