//! What the games of a tournament come to: records in, points, standings and ratings out.
//!
//! The page compares this to what it shows. Only who played, the format and who was excluded are taken as they are
//! told; everything else comes from the records, by the judge's own code.

use judge_play::{Record, Seed};
use serde::Deserialize;
use serde_json::{Value, json};

use judge_rating::{Disqualified, EntrantId, Fixture, GameResult, Round};
use judge_rating::{
    Paired, RankedBy, Rating, Ratings, Scored, Standing, Sums, Tally, TallyGame, rate, score, words,
};

/// The games of a tournament, as the page tells them.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
struct Games {
    /// The contestants' names, sorted.
    names: Vec<String>,
    /// Those that the organiser has excluded, by place in the list.
    excluded: Vec<usize>,
    /// Whether a fault disqualifies.
    disqualifies: bool,
    /// How it was decided who is ahead.
    order: OrderText,
    /// Whether results decided who met whom.
    by_results: bool,
    /// In the schedule's order.
    rounds: Vec<RoundText>,
}

/// What decides who is ahead.
#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum OrderText {
    Points,
    PointsAGame,
    /// The format itself: the contestants in this order.
    Places(Vec<usize>),
}

/// A round: who meets, in the seat order of its first game, and its games.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RoundText {
    pairing: Vec<usize>,
    /// The record of each; nothing for one that was not played.
    games: Vec<Option<Record>>,
}

/// The largest table that the rating knows.
const SEATS_MAX: usize = 32;

/// Works out what the games come to.
pub(crate) fn reckon(text: &str) -> Result<Value, String> {
    let games: Games = serde_json::from_str(text).map_err(|error| error.to_string())?;
    let rounds: Vec<(Round, Vec<GameResult>)> =
        games.rounds.iter().map(|round| games.round(round)).collect::<Result<_, _>>()?;
    let disqualified = games.disqualified(&rounds)?;
    let tally = tally(&rounds);
    let mut sums = Sums::new(&disqualified);
    let mut rows = Vec::new();
    for (round, results) in &rounds {
        for scored in scored(round, results, &disqualified) {
            rows.push(games.row(&scored, &disqualified));
            sums.add(rows.len(), &scored);
        }
    }
    let standings = sums.standings(&games.order()?);
    let paired = if games.by_results { Paired::ByResults } else { Paired::Beforehand };
    let ratings = rate(&disqualified, &tally, paired);
    let standings: Vec<Value> = standings.iter().map(|standing| row(standing, &ratings)).collect();
    Ok(json!({ "games": rows, "standings": standings }))
}

impl Games {
    fn id(&self, place: usize) -> Result<EntrantId, String> {
        if place < self.names.len() {
            Ok(EntrantId(place))
        } else {
            Err(format!("there is no contestant {place}"))
        }
    }

    fn round(&self, text: &RoundText) -> Result<(Round, Vec<GameResult>), String> {
        let pairing: Vec<EntrantId> = text.pairing.iter().map(|&id| self.id(id)).collect::<Result<_, _>>()?;
        let seats = pairing.len();
        let fits = |record: &Option<Record>| record.as_ref().is_none_or(|record| record.fits(seats));
        let games = if seats == 1 { 0 } else { seats };
        if seats == 0 || seats > SEATS_MAX || text.games.len() != games || !text.games.iter().all(fits) {
            return Err("a round's games do not fit its table".into());
        }
        let result =
            |record: &Option<Record>| record.clone().map_or(GameResult::Walkover, GameResult::Played);
        // Nothing here depends on seeds and numbers of rounds.
        let round = Round { number: 1, pairing, seed: Seed(0) };
        Ok((round, text.games.iter().map(result).collect()))
    }

    /// Whom the organiser excluded, and who committed a fault where that disqualifies.
    fn disqualified(&self, rounds: &[(Round, Vec<GameResult>)]) -> Result<Disqualified, String> {
        let mut disqualified = Disqualified::nobody(self.names.len());
        for &id in &self.excluded {
            disqualified.exclude(self.id(id)?);
        }
        for (round, results) in rounds.iter().filter(|_| self.disqualifies) {
            for (fixture, result) in round.fixtures().zip(results) {
                if let GameResult::Played(record) = result {
                    let seating = fixture.seating();
                    record.offenders().for_each(|seat| disqualified.add(seating[seat.index()]));
                }
            }
        }
        Ok(disqualified)
    }

    fn order(&self) -> Result<RankedBy, String> {
        Ok(match &self.order {
            OrderText::Points => RankedBy::Points,
            OrderText::PointsAGame => RankedBy::PointsAGame,
            OrderText::Places(places) => {
                RankedBy::Places(places.iter().map(|&id| self.id(id)).collect::<Result<_, _>>()?)
            }
        })
    }

    /// A game as the page's list has it.
    fn row(&self, scored: &Scored<'_>, disqualified: &Disqualified) -> Value {
        let record = match scored.result {
            GameResult::Played(record) => Some(record),
            _ => None,
        };
        let points: Vec<u64> = scored.seats.iter().flatten().map(|seat| seat.points).collect();
        json!({
            "seats": scored.seating.iter().map(|id| id.0).collect::<Vec<_>>(),
            "outcome": words::outcome(scored.result),
            "reason": words::why(scored, |id| &self.names[id.0], disqualified),
            "points": points,
            "turns": record.map_or(0, |record| record.turns),
            "fuel": record.map(|record| record.fuel.clone()).unwrap_or_default(),
        })
    }
}

/// A round's games as they count; a bye is one of them.
fn scored<'a>(round: &'a Round, results: &'a [GameResult], disqualified: &Disqualified) -> Vec<Scored<'a>> {
    if round.is_bye() {
        return vec![score(Fixture { round, order: 0 }, &GameResult::Bye, disqualified)];
    }
    round.fixtures().zip(results).map(|(fixture, result)| score(fixture, result, disqualified)).collect()
}

/// The rounds as the rating sees them.
fn tally(rounds: &[(Round, Vec<GameResult>)]) -> Tally {
    let mut tally = Tally::default();
    for (round, results) in rounds {
        let games: Vec<Option<TallyGame<'_>>> = results.iter().map(tally_game).collect();
        tally.add(&round.pairing, &games);
    }
    tally
}

fn tally_game(result: &GameResult) -> Option<TallyGame<'_>> {
    let GameResult::Played(Record { verdict, transcript_sha256, .. }) = result else { return None };
    Some(TallyGame { ranks: verdict.ranks()?, transcript_sha256 })
}

/// A row of the standings, by the names of `results.csv`.
fn row(standing: &Standing, ratings: &Ratings) -> Value {
    let rating = ratings.entrants[standing.entrant.0].as_ref();
    let elo = |of: fn(&Rating) -> Option<f64>| rating.and_then(of).map(words::rating);
    json!({
        "contestant": standing.entrant.0,
        "rank": standing.rank,
        "points": standing.points,
        "played": standing.played,
        "won": standing.won,
        "drawn": standing.drawn,
        "lost": standing.lost,
        "rating": elo(|rating| rating.elo),
        "rating_low": elo(|rating| rating.low),
        "rating_high": elo(|rating| rating.high),
        "rank_low": rating.map(|rating| rating.rank_low),
        "rank_high": rating.map(|rating| rating.rank_high),
        "faults": standing.faults,
        "status": words::status(&standing.status),
        "reason": words::reason(&standing.status),
        "fuel_per_turn_mean": standing.fuel_per_turn_mean(),
    })
}
