// Takes any number that is legal, each as likely as another.

export const myGame = {
  name: () => 'Random',

  newGame(seed, seat) {}, // Math.random follows from the game's seed

  take: (left) => 1 + Math.floor(Math.random() * Math.min(left, 3)),
};
