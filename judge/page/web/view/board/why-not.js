// Why nothing can be done at a place that was clicked.

/**
 * @param {Scene} scene @param {string} key the place @param {(seat: number) => string} nameOf
 * @returns {string}
 */
export function whyNot(scene, key, nameOf) {
  if (scene.toMove === null) return "The game is over.";
  const board = scene.boards[Number.parseInt(key, 10)],
    mover = nameOf(scene.toMove);
  if (board.owner !== null)
    return `This is the board of ${nameOf(board.owner)}: ${mover} plays on the other one.`;
  const [x, y] = key.split(/[:,]/).slice(1).map(Number),
    [, stack] = key.split("s");
  const pieces =
    stack === undefined ? board.cells[y * board.columns + x]?.pieces : board.beside[Number(stack)];
  const owner = pieces?.at(-1)?.owner ?? null;
  if (!scene.choices.some((choice) => choice.from)) return "Nothing can be played here.";
  if (owner === null) return "Choose what is to move first, then where it goes.";
  return owner === scene.toMove
    ? "This one cannot move."
    : `This one is ${nameOf(owner)}'s: ${mover} is to move.`;
}
