//! `GET /final`: the report of the final, at a fixed address. Its page brings scripts of its own, so it is shown
//! without our cookies and as if it came from nowhere.
//!
//! Its files have contestants' names, and are kept as they were published: the log has their hashes. Who reads the page in a
//! browser is shown the names of people in it.

use std::collections::BTreeMap;
use std::fs::{File, read_to_string};
use std::sync::Arc;

use askama::filters::{Escaper, Html};
use axum::Router;
use axum::extract::{Path, State};
use axum::http::header::{ACCEPT, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{self, IntoResponse, Response};
use axum::routing::get;
use judge_season::season::FILES;
use serde_json::json;

use crate::web::Site;
use crate::web::connection::problem::holds;
use crate::web::shown::answers::{aside, nothing, whole};

/// The permissions of the report: run its own script, its own style, WebAssembly, and workers made of its own text, and
/// hear what is chosen in its forms. It loads nothing from anywhere and sends no form, also if it was made elsewhere.
const POLICY: &str = "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval'; worker-src blob:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; sandbox allow-scripts allow-forms allow-downloads allow-popups; frame-ancestors 'none'";

pub(crate) fn routes() -> Router<Arc<Site>> {
    Router::new().route("/final", get(report)).route("/final/{file}", get(file))
}

async fn report(State(site): State<Arc<Site>>, headers: HeaderMap) -> Response {
    let is_read = holds(&headers, &ACCEPT, "text/html");
    let names: BTreeMap<String, String> = site.read(|state| {
        let names = state.contestants.iter().map(|of| of.name.to_string()).zip(state.all_called().to_vec());
        names.filter(|(name, called)| is_read && name != called).collect()
    });
    let report =
        site.season.store.read(|state| state.report.map(|[report, _]| site.season.folder.report(report)));
    let Some(report) = report.filter(|_| !names.is_empty()) else { return shown(&site, 0) };
    match aside(move || Some(with_names(&read_to_string(report.join(FILES[0])).ok()?, &names))).await {
        Some(page) => ([(CONTENT_SECURITY_POLICY, POLICY)], response::Html(page)).into_response(),
        None => shown(&site, 0),
    }
}

/// A text as HTML shows it.
fn escaped(text: &str) -> String {
    let mut html = String::new();
    Html.write_escaped_str(&mut html, text).expect("a string takes all text");
    html
}

/// A report with the names that people are shown, where names of contestants stand.
fn with_names(page: &str, names: &BTreeMap<String, String>) -> String {
    let Some((head, rest)) = page.split_once("<body") else { return page.to_owned() };
    let (body, data) = rest.split_at(rest.find("<script").unwrap_or(rest.len()));
    let mut shown = format!("{head}<body");
    let mut before = "";
    for piece in body.split_inclusive('>') {
        let (text, tag) = piece.split_at(piece.find('<').unwrap_or(0));
        let called = |name: &str| names.get(name).map(|called| escaped(called));
        match text.split_once(": ") {
            // Heads of columns are names nowhere but behind a contestant's mark.
            None if !before.starts_with("<th scope=\"col\"") && called(text).is_some() => {
                shown.extend(called(text));
            }
            Some((name, rest)) if before == "<title>" => {
                shown.extend([called(name).as_deref().unwrap_or(name), ": ", rest]);
            }
            _ if before.contains("id=\"headline\"") => {
                let words = text.split(' ').map(|word| {
                    called(word.trim_end_matches([',', '.'])).map_or_else(
                        || word.to_owned(),
                        |called| called + word.trim_start_matches(|c: char| !",.".contains(c)),
                    )
                });
                shown.push_str(&words.collect::<Vec<_>>().join(" "));
            }
            _ => shown.push_str(text),
        }
        shown.push_str(tag);
        before = tag;
    }
    let mut data = data.to_owned();
    for (name, called) in names {
        let known = |name: &str| format!("\"name\":{},\"options\"", json!(name)).replace('<', "\\u003c");
        data = data.replacen(&known(name), &known(called), 1);
    }
    shown + &data
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
