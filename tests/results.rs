//! Results of a tournament: its files, its table, and influences that must not make a difference.

mod bracket;
mod recount;
mod shown;

use std::sync::LazyLock;

use snapbox::{assert_data_eq, file};

use crate::support::{Folder, Played, bot, guest, rows, sha256};

const CUP: &str = r#"title = "A cup for five"
game = "battleship"
seed = 7
rounds = 2
contestants = ["bots/*.wasm"]
"#;

/// Four committed bots, one of which crashes, and one that is WebAssembly text.
fn cup() -> Folder {
    Folder::new().file("cup.toml", CUP).bots(&["crasher", "hunter", "stupid", "tidy"]).guests(&["walker"])
}

/// A tournament in which who commits a fault stays in.
fn forgiving_cup() -> Folder {
    let forgiving = CUP.replace("rounds = 2", "rounds = 2\nfaults = \"forfeit\"");
    let folder = Folder::new().file("cup.toml", forgiving);
    folder.bots(&["hunter", "tidy"]).guests(&["trap-in-take-turn", "walker"])
}

/// Three bots that are ready in no time.
fn quick_cup() -> Folder {
    let walker = guest("walker");
    let folder = Folder::new().file("cup.toml", CUP).guests(&["walker", "endless-recursion"]);
    folder.file("bots/runner.wasm", walker)
}

static CUP_PLAYED: LazyLock<Played> = LazyLock::new(|| cup().play("--jobs 2"));
static FORGIVING_CUP_PLAYED: LazyLock<Played> = LazyLock::new(|| forgiving_cup().play("--jobs 2"));

#[test]
fn the_files_and_the_table_are_as_they_were() {
    assert_data_eq!(&CUP_PLAYED.results, file!["golden/results.csv"].raw());
    assert_data_eq!(&CUP_PLAYED.games, file!["golden/games.csv"].raw());
    assert_data_eq!(&CUP_PLAYED.seats, file!["golden/seats.csv"].raw());
    assert_data_eq!(&CUP_PLAYED.pairs, file!["golden/pairs.csv"].raw());
    // The version differs with every change to what decides a game.
    let manifest = CUP_PLAYED.manifest.replace(judge_bots::GAMES_VERSION, "VERSION");
    assert_data_eq!(manifest, file!["golden/manifest.toml"].raw());
    assert_data_eq!(&CUP_PLAYED.stdout, file!["golden/table.txt"].raw());
}

#[test]
fn neither_another_run_nor_the_number_of_jobs_changes_anything() {
    for options in ["--jobs 1", "--jobs 8"] {
        let again = cup().play(options);
        assert!(again.results == CUP_PLAYED.results, "{options}\n{}", again.results);
        assert!(again.games == CUP_PLAYED.games, "{options}\n{}", again.games);
        assert!(
            (again.seats, again.pairs) == (CUP_PLAYED.seats.clone(), CUP_PLAYED.pairs.clone()),
            "{options}"
        );
    }
}

#[test]
fn a_forfeit_costs_the_game_and_not_the_tournament() {
    let trap = FORGIVING_CUP_PLAYED.line("trap-in-take-turn");
    assert_eq!((trap["status"].as_str(), trap["reason"].as_str()), ("ranked", ""));
    assert_eq!((trap["faults"].as_str(), trap["lost"].as_str()), ("12", "12"), "it traps in every game");
    let games = rows(&FORGIVING_CUP_PLAYED.games);
    assert!(games.iter().all(|game| game["outcome"] != "walkover"));
}

#[test]
fn a_newcomer_changes_nobody_elses_games() {
    let newcomer = forgiving_cup().file("bots/adam.wasm", guest("walker")).play("");
    assert_eq!(newcomer.games_without("adam"), FORGIVING_CUP_PLAYED.games_without("adam"));
    assert_eq!(FORGIVING_CUP_PLAYED.games_without("adam").len(), 6 * 4);
    assert_ne!(newcomer.line("walker")["played"], FORGIVING_CUP_PLAYED.line("walker")["played"]);
}

#[test]
fn the_order_in_which_contestants_are_listed_changes_nothing() {
    let header = CUP.replace("contestants = [\"bots/*.wasm\"]\n", "");
    let table = |name: &str| format!("[[contestant]]\nname = \"{name}\"\nwasm = \"bots/{name}.wasm\"\n");
    let listed = |names: [&str; 3]| header.clone() + &names.map(table).concat();
    let sorted = quick_cup().play("");
    for names in [["walker", "endless-recursion", "runner"], ["runner", "walker", "endless-recursion"]] {
        let shuffled = quick_cup().file("cup.toml", listed(names)).play("");
        assert_eq!((shuffled.results, shuffled.games), (sorted.results.clone(), sorted.games.clone()));
    }
}

#[test]
fn the_manifest_has_the_hashes_of_all_files() {
    let manifest: toml::Table = CUP_PLAYED.manifest.parse().expect("it is TOML");
    assert_eq!(manifest["tournament"]["sha256"].as_str(), Some(sha256(CUP.as_bytes()).as_str()));
    assert_eq!(manifest["tournament"]["seed"].as_str(), Some("7"));
    let contestants = manifest["contestant"].as_array().expect("it is a list");
    let hash_of = |name: &str| {
        let mut found = contestants.iter().filter(|contestant| contestant["name"].as_str() == Some(name));
        found.next().and_then(|contestant| contestant["sha256"].as_str()).map(str::to_owned)
    };
    for name in ["crasher", "hunter", "stupid", "tidy"] {
        assert_eq!(hash_of(name), Some(sha256(&bot(name))));
        assert_eq!(CUP_PLAYED.line(name)["sha256"], sha256(&bot(name)));
    }
    assert_eq!(hash_of("walker"), Some(sha256(&guest("walker"))));
    assert_eq!(contestants.len(), 5);
}

#[test]
fn the_folder_holds_the_files_and_nothing_else() {
    let folder = quick_cup();
    assert_eq!(folder.judge("run cup.toml --out some/where").code, Some(0));
    assert!(!folder.path("results").exists());
    let files = std::fs::read_dir(folder.path("some/where")).expect("it can be read");
    let mut names: Vec<_> = files.map(|file| file.expect("it can be read").file_name()).collect();
    names.sort();
    assert_eq!(
        names,
        [
            "faults",
            "files.csv",
            "games.csv",
            "journal",
            "manifest.toml",
            "pairs.csv",
            "results.csv",
            "seats.csv"
        ]
    );
}

#[test]
fn quiet_is_quiet() {
    let played = quick_cup().play("--quiet");
    assert_eq!((played.stdout.as_str(), played.stderr.as_str()), ("", ""));
}

#[test]
fn without_a_terminal_progress_is_told_line_by_line_if_it_lasts() {
    let played = quick_cup().play("");
    let duplicates = "warning: runner and walker are the same bot: their files are the same";
    let lines: Vec<&str> = played.stderr.lines().filter(|line| *line != duplicates).collect();
    // Three pairings of two rounds of two games, mostly played before a line is due.
    assert!(lines.len() <= 10, "{}", played.stderr);
    for line in &lines {
        let numbers = line.split([' ', ',']).filter_map(|word| word.parse::<f64>().ok());
        let words = line.split(|c: char| c.is_ascii_digit()).collect::<Vec<_>>();
        assert_eq!(numbers.count(), 4, "{line}");
        assert_eq!(
            words.iter().filter(|word| !word.is_empty()).copied().collect::<String>(),
            SHAPE,
            "{line}"
        );
    }
}

/// A line of progress without its numbers.
const SHAPE: &str = " of  games,  a second,  s left";

#[test]
fn a_title_moves_no_cursor() {
    let folder = quick_cup().file("cup.toml", CUP.replace("A cup", "A \\u001B[2Jcup"));
    let stdout = folder.play("").stdout;
    assert!(stdout.contains("[2Jcup"), "{stdout}");
    assert!(stdout.chars().all(|c| c == '\n' || !c.is_control()), "{stdout:?}");
}
