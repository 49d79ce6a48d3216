// Leaves a multiple of four where it can.

export const myGame = {
  name: () => 'Careful',

  newGame(seed, seat) {},

  // Of a multiple of four it can take what it likes: the other one can win.
  take: (left) => left % 4 || 1,
};
