// How a match ended, in words.

/**
 * @param {any} over @param {string} game @param {(seat: number) => string} nameOf
 */
export function verdictOf(over, game, nameOf) {
  const { verdict, faults } = over.record;
  const ranks = verdict.decided?.ranks ?? verdict.forfeit;
  if (!ranks) return `void: ${over.words}`;
  const winners = ranks.flatMap((/** @type {number} */ rank, /** @type {number} */ seat) => (rank === 1 ? [seat] : []));
  const scores = verdict.decided ? ` ${verdict.decided.scores.join("–")}` : "";
  const why = faults.length ? `: ${nameOf(faults[0].seat)}, ${faults[0].kind} in ${faults[0].function}` : verdict.decided?.ending === "rules" ? "" : ` (${verdict.decided?.ending})`;
  if (winners.length === ranks.length) return `Draw${scores}${why}`;
  return `${winners.map(nameOf).join(", ")} ${game === "stones" && winners.length > 1 ? "win" : "wins"}${scores}${why}`;
}
