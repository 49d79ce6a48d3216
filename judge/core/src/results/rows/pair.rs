//! `pairs.csv`: a row for each contestant and each opponent that it met.

use judge_bots::Bot;
use serde::Serialize;

use super::{Fraction, Text};
use crate::results::pairs::Pairs;
use judge_rating::Standing;

/// A contestant against an opponent.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub(crate) struct PairRow {
    /// Who.
    pub contestant: Text,
    /// Against whom.
    pub opponent: Text,
    /// Games that count.
    pub played: u64,
    /// Games in which the contestant did better than the opponent.
    pub won: u64,
    /// Games in which both did equally well.
    pub drawn: u64,
    /// Games in which the opponent did better.
    pub lost: u64,
    /// 2 for each game won and 1 for each drawn.
    pub points: u64,
    /// Share of the points of the games in which the contestant sat before the opponent.
    pub first_seat_share: Option<Fraction>,
}

/// Everybody against everybody that it met, both in the order of the standings.
#[must_use]
pub(crate) fn pair_rows(standings: &[Standing], pairs: &Pairs, bots: &[Bot]) -> Vec<PairRow> {
    let order = || standings.iter().map(|standing| standing.entrant);
    let name = |id: crate::schedule::EntrantId| Text(bots[id.0].name.to_string());
    let everybody = order().flat_map(|contestant| order().map(move |opponent| (contestant, opponent)));
    let row = |(contestant, opponent)| {
        let against = pairs.of(contestant, opponent)?;
        Some(PairRow {
            contestant: name(contestant),
            opponent: name(opponent),
            played: against.played,
            won: against.won,
            drawn: against.drawn,
            lost: against.lost,
            points: against.points(),
            first_seat_share: against.first_seat_share().map(Fraction),
        })
    };
    everybody.filter_map(row).collect()
}
