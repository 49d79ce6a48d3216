// A heap of pebbles: take one, two or three; who takes the last one wins.

import { Game, number, run } from './judge-game.js';

const MORE_MAX = 3; // the most pebbles that the seed adds
const TAKE_MAX = 3; // the most pebbles that may be taken at once

export default class Heap extends Game {
  // What bots are asked.
  static contract = `
    /// A heap of pebbles: take one, two or three; who takes the last one wins.
    interface my-game {
        /// What the bot calls itself. Asked once, before the tournament.
        name: func() -> string;

        /// Begins a game. The seed is for the bot's own random generator. Seat 0 begins.
        new-game: func(seed: u64, seat: u8);

        /// Answers with how many pebbles to take of those that are left: 1, 2 or 3.
        take: func(left: u8) -> u8;
    }
  `;
  static help =
    'Two players take pebbles from a heap in turn: one, two or three. Who takes the last one wins. ' +
    "The round's seed decides how large the heap is.";
  static settings = { size: number(4, 60, 20, "pebbles in the heap, from 4 to 60; the round's seed adds up to 3") };
  static seats = ['first', 'second'];
  static unit = null;
  static example = 'a number, as in 2';
  static notation = 'Write how many pebbles to take, as in 2.';
  static hidden = null;
  static pieces = [{ name: 'a pebble', letters: 'o', shape: 'pebble', symbols: ['●'] }];
  static ground = 'sand';

  turnsMax(settings) {
    return settings.size + MORE_MAX;
  }

  // The rules. All fields of the class are the state of the game.

  start(settings) {
    // All chance is the same for both seat orders of a round.
    this.size = settings.size + Math.floor(Math.random() * (MORE_MAX + 1));
    this.left = this.size;
    this.turn = 0;
  }

  toMove() {
    return this.left > 0 ? this.turn : null;
  }

  legal() {
    return ['1', '2', '3'].slice(0, Math.min(this.left, TAKE_MAX));
  }

  play(action) {
    this.left -= Number(action);
    this.turn = 1 - this.turn;
  }

  refusal(action) {
    return `${action} cannot be taken; take ${this.legal().join(', ')}`;
  }

  scores() {
    // The one who has taken the last pebble is not to move.
    return [0, 1].map((seat) => (this.left === 0 && seat !== this.turn ? 1 : 0));
  }

  // What the functions of the contract are asked with, and what their answers mean.

  begin(settings, seat, seed) {
    return { seed, seat };
  }

  question(seat) {
    return { function: 'take', arguments: { left: this.left }, text: `${this.left} left` };
  }

  answer(seat, value) {
    return String(value);
  }

  // What people see.

  boards(viewpoint) {
    // The pebbles in a row. Who takes some takes those at the right end.
    return [{ rows: ['o'.repeat(this.left) + '.'.repeat(this.size - this.left)] }];
  }

  target(action) {
    return [this.left - Number(action), 0];
  }

  marks(before, action, viewpoint) {
    return this.left === 0 ? [{ text: 'the last pebble', event: 'the last pebble' }] : [];
  }
}

await run(Heap, import.meta.url);
