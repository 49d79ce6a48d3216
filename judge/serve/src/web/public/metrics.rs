//! `GET /metrics`: numbers for Prometheus. Nothing in them is secret: all of it is on the pages, too.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::PathBuf;
use std::sync::Arc;

use axum::extract::State;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use judge_core::tournament::Name;
use judge_season::ladder::{self, RoundNumbers};
use judge_season::log::event::Checked;
use judge_season::state::State as Now;
use judge_season::workers::work_folder::{FolderListing, WorkFolder, WorkerCounts};

use crate::web::{STREAMS_MAX, Site, UPLOADS_MAX};

pub(crate) async fn metrics(State(site): State<Arc<Site>>) -> Response {
    let mut text =
        site.season.store.read(|state| of_the_season(state, RoundNumbers::of(site.terms(), state)));
    let troubles = site.season.store.health().troubles;
    let help = "How often the ladder or the check of files could not go on because of the machine.";
    lines(&mut text, [(COUNTER, "judge_machine_troubles_total", help, troubles)]);
    if let Some(folder) = site.season.work() {
        let folder = folder.clone();
        let listing = tokio::task::spawn_blocking(move || folder.look()).await;
        let FolderListing { todo, taken, .. } = listing.ok().and_then(Result::ok).unwrap_or_default();
        let workers: BTreeSet<&Name> = taken.iter().map(|(taken, _)| &taken.worker).collect();
        lines(
            &mut text,
            [
                (GAUGE, "judge_parts_waiting", "Parts that no worker has taken.", todo.len() as u64),
                (GAUGE, "judge_parts_taken", "Parts that workers play.", taken.len() as u64),
                (GAUGE, "judge_workers", "Workers that play a part.", workers.len() as u64),
            ],
        );
        of_workers(&mut text, &site.season.work().map(WorkFolder::played_by).unwrap_or_default());
    }
    let folder = &site.season.folder;
    let bytes = |path: PathBuf| std::fs::metadata(path).map_or(0, |file| file.len());
    let receiving = UPLOADS_MAX - site.uploads.available_permits();
    let streams = STREAMS_MAX - site.streams.available_permits();
    lines(
        &mut text,
        [
            (GAUGE, "judge_log_bytes", "The size of the event log.", bytes(folder.events())),
            (GAUGE, "judge_journal_bytes", "The size of the journal of games.", bytes(folder.games())),
            (GAUGE, "judge_uploads_receiving", "Files that are being received.", receiving as u64),
            (GAUGE, "judge_live_streams", "Pages that receive every event.", streams as u64),
        ],
    );
    ([(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text).into_response()
}

fn of_the_season(state: &Now, numbers: RoundNumbers) -> String {
    let mut text = String::new();
    let verdicts = |is_meant: fn(&Option<Checked>) -> bool| {
        state.uploads.iter().filter(|upload| is_meant(&upload.checked)).count() as u64
    };
    let faults = state.versions.iter().map(|version| version.faults).sum();
    let void = state.voided_rounds as u64;
    let refused = verdicts(|checked| matches!(checked, Some(Checked::Refused { .. })));
    let contestants = state.contestants.iter().filter(|contestant| !contestant.is_anchor).count() as u64;
    let playing = (0..state.versions.len()).filter(|&id| state.is_active(id)).count() as u64;
    let goes_on = u64::from(ladder::goes_on(state, numbers));
    lines(
        &mut text,
        [
            (COUNTER, "judge_events_total", "Events of the season.", state.events as u64),
            (COUNTER, "judge_rounds_total", "Rounds played.", state.rounds.len() as u64),
            (COUNTER, "judge_rounds_void_total", "Rounds that are void, since the game is broken.", void),
            (COUNTER, "judge_games_total", "Games played.", state.games() as u64),
            (COUNTER, "judge_faults_total", "Faults committed by bots.", faults),
            (COUNTER, "judge_uploads_total", "Files handed in.", state.uploads.len() as u64),
            (COUNTER, "judge_uploads_refused_total", "Files that are no bots.", refused),
            (GAUGE, "judge_uploads_waiting", "Files that wait for their check.", verdicts(Option::is_none)),
            (GAUGE, "judge_contestants", "Contestants that have joined.", contestants),
            (GAUGE, "judge_versions_playing", "Versions on the ladder.", playing),
            (GAUGE, "judge_ladder_playing", "Whether rounds are left to be played.", goes_on),
            (GAUGE, "judge_last_event_seconds", "When the last event was, since 1970.", state.time),
        ],
    );
    text
}

/// What each worker has played, and may.
fn of_workers(text: &mut String, workers: &BTreeMap<Name, WorkerCounts>) {
    type Value = fn(&WorkerCounts) -> u64;
    let all: [(&str, &str, &str, Value); 3] = [
        ("judge_worker_parts_total", COUNTER, "Parts that a worker has played.", |counts| counts.parts),
        ("judge_worker_late_total", COUNTER, "Parts that came late, or not whole.", |counts| counts.late),
        ("judge_worker_rounds", GAUGE, "Rounds that it may take at a time.", |counts| {
            counts.rounds.unwrap_or_default() as u64
        }),
    ];
    for (name, kind, help, value) in all.into_iter().filter(|_| !workers.is_empty()) {
        let mut lines = format!("# HELP {name} {help}\n# TYPE {name} {kind}\n");
        for (worker, counts) in workers {
            let _ = writeln!(lines, "{name}{{worker=\"{worker}\"}} {}", value(counts));
        }
        text.push_str(&lines);
    }
}

/// The kinds of numbers: one that only grows, and one that does not.
const COUNTER: &str = "counter";
const GAUGE: &str = "gauge";

/// Adds numbers, each with its kind, its name and what it says.
fn lines<const N: usize>(text: &mut String, all: [(&str, &str, &str, u64); N]) {
    for (kind, name, help, value) in all {
        let written = writeln!(text, "# HELP {name} {help}\n# TYPE {name} {kind}\n{name} {value}");
        written.expect("a string takes all text");
    }
}
