// Plays a class by lines. A method answers each question that is asked; its name is the question's word, in camel case:
//
//     import { play } from './player.mjs';
//
//     class Sailor {
//       turns = 0;
//
//       takeTurn(question) {
//         this.turns += 1;
//         return question.legal_actions[0];
//       }
//     }
//
//     play(Sailor);
//
// `question` is the line, as an object. What is only told goes to a method of its word, if there is one. An object plays one
// game. Without a method `name` the bot is called as its class is.

import { createInterface } from 'node:readline';

/** Makes a player, and lets it answer until the judge stops it. */
export function play(Kind) {
  const player = new Kind();
  createInterface({ input: process.stdin }).on('line', (line) => {
    const question = JSON.parse(line);
    const word = question.ask ?? question.tell;
    const method = word.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
    if (player[method]) {
      const answer = player[method](question);
      if (question.ask) console.log(String(answer));
    } else if (word === 'name') {
      console.log(Kind.name);
    } else if (question.ask) {
      console.error(`${Kind.name} has no method for {"ask":"${word}",…}; write ${method}(question)`);
      process.exit(1);
    }
  });
}
