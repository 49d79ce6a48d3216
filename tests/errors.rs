//! A person's mistakes: each is reported on a line of its own that names file, place and remedy;
//! nothing is played then, and nothing written.

mod command_line;
mod contestants;
mod games;
mod line_up;
mod phases;
mod tips;
mod tournament;

use snapbox::data::Inline;
use snapbox::{IntoData, assert_data_eq};

use crate::support::{Folder, guest};

/// A tournament without a mistake.
const CUP: &str = r#"game = "battleship"
seed = 7
rounds = 2
contestants = ["bots/*.wasm"]
"#;

/// A folder with a tournament and two contestants, without a mistake.
fn cup() -> Folder {
    Folder::new()
        .file("cup.toml", CUP)
        .file("bots/ada.wasm", guest("walker"))
        .file("bots/bob.wasm", guest("walker"))
}

#[test]
fn without_a_mistake_there_is_no_error() {
    let played = cup().play("--quiet");
    assert_eq!((played.stdout.as_str(), played.stderr.as_str()), ("", ""));
}

/// The judge refuses the tournament with `right` replaced by `wrong`, with the words expected.
#[track_caller]
fn mistaken(right: &str, wrong: &str, expected: Inline) {
    assert!(CUP.contains(right), "{right}");
    refused(&cup().file("cup.toml", CUP.replace(right, wrong)), expected);
}

/// The judge refuses the tournament with `wrong` at its end, with the words expected.
#[track_caller]
fn mistaken_end(wrong: &str, expected: Inline) {
    refused(&cup().file("cup.toml", format!("{CUP}{wrong}\n")), expected);
}

/// The judge refuses to run `cup.toml`, with the words expected.
#[track_caller]
fn refused(folder: &Folder, expected: Inline) {
    refused_to("run cup.toml", folder, expected);
}

/// The judge refuses `arguments`, with the words expected.
#[track_caller]
fn refused_to(arguments: &str, folder: &Folder, expected: Inline) {
    let before = folder.contents();
    let ended = folder.judge(arguments);
    assert_eq!(ended.code, Some(2), "{}", ended.stderr);
    assert_eq!(ended.stdout, "");
    assert!(ended.stderr.lines().all(|line| line.starts_with("error: ")), "{}", ended.stderr);
    assert!(folder.contents() == before, "something was written");
    assert_data_eq!(ended.stderr, expected.raw());
}
