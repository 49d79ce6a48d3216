//! A tournament that comes from standard input or a pipe.

use crate::support::Folder;

const CUP: &str = "title = \"Our evening, 1\"\ngame = \"battleship\"\nseed = 7\nrounds = 2\ncontestants = [\"bots/*.wasm\"]\nfaults = \"forfeit\"\n";

fn cup() -> Folder {
    Folder::new().file("cup.toml", CUP).bots(&["tidy", "crasher"]).guests(&["walker"])
}

#[test]
fn a_tournament_from_standard_input_is_the_one_from_a_file() {
    let folder = cup();
    let ended = folder.judge_typing("run -", CUP);
    assert!(ended.stdout.ends_with("written to results/Our-evening-1\n"), "{ended:?}");
    let [results, games, manifest] = folder.results_in("results/Our-evening-1");
    folder.succeeds("run cup.toml --quiet");
    let of_file = folder.results_in("results/cup");
    assert_eq!([&results, &games], [&of_file[0], &of_file[1]]);
    assert!(manifest.contains("file = \"-\"\npath = \"../../-\"\n"), "{manifest}");
    let again = folder.judge_typing("run -", CUP);
    assert!(again.stderr.contains("results/Our-evening-1/journal: resuming: 12 games kept"), "{again:?}");
}

#[test]
fn a_title_that_was_used_before_replaces_no_other_tournament() {
    let folder = cup();
    folder.judge_typing("run - --quiet", CUP);
    let [results, ..] = folder.results_in("results/Our-evening-1");
    let others = [CUP.replace("seed = 7", "seed = 8"), format!("{CUP}[rules]\nsize = 9\n")];
    for other in others {
        let told = folder.judge_typing("run - --quiet", &other);
        assert_eq!(told.code, Some(2), "{told:?}");
        assert_eq!(
            told.stderr,
            "error: results/Our-evening-1: it has the results of another tournament with the title \"Our evening, 1\"; name another folder with --out, or remove it\n"
        );
        assert_eq!(folder.results_in("results/Our-evening-1")[0], results);
        let elsewhere = folder.judge_typing("run - --quiet --out elsewhere --fresh", &other);
        assert!(elsewhere.code == Some(0) || elsewhere.stderr.contains("elsewhere"), "{elsewhere:?}");
    }
    // Nor does a file that is called so.
    let file = folder.file("Our-evening-1.toml", CUP.replace("seed = 7", "seed = 8"));
    assert_eq!(file.judge("run Our-evening-1.toml --quiet").code, Some(2));
    let more = file.judge_typing("run -", &CUP.replace("rounds = 2", "rounds = 3"));
    assert!(more.stderr.contains("resuming: 12 games kept"), "it goes on: {more:?}");
}

#[test]
fn results_of_standard_input_can_be_checked_with_the_same_text() {
    let folder = cup();
    folder.judge_typing("run - --quiet", CUP);
    let commands = [
        "verify results/Our-evening-1",
        "repro results/Our-evening-1/faults/crasher.trap.toml",
        "replay results/Our-evening-1 1",
        "moves results/Our-evening-1",
    ];
    for command in commands {
        let without = folder.judge(command);
        let told = "-: the tournament's file is not there; name it with --tournament";
        assert!(without.code == Some(2) && without.stderr.contains(told), "{command} {without:?}");
        folder.succeeds(&format!("{command} --tournament cup.toml"));
        let typed = folder.judge_typing(&format!("{command} --tournament -"), CUP);
        assert_eq!(typed.code, Some(0), "{command} {typed:?}");
    }
    folder.succeeds("run cup.toml --quiet");
    let typed = folder.judge_typing("verify results/cup --tournament -", CUP);
    assert_eq!(typed.code, Some(0), "{typed:?}");
}

#[test]
fn mistakes_in_standard_input_are_told_with_their_lines() {
    let told = cup().judge_typing("run -", &CUP.replace("seed = 7", "seed = -7"));
    assert!(told.code == Some(2) && told.stderr.contains("error: standard input:3: seed"), "{told:?}");
    let untitled = cup().judge_typing("run -", &CUP.replace("title", "# title"));
    assert!(untitled.stdout.ends_with("written to results/tournament\n"), "{untitled:?}");
}

#[cfg(unix)]
#[test]
fn a_tournament_comes_from_any_open_file_and_results_name_no_pipe() {
    let folder = cup();
    let piped = folder.judge_in_shell("cat cup.toml |", "run /dev/fd/0");
    assert!(piped.stdout.ends_with("written to results/Our-evening-1\n"), "{piped:?}");
    let redirected = folder.judge_in_shell("exec <cup.toml &&", "run /dev/stdin");
    assert!(redirected.stderr.contains("resuming: 12 games kept"), "{redirected:?}");
    let made = std::process::Command::new("mkfifo").arg(folder.path("bots/pipe")).status();
    assert!(made.expect("it can be started").success());
    let named = folder.judge_in_shell("cat cup.toml >bots/pipe & exec", "run bots/pipe");
    assert!(named.stderr.contains("resuming: 12 games kept"), "{named:?}");
    let endless = folder.judge("run /dev/zero");
    assert!(endless.stderr.contains("/dev/zero: it cannot be read: it has more than 4194304 bytes"));
}
