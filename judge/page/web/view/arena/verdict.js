// How a match ended, in words.

import { ranksOf } from "../../engine/turning.js";
import { versus } from "../dom.js";

/**
 * @param {any} over @param {(seat: number) => string} nameOf
 */
export function verdictOf(over, nameOf) {
  const { verdict, faults } = over.record;
  const ranks = ranksOf(verdict);
  if (!ranks) return over.words;
  const winners = ranks.flatMap((rank, seat) => (rank === 1 ? [seat] : []));
  // As people say it: the winner's score comes first.
  const seats = [...ranks.keys()].sort((one, other) => ranks[one] - ranks[other] || one - other);
  const scores = verdict.decided ? ` ${versus(seats.map((seat) => verdict.decided.scores[seat]))}` : "";
  const why = faults.length
    ? `: ${nameOf(faults[0].seat)}, ${faults[0].kind} in ${faults[0].function}`
    : verdict.decided?.ending === "rules"
      ? ""
      : ` (${verdict.decided?.ending})`;
  if (winners.length === ranks.length) return `Draw${scores}${why}`;
  return `${winners.map(nameOf).join(", ")} ${winners.length > 1 ? "win" : "wins"}${scores}${why}`;
}
