//! Who asks: a cookie or a token in, a contestant out.

use axum::extract::{FromRequestParts, Path};
use axum::http::header::{AUTHORIZATION, COOKIE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use std::convert::Infallible;
use std::sync::Arc;

use super::Site;
use super::pages::nothing;
use crate::digest::Secret;
use crate::organiser::{self, Kind};
use crate::store::clock;

/// The name of our cookie.
pub(super) const COOKIE_NAME: &str = "judge";

/// The name of an organiser's cookie.
pub(super) const ORGANISERS_COOKIE_NAME: &str = "judge-organiser";

/// A contestant who has shown who it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Contestant(pub(super) usize);

/// Anybody, or a contestant.
#[derive(Clone, Copy, Debug)]
pub(super) struct Anybody(pub(super) Option<usize>);

impl FromRequestParts<Arc<Site>> for Contestant {
    type Rejection = (StatusCode, &'static str);

    async fn from_request_parts(parts: &mut Parts, site: &Arc<Site>) -> Result<Self, Self::Rejection> {
        let told = "you are not signed in: follow your invitation in this browser, or give your token\n";
        asking(&parts.headers, site).map(Self).ok_or((StatusCode::UNAUTHORIZED, told))
    }
}

impl FromRequestParts<Arc<Site>> for Anybody {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, site: &Arc<Site>) -> Result<Self, Infallible> {
        Ok(Self(asking(&parts.headers, site)))
    }
}

/// The number in the address of a page. Where anything else stands there is no such page.
#[derive(Clone, Copy, Debug)]
pub(super) struct Number(pub(super) usize);

impl FromRequestParts<Arc<Site>> for Number {
    type Rejection = (StatusCode, &'static str);

    async fn from_request_parts(parts: &mut Parts, site: &Arc<Site>) -> Result<Self, Self::Rejection> {
        match Path::from_request_parts(parts, site).await {
            Ok(Path(number)) => Ok(Self(number)),
            Err(_) => Err(nothing().await),
        }
    }
}

fn asking(headers: &HeaderMap, site: &Site) -> Option<usize> {
    // Who shows a token that is none is nobody, whatever cookie there is.
    if let Some(token) = bearer(headers) {
        let token = Secret::parse(token)?;
        return site.season.store.read(|state| state.by_token(&token));
    }
    let cookie = cookie(headers, COOKIE_NAME)?;
    site.season.store.read(|state| state.by_cookie(&cookie))
}

/// What is shown as a token.
fn bearer(headers: &HeaderMap) -> Option<&str> {
    let (scheme, token) = headers.get(AUTHORIZATION)?.to_str().ok()?.split_once(' ')?;
    scheme.eq_ignore_ascii_case("Bearer").then_some(token)
}

fn cookie(headers: &HeaderMap, wanted: &str) -> Option<Secret> {
    let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let (_, cookie) = pairs.find(|(name, _)| *name == wanted)?;
    Secret::parse(cookie)
}

/// An organiser, and by what it asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Organiser {
    /// A browser, which is shown pages.
    Browser,
    /// The command line, which prints text.
    Command,
}

impl FromRequestParts<Arc<Site>> for Organiser {
    type Rejection = (StatusCode, &'static str);

    async fn from_request_parts(parts: &mut Parts, site: &Arc<Site>) -> Result<Self, Self::Rejection> {
        let told = "this is for organisers: run judge serve organiser on the server's machine, and follow its link\n";
        let shown = match bearer(&parts.headers) {
            Some(key) => Secret::parse(key).map(|key| (key, Kind::Command, Self::Command)),
            None => {
                cookie(&parts.headers, ORGANISERS_COOKIE_NAME).map(|key| (key, Kind::Cookie, Self::Browser))
            }
        };
        let holds = |(key, kind, by): (Secret, Kind, Self)| {
            organiser::holds(&site.season.folder, &key, kind, clock()).then_some(by)
        };
        shown.and_then(holds).ok_or((StatusCode::UNAUTHORIZED, told))
    }
}
