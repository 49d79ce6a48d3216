//! Mistakes in who is to take part: patterns, tables, names.

use snapbox::str;

use super::{CUP, cup, mistaken, mistaken_end, refused};
use crate::support::{Folder, guest, rows};

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
    mistaken(
        "bots/*.wasm\"]",
        "bots/ada.wasm\", \"bots/bob.wasm\"]\n[[contestant]]\nwasm = \"bots/ada.wasm\"",
        str![[r#"
error: cup.toml:5: bots/ada.wasm is listed twice; let only one pattern or table name it

"#]],
    );
}

#[test]
fn a_table_takes_its_file_out_of_a_pattern_unless_it_has_terms_of_its_own() {
    let of = |table: &str| {
        let folder = cup().file("cup.toml", format!("{CUP}[[contestant]]\n{table}\n"));
        folder
            .play("")
            .results
            .lines()
            .skip(1)
            .filter_map(|line| line.split(',').nth(1).map(str::to_owned))
            .collect::<std::collections::BTreeSet<_>>()
    };
    let names = |names: &[&str]| names.iter().map(|name| (*name).to_owned()).collect();
    assert_eq!(of("wasm = \"bots/ada.wasm\""), names(&["ada", "bob"]));
    assert_eq!(
        of("wasm = \"bots/ada.wasm\"\n[[contestant]]\nwasm = \"bots/bob.wasm\""),
        names(&["ada", "bob"])
    );
    assert_eq!(of("wasm = \"./bots/../bots/ada.wasm\"\nname = \"eve\""), names(&["bob", "eve"]));
    assert_eq!(
        of("wasm = \"bots/ada.wasm\"\nname = \"eve\"\nfuel_per_turn = \"1M\""),
        names(&["ada", "bob", "eve"])
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

/// The participants of a cup with these files besides, and the messages about their names.
fn taking_part(files: &[&str], contestants: &str) -> (Vec<String>, String) {
    let cup = format!("game = \"battleship\"\nseed = 7\nrounds = 1\ncontestants = [{contestants}]\n");
    let folder = files.iter().fold(Folder::new(), |folder, file| folder.file(file, guest("walker")));
    let played = folder.file("cup.toml", cup).play("");
    let mut names: Vec<String> = rows(&played.results).iter().map(|row| row["contestant"].clone()).collect();
    names.sort();
    let told = played
        .stderr
        .lines()
        .find_map(|line| line.strip_prefix("warning: names made of files and folders: "));
    (names, told.unwrap_or_default().to_owned())
}

#[test]
fn names_are_made_of_file_names_that_are_none() {
    let files = [
        "bots/ada.wasm",
        "bots/Anna Müller.wasm",
        "bots/bot (1).wasm",
        "bots/-rf.wasm",
        "bots/\u{430}da.wasm",
        "bots/EVE.WASM",
    ];
    let (names, told) = taking_part(&files, "\"bots/*.wasm\"");
    assert_eq!(names, ["Anna-Muller", "EVE", "ada", "bot-1", "da-c552", "rf"]);
    assert_eq!(
        told,
        "Anna-Muller is bots/Anna Müller.wasm, bot-1 is bots/bot (1).wasm, da-c552 is bots/\u{430}da.wasm, rf is bots/-rf.wasm"
    );
}

#[test]
fn files_of_one_name_are_called_by_their_folders() {
    let files = ["subs/Anna/bot.wasm", "subs/Ben B/bot.wasm"];
    let (names, told) = taking_part(&files, "\"subs/*/bot.wasm\"");
    assert_eq!(names, ["Anna", "Ben-B"]);
    assert_eq!(told, "Anna is subs/Anna/bot.wasm, Ben-B is subs/Ben B/bot.wasm");
    let files = ["subs/anna/build/bot.wasm", "subs/ben/build/bot.wasm", "subs/cem/build/cems.wasm"];
    assert_eq!(taking_part(&files, "\"subs/*/build/*.wasm\"").0, ["anna", "ben", "cem"]);
    assert_eq!(taking_part(&files, "\"subs/*/build/bot.wasm\"").0, ["anna", "ben"]);
}

#[test]
fn a_star_in_a_folders_place_makes_the_folder_the_name_whatever_others_hand_in() {
    let files = ["handin/Carl/mine.wasm", "handin/Dora/dora.wasm", "handin/Eve/eve's bot.wasm"];
    let (names, told) = taking_part(&files, "\"handin/*/*.wasm\"");
    assert_eq!(names, ["Carl", "Dora", "Eve"]);
    assert_eq!(
        told,
        "Carl is handin/Carl/mine.wasm, Dora is handin/Dora/dora.wasm, Eve is handin/Eve/eve's bot.wasm"
    );
    let more = [&files[..], &["handin/Fay/mine.wasm"]].concat();
    assert_eq!(taking_part(&more, "\"handin/*/*.wasm\"").0, ["Carl", "Dora", "Eve", "Fay"]);
    let files = ["Kurs [A]/random.wasm", "Kurs [A]/greedy.wasm"];
    assert_eq!(taking_part(&files, "\"Kurs [A]/*.wasm\"").0, ["greedy", "random"]);
    let files = ["Kurs [A]/Gus/bot.wasm", "Kurs [A]/Hal/hals.wasm"];
    assert_eq!(taking_part(&files, "\"Kurs [A]/*/*.wasm\"").0, ["Gus", "Hal"]);
}

#[test]
fn a_folder_with_two_files_is_a_bad_file() {
    let folder = |keys: &str| {
        let text = CUP.replace("bots/*", "handin/*/*");
        let files = ["ada/a.wasm", "bob/b.wasm", "eve/old.wasm", "eve/new.wasm"];
        let folder = Folder::new().file("cup.toml", format!("{keys}{text}"));
        files.iter().fold(folder, |folder, file| folder.file(&format!("handin/{file}"), guest("walker")))
    };
    let why = "the folder is one contestant, and has 2 files: new.wasm, old.wasm; leave one";
    let ended = folder("").judge("run cup.toml");
    assert_eq!(ended.stderr, format!("error: cup.toml:4: contestant \"eve\": handin/eve: {why}\n"));
    let left_out = folder("bad_files = \"leave-out\"\n");
    let played = left_out.play("");
    assert_eq!(played.line("eve")["reason"], why);
    let files = rows(&left_out.read("results/cup/files.csv"));
    let files: Vec<[&str; 2]> = files.iter().map(|row| [&*row["contestant"], &*row["file"]]).collect();
    assert_eq!(
        files,
        [
            ["ada", "handin/ada/a.wasm"],
            ["bob", "handin/bob/b.wasm"],
            ["eve", "handin/eve/new.wasm"],
            ["eve", "handin/eve/old.wasm"]
        ]
    );
    left_out.succeeds("verify results/cup --quiet");
    // A table takes one of them.
    let table = "[[contestant]]\nname = \"eve-old\"\nwasm = \"handin/eve/old.wasm\"\n";
    let text = format!("{}{table}", CUP.replace("bots/*", "handin/*/*"));
    let played = folder("").file("cup.toml", text).play("");
    assert!(played.results.contains(",eve,") && played.results.contains(",eve-old,"));
}

#[test]
fn a_pattern_means_no_hidden_files_and_a_path_that_exists_is_none() {
    let files = ["bots/ada.wasm", "bots/bob.wasm", "bots/._ada.wasm", "bots/.trash/eve.wasm"];
    assert_eq!(taking_part(&files, "\"bots/*.wasm\"").0, ["ada", "bob"]);
    assert_eq!(taking_part(&files, "\"bots/**/*.wasm\"").0, ["ada", "bob"]);
    assert_eq!(taking_part(&files, "\"bots/ada.wasm\", \"bots/.trash/eve.wasm\"").0, ["ada", "eve"]);
    let files = ["Kurs [A]/random.wasm", "Kurs [A]/greedy.wasm"];
    assert_eq!(
        taking_part(&files, "\"Kurs [A]/random.wasm\", \"Kurs [A]/greedy.wasm\"").0,
        ["greedy", "random"]
    );
}

#[test]
fn a_folder_or_a_backslash_in_place_of_a_path() {
    mistaken(
        "\"bots/*.wasm\"",
        "\"bots\"",
        str![[r#"
error: cup.toml:4: bots is a folder; write "bots/*.wasm" for all bots in it

"#]],
    );
    for typed in ["bots\\bob.wasm", "bots\\ada.wasm"] {
        let folder = cup().file("cup.toml", CUP.replace("bots/*.wasm", typed));
        let told = folder.judge("run cup.toml").stderr;
        assert!(
            told.ends_with(
                "in quotes \\ begins a special character; write / between folders, as in \"bots/ben.wasm\"\n"
            ),
            "{told}"
        );
    }
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
fn a_file_whose_name_is_no_text_takes_part() {
    use std::os::unix::ffi::OsStrExt;
    let folder = cup();
    let path = folder.path("bots").join(std::ffi::OsStr::from_bytes(b"eve\xff.wasm"));
    std::fs::write(path, guest("walker")).expect("Linux takes any name");
    let played = folder.play("");
    assert!(played.results.contains(",eve,"), "{}", played.results);
    let told = "warning: names made of files and folders: eve is bots/eve";
    assert!(played.stderr.contains(told), "{}", played.stderr);
    // A file that no pattern matches is left alone.
    let text = CUP.replace("bots/*.wasm", "bots/[ab]*.wasm");
    assert_eq!(folder.file("cup.toml", text).judge("run cup.toml --quiet").code, Some(0));
}

#[test]
fn groups_that_cannot_be() {
    mistaken_end(
        "format = \"groups\"\ngroups = 2",
        str![[r#"
error: cup.toml:6: groups = 2: write 1, as there are 2 contestants, and a group has two or more

"#]],
    );
    mistaken_end(
        "format = \"groups\"\ngo_on = 3",
        str![[r#"
error: cup.toml:6: go_on = 3: write 2, as the smallest group has so many

"#]],
    );
}

#[test]
fn teams_that_cannot_be() {
    let teams =
        "[teams]\nred = [\"ada\", \"adda\"]\nblue = [\"ada\"]\ngreen = [\"ada\"]\n\"\\u202e\" = [\"bob\"]\n";
    mistaken_end(
        teams,
        str![[r#"
error: cup.toml:6: [teams] red: no contestant is called "adda"; did you mean "ada"?
error: cup.toml:8: [teams] green: "ada" is in "blue", too; remove one of the two
error: cup.toml:9: [teams]: "\u{202e}" cannot be shown as it is; write 1 to 64 columns of visible text, without control characters, marks that change the direction, or more than two accents on a letter

"#]],
    );
    mistaken_end(
        "team_best = 2",
        str![[r#"
error: cup.toml:5: team_best: nobody is in a team; add teams below a line [teams], or remove the key

"#]],
    );
    mistaken_end(
        "team_best = 0",
        str![[r#"
error: cup.toml:5: team_best = 0: write a number from 1; without the key all members of a team count

"#]],
    );
    mistaken_end(
        "[[contestant]]\nwasm = \"bots/ada.wasm\"\nteam = \"\"",
        str![[r#"
error: cup.toml:7: [[contestant]] team: "" cannot be shown as it is; write 1 to 64 columns of visible text, without control characters, marks that change the direction, or more than two accents on a letter

"#]],
    );
}

#[test]
fn boards_without_teams_or_in_another_format() {
    mistaken_end(
        "boards = true",
        str![[r#"
error: cup.toml:5: boards: in no list of [teams], whose order says who plays on which board: ada, bob; add them, or remove the key

"#]],
    );
    let teams = "boards = true\n[teams]\nred = [\"ada\"]\nblue = [\"bob\"]\n";
    let with = |keys: &str, expected| {
        refused(&cup().file("cup.toml", format!("{CUP}{keys}{teams}")), expected);
    };
    with(
        "format = \"swiss\"\n",
        str![[r#"
error: cup.toml:6: boards: only for format = "round-robin" without [[phase]]; remove the key, or change format

"#]],
    );
    with(
        "stop = \"separated\"\n",
        str![[r#"
error: cup.toml:6: boards: not with stop; remove one of the two keys

"#]],
    );
    with(
        "team_best = 1\n",
        str![[r#"
error: cup.toml:6: boards: not with team_best; remove one of the two keys

"#]],
    );
    let stones = CUP.replace("\"battleship\"", "\"stones\"\nseats = 3\nexamples = [\"wolf\"]");
    let teams = teams.replace("\"bob\"]", "\"bob\"]\ngreen = [\"wolf\"]");
    refused(
        &cup().file("cup.toml", format!("{stones}{teams}")),
        str![[r#"
error: cup.toml: boards = true is for tables of two; lower seats, or change boards

"#]],
    );
}
