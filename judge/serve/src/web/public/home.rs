//! The page with the standings, and its parts as they change: a page that is open gets those that are others now.

use std::sync::Arc;

use askama::Template;
use axum::response::Response;
use judge_page::watched::Begins;
use judge_play::text::count;
use judge_season::ladder::standings::{self, LadderStanding, Standings};
use judge_season::ladder::{self, RoundNumbers};
use judge_season::log::event::utc;
use judge_season::log::people::Rows;
use judge_season::state::{SeasonContestant, State as SeasonState, Version};

use crate::web::Site;
use crate::web::content::now::{Last, SeasonNow, Very};
use crate::web::content::people::{self, Person, Played};
use crate::web::content::rated::made;
use crate::web::content::rounds::{RoundRow, last, reason};
use crate::web::public::arena;

#[derive(Template)]
#[template(path = "standings.html", blocks = ["line", "lead", "wall", "table", "next", "rounds", "proof"])]
struct HomePage<'a> {
    site: &'a Site,
    payload: Option<String>,
    state: &'a SeasonNow<'a>,
    line: String,
    lines: Vec<Line>,
    /// For how long the first of them leads, in words.
    since: String,
    /// Who rose most today.
    riser: Option<(Person, i64)>,
    /// Who meets next, and why.
    coming: Option<(Vec<Person>, String)>,
    wall: Vec<Played>,
    rows: Vec<(&'a LadderStanding, &'a Version, &'a SeasonContestant, Person)>,
    next: Vec<(String, String)>,
    rounds: Vec<RoundRow>,
    goes_on: bool,
    rounds_max: u32,
    uploads: String,
    /// Whether no file is taken any more, not even for practice.
    is_over: bool,
}

/// Lines of the standings beside the game.
const LINES: usize = 9;

/// A line of the standings beside the game.
struct Line {
    rank: usize,
    person: Person,
    rating: String,
    form: Vec<char>,
    today: i64,
}

/// The parts of the page that change, by their names, as HTML.
pub(crate) type Parts = [(&'static str, String); 7];

/// The parts as they were made last. All who watch get the same.
pub(crate) type LastParts = Last<(usize, Very<Rows>, Very<Standings>), Parts>;

/// `GET /`.
pub(crate) async fn standings(site: Site) -> Response {
    let made = made(&site).await;
    let payload = arena::payload(&site, &Begins::Following);
    site.read(|state| arena::viewer(&HomePage { payload, ..of(&site, state, &made) }))
}

/// The page as it is now, with these standings.
fn of<'a>(site: &'a Site, state: &'a SeasonNow<'_>, made: &'a Standings) -> HomePage<'a> {
    let season = site.terms();
    let numbers = RoundNumbers::of(season, state);
    let contestants = state.contestants.iter().filter(|contestant| !contestant.versions.is_empty()).count();
    let drawn = state.outstanding.iter().map(|round| &round.pairing);
    let row = |standing: &'a LadderStanding| {
        let version = &state.versions[standing.version];
        (standing, version, state.owner(standing.version), Person::of(state, version.contestant))
    };
    let forms = people::forms(state);
    let of_version = |version: usize| state.versions[version].contestant;
    let ranked =
        || made.iter().filter_map(|standing| Some((standing.rank?, standing, of_version(standing.version))));
    let line = |(rank, standing, id): (usize, &LadderStanding, usize)| {
        let (form, today) = (forms[id].clone(), people::today(state, id));
        Line { rank, person: Person::of(state, id), rating: standing.rating_or_bound(), form, today }
    };
    let leader = ranked().next().map(|(.., id)| id);
    let riser = ranked().map(|(.., id)| (people::today(state, id), id)).max_by_key(|(rise, _)| *rise);
    let coming = state.outstanding.first().map(|round| {
        let table = round.pairing.versions.iter().map(|&id| Person::of(state, of_version(id)));
        (table.collect(), reason(state, &round.pairing))
    });
    HomePage {
        site,
        payload: None,
        state,
        lines: ranked().take(LINES).map(line).collect(),
        since: leader.map_or_else(String::new, |id| people::leads(state, id)),
        riser: riser.filter(|(rise, _)| *rise > 0).map(|(rise, id)| (Person::of(state, id), rise)),
        coming,
        wall: people::last_games(state),
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
        goes_on: ladder::goes_on(state, numbers),
        rounds_max: numbers.rounds_max,
        uploads: until(state, state.closes(season.serve.closes)),
        is_over: state.closed.is_some() && !season.serve.practice,
    }
}

/// Whether the season is closed; if not, until when files are taken, if that is known.
pub(crate) fn until(state: &SeasonState, due: Option<u64>) -> String {
    match (state.uploads_closed, due) {
        _ if state.closed.is_some() => "The season is closed.".into(),
        (Some(then), _) => format!("Files were taken until {}.", utc(then)),
        (None, Some(due)) => format!("Files are taken until {}.", utc(due)),
        (None, None) => String::new(),
    }
}

/// The parts of the page as they are now.
pub(crate) async fn parts(site: &Site) -> Arc<Parts> {
    let made = made(site).await;
    let (rows, events) = (site.season.people.rows(), site.season.store.read(|state| state.events));
    let html = |block: askama::Result<String>| block.expect("a string takes all text");
    let parts = |state: &SeasonNow<'_>| {
        let page = of(site, state, &made);
        [
            ("line", html(page.as_line().render())),
            ("lead", html(page.as_lead().render())),
            ("wall", html(page.as_wall().render())),
            ("table", html(page.as_table().render())),
            ("next", html(page.as_next().render())),
            ("rounds", html(page.as_rounds().render())),
            ("proof", html(page.as_proof().render())),
        ]
    };
    site.parts.of((events, Very(rows), Very(Arc::clone(&made))), || site.read(parts))
}
