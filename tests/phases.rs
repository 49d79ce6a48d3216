//! Random tournaments, which a slow twin of the rules in `tests/phases` works out once more.

use std::process::Command;

use crate::support::{CACHE, Folder, has_programs, python, root};

/// Plays so many of a style, the first of a seed; by hand it is worth it to play hundreds.
#[track_caller]
fn agree(style: &str, count: u32, seed: u32) {
    if !has_programs(&["python3"]) {
        return;
    }
    let folder = Folder::new();
    let mut agree = Command::new(python());
    agree.arg(root().join("tests/phases/agree.py")).arg(env!("CARGO_BIN_EXE_judge"));
    agree.arg(folder.path("")).args([style, &count.to_string(), &seed.to_string()]);
    let ended = agree.env("XDG_CACHE_HOME", CACHE).env_remove("COLUMNS").output().expect("it can be started");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    assert!(ended.status.success(), "{}{}", text(&ended.stdout), text(&ended.stderr));
}

#[test]
fn what_the_judge_says_of_a_tournament_is_what_a_twin_works_out() {
    agree("short", 6, 1);
    agree("phases", 16, 2);
}

#[test]
fn ties_and_rounds_that_somebody_sits_out_are_what_a_twin_works_out() {
    agree("ties", 12, 3);
}
