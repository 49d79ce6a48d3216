//! What is no page: the log with its head, the terms, whether the server is well, and the files that pages need.

use std::fs::File;
use std::sync::Arc;

use axum::extract::State;
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};

use crate::web::Site;
use crate::web::shown::answers::whole;

/// `GET /head`: the hash of all events so far.
pub(in crate::web) async fn head(State(site): State<Arc<Site>>) -> String {
    site.season.store.read(|state| format!("{} {}\n", state.events, state.head))
}

/// `GET /head.json`: the same with the season's signature, to be kept.
pub(in crate::web) async fn signed_head(State(site): State<Arc<Site>>) -> Response {
    let line = site.season.store.read(|state| site.season.signed_head(state).line());
    ([(CONTENT_TYPE, "application/json")], line).into_response()
}

/// `GET /events.log`: all events so far. No secret is in it but by its hash.
pub(in crate::web) async fn log(State(site): State<Arc<Site>>) -> Response {
    plain(File::open(site.season.folder.events()))
}

/// `GET /terms`: the season's file.
pub(in crate::web) async fn terms(State(site): State<Arc<Site>>) -> Response {
    plain(File::open(&site.season.runner.season.tournament.file))
}

fn plain(file: std::io::Result<File>) -> Response {
    let Ok(file) = file else {
        return (StatusCode::SERVICE_UNAVAILABLE, "the file cannot be read now\n").into_response();
    };
    ([(CONTENT_TYPE, "text/plain; charset=utf-8")], whole(file)).into_response()
}

/// `GET /health`. What the trouble is stands where the server writes its messages.
pub(in crate::web) async fn health(State(site): State<Arc<Site>>) -> (StatusCode, &'static str) {
    let store = &site.season.store;
    if store.is_in_trouble() {
        return (StatusCode::SERVICE_UNAVAILABLE, "nothing can be played; see the messages of the server\n");
    }
    if store.has_jumped() {
        let text = "the clock has jumped; see the messages of the server\n";
        return (StatusCode::SERVICE_UNAVAILABLE, text);
    }
    (StatusCode::OK, "ok\n")
}

/// `GET /style.css`.
pub(in crate::web) async fn style() -> Response {
    ([(CONTENT_TYPE, "text/css; charset=utf-8")], include_str!("../../../assets/style.css")).into_response()
}

/// `GET /season.js`.
pub(in crate::web) async fn script() -> Response {
    ([(CONTENT_TYPE, "text/javascript; charset=utf-8")], include_str!("../../../assets/season.js"))
        .into_response()
}
