//! `GET /contestant/NAME`: a contestant with its versions and last rounds, and for itself what it handed in and lost.

use std::sync::Arc;

use askama::Template;
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use judge_core::tournament::Name;
use judge_season::log::event::utc;
use judge_season::state::{self, State as Now};

use crate::web::Site;
use crate::web::connection::identity::Anybody;
use crate::web::members::own;
use crate::web::members::upload::said;
use crate::web::shown::answers::{nothing, page, title};
use crate::web::shown::rounds::{RoundRow, last};

#[derive(Template)]
#[template(path = "contestant.html")]
struct ContestantPage<'a> {
    title: &'a str,
    name: Name,
    is_own: bool,
    is_paused: bool,
    is_anchor: bool,
    note: &'static str,
    /// The times when it got new keys, after the first ones.
    renewed: Vec<String>,
    /// The reason why it does not play, in words for its contestant.
    told: String,
    versions: Vec<(usize, String, String, state::Version, bool)>,
    uploads: Vec<(usize, String, &'static str, String)>,
    lost: Vec<own::LostRow>,
    rounds: Vec<RoundRow>,
    file_size: String,
    uploads_per_hour: u32,
    uploads_per_day: u32,
}

/// `GET /contestant/NAME`.
pub(crate) async fn contestant(
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
        let is_theirs = |round: &state::LadderRound| {
            round.pairing.versions.iter().any(|&id| contestant.versions.contains(&id))
        };
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

/// The uploads of a contestant, the last first, with their verdicts.
fn uploads(
    site: &Site,
    state: &Now,
    contestant: &state::SeasonContestant,
) -> Vec<(usize, String, &'static str, String)> {
    let upload = |&id: &usize| {
        let (word, text) = said(site, state, id);
        (id + 1, state.uploads[id].sha256.to_string(), word, text)
    };
    contestant.uploads.iter().rev().map(upload).collect()
}

/// A size as people say it.
fn shown_size(bytes: u64) -> String {
    if bytes.is_multiple_of(1 << 20) { format!("{} MiB", bytes >> 20) } else { format!("{bytes} bytes") }
}
