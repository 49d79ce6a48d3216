//! `GET /final`: the report of the final, at a fixed address. Its page brings scripts of its own, so it is shown
//! without our cookies and as if it came from nowhere.
//!
//! Its files have contestants' names, and are kept as they were published: the log has their hashes. Who reads the page in a
//! browser is shown the names of people in it.

use std::collections::BTreeMap;
use std::fs::{File, read_to_string};
use std::path::PathBuf;

use askama::filters::{Escaper, Html};
use axum::extract::Path;
use axum::http::header::{ACCEPT, CONTENT_SECURITY_POLICY, CONTENT_TYPE};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{self, IntoResponse};
use judge_season::season::FILES;
use serde_json::Value;

use crate::web::Site;
use crate::web::connection::problem::holds;
use crate::web::content::answers::{NOTHING, OrRefusal, aside, not_found, whole};

/// The permissions of the report: run its own script, its own style, WebAssembly, and workers made of its own text, and
/// hear what is chosen in its forms. It loads nothing from anywhere and sends no form, also if it was made elsewhere.
const POLICY: &str = "default-src 'none'; script-src 'unsafe-inline' 'wasm-unsafe-eval'; worker-src blob:; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; sandbox allow-scripts allow-forms allow-downloads allow-popups; frame-ancestors 'none'";

pub(crate) async fn report(site: Site, headers: HeaderMap) -> OrRefusal {
    let is_read = holds(&headers, &ACCEPT, "text/html");
    let names: BTreeMap<String, String> = site.read(|state| {
        let names = state.contestants.iter().map(|of| of.name.to_string()).zip(state.names.to_vec());
        names.filter(|(name, called)| is_read && name != called).collect()
    });
    let report = published(&site).filter(|_| !names.is_empty());
    let Some(report) = report else { return published_file(&site, 0) };
    match aside(move || with_names(&read_to_string(report.join(FILES[0])).ok()?, &names)).await {
        Some(page) => Ok(([(CONTENT_SECURITY_POLICY, POLICY)], response::Html(page)).into_response()),
        None => published_file(&site, 0),
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

pub(crate) async fn file(site: Site, Path(file): Path<String>) -> OrRefusal {
    let place = FILES.iter().position(|known| *known == file).ok_or(NOTHING)?;
    published_file(&site, place)
}

/// The folder of the report, if one is published.
fn published(site: &Site) -> Option<PathBuf> {
    site.season.store.read(|state| state.report.map(|[report, _]| site.season.folder.report(report)))
}

fn published_file(site: &Site, place: usize) -> OrRefusal {
    let folder = published(site).ok_or(not_found("no final is published yet\n"))?;
    let unread = |_| (StatusCode::SERVICE_UNAVAILABLE, "the final cannot be read now\n".into());
    let file = File::open(folder.join(FILES[place])).map_err(unread)?;
    let kind = match FILES[place].rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("csv") => crate::web::public::csv::CSV,
        _ => "text/plain; charset=utf-8",
    };
    Ok(([(CONTENT_TYPE, kind), (CONTENT_SECURITY_POLICY, POLICY)], whole(file)).into_response())
}
