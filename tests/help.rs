//! Completions, manual pages, examples, and what is said of a word that is nearly right.

use crate::support::Folder;

#[test]
fn every_shell_has_completions() {
    for shell in ["bash", "zsh", "fish", "elvish", "powershell"] {
        let ended = Folder::new().judge(&format!("completions {shell}"));
        assert_eq!((ended.code, ended.stderr.as_str()), (Some(0), ""));
        assert!(ended.stdout.contains("compare") && ended.stdout.contains("against"), "{shell}");
    }
}

#[test]
fn every_command_has_a_manual_page() {
    let folder = Folder::new();
    assert_eq!(folder.judge("man pages").code, Some(0));
    assert!(folder.read("pages/judge-compare.1").contains("Examples"));
    assert!(folder.read("pages/judge.1").contains("judge\\-check"));
}

#[test]
fn help_has_examples_and_no_colours_where_there_is_no_terminal() {
    let ended = Folder::new().judge("check --help");
    assert!(ended.stdout.contains("Examples:\n  judge check sailor.wasm\n"), "{}", ended.stdout);
    assert!(!ended.stdout.contains('\u{1b}'), "{}", ended.stdout);
}

#[test]
fn a_word_that_is_nearly_right_brings_the_right_one() {
    for (typed, meant) in [
        ("compre a b", "'compare'"),
        ("new othelo a --lang c", "'othello'"),
        ("run --frsh x", "'--fresh'"),
        ("compare greedy edgr", "\"edgar\""),
    ] {
        let ended = Folder::new().judge(typed);
        assert_eq!(ended.code, Some(2));
        assert!(ended.stderr.contains(meant), "{typed}: {}", ended.stderr);
    }
}

#[test]
fn each_command_of_a_season_says_what_it_does() {
    let listed = Folder::new().judge("serve --help").stdout;
    let (_, commands) = listed.split_once("Commands:\n").expect("they are listed");
    let commands = commands.lines().take_while(|line| !line.is_empty());
    let mut said: Vec<&str> =
        commands.filter_map(|line| Some(line.trim().split_once("  ")?.1.trim())).collect();
    let count = said.len();
    said.sort_unstable();
    said.dedup();
    assert!(count > 20 && said.len() == count, "{listed}");
}
