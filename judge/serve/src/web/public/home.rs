//! The page with the standings, and its parts as they change: a page that is open gets those that are others now.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use judge_core::tournament::Name;
use judge_play::GameInfo;
use judge_play::text::count;
use judge_season::ladder::standings::{self, LadderStanding, Standings};
use judge_season::ladder::{self, RoundNumbers};
use judge_season::log::event::utc;
use judge_season::state::State as Now;
use parking_lot::Mutex;

use crate::web::Site;
use crate::web::shown::answers::{page, title};
use crate::web::shown::rated::made;
use crate::web::shown::rounds::{RoundRow, last, reason};

/// A line of the standings as the page has it.
struct LadderRow {
    rank: String,
    name: Name,
    version: usize,
    calls_itself: String,
    rating: String,
    interval: String,
    rounds: u32,
    games: [u64; 3],
    faults: u64,
    note: &'static str,
}

#[derive(Template)]
#[template(path = "standings.html", blocks = ["line", "table", "next", "rounds", "proof"])]
struct Page<'a> {
    title: &'a str,
    line: String,
    rows: Vec<LadderRow>,
    next: Vec<(String, String)>,
    rounds: Vec<RoundRow>,
    waiting: usize,
    goes_on: bool,
    /// The public value that is waited for, if any.
    awaited: Option<String>,
    /// The public value, when it is known.
    beacon: Option<String>,
    commitment: String,
    head: String,
    secret: Option<String>,
    rounds_max: u32,
    uploads: String,
    has_final: bool,
    /// The game, if it is a file.
    game: Option<&'static GameInfo>,
}

/// The parts of the page that change, by their names, as HTML.
pub(crate) type Parts = [(&'static str, String); 5];

/// The parts as they were made last. All who watch get the same.
#[derive(Default)]
pub(crate) struct LastParts(Mutex<Option<Made>>);

/// Parts that were made, and of what.
struct Made {
    events: usize,
    standings: Arc<Standings>,
    parts: Arc<Parts>,
}

/// `GET /`.
pub(crate) async fn standings(State(site): State<Arc<Site>>) -> Response {
    let made = made(&site).await;
    page(&of(&site, &made))
}

/// The page as it is now, with these standings.
fn of<'a>(site: &'a Site, made: &Standings) -> Page<'a> {
    let numbers = RoundNumbers::of(&site.season.runner.season);
    site.season.store.read(|state| {
        let contestants =
            state.contestants.iter().filter(|contestant| !contestant.versions.is_empty()).count();
        let drawn = state.outstanding.iter().map(|round| &round.pairing);
        Page {
            title: title(site),
            line: format!(
                "{} · {} · {} played{}",
                site.season.runner.season.tournament.rules.game(),
                count(contestants as u64, "contestant"),
                count(state.games() as u64, "game"),
                standings::scale(state, made).map_or_else(String::new, |scale| format!(" · {scale}"))
            ),
            rows: made.iter().map(|standing| row(state, standing)).collect(),
            next: drawn.map(|pairing| (state.labels(pairing).join(" – "), reason(state, pairing))).collect(),
            rounds: last(state, |_| true),
            waiting: state.pending().count(),
            awaited: state.announced.clone().filter(|_| state.waits_for_beacon()),
            beacon: state.beacon.clone(),
            goes_on: ladder::goes_on(state, numbers),
            commitment: state.commitment.to_string(),
            head: state.head.to_string(),
            secret: state.closed.as_ref().map(judge_season::log::digest::Secret::reveal),
            rounds_max: numbers.rounds_max,
            uploads: until(state, site.season.runner.season.serve.closes),
            has_final: state.report.is_some(),
            game: site.season.runner.season.tournament.rules.file().map(|file| file.info),
        }
    })
}

/// Until when files are taken, if that is known.
fn until(state: &Now, due: Option<u64>) -> String {
    match (state.uploads_closed, due) {
        (Some(then), _) => format!("Files were taken until {}.", utc(then)),
        (None, Some(due)) => format!("Files are taken until {}.", utc(due)),
        (None, None) => String::new(),
    }
}

fn row(state: &Now, standing: &LadderStanding) -> LadderRow {
    let version = &state.versions[standing.version];
    let contestant = &state.contestants[version.contestant];
    LadderRow {
        rank: standing.rank.map_or_else(String::new, |rank| rank.to_string()),
        name: contestant.name.clone(),
        version: version.number,
        calls_itself: version.calls_itself.clone(),
        rating: standings::elo(standing.rating),
        interval: standing.interval(),
        rounds: version.rounds,
        games: version.games,
        faults: version.faults,
        note: contestant.note(),
    }
}

/// The parts of the page as they are now.
pub(crate) async fn parts(site: &Arc<Site>) -> Arc<Parts> {
    let made = made(site).await;
    let events = site.season.store.read(|state| state.events);
    let told = || site.told.0.lock();
    if let Some(last) = &*told()
        && last.events == events
        && Arc::ptr_eq(&last.standings, &made)
    {
        return Arc::clone(&last.parts);
    }
    let page = of(site, &made);
    let html = |block: askama::Result<String>| block.expect("a string takes all text");
    let parts = Arc::new([
        ("line", html(page.as_line().render())),
        ("table", html(page.as_table().render())),
        ("next", html(page.as_next().render())),
        ("rounds", html(page.as_rounds().render())),
        ("proof", html(page.as_proof().render())),
    ]);
    *told() = Some(Made { events, standings: made, parts: Arc::clone(&parts) });
    parts
}
