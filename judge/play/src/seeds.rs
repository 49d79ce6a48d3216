//! The seeds of all random numbers of a game.

use judge_games::Seat;

use crate::seed::Seed;

/// The seed of a round, and the games that share it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seeds {
    /// The seed of all random numbers of the round.
    pub round: Seed,
    /// The number of this game's order of seats in the round, from 0.
    pub order: usize,
}

impl Seeds {
    /// The seed of the random numbers of the bot at `seat`, in this game only.
    pub fn seat(&self, seat: Seat) -> Seed {
        self.round.derive(&["seat", &self.order.to_string(), &seat.to_string()])
    }

    /// The seed of a game's chance: the same for all orders of the seats. A game that knows it knows no bot's seed.
    pub fn game(&self) -> Seed {
        self.round.derive(&["game"])
    }
}
