//! Games that are played twice change nothing, and a share that is none is reported.
//!
//! The case in which they differ is tested beside `judge_core::run`: no bot here can cause it.

use snapbox::{IntoData, assert_data_eq, str};

use crate::support::Folder;

const CUP: &str = r#"game = "battleship"
seed = 7
rounds = 3
audit = 0
contestants = ["bots/*.wasm"]
"#;

fn cup(audit: &str) -> Folder {
    let folder = Folder::new().file("cup.toml", CUP.replace("audit = 0", audit));
    folder.bots(&["stupid"]).guests(&["walker", "endless-loop", "wasi-player", "exit"])
}

#[test]
fn an_audit_finds_nothing_and_changes_nothing() {
    let without = cup("audit = 0").play("");
    for (audit, options) in [("audit = 1", "--jobs 1"), ("audit = 0.5", "--jobs 4")] {
        let with = cup(audit).play(options);
        assert_eq!((&with.games, &with.results), (&without.games, &without.results), "{audit}");
    }
}

#[test]
fn what_is_not_played_any_more_is_not_audited_and_that_is_told() {
    let folder = cup("audit = 0").file("results/cup/audit.txt", "of a run that failed");
    assert!(!folder.play("").stderr.contains("audited"));
    assert!(!folder.path("results/cup/audit.txt").exists(), "good results have no such file");
    let told = folder.file("cup.toml", CUP.replace("audit = 0", "audit = 1")).play("").stderr;
    assert!(
        told.contains("results/cup/journal: kept games are not audited; --fresh plays them again"),
        "{told}"
    );
}

#[test]
fn a_share_that_is_none_is_told() {
    let ended = cup("audit = 2").judge("run cup.toml");
    assert_eq!(ended.code, Some(2));
    assert_data_eq!(
        ended.stderr,
        str![[r#"
error: cup.toml:4: audit = 2: write the share of the games from 0 to 1, as in 0.02

"#]]
        .raw()
    );
}
