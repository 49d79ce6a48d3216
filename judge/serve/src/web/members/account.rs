//! Invitations that are followed, and the contestants' own decisions.

use std::borrow::Cow;
use std::sync::Arc;

use askama::Template;
use axum::extract::{Form, Path, State};
use axum::http::StatusCode;
use axum::http::header::{LOCATION, SET_COOKIE};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, post};
use judge_core::tournament::Name;
use judge_season::log::digest::{Digest, Secret};
use judge_season::orders::invitation::Keys;
use judge_season::season::store::NotWritten;
use judge_season::state::{Decision, SIGNED_IN_SECONDS};
use serde::Deserialize;

use crate::web::Site;
use crate::web::connection::identity::{
    Anybody, CONTESTANTS_COOKIE, Contestant, SignedIn, cookie_name, is_tls,
};
use crate::web::content::answers::{Refusal, aside, not_written, page, title};

#[derive(Template)]
#[template(path = "invited.html")]
struct InvitedPage<'a> {
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

#[derive(Template)]
#[template(path = "nobody.html")]
struct Nobody<'a> {
    title: &'a str,
}

/// `GET /me`: leads contestants to their page, and shows others how to become one.
pub(crate) async fn me(
    State(site): State<Arc<Site>>,
    asking: Anybody,
    SignedIn(address): SignedIn,
) -> Response {
    match asking {
        Ok(Contestant(id, _)) => to_own_page(&site, id),
        Err(_) if address.is_some() => (StatusCode::SEE_OTHER, [(LOCATION, "/join/me")]).into_response(),
        Err(_) => page(&Nobody { title: title(&site) }),
    }
}

fn to_own_page(site: &Site, id: usize) -> Response {
    (StatusCode::SEE_OTHER, [(LOCATION, format!("/contestant/{}", name(site, id)))]).into_response()
}

fn name(site: &Site, id: usize) -> Name {
    site.season.store.read(|state| state.contestants[id].name.clone())
}

/// The invitation of a link, or of whom the proxy has let sign in: `me`.
fn followed(site: &Site, invitation: &str, SignedIn(address): &SignedIn) -> Option<Digest> {
    match (invitation, address) {
        ("me", Some(address)) => site.season.invitation_for(address),
        _ => Secret::parse(invitation).map(|secret| secret.digest()),
    }
}

/// `GET /join/…`: asks whether to join. Programs that only look at links change nothing.
pub(crate) async fn invited(
    State(site): State<Arc<Site>>,
    by: SignedIn,
    Path(invitation): Path<String>,
) -> Result<Response, Refusal> {
    let followed = followed(&site, &invitation, &by);
    let name = followed.and_then(|followed| site.season.invited(followed)).ok_or(OVER)?;
    Ok(page(&InvitedPage { title: title(&site), name: &name, invitation: &invitation }))
}

/// `POST /join/…`: joins, and shows the token once.
pub(crate) async fn join(
    State(site): State<Arc<Site>>,
    by: SignedIn,
    Path(invitation): Path<String>,
) -> Response {
    let Some(followed) = followed(&site, &invitation, &by) else { return OVER.into_response() };
    let season = Arc::clone(&site.season);
    match aside(move || season.join(followed)).await {
        Ok(Some(keys)) => welcome(&site, &keys),
        Ok(None) => OVER.into_response(),
        Err(trouble) => (StatusCode::SERVICE_UNAVAILABLE, trouble.0).into_response(),
    }
}

fn welcome(site: &Site, keys: &Keys) -> Response {
    let url = &site.terms().serve.public_url;
    let cookie = set_cookie(site, CONTESTANTS_COOKIE, &keys.cookie.reveal(), SIGNED_IN_SECONDS);
    let joined = Joined { title: title(site), name: &keys.name, token: keys.token.reveal(), url };
    ([(SET_COOKIE, cookie)], page(&joined)).into_response()
}

/// Has a browser keep a cookie for so many seconds; where the world talks to us by TLS, for that only.
pub(crate) fn set_cookie(site: &Site, name: &str, value: &str, seconds: u64) -> String {
    let secure = if is_tls(site) { "; Secure" } else { "" };
    format!("{}={value}; Path=/; Max-Age={seconds}; HttpOnly; SameSite=Lax{secure}", cookie_name(site, name))
}

/// The form of a new name.
#[derive(Deserialize)]
pub(crate) struct NewName {
    name: String,
}

/// `POST /name`: a contestant changes the name that people are shown.
pub(crate) async fn rename(
    State(site): State<Arc<Site>>,
    Contestant(id, _): Contestant,
    Form(form): Form<NewName>,
) -> Result<Response, Refusal> {
    let (season, name) = (Arc::clone(&site.season), name(&site, id));
    aside(move || season.call_oneself(&name, form.name.trim())).await.map_err(not_written)?;
    Ok(to_own_page(&site, id))
}

/// `POST /sign-out`.
pub(crate) async fn sign_out(State(site): State<Arc<Site>>, Contestant(id, member): Contestant) -> Response {
    let season = Arc::clone(&site.season);
    if let Err(NotWritten::Machine(trouble)) = aside(move || season.sign_out(id, member)).await {
        return (StatusCode::SERVICE_UNAVAILABLE, trouble).into_response();
    }
    signed_out(&site, CONTESTANTS_COOKIE)
}

/// Has a browser forget its cookie.
pub(crate) fn signed_out(site: &Site, name: &str) -> Response {
    let gone = set_cookie(site, name, "", 0);
    (StatusCode::SEE_OTHER, [(SET_COOKIE, gone), (LOCATION, "/".to_owned())]).into_response()
}

const OVER: Refusal = (
    StatusCode::NOT_FOUND,
    Cow::Borrowed(
        "this invitation is not valid: it was used already, it is older than two days, or the link is incomplete; ask the organiser for another\n",
    ),
);

/// `POST /pause` and `POST /resume`: a decision that can be taken back.
pub(crate) fn decides(choice: Decision) -> MethodRouter<Arc<Site>> {
    post(move |State(site): State<Arc<Site>>, Contestant(id, _): Contestant| choose(site, id, choice, None))
}

/// The form of a choice that cannot be taken back.
#[derive(Deserialize)]
pub(crate) struct Sure {
    sure: Option<String>,
    pub(crate) version: Option<usize>,
}

/// `POST /withdraw` and `POST /publish`: a decision for good.
pub(crate) fn decides_for_good(choice: fn(&Sure) -> Option<Decision>) -> MethodRouter<Arc<Site>> {
    let decide = move |State(site), Contestant(id, _), Form(form): Form<Sure>| async move {
        if let Some(choice) = choice(&form).filter(|_| form.sure.is_some()) {
            return choose(site, id, choice, None).await;
        }
        let text = "this cannot be taken back; go back, tick that you are sure, and press the button again\n";
        Err((StatusCode::BAD_REQUEST, text.into()))
    };
    post(decide)
}

/// Lets a contestant decide for itself, with its signature if there is one.
pub(crate) async fn choose(
    site: Arc<Site>,
    id: usize,
    choice: Decision,
    signature: Option<String>,
) -> Result<Response, Refusal> {
    let season = Arc::clone(&site.season);
    aside(move || season.choose(id, choice, signature.as_deref())).await.map_err(not_written)?;
    Ok(to_own_page(&site, id))
}
