//! Results for people: a table that fits the terminal, a bracket, a cross table, and how to see a fault.

use snapbox::{assert_data_eq, str};

use crate::support::{Folder, assemble, line_walker, rows};

use super::{CUP, CUP_PLAYED, cup, forgiving_cup, quick_cup};

#[test]
fn the_table_fits_the_terminal() {
    let folder = cup();
    folder.play("");
    for columns in ["140", "80", "60"] {
        let shown = folder.judge_with(&[("COLUMNS", columns)], "run cup.toml --cross").stdout;
        let width: usize = columns.parse().expect("a number");
        // A command is to be copied, so it stays on its line.
        for line in shown.lines().filter(|line| !line.starts_with("  see ")) {
            assert!(line.chars().count() <= width, "{columns}: {line}");
        }
        let unwrapped = shown.replace("\n    ", " ");
        assert!(unwrapped.contains("fuel per turn") && shown.contains("hunter"), "{shown}");
        assert_eq!(shown.contains("not shown: "), width < 140, "{shown}");
    }
}

#[test]
fn each_fault_is_told_with_its_evidence_and_its_command() {
    let told =
        "crasher: disqualified, game 1: exception in take-turn, turn 4: I crash in my fourth turn (contestants/battleship/crasher/src/lib.rs:21:60)
  its log ends: panicked at contestants/battleship/crasher/src/lib.rs:21:60:
                I crash in my fourth turn
  see results/cup/faults/crasher.trap.toml, or: judge repro results/cup/faults/crasher.trap.toml
";
    assert!(CUP_PLAYED.stdout.contains(told), "{}", CUP_PLAYED.stdout);
    let folder = forgiving_cup();
    let shown = folder.play("").stdout;
    let told = "trap-in-take-turn: fault in 12 games, the first is game ";
    assert!(shown.contains(told), "{shown}");
    let command = shown.lines().find_map(|line| line.split_once("or: judge "));
    let (_, command) = command.expect("a command is shown");
    assert_eq!(folder.judge(command).code, Some(0), "{command}");
}

#[test]
fn the_first_bot_that_runs_out_of_fuel_is_told_what_to_do() {
    let folder = Folder::new().file("cup.toml", CUP).bots(&["staller", "tidy"]).guests(&["endless-loop"]);
    let shown = folder.play("").stdout;
    assert_eq!(shown.matches(": disqualified, game ").count(), 2, "{shown}");
    let told = ".out-of-fuel.toml\n  do: let the bot ask fuel-left, and answer while there is some; ";
    assert_eq!((shown.matches("  do: ").count(), shown.matches(told).count()), (1, 1), "{shown}");
    assert!(!CUP_PLAYED.stdout.contains("  do: "), "{}", CUP_PLAYED.stdout);
    let look = "(drop (call $clock (i32.const 1) (i64.const 0) (i32.const 8))) (loop $forever (br $forever))";
    let late = line_walker(look);
    let forgiving = CUP.replace("rounds = 2", "rounds = 1\nfaults = \"forfeit\"");
    let folder =
        Folder::new().file("cup.toml", forgiving).bots(&["tidy"]).file("bots/late.wasm", assemble(&late));
    let shown = folder.play("").stdout;
    let told = "  do: let the bot look at fuel_left of the question, and answer while there is some; judge check shows what its turns take\n";
    assert!(shown.contains(told), "{shown}");
}

#[test]
fn a_cross_table_is_shown_to_who_asks_for_it() {
    let folder = cup();
    assert!(!folder.play("").stdout.contains("percent of the points"));
    let shown = folder.play("--cross").stdout;
    let (_, cross) = shown.split_once("percent of").expect("it is there");
    let (cross, _) = cross.split_once("\n\n").expect("it ends");
    assert_data_eq!(
        cross.to_owned(),
        str![[r#"
 the points against the contestant of each rank
 rank  contestant  1    2    3    4    5
    1  hunter      ·  100  100  100  100
    2  walker      0    ·  100  100  100
    3  tidy        0    0    ·  100  100
    4  stupid      0    0    0    ·  100
    5  crasher     0    0    0    0    ·
"#]]
    );
}

#[test]
fn a_knockout_has_a_bracket_and_no_possible_places() {
    let knockout =
        CUP.replace("rounds = 2", "rounds = 1\nformat = \"knockout\"\nseeding = [\"tidy\", \"hunter\"]");
    let shown = cup().file("cup.toml", knockout).play("").stdout;
    let (table, rest) = shown
        .split_once("\n\nKnockout, 1 round a match, 5 contestants\nfinal: ")
        .expect("there is a bracket");
    assert!(!table.contains("places") && !table.contains("points"), "{table}");
    let tree: Vec<&str> = rest.lines().take_while(|line| !line.is_empty()).collect();
    let expected = [
        "hunter beats walker, 4 : 0",
        "├─ semi-1: walker beats tidy, 4 : 0",
        "│  └─ quarter-2: walker beats crasher, 2 : 0, disqualified",
        "└─ semi-2: hunter beats stupid, 4 : 0",
    ];
    assert_eq!(tree, expected, "{rest}");
}

#[test]
fn a_bracket_and_groups_have_the_names_that_the_organiser_writes_for_people() {
    for (format, told) in
        [("knockout", ["Jörg Müller beats ", "walker"]), ("groups", ["Jörg Müller      16", "walker"])]
    {
        let text = CUP.replace("rounds = 2", &format!("rounds = 1\nformat = \"{format}\""));
        let folder = cup().file("cup.toml", format!("{text}[names]\nhunter = \"Jörg Müller\"\n"));
        let shown = folder.play("").stdout;
        let (_, below) = shown.split_once("\n\n").expect("a title");
        let (_, below) = below.split_once("\n\n").expect("a table");
        assert!(told.iter().all(|told| below.contains(told)), "{below}");
        folder.succeeds("report results/cup --quiet --front results/index.html");
        let front = folder.read("results/index.html");
        assert!(
            front.contains("Jörg Müller wins the final against") && !front.contains(">hunter<"),
            "{front}"
        );
        let report = folder.read("results/cup/report.html");
        let (_, course) = report.split_once("id=\"course\"").expect("a bracket");
        assert!(course.split("</section>").next().is_some_and(|course| course.contains("Jörg Müller")));
    }
}

#[test]
fn who_is_out_is_told_in_the_table_and_others_need_no_word() {
    let line = |shown: &str, name: &str| {
        let line = shown.lines().find(|line| line.split_whitespace().nth(1) == Some(name));
        line.unwrap_or_else(|| panic!("{shown}")).to_owned()
    };
    let shown = &CUP_PLAYED.stdout;
    assert!(line(shown, "crasher").contains(" disqualified "), "{shown}");
    assert!(!line(shown, "tidy").contains("ranked"), "{shown}");
    let left_out = CUP.replace("rounds", "bad_files = \"leave-out\"\nrounds");
    let shown = cup().file("cup.toml", left_out).file("bots/eve.wasm", "none").play("").stdout;
    let eve = shown.lines().find(|line| line.trim_start().starts_with("eve "));
    assert!(eve.is_some_and(|line| line.contains(" left out ")), "{shown}");
    let all_ranked =
        quick_cup().file("cup.toml", CUP.replace("rounds = 2", "rounds = 2\nfaults = \"forfeit\""));
    let shown = all_ranked.play("").stdout;
    assert!(!shown.contains(" status "), "{shown}");
}

#[test]
fn a_gauntlet_shows_the_share_of_the_points() {
    let gauntlet = CUP.replace("rounds = 2", "rounds = 2\nformat = \"gauntlet\"\nchampions = [\"tidy\"]");
    let folder = cup().file("cup.toml", gauntlet);
    let played = folder.play("");
    assert!(played.stdout.contains("points    share  played"), "{}", played.stdout);
    for (name, share) in [("tidy", "50.0 %"), ("hunter", "100.0 %"), ("stupid", "0.0 %")] {
        let line = played.stdout.lines().find(|line| line.split_whitespace().nth(1) == Some(name));
        assert!(line.is_some_and(|line| line.contains(share)), "{name}: {}", played.stdout);
    }
    assert!(!played.results.contains("share"), "points and played say it");
    assert!(!CUP_PLAYED.stdout.contains("share"), "{}", CUP_PLAYED.stdout);
}

/// A cup with two display names and three grades.
fn school() -> Folder {
    let school = "[names]\nhunter = \"Jörg Müller\"\n\n[bands]\nA = 1500\nC = 100\nB = 1499\n";
    cup().file("cup.toml", format!("{CUP}{school}"))
}

#[test]
fn bands_and_names_are_in_the_table_and_in_the_files() {
    let folder = school();
    let played = folder.play("");
    assert_eq!(played.line("hunter")["name"], "Jörg Müller");
    assert_eq!(played.games, CUP_PLAYED.games, "names and grades change no game");
    let unnamed = played.results.replace("Jörg Müller", "Hunter");
    assert_eq!(unnamed, CUP_PLAYED.results);
    let grades = rows(&folder.read("results/cup/grades.csv"));
    let band = |name: &str| {
        let row = grades.iter().find(|row| row["contestant"] == name).expect("everybody has a row");
        (row["band"].clone(), row["band_high"].clone(), row["status"].clone())
    };
    assert_eq!(band("hunter"), ("A".into(), "A".into(), "ranked".into()));
    assert_eq!(band("tidy").0, "C");
    assert_eq!(band("crasher"), ("below C".into(), String::new(), "disqualified".into()));
    let crasher = grades.iter().find(|row| row["contestant"] == "crasher").expect("it has a row");
    assert!(crasher["reason"].contains("take-turn"), "{crasher:?}");
    let hunter = played.stdout.lines().find(|line| line.contains("Jörg Müller")).expect("it is there");
    assert!(hunter.contains("  A  "), "{}", played.stdout);
}

#[test]
fn grades_are_checked_like_other_results_and_go_with_their_bands() {
    let folder = school();
    folder.play("");
    let grades = folder.read("results/cup/grades.csv");
    let folder = folder.file("results/cup/grades.csv", grades.replace("Müller,A", "Müller,B"));
    let ended = folder.judge("verify results/cup --quiet");
    assert_eq!(ended.code, Some(1));
    assert!(ended.stdout.starts_with("grades.csv: row 1: "), "{}", ended.stdout);
    let folder = folder.file("cup.toml", CUP);
    folder.play("");
    assert!(!folder.path("results/cup/grades.csv").exists());
}
