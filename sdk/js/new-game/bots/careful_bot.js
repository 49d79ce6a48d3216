// Leaves a multiple of four where it can.

import { createInterface } from 'node:readline';

for await (const line of createInterface({ input: process.stdin })) {
  const { ask, left } = JSON.parse(line);
  if (ask === 'name') console.log('Careful');
  // Of a multiple of four it can take what it likes: the other one can win.
  else if (ask === 'take') console.log(String(left % 4 || 1));
}
