//! A page for a projector: the closest game near the top, move by move, and the standings.

use std::collections::BTreeMap;

use askama::Template;
use axum::http::Uri;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use judge_page::watched::Begins;
use judge_season::ladder::standings::LadderStanding;
use judge_season::state::State as SeasonState;
use serde::Serialize;

use crate::web::Site;
use crate::web::content::answers::{OrRefusal, not_found};
use crate::web::content::now::SeasonNow;
use crate::web::content::people::{self, Person, Played};
use crate::web::content::rated::made;
use crate::web::content::replays::replayed;
use crate::web::content::rounds::known;
use crate::web::public::arena;

/// Rows of the standings that a screen has room for.
const ROWS: usize = 12;
/// Rounds among which the closest game is looked for, the last ones.
const ROUNDS: usize = 100;

#[derive(Template)]
#[template(path = "screen.html")]
struct ScreenPage<'a> {
    site: &'a Site,
    payload: Option<String>,
    rows: Vec<ScreenRow>,
    wall: Vec<Played>,
}

/// A line of the standings, large.
#[derive(Serialize)]
pub(crate) struct ScreenRow {
    rank: usize,
    #[serde(flatten)]
    person: Person,
    rating: String,
    rounds: u32,
}

/// The best, as a screen has them.
pub(crate) fn rows(state: &SeasonNow<'_>, standings: &[LadderStanding]) -> Vec<ScreenRow> {
    let row = |standing: &LadderStanding| {
        let version = &state.versions[standing.version];
        let (person, rating) = (Person::of(state, version.contestant), standing.rating_or_bound());
        Some(ScreenRow { rank: standing.rank?, person, rating, rounds: version.rounds })
    };
    standings.iter().filter_map(row).take(ROWS).collect()
}

/// `GET /screen`.
pub(crate) async fn screen(site: Site) -> Response {
    let made = made(&site).await;
    let (rows, wall) = site.read(|state| (rows(state, &made), people::last_games(state)));
    let payload = arena::payload(&site, &Begins::Following);
    arena::viewer(&ScreenPage { site: &site, payload, rows, wall })
}

/// `GET /screen/game?not=3,7`: the closest game near the top, but those.
pub(crate) async fn game(site: Site, uri: Uri) -> OrRefusal<impl IntoResponse> {
    let made = made(&site).await;
    let numbers = uri.query().and_then(|query| query.strip_prefix("not=")).unwrap_or_default();
    let not: Vec<usize> = numbers.split(',').filter_map(|number| number.parse().ok()).collect();
    let wanted = uri.query().and_then(|query| query.strip_prefix("game=")?.parse().ok());
    let closest = || site.read(|state| closest(state, &made, &not));
    let number: Option<usize> = wanted.or_else(closest);
    let number = number.ok_or(not_found("no game was played yet\n"))?;
    let known = known(&site, number).ok_or(not_found(""))?;
    let replayed = replayed(&site, &known).await?;
    let text = arena::payload(&site, &Begins::Watching(&arena::watched(&site, &known, &replayed)));
    let text = text.ok_or(not_found("nobody can draw this game\n"))?;
    Ok(([(CONTENT_TYPE, "application/json")], text))
}

/// The number of the game that is best to be shown: its players stand high, nobody knew who would win, and it was
/// played lately. What was shown already comes again only if there is nothing else.
fn closest(state: &SeasonState, standings: &[LadderStanding], not: &[usize]) -> Option<usize> {
    let ranks: BTreeMap<usize, usize> = standings
        .iter()
        .filter_map(|standing| Some((state.versions[standing.version].contestant, standing.rank?)))
        .collect();
    let first = state.rounds.len().saturating_sub(ROUNDS);
    let mut games = Vec::new();
    for (place, round) in state.rounds.iter().enumerate().skip(first) {
        let rank = |id: usize| ranks.get(&state.versions[id].contestant).copied().unwrap_or(ranks.len());
        let height: usize = round.pairing.versions.iter().copied().map(rank).sum();
        let even = 1_000 / round.pairing.versions.len();
        let openness = usize::from(round.pairing.chance).abs_diff(even) / 100;
        let age = (state.rounds.len() - place) / 10;
        for (order, game) in round.games.iter().enumerate().filter(|(_, game)| game.ranks.is_some()) {
            let number = state.game_number(place, order);
            games.push((not.contains(&number), height + openness + age, game.turns < 2, number));
        }
    }
    games.into_iter().min().map(|(.., number)| number)
}
