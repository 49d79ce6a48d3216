//! The plan of a knockout: those who come in, best first, through all stages.

use super::{Phase, Stage};

/// Goes through all stages of the tree of these contestants, best first, of as many as a power of two, byes included.
///
/// In a stage neighbours `meet`, which says who has won and who has lost, each in order. The tree is the usual one: the best
/// get the byes, and the first and the second can meet in its last match only.
pub(super) fn through<S: Copy + PartialEq>(
    contestants: &[S],
    phase: &Phase,
    mut meet: impl FnMut(Stage, &[S]) -> (Vec<S>, Vec<S>),
) {
    let mut winners: Vec<S> = lines(contestants.len()).into_iter().map(|place| contestants[place]).collect();
    let (masks, mut losers, mut rounds, mut losers_rounds) = (masks(winners.len()), vec![], 0, 0);
    while winners.len() > 1 {
        rounds += 1;
        let of = winners.len() / 2;
        let stage = if phase.has_losers() { Stage::Winners(rounds) } else { Stage::Last(of) };
        let dropped;
        (winners, dropped) = meet(stage, &winners);
        if phase.third_place && of == 2 {
            meet(Stage::ThirdPlace, &dropped);
        }
        if !phase.has_losers() {
            continue;
        }
        let mut losers_meet = |sides: &[S]| {
            losers_rounds += 1;
            meet(Stage::Losers(losers_rounds), sides).0
        };
        losers = if losers.is_empty() {
            dropped
        } else {
            let dropped = (0..of).map(|number| dropped[number ^ masks[rounds - 2]]);
            losers_meet(&losers.into_iter().zip(dropped).flat_map(<[S; 2]>::from).collect::<Vec<_>>())
        };
        if winners.len() > 1 {
            losers = losers_meet(&losers);
        }
    }
    if let [best_loser] = losers[..] {
        let (winner, loser) = meet(Stage::FINAL, &[winners[0], best_loser]);
        // Whoever has won all matches needs no second.
        if winner[0] == best_loser {
            meet(Stage::SecondFinal, &[winner[0], loser[0]]);
        }
    }
}

/// Where losers of the winners' tree of a double elimination of this size drop: that of match m, from 0, of its round r, from 2
/// on, into match m XOR the number r - 2 of these.
///
/// Who has met meets again as late as can be, byes or not. Of all plans of this kind these have the fewest expected matches
/// before the final, between equals, of two who have met (at 32 within 0.02). Above 64 it is a rule, tried up to 512.
fn masks(size: usize) -> Vec<usize> {
    let first = (size / 4).saturating_sub(1);
    match size {
        ..=16 => vec![first, 0, 0],
        32 => vec![first, 1, 1, 0],
        64 => vec![first, 4, 1, 1, 0],
        _ => {
            let between = vec![2; size.ilog2() as usize - 6];
            [&[first, size / 16], &between[..], &[3, 0, 0]].concat()
        }
    }
}

/// Places from the top of the draw to its end: the sum of each first match's places is the same.
pub(super) fn lines(size: usize) -> Vec<usize> {
    let mut places = vec![0];
    while places.len() < size {
        let last = 2 * places.len() - 1;
        places = places.iter().flat_map(|&place| [place, last - place]).collect();
    }
    places
}

#[cfg(test)]
mod tests;
