//! Who asks: a cookie or a token in, a contestant out.

use axum::extract::FromRequestParts;
use axum::http::header::{AUTHORIZATION, COOKIE};
use axum::http::request::Parts;
use axum::http::{HeaderMap, StatusCode};
use std::convert::Infallible;
use std::sync::Arc;

use super::Site;
use crate::digest::Secret;

/// The name of our cookie.
pub(super) const COOKIE_NAME: &str = "judge";

/// A contestant who has shown who it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Contestant(pub(super) usize);

/// Anybody, or a contestant.
#[derive(Clone, Copy, Debug)]
pub(super) struct Anybody(pub(super) Option<usize>);

impl FromRequestParts<Arc<Site>> for Contestant {
    type Rejection = (StatusCode, &'static str);

    async fn from_request_parts(parts: &mut Parts, site: &Arc<Site>) -> Result<Self, Self::Rejection> {
        let told = "show who you are: follow your invitation in this browser, or give your token\n";
        asking(&parts.headers, site).map(Self).ok_or((StatusCode::UNAUTHORIZED, told))
    }
}

impl FromRequestParts<Arc<Site>> for Anybody {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, site: &Arc<Site>) -> Result<Self, Infallible> {
        Ok(Self(asking(&parts.headers, site)))
    }
}

fn asking(headers: &HeaderMap, site: &Site) -> Option<usize> {
    let token = headers.get(AUTHORIZATION).and_then(|value| value.to_str().ok()?.strip_prefix("Bearer "));
    if let Some(token) = token {
        let token = Secret::parse(token)?;
        return site.season.store.read(|state| state.by_token(&token));
    }
    let cookies = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
    let mut pairs = cookies.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let (_, cookie) = pairs.find(|(name, _)| *name == COOKIE_NAME)?;
    let cookie = Secret::parse(cookie)?;
    site.season.store.read(|state| state.by_cookie(&cookie))
}
