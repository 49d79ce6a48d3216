//! Played in parts and put together, a tournament comes to the same bytes as in one piece.

use std::collections::BTreeSet;
use std::fs;

use snapbox::data::Inline;
use snapbox::{IntoData, assert_data_eq, str};

use crate::support::{Ended, Folder, assemble, bot, project_text};

const CUP: &str = r#"title = "A cup in parts"
game = "battleship"
seed = 8
rounds = 12
contestants = ["bots/*.wasm"]
"#;

/// What must be the same.
const RESULTS: [&str; 3] = ["results.csv", "games.csv", "manifest.toml"];

/// Two who are honest.
fn cup() -> Folder {
    Folder::new().file("cup.toml", CUP).bots(&["stupid"]).guests(&["walker"])
}

/// Two who are honest, and four who commit a fault by chance, so that it depends on who is out already which games
/// count, and no part knows that of the others.
fn moody_cup() -> Folder {
    ["anna", "bela", "cleo", "dora"]
        .iter()
        .fold(cup(), |folder, name| folder.file(&format!("bots/{name}.wasm"), moody()))
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
fn succeeds(folder: &Folder, arguments: &str) -> Ended {
    let ended = folder.judge(arguments);
    assert_eq!(ended.code, Some(0), "judge {arguments}\n{}", ended.stderr);
    ended
}

#[track_caller]
fn play_part(folder: &Folder, number: u32, total: u32) {
    succeeds(folder, &format!("run cup.toml --shard {number}/{total} --quiet"));
}

#[track_caller]
fn play_parts(folder: &Folder, total: u32, jobs: u32) {
    for number in 1..=total {
        succeeds(folder, &format!("run cup.toml --shard {number}/{total} --jobs {jobs} --quiet"));
    }
}

/// The results in one piece, played in a folder of their own, from where the way to the tournament is the same.
fn in_one_piece(folder: &Folder) -> Vec<String> {
    succeeds(folder, "run cup.toml --out whole/cup --quiet");
    RESULTS.map(|file| folder.read(&format!("whole/cup/{file}"))).into()
}

#[track_caller]
fn assert_merged(folder: &Folder, whole: &[String]) {
    for (file, whole) in RESULTS.iter().zip(whole) {
        let merged = folder.read(&format!("results/cup/{file}"));
        assert!(merged == *whole, "{file}\n{merged}\n{whole}");
    }
}

#[test]
fn any_number_of_parts_comes_to_the_same_bytes() {
    let whole = in_one_piece(&moody_cup());
    for (total, jobs) in [(1, 1), (1, 2), (2, 1), (2, 2), (5, 1), (5, 2)] {
        let folder = moody_cup();
        play_parts(&folder, total, jobs);
        succeeds(&folder, &format!("merge cup.toml --jobs {jobs}"));
        assert_merged(&folder, &whole);
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
        std::thread::yield_now();
    }
    judge.kill().expect("it can be killed");
    judge.wait().expect("it was a child");
    play_part(&folder, 2, 2);
    refused(
        &folder,
        "merge cup.toml",
        str![[r#"
error: results/cup/shard-1-of-2/manifest.toml: there is no finished part of a tournament here: No such file or directory (os error 2); run it with --shard to its end

"#]],
    );

    let resumed = succeeds(&folder, "run cup.toml --shard 1/2");
    let told = "results/cup/shard-1-of-2/journal: resuming: ";
    assert!(resumed.stderr.contains(told), "{}", resumed.stderr);
    assert_eq!(lines(), 180, "every game of the part is there once");
    succeeds(&folder, "merge cup.toml");
    assert_eq!(unforeseen(&folder, 2), 0, "all games are in the parts");
    assert_merged(&folder, &in_one_piece(&long_cup()));
}

#[test]
fn games_that_a_part_lost_are_played_when_it_is_merged() {
    let folder = moody_cup();
    play_parts(&folder, 2, 2);
    let journal = folder.path("results/cup/shard-2-of-2/journal");
    let bytes = fs::read(&journal).expect("it is there");
    fs::write(&journal, &bytes[..bytes.len() / 2]).expect("it can be written");
    let merged = succeeds(&folder, "merge cup.toml");
    assert!(merged.stderr.contains("shard-2-of-2/journal: "), "{}", merged.stderr);
    assert!(merged.stderr.contains("played here, because no part had them: "), "{}", merged.stderr);
    assert_merged(&folder, &in_one_piece(&moody_cup()));
}

#[test]
fn parts_may_lie_anywhere_and_are_told_by_what_is_in_them() {
    let folder = cup();
    succeeds(&folder, "run cup.toml --shard 1/2 --out here --quiet");
    succeeds(&folder, "run cup.toml --shard 2/2 --out there/second --quiet");
    succeeds(&folder, "merge cup.toml there/second here --quiet");
    assert_merged(&folder, &in_one_piece(&cup()));
}

/// The judge refuses `arguments` with the words expected, and writes nothing.
#[track_caller]
fn refused(folder: &Folder, arguments: &str, expected: Inline) {
    let before = folder.contents();
    let ended = folder.judge(arguments);
    assert_eq!(ended.code, Some(2), "{}", ended.stderr);
    assert_data_eq!(ended.stderr, expected.raw());
    assert!(folder.contents() == before, "something was written");
}

#[test]
fn missing_parts_are_told_by_number() {
    let folder = cup();
    for number in [1, 3, 5] {
        play_part(&folder, number, 5);
    }
    refused(
        &folder,
        "merge cup.toml",
        str![[r#"
error: cup.toml: of 5 parts these are missing: 2, 4; run them with --shard NUMBER/5

"#]],
    );
}

#[test]
fn a_part_that_is_there_twice_is_told_by_number() {
    let folder = cup();
    play_parts(&folder, 2, 2);
    succeeds(&folder, "run cup.toml --shard 2/2 --out results/cup/shard-again --quiet");
    refused(
        &folder,
        "merge cup.toml",
        str![[r#"
error: results/cup/shard-again: part 2 is listed twice, also as results/cup/shard-2-of-2; leave one out

"#]],
    );
}

#[test]
fn parts_of_another_division_are_refused() {
    let folder = cup();
    play_part(&folder, 1, 2);
    play_part(&folder, 2, 3);
    refused(
        &folder,
        "merge cup.toml",
        str![[r#"
error: results/cup/shard-2-of-3: it is part 2 of 3, but others are parts of 2; name parts of one division only

"#]],
    );
}

#[test]
fn parts_of_another_tournament_are_refused() {
    let folder = cup();
    play_parts(&folder, 2, 2);
    let folder = folder.file("cup.toml", CUP.replace("seed = 8", "seed = 4"));
    refused(
        &folder,
        "merge cup.toml",
        str![[r#"
error: results/cup/shard-1-of-2/manifest.toml: this part was played with a different "tournament"; run it again with the same tournament, bots and judge
error: results/cup/shard-2-of-2/manifest.toml: this part was played with a different "tournament"; run it again with the same tournament, bots and judge

"#]],
    );
}

#[test]
fn parts_with_another_bot_are_refused() {
    let folder = cup();
    play_part(&folder, 1, 2);
    let folder = folder.file("bots/stupid.wasm", bot("tidy"));
    play_part(&folder, 2, 2);
    refused(
        &folder,
        "merge cup.toml",
        str![[r#"
error: results/cup/shard-1-of-2/manifest.toml: this part was played with a different "contestant"; run it again with the same tournament, bots and judge

"#]],
    );
}

#[test]
fn a_folder_that_is_no_part_is_refused() {
    let folder = cup();
    in_one_piece(&folder);
    refused(
        &folder,
        "merge cup.toml whole/cup",
        str![[r#"
error: whole/cup/manifest.toml: it is not the manifest of a part; name folders that judge run --shard made

"#]],
    );
    refused(
        &folder,
        "merge cup.toml nowhere",
        str![[r#"
error: nowhere/manifest.toml: there is no finished part of a tournament here: No such file or directory (os error 2); run it with --shard to its end

"#]],
    );
}

#[test]
fn without_any_part_there_is_nothing_to_merge() {
    refused(
        &cup(),
        "merge cup.toml",
        str![[r#"
error: results/cup: there are no parts here: No such file or directory (os error 2); name their folders

"#]],
    );
    let folder = cup();
    succeeds(&folder, "run cup.toml --quiet");
    refused(
        &folder,
        "merge cup.toml",
        str![[r#"
error: results/cup: there are no parts here; run the tournament with --shard, or name the parts' folders

"#]],
    );
}

#[test]
fn formats_that_go_by_results_are_not_played_in_parts() {
    for format in ["swiss", "knockout"] {
        let folder = cup().file("cup.toml", CUP.replace("rounds = 12", &format!("format = \"{format}\"")));
        refused(
            &folder,
            "run cup.toml --shard 1/2",
            str![[r#"
error: cup.toml: in this format results decide who meets whom, so it cannot be played in parts; run it without --shard

"#]],
        );
    }
}

#[test]
fn a_tournament_that_may_stop_early_is_not_played_in_parts() {
    let folder = cup().file("cup.toml", format!("{CUP}stop = \"separated\"\n"));
    refused(
        &folder,
        "run cup.toml --shard 1/2",
        str![[r#"
error: cup.toml: with stop = "separated" results decide how many rounds there are, so it cannot be played in parts; remove stop

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
    assert_eq!(played_by(&slurm("3", "0")), ["shard-4-of-4"]);
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
fn there_may_not_be_more_tasks_than_parts() {
    let folder = cup();
    let ended = folder.judge_with(&[("JOB_COMPLETION_INDEX", "4")], "run cup.toml --shard auto/4");
    assert_eq!(ended.code, Some(2), "{}", ended.stderr);
    assert_data_eq!(
        ended.stderr,
        str![[r#"
error: cup.toml: this is task 5, but there are 4 parts; start as many tasks as parts

"#]]
        .raw()
    );
}

/// What a line of the Kubernetes manifest begins with, and what follows in it.
fn in_manifest(key: &str) -> Vec<String> {
    let manifest = project_text("tournaments/cluster/judge.yaml");
    let values = manifest.lines().filter_map(|line| line.trim_start().strip_prefix(key));
    values.map(|value| value.split(" #").next().unwrap_or_default().trim().to_owned()).collect()
}

#[test]
fn the_job_for_kubernetes_starts_a_pod_for_every_part() {
    let parts = in_manifest("completions: ");
    assert_eq!(parts.len(), 1, "{parts:?}");
    assert_eq!(in_manifest("parallelism: "), parts);
    assert_eq!(in_manifest("- --shard=auto/"), parts);
    assert_eq!(in_manifest("completionMode: "), ["Indexed"]);
    assert_eq!(in_manifest("restartPolicy: "), ["Never"], "backoffLimitPerIndex wants it so");
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
    assert_eq!(ended.stdout, "part 16 of 16 is finished; judge merge puts all parts together\n");
}
