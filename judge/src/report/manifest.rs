//! What the results depend on, as TOML.

use serde::Serialize;

use crate::arena::FaultRule;
use crate::entrant::Entrant;
use crate::sandbox;
use crate::schedule::{Format, StopRule};
use crate::tournament::Tournament;

#[derive(Serialize)]
struct Manifest<'a> {
    judge: &'static str,
    engine: &'static str,
    tournament: TournamentPart<'a>,
    limits: LimitsPart,
    contestant: Vec<ContestantPart<'a>>,
}

#[derive(Serialize)]
struct TournamentPart<'a> {
    file: String,
    /// Seen from the folder of the results.
    #[serde(skip_serializing_if = "Option::is_none")]
    path: Option<&'a str>,
    sha256: String,
    title: &'a str,
    game: &'static str,
    /// As text: TOML's integers end at 2^63.
    seed: String,
    format: &'static str,
    rounds: u32,
    seats: usize,
    opening_plies: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    stop: Option<&'static str>,
    faults: &'static str,
}

#[derive(Serialize)]
struct LimitsPart {
    fuel_per_turn: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    fuel_bank: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fuel_increment: Option<u64>,
    memory_bytes: u64,
    file_bytes: u64,
    fuel_to_start: u64,
    table_elements: u64,
    reply_bytes: u64,
    log_bytes_per_turn: u64,
    log_bytes_per_game: u64,
    fuse_seconds: u64,
}

#[derive(Serialize)]
struct ContestantPart<'a> {
    name: &'a str,
    calls_itself: &'a str,
    sha256: String,
    /// Without custom sections: the same for a bot that was only renamed.
    code_sha256: String,
}

/// What the results depend on: hashes of the tournament and the bots, versions, limits; `path` is
/// the tournament's file, seen from the folder of the results.
#[must_use]
pub fn manifest_toml(tournament: &Tournament, entrants: &[Entrant], path: Option<&str>) -> Vec<u8> {
    let limits = &tournament.limits;
    let manifest = Manifest {
        judge: crate::VERSION,
        engine: sandbox::ENGINE_VERSION,
        tournament: TournamentPart {
            file: tournament.file.file_name().unwrap_or_default().to_string_lossy().into_owned(),
            path,
            sha256: hex::encode(tournament.sha256),
            title: &tournament.title,
            game: tournament.rules.game(),
            seed: tournament.seed.to_string(),
            format: match tournament.format {
                Format::RoundRobin => "round-robin",
                Format::Gauntlet => "gauntlet",
                Format::Swiss => "swiss",
                Format::Knockout => "knockout",
            },
            rounds: tournament.rounds,
            seats: tournament.rules.seats(),
            opening_plies: tournament.opening_plies,
            stop: (tournament.stop == StopRule::Separated).then_some("separated"),
            faults: match tournament.faults {
                FaultRule::Disqualify => "disqualify",
                FaultRule::Forfeit => "forfeit",
            },
        },
        limits: LimitsPart {
            fuel_per_turn: limits.fuel_per_turn,
            fuel_bank: limits.fuel_bank.map(|bank| bank.fuel),
            fuel_increment: limits.fuel_bank.map(|bank| bank.increment),
            memory_bytes: limits.memory_bytes_max,
            file_bytes: limits.file_bytes_max,
            fuel_to_start: limits.fuel_to_start,
            table_elements: limits.table_elements_max,
            reply_bytes: limits.reply_bytes_max,
            log_bytes_per_turn: limits.log_bytes_per_turn,
            log_bytes_per_game: limits.log_bytes_per_game,
            fuse_seconds: limits.fuse.as_secs(),
        },
        contestant: entrants.iter().map(contestant_part).collect(),
    };
    toml::to_string(&manifest).expect("a manifest is plain TOML").into_bytes()
}

fn contestant_part(entrant: &Entrant) -> ContestantPart<'_> {
    ContestantPart {
        name: entrant.name.as_str(),
        calls_itself: &entrant.calls_itself,
        sha256: hex::encode(entrant.sha256),
        code_sha256: hex::encode(entrant.code_sha256),
    }
}
