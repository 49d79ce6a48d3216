//! What all random numbers of a game come from.

use judge_games::Seat;

use crate::seed::Seed;

/// The seed of a round, and the games that share it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Seeds {
    /// What all random numbers of the round come from.
    pub round: Seed,
    /// Which of the round's seat orders this game is, from 0.
    pub order: usize,
}

impl Seeds {
    /// What the bot at `seat` draws its random numbers from, in this game only.
    #[must_use]
    pub fn seat(&self, seat: Seat) -> Seed {
        self.round.derive(&["seat", &self.order.to_string(), &seat.to_string()])
    }

    /// What a game's chance comes from: the same for all orders of the seats. A game that knows it knows no bot's seed.
    #[must_use]
    pub fn game(&self) -> Seed {
        self.round.derive(&["game"])
    }
}
