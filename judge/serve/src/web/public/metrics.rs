//! `GET /metrics`: numbers for Prometheus. Nothing in them is secret: all of it is on the pages, too.

use std::fmt::{Display, Write};
use std::path::PathBuf;

use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use judge_core::tournament::Name;
use judge_season::ladder::{self, RoundNumbers};
use judge_season::log::event::Checked;
use judge_season::state::{SeasonContestant, State as SeasonState, Version};
use judge_season::workers::shared_work::{SharedWork, WorkSeen, WorkerCounts};

use crate::web::public::files::trouble;
use crate::web::{STREAMS_MAX, Site, UPLOADS_MAX};

/// A number, with its name and what it says.
type Metric<'a, V> = (&'a str, &'a str, V);

pub(crate) async fn metrics(site: Site) -> Response {
    let mut text =
        site.season.store.read(|state| of_the_season(state, RoundNumbers::of(site.terms(), state)));
    let is_well = u64::from(trouble(&site).is_none());
    let troubles = site.season.store.health().troubles;
    if let Some(work) = site.season.work() {
        of_work(&mut text, work);
    }
    let whole = site.aside(|season| season.folder.bytes()).await;
    let bytes = |path: PathBuf| std::fs::metadata(path).map_or(0, |file| file.len());
    let folder = &site.season.folder;
    let receiving = (UPLOADS_MAX - site.uploads.available_permits()) as u64;
    let streams = (STREAMS_MAX - site.streams.available_permits()) as u64;
    for number in [
        ("judge_well", "Whether the server says that it is well.", is_well),
        ("judge_machine_troubles_total", "How often the machine was in the way of something.", troubles),
        ("judge_folder_bytes", "The size of the season's folder.", whole),
        ("judge_folder_bytes_at_start", "The same when the server was started.", site.bytes),
        ("judge_log_bytes", "The size of the event log.", bytes(folder.events())),
        ("judge_journal_bytes", "The size of the journal of games.", bytes(folder.games())),
        ("judge_uploads_receiving", "Files that are being received.", receiving),
        ("judge_live_streams", "Pages that receive every event.", streams),
    ] {
        one(&mut text, number);
    }
    if let Some(age) = site.rated.age() {
        one(&mut text, ("judge_standings_age_seconds", "The age of the newest standings.", age));
    }
    ([(CONTENT_TYPE, "text/plain; version=0.0.4; charset=utf-8")], text).into_response()
}

fn of_the_season(state: &SeasonState, numbers: RoundNumbers) -> String {
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
    for number in [
        ("judge_events_total", "Events of the season.", state.events as u64),
        ("judge_rounds_total", "Rounds played.", state.rounds.len() as u64),
        ("judge_rounds_void_total", "Rounds that are void, since the game is broken.", void),
        ("judge_games_total", "Games played.", state.games() as u64),
        ("judge_faults_total", "Faults committed by bots.", faults),
        ("judge_uploads_total", "Files handed in.", state.uploads.len() as u64),
        ("judge_uploads_refused_total", "Files that are no bots.", refused),
        ("judge_uploads_waiting", "Files that wait for their check.", verdicts(Option::is_none)),
        ("judge_contestants", "Contestants that have joined.", contestants),
        ("judge_versions_playing", "Versions on the ladder.", playing),
        ("judge_ladder_playing", "Whether rounds are left to be played.", goes_on),
        ("judge_last_event_seconds", "When the last event was, since 1970.", state.time),
    ] {
        one(&mut text, number);
    }
    let of_each = |number: fn(&Version) -> u64| {
        let sum = |of: &SeasonContestant| of.versions.iter().map(|&id| number(&state.versions[id])).sum();
        let named = |of: &SeasonContestant| (format!("{{contestant=\"{}\"}}", of.name), sum(of));
        state.contestants.iter().map(named).collect::<Vec<(String, u64)>>()
    };
    let fuel = "Fuel that a contestant's bots have used in games that count.";
    each(&mut text, ("judge_contestant_fuel_total", fuel, of_each(|version| version.fuel)));
    let faults = "Faults that a contestant's bots have committed.";
    each(&mut text, ("judge_contestant_faults_total", faults, of_each(|version| version.faults)));
    text
}

/// The parts that are out, and what each worker has played, may, and cost.
#[expect(clippy::cast_precision_loss, reason = "nobody plays 2^53 parts")]
fn of_work(text: &mut String, work: &SharedWork) {
    type Value = fn(&WorkerCounts, f64) -> f64;
    let (seconds, WorkSeen { waiting, taken, playing, workers, .. }) = (work.seconds(), work.seen());
    for number in [
        ("judge_parts_waiting", "Parts that no worker has taken.", waiting),
        ("judge_parts_taken", "Parts that workers play.", taken),
        ("judge_workers", "Workers that play a part.", playing),
    ] {
        one(text, number);
    }
    let all: [Metric<'_, Value>; 6] = [
        ("judge_worker_parts_total", "Parts that a worker has played.", |counts, _| counts.parts as f64),
        ("judge_worker_late_total", "Parts that came late, or not whole.", |counts, _| counts.late as f64),
        ("judge_worker_rounds", "Rounds that it may take at a time.", |counts, _| {
            counts.rounds.unwrap_or_default() as f64
        }),
        ("judge_worker_waited_seconds_total", "Seconds that were waited for it.", |counts, _| counts.waited),
        ("judge_worker_waited_ratio", "The same as a share of all time.", |counts, all| counts.waited / all),
        ("judge_worker_barred", "Whether it is barred, since it has forged a game.", |counts, _| {
            f64::from(u8::from(counts.is_barred))
        }),
    ];
    for (name, help, value) in all {
        let named = |(name, counts): (&Name, &WorkerCounts)| {
            (format!("{{worker=\"{name}\"}}"), value(counts, seconds))
        };
        each(text, (name, help, workers.iter().map(named).collect()));
    }
}

/// Adds a number.
fn one<V: Display>(text: &mut String, (name, help, value): Metric<'_, V>) {
    each(text, (name, help, vec![(String::new(), value)]));
}

/// Adds a number of each of several, with what tells them apart; nothing of none.
fn each<V: Display>(text: &mut String, (name, help, values): Metric<'_, Vec<(String, V)>>) {
    // One that only grows is named so.
    let kind = if name.ends_with("_total") { "counter" } else { "gauge" };
    if !values.is_empty() {
        let _ = write!(text, "# HELP {name} {help}\n# TYPE {name} {kind}\n");
    }
    for (labels, value) in values {
        let _ = writeln!(text, "{name}{labels} {value}");
    }
}
