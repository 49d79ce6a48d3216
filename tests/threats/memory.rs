//! The judge's own memory does not grow with what bots do.

#![cfg(target_os = "linux")]

use crate::support::{Folder, guest};

/// Games between two bots that log, take memory and answer more than they may.
const CUP: &str = r#"
game = "battleship"
seed = 7
rounds = ROUNDS
faults = "forfeit"
contestants = ["bots/*.wasm"]

[limits]
memory = "1 MiB"
"#;

/// The memory for a game is a row of `games.csv`, and its journal's line: a log alone would be ten times that.
const KIB_PER_THOUSAND_GAMES: u64 = 2_000;

/// The most memory that the process has had, in KiB, while it lives.
fn peak_kib(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().trim_end_matches(" kB").parse().ok()
}

/// The most memory that so many rounds of two games take, in KiB.
fn peak_of(rounds: u32) -> u64 {
    let folder = Folder::new().file("cup.toml", CUP.replace("ROUNDS", &rounds.to_string()));
    let folder = folder.file("bots/a.wasm", guest("flood")).file("bots/b.wasm", guest("flood"));
    let mut judge = folder.start("run cup.toml --jobs 2 --quiet");
    let mut peak = None;
    while judge.try_wait().expect("it is ours").is_none() {
        peak = peak_kib(judge.id()).or(peak);
        crate::support::pause();
    }
    assert_eq!(Folder::ended(judge).code, Some(0));
    peak.expect("it has run")
}

#[test]
fn ten_thousand_floods_leave_no_trace() {
    let (few, many) = (peak_of(1_000), peak_of(5_000));
    assert!(many < few + 8 * KIB_PER_THOUSAND_GAMES, "{few} KiB, then {many} KiB");
}
