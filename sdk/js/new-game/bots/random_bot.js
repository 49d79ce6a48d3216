// Takes any number that is legal, each as likely as another.

import { createInterface } from 'node:readline';

for await (const line of createInterface({ input: process.stdin })) {
  const { ask, legal_actions } = JSON.parse(line);
  if (ask === 'name') console.log('Random');
  else if (ask) console.log(legal_actions[Math.floor(Math.random() * legal_actions.length)]);
}
