// Places of a scene, by their names: a square of a board, or a stack beside it.

/** The name of a place. @param {any} place */
export const keyOf = (place) => ("stack" in place ? `${place.board}s${place.stack}` : `${place.board}:${place.x},${place.y}`);

/** The place that an element belongs to. @param {any} target @returns {string | null} */
export const placeOf = (target) => target?.closest?.("[data-place]")?.getAttribute("data-place") ?? null;
