// Plays a class by lines. A method answers each question that is asked; its name is the question's word, in camel case:
//
//     import { play, type Question } from './player.ts';
//
//     class Sailor {
//       takeTurn(question: Question): string {
//         return question.legal_actions![0]!;
//       }
//     }
//
//     play(Sailor);
//
// What is only told goes to a method of its word, if there is one. An object plays one game. Without a method `name` the bot
// is called as its class is.

import { createInterface } from 'node:readline';

/** A line: what is asked or told, and its arguments by name, as docs/lines.md has them. */
export interface Question {
  ask?: string;
  tell?: string;
  legal_actions?: string[];
  fuel_left?: number;
  [argument: string]: any;
}

/** Makes a player, and lets it answer until the judge stops it. */
export function play(Kind: new () => object): void {
  const player = new Kind() as Record<string, (question: Question) => unknown>;
  createInterface({ input: process.stdin }).on('line', (line: string) => {
    const question: Question = JSON.parse(line);
    const word = question.ask ?? question.tell ?? '';
    const method = word.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
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
