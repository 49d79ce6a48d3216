//! The results of a tournament's games: records in, points, standings, ratings and the whole text of a report out.
//!
//! The page compares this to what it shows. Only the facts of a tournament, who met whom and who was excluded are taken
//! as they are given; everything else, also the groups, the bracket and the places of a knockout, comes from the records,
//! by the judge's own code.

use std::collections::BTreeMap;

use judge_drawing::{FirstFault, InMatch, Results, TournamentFacts, colour, in_matches, shape};
use judge_play::{Record, Seed};
use serde::Deserialize;
use serde_json::{Value, json};

use judge_rating::phases::{Bye, In, Played, Schedule};
use judge_rating::rows::{GameRow, ResultRow, RowContext, result_rows, seat_rows};
use judge_rating::{Disqualified, EntrantId, GameResult, Round, Sums, Tally, rate};

use crate::{OrWhy, played};

/// The games of a tournament, as the page gives them.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct AllGames {
    /// The contestants that the organiser has excluded, by place in the list.
    excluded: Vec<usize>,
    /// Whether a fault disqualifies.
    disqualifies: bool,
    /// In the schedule's order.
    games: Vec<GameText>,
}

/// A game, or a bye.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GameText {
    /// The contestant of each seat.
    seats: Vec<usize>,
    /// The game's seat order among those of its round; the first begins a round.
    order: usize,
    round: u32,
    /// Nothing of a game that was not played.
    record: Option<Record>,
}

/// The largest table that the rating knows.
const SEATS_MAX: usize = 32;

/// Works out what the games come to, and draws the report.
pub(crate) fn reckon(facts: &str, games: &str) -> OrWhy<Value> {
    let facts: TournamentFacts = serde_json::from_str(facts)?;
    let games: AllGames = serde_json::from_str(games)?;
    let info = played::info(&facts.game).ok_or("the game is not here")?;
    let rounds = games.rounds(&facts)?;
    let disqualified = games.disqualified(&rounds, facts.contestants.len());
    let names: Vec<String> =
        facts.contestants.iter().map(|of| format!("{} {}", of.name, of.sha256)).collect();
    let schedule = schedule(&facts, &names, games.excluded(facts.contestants.len()))?;
    let state = schedule.state(&games.played(&rounds), vec![]);
    let context = RowContext {
        names: facts.contestants.iter().map(|of| of.name.as_str()).collect(),
        disqualified: &disqualified,
        phases: (&facts.phases, &state),
        tells_phases: false,
    };
    let (mut sums, mut tally) = (Sums::new(&disqualified), Tally::default());
    let (mut rows, mut seats) = (Vec::new(), Vec::new());
    for (round, results) in &rounds {
        tally.add_round(round, results);
        for scored in round.scored(results, &disqualified) {
            let number = rows.len() + 1;
            let row = GameRow::new(&context, number, &scored);
            seats.extend(seat_rows(&row, &scored));
            rows.push(row);
            sums.add(number, &scored);
        }
    }
    let ratings = rate(&disqualified, &tally);
    let standings = sums.standings(&state.order(&facts.phases, &ratings));
    let standings = result_rows(&schedule, &standings, &ratings, |_| ResultRow::default());
    let faults = faults(&facts, &games.games);
    let results = Results { standings, phases: state.ends, games: rows, seats, faults };
    let rows = results.games.iter().zip(in_matches(&facts, &results));
    let rows: Vec<Value> = rows.map(|(game, of)| row(game, of.as_ref())).collect();
    Ok(json!({
        "games": rows,
        "contestants": contestants(&facts, &results),
        "facts": judge_play::page_game::facts(info.facts),
        "link": judge_drawing::link(&facts, &results),
        "drawing": judge_drawing::report(&facts, info, &results),
    }))
}

impl AllGames {
    /// The rounds with their games. A bye is a round without one.
    fn rounds(&self, facts: &TournamentFacts) -> OrWhy<Vec<(Round, Vec<GameResult>)>> {
        let mut rounds: Vec<(Round, Vec<GameResult>)> = Vec::new();
        for game in &self.games {
            if game.seats.iter().any(|id| *id >= facts.contestants.len()) {
                return Err("a game has a contestant that is not in the list".into());
            }
            if game.order == 0 {
                let pairing = game.seats.iter().copied().map(EntrantId).collect();
                // Nothing here depends on the seeds of rounds.
                let given = Bye::points(&facts.byes, &facts.contestants[game.seats[0]].name, game.round);
                let bye = given.unwrap_or(Round::POINTS_WON);
                rounds.push((Round { number: game.round, pairing, seed: Seed(0), bye }, Vec::new()));
            }
            let (_, results) = rounds.last_mut().ok_or("the first game does not begin a round")?;
            if game.seats.len() > 1 {
                results.push(game.record.clone().map_or(GameResult::Walkover, GameResult::Played));
            }
        }
        let is_whole = |(round, results): &(Round, Vec<GameResult>)| {
            let seats = round.pairing.len();
            let fits = |result: &GameResult| match result {
                GameResult::Played(record) => record.fits(seats),
                _ => true,
            };
            let games = if seats == 1 { 0 } else { seats };
            (1..=SEATS_MAX).contains(&seats) && results.len() == games && results.iter().all(fits)
        };
        let are_whole = rounds.iter().all(is_whole);
        if are_whole { Ok(rounds) } else { Err("a round's games do not fit its table".into()) }
    }

    /// The contestants that the organiser excluded.
    fn excluded(&self, contestants: usize) -> Disqualified {
        let mut disqualified = Disqualified::nobody(contestants);
        for &id in self.excluded.iter().filter(|id| **id < contestants) {
            disqualified.exclude(EntrantId(id));
        }
        disqualified
    }

    /// These, and those that committed a fault where that disqualifies.
    fn disqualified(&self, rounds: &[(Round, Vec<GameResult>)], contestants: usize) -> Disqualified {
        let mut disqualified = self.excluded(contestants);
        for round in self.played(rounds) {
            round.out.into_iter().for_each(|id| disqualified.add(id));
        }
        disqualified
    }

    /// The rounds, and whom each of them disqualified.
    fn played(&self, rounds: &[(Round, Vec<GameResult>)]) -> Vec<Played> {
        let played = |(round, games): &(Round, Vec<GameResult>)| {
            Played::new(round.clone(), games.clone(), |_| self.disqualifies)
        };
        rounds.iter().map(played).collect()
    }
}

/// Each contestant's colour, shape and rank, which the page shows beside the drawing, by the names that they have there.
fn contestants(facts: &TournamentFacts, results: &Results) -> Vec<Value> {
    let mut found = vec![Value::Null; facts.contestants.len()];
    for ResultRow { id: EntrantId(id), rank, rating, .. } in &results.standings {
        let (colour, shape, rating) = (colour(*id), shape(*id), rating.map(|rating| rating.0));
        found[*id] = json!({ "colour": colour, "shape": shape, "rank": rank, "rating": rating });
    }
    found
}

/// The schedule, by what is told of the tournament.
fn schedule<'a>(facts: &TournamentFacts, names: &'a [String], out: Disqualified) -> OrWhy<Schedule<'a>> {
    let seed = facts.tournament_seed.parse().map_err(|_| "the seed is no number")?;
    let ids = |places: &[usize]| {
        let is_there = places.iter().all(|place| *place < facts.contestants.len());
        let ids = is_there.then(|| places.iter().copied().map(EntrantId).collect::<Vec<_>>());
        ids.ok_or("a contestant is not in the list")
    };
    if facts.phases.is_empty() {
        return Err("there is no phase".into());
    }
    let teams: Vec<Option<&str>> = facts.contestants.iter().map(|of| of.team.as_deref()).collect();
    let number = |team: Option<&str>| team.and_then(|_| teams.iter().position(|other| *other == team));
    let has_teams = teams.iter().any(Option::is_some);
    let names = names.iter().map(String::as_str).collect();
    let first = In {
        teams: if has_teams { teams.iter().copied().map(number).collect() } else { vec![] },
        seats: facts.seats,
        byes: facts.byes.clone(),
        champions: ids(&facts.champions)?,
        ..In::first(names, &ids(&facts.seeding)?, Seed(seed), out)
    };
    Ok(Schedule::new(facts.phases.clone(), first))
}

/// A game as the page's list has it, by the names that it has there.
fn row(game: &GameRow, of: Option<&InMatch>) -> Value {
    json!({
        "seats": game.ids.iter().map(|id| id.0).collect::<Vec<_>>(),
        "outcome": game.outcome,
        "reason": game.reason.0,
        "points": game.points.0,
        "turns": game.turns,
        "scores": game.scores.0,
        "match": of,
        "fuel": game.fuel.0,
    })
}

/// The first fault of each kind that each contestant committed, by the names of its evidence.
fn faults(facts: &TournamentFacts, games: &[GameText]) -> Vec<FirstFault> {
    let mut first = BTreeMap::new();
    for (place, game) in games.iter().enumerate() {
        let name = |id: usize| facts.contestants[id].name.clone();
        for fault in game.record.iter().flat_map(|record| &record.faults) {
            let found = FirstFault {
                contestant: name(game.seats[fault.seat.index()]),
                game: place + 1,
                table: game.seats.iter().map(|id| name(*id)).collect(),
                fault: fault.clone(),
            };
            first.entry(found.file_name()).or_insert(found);
        }
    }
    first.into_values().collect()
}
