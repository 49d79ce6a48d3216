//! Contestants as pages show them: with their colours and marks, their ratings as they went, and the games that tell most
//! of them.

use std::collections::BTreeMap;

use judge_drawing::{colour, shape};
use judge_play::text::count;
use judge_season::state::{LadderRound, State};
use serde::Serialize;

use crate::web::content::now::SeasonNow;

/// Rounds in which last games and the like are looked for, the last ones.
const ROUNDS_MAX: usize = 2_000;
/// Results that a line of the standings has, and games of the wall.
const FORM: usize = 5;
const WALL: usize = 6;
/// A career's curve: its width, its height, and the least Elo between its bounds.
const WIDTH: f64 = 600.0;
const HEIGHT: f64 = 120.0;
const ELO_LEAST: f64 = 100.0;

/// A contestant with its colour and its mark, the same on all pages.
#[derive(Serialize)]
pub(crate) struct Person {
    /// The name in the log.
    #[serde(rename = "contestant")]
    pub(crate) name: String,
    /// The name that people are shown.
    #[serde(rename = "name")]
    pub(crate) called: String,
    pub(crate) colour: usize,
    pub(crate) shape: &'static str,
}

impl Person {
    pub(crate) fn of(state: &SeasonNow<'_>, contestant: usize) -> Self {
        let name = state.contestants[contestant].name.to_string();
        let called = state.called(contestant).to_owned();
        Self { name, called, colour: colour(contestant), shape: shape(contestant) }
    }
}

/// A game with who sat at it, and whether each has won.
pub(crate) struct Played {
    pub(crate) number: usize,
    pub(crate) seats: Vec<(Person, bool)>,
}

/// The rounds that are looked at, the last first, with their places.
fn rounds(state: &State) -> impl Iterator<Item = (usize, &LadderRound)> {
    state.rounds.iter().enumerate().rev().take(ROUNDS_MAX)
}

/// The last results of each contestant, the last at the end: won, drawn or lost.
pub(crate) fn forms(state: &State) -> Vec<Vec<char>> {
    let mut forms = vec![Vec::new(); state.contestants.len()];
    for (_, round) in rounds(state) {
        for (order, game) in round.games.iter().enumerate().rev() {
            for (seat, version) in round.pairing.seating(order).into_iter().enumerate() {
                let form = &mut forms[state.versions[version].contestant];
                if form.len() < FORM
                    && let Some(kind) = game.kind(seat)
                {
                    form.insert(0, ['W', 'D', 'L'][kind]);
                }
            }
        }
    }
    forms
}

/// The change of a contestant's rating today, in whole Elo.
#[allow(clippy::cast_possible_truncation, reason = "a rating has four digits")]
pub(crate) fn today(state: &State, contestant: usize) -> i64 {
    state.change_today(contestant).map_or(0, |change| change.round() as i64)
}

/// For how long a contestant leads, in words; nothing if it does not.
pub(crate) fn leads(state: &State, contestant: usize) -> String {
    let Some(since) = state.leads_since(contestant) else { return String::new() };
    let seconds = state.time.saturating_sub(since);
    match (seconds / 86_400, seconds / 3_600, seconds / 60) {
        (0, 0, 0) => "for less than a minute".to_owned(),
        (0, 0, minutes) => format!("for {}", count(minutes, "minute")),
        (0, hours, _) => format!("for {}", count(hours, "hour")),
        (days, ..) => format!("for {}", count(days, "day")),
    }
}

/// A game of a round, unless it is void.
pub(crate) fn played(state: &SeasonNow<'_>, place: usize, order: usize) -> Option<Played> {
    let round = state.rounds.get(place)?;
    let game = round.games.get(order).filter(|game| game.ranks.is_some())?;
    let seats = round.pairing.seating(order).into_iter().enumerate();
    let seat = |(seat, version): (usize, usize)| {
        (Person::of(state, state.versions[version].contestant), game.kind(seat) == Some(0))
    };
    Some(Played { number: state.game_number(place, order), seats: seats.map(seat).collect() })
}

/// The games of the wall: the last game, and one game of each of the last rounds.
pub(crate) fn last_games(state: &SeasonNow<'_>) -> Vec<Played> {
    let last = |(place, round): (usize, &LadderRound)| {
        (0..round.games.len()).rev().find_map(|order| played(state, place, order))
    };
    rounds(state).filter_map(last).take(WALL).collect()
}

/// What a contestant is known for.
pub(crate) struct Known {
    /// The game in which it beat the strongest, and whom.
    pub(crate) best_win: Option<(usize, Person)>,
    /// Whom it met most, and what it won, drew and lost against it.
    pub(crate) rival: Option<(Person, [u32; 3])>,
}

pub(crate) fn known_for(state: &SeasonNow<'_>, contestant: usize) -> Known {
    let rating = |id: usize| state.career(id).last().map_or(f64::MIN, |(_, rating)| *rating);
    let mut met: BTreeMap<usize, [u32; 3]> = BTreeMap::new();
    let mut best: Option<(f64, usize, usize)> = None;
    for (place, round) in rounds(state) {
        for (order, game) in round.games.iter().enumerate() {
            let table: Vec<usize> =
                round.pairing.seating(order).into_iter().map(|id| state.versions[id].contestant).collect();
            let Some(own) = table.iter().position(|id| *id == contestant) else { continue };
            for (seat, &other) in table.iter().enumerate().filter(|(_, id)| **id != contestant) {
                let Some(kind) = game.kind_against(own, seat) else { continue };
                met.entry(other).or_default()[kind] += 1;
                if kind == 0 && best.is_none_or(|(most, ..)| rating(other) > most) {
                    best = Some((rating(other), state.game_number(place, order), other));
                }
            }
        }
    }
    let rival = met.into_iter().max_by_key(|(id, games)| (games.iter().sum::<u32>(), std::cmp::Reverse(*id)));
    Known {
        best_win: best.map(|(_, number, other)| (number, Person::of(state, other))),
        rival: rival.map(|(id, games)| (Person::of(state, id), games)),
    }
}

/// A career as a curve: its path, and its lowest and highest rating.
pub(crate) struct Curve {
    pub(crate) path: String,
    pub(crate) end: f64,
    pub(crate) bounds: [String; 2],
}

/// The curve of a career; nothing of one that has just begun.
#[allow(clippy::cast_precision_loss, reason = "a career has few points")]
pub(crate) fn curve(state: &State, contestant: usize) -> Option<Curve> {
    let ratings: Vec<f64> = state.career(contestant).iter().map(|(_, rating)| *rating).collect();
    if ratings.len() < 2 {
        return None;
    }
    let low = ratings.iter().copied().fold(f64::MAX, f64::min);
    let high = ratings.iter().copied().fold(f64::MIN, f64::max);
    let wide = (high - low).max(ELO_LEAST);
    let at = |(place, rating): (usize, &f64)| {
        let x = WIDTH * place as f64 / (ratings.len() - 1) as f64;
        (x, HEIGHT - HEIGHT * (rating - low) / wide)
    };
    let points: Vec<String> =
        ratings.iter().enumerate().map(at).map(|(x, y)| format!("{x:.1} {y:.1}")).collect();
    let (_, end) = at((ratings.len() - 1, ratings.last()?));
    Some(Curve {
        path: format!("M{}", points.join("L")),
        end,
        bounds: [low, high].map(|elo| format!("{elo:.0}")),
    })
}
