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

#[test]
fn the_table_of_seats_says_the_same_as_the_games() {
    for played in [&*CUP_PLAYED, &*FORGIVING_CUP_PLAYED] {
        let seats = rows(&played.seats);
        for (column, list) in [
            ("contestant", "seats"),
            ("rank", "ranks"),
            ("score", "scores"),
            ("points", "points"),
            ("memory", "memory"),
        ] {
            for game in rows(&played.games) {
                let of_game = || seats.iter().filter(|seat| seat["game"] == game["game"]);
                let cells: Vec<&str> = of_game().map(|seat| seat[column].as_str()).collect();
                assert_eq!(cells.join(" ").trim(), game[list], "{column}: {game:?}");
                assert!(of_game().all(|seat| seat["fuel"].is_empty() == game["fuel"].is_empty()), "{game:?}");
            }
        }
        for line in rows(&played.results) {
            let own = || seats.iter().filter(|seat| seat["contestant"] == line["contestant"]);
            let sum = |column: &str| {
                let there = own().filter(|seat| !seat[column].is_empty());
                there.map(|seat| number::<u64>(seat, column)).sum::<u64>()
            };
            assert_eq!(sum("points"), number::<u64>(&line, "points"));
            let mean = sum("fuel").checked_div(sum("turns")).unwrap_or(0);
            assert_eq!(mean, number::<u64>(&line, "fuel_per_turn_mean"), "{line:?}");
            let faults = own().filter(|seat| !seat["fault"].is_empty()).count();
            assert_eq!(faults, number::<usize>(&line, "faults"), "{line:?}");
            for seat in own().filter(|seat| seat["turns"] != "0") {
                let [mean, max] =
                    ["fuel_per_turn_mean", "fuel_per_turn_max"].map(|it| number::<u64>(seat, it));
                assert!(mean <= max && max <= number(seat, "fuel"), "{seat:?}");
            }
        }
    }
}

#[test]
fn a_bot_that_crashes_is_not_charged_for_a_whole_turn_in_the_mean() {
    let crasher = CUP_PLAYED.line("crasher");
    assert!(number::<u64>(&crasher, "fuel_per_turn_mean") < 100_000, "{crasher:?}");
    let fuel: u64 =
        rows(&CUP_PLAYED.games)[0]["fuel"].split(' ').next().expect("a cell").parse().expect("a number");
    assert!(fuel > 100_000_000, "what it lost is in games.csv: {fuel}");
}

#[test]
fn the_pairs_add_up_to_the_standings() {
    for played in [&*CUP_PLAYED, &*FORGIVING_CUP_PLAYED] {
        let pairs = rows(&played.pairs);
        let contestants = rows(&played.results).len();
        assert_eq!(pairs.len(), contestants * (contestants - 1));
        for line in rows(&played.results) {
            for column in ["points", "played", "won", "drawn", "lost"] {
                let own = pairs.iter().filter(|pair| pair["contestant"] == line["contestant"]);
                let sum: u64 = own.map(|pair| number::<u64>(pair, column)).sum();
                assert_eq!(sum, number::<u64>(&line, column), "{column}: {line:?}");
            }
        }
        for pair in &pairs {
            let is_mirror = |other: &&Row| {
                (&other["contestant"], &other["opponent"]) == (&pair["opponent"], &pair["contestant"])
            };
            let mirror = pairs.iter().find(is_mirror).expect("both met");
            assert_eq!((&pair["won"], &pair["drawn"]), (&mirror["lost"], &mirror["drawn"]), "{pair:?}");
        }
    }
}

#[test]
fn the_share_of_the_first_seat_is_that_of_its_games() {
    for pair in rows(&FORGIVING_CUP_PLAYED.pairs) {
        let seats = format!("{} {}", pair["contestant"], pair["opponent"]);
        let games = rows(&FORGIVING_CUP_PLAYED.games).into_iter().filter(|game| game["seats"] == seats);
        let points: Vec<f64> = games
            .map(|game| {
                game["points"].split(' ').next().map_or(0.0, |points| points.parse().expect("a number"))
            })
            .collect();
        #[expect(clippy::cast_precision_loss, reason = "there are few games")]
        let share = points.iter().sum::<f64>() / (2 * points.len()) as f64;
        assert_eq!(pair["first_seat_share"], format!("{share:.4}"), "{pair:?}");
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

/// The loser of the two; nobody if it was a draw.
fn losers(game: &Row, disqualified: &BTreeSet<String>) -> Option<BTreeSet<String>> {
    let seats = || game["seats"].split(' ').map(str::to_owned);
    let out: BTreeSet<String> = seats().filter(|name| disqualified.contains(name)).collect();
    if !out.is_empty() {
        return Some(out);
    }
    match game["outcome"].as_str() {
        "decided" if game["ranks"] == "1 1" => None,
        "decided" | "forfeit" => Some(
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

/// The players who forfeited a game.
fn offenders(games: &[Row]) -> BTreeSet<String> {
    games.iter().filter_map(offender).collect()
}

/// The player who forfeited a game, by its reason.
fn offender(game: &Row) -> Option<String> {
    let name = game["reason"].split(": ").next().filter(|_| game["outcome"] == "forfeit");
    name.map(str::to_owned)
}

pub(super) fn number<N: std::str::FromStr>(line: &Row, column: &str) -> N {
    line[column].parse().unwrap_or_else(|_| panic!("{column} of {line:?} is no number"))
}
