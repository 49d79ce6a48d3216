//! Mistakes in who is to take part: patterns, tables, names.

use snapbox::str;

use super::{CUP, cup, mistaken, mistaken_end, refused};
use crate::support::guest;

#[test]
fn a_pattern_that_matches_nothing() {
    mistaken(
        "bots/",
        "robots/",
        str![[r#"
error: cup.toml:4: no file matches "robots/*.wasm"; paths are relative to this file, and example bots are named in examples, as in examples = ["stupid", "tidy"]

"#]],
    );
}

#[test]
fn a_pattern_that_is_none() {
    mistaken(
        "bots/*",
        "bots/***",
        str![[r#"
error: cup.toml:4: "bots/***.wasm" is no pattern: Pattern syntax error near position 7: wildcards are either regular `*` or recursive `**`

"#]],
    );
}

#[test]
fn no_contestants() {
    mistaken(
        "contestants = [\"bots/*.wasm\"]",
        "",
        str![[r#"
error: cup.toml: a tournament needs two contestants, and there is none; add .wasm files to contestants, or example bots to examples, as in examples = ["stupid", "tidy"]

"#]],
    );
}

#[test]
fn an_empty_list_of_contestants() {
    mistaken(
        "\"bots/*.wasm\"",
        "",
        str![[r#"
error: cup.toml: a tournament needs two contestants, and there is none; add .wasm files to contestants, or example bots to examples, as in examples = ["stupid", "tidy"]

"#]],
    );
}

#[test]
fn one_contestant() {
    mistaken(
        "bots/*.wasm",
        "bots/ada.wasm",
        str![[r#"
error: cup.toml: a tournament needs two contestants, and there is one; add .wasm files to contestants, or example bots to examples, as in examples = ["stupid", "tidy"]

"#]],
    );
}

#[test]
fn a_contestant_without_a_file() {
    mistaken_end(
        "[[contestant]]\nname = \"eve\"",
        str![[r#"
error: cup.toml:5: [[contestant]]: the key "wasm" is missing; add it

"#]],
    );
}

#[test]
fn an_unknown_key_of_a_contestant() {
    mistaken_end(
        "[[contestant]]\nname = \"eve\"\nwsam = \"bots/ada.wasm\"",
        str![[r#"
error: cup.toml:7: [[contestant]]: unknown key "wsam"; did you mean "wasm"?

"#]],
    );
}

#[test]
fn a_contestant_listed_twice() {
    mistaken_end(
        "[[contestant]]\nwasm = \"bots/ada.wasm\"",
        str![[r#"
error: cup.toml:5: bots/ada.wasm is listed twice; let only one pattern or table name it

"#]],
    );
}

#[test]
fn two_contestants_of_one_name() {
    mistaken_end(
        "[[contestant]]\nname = \"ada\"\nwasm = \"bots/bob.wasm\"",
        str![[r#"
error: cup.toml:5: two contestants are called "ada": bots/ada.wasm and bots/bob.wasm; name one of them otherwise, in a [[contestant]] table

"#]],
    );
}

#[test]
fn two_contestants_whose_names_differ_in_case_only() {
    mistaken_end(
        "[[contestant]]\nname = \"Ada\"\nwasm = \"bots/bob.wasm\"",
        str![[r#"
error: cup.toml:5: two contestants are called "Ada": bots/ada.wasm and bots/bob.wasm; name one of them otherwise, in a [[contestant]] table

"#]],
    );
}

#[test]
fn file_names_that_are_no_names() {
    let folder = cup().file("bots/-rf.wasm", guest("walker")).file("bots/\u{430}da.wasm", guest("walker"));
    refused(
        &folder,
        str![[r#"
error: cup.toml:4: bots/-rf.wasm: "-rf" cannot be a name: use 1 to 32 letters, digits, '-', '_' and '.' of ASCII, the first a letter or digit, and no name that Windows keeps for devices, or give it a name in a [[contestant]] table
error: cup.toml:4: bots/аda.wasm: "аda" cannot be a name: use 1 to 32 letters, digits, '-', '_' and '.' of ASCII, the first a letter or digit, and no name that Windows keeps for devices, or give it a name in a [[contestant]] table

"#]],
    );
}

#[test]
fn a_file_name_moves_no_cursor() {
    let ended = cup().file("bots/a\u{1b}[2Jb.wasm", guest("walker")).judge("run cup.toml");
    assert!(ended.stderr.contains("[2J"), "{}", ended.stderr);
    assert!(ended.stderr.chars().all(|c| c == '\n' || !c.is_control()), "{:?}", ended.stderr);
}

#[test]
fn names_that_are_no_names() {
    let wrong = r#"
[[contestant]]
name = "=1+1"
wasm = "bots/ada.wasm"

[[contestant]]
name = ""
wasm = "bots/ada.wasm"

[[contestant]]
name = "a-name-that-is-longer-than-32-letters"
wasm = "bots/ada.wasm"
"#;
    mistaken_end(
        wrong,
        str![[r#"
error: cup.toml:6: contestant: "=1+1" cannot be a name: use 1 to 32 letters, digits, '-', '_' and '.' of ASCII, the first a letter or digit, and no name that Windows keeps for devices
error: cup.toml:10: contestant: "" cannot be a name: use 1 to 32 letters, digits, '-', '_' and '.' of ASCII, the first a letter or digit, and no name that Windows keeps for devices
error: cup.toml:14: contestant: "a-name-that-is-longer-than-32-letters" cannot be a name: use 1 to 32 letters, digits, '-', '_' and '.' of ASCII, the first a letter or digit, and no name that Windows keeps for devices

"#]],
    );
}

#[cfg(unix)]
#[test]
fn a_folder_that_cannot_be_read() {
    use std::os::unix::fs::PermissionsExt;

    let folder = cup().file("bots/locked/eve.wasm", guest("walker"));
    let folder = folder.file("cup.toml", super::CUP.replace("bots/*.wasm", "bots/**/*.wasm"));
    let locked = folder.path("bots/locked");
    let lock = |mode| std::fs::set_permissions(&locked, std::fs::Permissions::from_mode(mode));
    lock(0).expect("it is ours");
    // For a superuser nothing is locked.
    let is_locked = std::fs::read_dir(&locked).is_err();
    let ended = folder.judge("run cup.toml");
    lock(0o700).expect("it is ours");
    if is_locked {
        assert_eq!(ended.code, Some(2), "{}", ended.stderr);
        let line = "error: cup.toml:4: the folder bots/locked cannot be read: ";
        assert!(ended.stderr.starts_with(line), "{}", ended.stderr);
    }
}

#[test]
fn a_file_that_two_patterns_match() {
    mistaken(
        r#"["bots/*.wasm"]"#,
        r#"["bots/*.wasm", "bots/b*.wasm"]"#,
        str![[r#"
error: cup.toml:4: bots/bob.wasm is listed twice; let only one pattern or table name it

"#]],
    );
}

#[test]
fn a_contestant_that_is_no_text() {
    mistaken(
        r#"["bots/*.wasm"]"#,
        r#"["bots/*.wasm", 5]"#,
        str![[r#"
error: cup.toml:4: contestants: write a text in quotes, not 5

"#]],
    );
}

#[cfg(target_os = "linux")]
#[test]
fn a_file_whose_name_is_no_text_is_not_left_out_without_a_word() {
    use std::os::unix::ffi::OsStrExt;
    let folder = cup();
    let path = folder.path("bots").join(std::ffi::OsStr::from_bytes(b"eve\xff.wasm"));
    std::fs::write(path, guest("walker")).expect("Linux takes any name");
    refused(
        &folder,
        str![[r#"
error: cup.toml:4: the name of bots/eve�.wasm is not UTF-8 text; rename the file

"#]],
    );
    // What no pattern means is nobody's business.
    let text = CUP.replace("bots/*.wasm", "bots/[ab]*.wasm");
    assert_eq!(folder.file("cup.toml", text).judge("run cup.toml --quiet").code, Some(0));
}
