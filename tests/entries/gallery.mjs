// The game in JavaScript that docs/game.md shows, against rules that were written a second time. On this machine's Node.js, without
// WebAssembly.
//
//     node tests/entries/gallery.mjs

import assert from 'node:assert/strict';

import GoldMine from '../../sdk/game/examples/gold-mine.js';
import { Rules } from '../../sdk/js/judge-rules.js';

const rules = new Rules(GoldMine);
const mineOf = ({ state }) => JSON.parse(state).game.mine.join('\n');
const play = ({ state }, action) => rules.play({ state, action });

/** What each seat has won by these choices, a list for each day, and the gold that is left, by square. */
function wonBy(mine, days, seats) {
  const gold = new Map();
  mine.split('\n').forEach((row, y) => row.split(',').forEach((cell, x) => gold.set('abcdefghij'[x] + (y + 1), Number(cell))));
  const won = Array(seats).fill(0);
  for (const choices of days) {
    choices.forEach((square, seat) => {
      if (choices.filter((other) => other === square).length === 1) won[seat] += gold.get(square);
    });
    for (const square of choices) assert(gold.delete(square) || choices.indexOf(square) !== choices.lastIndexOf(square));
  }
  return [won, gold];
}

const mines = new Set();
for (const [seats, size, most] of [[2, 6, 10], [3, 3, 50], [6, 4, 5]]) {
  for (let seed = 0; seed < 20; seed += 1) {
    const settings = [['seats', String(seats)], ['size', String(size)], ['days', String(most)]];
    let at = rules.start({ settings, seed: String(seed) });
    assert.deepEqual(at, rules.start({ settings, seed: String(seed) }));
    const mine = mineOf(at);
    mines.add(mine);
    let dice = seed;
    const days = [];
    for (let turn = 0; at['to-move'] !== null; turn += 1) {
      assert(turn < rules.set_up({ settings }).value['turns-max']);
      assert.equal(at['to-move'], turn % seats);
      const open = [...wonBy(mine, days.slice(0, Math.floor(turn / seats)), seats)[1].keys()].sort();
      assert.deepEqual(rules.legal(at).sort(), open);
      assert.equal(play(at, 'k1').tag, 'err');
      dice = (dice * 1103515245 + 12345) % 2 ** 31;
      const action = open[(dice >> 8) % open.length];
      const after = play(at, action).value;
      // Until the last one has chosen, nobody is told or shown which square it is.
      if (at['to-move'] < seats - 1) {
        const other = play(at, open.find((square) => square !== action) ?? action).value;
        for (let seat = 0; seat < seats; seat += 1) {
          assert.deepEqual(rules.question({ ...after, seat }), rules.question({ ...other, seat }));
          assert.deepEqual(rules.scene({ ...after, viewpoint: seat }), rules.scene({ ...other, viewpoint: seat }));
        }
        assert.deepEqual(rules.secret({ ...at, action }), { word: 'square', says: 'chooses a square' });
      }
      if (at['to-move'] === 0) days.push([]);
      days.at(-1).push(action);
      at = after;
    }
    const [won, left] = wonBy(mine, days, seats);
    assert.deepEqual([...at.outcome.scores], won);
    assert(days.length === most || left.size === 0);
  }
}
assert(mines.size === 60, 'a mine follows from its seed');

// Two dig on one square, and one elsewhere; then one is taken out, and the others dig without it.
const settings = [['seats', '3'], ['size', '3'], ['days', '2']];
let at = rules.start({ settings, seed: '1' });
const mine = mineOf(at);
for (const action of ['a1', 'c3', 'a1']) at = play(at, action).value;
assert.deepEqual([...rules.scene({ ...at, viewpoint: 0 }).scores], wonBy(mine, [['a1', 'c3', 'a1']], 3)[0]);
assert.equal(mineOf(at)[0], '#');
for (const action of ['b2', 'b3']) at = play(at, action).value;
at = rules.remove({ ...at, seat: 2 });
assert.equal(at['to-move'], null);
assert.deepEqual([...at.outcome.scores], wonBy(mine, [['a1', 'c3', 'a1'], ['b2', 'b3']], 3)[0]);

// Whoever is taken out is behind who is left.
for (const left of [0, 1, 2]) {
  at = rules.start({ settings, seed: '1' });
  while (at['to-move'] !== null) {
    const seat = at['to-move'];
    at = seat === left ? play(at, rules.legal(at)[0]).value : rules.remove({ ...at, seat });
  }
  assert.deepEqual([...at.outcome.ranks].map((rank) => rank === 1), [0, 1, 2].map((seat) => seat === left));
}
console.log('the gallery in JavaScript: all passed');
