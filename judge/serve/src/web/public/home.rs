//! The page with the standings, and its parts as they change: a page that is open gets those that are others now.

use std::sync::Arc;

use askama::Template;
use axum::extract::State;
use axum::response::Response;
use judge_play::GameInfo;
use judge_play::text::count;
use judge_season::ladder::standings::{self, LadderStanding, Standings};
use judge_season::ladder::{self, RoundNumbers};
use judge_season::log::event::utc;
use judge_season::state::{SeasonContestant, State as Now, Version};
use parking_lot::Mutex;

use crate::web::Site;
use crate::web::shown::answers::{page, title};
use crate::web::shown::rated::made;
use crate::web::shown::rounds::{RoundRow, last, reason};

#[derive(Template)]
#[template(path = "standings.html", blocks = ["line", "table", "next", "rounds", "proof"])]
struct Page<'a> {
    title: &'a str,
    state: &'a Now,
    line: String,
    rows: Vec<(&'a LadderStanding, &'a Version, &'a SeasonContestant)>,
    next: Vec<(String, String)>,
    rounds: Vec<RoundRow>,
    goes_on: bool,
    rounds_max: u32,
    uploads: String,
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
    site.season.store.read(|state| page(&of(&site, state, &made)))
}

/// The page as it is now, with these standings.
fn of<'a>(site: &'a Site, state: &'a Now, made: &'a Standings) -> Page<'a> {
    let season = site.terms();
    let RoundNumbers { rounds_max, .. } = RoundNumbers::of(season);
    let contestants = state.contestants.iter().filter(|contestant| !contestant.versions.is_empty()).count();
    let drawn = state.outstanding.iter().map(|round| &round.pairing);
    let row = |standing: &'a LadderStanding| {
        let version = &state.versions[standing.version];
        (standing, version, &state.contestants[version.contestant])
    };
    Page {
        title: title(site),
        state,
        line: format!(
            "{} · {} · {} played{}",
            season.tournament.rules.game(),
            count(contestants as u64, "contestant"),
            count(state.games() as u64, "game"),
            standings::scale(state, made).map_or_else(String::new, |scale| format!(" · {scale}"))
        ),
        rows: made.iter().map(row).collect(),
        next: drawn.map(|pairing| (state.labels(pairing).join(" – "), reason(state, pairing))).collect(),
        rounds: last(state, |_| true),
        goes_on: ladder::goes_on(state, RoundNumbers::of(season)),
        rounds_max,
        uploads: until(state, season.serve.closes),
        game: season.tournament.rules.file().map(|file| file.info),
    }
}

/// Until when files are taken, if that is known.
fn until(state: &Now, due: Option<u64>) -> String {
    match (state.uploads_closed, due) {
        (Some(then), _) => format!("Files were taken until {}.", utc(then)),
        (None, Some(due)) => format!("Files are taken until {}.", utc(due)),
        (None, None) => String::new(),
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
    let html = |block: askama::Result<String>| block.expect("a string takes all text");
    let parts = site.season.store.read(|state| {
        let page = of(site, state, &made);
        Arc::new([
            ("line", html(page.as_line().render())),
            ("table", html(page.as_table().render())),
            ("next", html(page.as_next().render())),
            ("rounds", html(page.as_rounds().render())),
            ("proof", html(page.as_proof().render())),
        ])
    });
    *told() = Some(Made { events, standings: made, parts: Arc::clone(&parts) });
    parts
}
