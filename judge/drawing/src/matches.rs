//! What a game is in its match: games in, names and scores of matches out.

use std::collections::BTreeMap;

use judge_rating::EntrantId;
use judge_rating::phases::{Match, phase_at};
use serde::Serialize;

use crate::{Results, TournamentFacts};

/// A game of a match of a knockout, as a page tells of it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct InMatch {
    /// The number of the match's phase, from 1.
    pub phase: u32,
    /// What people call the match: `Final`, `Semi-final 2`.
    pub name: String,
    /// Which of the match's games it is, from 1.
    pub game: usize,
    /// How many games the match has.
    pub of: usize,
    /// The points of the seats in the match, this game included; nothing if it ended by more than points at the board.
    pub score: Vec<u64>,
    /// Whether it decided the match: from then on the other could not draw level.
    pub decides: bool,
    /// Whether the match is the last of the tournament.
    pub is_last: bool,
}

/// What each game is in its match; nothing for one that is of none.
#[must_use]
pub fn in_matches(facts: &TournamentFacts, results: &Results) -> Vec<Option<InMatch>> {
    let mut games: BTreeMap<(usize, String), Vec<usize>> = BTreeMap::new();
    for (place, game) in results.games.iter().enumerate() {
        let of = (phase_at(&facts.phases, game.round), game.match_name.clone());
        games.entry(of).or_default().push(place);
    }
    let mut found = vec![None; results.games.len()];
    for (at, end) in results.phases.iter().enumerate() {
        for (number, of) in end.matches.iter().enumerate() {
            let is_last = of.group == 0 && at + 1 == facts.phases.len() && number + 1 == end.matches.len();
            let places = games.remove(&(at, of.name.to_string())).unwrap_or_default();
            for (place, game) in places.iter().zip(of_match(of, &places, results)) {
                found[*place] = Some(InMatch { is_last, ..game });
            }
        }
    }
    found
}

/// The games at these places, which are all of a match.
fn of_match(of: &Match, places: &[usize], results: &Results) -> Vec<InMatch> {
    let (mut matches, mut sums, mut decider, mut last) = (vec![], [0; 2], None, None);
    for (at, place) in places.iter().enumerate() {
        let game = &results.games[*place];
        let side = |id: &EntrantId| of.sides.iter().position(|side| side == id);
        let sides: Vec<usize> = game.ids.iter().filter_map(side).collect();
        for (side, points) in sides.iter().zip(&game.points.0) {
            sums[*side] += points;
        }
        let is_out_of_reach = sums[0].abs_diff(sums[1]) > 2 * (places.len() - at - 1) as u64;
        decider = decider.or(is_out_of_reach.then_some(at));
        last = game.is_played().then_some(at).or(last);
        let (phase, name, score) =
            (of.phase, of.name.words(), sides.iter().map(|side| sums[*side]).collect());
        matches.push(InMatch { phase, name, game: at + 1, of: places.len(), score, ..InMatch::default() });
    }
    // Where somebody is disqualified, games count otherwise in the end.
    let is_by_points = sums == of.points();
    let decider = decider.filter(|_| is_by_points).or(last).filter(|_| of.why.is_some());
    for (at, game) in matches.iter_mut().enumerate() {
        game.decides = Some(at) == decider;
        game.score.retain(|_| is_by_points);
    }
    matches
}
