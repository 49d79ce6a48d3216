//! The pages that everybody may see beside the standings: a contestant, and what they have in common.

use std::fs::File;
use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{Html, IntoResponse, Response};
use judge_core::tournament::Name;
use judge_play::text::count;

use crate::log::event::utc;
use crate::log::event::{Checked, Game, Pairing};
use crate::state::{self, State as Now, game_number};
use crate::web::Site;
use crate::web::connection::asked::Anybody;
use crate::web::members::{bots, own};

/// Rounds that a page lists, the last ones.
pub(in crate::web) const ROUNDS_SHOWN: usize = 30;

/// A round as a page lists it.
pub(in crate::web) struct RoundRow {
    pub(in crate::web) batch: u32,
    pub(in crate::web) names: [String; 2],
    pub(in crate::web) contestants: [Name; 2],
    pub(in crate::web) games: Vec<GameRow>,
    pub(in crate::web) reason: String,
}

/// A game as a page lists it.
pub(in crate::web) struct GameRow {
    pub(in crate::web) number: usize,
    pub(in crate::web) result: &'static str,
}

#[derive(Template)]
#[template(path = "contestant.html")]
struct ContestantPage<'a> {
    title: &'a str,
    name: Name,
    is_own: bool,
    is_paused: bool,
    is_anchor: bool,
    note: &'static str,
    /// When it got new keys, after the first ones.
    renewed: Vec<String>,
    /// Why it does not play, in words for its contestant.
    told: String,
    versions: Vec<(usize, String, String, state::Version, bool)>,
    uploads: Vec<(usize, String, &'static str, String)>,
    lost: Vec<own::LostRow>,
    rounds: Vec<RoundRow>,
    file_size: String,
    uploads_per_hour: u32,
    uploads_per_day: u32,
}

/// A page, or our own failure to make it.
pub(in crate::web) fn page(template: &impl Template) -> Response {
    Html(template.render().expect("a string takes all text")).into_response()
}

/// What the season is called.
pub(in crate::web) fn title(site: &Site) -> &str {
    &site.season.runner.season.tournament.title
}

/// `GET /contestant/NAME`.
pub(in crate::web) async fn contestant(
    State(site): State<Arc<Site>>,
    Anybody(asking): Anybody,
    Path(name): Path<String>,
) -> Response {
    let serve = &site.season.runner.season.serve;
    let found = site.season.store.read(|state| {
        let id = Name::new(&name).ok().and_then(|name| state.named(&name))?;
        let contestant = &state.contestants[id];
        let is_own = asking == Some(id);
        let version = |&version: &usize| {
            let it = &state.versions[version];
            (
                it.number,
                it.calls_itself.clone(),
                it.sha256.to_string(),
                it.clone(),
                state.is_published(it.sha256),
            )
        };
        let is_theirs =
            |round: &state::Round| round.pairing.versions.iter().any(|&id| contestant.versions.contains(&id));
        Some(ContestantPage {
            title: title(&site),
            name: contestant.name.clone(),
            is_own,
            is_paused: contestant.is_paused,
            is_anchor: contestant.is_anchor,
            note: contestant.note(),
            renewed: contestant.keys.iter().skip(1).map(|&time| utc(time)).collect(),
            told: own::told(contestant),
            versions: contestant.versions.iter().rev().map(version).collect(),
            uploads: if is_own { uploads(&site, state, contestant) } else { Vec::new() },
            lost: if is_own { own::lost(state, id) } else { Vec::new() },
            rounds: last(state, is_theirs),
            file_size: shown_size(site.season.runner.season.tournament.limits.file_bytes),
            uploads_per_hour: serve.uploads_per_hour,
            uploads_per_day: serve.uploads_per_day,
        })
    });
    match found {
        Some(found) => page(&found),
        None => nothing().await.into_response(),
    }
}

/// What a contestant has handed in, the last first, with its verdicts.
fn uploads(
    site: &Site,
    state: &Now,
    contestant: &state::Contestant,
) -> Vec<(usize, String, &'static str, String)> {
    let upload = |&id: &usize| {
        let upload = &state.uploads[id];
        let (word, text) = match &upload.checked {
            None if state.closed.is_some() => {
                ("refused", "the season was closed before it was checked".to_owned())
            }
            None => ("waiting", site.season.waits(state, id)),
            Some(Checked::Accepted { calls_itself }) => {
                ("accepted", format!("it calls itself {calls_itself}"))
            }
            Some(Checked::Refused { reason }) => ("refused", reason.clone()),
        };
        (id + 1, upload.sha256.to_string(), word, text)
    };
    contestant.uploads.iter().rev().map(upload).collect()
}

/// The last rounds of some kind, the newest first.
pub(in crate::web) fn last(state: &Now, is_meant: impl Fn(&state::Round) -> bool) -> Vec<RoundRow> {
    let rounds = state.rounds.iter().enumerate().rev().filter(|(_, round)| is_meant(round));
    let row = |(place, round): (usize, &state::Round)| RoundRow {
        batch: round.batch,
        names: round.pairing.versions.map(|id| state.label(id)),
        contestants: round
            .pairing
            .versions
            .map(|id| state.contestants[state.versions[id].contestant].name.clone()),
        games: round.games.iter().enumerate().map(|(order, game)| game_row(place, order, game)).collect(),
        reason: reason(state, &round.pairing),
    };
    rounds.take(ROUNDS_SHOWN).map(row).collect()
}

fn game_row(round: usize, order: usize, game: &Game) -> GameRow {
    let result = match game.ranks {
        None => "void",
        Some([one, other]) if one == other => "½–½",
        // The first named sits in seat 0 in the first game, and in seat 1 in the second.
        Some([one, other]) if (one < other) == (order == 0) => "1–0",
        Some(_) => "0–1",
    };
    GameRow { number: game_number(round, order), result }
}

/// Why two meet.
pub(in crate::web) fn reason(state: &Now, pairing: &Pairing) -> String {
    let turn = state.label(pairing.turn);
    let [first, _] = pairing.versions.map(|id| state.label(id));
    let (whole, tenth) = (pairing.chance / 10, pairing.chance % 10);
    let met = match pairing.met {
        0 => "they had not met".to_owned(),
        met => format!("they had met {}", count(u64::from(met), "time")),
    };
    format!("it was {turn}’s turn; {first} was expected to win {whole}.{tenth} %; {met}")
}

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
    ([(CONTENT_TYPE, "text/plain; charset=utf-8")], bots::whole(file)).into_response()
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

/// Anything else.
pub(in crate::web) async fn nothing() -> (StatusCode, &'static str) {
    (StatusCode::NOT_FOUND, "there is no such page\n")
}

/// A size as people say it.
fn shown_size(bytes: u64) -> String {
    if bytes.is_multiple_of(1 << 20) { format!("{} MiB", bytes >> 20) } else { format!("{bytes} bytes") }
}
