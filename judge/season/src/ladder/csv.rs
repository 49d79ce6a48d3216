//! The state as CSV files, for spreadsheets and other programs; and grades, for teachers.
//!
//! A contestant's name begins with a letter or a digit and has no comma, so it needs no quotes, and no spreadsheet takes one for
//! a formula. What bots call themselves is in no table.

use std::fmt::Display;

use judge_core::results::Text;
use judge_core::tournament::Band;

use crate::ladder::standings::LadderStanding;
use crate::log::event::Game;
use crate::state::{LadderRound, State, Version};

/// The head of the table of versions.
const VERSIONS: &str = "contestant,version,sha256,published,rounds,won,drawn,lost,faults,note\n";
/// The head of the table of grades.
const GRADES: &str =
    "contestant,name,band,band_low,band_high,sure,rating,rating_low,rating_high,version,rounds,faults,note\n";

/// Every version of everybody.
pub fn versions(state: &State) -> String {
    let line = |version: &Version| {
        let contestant = &state.contestants[version.contestant];
        let [won, drawn, lost] = version.games;
        let published = state.is_published(version.sha256);
        format!(
            "{},{},{},{published},{},{won},{drawn},{lost},{},{}\n",
            contestant.name,
            version.number,
            version.sha256,
            version.rounds,
            version.faults,
            contestant.note()
        )
    };
    VERSIONS.to_owned() + &state.versions.iter().map(line).collect::<String>()
}

/// A column for each of these numbers, with a comma behind it.
fn columns<T: Display>(of_each: impl IntoIterator<Item = T>) -> String {
    of_each.into_iter().fold(String::new(), |text, column| text + &column.to_string() + ",")
}

/// The head of the table of rounds, at tables of so many seats.
pub fn rounds_head(seats: usize) -> String {
    let named = columns((1..=seats).map(|place| format!("contestant_{place},version_{place}")));
    let games = columns((1..=seats).map(|number| format!("game_{number}")));
    format!("round,batch,{named}turn,chance_1,met,{}\n", games.trim_end_matches(','))
}

/// The head of the table of games.
pub fn games_head(seats: usize) -> String {
    let named = columns((0..seats).map(|seat| format!("contestant_{seat},version_{seat}")));
    let [ranks, fuel] = ["rank", "fuel"].map(|what| columns((0..seats).map(|seat| format!("{what}_{seat}"))));
    format!("game,round,{named}{ranks}end,faults,turns,{fuel}transcript_sha256\n")
}

/// The lines of some rounds, without the head.
pub fn rounds(state: &State, from: usize, most: usize) -> String {
    let line = |(place, round): (usize, &LadderRound)| {
        let turn = &state.owner(round.pairing.turn).name;
        let games = columns((0..round.games.len()).map(|order| state.game_number(place, order)));
        format!(
            "{},{},{}{turn},{},{},{}\n",
            place + 1,
            round.batch,
            columns(round.pairing.versions.iter().map(|&id| named(state, id))),
            f64::from(round.pairing.chance) / 1_000.0,
            round.pairing.met,
            games.trim_end_matches(',')
        )
    };
    state.rounds.iter().enumerate().skip(from).take(most).map(line).collect()
}

/// The lines of the games of some rounds, without the head.
pub fn games(state: &State, from: usize, most: usize) -> String {
    let line = |place: usize, order: usize, game: &Game| {
        let seats = state.rounds[place].pairing.seating(order);
        let rank =
            |seat: usize| game.ranks.as_ref().map_or_else(String::new, |ranks| ranks[seat].to_string());
        let faults: Vec<String> = game.faults.iter().map(|(seat, kind)| format!("{seat}:{kind}")).collect();
        format!(
            "{},{},{}{}{},{},{},{}{}\n",
            state.game_number(place, order),
            place + 1,
            columns(seats.iter().map(|&id| named(state, id))),
            columns((0..seats.len()).map(rank)),
            game.end,
            faults.join(" "),
            game.turns,
            columns(&game.fuel),
            game.transcript
        )
    };
    let rounds = state.rounds.iter().enumerate().skip(from).take(most);
    let games = rounds.flat_map(|(place, round)| round.games.iter().enumerate().map(move |it| (place, it)));
    games.map(|(place, (order, game))| line(place, order, game)).collect()
}

/// A text that anybody may have written, as a cell.
fn cell(text: &str) -> String {
    let cell = Text(text.to_owned()).cell();
    if cell.contains([',', '"']) { format!("\"{}\"", cell.replace('"', "\"\"")) } else { cell }
}

/// A contestant and the number of its version.
fn named(state: &State, version: usize) -> String {
    format!("{},{}", state.owner(version).name, state.versions[version].number)
}

/// A grade for everybody who is no anchor, by the rating of the newest version. It is sure if both ends of the interval are in
/// the same band. `called` has the names that people are shown, by contestant.
pub fn grades(state: &State, standings: &[LadderStanding], bands: &[Band], called: &[String]) -> String {
    let line = |standing: &LadderStanding| {
        let version = &state.versions[standing.version];
        let contestant = Some(&state.contestants[version.contestant]).filter(|it| !it.is_anchor)?;
        let band = Band::grade(bands, standing.graded());
        let ends = [standing.low, standing.high];
        let [low, high] = ends.map(|rating| rating.map_or("", |rating| Band::of(bands, rating)));
        let is_sure = ends.iter().all(|end| end.is_some() && Band::grade(bands, *end) == band);
        let sure = if is_sure { "yes" } else { "no" };
        let [rating, rating_low, rating_high] = standing.numbers();
        Some(format!(
            "{},{},{band},{low},{high},{sure},{rating},{rating_low},{rating_high},{},{},{},{}\n",
            contestant.name,
            cell(&called[version.contestant]),
            version.number,
            version.rounds,
            version.faults,
            contestant.note()
        ))
    };
    GRADES.to_owned() + &standings.iter().filter_map(line).collect::<String>()
}
