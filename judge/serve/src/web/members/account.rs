//! Invitations that are followed, and the contestants' own decisions: from a page, or from a program, which signs them.

use askama::Template;
use axum::extract::{Form, Path};
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

use crate::clients::submit::OwnPage;
use crate::web::Site;
use crate::web::connection::identity::{
    Anybody, CONTESTANTS_COOKIE, Contestant, SignedIn, cookie_name, is_tls,
};
use crate::web::content::answers::{OrRefusal, Refusal, json, not_found, not_written, page};

#[derive(Template)]
#[template(path = "invited.html")]
struct InvitedPage<'a> {
    site: &'a Site,
    name: &'a Name,
    invitation: &'a str,
}

#[derive(Template)]
#[template(path = "joined.html")]
struct Joined<'a> {
    site: &'a Site,
    name: &'a Name,
    token: String,
}

#[derive(Template)]
#[template(path = "nobody.html")]
struct Nobody<'a> {
    site: &'a Site,
}

/// `GET /me`: leads contestants to their page, and shows others how to become one.
pub(crate) async fn me(site: Site, asking: Anybody, SignedIn(address): SignedIn) -> Response {
    match asking {
        Ok(asking) => to_own_page(&site, asking.id),
        Err(_) if address.is_some() => (StatusCode::SEE_OTHER, [(LOCATION, "/join/me")]).into_response(),
        Err(_) => page(&Nobody { site: &site }),
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
pub(crate) async fn invited(site: Site, by: SignedIn, Path(invitation): Path<String>) -> OrRefusal {
    let followed = followed(&site, &invitation, &by);
    let name = followed.and_then(|followed| site.season.invited(followed)).ok_or(OVER)?;
    Ok(page(&InvitedPage { site: &site, name: &name, invitation: &invitation }))
}

/// `POST /join/…`: joins, and shows the token once.
pub(crate) async fn join(site: Site, by: SignedIn, Path(invitation): Path<String>) -> OrRefusal {
    let followed = followed(&site, &invitation, &by).ok_or(OVER)?;
    let joined = site.aside(move |season| season.join(followed)).await;
    let keys = joined.map_err(|trouble| (StatusCode::SERVICE_UNAVAILABLE, trouble.0.into()))?;
    Ok(welcome(&site, &keys.ok_or(OVER)?))
}

fn welcome(site: &Site, keys: &Keys) -> Response {
    let cookie = set_cookie(site, CONTESTANTS_COOKIE, &keys.cookie.reveal(), SIGNED_IN_SECONDS);
    let joined = Joined { site, name: &keys.name, token: keys.token.reveal() };
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
pub(crate) async fn rename(site: Site, asking: Contestant, Form(form): Form<NewName>) -> OrRefusal {
    let name = name(&site, asking.id);
    site.aside(move |season| season.call_oneself(&name, form.name.trim())).await.map_err(not_written)?;
    Ok(to_own_page(&site, asking.id))
}

/// `POST /sign-out`.
pub(crate) async fn sign_out(site: Site, Contestant { id, member }: Contestant) -> Response {
    if let Err(NotWritten::Machine(trouble)) = site.aside(move |season| season.sign_out(id, member)).await {
        return (StatusCode::SERVICE_UNAVAILABLE, trouble).into_response();
    }
    signed_out(&site, CONTESTANTS_COOKIE)
}

/// Has a browser forget its cookie.
pub(crate) fn signed_out(site: &Site, name: &str) -> Response {
    let gone = set_cookie(site, name, "", 0);
    (StatusCode::SEE_OTHER, [(SET_COOKIE, gone), (LOCATION, "/".to_owned())]).into_response()
}

const OVER: Refusal = not_found(
    "this invitation is not valid: it was used already, it is older than two days, or the link is incomplete; ask the organiser for another\n",
);

/// `POST /pause` and `POST /resume`: a decision that can be taken back.
pub(crate) fn decides(choice: Decision) -> MethodRouter<Site> {
    post(move |site: Site, asking: Contestant| choose(site, asking.id, choice, None))
}

/// The form of a choice that cannot be taken back.
#[derive(Deserialize)]
pub(crate) struct Sure {
    sure: Option<String>,
    pub(crate) version: Option<usize>,
}

/// `POST /withdraw` and `POST /publish`: a decision for good.
pub(crate) fn decides_for_good(choice: fn(&Sure) -> Option<Decision>) -> MethodRouter<Site> {
    let decide = move |site: Site, asking: Contestant, Form(form): Form<Sure>| async move {
        if let Some(choice) = choice(&form).filter(|_| form.sure.is_some()) {
            return choose(site, asking.id, choice, None).await;
        }
        let text = "this cannot be taken back; go back, tick that you are sure, and press the button again\n";
        Err((StatusCode::BAD_REQUEST, text.into()))
    };
    post(decide)
}

/// Lets a contestant decide for itself, with its signature if there is one.
pub(crate) async fn choose(site: Site, id: usize, choice: Decision, signature: Option<String>) -> OrRefusal {
    site.aside(move |season| season.choose(id, choice, signature.as_deref())).await.map_err(not_written)?;
    Ok(to_own_page(&site, id))
}

/// `GET /api/own`: one's identity, and the facts that the next signature must be about.
pub(crate) async fn own(site: Site, asking: Contestant) -> Response {
    let own = site.season.store.read(|state| {
        let of = &state.contestants[asking.id];
        OwnPage { season: state.key, name: of.name.to_string(), key: of.key, signed: of.signed }
    });
    json(&own)
}

/// The form of a public key.
#[derive(Deserialize)]
pub(crate) struct KeyForm {
    key: String,
}

/// `POST /api/key`: a contestant's public key.
pub(crate) async fn make_key(
    site: Site,
    asking: Contestant,
    Form(form): Form<KeyForm>,
) -> OrRefusal<&'static str> {
    let none = || (StatusCode::BAD_REQUEST, "a key has 64 hexadecimal digits\n".into());
    let key = Digest::parse(&form.key).ok_or_else(none)?;
    site.aside(move |season| season.make_key(asking.id, key)).await.map_err(not_written)?;
    Ok("the key is made\n")
}

/// The form of a decision from a command line.
#[derive(Deserialize)]
pub(crate) struct ChoiceForm {
    choice: String,
    signature: Option<String>,
}

/// `POST /api/choice`: `pause`, `play`, `withdraw` or `publish:N`.
pub(crate) async fn choice(site: Site, asking: Contestant, Form(form): Form<ChoiceForm>) -> OrRefusal {
    let none = || (StatusCode::BAD_REQUEST, "there is no such choice\n".into());
    let choice = Decision::parse(&form.choice).ok_or_else(none)?;
    choose(site, asking.id, choice, form.signature).await
}
