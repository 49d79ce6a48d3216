//! `GET /game/N`: a game, played again for who looks at it.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use judge_core::tournament::Name;
use judge_page::watched::Begins;
use judge_play::Moved;
use judge_season::log::event::Game;

use crate::web::Site;
use crate::web::connection::identity::{Anybody, Number};
use crate::web::public::arena;
use crate::web::shown::answers::{nothing, title};
use crate::web::shown::replays::replayed;
use crate::web::shown::rounds::{Known, known};

#[derive(Template)]
#[template(path = "game.html")]
struct GamePage<'a> {
    title: &'a str,
    payload: Option<String>,
    number: usize,
    seats: Vec<(String, Name)>,
    reason: String,
    game: Game,
    turns: &'a [Moved],
    /// The seat whose log is shown: that of whoever looks at the page, if any.
    own: Option<u8>,
}

pub(crate) async fn game(
    State(site): State<Arc<Site>>,
    asking: Anybody,
    Number(number): Number,
) -> Result<Response, Response> {
    let Some(known) = known(&site, number) else { return Err(nothing().await.into_response()) };
    let own = (0..)
        .zip(&known.ids)
        .find(|(_, id)| asking.as_ref().is_ok_and(|asking| asking.0 == **id))
        .map(|(seat, _)| seat);
    let replayed = replayed(&site, &known).await?;
    let payload = arena::payload(&site, &Begins::Watching(&arena::shown(&site, &known, &replayed)));
    let Known { seats, reason, game, .. } = known;
    let (title, turns) = (title(&site), &replayed.turns);
    Ok(arena::viewer(&GamePage { title, payload, number, seats, reason, game, turns, own }))
}
