//! The lines about a game as it goes: each move, what bots log, the end.

use judge_play::games::{Ending, Seat};
use judge_play::scenes::Unit;
use judge_play::text::sanitize;
use judge_play::{Moved, Verdict};

use crate::ink::{Ink, InkRow};
use crate::words;

/// The sentence at the last move of a saved game that was not over.
pub(crate) const NOT_OVER: &str = "The game was not over when it was saved. judge play --load continues it.";

/// The lines that a bot logged in a turn.
pub(crate) fn logged(log: &[String]) -> impl Iterator<Item = InkRow> {
    log.iter().map(|said| InkRow::new().with(Ink::Faint, format!("     log: {}", sanitize(said))))
}

/// A move on a row: its number, the action as it is shown, who moved, and what is to be said of it.
pub(crate) fn move_row(moved: &Moved, (ink, action): (Ink, &str), who: &str, notes: &[String]) -> InkRow {
    let mut row = InkRow::new().with(Ink::Faint, format!("{:>3}. ", moved.turn + 1));
    row.push(ink, format!("{action:<8}"));
    row.push(Ink::Seat(moved.seat), format!(" {who}"));
    if !notes.is_empty() {
        row.push(Ink::Faint, format!("  {}", notes.join(", ")));
    }
    row
}

/// The result of a game, in words.
pub fn end(verdict: &Verdict, name: impl Fn(Seat) -> String, unit: Option<Unit>) -> String {
    let seats = |ranks: &[u8], rank: u8| -> Vec<String> {
        (0..).map(Seat).zip(ranks).filter(|(_, other)| **other == rank).map(|(seat, _)| name(seat)).collect()
    };
    match verdict {
        Verdict::Void(void) => format!("The game is void: {}", sanitize(&void.detail)),
        Verdict::Forfeit(ranks) => {
            let last = ranks.iter().copied().max().unwrap_or(1);
            let (losers, winners) = (seats(ranks, last), seats(ranks, 1));
            format!("{} forfeits; {} {}", words::and(&losers), words::and(&winners), wins(winners.len()))
        }
        Verdict::Decided(outcome) => {
            let winners = seats(&outcome.ranks, 1);
            let scores: Vec<String> = outcome.scores.iter().map(ToString::to_string).collect();
            let result = if winners.len() == outcome.ranks.len() {
                "The game is a draw".to_owned()
            } else {
                format!("{} {}", words::and(&winners), wins(winners.len()))
            };
            let why = match outcome.ending {
                Ending::Rules => "",
                Ending::Repetition => "; the same position came back too often",
                Ending::Cap => "; the game reached its longest length",
            };
            let score =
                unit.map_or_else(String::new, |unit| format!(", {} {}", scores.join(" – "), unit.many));
            format!("{result}{score}{why}.")
        }
    }
}

fn wins(winners: usize) -> &'static str {
    if winners == 1 { "wins" } else { "share the first place" }
}

#[cfg(test)]
mod tests {
    use judge_play::games::Outcome;

    use super::*;

    #[test]
    fn every_end_has_its_words() {
        let name = |seat: Seat| ["black", "white"][seat.index()].to_owned();
        let decided = |ranks: &[u8], scores: &[i32], ending| {
            Verdict::Decided(Outcome { ranks: ranks.to_vec(), scores: scores.to_vec(), ending })
        };
        let text = |verdict: Verdict| end(&verdict, name, Some(Unit { one: "chip", many: "chips" }));
        assert_eq!(text(decided(&[2, 1], &[20, 44], Ending::Rules)), "white wins, 20 – 44 chips.");
        assert_eq!(text(decided(&[1, 1], &[32, 32], Ending::Rules)), "The game is a draw, 32 – 32 chips.");
        assert_eq!(text(Verdict::Forfeit(vec![2, 1])), "black forfeits; white wins");
        assert!(
            text(decided(&[1, 1], &[0, 0], Ending::Cap)).ends_with("; the game reached its longest length.")
        );
        assert_eq!(end(&decided(&[1, 2], &[1, 0], Ending::Rules), name, None), "black wins.");
    }
}
