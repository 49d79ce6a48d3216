//! `GET /game/N`: a game, played again for who looks at it.

use std::sync::Arc;
use std::time::Duration;

use askama::Template;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use judge_core::tournament::Name;
use judge_page::watched::Begins;

use super::Site;
use super::arena;
use super::asked::{Anybody, Number};
use super::pages::{nothing, reason, title};
use crate::event::Game;
use crate::grounds::{Due, Replayed, Turn};
use crate::state::place_of_game;

/// How long somebody waits for their turn to have a game played again.
const PATIENCE: Duration = Duration::from_secs(10);

#[derive(Template)]
#[template(path = "game.html")]
struct GamePage<'a> {
    title: &'a str,
    payload: String,
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
pub(super) struct Known {
    pub(super) number: usize,
    pub(super) due: Due,
    pub(super) order: usize,
    pub(super) seats: [String; 2],
    pub(super) contestants: [Name; 2],
    pub(super) ids: [usize; 2],
    pub(super) reason: String,
    pub(super) game: Game,
}

pub(super) async fn game(
    State(site): State<Arc<Site>>,
    Anybody(asking): Anybody,
    Number(number): Number,
) -> Response {
    let Some(known) = known(&site, number) else { return nothing().await.into_response() };
    let own = (0..2).find(|&seat| asking == Some(known.ids[usize::from(seat)]));
    let Replayed { turns, recording } = match replayed(&site, &known).await {
        Ok(replayed) => replayed,
        Err(refused) => return refused,
    };
    let payload = arena::payload(&site, &Begins::Watching(&arena::shown(&site, &known, &recording)));
    let Known { seats, contestants, reason, game, .. } = known;
    arena::viewer(&GamePage {
        title: title(&site),
        payload,
        number,
        seats,
        contestants,
        reason,
        game,
        turns,
        own,
    })
}

/// Plays a game again, when it is its turn.
pub(super) async fn replayed(site: &Site, known: &Known) -> Result<Replayed, Response> {
    let refused = |text: String| (StatusCode::SERVICE_UNAVAILABLE, text).into_response();
    let permit = tokio::time::timeout(PATIENCE, Arc::clone(&site.replays).acquire_owned()).await;
    let Ok(Ok(permit)) = permit else {
        return Err(refused("too many games are looked at in this moment; try again in a minute\n".into()));
    };
    let season = Arc::clone(&site.season);
    let (due, order) = (known.due.clone(), known.order);
    // The game is played to its end also when whoever asked is gone; until then it is one of those that are.
    let replay = move || {
        let _permit = permit;
        season.grounds.replay(&due, order)
    };
    let replayed = tokio::task::spawn_blocking(replay).await;
    replayed.expect("it does not panic").map_err(refused)
}

pub(super) fn known(site: &Site, number: usize) -> Option<Known> {
    let (round, order) = place_of_game(number)?;
    site.season.store.read(|state| {
        let it = state.rounds.get(round)?;
        let mut versions = it.pairing.versions;
        versions.rotate_left(order);
        let ids = versions.map(|id| state.versions[id].contestant);
        Some(Known {
            number,
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
