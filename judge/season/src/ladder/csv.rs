//! The state as CSV files, for spreadsheets and other programs; and grades, for teachers.
//!
//! A name begins with a letter or a digit and has no comma, so nothing needs quotes, and no spreadsheet takes one for
//! a formula. What bots call themselves is in no table.

use std::fmt::Write;

use judge_core::tournament::Band;

use crate::ladder::standings::LadderStanding;
use crate::state::{State, game_number};

/// The head of the table of versions.
const VERSIONS: &str = "contestant,version,sha256,published,rounds,won,drawn,lost,faults,note\n";
/// The head of the table of rounds.
pub const ROUNDS: &str =
    "round,batch,contestant_1,version_1,contestant_2,version_2,turn,chance_1,met,game_1,game_2\n";
/// The head of the table of games.
pub const GAMES: &str = "game,round,contestant_0,version_0,contestant_1,version_1,rank_0,rank_1,end,faults,turns,fuel_0,fuel_1,transcript_sha256\n";
/// The head of the table of grades.
const GRADES: &str =
    "contestant,band,band_low,band_high,rating,rating_low,rating_high,version,rounds,faults,note\n";

/// Every version of everybody.
pub fn versions(state: &State) -> String {
    let mut text = VERSIONS.to_owned();
    for version in &state.versions {
        let contestant = &state.contestants[version.contestant];
        let [won, drawn, lost] = version.games;
        let published = state.is_published(version.sha256);
        let line = format_args!(
            "{},{},{},{published},{},{won},{drawn},{lost},{},{}\n",
            contestant.name,
            version.number,
            version.sha256,
            version.rounds,
            version.faults,
            contestant.note()
        );
        text.write_fmt(line).expect("a string takes all text");
    }
    text
}

/// The lines of some rounds, without the head.
pub fn rounds(state: &State, from: usize, most: usize) -> String {
    let mut text = String::new();
    for (place, round) in state.rounds.iter().enumerate().skip(from).take(most) {
        let [one, other] = round.pairing.versions.map(|id| named(state, id));
        let turn = &state.contestants[state.versions[round.pairing.turn].contestant].name;
        let line = format_args!(
            "{},{},{one},{other},{turn},{},{},{},{}\n",
            place + 1,
            round.batch,
            f64::from(round.pairing.chance) / 1_000.0,
            round.pairing.met,
            game_number(place, 0),
            game_number(place, 1)
        );
        text.write_fmt(line).expect("a string takes all text");
    }
    text
}

/// The lines of the games of some rounds, without the head.
pub fn games(state: &State, from: usize, most: usize) -> String {
    let mut text = String::new();
    for (place, round) in state.rounds.iter().enumerate().skip(from).take(most) {
        for (order, game) in round.games.iter().enumerate() {
            let mut seats = round.pairing.versions.map(|id| named(state, id));
            seats.rotate_left(order);
            let rank =
                |seat: usize| game.ranks.as_ref().map_or_else(String::new, |ranks| ranks[seat].to_string());
            let faults: Vec<String> =
                game.faults.iter().map(|(seat, kind)| format!("{seat}:{kind}")).collect();
            let line = format_args!(
                "{},{},{},{},{},{},{},{},{},{},{},{}\n",
                game_number(place, order),
                place + 1,
                seats[0],
                seats[1],
                rank(0),
                rank(1),
                game.end,
                faults.join(" "),
                game.turns,
                game.fuel[0],
                game.fuel[1],
                game.transcript
            );
            text.write_fmt(line).expect("a string takes all text");
        }
    }
    text
}

/// A contestant and the number of its version.
fn named(state: &State, version: usize) -> String {
    let version = &state.versions[version];
    format!("{},{}", state.contestants[version.contestant].name, version.number)
}

/// A grade for everybody who is no anchor, by the rating of the newest version. The bands at both ends of the
/// interval show how sure that is.
pub fn grades(state: &State, standings: &[LadderStanding], bands: &[Band]) -> String {
    let mut text = GRADES.to_owned();
    for standing in standings {
        let version = &state.versions[standing.version];
        let contestant = &state.contestants[version.contestant];
        if contestant.is_anchor {
            continue;
        }
        let band = Band::grade(bands, standing.graded());
        let [low, high] =
            [standing.low, standing.high].map(|rating| rating.map_or("", |rating| Band::of(bands, rating)));
        let [rating, rating_low, rating_high] = standing.numbers();
        let line = format_args!(
            "{},{band},{low},{high},{rating},{rating_low},{rating_high},{},{},{},{}\n",
            contestant.name,
            version.number,
            version.rounds,
            version.faults,
            contestant.note()
        );
        text.write_fmt(line).expect("a string takes all text");
    }
    text
}
