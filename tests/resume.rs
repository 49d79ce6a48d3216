//! Nothing is lost: killed, interrupted, torn, changed, a tournament goes on and gives the same results.

use std::collections::BTreeSet;
use std::fs;
use std::process::Child;

use snapbox::{IntoData, assert_data_eq, str};

use crate::support::{Ended, Folder, Played, bot, guest, journal_line, rows};

const CUP: &str = r#"title = "A cup for three"
game = "battleship"
seed = 7
rounds = 60
contestants = ["bots/*.wasm"]
"#;

/// Six times sixty games, which take a second or so.
fn cup() -> Folder {
    Folder::new().file("cup.toml", CUP).bots(&["stupid", "tidy"]).guests(&["walker"])
}

const GAMES: usize = 6 * 60;

fn journal(folder: &Folder) -> Vec<u8> {
    fs::read(folder.path("results/cup/journal")).unwrap_or_default()
}

fn lines(journal: &[u8]) -> Vec<&[u8]> {
    journal.split_inclusive(|byte| *byte == b'\n').collect()
}

/// Waits until the judge has written this many games, or has ended.
fn wait_for(folder: &Folder, games: usize, judge: &mut Child) {
    while lines(&journal(folder)).len() < games {
        if judge.try_wait().expect("it can be asked").is_some() {
            return;
        }
        crate::support::pause();
    }
}

fn assert_same(resumed: &Played, whole: &Played) {
    assert!(resumed.games == whole.games, "{}", resumed.games);
    assert!(resumed.results == whole.results, "{}", resumed.results);
}

#[test]
fn killed_at_any_moment_it_goes_on_and_comes_to_the_same() {
    let whole = cup().play("--jobs 2");
    let folder = cup();
    for games in [0, 1, 40, 41, 97, 200, 201, 330, 359] {
        let mut judge = folder.start("run cup.toml --jobs 2");
        wait_for(&folder, games, &mut judge);
        judge.kill().expect("it can be killed");
        judge.wait().expect("it was a child");
        assert!(!folder.path("results/cup/results.csv").exists() || games > 300, "{games}");
    }
    let there = lines(&journal(&folder)).len();
    assert!(there >= 330, "{there}");
    let resumed = folder.play("--jobs 1");
    assert!(resumed.stderr.contains("results/cup/journal: resuming: "), "{}", resumed.stderr);
    assert_same(&resumed, &whole);
    assert_eq!(lines(&journal(&folder)).len(), GAMES, "every game is there once");
}

/// Starts the judge, and interrupts it when some games are played.
#[cfg(unix)]
fn interrupted(folder: &Folder, options: &str) -> Ended {
    let mut judge = folder.start(&format!("run cup.toml --jobs 2 {options}"));
    wait_for(folder, 20, &mut judge);
    let pid = judge.id().to_string();
    let killed = std::process::Command::new("sh").args(["-c", &format!("kill -INT {pid}")]).status();
    assert!(killed.expect("there is a shell").success());
    let ended = Folder::ended(judge);
    assert_eq!(ended.code, Some(130), "{}", ended.stderr);
    ended
}

#[cfg(unix)]
#[test]
fn interrupted_in_quiet_it_shows_no_table() {
    assert_eq!(interrupted(&cup(), "--quiet").stdout, "");
}

#[cfg(unix)]
#[test]
fn interrupted_it_keeps_what_is_finished_and_says_how_to_go_on() {
    let folder = cup();
    let ended = interrupted(&folder, "");
    assert!(ended.stdout.contains("interrupted: these are not the final standings"), "{}", ended.stdout);
    assert!(ended.stderr.contains("run the same command to resume"), "{}", ended.stderr);
    assert!(!folder.path("results/cup/results.csv").exists());
    let names = fs::read_dir(folder.path("results/cup")).expect("it can be read");
    let names: BTreeSet<_> = names.map(|entry| entry.expect("it can be read").file_name()).collect();
    let names: Vec<_> = names.into_iter().collect();
    assert_eq!(names, ["journal", "results-unfinished.csv"], "nothing else is left behind");
    assert_same(&folder.play(""), &cup().play(""));
    assert!(!folder.path("results/cup/results-unfinished.csv").exists());
}

#[cfg(unix)]
#[test]
fn standings_of_an_unfinished_run_are_shown_and_never_taken_for_results() {
    let folder = cup();
    interrupted(&folder, "");
    let standings = rows(&folder.read("results/cup/results-unfinished.csv"));
    assert_eq!(standings.len(), 3);
    assert!(standings.iter().all(|row| row["status"] == "unfinished"), "{standings:?}");
    let shown = folder.succeeds("status results/cup").stdout;
    assert!(shown.contains("results/cup: standings so far; the run is not finished\n"), "{shown}");
    assert!(shown.contains("1  walker") || shown.contains("1  tidy"), "{shown}");
    for command in ["verify results/cup", "report results/cup", "replay results/cup 1"] {
        let ended = folder.judge(command);
        let told =
            "error: results/cup: it has games and no results, as the run is not finished; run the same";
        assert!(ended.code == Some(2) && ended.stderr.starts_with(told), "{command}: {}", ended.stderr);
    }
    folder.play("");
    let shown = folder.succeeds("status results/cup").stdout;
    assert!(shown.contains("results/cup: results\n") && !shown.contains("so far"), "{shown}");
}

#[cfg(unix)]
#[test]
fn interrupted_in_a_fresh_start_it_says_to_go_on_without() {
    let folder = cup().file("results/cup/results.csv", "rank,contestant\n");
    let ended = interrupted(&folder, "--fresh");
    assert!(ended.stderr.contains("run the command again without --fresh to resume"), "{}", ended.stderr);
    assert!(
        ended.stderr.contains("results/cup: the results there are those of an earlier run"),
        "{}",
        ended.stderr
    );
}

#[test]
fn what_a_killed_judge_had_begun_to_write_is_cleared_away() {
    let folder = cup().file("results/cup/.unfinished-a1b2c3", "half a table");
    folder.play("");
    assert!(!folder.path("results/cup/.unfinished-a1b2c3").exists());
}

#[test]
fn the_results_of_another_tournament_are_not_written_over() {
    let folder = Folder::new().file("2013/cup.toml", CUP).file("2014/cup.toml", CUP);
    let folder = ["2013", "2014"].iter().fold(folder, |folder, year| {
        folder
            .file(&format!("{year}/bots/a.wasm"), bot("stupid"))
            .file(&format!("{year}/bots/b.wasm"), bot("tidy"))
    });
    let run = |arguments: &str| folder.judge(arguments);
    assert_eq!(run("run 2013/cup.toml").code, Some(0));
    let ended = run("run 2014/cup.toml");
    assert_eq!(ended.code, Some(2), "{}", ended.stderr);
    assert_data_eq!(
        ended.stderr,
        str![[r#"
error: results/cup: it has the results of results/cup/../../2013/cup.toml; name another folder with --out, or remove it

"#]]
        .raw()
    );
    assert_eq!(run("run 2014/cup.toml --shard 1/2 --out results/cup").code, Some(2));
    assert_eq!(run("run 2014/cup.toml --out results/other").code, Some(0));
    assert_eq!(run("run 2013/cup.toml").code, Some(0), "its own it may");
    fs::rename(folder.path("2013"), folder.path("2012")).expect("it can be moved");
    assert_eq!(run("run 2012/cup.toml").code, Some(0), "it was moved");
}

#[test]
fn a_torn_last_line_is_told_and_its_game_played_again() {
    let folder = cup();
    let whole = folder.play("");
    let bytes = journal(&folder);
    fs::write(folder.path("results/cup/journal"), &bytes[..bytes.len() - 20]).expect("it can be written");
    let resumed = folder.play("");
    let told = resumed.stderr.lines().next().map(str::to_owned).unwrap_or_default();
    assert_data_eq!(
        told,
        str!["results/cup/journal: the last line is incomplete; its game is played again"].raw()
    );
    assert_same(&resumed, &whole);
    assert_eq!(lines(&journal(&folder)).len(), GAMES);
}

#[test]
fn a_damaged_line_is_told_and_its_game_played_again() {
    let folder = cup();
    let whole = folder.play("");
    let mut bytes = journal(&folder);
    bytes[100] ^= 1;
    fs::write(folder.path("results/cup/journal"), bytes).expect("it can be written");
    let resumed = folder.play("");
    let told = resumed.stderr.lines().next().map(str::to_owned).unwrap_or_default();
    assert_data_eq!(told, str!["results/cup/journal: 1 line is damaged; lost games are played again"].raw());
    assert_same(&resumed, &whole);
}

#[test]
fn a_second_judge_is_refused() {
    let folder = cup();
    folder.play("");
    let open = fs::File::open(folder.path("results/cup/journal")).expect("it is there");
    open.lock().expect("nobody else is at work");
    let ended = folder.judge("run cup.toml");
    assert_eq!(ended.code, Some(2));
    assert_data_eq!(
        ended.stderr,
        str![[r#"
error: results/cup/journal: another judge is running in this folder; wait for it, or name another folder with --out

"#]]
        .raw()
    );
}

#[test]
fn only_what_is_new_is_played() {
    let folder = cup();
    let whole = folder.play("");
    let old: BTreeSet<Vec<u8>> = lines(&journal(&folder)).into_iter().map(<[u8]>::to_vec).collect();
    let added = |folder: &Folder| lines(&journal(folder)).len() - old.len();

    let folder = folder.file("cup.toml", CUP.replace("three", "all"));
    assert_same(&folder.play(""), &whole);
    assert_eq!(added(&folder), 0, "a title changes no game");

    let folder = folder.file("cup.toml", CUP.replace("60", "61"));
    folder.play("");
    assert_eq!(added(&folder), 6, "a round more");

    let folder = folder.file("cup.toml", CUP).file("bots/newcomer.wasm", bot("stupid"));
    folder.play("");
    assert_eq!(added(&folder), 6 + GAMES, "a newcomer meets three");

    fs::remove_file(folder.path("bots/newcomer.wasm")).expect("it is there");
    let folder = folder.file("bots/stupid.wasm", guest("walker"));
    let changed = folder.play("");
    assert_eq!(added(&folder), 6 + GAMES + 2 * 2 * 60, "a changed bot meets two");
    assert_eq!(changed.games_without("stupid"), whole.games_without("stupid"));

    assert_same(&folder.bots(&["stupid"]).play(""), &whole);
}

#[test]
fn fresh_starts_over() {
    let folder = cup();
    let whole = folder.play("--jobs 1");
    let again = folder.play("--fresh --jobs 2");
    assert!(!again.stderr.contains("resuming"), "{}", again.stderr);
    assert_same(&again, &whole);
    assert_eq!(lines(&journal(&folder)).len(), GAMES);
}

#[test]
fn limits_belong_to_what_a_game_depends_on() {
    let folder = cup();
    folder.play("");
    let folder = folder.file("cup.toml", format!("{CUP}\n[limits]\nfuel_per_turn = \"99M\"\n"));
    folder.play("");
    assert_eq!(lines(&journal(&folder)).len(), 2 * GAMES);
}

#[test]
fn a_record_that_cannot_be_of_its_game_is_not_believed() {
    let folder = cup();
    let whole = folder.play("");
    let mut lines: Vec<String> = folder.read("results/cup/journal").lines().map(str::to_owned).collect();
    // As somebody might write it: the line is whole, and its checksum right.
    for (line, (from, to)) in
        lines.iter_mut().zip([("\"fuel\":[", "\"fuel\":[7,"), ("\"asked\":[", "\"asked\":[1,2,")])
    {
        let (_, json) = line.split_once(' ').expect("a checksum comes first");
        let forged = json.replace(from, to);
        assert_ne!(forged, json);
        *line = journal_line(&forged);
    }
    fs::write(folder.path("results/cup/journal"), lines.join("\n") + "\n").expect("it can be written");
    assert_same(&folder.play(""), &whole);
}
