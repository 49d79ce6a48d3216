//! `GET /final`: the report of the final, at a fixed address. Its page brings scripts of its own, so it is shown
//! without our cookies and as if it came from nowhere.

use std::fs::File;
use std::sync::Arc;

use axum::Router;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::{CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use judge_season::season::FILES;

use crate::web::Site;
use crate::web::shown::answers::{nothing, whole};

/// The permissions of the report: run its own script, its own style, WebAssembly, and workers made of its own text, and
/// hear what is chosen in its forms. It loads nothing from anywhere and sends no form, also if it was made elsewhere.
const POLICY: &str = "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval'; worker-src blob:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; sandbox allow-scripts allow-forms allow-downloads allow-popups; frame-ancestors 'none'";

pub(crate) fn routes() -> Router<Arc<Site>> {
    Router::new().route("/final", get(report)).route("/final/{file}", get(file))
}

async fn report(State(site): State<Arc<Site>>) -> Response {
    shown(&site, 0)
}

async fn file(State(site): State<Arc<Site>>, Path(file): Path<String>) -> Response {
    match FILES.iter().position(|known| *known == file) {
        Some(place) => shown(&site, place),
        None => nothing().await.into_response(),
    }
}

fn shown(site: &Site, place: usize) -> Response {
    let Some([report, _]) = site.season.store.read(|state| state.report) else {
        return (StatusCode::NOT_FOUND, "no final is published yet\n").into_response();
    };
    let Ok(file) = File::open(site.season.folder.report(report).join(FILES[place])) else {
        return (StatusCode::SERVICE_UNAVAILABLE, "the final cannot be read now\n").into_response();
    };
    let kind = match FILES[place].rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("csv") => crate::web::public::csv::CSV,
        _ => "text/plain; charset=utf-8",
    };
    ([(CONTENT_TYPE, kind), (CONTENT_SECURITY_POLICY, POLICY)], whole(file)).into_response()
}
