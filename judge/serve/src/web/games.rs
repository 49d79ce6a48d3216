//! `GET /game/N`: a game, played again for who looks at it.

use std::sync::Arc;
use std::time::Duration;

use askama::Template;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use judge_core::tournament::Name;

use super::Site;
use super::asked::Anybody;
use super::pages::{nothing, page, reason, title};
use crate::event::Game;
use crate::grounds::{Due, Turn};

/// How long somebody waits for their turn to have a game played again.
const PATIENCE: Duration = Duration::from_secs(10);

#[derive(Template)]
#[template(path = "game.html")]
struct GamePage<'a> {
    title: &'a str,
    number: usize,
    seats: [String; 2],
    contestants: [Name; 2],
    reason: String,
    game: Game,
    turns: Vec<Turn>,
    /// Whose log is shown: who looks at the page.
    own: Option<u8>,
}

/// What is known of a game before it is played again.
struct Known {
    due: Due,
    order: usize,
    seats: [String; 2],
    contestants: [Name; 2],
    ids: [usize; 2],
    reason: String,
    game: Game,
}

pub(super) async fn game(
    State(site): State<Arc<Site>>,
    Anybody(asking): Anybody,
    Path(number): Path<usize>,
) -> Response {
    let Some(known) = known(&site, number) else { return nothing().await.into_response() };
    let Ok(Ok(_permit)) = tokio::time::timeout(PATIENCE, site.replays.acquire()).await else {
        let text = "too many games are looked at in this moment; try again in a minute\n";
        return (StatusCode::SERVICE_UNAVAILABLE, text).into_response();
    };
    let Known { due, order, seats, contestants, ids, reason, game } = known;
    let season = Arc::clone(&site.season);
    let turns = tokio::task::spawn_blocking(move || season.grounds.replay(&due, order)).await;
    let turns = match turns.expect("it does not panic") {
        Ok(turns) => turns,
        Err(trouble) => return (StatusCode::SERVICE_UNAVAILABLE, trouble).into_response(),
    };
    let own = (0..2).find(|&seat| asking == Some(ids[usize::from(seat)]));
    page(&GamePage { title: title(&site), number, seats, contestants, reason, game, turns, own })
}

fn known(site: &Site, number: usize) -> Option<Known> {
    let place = number.checked_sub(1)?;
    let (round, order) = (place / 2, place % 2);
    site.season.store.read(|state| {
        let it = state.rounds.get(round)?;
        let mut versions = it.pairing.versions;
        versions.rotate_left(order);
        let ids = versions.map(|id| state.versions[id].contestant);
        Some(Known {
            due: site.season.due(state, round),
            order,
            seats: versions.map(|id| state.label(id)),
            contestants: ids.map(|id| state.contestants[id].name.clone()),
            ids,
            reason: reason(state, &it.pairing),
            game: it.games.get(order)?.clone(),
        })
    })
}
