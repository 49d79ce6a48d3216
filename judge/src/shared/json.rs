//! Output of commands for other tools: one object each. `docs/json.md` lists the keys.

use std::path::Path;

use judge_bots::GAMES_VERSION;
use judge_core::bot_word::examples::{self, Example, Purpose};
use judge_core::cluster::{PartStandings, PartStatus};
pub(crate) use judge_core::object;
use judge_core::play::Miss;
pub(crate) use judge_core::results::json::{is_nothing, text};
use judge_core::results::{PhaseRows, ResultRow};
use judge_core::run::RunEnded;
use judge_core::verify::Agreement;
use judge_kit::{Kit, Language};
use judge_play::games::{Key, Kind};
use judge_play::text::sanitize;
use judge_play::{GAMES, GameInfo};
use judge_season::verify::SeasonAgreement;
use serde::Serialize;
use serde_json::Value;

/// The end of a run or a merge.
pub(crate) fn run(ended: &RunEnded) -> String {
    let (mut folder, mut part, mut stage, mut void) = (None, None, None, None);
    let (end, table) = match ended {
        RunEnded::Published { table, folder: at, void: words } => {
            (folder, void) = (Some(path(at)), words.as_deref());
            ("published", Some(table))
        }
        RunEnded::Part { shard, stage: number } => {
            (part, stage) = (Some([shard.number, shard.total]), *number);
            ("part", None)
        }
        RunEnded::NextStage { stage: number, table } => {
            stage = Some(*number);
            ("next-stage", Some(table))
        }
        RunEnded::AllStages => ("all-stages", None),
        RunEnded::PartCancelled => ("interrupted", None),
        RunEnded::Cancelled { table, .. } => ("interrupted", Some(table)),
        RunEnded::Stuck { table, void: words } => {
            void = Some(words.as_str());
            ("void", Some(table))
        }
    };
    text(&object! {
        format: "judge-run-1",
        judge: GAMES_VERSION,
        end,
        folder,
        part,
        stage,
        void,
        title: table.map(|table| &table.title),
        standings: rows(table.map_or(&[], |table| &table.rows)),
        #[serde(skip_serializing_if = "is_nothing")]
        phases: table.filter(|table| !table.phases.is_empty()).map(|table| phases(&table.phases)),
        remarks: table.map_or(&[][..], |table| &table.remarks),
        notes: table.map_or(&[][..], |table| &table.notes),
    })
}

/// The contestants in the standings: the columns of `results.csv`.
fn rows(rows: &[ResultRow]) -> Vec<impl Serialize + use<>> {
    // As in the file, which has a tenth.
    let tenth = |number: f64| (number * 10.0).round() / 10.0;
    let row = |row: &ResultRow| {
        object! {
            rank: row.rank,
            contestant: row.contestant.0.clone(),
            name: sanitize(&row.name.0),
            points: row.points,
            #[serde(skip_serializing_if = "is_nothing")]
            buchholz: row.buchholz.as_ref().map(|sums| sums.0.clone()),
            played: row.played,
            won: row.won,
            drawn: row.drawn,
            lost: row.lost,
            rating: row.rating.map(|rating| tenth(rating.0)),
            rating_low: row.rating_low.map(|rating| tenth(rating.0)),
            rating_high: row.rating_high.map(|rating| tenth(rating.0)),
            rank_low: row.rank_low,
            rank_high: row.rank_high,
            seeded: row.seeded,
            faults: row.faults,
            status: row.status.clone(),
            reason: sanitize(&row.reason.0),
            fuel_per_turn_mean: row.fuel_per_turn_mean,
            sha256: row.sha256.clone(),
        }
    };
    rows.iter().map(row).collect()
}

/// The phases with their tables and matches: the columns of `groups.csv` and `matches.csv`.
fn phases(phases: &[PhaseRows]) -> Value {
    let mut phases = serde_json::to_value(phases).expect("it is plain data");
    let tables = phases.as_array_mut().into_iter().flatten().filter_map(|of| of["tables"].as_array_mut());
    for row in tables.flatten() {
        // A list, as in the standings.
        let sums = row["buchholz"].as_str().unwrap_or_default().split_whitespace();
        row["buchholz"] = sums.filter_map(|sum| sum.parse::<u64>().ok()).collect();
    }
    phases
}

/// The progress of a tournament's parts, with the standings of these folders.
pub(crate) fn progress(parts: &[PartStatus], standings: &[(&Path, PartStandings)]) -> String {
    let in_folder = |(folder, standings): &(&Path, PartStandings)| {
        object! { folder: path(folder), are_final: standings.are_final, rows: rows(&standings.rows) }
    };
    let standings: Vec<_> = standings.iter().map(in_folder).collect();
    text(&object! { format: "judge-status-1", parts, standings })
}

/// The result of verifying results or a season.
#[derive(Default, Serialize)]
#[serde(tag = "format", rename = "judge-verify-1")]
pub(crate) struct VerifiedJson<'a> {
    pub(crate) agrees: bool,
    pub(crate) differences: Vec<String>,
    pub(crate) games_played: Option<u64>,
    pub(crate) games_taken: Option<u64>,
    pub(crate) sample_seed: Option<String>,
    pub(crate) misses: Vec<Miss>,
    pub(crate) tournament: Option<&'a Agreement>,
    pub(crate) season: Option<&'a SeasonAgreement>,
}

/// All games that there are.
pub(crate) fn games() -> String {
    let example = |example: &Example| {
        object! { name: example.name, misbehaves: example.purpose == Purpose::Misbehaviour }
    };
    let game = |game: &GameInfo| {
        object! {
            game: game.name,
            seats_max: game.seats_max,
            opening_plies: game.opening_plies,
            examples: examples::of(game.name).iter().map(example).collect::<Vec<_>>(),
            rules: game.keys.iter().map(setting).collect::<Vec<_>>(),
        }
    };
    text(&object! { format: "judge-games-1", games: GAMES.iter().map(game).collect::<Vec<_>>() })
}

/// A key of `[rules]`, and what it may be.
fn setting(key: &Key) -> impl Serialize + use<> {
    let (kind, least, most, one_of) = match key.kind {
        Kind::Number { least, most } => ("number", Some(least), Some(most), vec![]),
        Kind::OneNumberOf(numbers) => ("number", None, None, texts(numbers)),
        Kind::Numbers { least, most } => ("numbers", Some(least.into()), Some(most.into()), vec![]),
        Kind::Flag => ("flag", None, None, vec![]),
        Kind::OneWordOf(known) => ("word", None, None, texts(known)),
        Kind::Text => ("text", None, None, vec![]),
    };
    object! { key: key.name, default: key.default, kind, least, most, one_of, meaning: key.meaning }
}

fn texts(items: &[impl ToString]) -> Vec<String> {
    items.iter().map(ToString::to_string).collect()
}

/// A new bot's folder: the files that were made.
pub(crate) fn new_bot(game: &str, name: &str, language: Language, kit: &Kit) -> String {
    text(&object! {
        format: "judge-new-1",
        game,
        name,
        language: language.folder(),
        folder: name,
        source: &kit.source,
        build: &kit.build,
        wasm: &kit.wasm,
        needs: kit.needs,
        files: kit.files.keys().collect::<Vec<_>>(),
    })
}

/// A path as text: what is no Unicode in it is replaced.
fn path(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}
