//! What the games of a tournament have in common, and what stands out of them.

use std::collections::BTreeMap;

use judge_play::text::sanitize;

use crate::course::points;
use crate::crosstable::Cell;
use crate::words::{many, name_of, thousands};
use crate::{Format, Game, Results, Standing, TournamentFacts};

/// The contestant's games that are worth a look.
#[derive(Default)]
pub(crate) struct Portrait {
    /// Whom it did best and worst against, as places in the standings.
    pub(crate) best: Option<usize>,
    pub(crate) worst: Option<usize>,
    /// The first game that it lost.
    pub(crate) first_lost: Option<usize>,
    /// The game in which it thought longest in one turn, and how much fuel that took.
    pub(crate) dearest: Option<(usize, u64)>,
}

/// Why games ended, and how many did so, most first.
pub(crate) fn endings(results: &Results) -> Vec<(String, String)> {
    let mut endings: BTreeMap<String, u64> = BTreeMap::new();
    for game in &results.games {
        *endings.entry(ending(game)).or_default() += 1;
    }
    let mut endings: Vec<_> = endings.into_iter().collect();
    endings.sort_by_key(|(words, games)| (std::cmp::Reverse(*games), words.clone()));
    endings.into_iter().map(|(words, games)| (words, thousands(games))).collect()
}

/// Why a game ended, without the names.
fn ending(game: &Game) -> String {
    let last = game.reason.rsplit("; ").next().unwrap_or_default();
    match (game.outcome.as_str(), last) {
        ("decided", "repetition") => "drawn by repetition".into(),
        ("decided", "cap") => "at the limit of turns".into(),
        ("decided", _) => "by the rules".into(),
        ("forfeit", _) => {
            let fault = game.reason.split(": ").nth(1).unwrap_or_default();
            format!("forfeit: {}", sanitize(fault.split(',').next().unwrap_or_default()))
        }
        ("walkover", _) => "walkover: a contestant was disqualified before".into(),
        (other, _) => other.to_owned(),
    }
}

/// One portrait for each row of the standings.
pub(crate) fn portraits(results: &Results, crosstable: &[Vec<Cell>]) -> Vec<Portrait> {
    let places = results.places();
    let mut portraits: Vec<Portrait> = crosstable.iter().map(|row| opponents(row)).collect();
    for game in &results.games {
        let most = game.points.iter().max().copied().unwrap_or(0);
        for (seat, contestant) in game.seats.iter().enumerate() {
            let Some(portrait) = places.get(contestant).map(|&place| &mut portraits[place]) else { continue };
            if game.points.get(seat).is_some_and(|&points| points < most) && game.is_played {
                portrait.first_lost.get_or_insert(game.number);
            }
            let Some(fuel) = game.spent.get(seat).and_then(|spent| spent.fuel_per_turn_max) else { continue };
            if portrait.dearest.is_none_or(|(_, most)| fuel > most) {
                portrait.dearest = Some((game.number, fuel));
            }
        }
    }
    // Whoever is out had bests only against walkovers.
    for (row, portrait) in results.standings.iter().zip(&mut portraits) {
        if row.is_out() {
            (portrait.best, portrait.worst) = (None, None);
        }
    }
    portraits
}

fn opponents(row: &[Cell]) -> Portrait {
    let met = || row.iter().enumerate().filter(|(_, cell)| cell.games() > 0);
    let share = |cell: &Cell| (u64::from(2 * cell.won + cell.drawn) << 32) / u64::from(2 * cell.games());
    let best = met().max_by_key(|(place, cell)| (share(cell), std::cmp::Reverse(*place)));
    let worst = met().min_by_key(|(place, cell)| (share(cell), *place));
    Portrait {
        best: best.map(|(place, _)| place),
        worst: worst.map(|(place, _)| place),
        ..Portrait::default()
    }
}

/// What the tournament was, in one line.
pub(crate) fn line(told: &TournamentFacts, results: &Results) -> String {
    let played = results.games.iter().filter(|game| game.is_played).count();
    let contestants = many(results.standings.len() as u64, "contestant");
    let table = if told.seats > 2 { format!(", {} at a table", told.seats) } else { String::new() };
    let all = results.games.iter().filter(|game| game.outcome != "bye").count();
    let games = if played == all {
        format!("{} were played", many(all as u64, "game"))
    } else {
        format!("{} of {} were played", thousands(played as u64), many(all as u64, "game"))
    };
    let games = if all == 1 { games.replace("were", "was") } else { games };
    format!("{} · {contestants}{table} · {games}", name_of(&told.game))
}

/// Who won the tournament, in a sentence; nothing if nobody did.
pub(crate) fn headline(told: &TournamentFacts, results: &Results) -> String {
    let name = |row: &Standing| told.contestants[row.contestant].shown();
    let mut ranked = results.standings.iter().filter(|row| row.status == "ranked");
    let Some(first) = ranked.next().filter(|row| row.played > 0) else { return String::new() };
    let second = ranked.next();
    let games = many(first.played, "game");
    match told.format {
        Format::Knockout | Format::DoubleElimination | Format::Groups => the_final(told, results, first),
        Format::Gauntlet => {
            let ahead = second.map(|second| match (share(told, first), share(told, second)) {
                (best, next) if best > next => format!(", ahead of {} with {next:.1} %", name(second)),
                _ => format!(", as much as {}", name(second)),
            });
            let result = result(told, first);
            format!("{} wins with {result} from {games}{}.", name(first), ahead.unwrap_or_default())
        }
        Format::Swiss if second.is_some_and(|second| second.rank == first.rank) => {
            let equal = results.standings.iter().filter(|row| row.rank == first.rank).map(name);
            let equal: Vec<&str> = equal.collect();
            let others = equal.len().saturating_sub(SHARING_SHOWN) as u64;
            let others = if others == 0 { String::new() } else { format!(" and {} more", thousands(others)) };
            let equal = equal[..equal.len().min(SHARING_SHOWN)].join(", ") + &others;
            format!("First place is shared by {equal}, with {} each.", many(first.points, "point"))
        }
        Format::RoundRobin | Format::Swiss => {
            let ahead = second.map(|second| match first.points.saturating_sub(second.points) {
                0 => format!(", as many as {}", name(second)),
                lead => format!(", {} ahead of {}", thousands(lead), name(second)),
            });
            let (all, ahead) = (many(first.points, "point"), ahead.unwrap_or_default());
            // Few games are played in a Swiss, so chance decides more than elsewhere.
            let sure = first.places.filter(|_| told.format == Format::Swiss).map(|(low, high)| {
                let to = if low == high { String::new() } else { format!("\u{2013}{high}") };
                format!(" By the ratings its place is {low}{to}, with 95 % certainty.")
            });
            format!("{} wins with {all} from {games}{ahead}.{}", name(first), sure.unwrap_or_default())
        }
    }
}

/// The most contestants who share the first place that are named; the others are counted.
const SHARING_SHOWN: usize = 10;

/// The match of a double elimination that follows if the first final was lost by who had not lost before.
const SECOND_FINAL: &str = "final-2";

/// Who won the final of a knockout, against whom, and how.
fn the_final(told: &TournamentFacts, results: &Results, first: &Standing) -> String {
    // The second final, if there is one.
    let is_second = results.games.iter().any(|game| game.match_name == SECOND_FINAL);
    let last = if is_second { SECOND_FINAL } else { "final" };
    let games: Vec<&Game> = results.games.iter().filter(|game| game.match_name == last).collect();
    let sums = points(&games);
    let name = |id: usize| told.contestants[id].shown();
    let own = sums.get(&first.contestant).copied().unwrap_or(0);
    let Some((&other, &theirs)) = sums.iter().find(|(id, _)| **id != first.contestant) else {
        return format!("{} wins the knockout.", name(first.contestant));
    };
    let score = format!("{}\u{2013}{}", thousands(own), thousands(theirs));
    let is_out = |row: &Standing| row.contestant == other && row.is_out();
    let how = if own > theirs {
        format!(", {score}")
    } else if results.standings.iter().any(is_out) {
        ", which is disqualified".into()
    } else {
        format!(" by seeding after {score}")
    };
    format!("{} wins the final against {}{how}.", name(first.contestant), name(other))
}

/// What a contestant has made: its points, or in a gauntlet, where not all play as many games, its share of them.
pub(crate) fn result(told: &TournamentFacts, row: &Standing) -> String {
    match told.format {
        Format::Gauntlet => format!("{:.1} % of the points", share(told, row)),
        _ => many(row.points, "point"),
    }
}

/// The share of the points that a contestant could have made, in per cent.
#[allow(clippy::cast_precision_loss, reason = "points are counted to some millions")]
fn share(told: &TournamentFacts, row: &Standing) -> f64 {
    let most = 2 * (told.seats as u64 - 1) * row.played;
    100.0 * row.points as f64 / most.max(1) as f64
}

#[cfg(test)]
mod tests;
