//! What a person sees of results: a table that fits the terminal, a bracket, a cross table, and how to see a fault.

use snapbox::{assert_data_eq, str};

use super::{CUP, CUP_PLAYED, cup, forgiving_cup};

#[test]
fn the_table_fits_the_terminal() {
    let folder = cup();
    folder.play("");
    for columns in ["120", "80", "60"] {
        let shown = folder.judge_with(&[("COLUMNS", columns)], "run cup.toml --cross").stdout;
        let width: usize = columns.parse().expect("a number");
        // A command is to be copied, so it stays on its line.
        for line in shown.lines().filter(|line| !line.starts_with("  see ")) {
            assert!(line.chars().count() <= width, "{columns}: {line}");
        }
        assert!(shown.contains("fuel per turn") && shown.contains("hunter"), "{shown}");
        assert_eq!(shown.contains("not shown: "), width < 120, "{shown}");
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
    let (table, rest) = shown.split_once("\n\nfinal: ").expect("there is a bracket");
    assert!(!table.contains("places"), "{table}");
    let tree: Vec<&str> = rest.lines().take_while(|line| !line.is_empty()).collect();
    let expected = [
        "hunter beats tidy, 4 : 0",
        "├─ semi-1: tidy beats stupid, 4 : 0",
        "│  └─ quarter-2: stupid beats crasher, 2 : 0",
        "└─ semi-2: hunter beats walker, 4 : 0",
    ];
    assert_eq!(tree, expected, "{rest}");
}
