//! How a tournament went: the race for points of a round-robin, the rounds of a Swiss tournament, the matches of a
//! knockout.

use std::collections::{BTreeMap, BTreeSet};

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
    /// The groups, if there are some; and matches, stage by stage: the tree that ends with the final, and that of the
    /// losers of a double elimination.
    Bracket(Vec<Group>, Vec<Vec<Stage>>),
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

/// A group before a knockout: its name, and its members in order.
pub(crate) type Group = (String, Vec<Side>);

/// Who played a match, or in a group, where those who went on have won.
pub(crate) struct Side {
    /// The place in the standings' list.
    pub(crate) place: usize,
    pub(crate) points: u64,
    pub(crate) has_won: bool,
}

/// How a tournament went.
pub(crate) fn course(told: &TournamentFacts, results: &Results) -> Course {
    match told.format {
        Format::Knockout | Format::DoubleElimination | Format::Groups => {
            Course::Bracket(groups(told, results), bracket(results))
        }
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
    let name = |other: &usize| told.contestants[*other].shown();
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

/// The name of a group's games, without its number.
const GROUP: &str = "group";

/// The groups. Their members are in order of points; of equals, of the points among them, then of games won, and then as
/// they are seeded.
fn groups(told: &TournamentFacts, results: &Results) -> Vec<Group> {
    let places = results.places();
    let mut games: BTreeMap<u32, Vec<&Game>> = BTreeMap::new();
    let mut in_knockout: BTreeSet<usize> = BTreeSet::new();
    for game in &results.games {
        match stage_and_number(&game.match_name) {
            (GROUP, number) => games.entry(number).or_default().push(game),
            _ => in_knockout.extend(&game.seats),
        }
    }
    let group = |(number, games): (u32, Vec<&Game>)| {
        let sums = points(&games);
        let of_equals = |id: &usize| {
            let tied = |game: &&&Game| game.seats.iter().all(|other| sums[other] == sums[id]);
            let tied: Vec<&Game> = games.iter().filter(tied).copied().collect();
            points(&tied).get(id).copied().unwrap_or(0)
        };
        let has_won = |game: &&&Game, id: &usize| {
            let own = game.seats.iter().position(|seat| seat == id).and_then(|seat| game.points.get(seat));
            own.is_some_and(|own| *own == 2)
        };
        let won = |id: &usize| games.iter().filter(|game| has_won(game, id)).count();
        let mut members: Vec<usize> = sums.keys().copied().collect();
        let key = |id: &usize| (in_knockout.contains(id), sums[id], of_equals(id), won(id));
        members.sort_by_cached_key(|id| (std::cmp::Reverse(key(id)), told.contestants[*id].seeded));
        let side = |id: usize| {
            Some(Side { place: *places.get(&id)?, points: sums[&id], has_won: in_knockout.contains(&id) })
        };
        (format!("Group {number}"), members.into_iter().filter_map(side).collect())
    };
    games.into_iter().map(group).collect()
}

/// A match of a knockout.
struct Match {
    /// The place of its stage in its tree, and its number in the stage.
    order: ((usize, i64), u32),
    stage: String,
    sides: Vec<Side>,
}

/// The matches by stage: first those of the most contestants.
fn bracket(results: &Results) -> Vec<Vec<Stage>> {
    let places = results.places();
    let mut matches: Vec<(&str, Vec<&Game>)> = Vec::new();
    let is_in_group = |game: &&Game| stage_and_number(&game.match_name).0 == GROUP;
    for game in results.games.iter().filter(|game| !is_in_group(game)) {
        match matches.iter_mut().find(|(name, _)| *name == game.match_name) {
            Some((_, games)) => games.push(game),
            None => matches.push((&game.match_name, vec![game])),
        }
    }
    let is_over = results.standings.iter().all(|row| row.status != "unfinished");
    let plays = |id: usize, games: &[&Game]| games.iter().any(|game| game.seats.contains(&id));
    let mut played: Vec<Match> = Vec::new();
    for (index, (name, games)) in matches.iter().enumerate() {
        // Whoever goes on has won, or whose opponent falls; in its last match whoever stands higher, which a run that is
        // not over does not tell.
        let came = |id: usize| {
            let next = matches[index + 1..].iter().find(|(_, games)| plays(id, games));
            let next = next.map(|(next, _)| u8::from(!falls(name, next)) * 2);
            let on = next.unwrap_or(1);
            // Both come to a second final only if the one who had lost before won the first.
            let mut earlier = matches[..index].iter().filter(|(_, games)| plays(id, games));
            let had_lost =
                on == 2 && *name == "final" && earlier.any(|(earlier, _)| earlier.starts_with("losers-"));
            let points = if on == 2 { points(games).get(&id).copied() } else { None };
            let place = places.get(&id).filter(|_| is_over && on < 2).copied();
            (std::cmp::Reverse((on, had_lost, points)), place)
        };
        let (stage, number) = stage_and_number(name);
        let sides = sides(&places, games, came);
        played.push(Match { order: (order_of(stage), number), stage: name_of(stage), sides });
    }
    played.sort_by_key(|played| played.order);
    let mut trees: Vec<Vec<Stage>> = vec![vec![]];
    for Match { order: ((tree, _), _), stage, sides } in played {
        trees.resize_with(trees.len().max(tree + 1), Vec::new);
        match trees[tree].last_mut().filter(|known| known.name == stage) {
            Some(known) => known.matches.push(sides),
            None => trees[tree].push(Stage { name: stage, matches: vec![sides] }),
        }
    }
    trees
}

/// Whether it is the loser of one match whom the other is for.
fn falls(name: &str, next: &str) -> bool {
    next == "third-place" || (name.starts_with("winners-") && next.starts_with("losers-"))
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
        _ => number_of(stage),
    }
}

/// The number behind the last line of `last-16`, `winners-1` or `losers-2`.
fn number_of(stage: &str) -> usize {
    stage.rsplit('-').next().and_then(|number| number.parse().ok()).unwrap_or(0)
}

/// The tree that a stage is in, and where in that: the final is last, and just before it the match for the third place.
fn order_of(stage: &str) -> (usize, i64) {
    let round = i64::try_from(number_of(stage)).unwrap_or(0);
    match stage {
        _ if stage.starts_with("losers-") => (1, round),
        _ if stage.starts_with("winners-") => (0, i64::MIN / 2 + round),
        "third-place" => (0, -3),
        _ => (0, -i64::try_from(size_of(stage)).unwrap_or(0)),
    }
}

fn name_of(stage: &str) -> String {
    match stage {
        "final" => "Final".into(),
        "semi" => "Semi-finals".into(),
        "quarter" => "Quarter-finals".into(),
        "third-place" => "Third place".into(),
        _ if stage.starts_with("losers-") => format!("Losers, round {}", number_of(stage)),
        _ if stage.starts_with("winners-") => format!("Winners, round {}", number_of(stage)),
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
        assert_eq!(
            ["third-place", "winners-2-1", "losers-3-2"].map(stage),
            ["third-place", "winners-2", "losers-3"]
        );
        let in_order =
            ["winners-1", "winners-2", "last-16", "quarter", "semi", "third-place", "final", "losers-1"];
        assert!(in_order.map(order_of).is_sorted());
    }
}
