// Games that are shown by what was done in them, without their bots. Their form is told in judge/page/src/transcripts.rs.

/**
 * The recorded games, by their place in the list.
 * @param {{ games: number[], actions: string[], faults: [number, any[]][] }} table @param {Uint8Array} bytes
 * @returns {Map<number, Recording>}
 */
export function recordings(table, bytes) {
  const found = new Map(),
    faults = new Map(table.faults);
  let at = 0;
  for (const place of table.games) {
    /** @type {string[]} */
    const moves = [];
    for (;;) {
      let code = 0,
        shift = 0;
      for (; bytes[at] > 0x7f; at++, shift += 7) code |= (bytes[at] & 0x7f) << shift;
      code |= bytes[at++] << shift;
      if (!code) break;
      moves.push(table.actions[code - 1]);
    }
    found.set(place, withAnswers({ moves, faults: faults.get(place) ?? [] }));
  }
  return found;
}

/** With what who committed a fault had answered before. @param {Recording} recording @returns {Recording} */
export function withAnswers(recording) {
  return {
    ...recording,
    faults: recording.faults.map((fault) => ({
      ...fault,
      answers: fault.answered.map((/** @type {number} */ turn) => recording.moves[turn]),
    })),
  };
}
