//! The results of each contestant against each other: games in, sums for each two contestants out.

use std::collections::BTreeMap;

use crate::phases::{EntrantId, GameResult};
use judge_rating::{Scored, points_against};

/// The results of one contestant against another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PairTally {
    /// Games that count.
    pub played: u64,
    /// Games in which it did better than the other.
    pub won: u64,
    /// Games in which both did equally well.
    pub drawn: u64,
    /// Games in which the other did better.
    pub lost: u64,
    /// Games that count in which it sat before the other.
    pub played_first: u64,
    /// Points of those games.
    pub(crate) points_first: u64,
    /// Points by what happened at the board, whoever is disqualified later.
    pub(crate) points_at_board: u64,
}

/// The sums for each two contestants that met.
#[derive(Clone, Debug, Default)]
pub struct Pairs(BTreeMap<(EntrantId, EntrantId), PairTally>);

impl PairTally {
    /// 2 for each game won and 1 for each drawn.
    #[must_use]
    pub fn points(&self) -> u64 {
        2 * self.won + self.drawn
    }

    /// Its share of the points of the games in which it sat before the other; nothing if there are none.
    #[must_use]
    pub fn first_seat_share(&self) -> Option<f64> {
        share(self.points_first, self.played_first)
    }

    /// Its share of the points; nothing if no game counts.
    #[must_use]
    pub fn share(&self) -> Option<f64> {
        share(self.points(), self.played)
    }
}

fn share(points: u64, games: u64) -> Option<f64> {
    #[expect(clippy::cast_precision_loss, reason = "shown to four digits")]
    (games > 0).then(|| points as f64 / (2 * games) as f64)
}

impl Pairs {
    /// Adds the next game.
    pub fn add(&mut self, scored: &Scored<'_>) {
        let Some(seats) = &scored.seats else { return };
        let board = match scored.result {
            GameResult::Played(record) => record.verdict.ranks(),
            _ => None,
        };
        for (seat, id) in scored.seating.iter().enumerate() {
            for (other, opponent) in scored.seating.iter().enumerate().filter(|(other, _)| *other != seat) {
                let points = seats[seat].rank.map_or(0, |own| points_against(own, seats[other].rank));
                let against = self.0.entry((*id, *opponent)).or_default();
                against.played += 1;
                against.won += u64::from(points == 2);
                against.drawn += u64::from(points == 1);
                against.lost += u64::from(points == 0);
                if seat < other {
                    against.played_first += 1;
                    against.points_first += points;
                }
                against.points_at_board +=
                    board.map_or(0, |ranks| points_against(ranks[seat], Some(ranks[other])));
            }
        }
    }

    /// The results of a contestant against another; `None` if they never met in a game that counts.
    #[must_use]
    pub fn of(&self, contestant: EntrantId, opponent: EntrantId) -> Option<&PairTally> {
        self.0.get(&(contestant, opponent))
    }
}
