//! Trouble with the disk: nothing is lost, and the exit code says that it was the machine.

use std::fs;

use crate::support::{Folder, Played};

const CUP: &str = r#"title = "A cup for three"
game = "battleship"
seed = 7
rounds = 60
contestants = ["bots/*.wasm"]
"#;

const GAMES: usize = 6 * 60;

fn cup() -> Folder {
    Folder::new().file("cup.toml", CUP).bots(&["stupid", "tidy"]).guests(&["walker"])
}

fn games_kept(folder: &Folder) -> usize {
    fs::read_to_string(folder.path("results/cup/journal")).unwrap_or_default().lines().count()
}

fn assert_same(one: &Played, other: &Played) {
    assert!(one.games == other.games, "{}", one.games);
    assert!(one.results == other.results, "{}", one.results);
}

#[cfg(unix)]
#[test]
fn an_output_folder_that_is_removed_during_the_run_ends_it() {
    let folder = cup();
    let mut judge = folder.start("run cup.toml --jobs 1");
    while games_kept(&folder) < 20 && judge.try_wait().expect("it can be asked").is_none() {
        crate::support::pause();
    }
    fs::remove_dir_all(folder.path("results")).expect("it can be removed");
    let ended = Folder::ended(judge);
    assert_eq!(ended.code, Some(1), "{}", ended.stderr);
    let told = "error: results/cup: the journal cannot be written: it was removed or replaced during the run; check the file system and run again to resume\n";
    assert!(ended.stderr.ends_with(told), "{}", ended.stderr);
    assert!(!folder.path("results").exists(), "nothing is published");
}

#[cfg(unix)]
#[test]
fn beyond_the_limit_of_a_files_size_games_are_kept_and_the_machine_is_named() {
    let folder = cup();
    // Compiled bots are longer than that limit, but need not be written again.
    let whole = cup().play("");
    // 64 blocks of 512 bytes: some games, but not all.
    let ended = folder.judge_in_shell("ulimit -f 64 && exec", "run cup.toml");
    assert_eq!(ended.code, Some(1), "{}", ended.stderr);
    let told = "error: results/cup: the journal cannot be written: File too large (os error 27); raise the limit of a file's size (ulimit -f) and run again to resume\n";
    assert!(ended.stderr.ends_with(told), "{}", ended.stderr);
    let kept = games_kept(&folder);
    assert!((1..GAMES).contains(&kept), "{kept}");
    assert_same(&folder.play(""), &whole);
}

#[cfg(unix)]
#[test]
fn results_that_do_not_fit_are_no_mistake_of_the_person() {
    let folder = cup();
    folder.play("");
    // Nothing is to be played any more, but games.csv is longer than that.
    let ended = folder.judge_in_shell("ulimit -f 8 && exec", "run cup.toml --quiet");
    assert_eq!(ended.code, Some(1), "{}", ended.stderr);
    assert!(ended.stderr.starts_with("error: games.csv "), "{}", ended.stderr);
    assert!(ended.stderr.contains(" cannot be written: File too large "), "{}", ended.stderr);
    assert!(ended.stderr.contains("; raise the limit of a file's size (ulimit -f)"), "{}", ended.stderr);
}

#[cfg(unix)]
#[test]
fn a_check_without_room_for_temporary_files_says_so() {
    let folder = cup();
    folder.play("");
    // All games are played again, or all are taken as they were written.
    for options in ["", "--sample 0.0001% --seed 1"] {
        let ended =
            folder.judge_in_shell("ulimit -f 8 && exec", &format!("verify results/cup --quiet {options}"));
        assert_eq!(ended.code, Some(1), "{options}: {}", ended.stderr);
        let told = "error: a temporary file cannot be used: File too large (os error 27); raise the limit of a file's size (ulimit -f), or name another folder in TMPDIR\n";
        assert_eq!(ended.stderr, told, "{options}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn standard_output_that_is_full_is_told() {
    let ended = cup().judge_in_shell("exec >/dev/full; exec", "games");
    assert_eq!(ended.code, Some(1), "{}", ended.stderr);
    assert_eq!(
        ended.stderr,
        "error: standard output cannot be written: No space left on device (os error 28)\n"
    );
}
