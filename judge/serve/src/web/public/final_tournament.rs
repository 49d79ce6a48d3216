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
use serde_json::Value;

use crate::web::Site;
use crate::web::connection::problem::holds;
use crate::web::content::answers::{NOTHING, Refusal, aside, whole};

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
    let Some(report) = report.filter(|_| !names.is_empty()) else { return standings_page(&site, 0) };
    match aside(move || with_names(&read_to_string(report.join(FILES[0])).ok()?, &names)).await {
        Some(page) => ([(CONTENT_SECURITY_POLICY, POLICY)], response::Html(page)).into_response(),
        None => standings_page(&site, 0),
    }
}

/// A report in which each contestant is called what people are shown, as it would draw itself by these facts: so it agrees when
/// somebody verifies it in a browser. Nothing if it is no report that we know.
fn with_names(page: &str, names: &BTreeMap<String, String>) -> Option<String> {
    let (body, data) = page.split_once(" id=\"payload\">")?;
    let (before, list) = data.split_once("\"contestants\":")?;
    let mut contestants = serde_json::Deserializer::from_str(list).into_iter::<Vec<Value>>();
    let mut all = contestants.next()?.ok()?;
    let after = &list[contestants.byte_offset()..];
    let mut body = body.to_owned();
    for (place, contestant) in all.iter_mut().enumerate() {
        let Some(called) = contestant["name"].as_str().and_then(|name| names.get(name)) else { continue };
        let card = body.find(&format!("id=\"c{place}\"><h3>"))?;
        let facts = card + body[card..].find("<dl>")? + "<dl>".len();
        let cell = |called: &str| format!("<dt>Called</dt><dd>{called}</dd>");
        let was = contestant["called"].as_str().filter(|was| !was.is_empty());
        let was = was.map_or_else(String::new, |was| cell(&escaped(was)));
        let end = facts + body[facts..].strip_prefix(&was).map(|_| was.len())?;
        body.replace_range(facts..end, &cell(&escaped(called)));
        contestant["called"] = called.as_str().into();
    }
    let list = Value::from(all).to_string().replace('<', "\\u003c");
    Some(format!("{body} id=\"payload\">{before}\"contestants\":{list}{after}"))
}

/// A text as HTML shows it.
fn escaped(text: &str) -> String {
    let mut html = String::new();
    Html.write_escaped_str(&mut html, text).expect("a string takes all text");
    html
}

async fn file(State(site): State<Arc<Site>>, Path(file): Path<String>) -> Result<Response, Refusal> {
    let place = FILES.iter().position(|known| *known == file).ok_or(NOTHING)?;
    Ok(standings_page(&site, place))
}

fn standings_page(site: &Site, place: usize) -> Response {
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
