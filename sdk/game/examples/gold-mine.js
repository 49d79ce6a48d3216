// Gold Mine for two to six: all choose a square at once, and gold goes to who digs alone.

import { Game, Illegal, number, run } from '../../js/judge-game.js';

const LETTERS = 'ABCDEF'; // who has dug there
const GOLD = '123456789';
const FALLEN = '#';

/** A square in the notation of actions: c2 is the third column and the second row. */
const named = (x, y) => `${String.fromCharCode(97 + x)}${y + 1}`;
/** The column and row of an action, from 0. */
const placed = (action) => [action.charCodeAt(0) - 97, Number(action.slice(1)) - 1];

export default class GoldMine extends Game {
  // What bots are asked.
  static contract = `
    /// Gold Mine for two to six: all choose a square at once. Who digs alone takes the gold; where several dig, it is lost.
    interface gold-mine {
        /// From the left and from the top, from 0.
        record square { x: u8, y: u8 }

        name: func() -> string;
        new-game: func(seed: u64, seat: u8, seats: u8, size: u8, days: u8);
        /// A mine is a character for each square, row by row: 1 to 9 for gold, a letter, from A, for the seat that has dug
        /// there, # for a shaft that fell in. \`won\` is the gold of each seat. Answers with one of the open squares.
        dig: func(mine: string, days-left: u8, won: list<u16>, open: list<square>) -> square;
    }
  `;
  static help =
    'A mine has gold on each square, from 1 to 9, as the seed of the round decides. Each day all players choose a square at the same ' +
    'time. Who digs alone takes its gold. Where several dig, the shaft falls in, and its gold is lost. The most gold wins.';
  static settings = {
    seats: number(2, 6, 2, 'players, from 2 to 6'),
    size: number(3, 10, 6, 'columns of the mine, and rows, from 3 to 10'),
    days: number(1, 50, 10, 'days, from 1 to 50; it ends sooner if no gold is left'),
  };
  static seatsMax = 6;
  static seats = ['red', 'blue', 'green', 'orange', 'violet', 'brown'];
  static unit = ['nugget', 'nuggets'];
  static example = 'a square, as in c2';
  static notation = 'Write a square, as in c2: its column, and its row from the top.';
  static hidden = 'the square that it has chosen';
  static pieces = [
    { name: '{number} of gold', letters: GOLD, shape: 'circle', sizes: GOLD.split('') },
    { name: "{seat}'s shaft", letters: [...LETTERS], shape: 'square' },
    { name: 'a shaft that fell in', letters: FALLEN, shape: 'cross' },
  ];
  static ground = 'sand';
  static emblem = 'A';
  static trials = ['seats=6 size=3', 'seats=4'];

  players(settings) {
    return settings.seats;
  }

  turnsMax(settings) {
    return settings.seats * settings.days;
  }

  start({ seats, size, days }) {
    const gold = () => GOLD[Math.floor(Math.random() * GOLD.length)];
    this.mine = Array.from({ length: size }, () => Array.from({ length: size }, gold));
    this.daysLeft = days;
    this.won = Array(seats).fill(0);
    this.chosen = Array(seats).fill(null); // secret until the last one has chosen
    this.gone = []; // seats that were taken out
  }

  left() {
    return this.won.map((_, seat) => seat).filter((seat) => !this.gone.includes(seat));
  }

  open() {
    const squares = this.mine.flatMap((row, y) => row.map((cell, x) => ({ x, y, cell })));
    return squares.filter(({ cell }) => GOLD.includes(cell)).map(({ x, y }) => ({ x, y }));
  }

  toMove() {
    const isOver = this.left().length < 2 || this.daysLeft === 0 || this.open().length === 0;
    return isOver ? null : this.left().find((seat) => this.chosen[seat] === null);
  }

  legal() {
    return this.open().map(({ x, y }) => named(x, y));
  }

  play(action) {
    this.chosen[this.toMove()] = action;
    this.digIfAllHaveChosen();
  }

  digIfAllHaveChosen() {
    const diggers = this.left();
    if (diggers.some((seat) => this.chosen[seat] === null)) return;
    for (const action of new Set(diggers.map((seat) => this.chosen[seat]))) {
      const [x, y] = placed(action);
      const here = diggers.filter((seat) => this.chosen[seat] === action);
      if (here.length === 1) this.won[here[0]] += Number(this.mine[y][x]);
      this.mine[y][x] = here.length === 1 ? LETTERS[here[0]] : FALLEN;
    }
    this.chosen.fill(null);
    this.daysLeft -= 1;
  }

  remove(seat) {
    this.gone.push(seat);
    if (this.left().length > 1) this.digIfAllHaveChosen();
  }

  scores() {
    return this.won;
  }

  ranks() {
    // Who was taken out is behind all others.
    const counts = this.won.map((won, seat) => (this.gone.includes(seat) ? -1 : won));
    return counts.map((count) => 1 + counts.filter((other) => other > count).length);
  }

  begin({ seats, size, days }, seat, seed) {
    return { seed, seat, seats, size, days };
  }

  question(_seat) {
    const mine = this.mine.map((row) => row.join(''));
    const values = { mine: mine.join(''), 'days-left': this.daysLeft, won: this.won, open: this.open() };
    return { function: 'dig', arguments: values, text: mine.join('/') };
  }

  answer(_seat, { x, y }) {
    if (!this.mine[y]?.[x]) throw new Illegal(`there is no square in column ${x} of row ${y}`);
    return named(x, y);
  }

  boards(_viewpoint) {
    const letters = this.mine.map((_, x) => named(x, 0)[0]);
    return [{ rows: this.mine, columnLabels: letters, rowLabels: this.mine.map((_, y) => String(y + 1)) }];
  }

  text(_viewpoint) {
    return `${this.daysLeft} ${this.daysLeft === 1 ? 'day is' : 'days are'} left.`;
  }

  target(action) {
    return placed(action);
  }

  secret(_action) {
    return { word: 'square', says: 'chooses a square' };
  }

  marks(before, _action, _viewpoint) {
    const fallen = (mine) => mine.flat().filter((cell) => cell === FALLEN).length;
    return fallen(this.mine) > fallen(before.mine) ? [{ text: 'a shaft falls in', event: 'a shaft falls in', kind: 'blow' }] : [];
  }
}

await run(GoldMine, import.meta.url);
