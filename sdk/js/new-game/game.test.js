import assert from 'node:assert/strict';
import { test } from 'node:test';

import Heap from './game.js';
import { begun } from './judge-game.js';

test('who takes the last pebble wins', () => {
  const game = begun(Heap);
  game.left = 5;
  for (const action of ['2', '3']) game.play(action);
  assert.deepEqual([game.toMove(), game.scores()], [null, [0, 1]]);
});

test('nobody takes more than there is', () => {
  const game = begun(Heap, { size: 4 });
  game.left = 2;
  assert.deepEqual(game.legal(), ['1', '2']);
});
