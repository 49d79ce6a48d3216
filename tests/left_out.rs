//! One bad file does not stop the others: they play on without it, if the organiser says so. And names that people
//! are shown.

use snapbox::{assert_data_eq, str};

use crate::support::{Folder, assemble, guest, project_text};

const CUP: &str = "game = \"battleship\"\nseed = 7\nrounds = 2\nbad_files = \"leave-out\"\n";

/// Three bots, and contestants whose files are none: text, a bot of another game, and no file at all.
fn cup(keys: &str) -> Folder {
    let listed = "contestants = [\"bots/*.wasm\", \"late.wasm\"]\n";
    let folder = Folder::new().file("cup.toml", format!("{CUP}{keys}{listed}")).bots(&["tidy", "hunter"]);
    folder.guests(&["walker"]).file("bots/eve.wasm", "print('hello')").file("late.wasm", "")
}

#[test]
fn the_others_play_without_bad_files_and_the_refused_are_listed_with_the_reason() {
    let folder = cup("");
    let played = folder.play("");
    assert_eq!(played.line("tidy")["played"], "8", "three bots, two rounds");
    let lines: Vec<&str> = played.results.lines().collect();
    assert!(
        lines[4].starts_with(",eve,,0,0,0,0,0,,,,,,,0,left-out,it is not WebAssembly; "),
        "{}",
        played.results
    );
    assert!(lines[5].starts_with(",late,"), "{}", played.results);
    assert!(!played.games.contains("eve"), "{}", played.games);
    assert!(played.stderr.contains("warning: eve is left out: it is not WebAssembly; "), "{}", played.stderr);
    let told = "\neve: left out, because its file is no bot: it is not WebAssembly; ";
    assert!(played.stdout.contains(told), "{}", played.stdout);
}

#[test]
fn the_results_are_the_same_from_another_folder_and_can_be_verified() {
    let folder = cup("");
    let played = folder.play("");
    let from_above = crate::support::run(
        folder.path("cup.toml").parent().expect("a folder"),
        "verify results/cup --quiet",
    );
    assert_eq!(from_above.code, Some(0), "{}{}", from_above.stdout, from_above.stderr);
    let home = Folder::new();
    std::fs::rename(folder.path("bots"), home.path("bots")).expect("it can be moved");
    std::fs::rename(folder.path("late.wasm"), home.path("late.wasm")).expect("it can be moved");
    let deep =
        home.file("x/cup.toml", CUP.to_owned() + "contestants = [\"../bots/*.wasm\", \"../late.wasm\"]\n");
    assert_eq!(deep.judge("run x/cup.toml --quiet").code, Some(0));
    assert_eq!(deep.read("results/cup/results.csv"), played.results);
    assert_eq!(deep.read("results/cup/games.csv"), played.games);
    // A file that is mended is another tournament.
    let mended = deep.file("bots/eve.wasm", guest("walker"));
    let told = mended.judge("verify results/cup --quiet").stdout;
    assert!(told.starts_with("contestant \"eve\" differs: "), "{told}");
}

#[test]
fn a_file_that_is_missing_is_left_out_too() {
    let folder = cup("").file(
        "cup.toml",
        CUP.to_owned() + "contestants = [\"bots/*.wasm\"]\n[[contestant]]\nwasm = \"ada.wasm\"\n",
    );
    let played = folder.play("");
    let told = ",ada,,0,0,0,0,0,,,,,,,0,left-out,\"no such file; build the bot, or correct the path\",0,\n";
    assert!(played.results.contains(told), "{}", played.results);
    assert_eq!(folder.judge("verify results/cup --quiet").code, Some(0));
}

#[test]
fn a_file_that_is_too_large_is_left_out_and_the_results_can_be_verified() {
    let folder = cup("").file("bots/eve.wasm", [b"\0asm\x01\0\0\0".as_slice(), &vec![0; 5 << 20]].concat());
    let played = folder.play("");
    assert!(played.stderr.contains("warning: eve is left out: it has more than 4194304 bytes; "));
    let verified = folder.judge("verify results/cup --quiet");
    assert_eq!(verified.code, Some(0), "{}{}", verified.stdout, verified.stderr);
    let told = folder.file("bots/eve.wasm", vec![1; 5 << 20]).judge("verify results/cup --quiet").stdout;
    assert!(told.starts_with("contestant \"eve\" differs: "), "{told}");
}

#[test]
fn who_is_named_in_the_file_keeps_its_place() {
    let folder = cup("format = \"gauntlet\"\nchampions = [\"walker\"]\nexclude = [\"tidy\"]\n");
    let played = folder.play("");
    assert_eq!(played.line("tidy")["reason"], "excluded by the organiser");
    assert!(played.games.lines().skip(1).all(|game| game.contains("walker")), "{}", played.games);
    // The only champion, and one of two for a group.
    for keys in ["format = \"gauntlet\"\nchampions = [\"eve\"]\n", "format = \"groups\"\ngroups = 2\n"] {
        let ended = cup(keys).judge("run cup.toml");
        assert_eq!(ended.code, Some(2));
        assert_data_eq!(
            ended.stderr,
            str![[r#"
error: cup.toml: bad_files = "leave-out": too few contestants are left without eve, late; remove the key to see what is wrong with their files

"#]]
        );
    }
}

#[test]
fn a_name_that_people_are_shown_has_any_letters() {
    let named = project_text("tests/guests/walker.wat").replace("\"Walker\"", "\"M\\c3\\bcll\"");
    let folder = Folder::new().guests(&["walker"]).file("bots/zoe.wasm", assemble(&named));
    let cup = "game = \"battleship\"\nseed = 7\nrounds = 1\ncontestants = [\"bots/zoe.wasm\"]\n[[contestant]]\nwasm = \"bots/walker.wasm\"\ndisplay_name = \"Ζήνων der Läufer\"\n";
    let played = folder.file("cup.toml", cup).play("");
    assert_eq!(played.line("walker")["name"], "Ζήνων der Läufer");
    assert!(played.stdout.contains("  Ζήνων der Läufer\n"), "{}", played.stdout);
    assert!(played.line("zoe")["name"].starts_with("Mül"), "{}", played.results);
}

#[test]
fn a_name_that_misleads_is_a_mistake() {
    for name in ["\\u202Eabc", "a\\nb", "", " a", "a\\u0301\\u0301\\u0301"] {
        let cup = format!(
            "game = \"battleship\"\nseed = 7\n[[contestant]]\nwasm = \"a.wasm\"\ndisplay_name = \"{name}\"\n[[contestant]]\nwasm = \"b.wasm\"\n"
        );
        let ended = Folder::new().file("cup.toml", cup).judge("run cup.toml");
        assert_eq!(ended.code, Some(2), "{name}");
        assert!(
            ended.stderr.starts_with("error: cup.toml:5: [[contestant]] display_name: "),
            "{}",
            ended.stderr
        );
    }
}

#[test]
fn a_name_for_nobody_a_second_one_and_one_that_misleads_are_mistakes() {
    let cup = |names: &str| {
        let cup = format!(
            "game = \"battleship\"\nseed = 7\ncontestants = [\"bots/*.wasm\"]\n[[contestant]]\nwasm = \"eve.wasm\"\ndisplay_name = \"Eve\"\n[names]\n{names}\n"
        );
        let folder =
            Folder::new().file("cup.toml", cup).bots(&["hunter", "tidy"]).file("eve.wasm", guest("walker"));
        let ended = folder.judge("run cup.toml");
        assert_eq!(ended.code, Some(2), "{names}");
        ended.stderr
    };
    assert_eq!(
        cup("huntr = \"Anna\""),
        "error: cup.toml:8: [names]: no contestant is called \"huntr\"; did you mean \"hunter\"?\n"
    );
    let told = cup("eve = \"Eva\"\ntidy = \"\"");
    let told: Vec<&str> = told.lines().collect();
    let twice =
        "error: cup.toml:8: [names] eve: its [[contestant]] table has a display_name; remove one of the two";
    assert_eq!(told[0], twice);
    assert!(
        told[1].starts_with("error: cup.toml:9: [names] tidy: \"\" cannot be shown as it is; "),
        "{}",
        told[1]
    );
    assert!(cup("tidy = 5").starts_with("error: cup.toml:8: [names] tidy: write a text in quotes, not 5"));
}
