//! `GET /game/N`: a game, played again for who looks at it.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use judge_core::tournament::Name;
use judge_page::watched::Begins;

use crate::log::event::Game;
use crate::play::runner::{Due, Replayed, Turn};
use crate::state::place_of_game;
use crate::web::Site;
use crate::web::connection::asked::{Anybody, Number};
use crate::web::public::arena;
use crate::web::public::pages::{nothing, reason, title};

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
pub(in crate::web) struct Known {
    pub(in crate::web) number: usize,
    pub(in crate::web) due: Due,
    pub(in crate::web) order: usize,
    pub(in crate::web) seats: [String; 2],
    pub(in crate::web) contestants: [Name; 2],
    pub(in crate::web) ids: [usize; 2],
    pub(in crate::web) reason: String,
    pub(in crate::web) game: Game,
}

pub(in crate::web) async fn game(
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
pub(in crate::web) async fn replayed(site: &Site, known: &Known) -> Result<Arc<Replayed>, Response> {
    let replayed = site.replays.of(&site.season, known).await;
    replayed.map_err(|text| (StatusCode::SERVICE_UNAVAILABLE, text).into_response())
}

pub(in crate::web) fn known(site: &Site, number: usize) -> Option<Known> {
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
