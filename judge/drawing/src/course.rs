//! How a tournament went: the race for points of a round-robin, the rounds of a Swiss tournament, the matches of a
//! knockout.

use std::collections::BTreeMap;

use crate::race::{self, Race};
use crate::{Format, Game, Results, Standing, TournamentFacts};

/// Contestants that a table of rounds has at most.
const LISTED_MAX: usize = 40;

/// What there is to draw of a format.
pub(crate) enum Course {
    /// Points by round.
    Race(Race),
    /// Whom each met in each round, and what came of it.
    Rounds(Rounds),
    /// Matches, stage by stage.
    Bracket(Vec<Stage>),
    /// There was one round only.
    Nothing,
}

/// The rounds of a Swiss tournament.
pub(crate) struct Rounds {
    /// The rounds' numbers.
    pub(crate) numbers: Vec<u32>,
    /// For each contestant of the standings that is shown, and for each round, what it did.
    pub(crate) rows: Vec<Vec<String>>,
}

/// A stage of a knockout.
pub(crate) struct Stage {
    /// As people call it.
    pub(crate) name: String,
    /// Who played each match.
    pub(crate) matches: Vec<Vec<Side>>,
}

/// Who played a match.
pub(crate) struct Side {
    /// The place in the standings' list.
    pub(crate) place: usize,
    pub(crate) points: u64,
    pub(crate) has_won: bool,
}

/// How a tournament went.
pub(crate) fn course(told: &TournamentFacts, results: &Results) -> Course {
    match told.format {
        Format::Knockout => Course::Bracket(bracket(results)),
        Format::Swiss => Course::Rounds(rounds(told, results)),
        Format::RoundRobin | Format::Gauntlet => {
            race::race(told, results).map_or(Course::Nothing, Course::Race)
        }
    }
}

/// The points of each who sat in some games.
pub(crate) fn points(games: &[&Game]) -> BTreeMap<usize, u64> {
    let mut sums = BTreeMap::new();
    for game in games {
        for (seat, &contestant) in game.seats.iter().enumerate() {
            *sums.entry(contestant).or_insert(0) += game.points.get(seat).copied().unwrap_or(0);
        }
    }
    sums
}

fn rounds(told: &TournamentFacts, results: &Results) -> Rounds {
    let mut by_round: BTreeMap<u32, Vec<&Game>> = BTreeMap::new();
    for game in &results.games {
        by_round.entry(game.round).or_default().push(game);
    }
    let row = |of: &Standing| by_round.values().map(|games| met(told, of.contestant, games)).collect();
    let rows = results.standings.iter().take(LISTED_MAX).map(row).collect();
    Rounds { numbers: by_round.keys().copied().collect(), rows }
}

/// Whom a contestant met in a round, and the points: its own, and those of an only opponent.
fn met(told: &TournamentFacts, contestant: usize, games: &[&Game]) -> String {
    let mine: Vec<&Game> = games.iter().copied().filter(|game| game.seats.contains(&contestant)).collect();
    let sums = points(&mine);
    let Some(own) = sums.get(&contestant) else { return "–".into() };
    let name = |other: &usize| told.contestants[*other].name.as_str();
    let others: Vec<(&usize, &u64)> = sums.iter().filter(|(other, _)| **other != contestant).collect();
    match &others[..] {
        [] => format!("bye {own}"),
        [(other, theirs)] => format!("{} {own}–{theirs}", name(other)),
        _ => {
            let names: Vec<&str> = others.iter().map(|(other, _)| name(other)).collect();
            format!("{} {own}", names.join(", "))
        }
    }
}

/// The matches by stage: first those of the most contestants.
fn bracket(results: &Results) -> Vec<Stage> {
    let places = results.places();
    let mut last: BTreeMap<usize, usize> = BTreeMap::new();
    for game in &results.games {
        let size = size_of(stage_and_number(&game.match_name).0);
        for id in &game.seats {
            last.entry(*id).and_modify(|least| *least = size.min(*least)).or_insert(size);
        }
    }
    // Whoever came further has won; in its last match whoever stands higher, which a run that is not over does not tell.
    let is_over = results.standings.iter().all(|row| row.status != "unfinished");
    let came = |id: usize| (last.get(&id).copied(), places.get(&id).filter(|_| is_over).copied());
    let mut matches: BTreeMap<(&str, u32), Vec<&Game>> = BTreeMap::new();
    for game in &results.games {
        matches.entry(stage_and_number(&game.match_name)).or_default().push(game);
    }
    let mut stages: Vec<(usize, Stage)> = Vec::new();
    for ((stage, _), games) in matches {
        let played = sides(&places, &games, came);
        let name = name_of(stage);
        match stages.iter_mut().find(|(_, known)| known.name == name) {
            Some((_, known)) => known.matches.push(played),
            None => stages.push((size_of(stage), Stage { name, matches: vec![played] })),
        }
    }
    stages.sort_by_key(|(size, _)| std::cmp::Reverse(*size));
    stages.into_iter().map(|(_, stage)| stage).collect()
}

/// Both sides of a match in the order of their names. `came` is least of whoever has won.
fn sides<T: Ord>(places: &BTreeMap<usize, usize>, games: &[&Game], came: impl Fn(usize) -> T) -> Vec<Side> {
    let sums = points(games);
    let has_won = |id: usize| sums.keys().all(|other| *other == id || came(id) < came(*other));
    let side = |(id, &points)| Some(Side { place: *places.get(id)?, points, has_won: has_won(*id) });
    sums.iter().filter_map(side).collect()
}

/// `last-16-8` into `last-16` and 8; the final has no number.
fn stage_and_number(name: &str) -> (&str, u32) {
    let parts = name.rsplit_once('-').and_then(|(stage, number)| Some((stage, number.parse().ok()?)));
    parts.unwrap_or((name, 0))
}

/// How many contestants a stage has.
fn size_of(stage: &str) -> usize {
    match stage {
        "final" => 2,
        "semi" => 4,
        "quarter" => 8,
        _ => stage.rsplit('-').next().and_then(|number| number.parse().ok()).unwrap_or(0),
    }
}

fn name_of(stage: &str) -> String {
    match stage {
        "final" => "Final".into(),
        "semi" => "Semi-finals".into(),
        "quarter" => "Quarter-finals".into(),
        _ => format!("Last {}", size_of(stage)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stage_is_known_by_the_name_of_its_match() {
        let stage = |name| stage_and_number(name).0;
        assert_eq!(["final", "semi-2", "last-16-8"].map(stage).map(size_of), [2, 4, 16]);
        assert_eq!(stage_and_number("last-16-8"), ("last-16", 8));
        assert_eq!(name_of("last-32"), "Last 32");
    }
}
