//! Played in parts and put together, a tournament gives the same bytes as in one piece.

use std::collections::BTreeSet;
use std::fs;

use snapbox::data::Inline;
use snapbox::{IntoData, assert_data_eq, str};

use crate::support::{Folder, assemble, bot, journal_line, project_text};

const CUP: &str = r#"title = "A cup in parts"
game = "battleship"
seed = 8
rounds = 12
contestants = ["bots/*.wasm"]
"#;

/// Two who are honest.
fn cup() -> Folder {
    Folder::new().file("cup.toml", CUP).bots(&["stupid"]).guests(&["walker"])
}

/// Two who are honest, and four who commit a fault by chance, so that it depends on who is out already which games
/// count, and no part knows that of the others.
fn moody_cup() -> Folder {
    let cup = cup().file("cup.toml", CUP.replace("seed = 8", "seed = 12"));
    let names = ["anna", "bela", "cleo", "dora"];
    names.iter().fold(cup, |folder, name| folder.file(&format!("bots/{name}.wasm"), moody()))
}

/// The walker, who in one game of sixteen, by the game's seed, would rather not play.
fn moody() -> Vec<u8> {
    let walker = project_text("tests/guests/walker.wat");
    let begins = "(global.set $size (local.get $size))";
    let whim = "(if (i64.eqz (i64.and (local.get $seed) (i64.const 15))) (then unreachable))";
    assert_eq!(walker.matches(begins).count(), 1, "it begins a game in one place");
    assemble(&walker.replace(begins, &format!("{begins} {whim}")))
}

/// Long enough to be cut short.
fn long_cup() -> Folder {
    cup().file("cup.toml", CUP.replace("rounds = 12", "rounds = 180"))
}

#[track_caller]
fn play_part(folder: &Folder, number: u32, total: u32) {
    folder.succeeds(&format!("run cup.toml --shard {number}/{total} --quiet"));
}

#[track_caller]
fn play_parts(folder: &Folder, total: u32, jobs: u32) {
    for number in 1..=total {
        folder.succeeds(&format!("run cup.toml --shard {number}/{total} --jobs {jobs} --quiet"));
    }
}

/// The results in one piece, played in a folder of their own, from where the way to the tournament is the same.
fn in_one_piece(folder: &Folder) -> [String; 3] {
    folder.succeeds("run cup.toml --out whole/cup --quiet");
    folder.results_in("whole/cup")
}

#[test]
fn any_number_of_parts_comes_to_the_same_bytes() {
    let whole = in_one_piece(&moody_cup());
    for (total, jobs) in [(1, 1), (1, 2), (2, 1), (2, 2), (5, 1), (5, 2)] {
        let folder = moody_cup();
        play_parts(&folder, total, jobs);
        folder.succeeds(&format!("merge cup.toml --jobs {jobs}"));
        folder.assert_results(&whole);
        // Two threads may have played more than the part needed.
        if jobs == 1 {
            assert_eq!(unforeseen(&folder, total) > 0, total > 1, "{total} parts: choose another seed");
        }
    }
    let standings = &whole[0];
    assert!(standings.contains("disqualified") && standings.contains("ranked"), "{standings}");
}

/// Games that their part left out, since it did not know of all who were out, and that counted after all.
fn unforeseen(folder: &Folder, total: u32) -> usize {
    let part = |number| folder.read(&format!("results/cup/shard-{number}-of-{total}/journal"));
    let parts: Vec<String> = (1..=total).map(part).collect();
    let known: BTreeSet<&str> = parts.iter().flat_map(|part| part.lines()).collect();
    folder.read("results/cup/journal").lines().filter(|game| !known.contains(game)).count()
}

#[test]
fn a_part_plays_no_more_than_its_share() {
    let folder = long_cup();
    let games = |number| {
        play_part(&folder, number, 5);
        folder.read(&format!("results/cup/shard-{number}-of-5/journal")).lines().count()
    };
    assert_eq!((1..=5).map(games).collect::<Vec<_>>(), [72; 5]);
}

#[test]
fn a_part_that_was_killed_goes_on_by_itself() {
    let folder = long_cup();
    let journal = folder.path("results/cup/shard-1-of-2/journal");
    let mut judge = folder.start("run cup.toml --shard 1/2");
    let lines = || fs::read_to_string(&journal).unwrap_or_default().matches('\n').count();
    while lines() < 20 && judge.try_wait().expect("it can be asked").is_none() {
        crate::support::pause();
    }
    judge.kill().expect("it can be killed");
    judge.wait().expect("it was a child");
    play_part(&folder, 2, 2);
    let refused = folder.judge("merge cup.toml");
    assert_eq!(refused.code, Some(2), "{}", refused.stderr);
    let told = " missing, of 360 games: those of parts 1 of 2; run these to their end, or play the games here with --play-missing\n";
    assert!(refused.stderr.ends_with(told), "{}", refused.stderr);

    let resumed = folder.succeeds("run cup.toml --shard 1/2");
    let told = "results/cup/shard-1-of-2/journal: resuming: ";
    assert!(resumed.stderr.contains(told), "{}", resumed.stderr);
    assert_eq!(lines(), 180, "every game of the part is there once");
    folder.succeeds("merge cup.toml");
    assert_eq!(unforeseen(&folder, 2), 0, "all games are in the parts");
    folder.assert_results(&in_one_piece(&long_cup()));
}

#[test]
fn games_that_a_part_lost_are_played_when_it_is_merged_if_that_is_wanted() {
    let folder = moody_cup();
    play_parts(&folder, 2, 2);
    let journal = folder.path("results/cup/shard-2-of-2/journal");
    let bytes = fs::read(&journal).expect("it is there");
    fs::write(&journal, &bytes[..bytes.len() / 2]).expect("it can be written");
    assert_eq!(folder.judge("merge cup.toml").code, Some(2));
    let merged = folder.succeeds("merge cup.toml --play-missing");
    assert!(merged.stderr.contains("shard-2-of-2/journal: "), "{}", merged.stderr);
    assert!(merged.stderr.contains("played here, because no part had them: "), "{}", merged.stderr);
    folder.assert_results(&in_one_piece(&moody_cup()));
}

#[test]
fn parts_may_lie_anywhere_and_are_told_by_what_is_in_them() {
    let folder = cup();
    folder.succeeds("run cup.toml --shard 1/2 --out here --quiet");
    folder.succeeds("run cup.toml --shard 2/2 --out there/second --quiet");
    folder.succeeds("merge cup.toml there/second here --quiet");
    folder.assert_results(&in_one_piece(&cup()));
}

/// The judge refuses `arguments` with the words expected, and writes no results.
#[track_caller]
fn refused(folder: &Folder, arguments: &str, expected: Inline) {
    let ended = folder.judge(arguments);
    assert_eq!(ended.code, Some(2), "{}", ended.stderr);
    assert_data_eq!(ended.stderr, expected.raw());
    assert!(!folder.path("results/cup/results.csv").exists(), "something was published");
}

#[test]
fn missing_parts_are_told_by_number_and_may_be_played_here() {
    let folder = cup();
    for number in [1, 3, 5] {
        play_part(&folder, number, 5);
    }
    refused(
        &folder,
        "merge cup.toml",
        str![[r#"
error: cup.toml: 10 games are missing, of 24 games: those of parts 2, 4 of 5; run these to their end, or play the games here with --play-missing

"#]],
    );
    let merged = folder.succeeds("merge cup.toml --play-missing");
    assert!(merged.stderr.contains("played here, because no part had them: 10 games\n"), "{}", merged.stderr);
    folder.assert_results(&in_one_piece(&cup()));
}

#[test]
fn parts_of_any_division_may_be_merged_and_overlap() {
    let folder = cup();
    play_part(&folder, 1, 2);
    play_part(&folder, 2, 3);
    refused(
        &folder,
        "merge cup.toml",
        str![[r#"
error: cup.toml: 8 games are missing, of 24 games: the parts' folders are not all here, or not finished; name or finish them, or play the games here with --play-missing

"#]],
    );
    for (number, total) in [(4, 6), (6, 6), (2, 3)] {
        play_part(&folder, number, total);
    }
    folder.succeeds("run cup.toml --shard 2/3 --out results/cup/shard-again --quiet");
    folder.succeeds("merge cup.toml");
    folder.assert_results(&in_one_piece(&cup()));
}

#[test]
fn the_parts_of_another_tournament_are_told() {
    let folder = cup();
    play_parts(&folder, 2, 2);
    let folder = folder.file("cup.toml", CUP.replace("seed = 8", "seed = 4"));
    refused(
        &folder,
        "merge cup.toml",
        str![[r#"
warning: results/cup/shard-1-of-2/journal: none of its games is one of this tournament, with these bots and this version of the judge
warning: results/cup/shard-2-of-2/journal: none of its games is one of this tournament, with these bots and this version of the judge
error: cup.toml: 24 games are missing, of 24 games: those of parts 1, 2 of 2; run these to their end, or play the games here with --play-missing

"#]],
    );
}

#[test]
fn a_part_with_another_bot_has_no_game_of_it() {
    let folder = cup();
    play_part(&folder, 1, 2);
    let folder = folder.file("bots/stupid.wasm", bot("tidy"));
    play_part(&folder, 2, 2);
    let ended = folder.judge("merge cup.toml");
    assert_eq!(ended.code, Some(2));
    assert!(
        ended.stderr.contains("12 games are missing, of 24 games: those of parts 1 of 2;"),
        "{}",
        ended.stderr
    );
}

#[test]
fn the_journal_of_a_whole_run_may_be_merged_as_well() {
    let folder = cup();
    let whole = in_one_piece(&folder);
    folder.succeeds("merge cup.toml whole/cup/journal");
    folder.assert_results(&whole);
}

#[test]
fn a_folder_that_is_no_part_is_refused() {
    refused(
        &cup(),
        "merge cup.toml nowhere",
        str![[r#"
error: nowhere: it cannot be read: No such file or directory (os error 2)

"#]],
    );
}

#[test]
fn without_any_part_there_is_nothing_to_merge() {
    refused(
        &cup(),
        "merge cup.toml",
        str![[r#"
error: results/cup: there are no parts here; run the tournament with --shard, or name the parts' folders

"#]],
    );
}

/// Makes a record of the first part say something else, with a checksum that fits.
fn forge(folder: &Folder, from: &str, to: &str) {
    let path = "results/cup/shard-1-of-2/journal";
    let text = folder.read(path);
    let (first, rest) = text.split_once('\n').expect("it has a game");
    let (_, json) = first.split_once(' ').expect("a checksum comes first");
    let forged = json.replacen(from, to, 1);
    assert_ne!(forged, json);
    let line = format!("{}\n{rest}", journal_line(&forged));
    fs::write(folder.path(path), line).expect("it can be written");
}

#[test]
fn an_audit_tells_a_game_that_differs_and_publishes_nothing() {
    let folder = cup();
    play_parts(&folder, 2, 2);
    let honest = folder.succeeds("merge cup.toml --audit 100% --out results/honest");
    assert!(honest.stderr.contains("again: 24 games of 24; all are as recorded; "), "{}", honest.stderr);
    forge(&folder, "\"memory\":[", "\"memory\":[1");
    let ended = folder.judge("merge cup.toml --audit 100% --seed 5");
    assert_eq!(ended.code, Some(1), "{}", ended.stderr);
    let told = "error: audit: 1 game is not as recorded, of 24 games played again with --seed 5, so nothing is published\n  results/cup/shard-1-of-2/journal: game ";
    assert!(ended.stderr.contains(told), "{}", ended.stderr);
    assert!(!folder.path("results/cup/results.csv").exists());
    folder.succeeds("run cup.toml --shard 1/2 --fresh --quiet");
    folder.succeeds("merge cup.toml --audit 100%");
    folder.assert_results(&in_one_piece(&cup()));
}

#[test]
fn parts_that_contradict_are_told_with_the_game_and_nothing_is_published() {
    let folder = cup();
    play_parts(&folder, 2, 1);
    folder.succeeds("run cup.toml --shard 1/3 --out results/cup/shard-other --quiet");
    forge(&folder, "\"memory\":[", "\"memory\":[1");
    refused(
        &folder,
        "merge cup.toml",
        str![[r#"
error: results/cup/shard-other/journal: game 1, stupid walker: results/cup/shard-1-of-2/journal has another record of it; play that part again with --fresh on another machine, and remove the journal that is wrong

"#]],
    );
    // The wrong one has left nothing behind.
    folder.succeeds("run cup.toml --shard 1/2 --fresh --quiet");
    folder.succeeds("merge cup.toml");
    folder.assert_results(&in_one_piece(&cup()));
}

#[test]
fn a_merge_that_lacks_games_leaves_nothing_behind() {
    let folder = cup();
    folder.succeeds("run cup.toml --shard 1/2 --quiet");
    forge(&folder, "\"turns\":", "\"turns\":1");
    let ended = folder.judge("merge cup.toml");
    assert!(ended.code == Some(2) && ended.stderr.contains("missing"), "{}", ended.stderr);
    // Nobody has to look for what was wrong there.
    folder.succeeds("run cup.toml --shard 1/2 --fresh --quiet");
    folder.succeeds("run cup.toml --shard 2/2 --quiet");
    folder.succeeds("merge cup.toml --audit 100%");
    folder.assert_results(&in_one_piece(&cup()));
}

#[test]
fn a_part_does_not_overrule_what_was_merged_before() {
    let folder = cup().file("cup.toml", CUP.replace("rounds = 12", "format = \"knockout\"\nrounds = 1"));
    folder.succeeds("run cup.toml --out honest --quiet");
    folder.succeeds("run cup.toml --stage --shard 1/2 --jobs 1 --quiet");
    folder.succeeds("merge cup.toml honest --play-missing --quiet");
    forge(&folder, "\"memory\":[", "\"memory\":[1");
    let ended = folder.judge("merge cup.toml");
    assert_eq!(ended.code, Some(2), "{}", ended.stderr);
    let told = "error: results/cup/shard-1-of-2/journal: game 1, stupid walker: results/cup/journal has another record of it; play ";
    assert!(ended.stderr.starts_with(told), "{}", ended.stderr);
}

#[test]
fn parts_are_not_believed_without_a_word() {
    let folder = cup().file("cup.toml", CUP.replace("rounds = 12", "rounds = 60"));
    play_parts(&folder, 2, 2);
    let (told, path) = (folder.succeeds("merge cup.toml").stderr, "results/cup/shard-1-of-2/journal");
    let found = " of 120; all are as recorded; that finds 1 forged game with a chance of 1 %, 20 forged games with a chance of 18 %, 100 forged games with a chance of 63 %; to draw ";
    assert!(told.contains("audit: played again: ") && told.contains(found), "{told}");
    // Half of the games are forged, and each merge looks at one of a hundred.
    let forged = |line: &str| {
        let (_, json) = line.split_once(' ').expect("a checksum");
        journal_line(&json.replacen("\"memory\":[", "\"memory\":[1", 1)) + "\n"
    };
    let journal: String = folder.read(path).lines().map(forged).collect();
    fs::write(folder.path(path), journal).expect("it can be written");
    let merge = |seed| folder.judge(&format!("merge cup.toml --quiet --out merged-{seed} --seed {seed}"));
    let refused = (0..50).map(merge).find(|ended| ended.code != Some(0)).expect("one of them draws it");
    assert!(refused.code == Some(1) && refused.stderr.contains(" not as recorded"), "{}", refused.stderr);
}

#[test]
fn the_sample_of_an_audit_is_another_each_time() {
    let folder = cup();
    play_parts(&folder, 2, 2);
    let sample = || {
        let told = folder.succeeds("merge cup.toml --audit 10%").stderr;
        told.rsplit_once("--seed ").map(|(_, seed)| seed.to_owned()).expect("it is shown")
    };
    assert_ne!(sample(), sample());
}

#[test]
fn how_far_parts_are_is_shown() {
    let folder = cup();
    play_parts(&folder, 2, 2);
    fs::remove_file(folder.path("results/cup/shard-2-of-2/manifest.toml")).expect("it is finished");
    let shown = folder.succeeds("status results/cup").stdout;
    let lines: Vec<Vec<&str>> = shown.lines().map(|line| line.split_whitespace().collect()).collect();
    assert_eq!(lines[0], ["folder", "stage", "games", "last", "game"]);
    assert_eq!(lines[1][..3], ["results/cup/shard-1-of-2", "12,", "finished"]);
    assert_eq!(lines[2][..4], ["results/cup/shard-2-of-2", "12", "of", "12"]);
    assert_eq!(lines[2][6..], ["ago"], "{shown}");
    assert_eq!(lines[3], ["finished:", "1", "of", "2"]);
    folder.succeeds("merge cup.toml");
    assert!(folder.succeeds("status results/cup/shard-1-of-2").stdout.contains("12, finished"));
    assert_eq!(folder.judge("status nowhere").code, Some(2));
}

#[test]
fn formats_that_go_by_results_are_not_played_in_parts_at_once() {
    for format in ["swiss", "knockout"] {
        let folder = cup().file("cup.toml", CUP.replace("rounds = 12", &format!("format = \"{format}\"")));
        refused(
            &folder,
            "run cup.toml --shard 1/2",
            str![[r#"
error: cup.toml: in this format results decide who meets whom, so it can be played in parts only stage by stage; add --stage

"#]],
        );
    }
}

#[test]
fn a_tournament_that_may_stop_early_is_not_played_in_parts_at_once() {
    let folder = cup().file("cup.toml", format!("{CUP}stop = \"separated\"\n"));
    refused(
        &folder,
        "run cup.toml --shard 1/2",
        str![[r#"
error: cup.toml: with stop = "separated" results decide how many rounds there are, so it can be played in parts only stage by stage; add --stage

"#]],
    );
}

/// Plays the part that a cluster's variables name, and returns the folders that come of it.
fn played_by(variables: &[(&str, &str)]) -> Vec<String> {
    let folder = cup();
    let ended = folder.judge_with(variables, "run cup.toml --shard auto/4 --quiet");
    assert_eq!(ended.code, Some(0), "{}", ended.stderr);
    let folders = fs::read_dir(folder.path("results/cup")).expect("it is there");
    folders.map(|entry| entry.expect("it can be read").file_name().to_string_lossy().into_owned()).collect()
}

#[test]
fn the_cluster_numbers_the_parts() {
    let slurm = |id, min| [("SLURM_ARRAY_TASK_ID", id), ("SLURM_ARRAY_TASK_MIN", min)];
    assert_eq!(played_by(&slurm("1", "1")), ["shard-1-of-4"]);
    assert_eq!(played_by(&slurm("3", "3")), ["shard-3-of-4"], "one task again plays the same part");
    assert_eq!(played_by(&[("JOB_COMPLETION_INDEX", "0")]), ["shard-1-of-4"]);
    assert_eq!(played_by(&[("JOB_COMPLETION_INDEX", "3")]), ["shard-4-of-4"]);
}

#[test]
fn without_a_cluster_there_is_no_automatic_number() {
    let folder = cup();
    let ended = folder.judge_with(&[], "run cup.toml --shard auto/4");
    assert_eq!(ended.code, Some(2), "{}", ended.stderr);
    assert_data_eq!(ended.stderr, str![[r#"
error: cup.toml: --shard auto: neither SLURM_ARRAY_TASK_ID nor JOB_COMPLETION_INDEX is set; start it as an array, or write the part's number

"#]].raw());
}

#[test]
fn an_array_that_counts_from_0_is_refused() {
    let folder = cup();
    let array = [("SLURM_ARRAY_TASK_ID", "3"), ("SLURM_ARRAY_TASK_MIN", "0")];
    let ended = folder.judge_with(&array, "run cup.toml --shard auto/4");
    assert_eq!(ended.code, Some(2), "{}", ended.stderr);
    assert!(ended.stderr.contains("numbered from 0, and parts from 1"), "{}", ended.stderr);
}

#[test]
fn there_may_not_be_more_tasks_than_parts() {
    let folder = cup();
    let ended = folder.judge_with(&[("JOB_COMPLETION_INDEX", "4")], "run cup.toml --shard auto/4");
    assert_eq!(ended.code, Some(2), "{}", ended.stderr);
    assert_data_eq!(
        ended.stderr,
        str![[r#"
error: cup.toml: this is task 5, but there are 4 parts; start tasks for these parts only

"#]]
        .raw()
    );
}

/// The values of a key in the Kubernetes manifest, in the order of its lines.
fn in_manifest(key: &str) -> Vec<String> {
    let manifest = project_text("tournaments/cluster/judge.yaml");
    let values = manifest.lines().filter_map(|line| line.trim_start().strip_prefix(key));
    values.map(|value| value.split(" #").next().unwrap_or_default().trim().to_owned()).collect()
}

#[test]
fn the_job_for_kubernetes_starts_a_pod_for_every_part() {
    let parts = in_manifest("completions: ");
    assert_eq!(parts.len(), 1, "{parts:?}");
    let pods: u32 = in_manifest("parallelism: ")[0].parse().expect("it is a number");
    assert!(parts[0].parse::<u32>().expect("it is a number") >= 10 * pods, "many more parts than nodes");
    assert_eq!(in_manifest("- --shard=auto/"), parts);
    assert_eq!(in_manifest("completionMode: "), ["Indexed"]);
    assert_eq!(
        in_manifest("restartPolicy: "),
        ["Never"],
        "backoffLimitPerIndex and podFailurePolicy want it so"
    );
    assert_eq!(in_manifest("- action: "), ["Ignore", "FailJob"]);
    assert_eq!(in_manifest("- type: "), ["DisruptionTarget"]);
    assert_eq!(in_manifest("values: "), ["[2]"], "the exit code of a mistake");
}

#[test]
fn the_command_of_the_job_for_kubernetes_plays_a_part() {
    let tournament = in_manifest("- tournaments/");
    let options = in_manifest("- --").join(" --");
    assert_eq!(in_manifest("- run").len(), 1);
    let toml = CUP.replace("bots/", "../bots/");
    let folder = cup().file(&format!("tournaments/{}", tournament[0]), toml);
    let arguments = format!("run tournaments/{} --{options}", tournament[0]);
    let ended = folder.judge_with(&[("JOB_COMPLETION_INDEX", "15")], &arguments);
    assert_eq!(ended.code, Some(0), "judge {arguments}\n{}", ended.stderr);
    assert_eq!(ended.stdout, "part 16 of 160 is finished; judge merge puts all parts together\n");
}
