//! The results of a season's secret and its events: a drawing, a final; each against the log's.

use crate::log::event::{Frozen, Pairing};
use crate::orders::final_tournament::{finalists, seed_of_the_next};
use crate::play::runner::GameRunner;
use crate::state::State;

/// The fault of a drawing, if any.
pub(super) fn drawing(runner: &GameRunner, state: &State, rounds: &[Pairing]) -> Option<String> {
    let right = runner.draw(state);
    if right == rounds {
        return None;
    }
    let Some(place) = right.iter().zip(rounds).position(|(right, drawn)| right != drawn) else {
        return Some(format!("it has {} rounds, and should have {}", rounds.len(), right.len()));
    };
    let words = |pairing: &Pairing| {
        let table = state.labels(pairing).join(" against ");
        let Pairing { chance, met, .. } = pairing;
        format!("{table} (chance {chance} ‰, met {met} times)")
    };
    let [drawn, right] = [&rounds[place], &right[place]].map(words);
    Some(format!("round {}: it is {drawn}, and should be {right}", place + 1))
}

/// The fault of a final as it was frozen, if any.
pub(super) fn freezing(runner: &GameRunner, state: &State, frozen: &Frozen) -> Option<String> {
    if frozen.seed != seed_of_the_next(state, &runner.secret, frozen.announced.as_deref()) {
        return Some("the seed of the final is not the one that follows from the season's secret".to_owned());
    }
    let right = finalists(state, frozen.top);
    let names =
        |versions: &[usize]| versions.iter().map(|&id| state.label(id)).collect::<Vec<_>>().join(", ");
    (right != frozen.versions).then(|| {
        format!("the final is between {}, and should be between {}", names(&frozen.versions), names(&right))
    })
}
