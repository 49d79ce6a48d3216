//! The results of a tournament's games: records in, points, standings, ratings and the whole text of a report out.
//!
//! The page compares this to what it shows. Only the facts of a tournament, who met whom and who was excluded are taken
//! as they are given; everything else, also the groups, the bracket and the places of a knockout, comes from the records,
//! by the judge's own code.

use std::collections::BTreeMap;

use judge_drawing::{FirstFault, InMatch, Results, Spent, TournamentFacts, colour, in_matches, shape};
use judge_play::text::sanitize;
use judge_play::{Record, Seed, Verdict};
use serde::Deserialize;
use serde_json::{Value, json};

use judge_rating::phases::{Bye, In, Played, Schedule};
use judge_rating::{Disqualified, EntrantId, GameResult, Round};
use judge_rating::{Rating, Ratings, Scored, Standing, Sums, Tally, rate, words};

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
pub(crate) fn reckon(told: &str, games: &str) -> OrWhy<Value> {
    let told: TournamentFacts = serde_json::from_str(told)?;
    let games: AllGames = serde_json::from_str(games)?;
    let info = played::info(&told.game).ok_or("the game is not here")?;
    let rounds = games.rounds(&told)?;
    let disqualified = games.disqualified(&rounds, told.contestants.len());
    let names: Vec<String> = told.contestants.iter().map(|of| format!("{} {}", of.name, of.sha256)).collect();
    let schedule = schedule(&told, &names, games.excluded(told.contestants.len()))?;
    let state = schedule.state(&games.played(&rounds), vec![]);
    let (mut sums, mut tally) = (Sums::new(&disqualified), Tally::default());
    let mut drawn = Vec::new();
    for (round, results) in &rounds {
        let (_, found) = state.match_of(&told.phases, round);
        tally.add_round(round, results);
        for scored in round.scored(results, &disqualified) {
            let text = &games.games[drawn.len()];
            let match_name = found.clone().unwrap_or_default();
            drawn.push(game(&told, text, (drawn.len() + 1, match_name), &scored, &disqualified));
            sums.add(drawn.len(), &scored);
        }
    }
    let ratings = rate(&disqualified, &tally);
    let standings = sums.standings(&state.order(&told.phases, &ratings));
    let standings = standings.iter().map(|of| standing(of, &ratings, &schedule)).collect();
    let faults = faults(&told, &games.games);
    let results = Results { standings, phases: state.ends, games: drawn, faults };
    let rows = results.games.iter().zip(&games.games).zip(in_matches(&told, &results));
    let rows: Vec<Value> =
        rows.map(|((game, text), of)| row(game, text.record.as_ref(), of.as_ref())).collect();
    Ok(json!({
        "games": rows,
        "contestants": contestants(&told, &results),
        "facts": judge_play::page_game::facts(info.facts),
        "link": judge_drawing::link(&told, &results),
        "drawing": judge_drawing::report(&told, info, &results),
    }))
}

impl AllGames {
    /// The rounds with their games. A bye is a round without one.
    fn rounds(&self, told: &TournamentFacts) -> OrWhy<Vec<(Round, Vec<GameResult>)>> {
        let mut rounds: Vec<(Round, Vec<GameResult>)> = Vec::new();
        for game in &self.games {
            if game.seats.iter().any(|id| *id >= told.contestants.len()) {
                return Err("a game has a contestant that is not in the list".into());
            }
            if game.order == 0 {
                let pairing = game.seats.iter().copied().map(EntrantId).collect();
                // Nothing here depends on the seeds of rounds.
                let given = Bye::points(&told.byes, &told.contestants[game.seats[0]].name, game.round);
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
fn contestants(told: &TournamentFacts, results: &Results) -> Vec<Value> {
    let mut found = vec![Value::Null; told.contestants.len()];
    for judge_drawing::Standing { contestant: id, rank, rating, .. } in &results.standings {
        found[*id] = json!({ "colour": colour(*id), "shape": shape(*id), "rank": rank, "rating": rating });
    }
    found
}

/// The schedule, by what is told of the tournament.
fn schedule<'a>(told: &TournamentFacts, names: &'a [String], out: Disqualified) -> OrWhy<Schedule<'a>> {
    let seed = told.tournament_seed.parse().map_err(|_| "the seed is no number")?;
    let ids = |places: &[usize]| {
        let is_there = places.iter().all(|place| *place < told.contestants.len());
        let ids = is_there.then(|| places.iter().copied().map(EntrantId).collect::<Vec<_>>());
        ids.ok_or("a contestant is not in the list")
    };
    if told.phases.is_empty() {
        return Err("there is no phase".into());
    }
    let teams: Vec<Option<&str>> = told.contestants.iter().map(|of| of.team.as_deref()).collect();
    let number = |team: Option<&str>| team.and_then(|_| teams.iter().position(|other| *other == team));
    let has_teams = teams.iter().any(Option::is_some);
    let names = names.iter().map(String::as_str).collect();
    let first = In {
        teams: if has_teams { teams.iter().copied().map(number).collect() } else { vec![] },
        seats: told.seats,
        byes: told.byes.clone(),
        champions: ids(&told.champions)?,
        ..In::first(names, &ids(&told.seeding)?, Seed(seed), out)
    };
    Ok(Schedule::new(told.phases.clone(), first))
}

/// A game as it is drawn.
fn game(
    told: &TournamentFacts,
    text: &GameText,
    (number, match_name): (usize, String),
    scored: &Scored<'_>,
    disqualified: &Disqualified,
) -> judge_drawing::Game {
    let record = text.record.as_ref();
    let spent = |(thought, memory): (&judge_play::Thought, &u64)| Spent {
        fuel_per_turn_mean: thought.fuel.checked_div(thought.turns.into()),
        fuel_per_turn_max: (thought.turns > 0).then_some(thought.fuel_max),
        memory: Some(*memory),
    };
    judge_drawing::Game {
        number,
        round: text.round,
        match_name,
        seats: scored.seating.iter().map(|id| id.0).collect(),
        outcome: words::outcome(scored.result).into(),
        reason: sanitize(&words::why(scored, |id| &told.contestants[id.0].name, disqualified)),
        points: scored.seats.iter().flatten().map(|seat| seat.points).collect(),
        turns: record.map_or(0, |record| record.turns),
        is_played: record.is_some(),
        spent: record
            .map(|record| record.thought.iter().zip(&record.memory).map(spent).collect())
            .unwrap_or_default(),
    }
}

/// A game as the page's list has it, by the names that it has there.
fn row(game: &judge_drawing::Game, record: Option<&Record>, of: Option<&InMatch>) -> Value {
    let scores = record.and_then(|record| match &record.verdict {
        Verdict::Decided(outcome) => Some(&outcome.scores[..]),
        Verdict::Forfeit(_) | Verdict::Void(_) => None,
    });
    json!({
        "seats": game.seats,
        "outcome": game.outcome,
        "reason": game.reason,
        "points": game.points,
        "turns": game.turns,
        "scores": scores.unwrap_or_default(),
        "match": of,
        "fuel": record.map(|record| &record.fuel[..]).unwrap_or_default(),
    })
}

/// A row of the standings.
fn standing(standing: &Standing, ratings: &Ratings, schedule: &Schedule) -> judge_drawing::Standing {
    let rating = ratings.entrants[standing.entrant.0].as_ref();
    // Results have one digit behind the point.
    let tenth = |elo: f64| format!("{:.1}", words::rating(elo)).parse().expect("it was a number");
    let elo = |of: fn(&Rating) -> Option<f64>| rating.and_then(of).map(tenth);
    judge_drawing::Standing {
        contestant: standing.entrant.0,
        rank: standing.rank,
        points: standing.points,
        buchholz: standing.buchholz.map(|[cut, median]| format!("{cut} {median}")).unwrap_or_default(),
        played: standing.played,
        won: standing.won,
        drawn: standing.drawn,
        lost: standing.lost,
        rating: elo(|rating| rating.elo),
        rating_low: elo(|rating| rating.low),
        rating_high: elo(|rating| rating.high),
        places: rating
            .filter(|_| schedule.is_ranked_by_ratings())
            .map(|rating| (rating.rank_low, rating.rank_high)),
        faults: standing.faults,
        status: words::status(&standing.status).into(),
        reason: sanitize(&words::reason(&standing.status)),
        fuel_per_turn_mean: standing.fuel_per_turn_mean(),
    }
}

/// The first fault of each kind that each contestant committed, by the names of its evidence.
fn faults(told: &TournamentFacts, games: &[GameText]) -> Vec<FirstFault> {
    let mut first = BTreeMap::new();
    for (place, game) in games.iter().enumerate() {
        let name = |id: usize| told.contestants[id].name.clone();
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
