//! The files beside the pages: the log with its head, the terms, bots and the game, whether the server is well, and
//! those that pages need.

use std::fmt::Write;
use std::fs::File;
use std::ops::Range;

use axum::extract::Path;
use axum::http::StatusCode;
use axum::http::header::{ACCEPT_RANGES, CONTENT_DISPOSITION, CONTENT_RANGE, CONTENT_TYPE, HeaderMap, RANGE};
use axum::response::{IntoResponse, Response};
use axum::routing::{MethodRouter, get};
use judge_core::tournament::Name;
use judge_season::log::digest::Digest;
use judge_season::log::game;
use judge_season::workers::shared_work::{SharedWork, WorkSeen, WorkerCounts};

use crate::web::Site;
use crate::web::content::answers::{self, NOTHING, OrRefusal, whole};

/// Workers that `/health` lists, at the most.
const WORKERS_SHOWN: usize = 100;

/// `GET /head`: the hash of all events so far.
pub(crate) async fn head(site: Site) -> String {
    site.season.store.read(|state| format!("{} {}\n", state.events, state.head))
}

/// `GET /head.json`: the same with the season's signature, to be kept.
pub(crate) async fn signed_head(site: Site) -> Response {
    let line = site.season.store.read(|state| site.season.signed_head(state).line());
    ([(CONTENT_TYPE, "application/json")], line).into_response()
}

/// `GET /events.log`: all events so far, or those bytes that somebody has not yet. No secret is in it but by its hash.
pub(crate) async fn log(site: Site, headers: HeaderMap) -> Response {
    let file = File::open(site.season.folder.events());
    let bytes = file.as_ref().ok().and_then(|file| file.metadata().ok()).map_or(0, |metadata| metadata.len());
    let asked = headers.get(RANGE).and_then(|value| range(value.to_str().ok()?, bytes));
    let response = match (asked, file) {
        (Some(asked), _) if asked.is_empty() => {
            let all = (CONTENT_RANGE, format!("bytes */{bytes}"));
            return (StatusCode::RANGE_NOT_SATISFIABLE, [all]).into_response();
        }
        (Some(Range { start, end }), Ok(file)) => {
            let part = (CONTENT_RANGE, format!("bytes {start}-{}/{bytes}", end - 1));
            let text = (CONTENT_TYPE, "text/plain; charset=utf-8".to_owned());
            (StatusCode::PARTIAL_CONTENT, [part, text], answers::part(file, start, end - start))
                .into_response()
        }
        (_, file) => plain(file),
    };
    ([(ACCEPT_RANGES, "bytes")], response).into_response()
}

/// The bytes that somebody asks for; there may be none. What is no one range of bytes is as if nobody had asked.
fn range(asked: &str, bytes: u64) -> Option<Range<u64>> {
    let (first, last) = asked.strip_prefix("bytes=")?.split_once('-')?;
    let (first, end) = match (first, last) {
        ("", last) => (bytes.saturating_sub(last.parse().ok()?), bytes),
        (first, "") => (first.parse().ok()?, bytes),
        (first, last) => (first.parse().ok()?, last.parse::<u64>().ok()?.saturating_add(1).min(bytes)),
    };
    Some(first..end)
}

/// `GET /terms`: the season's file.
pub(crate) async fn terms(site: Site) -> Response {
    plain(File::open(&site.terms().tournament.file))
}

fn plain(file: std::io::Result<File>) -> Response {
    let Ok(file) = file else {
        return (StatusCode::SERVICE_UNAVAILABLE, "the file cannot be read now\n").into_response();
    };
    ([(CONTENT_TYPE, "text/plain; charset=utf-8")], whole(file)).into_response()
}

/// `GET /bot/HASH.wasm`: the bytes of a bot, if its author has published them or it is an anchor.
pub(crate) async fn bot(site: Site, Path(file): Path<String>) -> OrRefusal {
    let sha256 = file.strip_suffix(".wasm").and_then(Digest::parse);
    // That there is a file of this hash which is not public is nobody's business.
    let public = sha256.filter(|sha256| site.season.store.read(|state| state.is_public(*sha256)));
    attached(&site, public)
}

/// `GET /game.wasm`: the season's game, if it is a file.
pub(crate) async fn game(site: Site) -> OrRefusal {
    attached(&site, game::sha256(&site.terms().tournament))
}

/// A `.wasm` file of the season's to be kept, if there is one.
fn attached(site: &Site, sha256: Option<Digest>) -> OrRefusal {
    let opened = sha256.and_then(|sha256| File::open(site.season.folder.bot(sha256)).ok());
    let headers = [(CONTENT_TYPE, "application/wasm"), (CONTENT_DISPOSITION, "attachment")];
    Ok((headers, whole(opened.ok_or(NOTHING)?)).into_response())
}

/// `GET /health`: whether all is well, and what its organiser may want to know. What a trouble is stands where the server writes
/// its messages.
pub(crate) async fn health(site: Site) -> (StatusCode, String) {
    if let Some(trouble) = trouble(&site) {
        return (StatusCode::SERVICE_UNAVAILABLE, trouble.to_owned());
    }
    let age = site.rated.age().map_or("not made yet".to_owned(), |age| format!("{age} s old"));
    let [bytes, before] =
        [site.aside(|season| season.folder.bytes()).await, site.bytes].map(|bytes| bytes >> 10);
    let mut text = format!(
        "ok\nthe standings are {age}\nthe folder has {bytes} KiB, {} more than when the server was started\n",
        bytes.saturating_sub(before)
    );
    if let Some(work) = site.season.work() {
        text.push_str(&of_workers(work));
    }
    (StatusCode::OK, text)
}

/// What workers have played and cost: first those that have played something, or are barred.
fn of_workers(work: &SharedWork) -> String {
    let WorkSeen { workers, others, .. } = work.seen();
    let (seconds, shown) = (work.seconds(), WORKERS_SHOWN.min(workers.len()));
    let line = |name: &str, WorkerCounts { parts, late, waited, rounds, is_barred }| {
        let share = 100.0 * waited / seconds;
        let state = match rounds {
            _ if is_barred => "; it is barred",
            Some(0) => "; it gets none for now",
            _ => "",
        };
        format!(
            "{name}: {parts} parts, {late} late, waited for {waited:.1} s, {share:.1} % of the time{state}\n"
        )
    };
    let mut lines: Vec<(Name, WorkerCounts)> = workers.into_iter().collect();
    lines.sort_by_key(|(_, counts)| (!counts.is_barred, !counts.is_proven()));
    let mut text: String = lines[..shown].iter().map(|(name, counts)| line(name.as_str(), *counts)).collect();
    if lines.len() > shown {
        let _ = writeln!(text, "and {} more", lines.len() - shown);
    }
    if others != WorkerCounts::default() {
        text.push_str(&line("others that have played nothing", others));
    }
    text
}

/// Why the server is not well, if so.
pub(crate) fn trouble(site: &Site) -> Option<&'static str> {
    let store = &site.season.store;
    if store.is_in_trouble(std::time::Instant::now()) {
        return Some("nothing is played; see the messages of the server\n");
    }
    store.health().has_jumped().then_some("the clock has jumped; see the messages of the server\n")
}

/// The kinds of texts that pages need.
pub(crate) const CSS: &str = "text/css; charset=utf-8";
pub(crate) const JAVASCRIPT: &str = "text/javascript; charset=utf-8";

/// A text that pages need.
pub(crate) fn asset(kind: &'static str, text: &'static str) -> MethodRouter<Site> {
    get(move || async move { ([(CONTENT_TYPE, kind)], text) })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_range_of_bytes_is_what_somebody_has_not_yet() {
        assert_eq!(range("bytes=90-", 100), Some(90..100));
        assert_eq!(range("bytes=0-9", 100), Some(0..10));
        assert_eq!(range("bytes=90-900", 100), Some(90..100));
        assert_eq!(range("bytes=-10", 100), Some(90..100));
        assert_eq!(range("bytes=-900", 100), Some(0..100));
        for none in ["bytes=100-", "bytes=9-3", "bytes=-0"] {
            assert!(range(none, 100).is_some_and(|range| range.is_empty()), "{none}");
        }
        for no_range in ["", "lines=1-2", "bytes=1", "bytes=0-1,3-4", "bytes=x-", "bytes=-"] {
            assert_eq!(range(no_range, 100), None, "{no_range}");
        }
    }
}
