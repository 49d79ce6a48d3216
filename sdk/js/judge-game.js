// What a game in JavaScript is made of. Derive a class from `Game`; its fields are the state of the game.
//
// This module is plain JavaScript, so a game can be tested on any machine:
//
//     const game = begun(NineStones, { size: 5 });
//     game.play('2');
//
// The last line of a game's file runs it: it reads the judge's questions and prints the answers. So it plays at once, as
// `judge play "node nine-stones.js" …`, and in the sandbox after `sdk/js/build nine-stones.js`.
//
//     await run(NineStones, import.meta.url);

import { run as answer } from './judge-rules.js';

/** Says which rule an action or an answer breaks. */
export class Illegal extends Error {
  name = 'Illegal';
}

/** Says that settings make no game: `new Mistake('size', '…')` names the key to change. */
export class Mistake extends Error {
  name = 'Mistake';

  constructor(key, reason) {
    super(reason);
    this.key = key;
  }
}

// Kinds of settings: what can be written in [rules], what it is if nothing is written, and what it means.

/** A whole number. */
export const number = (least, most, initial, meaning) => ({ kind: 'number', least, most, initial, meaning });

/** Whole numbers from `least` to `most`, with commas between them. */
export const numbers = (least, most, initial, meaning) => ({ kind: 'numbers', least, most, initial, meaning });

/** One of some words, or one of some numbers. */
export const oneOf = (options, initial, meaning) => ({ kind: 'oneOf', options, initial, meaning });

/** True or false. */
export const flag = (initial, meaning) => ({ kind: 'flag', initial, meaning });

/** Any text; `check` says which are valid. */
export const text = (initial, meaning) => ({ kind: 'text', initial, meaning });

/**
 * A game in progress. Its fields may hold numbers, texts, true, false, null, and arrays and plain objects of these.
 *
 * Whatever a method computes must follow from these fields and its arguments. `Math.random` may be used in all methods: it is
 * seeded with the round's seed and the number of actions so far.
 *
 * What people see is made of plain objects:
 *
 * - A piece is `{ name, letters, shape, symbols, sizes, isBlow }`, and only the first two are needed. `letters` is a text if it
 *   belongs to nobody, and an array with a text for each seat otherwise. A text has a letter for each number of the piece, which
 *   most pieces have not; `sizes` are the words for these. The shapes are disc, cup, stone, live-stone, pebble, ship, hit and miss.
 *   `symbols` are drawn where there are more signs than in ASCII. `isBlow` says that it is a loss for its owner.
 * - A board is `{ rows, owner, firstRow, columnLabels, rowLabels, beside }`, and only the first is needed. A row is a text with a
 *   letter for each cell, and `.` for an empty one. A row can also be an array; then a cell is a text with the letters of all
 *   pieces in it, from the bottom to the top. So are the stacks `beside` it. `firstRow` is 'top' or 'bottom'.
 * - A mark is `{ text, event, isRare, kind }`, and only the first is needed. An `event` belongs on a time line, in these words. The
 *   kinds are plain, blow, pass and score.
 * - A secret is `{ word, says }`: in a list of actions, as `fleet`, and what a seat does, as `places its fleet`.
 */
export class Game {
  // What holds for every position.
  static contract = ''; // what bots are asked, as WIT: an interface of the game's name
  static help = ''; // the rules, in a page of text
  static settings = {}; // what can be set, by key
  static seatsMax = 2; // the most players
  static openingPlies = null; // random actions in the beginning, if a tournament says nothing else; null: no openings
  static seats = []; // what seats are called
  static unit = ['point', 'points']; // what a score counts; null if it says only who has won
  static example = 'an action'; // what to type, as in 'a square, as in d3'
  static notation = "Write an action in the game's notation.";
  static misread = null; // what is said of a text that is no action, after that text
  static hidden = 'what it hides'; // what other seats must not see; null if nothing is hidden
  static pieces = [];
  static stacks = 'top'; // which pieces of a cell are drawn: 'top' or 'whole'
  static ground = 'plain'; // what the board is made of: felt, grooves, wood, sand or sea
  static ownBoard = 'Board'; // what a seat's own board is called
  static beside = null; // what stacks beside a board are called, if there can be any
  static emblem = null; // the letter of the piece that stands for a seat in lists
  static trials = []; // settings that are worth a try, as 'size=4'

  // What settings make.

  /** Throws a `Mistake` if these settings do not go together. */
  check(_settings) {}

  /** How many seats there are. */
  players(_settings) {
    return 2;
  }

  // Each game has besides:
  //
  // turnsMax(settings)     the most actions that a game can take
  // start(settings)        sets the fields for a new game
  // toMove()               the seat that must act; null when the game is over
  // legal()                all legal actions, in a fixed order; null if they cannot be listed: then `play` must refuse others
  // play(action)           plays an action that is legal, for the seat to move
  // scores()               what each seat has; at the end the higher score wins
  // question(seat)         how the seat to move is asked: { function, arguments, text }, where the arguments of the contract's
  //                        function go by name, and the text says the same for people. Put in only what this seat may know.
  //                        Without arguments it is `new-game` of a contract in which that answers something.
  // answer(seat, value)    the action that a bot means by its answer; throws `Illegal` if it is no action at all
  //
  // It may have remove(seat), which takes an offender out of a game that the others play on, in which ranks() must not let it
  // win; without it the game ends.

  /** The scores that a seat may see before the end; null is a spectator, who may see all. */
  shownScores(_viewpoint) {
    return this.scores();
  }

  /** Why an action is not legal. */
  refusal(action) {
    return `${action} is not legal here`;
  }

  /** An action that leaves no choice, which is played without asking. */
  forced() {
    return null;
  }

  /** Who has won, at the end: 1 is best, and equals share a rank. */
  ranks() {
    const scores = this.scores();
    return scores.map((score) => 1 + scores.filter((other) => other > score).length);
  }

  /** Why it is over: by the 'rules', by 'repetition', or by a 'cap' on its length. */
  ending() {
    return 'rules';
  }

  /** The arguments of the contract's `new-game`. The seed is for the bot's own random numbers. */
  begin(_settings, seat, seed) {
    return { seed, seat };
  }

  /** To be called in `start`, `play` and `remove`: tells bots news by a function of the contract that answers nothing. */
  tell(name, values, words, seats) {
    this.#news.push({ function: name, arguments: values, text: words, seats });
  }

  /** What was told. The judge's side asks for it. */
  news() {
    return this.#news;
  }

  #news = [];

  // What people see. The viewpoint is a seat, or null for who sees everything.

  boards(_viewpoint) {
    return [];
  }

  /** What else there is to see; all of it in games without boards. */
  text(_viewpoint) {
    return null;
  }

  /** An SVG, which a page shows as an image. */
  picture(_viewpoint) {
    return null;
  }

  /** Where an action takes something from: [column, row], or [board, column, row]. */
  origin(_action) {
    return null;
  }

  /** Where an action puts something: so it can be chosen by a click. */
  target(_action) {
    return null;
  }

  /** What stands out in the action that led from `before` to here. */
  marks(_before, _action, _viewpoint) {
    return [];
  }

  /** What other seats hear of an action instead of it; null if they may hear it. */
  secret(_action) {
    return null;
  }
}

/** Plays the game with the judge, line by line, if the file at this address is the one that was started. */
export async function run(kind, url) {
  const last = (path) => decodeURIComponent(path).split(/[\\/]/).at(-1);
  if (!url || last(url) === last(process.argv[1] ?? '')) await answer(kind);
}

/** A new game, for tests. */
export function begun(kind, settings = {}) {
  const usual = Object.entries(kind.settings).map(([key, { initial }]) => [key, initial]);
  const game = new kind();
  game.start({ ...Object.fromEntries(usual), ...settings });
  return game;
}
