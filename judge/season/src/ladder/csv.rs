//! The state as CSV files, for spreadsheets and other programs; and grades, for teachers.
//!
//! A contestant's name begins with a letter or a digit and has no comma, so it needs no quotes, and no spreadsheet takes one for
//! a formula. What bots call themselves is in no table.

use std::fmt::Display;

use judge_core::results::Text;
use judge_core::tournament::Band;

use crate::ladder::standings::LadderStanding;
use crate::log::event::{Game, Pairing};
use crate::state::{LadderRound, State, Version};

/// The head of the table of versions.
const VERSIONS: &str = "contestant,version,sha256,published,rounds,won,drawn,lost,faults,note\n";
/// The head of the table of grades.
const GRADES: &str =
    "contestant,name,band,band_low,band_high,sure,rating,rating_low,rating_high,version,rounds,faults,note\n";

/// Every version of everybody.
pub fn versions(state: &State) -> String {
    let line = |version: &Version| {
        let Version { contestant, number, sha256, rounds, games: [won, drawn, lost], faults, .. } = version;
        let contestant = &state.contestants[*contestant];
        let (name, note, published) = (&contestant.name, contestant.note(), state.is_published(*sha256));
        format!("{name},{number},{sha256},{published},{rounds},{won},{drawn},{lost},{faults},{note}\n")
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
        let LadderRound { batch, pairing: Pairing { versions, turn, chance, met }, games } = round;
        let (number, turn, chance) = (place + 1, &state.owner(*turn).name, f64::from(*chance) / 1_000.0);
        let named = columns(versions.iter().map(|&id| named(state, id)));
        let games = columns((0..games.len()).map(|order| state.game_number(place, order)));
        format!("{number},{batch},{named}{turn},{chance},{met},{}\n", games.trim_end_matches(','))
    };
    state.rounds.iter().enumerate().skip(from).take(most).map(line).collect()
}

/// The lines of the games of some rounds, without the head.
pub fn games(state: &State, from: usize, most: usize) -> String {
    let line = |place: usize, order: usize, game: &Game| {
        let Game { ranks, end, faults, turns, fuel, transcript } = game;
        let (number, round, seats) =
            (state.game_number(place, order), place + 1, state.rounds[place].pairing.seating(order));
        let rank = |seat: usize| ranks.as_ref().map_or_else(String::new, |ranks| ranks[seat].to_string());
        let faults: Vec<String> = faults.iter().map(|(seat, kind)| format!("{seat}:{kind}")).collect();
        let named = columns(seats.iter().map(|&id| named(state, id)));
        let (ranks, fuel, faults) = (columns((0..seats.len()).map(rank)), columns(fuel), faults.join(" "));
        format!("{number},{round},{named}{ranks}{end},{faults},{turns},{fuel}{transcript}\n")
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
        let Version { contestant: id, number, rounds, faults, .. } = &state.versions[standing.version];
        let contestant = Some(&state.contestants[*id]).filter(|it| !it.is_anchor)?;
        let (name, called, note) = (&contestant.name, cell(&called[*id]), contestant.note());
        let band = Band::grade(bands, standing.graded());
        let ends = [standing.low, standing.high];
        let [low, high] = ends.map(|rating| rating.map_or("", |rating| Band::of(bands, rating)));
        let is_sure = ends.iter().all(|end| end.is_some() && Band::grade(bands, *end) == band);
        let sure = if is_sure { "yes" } else { "no" };
        let ratings = standing.numbers().join(",");
        Some(format!(
            "{name},{called},{band},{low},{high},{sure},{ratings},{number},{rounds},{faults},{note}\n"
        ))
    };
    GRADES.to_owned() + &standings.iter().filter_map(line).collect::<String>()
}
