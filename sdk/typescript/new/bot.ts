// A bot for GAME: a program that reads a line and prints a line.
//
// A line with "ask" wants an answer, and one with "tell" wants none. These are the lines of GAME, and answers behind >:
// LINES
//
// Who prefers a class finds how to write one in player.mjs.

import { createInterface } from 'node:readline';
import type { Question } from './player.mjs';

// FLEET
/** Places the ships one below the other: 5a@0,2 is one of 5 squares, across, which begins at 0,2. */
function placeShips(question: Question): string {
  const apart = question['no-touch'] ? 2 : 1;
  return question.fleet.map((length: number, row: number) => `${length}a@0,${row * apart}`).join(' ');
}

// END
function takeTurn(question: Question): string {
  const actions = question.legal_actions ?? [''];
  // THINK HERE: choose one of the actions. question.… is what else there is.
  return actions[Math.floor(Math.random() * actions.length)]!;
}

for await (const line of createInterface({ input: process.stdin })) {
  const question: Question = JSON.parse(line);
  if (!question.ask) continue;
  if (question.ask === 'name') console.log('NAME');
  // FLEET
  else if (question.fleet) console.log(placeShips(question));
  // END
  else console.log(takeTurn(question));
}
