//! For teachers: several tournaments in one table, tables for a spreadsheet, and contestants that did not come.

use std::process::Command;

use serde_json::Value;

use crate::support::{Folder, has_programs, rows};

const WEEK: &str = "game = \"battleship\"\nseed = 7\nrounds = 2\n";

/// Prints the cells of a workbook's sheet, of numbers with their type.
const READ: &str = r#"
import sys, zipfile, xml.etree.ElementTree as tree
book = zipfile.ZipFile(sys.argv[1])
assert book.testzip() is None
for part in book.namelist(): tree.fromstring(book.read(part))
for row in tree.fromstring(book.read(f"xl/sheet{sys.argv[2]}.xml")).findall(".//{*}row"):
    print("|".join(repr(float(c[0].text)) if c.get("t") is None and len(c) else "".join(c.itertext()) for c in row))
"#;

#[track_caller]
fn sheet(folder: &Folder, workbook: &str, number: u8) -> Vec<String> {
    let mut python = Command::new("python3");
    python.args(["-c", READ]).arg(folder.path(workbook)).arg(number.to_string());
    let ended = python.output().expect("it can be started");
    assert!(ended.status.success(), "{}", String::from_utf8_lossy(&ended.stderr));
    String::from_utf8(ended.stdout).expect("it is text").lines().map(str::to_owned).collect()
}

#[test]
fn a_spreadsheet_gets_numbers_as_numbers_and_names_as_text() {
    if !has_programs(&["python3"]) {
        return;
    }
    let contestants =
        "[[contestant]]\nname = \"007\"\ndisplay_name = \"=1+1 <Åsa & Ōno>\"\nwasm = \"bots/tidy.wasm\"\n";
    let folder = Folder::new().bots(&["tidy", "hunter"]).file(
        "cup.toml",
        format!("{WEEK}contestants = [\"bots/hunter.wasm\"]\n{contestants}[bands]\nA = 1400\n"),
    );
    let plain = folder.play("");
    assert!(!folder.path("results/cup/results.xlsx").exists());
    folder.succeeds("run cup.toml --quiet --excel");
    assert!(folder.read("results/cup/results.csv") == plain.results, "the same bytes");
    let results = sheet(&folder, "results/cup/results.xlsx", 1);
    assert_eq!(
        results[0].split('|').collect::<Vec<_>>(),
        plain.results.lines().next().expect("a header").split(',').collect::<Vec<_>>()
    );
    let row = results.iter().find(|row| row.contains("|007|")).expect("it is there");
    assert!(row.starts_with("2.0|007|=1+1 <Åsa & Ōno>|") && row.contains("|ranked|"), "{row}");
    assert!(sheet(&folder, "results/cup/results.xlsx", 2)[0].contains("band_low"));
    let verified = folder.succeeds("verify results/cup");
    assert!(verified.stdout.contains("results.xlsx"), "it was not looked at: {}", verified.stdout);
    folder.succeeds("run cup.toml --quiet");
    assert!(!folder.path("results/cup/results.xlsx").exists(), "it was that of the run before");
}

#[test]
fn whoever_is_absent_is_neither_disqualified_nor_a_bad_file() {
    let folder = Folder::new().bots(&["tidy", "hunter", "density"]);
    let without =
        folder.file("cup.toml", format!("{WEEK}contestants = [\"bots/*.wasm\"]\nexclude = [\"hunter\"]\n"));
    let excluded = without.play("");
    assert_eq!(excluded.line("hunter")["status"], "disqualified", "as ever");
    let folder = without.file(
        "cup.toml",
        format!("{WEEK}contestants = [\"bots/*.wasm\"]\nabsent = [\"hunter\", \"Anna\"]\n[names]\nAnna = \"Änne\"\n[bands]\nA = 1000\n"),
    );
    let played = folder.play("");
    for name in ["Anna", "hunter"] {
        let line = played.line(name);
        let cells = ["rank", "played", "status", "reason", "sha256"].map(|column| line[column].as_str());
        assert_eq!(cells, ["", "0", "absent", "", ""]);
        assert!(played.stdout.contains(&format!("\n{name}: absent\n")), "{}", played.stdout);
        assert!(!played.games.contains(name), "{}", played.games);
    }
    assert!(!played.stderr.contains("left out"), "{}", played.stderr);
    folder.succeeds("verify results/cup --quiet");
    folder.succeeds("report results/cup --quiet");
    let page = folder.read("results/cup/report.html");
    assert!(page.contains("Anna was absent</p>") && !page.contains("hunter was left out"));
    let wrong =
        folder.file("cup.toml", format!("{WEEK}absent = [\"Änne\"]\nexamples = [\"tidy\", \"hunter\"]\n"));
    let told = wrong.judge("run cup.toml");
    assert!(told.stderr.contains("cup.toml:4: absent: \"Änne\" cannot be a name"), "{}", told.stderr);
    let few =
        wrong.file("cup.toml", format!("{WEEK}absent = [\"tidy\"]\nexamples = [\"tidy\", \"hunter\"]\n"));
    assert!(few.judge("run cup.toml").stderr.contains("add contestants"));
}

#[test]
fn whoever_has_two_names_in_a_term_is_one_and_is_shown_as_the_organiser_says() {
    let week = |number: u8, bots: &str, more: &str| {
        let title = format!("title = \"{number}\"\n{WEEK}contestants = [{bots}]\n{more}");
        (format!("{number}.toml"), title)
    };
    let (one, first) = week(1, "\"bots/tidy.wasm\", \"bots/hunter.wasm\"", "[names]\ntidy = \"Änne\"\n");
    let (two, second) =
        week(2, "\"bots/hunter.wasm\"", "[[contestant]]\nname = \"anne\"\nwasm = \"bots/tidy.wasm\"\n");
    let folder = Folder::new().bots(&["tidy", "hunter"]).file(&one, first).file(&two, second);
    for file in [&one, &two] {
        folder.succeeds(&format!("run {file} --quiet"));
    }
    let told = folder.succeeds("term results/1 results/2 --alias anne=tidy").stdout;
    let told: Vec<Vec<&str>> = told.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(told[0], ["rank", "contestant", "name", "total", "1", "2"]);
    assert_eq!(told[2], ["2", "tidy", "Änne", "2", "1", "1"]);
    let wrong = |alias: &str, why: &str| {
        let ended = folder.judge(&format!("term results/1 results/2 --alias {alias}"));
        assert!(ended.code == Some(2) && ended.stderr.contains(why), "{alias}: {}", ended.stderr);
    };
    wrong("ane=tidy", "unknown contestant \"ane\"; did you mean \"anne\"?");
    wrong("hunter=tidy", "hunter and tidy both play in it, so they are not one contestant");
    wrong("anne", "write two names, as in anna2=anna");
    wrong("anne=tidy --alias anne=hunter", "--alias: anne has two names; give one of them");
}

#[test]
fn who_is_absent_is_skipped_wherever_it_is_named_and_a_name_that_is_nearly_one_is_told() {
    let text = format!(
        "{WEEK}format = \"swiss\"\nexamples = [\"tidy\", \"hunter\", \"density\"]\nabsent = [\"anna\", \"Density\", \"huntre\", \"tid\", \"zoe\"]\nseeding = [\"anna\", \"tidy\", \"density\"]\nexclude = [\"anna\"]\n[names]\ntid = \"Tid\"\ndensity = \"D\"\n[teams]\nRed = [\"tidy\", \"density\", \"anna\"]\n[bands]\nA = 1000\n"
    );
    let folder = Folder::new().file("cup.toml", text);
    let played = folder.play("--quiet");
    let told: Vec<&str> = played.stderr.lines().filter(|line| line.contains("absent")).collect();
    assert_eq!(
        told,
        ["warning: absent: no contestant is called \"huntre\"; did you mean \"hunter\", who plays?"],
        "tid has a name in [names], and so is known"
    );
    assert_eq!(played.line("Density")["status"], "absent");
    let grades = rows(&folder.read("results/cup/grades.csv"));
    let grade = |name: &str| &*grades.iter().find(|row| row["contestant"] == name).expect("a row")["band"];
    assert_eq!([grade("zoe"), grade("Density")], ["", ""]);
    folder.succeeds("verify results/cup --quiet");
}

#[test]
fn the_best_tournaments_of_a_term_count_by_places() {
    let week = |names: &str, more: &str| {
        format!("{WEEK}rounds = 10\nexamples = [{names}]\n{more}").replacen("rounds = 2\n", "", 1)
    };
    let folder = Folder::new()
        .file("week-1.toml", week("\"tidy\", \"hunter\", \"density\", \"crasher\"", ""))
        .file("week-2.toml", week("\"tidy\", \"hunter\"", "absent = [\"density\"]\n"))
        .file("week-3.toml", week("\"random\", \"greedy\"", "").replace("battleship", "othello"));
    for number in 1..=3 {
        folder.succeeds(&format!("run week-{number}.toml --quiet"));
    }
    let weeks = "results/week-1 results/week-2 results/week-3";
    let all = folder.succeeds(&format!("term {weeks}")).stdout;
    let told: Vec<Vec<&str>> = all.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(told[0], ["rank", "contestant", "total", "week-1", "week-2", "week-3"]);
    assert_eq!(told[1], ["1", "hunter", "5", "3", "2"]);
    assert_eq!(told[2], ["2", "density", "4", "4"], "absent from the second");
    assert_eq!(told[3], ["3", "tidy", "3", "2", "1"]);
    assert_eq!(told[6], ["6", "crasher", "0", "0"], "disqualified");
    let best: Value = serde_json::from_str(&folder.succeeds(&format!("term {weeks} --best 1 --json")).stdout)
        .expect("it is JSON");
    let first = &best["contestants"][0];
    assert_eq!((&first["contestant"], &first["total"]), (&"density".into(), &4.into()));
    assert_eq!(best["contestants"][1]["points"].to_string(), "[[3,true],[2,false],null]");
    let equals: Vec<&Value> =
        best["contestants"].as_array().expect("a list").iter().map(|row| &row["rank"]).collect();
    assert_eq!(equals, [1, 2, 3, 3, 5, 6], "tidy and greedy have 2 each");
    if has_programs(&["python3"]) {
        folder.succeeds(&format!("term {weeks} --best 1 --excel term.xlsx"));
        assert_eq!(sheet(&folder, "term.xlsx", 1)[2], "2.0|hunter|3.0|3.0|2.0|", "all are numbers");
    }
    let results = rows(&folder.read("results/week-1/results.csv"));
    assert_eq!(results[0]["contestant"], "density");
    let twice = folder.judge("term results/week-1 results/./week-1/");
    assert!(twice.code == Some(2) && twice.stderr.contains("it is named twice; "), "{}", twice.stderr);
    let none = folder.judge("term nowhere");
    assert!(none.code == Some(2) && none.stderr.contains("nowhere"), "{}", none.stderr);
}
