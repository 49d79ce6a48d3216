//! `pairs.csv`: a row for each contestant and each opponent that it met.

use judge_bots::Bot;
use serde::Serialize;

use super::{Fraction, Text};
use crate::object;
use crate::results::pairs::Pairs;
use judge_rating::Standing;

/// Everybody against everybody that it met, both in the order of the standings.
pub(crate) fn pair_rows(standings: &[Standing], pairs: &Pairs, bots: &[Bot]) -> Vec<impl Serialize> {
    let order = || standings.iter().map(|standing| standing.entrant);
    let name = |id: crate::phases::EntrantId| Text(bots[id.0].name.to_string());
    let everybody = order().flat_map(|contestant| order().map(move |opponent| (contestant, opponent)));
    let row = |(contestant, opponent)| {
        let against = pairs.of(contestant, opponent)?;
        Some(object! {
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
