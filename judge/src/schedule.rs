//! Who meets whom: contestants in, rounds and games out. Plays nothing.

mod round_robin;

use judge_games::Seat;

pub use round_robin::{round_robin, round_robin_games};

use crate::seed::Seed;

/// A contestant's place in the list of entrants, which is sorted by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EntrantId(pub usize);

/// One pairing and one seed, played once in every seat order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Round {
    /// Which of the pairing's rounds it is, from 1.
    pub number: u32,
    /// Who meets, in the seat order of the round's first game.
    pub pairing: Vec<EntrantId>,
    /// What all random numbers of the round come from.
    pub seed: Seed,
}

/// One game of the schedule.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fixture<'a> {
    /// The round it belongs to.
    pub round: &'a Round,
    /// Which of the round's seat orders it is, from 0.
    pub order: usize,
}

impl Round {
    /// The round's games, one per seat order.
    pub fn fixtures(&self) -> impl Iterator<Item = Fixture<'_>> {
        (0..self.pairing.len()).map(|order| Fixture { round: self, order })
    }
}

impl Fixture<'_> {
    /// Who sits where, seat 0 first: in each order everybody moves up one seat.
    #[must_use]
    pub fn seating(&self) -> Vec<EntrantId> {
        let mut seating = self.round.pairing.clone();
        seating.rotate_left(self.order);
        seating
    }

    /// What the bot at `seat` draws its random numbers from, in this game only.
    #[must_use]
    pub fn seed(&self, seat: Seat) -> Seed {
        self.round.seed.derive(&["seat", &self.order.to_string(), &seat.to_string()])
    }
}
