//! Help beside the options: examples for each command. And completions and manual pages.

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Arg, Args, Command, CommandFactory};
use clap_complete::Shell;
use judge_core::error::{Error, Mistake};

use crate::shared::output::print;

/// The commands that most people need, in groups by what they do.
const GROUPS: &[(&str, &[&str])] = &[
    ("Write a bot", &["new", "play", "check", "compare"]),
    ("Run a tournament", &["run", "report", "verify", "replay"]),
    ("Run a season", &["serve", "submit"]),
];
/// All others, by who asks for them.
const MORE: &[(&str, &[&str])] = &[
    ("for authors", &["games", "new-game", "profile", "wit"]),
    ("for organisers", &["merge", "moves", "prepare", "rate", "repro", "seed", "status", "term"]),
    ("for your shell", &["completions", "man"]),
];

/// Examples for each command: a line with @ and its name, and below it the lines of its help.
const EXAMPLES: &str = include_str!("help/examples.txt");

/// Print completions for a shell
#[derive(Args)]
pub(super) struct Completions {
    /// The shell
    shell: Shell,
}

/// Write manual pages into a folder, one for each command
#[derive(Args)]
pub(super) struct Man {
    /// The folder
    folder: PathBuf,
}

/// The commands, each with the lines of its examples.
fn examples() -> impl Iterator<Item = (&'static str, &'static str)> {
    let of_each = EXAMPLES.trim_end().trim_start_matches('@').split("\n@");
    of_each.map(|examples| examples.split_once('\n').expect("a command has examples"))
}

/// The whole command line, with examples.
pub(super) fn command() -> Command {
    let mut command = crate::Arguments::command();
    for (name, lines) in examples() {
        command = command.mut_subcommand(name, |command| command.after_help(format!("Examples:\n{lines}")));
    }
    let text = overview(&command);
    with_negative_numbers(command.help_template(text))
}

/// The help of the whole program: clap knows no groups of commands.
fn overview(command: &Command) -> String {
    let about = |name: &&str| command.find_subcommand(name).and_then(Command::get_about);
    let line =
        |name: &&str| format!("  {name:<9}{}\n", about(name).map(ToString::to_string).unwrap_or_default());
    let group = |(title, names): &(&str, &[&str])| {
        format!("{title}:\n{}\n", names.iter().map(line).collect::<String>())
    };
    let groups: String = GROUPS.iter().map(group).collect();
    let more = |(who, names): &(&str, &[&str])| format!("  {who:<16}{}\n", names.join(", "));
    let more: String = MORE.iter().map(more).collect();
    format!(
        "{{about}}\n\n{{usage-heading}} {{usage}}\n\n{groups}More commands:\n{more}\njudge help COMMAND explains each of them.\n\nOptions:\n{{options}}"
    )
}

/// Lets values be negative numbers: what reads them says which numbers are right.
fn with_negative_numbers(command: Command) -> Command {
    let allowed = |arg: Arg| {
        let takes_value = arg.get_action().takes_values();
        if takes_value { arg.allow_negative_numbers(true) } else { arg }
    };
    command.mut_args(allowed).mut_subcommands(with_negative_numbers)
}

pub(super) fn completions(wanted: &Completions) -> ExitCode {
    let mut text = Vec::new();
    clap_complete::generate(wanted.shell, &mut command(), "judge", &mut text);
    print(&String::from_utf8(text).expect("completions are text"));
    ExitCode::SUCCESS
}

pub(super) fn man(wanted: &Man) -> Result<ExitCode, Error> {
    let folder = &wanted.folder;
    let cannot = |error| {
        Mistake::in_file(folder, format!("no manual can be written here: {error}; name another folder"))
    };
    std::fs::create_dir_all(folder).map_err(cannot)?;
    clap_mangen::generate_to(command(), folder).map_err(cannot)?;
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_command_is_in_one_group_and_ten_are_in_sight() {
        let count = |groups: &[(&str, &[&str])]| groups.iter().map(|(_, names)| names.len()).sum::<usize>();
        assert_eq!(count(GROUPS), 10);
        let grouped: BTreeSet<&str> =
            GROUPS.iter().chain(MORE).flat_map(|(_, names)| *names).copied().collect();
        assert_eq!(grouped.len(), count(GROUPS) + count(MORE), "each stands once");
        let command = command();
        let shown = command.get_subcommands().filter(|command| !command.is_hide_set());
        let shown: BTreeSet<&str> = shown.map(Command::get_name).filter(|name| *name != "help").collect();
        assert!(shown.is_subset(&grouped), "{:?}", shown.difference(&grouped));
    }

    #[test]
    fn every_command_has_examples() {
        let command = command();
        let named = command.get_subcommands().filter(|command| !command.is_hide_set());
        for command in named {
            let help = command.get_after_help().map(ToString::to_string).unwrap_or_default();
            assert!(help.starts_with("Examples:"), "judge {} has none", command.get_name());
        }
    }

    /// The options of a command and its subcommands, each with the words that lead to it.
    fn options(command: &Command, words: &[String]) -> Vec<(Arg, Vec<String>)> {
        let words = [words, &[command.get_name().to_owned()]].concat();
        let own = command.get_arguments().filter(|arg| arg.get_long().is_some());
        let own = own.map(|arg| (arg.clone(), words.clone()));
        let shown = command.get_subcommands().filter(|command| !command.is_hide_set());
        let inner = shown.flat_map(|inner| options(inner, &words));
        own.chain(inner).collect()
    }

    #[test]
    fn every_option_says_which_numbers_are_right() {
        let is_number = |arg: &Arg| {
            let name = arg.get_value_names().and_then(|names| names.first()).map(clap::builder::Str::as_str);
            matches!(name, Some("N" | "SECONDS" | "SEAT" | "CASE"))
        };
        let numbers = options(&command(), &[]).into_iter().filter(|(arg, _)| is_number(arg));
        let mut tried = 0;
        for (arg, words) in numbers {
            let option = format!("--{}", arg.get_long().expect("it is an option"));
            let line = words.into_iter().chain([option.clone(), "-1".into()]);
            let error =
                command().try_get_matches_from(line).expect_err("there is no such number").to_string();
            let told = error.split(": write a ").nth(1).unwrap_or_else(|| panic!("{option}: {error}"));
            assert!(told.contains("number") && !error.contains("tip:"), "{error}");
            tried += 1;
        }
        assert!(tried > 10, "{tried}");
    }

    #[test]
    fn every_example_is_a_command_of_ours() {
        for (name, examples) in examples() {
            for example in examples.lines().map(str::trim).filter(|example| example.starts_with("judge ")) {
                // The text between quotation marks is one word.
                let parts = example.split(" >").next().unwrap_or_default().split('"').enumerate();
                let words = parts.flat_map(|(number, part)| match number % 2 {
                    0 => part.split_whitespace().collect(),
                    _ => vec![part],
                });
                let parsed = command().try_get_matches_from(words);
                assert!(parsed.is_ok(), "{name}: {example}: {}", parsed.expect_err("it is an error"));
            }
        }
    }
}
