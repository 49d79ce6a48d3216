//! One line of play, as plain data: all that a match depends on, beside the bots themselves.
//!
//! To take back, to fork and to hand a seat over are changes to the data; the match is then
//! [started](Line::start) again. Bots are deterministic, so they come back with the memory they had.

mod text;

use std::collections::{BTreeMap, BTreeSet};

use judge_games::Seat;
use judge_limits::Limits;
use judge_scenes::Shown;
use serde::{Deserialize, Serialize};

use crate::contract::Contract;
use crate::opening;
use crate::player::Player;
use crate::referee::{By, Holder, Holders, Match, Seated};
use crate::rules::Rules;
use crate::seed::Seed;
use crate::seeds::Seeds;
use crate::terms::GameTerms;
use crate::watched::{AnyMatch, Moved, Watched};
pub use text::LineText;

/// One line of play.
#[must_use]
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// The game and its parameters.
    pub rules: Rules,
    /// The seeds of the opening and of each seat.
    pub seeds: Seeds,
    /// Random legal actions that the game begins with.
    pub opening_plies: u32,
    /// What it begins with instead, if the opening was written: the texts of a [`opening::WrittenOpening`].
    pub opening: Vec<String>,
    /// The seats, in order.
    pub seats: Vec<SeatLine>,
    /// Actions that persons took, by turn: the number of actions before it.
    pub by_hand: BTreeMap<u32, String>,
}

/// A seat in a line of play.
#[must_use]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeatLine {
    /// The bot, by its place in the caller's list.
    pub bot: Option<usize>,
    /// The holders of the seat's turns: its player or a person.
    pub holders: Holders,
}

impl SeatLine {
    /// A seat that a bot takes.
    pub fn bot(bot: usize) -> Self {
        Self { bot: Some(bot), holders: Holders::always(Holder::Player) }
    }

    /// A seat that a person takes.
    pub fn person() -> Self {
        Self { bot: None, holders: Holders::always(Holder::Person) }
    }
}

impl Line {
    /// A line that begins with no opening, and without actions by hand.
    pub fn new(rules: Rules, round: Seed, seats: Vec<SeatLine>) -> Self {
        let seeds = Seeds { round, order: 0 };
        Self { rules, seeds, opening_plies: 0, opening: Vec::new(), seats, by_hand: BTreeMap::new() }
    }

    /// All that decides its game beside the bots and the seed; `limits` are what they may use.
    pub fn terms(&self, limits: &Limits) -> GameTerms {
        let opening = self.opening.clone();
        GameTerms { opening, ..GameTerms::new(&self.rules, self.opening_plies, limits) }
    }

    /// Forgets everything from a turn on. The holder of a seat on that turn keeps it.
    pub fn take_back(&mut self, turn: u32) {
        self.by_hand.retain(|&taken, _| taken < turn);
        for seat in &mut self.seats {
            seat.holders.truncate(turn);
        }
    }

    /// The line that leaves this one at a turn, with another action there, by any seat.
    ///
    /// Turns of the opening and forced ones stay as they are, and an action that is not legal is dropped.
    pub fn fork(&self, turn: u32, action: &str) -> Self {
        let mut fork = self.clone();
        fork.take_back(turn);
        fork.by_hand.insert(turn, action.to_owned());
        fork
    }

    /// Gives a seat to a bot from `moves.len()` turns on; `moves` are those of the match so far.
    ///
    /// If another bot had the seat before, that one's turns stay as they were played.
    pub fn give_to_bot(&mut self, seat: Seat, bot: usize, moves: &[Moved]) {
        let now = u32::try_from(moves.len()).expect("a match is shorter");
        let at = &mut self.seats[seat.index()];
        if at.bot != Some(bot) {
            let theirs = moves.iter().filter(|moved| moved.seat == seat && moved.by == By::Player);
            self.by_hand.extend(theirs.map(|moved| (moved.turn, moved.action.clone())));
            at.bot = Some(bot);
            at.holders.replace_player(now);
        }
        at.holders.change(now, Holder::Player);
    }

    /// Gives a seat to a person from a turn on.
    pub fn give_to_person(&mut self, seat: Seat, turn: u32) {
        self.seats[seat.index()].holders.change(turn, Holder::Person);
    }

    /// The seats that a person has, or had on one of the turns up to this one.
    #[must_use]
    pub fn persons(&self, turn: u32) -> BTreeSet<Seat> {
        let is_persons = |seat: &SeatLine| {
            seat.bot.is_none() || (0..=turn).any(|turn| seat.holders.at(turn) == Holder::Person)
        };
        let persons = (0..).map(Seat).zip(&self.seats).filter(|(_, seat)| is_persons(seat));
        persons.map(|(seat, _)| seat).collect()
    }

    /// Begins the match that the line describes, of the game `G`, whose parameters are `params`.
    /// `player` seats a bot of the caller's list, in a game of the parameters that it is given: those of this match only.
    ///
    /// # Errors
    /// The turn of an action by hand that cannot be read, and why.
    pub fn start<'p, G: Contract + Shown + 'p>(
        &self,
        params: &G::Params,
        mut player: impl FnMut(&G::Params, usize, Seat, Seed) -> Box<dyn Player<G> + 'p>,
    ) -> Result<Box<dyn AnyMatch + 'p>, (u32, String)> {
        let mut opening = opening::of_round::<G>(params, &self.opening, self.opening_plies, self.seeds);
        let (params, start) = opening.start::<G>(params, self.seeds.game().0);
        let by_hand = self.by_hand.iter().map(|(&turn, action)| {
            let parsed = action.parse::<G::Action>().map_err(|error| (turn, error.to_string()));
            parsed.map(|action| (turn, action))
        });
        let by_hand: Vec<(u32, G::Action)> = by_hand.collect::<Result<_, _>>()?;
        let seated = (0..).map(Seat).zip(&self.seats).map(|(seat, line)| Seated {
            player: line.bot.map(|bot| player(&params, bot, seat, self.seeds.seat(seat))),
            holders: line.holders.clone(),
        });
        let mut game = Match::from_start(start, &params, opening, seated.collect());
        game.set_by_hand(by_hand);
        Ok(Box::new(Watched::new(game)))
    }
}

#[cfg(test)]
mod tests;
