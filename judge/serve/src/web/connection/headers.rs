//! The headers of every answer: nothing may run or be loaded but our own files, and caches are limited.

use axum::Router;
use axum::extract::Request;
use axum::http::header::{
    AUTHORIZATION, CACHE_CONTROL, CONTENT_SECURITY_POLICY, COOKIE, HeaderName, HeaderValue, REFERRER_POLICY,
    VARY, X_CONTENT_TYPE_OPTIONS, X_FRAME_OPTIONS,
};
use axum::http::{Method, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use tower_http::set_header::SetResponseHeaderLayer;

use crate::web::connection::identity::PROXY_USER;
use crate::web::content::answers::FOR_EVER;

/// The permissions of a page: run our script, use our style, talk to us.
const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'";

/// Adds them to all answers.
pub(crate) fn add(router: Router) -> Router {
    let headers: [(HeaderName, &'static str); 5] = [
        (CONTENT_SECURITY_POLICY, POLICY),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (X_FRAME_OPTIONS, "DENY"),
        // The link of an invitation must not reach anybody else.
        (REFERRER_POLICY, "no-referrer"),
        (CACHE_CONTROL, "no-store"),
    ];
    headers.into_iter().fold(router.layer(middleware::from_fn(kept)), |router, (name, value)| {
        router.layer(SetResponseHeaderLayer::if_not_present(name, HeaderValue::from_static(value)))
    })
}

/// Pages that are the same for all who are not signed in. The log, its head and the standings are not among them: whoever
/// checks them against one another must not get one that is older.
const SAME_FOR_ALL: [&str; 6] = ["/", "/screen", "/play", "/versions.csv", "/rounds.csv", "/games.csv"];
/// The same of all pages whose address begins so.
const SAME_FOR_ALL_IN: [&str; 3] = ["/contestant/", "/game/", "/final"];

/// The time that a cache may show a page to others, as a header.
fn kept_for(path: &str) -> Option<&'static str> {
    if path.starts_with("/bot/") {
        // It is named by its hash, and published for good.
        return Some(FOR_EVER);
    }
    if ["/arena/page.css", "/season.css", "/season.js"].contains(&path) {
        return Some("public, max-age=300");
    }
    let is_same = SAME_FOR_ALL.contains(&path) || SAME_FOR_ALL_IN.iter().any(|begin| path.starts_with(begin));
    is_same.then_some("public, max-age=2")
}

/// Lets caches keep what is nobody's secret.
async fn kept(request: Request, next: Next) -> Response {
    let shown = [COOKIE.as_str(), AUTHORIZATION.as_str(), PROXY_USER];
    let shows_nothing = shown.iter().all(|header| !request.headers().contains_key(*header));
    let is_asked = matches!(*request.method(), Method::GET | Method::HEAD);
    let kept = kept_for(request.uri().path()).filter(|_| shows_nothing && is_asked);
    let response = next.run(request).await;
    let is_new = response.status() == StatusCode::OK && !response.headers().contains_key(CACHE_CONTROL);
    // Who is signed in gets another page, and no reader of pages gets a program's words.
    let by = "Cookie, Authorization, Judge-User, Accept";
    match kept.filter(|_| is_new) {
        Some(kept) => ([(CACHE_CONTROL, kept), (VARY, by)], response).into_response(),
        None => response,
    }
}
