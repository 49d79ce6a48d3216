//! Played stage by stage on several machines, a tournament in which results decide what comes next comes to the same
//! bytes as on one.

use std::fs;

use crate::support::{Folder, bot};

const CUP: &str = r#"title = "A cup in stages"
game = "battleship"
seed = 8
contestants = ["bots/*.wasm"]
"#;

const SWISS: &str = "format = \"swiss\"\nrounds = 4\n";
const KNOCKOUT: &str = "format = \"knockout\"\nthird_place = true\nrounds = 2\n";
const DOUBLE: &str = "format = \"double-elimination\"\nrounds = 1\n";
const GROUPS: &str = "format = \"groups\"\ngroups = 2\nrounds = 1\n";
const PHASES: &str = "rounds = 1\n[[phase]]\nformat = \"swiss\"\nrounds = 2\n[[phase]]\nformat = \"round-robin\"\nbest = 4\ngroups = 2\n[[phase]]\nformat = \"knockout\"\nbest_of_each = 1\n";
const STOP: &str = "rounds = 24\nstop = \"separated\"\n";

/// The exit code if another stage is to be played.
const NEXT_STAGE: Option<i32> = Some(3);

fn cup(format: &str) -> Folder {
    let text = format!("{CUP}{format}");
    let folder = Folder::new().file("cup.toml", text).bots(&["density", "hunter", "stupid", "tidy"]);
    // Two copies, and one that is disqualified.
    folder.file("bots/copy.wasm", bot("tidy")).bots(&["crasher"]).guests(&["walker"])
}

#[track_caller]
fn whole(format: &str) -> [String; 3] {
    let folder = cup(format);
    folder.succeeds("run cup.toml --quiet");
    folder.results_in("results/cup")
}

/// Plays stage after stage in parts, and says how many there were.
#[track_caller]
fn play_stages(folder: &Folder, parts: u32, mut between: impl FnMut(u32)) -> u32 {
    for stage in 1.. {
        for part in 1..=parts {
            folder.succeeds(&format!("run cup.toml --stage --shard {part}/{parts} --quiet"));
        }
        between(stage);
        let ended = folder.judge("merge cup.toml");
        if ended.code != NEXT_STAGE {
            assert_eq!(ended.code, Some(0), "{}", ended.stderr);
            return stage;
        }
        let next = format!("stage {} is next; play it with judge run --stage\n", stage + 1);
        assert!(ended.stdout.ends_with(&next), "{}", ended.stdout);
        assert!(!folder.path("results/cup/results.csv").exists());
    }
    unreachable!("a tournament ends")
}

#[test]
fn stages_come_to_the_same_bytes_as_one_run() {
    // In a knockout two who come out even meet again.
    for (format, stages) in
        [(SWISS, 4..=4), (KNOCKOUT, 3..=6), (DOUBLE, 6..=14), (GROUPS, 3..=5), (PHASES, 4..=5), (STOP, 4..=4)]
    {
        let whole = whole(format);
        for parts in [1, 3] {
            let folder = cup(format);
            let played = play_stages(&folder, parts, |_| ());
            assert!(stages.contains(&played), "{played}: {format}");
            folder.assert_results(&whole);
            let again = folder.succeeds("run cup.toml --stage --shard 1/3");
            assert_eq!(again.stdout, "all stages are played; judge merge writes the results\n");
        }
    }
}

#[test]
fn a_part_that_loses_games_in_the_middle_is_told_and_goes_on() {
    let whole = whole(SWISS);
    let folder = cup(SWISS);
    let journal = folder.path("results/cup/shard-1-of-2/journal");
    play_stages(&folder, 2, |stage| {
        if stage != 2 {
            return;
        }
        let text = fs::read_to_string(&journal).expect("it is there");
        let (but_last, _) = text.trim_end().rsplit_once('\n').expect("it has games");
        fs::write(&journal, format!("{but_last}\n")).expect("it can be written");
        let ended = folder.judge("merge cup.toml");
        assert_eq!(ended.code, Some(2), "{}", ended.stderr);
        let told = "error: cup.toml: 1 game is missing of stage 2, of ";
        assert!(ended.stderr.starts_with(told), "{}", ended.stderr);
        assert!(ended.stderr.contains("those of parts 1 of 2;"), "{}", ended.stderr);
        folder.succeeds("run cup.toml --stage --shard 1/2 --quiet");
    });
    folder.assert_results(&whole);
}

#[test]
fn before_the_first_stage_nothing_is_to_be_merged_and_the_first_is_next() {
    let ended = cup(KNOCKOUT).judge("merge cup.toml");
    assert_eq!(ended.code, NEXT_STAGE, "{}", ended.stderr);
    assert!(ended.stdout.ends_with("stage 1 is next; play it with judge run --stage\n"), "{}", ended.stdout);
}

#[test]
fn after_some_stages_one_machine_may_play_the_rest() {
    let folder = cup(SWISS);
    for _ in 1..=2 {
        folder.succeeds("run cup.toml --stage --quiet");
        assert_eq!(folder.judge("merge cup.toml --quiet").code, NEXT_STAGE);
    }
    folder.succeeds("run cup.toml --quiet");
    folder.assert_results(&whole(SWISS));
}

#[test]
fn the_status_of_a_part_names_its_stage() {
    let folder = cup(SWISS);
    folder.succeeds("run cup.toml --stage --shard 1/2 --quiet");
    let shown = folder.succeeds("status results/cup").stdout;
    let line: Vec<&str> = shown.lines().nth(1).unwrap_or_default().split_whitespace().collect();
    assert_eq!((line[0], line[1], line[3]), ("results/cup/shard-1-of-2", "1", "finished"), "{shown}");
}

#[test]
fn a_tournament_without_stages_has_none() {
    let ended = cup("rounds = 1\n").judge("run cup.toml --stage");
    assert_eq!(ended.code, Some(2), "{}", ended.stderr);
    assert!(ended.stderr.contains("it has no stages"), "{}", ended.stderr);
}
