//! The lines about a game as it goes: who plays, each move, the end.

use std::collections::BTreeSet;

use judge_core::game::LoadedBots;
use judge_play::games::{Ending, Seat};
use judge_play::scenes::{Facts, Mark, MarkKind, Scene, Unit};
use judge_play::text::sanitize;
use judge_play::{By, Fault, Line, Moved, Verdict};

use crate::board::{Look, seated};
use crate::ink::{Ink, InkRow};
use crate::words;

/// Characters of a row before the next begins.
const WIDTH: usize = 78;
/// The sentence at the last move of a saved game that was not over.
pub const NOT_OVER: &str = "The game was not over when it was saved. judge play --load continues it.";

/// The players, as the people at the screen call them.
pub struct Commentary<'a> {
    /// The bots.
    pub loaded_bots: &'a LoadedBots,
    /// The line of play, with the player of each seat.
    pub line: &'a Line,
    /// The seats that persons have, or had.
    pub persons: &'a BTreeSet<Seat>,
    /// The names of persons, by seat, if they gave any.
    pub names: &'a [Option<String>],
    /// The look of boards.
    pub look: Look,
}

impl Commentary<'_> {
    fn facts(&self) -> &'static Facts {
        self.line.rules.facts()
    }

    /// The name of the player at a seat: a person's name, `you`, `person`, or a bot's name.
    #[must_use]
    pub fn who(&self, seat: Seat, turn: u32) -> String {
        let at = &self.line.seats[seat.index()];
        match at.bot.filter(|_| at.holders.at(turn) == judge_play::Holder::Player) {
            Some(bot) => self.loaded_bots.bots()[bot].name.to_string(),
            None => match self.names.get(seat.index()) {
                Some(Some(name)) => name.clone(),
                _ if self.persons.len() == 1 => "you".to_owned(),
                _ => "person".to_owned(),
            },
        }
    }

    /// A seat and who is there: `black (you)`.
    #[must_use]
    pub fn seat(&self, seat: Seat, turn: u32) -> String {
        format!("{} ({})", self.facts().seat(seat), self.who(seat, turn))
    }

    /// The pieces and the score of each player, in as many rows as it takes.
    #[must_use]
    pub fn legend(&self, scene: &Scene, turn: u32) -> Vec<InkRow> {
        let mut rows = vec![InkRow::new()];
        for (number, score) in (0..).zip(&scene.scores) {
            let seat = Seat(number);
            let ink = if scene.to_move == Some(seat) { Ink::Strong } else { Ink::Plain };
            let name = (ink, self.seat(seat, turn));
            let mut part = seated(self.facts(), seat, self.look.glyphs, name);
            if self.facts().unit.is_some() {
                part.push(Ink::Plain, format!(" {score}"));
            }
            let row = rows.last_mut().expect("there is a row");
            if row.width() > 0 && row.width() + 3 + part.width() > WIDTH {
                rows.push(part);
                continue;
            }
            if row.width() > 0 {
                row.push(Ink::Plain, "   ");
            }
            row.0.extend(part.0);
        }
        if let Some(unit) = self.facts().unit {
            rows.last_mut().expect("there is a row").push(Ink::Faint, format!(" {}", unit.many));
        }
        rows
    }

    /// A move on a row of its own.
    #[must_use]
    pub fn moved(&self, moved: &Moved, marks: &[Mark]) -> InkRow {
        let secret = self.line.rules.secret(&moved.action).filter(|_| !self.persons.is_empty());
        let action = secret.as_ref().map_or(moved.action.as_str(), |secret| secret.says.as_ref());
        let ink = if marks.iter().any(|mark| mark.kind == MarkKind::Blow) { Ink::Hit } else { Ink::Strong };
        let why = match moved.by {
            By::Opening => Some("opening".to_owned()),
            By::Forced if marks.iter().all(|mark| mark.kind != MarkKind::Pass) => Some("forced".to_owned()),
            _ => None,
        };
        let notes: Vec<String> = why.into_iter().chain(marks.iter().map(ToString::to_string)).collect();
        move_row(moved, (ink, action), &self.seat(moved.seat, moved.turn), &notes)
    }

    /// The fault of a bot, with a fleet that it placed against the rules.
    #[must_use]
    pub fn fault(&self, fault: &Fault, turn: u32) -> Vec<InkRow> {
        let who = self.seat(fault.seat, turn);
        let mut rows =
            vec![InkRow::new().with(Ink::Wrong, sanitize(&format!("{who} commits a fault: {fault}")))];
        rows.extend(crate::fleet::illegal(&self.line.rules, fault));
        rows
    }

    /// The result of the game.
    #[must_use]
    pub fn end(&self, verdict: &Verdict, turn: u32) -> InkRow {
        InkRow::new().with(Ink::Strong, end(verdict, |seat| self.seat(seat, turn), self.facts().unit))
    }
}

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
