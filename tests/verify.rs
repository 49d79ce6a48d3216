//! Results are played again and compared: whatever was changed in them is seen.

use std::fs;

use crate::support::{Ended, Folder, bot, guest, journal_line, sha256};

const CUP: &str = r#"game = "battleship"
seed = 7
rounds = 3
contestants = ["bots/*.wasm"]
"#;

fn cup() -> Folder {
    Folder::new().file("cup.toml", CUP).bots(&["stupid"]).guests(&[
        "walker",
        "off-board",
        "trap-in-take-turn",
    ])
}

/// A tournament that was played; all of its files can be verified.
fn played() -> Folder {
    let folder = cup();
    folder.play("");
    folder
}

fn verify(folder: &Folder) -> Ended {
    folder.judge("verify results/cup --quiet")
}

/// The verdict of verify on `file` when `from` has become `to` in it, and all else is as it was.
#[track_caller]
fn told(folder: &Folder, file: &str, from: &str, to: &str) -> (Option<i32>, String) {
    let path = folder.path(file);
    let whole = fs::read(&path).expect("it is there");
    let text = String::from_utf8_lossy(&whole);
    assert!(text.contains(from), "{file} has no {from}");
    fs::write(&path, text.replacen(from, to, 1)).expect("it can be written");
    let ended = verify(folder);
    fs::write(&path, whole).expect("it can be written");
    (ended.code, ended.stdout + &ended.stderr)
}

#[test]
fn what_was_played_is_verified_and_nothing_is_changed() {
    let folder = played();
    let before = folder.contents();
    let ended = verify(&folder);
    assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""), "{}", ended.stdout);
    let hash = |file: &str| sha256(folder.read(file).as_bytes());
    let agreed = format!(
        "cup\ntournament   {}, cup.toml\nseed         7, chosen by the organiser\njudge        {}, {}\nbots         4\nresults.csv  {}\nplayed again: ",
        hash("cup.toml"),
        judge_bots::GAMES_VERSION,
        judge_sandbox::ENGINE_VERSION,
        hash("results/cup/results.csv"),
    );
    assert!(ended.stdout.starts_with(&agreed), "{}", ended.stdout);
    assert!(ended.stdout.ends_with(" games; everything agrees\n"), "{}", ended.stdout);
    assert!(folder.contents() == before);
}

#[test]
fn hashes_that_were_published_elsewhere_are_expected() {
    let folder = played();
    let [tournament, results, games] = ["cup.toml", "results/cup/results.csv", "results/cup/games.csv"]
        .map(|file| sha256(folder.read(file).as_bytes()));
    let verify = |expected: &str| folder.judge(&format!("verify results/cup --quiet {expected}"));
    for right in [
        format!("--expect {results}"),
        format!("--expect {}", tournament.to_uppercase()),
        format!("--expect {tournament} --expect {results}"),
    ] {
        let ended = verify(&right);
        assert_eq!(ended.code, Some(0), "{right}: {}{}", ended.stdout, ended.stderr);
    }
    for wrong in [format!("--expect {games}"), format!("--expect {results} --expect {games}")] {
        let ended = verify(&wrong);
        assert_eq!(ended.code, Some(1), "{wrong}: {}{}", ended.stdout, ended.stderr);
        let told = format!(
            "expected {games}, but the tournament's file has {tournament}, results.csv has {results}, and the inputs have "
        );
        assert!(ended.stdout.starts_with(&told), "{}", ended.stdout);
    }
    assert_eq!(verify("--expect 12").code, Some(2));
}

/// Git for Windows gives texts other line ends, which say nothing about the games.
#[test]
fn results_whose_lines_git_has_ended_otherwise_are_verified() {
    let openings = "game = \"othello\"\nseed = 3\nrounds = 2\nopenings = \"openings.txt\"\nexamples = [\"greedy\", \"random\"]\n[bands]\nA = 1500\n";
    let folder = Folder::new().file("cup.toml", openings).file("openings.txt", "d3 c3\nd3 c5\n");
    folder.play("");
    let others = played();
    for folder in [folder, others] {
        let results = sha256(folder.read("results/cup/results.csv").as_bytes());
        for (file, bytes) in folder.contents() {
            if let Some(text) = bytes.and_then(|bytes| String::from_utf8(bytes).ok()) {
                fs::write(file, text.replace('\n', "\r\n")).expect("it can be written");
            }
        }
        let ended = folder.judge(&format!("verify results/cup --expect {results}"));
        assert_eq!(ended.code, Some(0), "{}{}", ended.stdout, ended.stderr);
        assert!(!ended.stderr.contains("damaged"), "{}", ended.stderr);
    }
}

#[test]
fn whom_the_organiser_excluded_is_told() {
    let folder = cup().file("cup.toml", format!("{CUP}exclude = [\"walker\", \"stupid\"]\n"));
    let manifest = folder.play("").manifest;
    assert!(manifest.contains("\nexclude = [\"walker\", \"stupid\"]\n"), "{manifest}");
    let ended = verify(&folder);
    assert_eq!(ended.code, Some(0), "{}{}", ended.stdout, ended.stderr);
    assert!(ended.stdout.contains("\nbots         4\nexcluded     walker, stupid\n"), "{}", ended.stdout);
    assert!(!verify(&played()).stdout.contains("excluded"));
}

#[test]
fn all_that_the_organiser_decided_by_hand_is_told() {
    let keys = "exclude = [\"walker\"]\nabsent = [\"zoe\"]\nformat = \"swiss\"\nseeding = [\"stupid\"]\n";
    let tables = "[[contestant]]\nwasm = \"bots/stupid.wasm\"\nname = \"half\"\nfuel_per_turn = \"50M\"\n[teams]\nRed = [\"stupid\"]\n";
    let folder = cup().file("cup.toml", format!("{keys}{CUP}{tables}"));
    let manifest = folder.play("").manifest;
    assert!(manifest.contains("[[left_out]]\nname = \"zoe\"\nreason = \"\"\n"), "{manifest}");
    let told = folder.succeeds("verify results/cup --quiet").stdout;
    let lines = "excluded     walker\nabsent       zoe\nnamed first  stupid\nown terms    half\nin teams     stupid\nresults.csv ";
    assert!(told.contains(lines), "{told}");
}

#[test]
fn whose_file_is_whose_lies_with_the_results_and_nowhere_else() {
    let folder = Folder::new()
        .file("cup/cup.toml", "game = \"battleship\"\nseed = 7\nrounds = 1\nexamples = [\"tidy\"]\ncontestants = [\"../in/*/*.wasm\"]\n")
        .file("in/Anna Müller_17/=mine.wasm", guest("walker"))
        .file("in/ben/mine.wasm", guest("walker"));
    folder.succeeds("run cup/cup.toml --quiet");
    let written = folder.read("results/cup/files.csv");
    let sha256 = sha256(&guest("walker"));
    assert_eq!(
        written,
        format!(
            "contestant,file,sha256\nAnna-Muller_17,../in/Anna Müller_17/=mine.wasm,{sha256}\nben,../in/ben/mine.wasm,{sha256}\n"
        )
    );
    folder.succeeds("report results/cup --quiet --front results/index.html");
    for page in ["results/cup/report.html", "results/index.html"] {
        let page = folder.read(page);
        assert!(!page.contains("files.csv") && !page.contains("Müller_17"));
    }
    let differs = folder.file("results/cup/files.csv", written.replace("ben,", "eve,"));
    assert!(differs.judge("verify results/cup --quiet").stdout.starts_with("files.csv: row 2: "));
    std::fs::remove_file(differs.path("results/cup/files.csv")).expect("it is there");
    differs.succeeds("verify results/cup --quiet");
    // Results by the names of before.
    let manifest = differs.read("results/cup/manifest.toml");
    assert!(manifest.contains("\nnames = 2\n"), "{manifest}");
    let old = differs.file("results/cup/manifest.toml", manifest.replace("\nnames = 2\n", "\n"));
    let told = old.judge("verify results/cup --quiet");
    assert_eq!(told.code, Some(1));
    assert!(
        told.stdout.starts_with("the rule for names differs: 1 in manifest.toml, 2 here, "),
        "{}",
        told.stdout
    );
    assert!(!cup().play("").manifest.contains("names"), "where the rule decides nothing it is not named");
}

#[test]
fn files_beside_the_results_are_named() {
    let folder = played();
    for (file, words) in [
        ("results-final.csv", "results-final.csv: the judge does not write such a file; "),
        ("audit.txt", "audit.txt: it records a failed audit, which results that agree do not have; "),
        ("more/results.csv", "more: the judge does not write such a file; "),
        ("faults/a.txt", "faults/a.txt: the judge does not write such a file"),
        ("shard-1-of-2/results.csv", "shard-1-of-2/results.csv: the judge does not write such a file; "),
        ("shard-1-of-2/games.csv", "shard-1-of-2/games.csv: the judge does not write such a file; "),
    ] {
        let path = format!("results/cup/{file}");
        let folder = played().file(&path, "rank,contestant\n1,eve\n");
        let ended = verify(&folder);
        assert_eq!(ended.code, Some(1), "{file}: {}", ended.stderr);
        assert!(ended.stdout.starts_with(words), "{file}: {}", ended.stdout);
        assert_eq!(ended.stdout.lines().count(), 2, "{}", ended.stdout);
    }
    folder.succeeds("run cup.toml --shard 1/2 --quiet --out part");
    let results = folder.read("results/cup/results.csv");
    let folder = folder.file("part/results.csv", results);
    let status = folder.succeeds("status part").stdout;
    assert!(status.contains("finished: 1 of 1") && !status.contains("results"), "{status}");
    // A part's folder and files of the system mislead nobody; a report is not looked at.
    let folder = folder.file("results/cup/shard-1-of-2/journal", "").file("results/cup/.nothing", "");
    let ended = verify(&folder.file("results/cup/report.html", "eve has won"));
    assert_eq!(ended.code, Some(0), "{}", ended.stdout);
    assert!(ended.stdout.contains("\nnot checked  report.html\n"), "{}", ended.stdout);
}

#[test]
fn every_format_can_be_verified() {
    for format in [
        "gauntlet\"\nchampions = [\"walker\"]",
        "swiss\"",
        "knockout\"",
        "knockout\"\nthird_place = true",
        "double-elimination\"",
        "groups\"\ngroups = 2\ngo_on = 1",
        "round-robin\"\nstop = \"separated\"",
    ] {
        let text = CUP.replace("rounds = 3", &format!("rounds = 3\nformat = \"{format}"));
        let folder = cup().file("cup.toml", text);
        folder.play("");
        let ended = verify(&folder);
        assert_eq!(ended.code, Some(0), "{format}: {}{}", ended.stdout, ended.stderr);
    }
}

#[test]
fn a_changed_byte_is_seen_in_every_file_and_told_where() {
    let folder = played();
    let no = |file: &str, from: &str, to: &str, words: &str| {
        let (code, said) = told(&folder, file, from, to);
        assert_eq!(code, Some(1), "{file}: {said}");
        assert!(said.contains(words), "{file}: {said}");
    };
    no("cup.toml", "seed = 7", "seed = 8", "the tournament's file differs: ");
    no("results/cup/manifest.toml", "seats = 2", "seats = 3", "manifest.toml: line 13 is \"seats = 3\"");
    no("results/cup/manifest.toml", "+", "-", "judge version differs: ");
    no("results/cup/manifest.toml", "wasmtime 4", "wasmtime 5", "engine version differs: ");
    no("results/cup/games.csv", "\n3,", "\n4,", "games.csv: game 3: game is \"4\", but should be \"3\"");
    no("results/cup/games.csv", "rules", "rulez", "reason is \"rulez\", but should be \"rules\"");
    no("results/cup/games.csv", "\n", "\r\n", "games.csv: game 1: same cells, but written differently");
    no("results/cup/seats.csv", "trap", "trip", "seats.csv: row ");
    no("results/cup/pairs.csv", "stupid", "stopid", "pairs.csv: row ");
    no("results/cup/results.csv", "ranked", "banked", "results.csv: row 1: status is \"banked\"");
    no(
        "results/cup/faults/off-board.illegal-move.toml",
        "200,200",
        "100,200",
        "faults/off-board.illegal-move.toml: line 9 is ",
    );
    let (code, said) = told(&folder, "results/cup/manifest.toml", "engine", "engin\u{1b}");
    assert_eq!(code, Some(2), "{said}");
    assert_eq!(verify(&folder).code, Some(0), "all is as it was");
}

#[test]
fn every_changed_bot_is_named() {
    let folder = played();
    for name in ["stupid", "walker", "off-board", "trap-in-take-turn"] {
        let path = folder.path(&format!("bots/{name}.wasm"));
        let whole = fs::read(&path).expect("it is there");
        let mut changed = whole.clone();
        *changed.last_mut().expect("it has bytes") ^= 1;
        fs::write(&path, changed).expect("it can be written");
        let ended = verify(&folder);
        fs::write(&path, whole).expect("it can be written");
        assert_eq!(ended.code, Some(1), "{}", ended.stderr);
        assert!(ended.stdout.starts_with(&format!("contestant \"{name}\" differs: ")), "{}", ended.stdout);
        assert_eq!(ended.stdout.lines().count(), 2, "{}", ended.stdout);
    }
    let folder = folder.file("bots/newcomer.wasm", guest("walker"));
    assert!(verify(&folder).stdout.contains("contestant \"newcomer\" differs: nothing in manifest.toml"));
}

#[test]
fn a_damaged_journal_is_told_and_does_without() {
    let folder = played();
    let journal = folder.read("results/cup/journal").replacen("decided", "decidet", 1);
    let folder = folder.file("results/cup/journal", journal);
    let ended = folder.judge("verify results/cup");
    assert_eq!(ended.code, Some(0), "{}", ended.stdout);
    let said = "results/cup/journal: 1 line is damaged; lost games are played again\n";
    assert!(ended.stderr.contains(said), "{}", ended.stderr);
    fs::remove_file(folder.path("results/cup/journal")).expect("it is there");
    let ended = folder.judge("verify results/cup");
    assert_eq!(ended.code, Some(0), "{}", ended.stdout);
    assert!(ended.stderr.contains("there is no journal"), "{}", ended.stderr);
}

#[test]
fn the_turn_is_named_from_which_a_game_differs() {
    let folder = played();
    let journal = folder.read("results/cup/journal");
    // The first check of the fifth turn, in a line of which all else is right.
    let line = journal.lines().find(|line| line.contains("decided")).expect("a game was decided");
    let (_, json) = line.split_once(' ').expect("a line has a checksum");
    let at = json.find("\"checks\":\"").expect("it has checks") + 10 + 4 * 4;
    let digit = if json.as_bytes()[at] == b'0' { "1" } else { "0" };
    let changed = format!("{}{digit}{}", &json[..at], &json[at + 1..]);
    let folder = folder.file("results/cup/journal", journal.replace(line, &journal_line(&changed)));
    let ended = verify(&folder);
    assert_eq!((ended.code, ended.stderr.as_str()), (Some(1), ""), "{}", ended.stdout);
    assert!(ended.stdout.contains("different when played again, from turn 5 on"), "{}", ended.stdout);
}

#[test]
fn a_sample_is_played_again_and_the_others_are_taken_from_the_journal() {
    let folder = played();
    let games = |options: &str| {
        let ended = folder.judge(&format!("verify results/cup --quiet {options}"));
        assert_eq!(ended.code, Some(0), "{options}: {}{}", ended.stdout, ended.stderr);
        let last = ended.stdout.lines().next_back().expect("it says something");
        let games = last.strip_prefix("played again: ").and_then(|rest| rest.split(' ').next());
        games.and_then(|number| number.parse::<usize>().ok()).expect("it says how many games")
    };
    let all = games("--jobs 1");
    let some = games("--sample 10% --seed 1");
    assert!((1..all).contains(&some));
    assert_eq!(some, games("--sample 0.1 --seed 1"));
    assert_eq!(games("--sample 100%"), all);
    let told = folder.judge("verify results/cup --quiet --sample 10% --seed 1").stdout;
    let taken =
        format!("\ntaken from the journal: {} games; to draw this sample again, give --seed 1\n", all - some);
    assert!(told.contains(&taken), "{told}");
    assert!(told.contains("\nthis sample misses 1 forged game with a chance of 90 %\n"), "{told}");
}

/// The journal with the first game that was decided forfeited by who sat in seat 0.
fn with_a_forged_fault(journal: &str) -> String {
    let parsed = |line: &str| -> serde_json::Value {
        let (_, json) = line.split_once(' ').expect("a line has a checksum");
        serde_json::from_str(json).expect("it is JSON")
    };
    let found =
        |words: &str| journal.lines().find(|line| line.contains(words)).expect("there is such a game");
    let (decided, forfeit) = (found("decided"), parsed(found("forfeit")));
    let mut forged = parsed(decided);
    forged["record"]["faults"] = forfeit["record"]["faults"].clone();
    forged["record"]["faults"][0]["seat"] = 0.into();
    forged["record"]["verdict"] = serde_json::json!({ "forfeit": [2, 1] });
    let forged = forged.to_string();
    journal.replace(decided, &journal_line(&forged))
}

/// The journal with all forfeits, but without their faults.
fn without_faults(journal: &str) -> String {
    let forged = |line: &str| {
        let (_, json) = line.split_once(' ').expect("a line has a checksum");
        let mut record: serde_json::Value = serde_json::from_str(json).expect("it is JSON");
        record["record"]["faults"] = serde_json::json!([]);
        journal_line(&record.to_string()) + "\n"
    };
    journal.lines().map(forged).collect()
}

/// Forges the journal of a played tournament, lets the judge believe it, and looks through the results.
#[track_caller]
fn assert_seen_without_a_sample(forge: impl FnOnce(&str) -> String) {
    let folder = played();
    let before = folder.read("results/cup/results.csv");
    let forged = forge(&folder.read("results/cup/journal"));
    let folder = folder.file("results/cup/journal", forged);
    // Files that agree with what is forged.
    folder.play("");
    assert_ne!(folder.read("results/cup/results.csv"), before, "the forgery was believed");
    let ended = folder.judge("verify results/cup --quiet --sample 0%");
    assert_eq!(ended.code, Some(1), "{}{}", ended.stdout, ended.stderr);
    assert!(ended.stdout.contains("results.csv: "), "{}", ended.stdout);
}

#[test]
fn a_forfeit_is_seen_whatever_the_sample_and_though_its_fault_was_removed() {
    assert_seen_without_a_sample(without_faults);
}

#[test]
fn a_forged_fault_is_seen_whatever_the_sample() {
    assert_seen_without_a_sample(with_a_forged_fault);
}

#[cfg(unix)]
#[test]
fn a_tournaments_file_may_be_a_link() {
    let folder = cup();
    fs::create_dir(folder.path("all")).expect("it can be made");
    fs::rename(folder.path("cup.toml"), folder.path("all/october.toml")).expect("it can be moved");
    std::os::unix::fs::symlink("all/october.toml", folder.path("cup.toml")).expect("it can be made");
    folder.play("");
    let ended = verify(&folder);
    assert_eq!(ended.code, Some(0), "{}{}", ended.stdout, ended.stderr);
}

#[test]
fn missing_files_are_a_persons_mistake() {
    let folder = cup();
    assert_eq!(verify(&folder).code, Some(2));
    folder.play("");
    for file in [
        "results/cup/games.csv",
        "results/cup/seats.csv",
        "results/cup/pairs.csv",
        "results/cup/results.csv",
        "cup.toml",
    ] {
        let whole = fs::read(folder.path(file)).expect("it is there");
        fs::remove_file(folder.path(file)).expect("it can be removed");
        let ended = verify(&folder);
        assert_eq!(ended.code, Some(2), "{file}: {}{}", ended.stdout, ended.stderr);
        fs::write(folder.path(file), whole).expect("it can be written");
    }
    assert_eq!(verify(&folder).code, Some(0));
}

#[test]
fn the_tournament_may_be_elsewhere() {
    let folder = played();
    let home = Folder::new().file("bots/stupid.wasm", bot("stupid")).guests(&[
        "walker",
        "off-board",
        "trap-in-take-turn",
    ]);
    let home = home.file("cup.toml", CUP);
    fs::rename(folder.path("results/cup"), home.path("moved")).expect("it can be moved");
    let ended = home.judge("verify moved --quiet");
    assert!(ended.code == Some(2) && ended.stderr.contains("name it with --tournament"), "{}", ended.stderr);
    let ended = home.judge("verify moved --quiet --tournament cup.toml");
    assert_eq!(ended.code, Some(0), "{}{}", ended.stdout, ended.stderr);
}
