//! The standings, counted once more from `games.csv` alone, and in another way than the judge does.

use std::collections::{BTreeMap, BTreeSet};

use super::{CUP_PLAYED, FORGIVING_CUP_PLAYED};
use crate::support::{Played, Row, rows};

/// Points, and games played, won, drawn and lost.
type Tally = [u64; 5];

#[test]
fn the_standings_follow_from_the_games() {
    let faulty = offenders(&rows(&CUP_PLAYED.games));
    assert_eq!(faulty.iter().map(String::as_str).collect::<Vec<_>>(), ["crasher"]);
    assert_recounted(&CUP_PLAYED, &faulty);
}

#[test]
fn the_standings_follow_from_the_games_if_faults_only_forfeit() {
    assert_recounted(&FORGIVING_CUP_PLAYED, &BTreeSet::new());
}

#[test]
fn the_standings_are_in_order() {
    for played in [&*CUP_PLAYED, &*FORGIVING_CUP_PLAYED] {
        let lines = rows(&played.results);
        let ranks: Vec<usize> = lines.iter().map(|line| number(line, "rank")).collect();
        assert_eq!(ranks, (1..=lines.len()).collect::<Vec<_>>());
        let keys = lines.iter().map(|line| (line["status"] == "ranked", number::<u64>(line, "points")));
        assert!(keys.is_sorted_by(|above, below| above >= below), "{}", played.results);
    }
}

#[track_caller]
fn assert_recounted(played: &Played, disqualified: &BTreeSet<String>) {
    let mut tallies: BTreeMap<String, Tally> = BTreeMap::new();
    for game in rows(&played.games) {
        let losers = losers(&game, disqualified);
        let seats: Vec<&str> = game["seats"].split(' ').collect();
        let points = points(&seats, losers.as_ref());
        let told: Vec<u64> = game["points"].split(' ').map(|text| text.parse().expect("a number")).collect();
        assert_eq!(told, points, "{game:?}");
        for (seat, points) in seats.into_iter().zip(points) {
            let [won, drawn, lost] = [2, 1, 0].map(|outcome| u64::from(points == outcome));
            let tally = tallies.entry(seat.to_owned()).or_default();
            for (sum, one) in tally.iter_mut().zip([points, 1, won, drawn, lost]) {
                *sum += one;
            }
        }
    }
    for line in rows(&played.results) {
        let told = ["points", "played", "won", "drawn", "lost"].map(|column| number(&line, column));
        assert_eq!(tallies.remove(&line["contestant"]), Some(told), "{line:?}");
    }
    assert!(tallies.is_empty(), "{tallies:?}");
}

/// Who of the two lost; nobody if it was a draw.
fn losers(game: &Row, disqualified: &BTreeSet<String>) -> Option<BTreeSet<String>> {
    let seats = || game["seats"].split(' ').map(str::to_owned);
    let out: BTreeSet<String> = seats().filter(|name| disqualified.contains(name)).collect();
    if !out.is_empty() {
        return Some(out);
    }
    match game["outcome"].as_str() {
        "forfeit" => Some(offender(game).into_iter().collect()),
        "decided" if game["ranks"] == "1 1" => None,
        "decided" => Some(
            seats()
                .zip(game["ranks"].split(' '))
                .filter(|(_, rank)| *rank == "2")
                .map(|(name, _)| name)
                .collect(),
        ),
        other => panic!("{other}: {game:?}"),
    }
}

fn points(seats: &[&str], losers: Option<&BTreeSet<String>>) -> Vec<u64> {
    let lost = |name: &str| losers.is_some_and(|losers| losers.contains(name));
    seats
        .iter()
        .map(|name| {
            if losers.is_none() {
                1
            } else if lost(name) {
                0
            } else {
                2
            }
        })
        .collect()
}

/// Everybody who forfeited a game.
fn offenders(games: &[Row]) -> BTreeSet<String> {
    games.iter().filter_map(offender).collect()
}

/// Who forfeited a game, as its reason tells.
fn offender(game: &Row) -> Option<String> {
    let name = game["reason"].split(": ").next().filter(|_| game["outcome"] == "forfeit");
    name.map(str::to_owned)
}

fn number<N: std::str::FromStr>(line: &Row, column: &str) -> N {
    line[column].parse().unwrap_or_else(|_| panic!("{column} of {line:?} is no number"))
}
