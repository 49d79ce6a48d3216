// Places of a scene, by their names: a square of a board, or a stack beside it.

/** The name of a place. @param {any} place */
export const keyOf = (place) =>
  "stack" in place ? `${place.board}s${place.stack}` : `${place.board}:${place.x},${place.y}`;

/** A square's name, as actions have it. @param {Board} board @param {number} x @param {number} y */
export const squareName = ({ columnLabels, rowLabels }, x, y) =>
  `${columnLabels[x]}${/^\d/.test(columnLabels[x]) ? "," : ""}${rowLabels[y]}`;

/** The place that an element belongs to. @param {any} target @returns {string | null} */
export const placeOf = (target) => target?.closest?.("[data-place]")?.getAttribute("data-place") ?? null;
