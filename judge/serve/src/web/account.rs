//! Invitations that are followed, and what contestants decide for themselves.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::{LOCATION, SET_COOKIE};
use axum::response::{IntoResponse, Response};
use judge_core::tournament::Name;

use super::Site;
use super::asked::{COOKIE_NAME, Contestant};
use super::pages::{self, page};
use crate::digest::Secret;
use crate::season::{Keys, Pause};
use crate::store::NotWritten;

/// Seconds that a browser keeps the cookie: a year.
const COOKIE_SECONDS: u64 = 365 * 86_400;

#[derive(Template)]
#[template(path = "invited.html")]
struct Invited<'a> {
    title: &'a str,
    name: &'a Name,
    invitation: &'a str,
}

#[derive(Template)]
#[template(path = "joined.html")]
struct Joined<'a> {
    title: &'a str,
    name: &'a Name,
    token: String,
    url: &'a str,
}

/// `GET /join/…`: asks whether to join. Programs that only look at links change nothing.
pub(super) async fn invited(State(site): State<Arc<Site>>, Path(invitation): Path<String>) -> Response {
    match Secret::parse(&invitation).and_then(|secret| site.season.invited(&secret)) {
        Some(name) => page(&Invited { title: pages::title(&site), name: &name, invitation: &invitation }),
        None => over(),
    }
}

/// `POST /join/…`: joins, and shows the token once.
pub(super) async fn join(State(site): State<Arc<Site>>, Path(invitation): Path<String>) -> Response {
    let Some(secret) = Secret::parse(&invitation) else { return over() };
    let season = Arc::clone(&site.season);
    let joined = tokio::task::spawn_blocking(move || season.join(&secret)).await.expect("it does not panic");
    match joined {
        Ok(Some(keys)) => welcome(&site, &keys),
        Ok(None) => over(),
        Err(trouble) => (StatusCode::SERVICE_UNAVAILABLE, trouble).into_response(),
    }
}

fn welcome(site: &Site, keys: &Keys) -> Response {
    let url = &site.season.grounds.season.serve.public_url;
    let secure = if url.starts_with("https://") { "; Secure" } else { "" };
    let cookie = format!(
        "{COOKIE_NAME}={}; Path=/; Max-Age={COOKIE_SECONDS}; HttpOnly; SameSite=Lax{secure}",
        keys.cookie.reveal()
    );
    let joined = Joined { title: pages::title(site), name: &keys.name, token: keys.token.reveal(), url };
    ([(SET_COOKIE, cookie)], page(&joined)).into_response()
}

fn over() -> Response {
    let text = "this invitation does not hold: it was followed already, it is older than two days, or it is not whole; ask the organiser for another\n";
    (StatusCode::NOT_FOUND, text).into_response()
}

/// `POST /pause`.
pub(super) async fn pause(State(site): State<Arc<Site>>, Contestant(id): Contestant) -> Response {
    set(site, id, Pause::Begin).await
}

/// `POST /resume`.
pub(super) async fn resume(State(site): State<Arc<Site>>, Contestant(id): Contestant) -> Response {
    set(site, id, Pause::End).await
}

async fn set(site: Arc<Site>, id: usize, pause: Pause) -> Response {
    let season = Arc::clone(&site.season);
    let done = tokio::task::spawn_blocking(move || season.pause(id, pause)).await.expect("it does not panic");
    match done {
        // That it is so already is what was wanted.
        Ok(()) | Err(NotWritten::Refused(_)) => {
            let name = site.season.store.read(|state| state.contestants[id].name.clone());
            (StatusCode::SEE_OTHER, [(LOCATION, format!("/contestant/{name}"))]).into_response()
        }
        Err(NotWritten::Machine(trouble)) => (StatusCode::SERVICE_UNAVAILABLE, trouble).into_response(),
    }
}
