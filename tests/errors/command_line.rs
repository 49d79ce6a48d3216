//! Mistakes on the command line, and folders that cannot take the results.

use snapbox::data::Inline;
use snapbox::{IntoData, assert_data_eq, str};

use super::{cup, refused_to};

/// The command line cannot be understood; what is said then is `clap`'s, and has more than one line.
#[track_caller]
fn misused(arguments: &str, expected: Inline) {
    let folder = cup();
    let before = folder.contents();
    let ended = folder.judge(arguments);
    assert_eq!(ended.code, Some(2), "{}", ended.stderr);
    assert_eq!(ended.stdout, "");
    assert!(folder.contents() == before, "something was written");
    assert_data_eq!(ended.stderr, expected.raw());
}

#[test]
fn no_jobs() {
    misused(
        "run cup.toml --jobs 0",
        str![[r#"
error: invalid value '0' for '--jobs <N>': write a whole number from 1 to 256

For more information, try '--help'.

"#]],
    );
}

#[test]
fn numbers_below_nothing() {
    for (arguments, words) in [
        ("run cup.toml --jobs -1", "'-1' for '--jobs <N>': write a whole number from 1 to 256"),
        (
            "play othello human greedy --delay -1",
            "'-1' for '--delay <SECONDS>': write a number of seconds from 0 to 60",
        ),
        ("replay results -1", "'-1' for '[GAME]': write a whole number, 0 or more"),
        (
            "verify results --sample -5%",
            "'-5%' for '--sample <SHARE>': \"-5%\" is not a share; write it like 5% or 0.05",
        ),
        (
            "run cup.toml --shard -1/3",
            "'-1/3' for '--shard <PART/PARTS>': write a part and the number of parts, as in 3/16, up to 10000, or auto/16",
        ),
    ] {
        let ended = cup().judge(arguments);
        let told = format!("error: invalid value {words}\n\nFor more information, try '--help'.\n");
        assert_eq!((ended.code, ended.stderr), (Some(2), told));
    }
}

#[test]
fn no_such_part() {
    misused(
        "run cup.toml --shard 4/3",
        str![[r#"
error: invalid value '4/3' for '--shard <PART/PARTS>': write a part and the number of parts, as in 3/16, up to 10000, or auto/16

For more information, try '--help'.

"#]],
    );
    misused(
        "run cup.toml --shard 3",
        str![[r#"
error: invalid value '3' for '--shard <PART/PARTS>': write a part and the number of parts, as in 3/16, up to 10000, or auto/16

For more information, try '--help'.

"#]],
    );
}

#[test]
fn no_tournament() {
    misused(
        "run",
        str![[r#"
error: the following required arguments were not provided:
  <TOURNAMENT>

Usage: judge run <TOURNAMENT>

For more information, try '--help'.

"#]],
    );
}

#[test]
fn an_unknown_option() {
    misused(
        "run cup.toml --job 2",
        str![[r#"
error: unexpected argument '--job' found

  tip: a similar argument exists: '--jobs'

Usage: judge run --jobs <N> <TOURNAMENT>

For more information, try '--help'.

"#]],
    );
}

#[test]
fn an_unknown_command() {
    misused(
        "rum cup.toml",
        str![[r#"
error: unrecognized subcommand 'rum'

  tip: a similar subcommand exists: 'run'

Usage: judge <COMMAND>

For more information, try '--help'.

"#]],
    );
}

#[test]
fn a_file_where_the_results_should_go() {
    refused_to(
        "run cup.toml --out taken",
        &cup().file("taken", ""),
        str![[r#"
error: taken: the folder for the results cannot be written to: File exists (os error 17); name another with --out

"#]],
    );
}

#[test]
fn a_file_above_where_the_results_should_go() {
    refused_to(
        "run cup.toml --out taken/by/a/file",
        &cup().file("taken", ""),
        str![[r#"
error: taken/by/a/file: the folder for the results cannot be written to: Not a directory (os error 20); name another with --out

"#]],
    );
}

#[test]
fn a_file_where_the_results_go_by_default() {
    refused_to(
        "run cup.toml",
        &cup().file("results", ""),
        str![[r#"
error: results/cup: the folder for the results cannot be written to: Not a directory (os error 20); name another with --out

"#]],
    );
}

#[test]
fn a_folder_where_a_file_should_go() {
    let in_the_way = |file: &str| cup().file(&format!("results/cup/{file}/in-the-way"), "");
    refused_to(
        "run cup.toml --quiet",
        &in_the_way("results.csv"),
        str![[r#"
error: results/cup/results.csv: it is a folder where a file of results should go; remove it, or name another folder with --out

"#]],
    );
    refused_to(
        "run cup.toml --quiet",
        &in_the_way("games.csv"),
        str![[r#"
error: results/cup/games.csv: it is a folder where a file of results should go; remove it, or name another folder with --out

"#]],
    );
    refused_to(
        "run cup.toml --quiet",
        &in_the_way("manifest.toml"),
        str![[r#"
error: results/cup/manifest.toml: it is a folder where a file of results should go; remove it, or name another folder with --out

"#]],
    );
}

#[cfg(unix)]
#[test]
fn a_file_or_a_link_where_the_folder_of_evidence_should_go() {
    refused_to(
        "run cup.toml --quiet",
        &cup().file("results/cup/faults", ""),
        str![[r#"
error: results/cup/faults: it is a file where a folder of evidence should go; remove it, or name another folder with --out

"#]],
    );
    let folder = cup().file("elsewhere/x.trap.toml", "kept").file("results/cup/journal", "");
    std::os::unix::fs::symlink("../../elsewhere", folder.path("results/cup/faults")).expect("there is room");
    refused_to(
        "run cup.toml --quiet",
        &folder,
        str![[r#"
error: results/cup/faults: it is a link where a folder of evidence should go; remove it, or name another folder with --out

"#]],
    );
    assert_eq!(folder.read("elsewhere/x.trap.toml"), "kept");
}
