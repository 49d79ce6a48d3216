//! The requests of contestants' programs beside uploads: their identity, a key, and decisions signed with it.

use std::sync::Arc;

use axum::Router;
use axum::extract::{Form, State};
use axum::http::StatusCode;
use axum::response::Response;
use axum::routing::{get, post};
use judge_season::log::digest::Digest;
use judge_season::state::Decision;
use serde::Deserialize;

use crate::clients::submit::OwnPage;
use crate::web::Site;
use crate::web::connection::identity::Contestant;
use crate::web::content::answers::{Refusal, aside, json, not_written};
use crate::web::members::account::choose;

pub(crate) fn routes() -> Router<Arc<Site>> {
    Router::new()
        .route("/api/own", get(own))
        .route("/api/key", post(make_key))
        .route("/api/choice", post(choice))
}

/// `GET /api/own`: one's identity, and the facts that the next signature must be about.
async fn own(State(site): State<Arc<Site>>, Contestant(id, _): Contestant) -> Response {
    let own = site.season.store.read(|state| {
        let of = &state.contestants[id];
        OwnPage { season: state.key, name: of.name.to_string(), key: of.key, signed: of.signed }
    });
    json(&own)
}

#[derive(Deserialize)]
struct KeyForm {
    key: String,
}

/// `POST /api/key`: a contestant's public key.
async fn make_key(
    State(site): State<Arc<Site>>,
    Contestant(id, _): Contestant,
    Form(form): Form<KeyForm>,
) -> Result<&'static str, Refusal> {
    let none = || (StatusCode::BAD_REQUEST, "a key has 64 hexadecimal digits\n".into());
    let key = Digest::parse(&form.key).ok_or_else(none)?;
    let season = Arc::clone(&site.season);
    aside(move || season.make_key(id, key)).await.map_err(not_written)?;
    Ok("the key is made\n")
}

#[derive(Deserialize)]
struct ChoiceForm {
    choice: String,
    signature: Option<String>,
}

/// `POST /api/choice`: `pause`, `play`, `withdraw` or `publish:N`.
async fn choice(
    State(site): State<Arc<Site>>,
    Contestant(id, _): Contestant,
    Form(form): Form<ChoiceForm>,
) -> Result<Response, Refusal> {
    let none = || (StatusCode::BAD_REQUEST, "there is no such choice\n".into());
    let choice = Decision::parse(&form.choice).ok_or_else(none)?;
    choose(site, id, choice, form.signature).await
}
