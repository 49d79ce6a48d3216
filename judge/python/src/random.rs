//! Games between nobody: random legal actions to the end, as many as asked for, without Python in between.

use std::collections::BTreeMap;

use judge_play::games::{Game, Parameters};
use judge_play::scenes::Shown;
use judge_play::{Random, for_game};
use pyo3::prelude::*;

use crate::{Mistake, rules, whole};

/// Games between two looks for a signal: some milliseconds.
const GAMES_AT_A_TIME: usize = 512;

/// Plays `games` games with random legal actions; returns how many actions that took, and the ranks of each game.
///
/// A game in which pieces are placed at the start has no list of ways to do so, and cannot be played here.
#[pyfunction]
pub(crate) fn random_games(
    python: Python<'_>,
    game: &str,
    #[pyo3(from_py_with = whole)] games: u32,
    #[pyo3(from_py_with = whole)] seed: u64,
    settings: BTreeMap<String, String>,
) -> PyResult<(u64, Vec<Vec<u8>>)> {
    let rules = rules(game, &settings)?;
    // Pieces that are placed at the start can lie in too many ways.
    if for_game!(&rules, _params, G => G::FACTS.placing.is_some()) {
        return Err(Mistake::new_err(format!(
            "{game} has too many first actions to draw one at random; use another game"
        )));
    }
    let (mut random, mut actions, mut all) = (Random::of(seed), 0, Vec::new());
    for first in (0..games).step_by(GAMES_AT_A_TIME) {
        let some = GAMES_AT_A_TIME.min((games - first) as usize);
        // Other threads of Python go on, and Ctrl-C ends it.
        let (more, ranks) =
            python.detach(|| for_game!(&rules, params, G => play::<G>(params, some, &mut random)));
        python.check_signals()?;
        actions += more;
        all.extend(ranks);
    }
    Ok((actions, all))
}

/// Plays some of the games; `random` goes on from game to game.
fn play<G: Game>(params: &G::Params, games: usize, random: &mut Random) -> (u64, Vec<Vec<u8>>) {
    let start = G::start(params);
    let (mut actions, mut all) = (0, Vec::with_capacity(games));
    for _ in 0..games {
        let mut game = start.clone();
        while game.to_move().is_some() {
            let legal = game.legal();
            let Some(action) = game.forced().or_else(|| pick(&legal, random)) else { break };
            game.play(&action).expect("what is listed is legal");
            actions += 1;
        }
        let seats = G::Params::seats(params);
        all.push(game.outcome().map_or_else(|| vec![1; seats], |outcome| outcome.ranks));
    }
    (actions, all)
}

fn pick<A: Clone>(legal: &[A], random: &mut Random) -> Option<A> {
    let at = (u128::from(random.number()) * legal.len() as u128) >> 64;
    legal.get(usize::try_from(at).expect("it is less than the list is long")).cloned()
}
