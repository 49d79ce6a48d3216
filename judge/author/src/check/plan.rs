//! The games that a bot is examined in: rules and opponents in, numbered cases out, the most telling ones first.

use std::cmp::Reverse;

use judge_core::error::Error;
use judge_play::games::Seat;
use judge_play::{Line, Rules, SeatLine, Seed};
use judge_sandbox::Limits;

use super::positions::{Position, hard, wide};
use super::variants::{Variant, unusual, with_settings};

/// One game that a bot is examined in.
#[derive(Clone, Debug)]
pub struct CheckCase {
    /// Its number, from 1: the same as long as the options are.
    pub number: usize,
    /// Its special feature: its parameters, or its position.
    pub title: String,
    /// Whether it goes by the rules that are asked for, and not by others of the same game, which a tournament may have.
    pub is_usual: bool,
    /// Whether nothing but the bot's first turn is played: where a turn is dear, nothing is left for more.
    pub is_one_turn: bool,
    /// The game; the bot is number 0 of the loaded bots.
    pub line: Line,
    /// The bot's seat.
    pub seat: Seat,
    /// The opponent's name.
    pub opponent: String,
}

impl CheckCase {
    /// The fuel in the bank of a bot with so much fuel a turn, unless it is set.
    pub(super) fn fuel_bank(&self, fuel_per_turn: u64) -> u64 {
        Limits::bank_for(fuel_per_turn, self.line.rules.turns_max())
    }
}

/// Cases by `rules`, the first of which are those that are asked for, against `opponents`: a place among the loaded bots
/// and a name, the weakest first. `positions` are a person's own, and are in place of ours.
///
/// # Errors
/// If the game is broken, or the machine cannot run it.
pub fn plan(
    rules: &[Rules],
    opponents: &[(usize, String)],
    positions: Option<&[Position]>,
    seed: Seed,
) -> Result<Vec<CheckCase>, Error> {
    let Some(first) = rules.first() else { return Ok(vec![]) };
    let usual = with_settings(first, []).map_or_else(|_| Vec::new(), |usual| usual.settings());
    let mut planner = Planner { cases: vec![], seed, asked: first, usual };
    if let Some(positions) = positions {
        for position in positions {
            planner.position(first, &opponents[0], position);
        }
        return Ok(planner.cases);
    }
    // The cases that cost most come first, since a bot that thinks long plays few of them.
    for position in &wide(first)? {
        planner.position(first, &opponents[0], position);
        planner.cases.last_mut().expect("it was added").is_one_turn = true;
    }
    for opponent in opponents {
        planner.games(first, opponent);
    }
    for position in &hard(first)? {
        planner.position(first, &opponents[0], position);
    }
    let mut others: Vec<&Rules> = rules[1..].iter().collect();
    others.sort_by_key(|other| Reverse(other.turns_max()));
    for other in &others {
        planner.games(other, &opponents[0]);
    }
    for other in others.into_iter().filter(|other| other.seats() == 2) {
        for position in hard(other)?.iter().take(POSITIONS_OF_A_VARIANT) {
            planner.position(other, &opponents[0], position);
        }
    }
    Ok(planner.cases)
}

/// Positions that are tried by other rules.
const POSITIONS_OF_A_VARIANT: usize = 4;

struct Planner<'a> {
    cases: Vec<CheckCase>,
    seed: Seed,
    /// The rules that are asked for.
    asked: &'a Rules,
    /// The game's usual settings.
    usual: Variant,
}

impl Planner<'_> {
    /// A game in each seat, or at a large table in the first and the last.
    fn games(&mut self, rules: &Rules, opponent: &(usize, String)) {
        for seat in [0, rules.seats() - 1] {
            let line = self.line(rules, seat, opponent.0);
            let line = Line { opening_plies: rules.info().opening_plies.unwrap_or(0), ..line };
            self.case(unusual(rules.settings(), &self.usual), line, seat, opponent);
        }
    }

    fn position(&mut self, rules: &Rules, opponent: &(usize, String), position: &Position) {
        let seat = position.to_move.index();
        let opening = position.opening.iter().cloned().collect();
        let by_hand = position.by_hand.clone();
        let line = Line { opening, by_hand, ..self.line(rules, seat, opponent.0) };
        let title = match unusual(rules.settings(), &self.usual) {
            settings if settings.is_empty() => position.title.clone(),
            settings => format!("{}, {settings}", position.title),
        };
        self.case(title, line, seat, opponent);
    }

    fn line(&self, rules: &Rules, seat: usize, opponent: usize) -> Line {
        let bot = |other: usize| SeatLine::bot(if other == seat { 0 } else { opponent });
        let seed = self.seed.derive(&["check", &self.cases.len().to_string()]);
        Line::new(rules.clone(), seed, (0..rules.seats()).map(bot).collect())
    }

    fn case(&mut self, title: String, line: Line, seat: usize, opponent: &(usize, String)) {
        let number = self.cases.len() + 1;
        let seat = Seat(u8::try_from(seat).expect("a table has few seats"));
        let (is_usual, opponent) = (line.rules == *self.asked, opponent.1.clone());
        self.cases.push(CheckCase { number, title, is_usual, is_one_turn: false, line, seat, opponent });
    }
}
