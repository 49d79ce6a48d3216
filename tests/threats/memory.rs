//! The judge's own memory does not grow with what bots do.

#![cfg(target_os = "linux")]

use std::io::{BufRead, BufReader};

use crate::support::{Folder, guest};

/// Ten thousand games between two bots that log, take memory and answer more than they may.
const CUP: &str = r#"
game = "battleship"
seed = 7
rounds = 5000
faults = "forfeit"
contestants = ["bots/*.wasm"]

[limits]
memory = "1 MiB"
"#;

/// What is kept of a game is a row of `games.csv`, and its journal's line: a log alone would be ten times that.
const KIB_PER_THOUSAND_GAMES: u64 = 2_000;

/// The most memory that the process has had, in KiB.
fn peak_kib(process: u32) -> Option<u64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().trim_end_matches(" kB").parse().ok()
}

#[test]
fn ten_thousand_floods_leave_no_trace() {
    let folder = Folder::new().file("cup.toml", CUP);
    let folder = folder.file("bots/a.wasm", guest("flood")).file("bots/b.wasm", guest("flood"));
    let mut judge = folder.start("run cup.toml --jobs 2");
    let progress = BufReader::new(judge.stderr.take().expect("it is a pipe"));
    let process = judge.id();
    let mut peaks = Vec::new();
    for line in progress.lines() {
        let line = line.expect("it is text");
        let games = line.split(' ').next().and_then(|games| games.parse::<u64>().ok());
        peaks.extend(games.zip(peak_kib(process)));
    }
    assert_eq!(Folder::ended(judge).code, Some(0));
    let ((first, before), (last, after)) = (peaks[0], peaks[peaks.len() - 1]);
    // Progress is told only of runs that last, so the first line comes late on a fast machine.
    assert!(last >= 8_000 && last - first >= 2_000, "{peaks:?}");
    assert!(after < before + (last - first) / 1_000 * KIB_PER_THOUSAND_GAMES, "{peaks:?}");
}
