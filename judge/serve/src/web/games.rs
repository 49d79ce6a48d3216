//! `GET /game/N`: a game, played again for who looks at it.

use std::sync::Arc;

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
use crate::log::event::Game;
use crate::play::runner::{Due, Replayed, Turn};
use crate::state::place_of_game;

#[derive(Template)]
#[template(path = "game.html")]
struct GamePage<'a> {
    title: &'a str,
    payload: Option<String>,
    number: usize,
    seats: [String; 2],
    contestants: [Name; 2],
    reason: String,
    game: Game,
    turns: &'a [Turn],
    /// Whose log is shown: who looks at the page.
    own: Option<u8>,
}

/// What is known of a game before it is played again.
#[derive(Clone)]
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
    let replayed = match replayed(&site, &known).await {
        Ok(replayed) => replayed,
        Err(refused) => return refused,
    };
    let Replayed { turns, recording } = &*replayed;
    let payload = arena::payload(&site, &Begins::Watching(&arena::shown(&site, &known, recording)));
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

/// A game as it was played, to be looked at.
pub(super) async fn replayed(site: &Site, known: &Known) -> Result<Arc<Replayed>, Response> {
    let replayed = site.replays.of(&site.season, known).await;
    replayed.map_err(|text| (StatusCode::SERVICE_UNAVAILABLE, text).into_response())
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
