//! The keys that a tournament's file may have, the numbers that they take, and the nearest key to an unknown one.

use std::sync::LazyLock;

use judge_play::GAMES;
use judge_sandbox::{LIMITS, LimitInfo, Width};
use serde::de::IgnoredAny;

use super::source::words::listed;
use super::typed::TournamentFile;
use crate::error::few;
use crate::tournament::GAME_LIMITS;

/// The most rounds per pairing.
pub const ROUNDS_MAX: u32 = 100_000;
/// The most players at a table, in the game that takes most.
pub(super) const SEATS_MAX: u8 = 8;

/// All limits that are numbers: of bots, and of a game that is a file.
pub(super) fn known_limits() -> impl Iterator<Item = &'static LimitInfo> {
    LIMITS.iter().chain(GAME_LIMITS)
}

/// Tables, by the lines in brackets that begin them.
const TABLES: &str = "[limits], [rules], [names], [teams], [bands], [serve], [[contestant]], [[phase]], [[late]], [[withdrawn]]";

/// Keys of the whole tournament, which stand above all tables.
pub(super) fn top() -> Vec<&'static str> {
    /// What the reader says of an unknown key: it lists all keys, and all tables.
    static ALL: LazyLock<String> = LazyLock::new(|| {
        let read = toml::from_str::<TournamentFile<IgnoredAny>>("none = 0");
        read.err().expect("there is no such key").message().to_owned()
    });
    let is_table = |key: &str| TABLES.split(", ").any(|table| table.trim_matches(['[', ']']) == key);
    listed(&ALL).1.into_iter().filter(|key| !is_table(key)).collect()
}

/// An unknown key or value, with the nearest right one.
#[must_use]
pub fn unknown(kind: &str, typed: &str, known: &[&str]) -> String {
    // Some letters of other scripts look like ours.
    let strange = typed.chars().find(|letter| letter.is_alphabetic() && !letter.is_ascii());
    let strange =
        strange.map(|letter| format!(" The {letter} in it is another letter (U+{:04X})", u32::from(letter)));
    let strange = strange.unwrap_or_default();
    match nearest(typed, known) {
        Some(nearest) => format!("unknown {kind} {typed:?}; did you mean {nearest:?}?{strange}"),
        // Our own words are told whole; contestants may be a thousand.
        None if known.len() > 60 => format!("unknown {kind} {typed:?}; the known ones are {}", few(known)),
        None => format!("unknown {kind} {typed:?}; the known ones are {}", known.join(", ")),
    }
}

/// An unknown table: `typed` is the line that begins it.
pub(super) fn unknown_table(typed: &str) -> String {
    let typed = typed.trim();
    match nearest(typed, &TABLES.split(", ").collect::<Vec<_>>()) {
        Some(nearest) => format!("there is no table {typed}; did you mean {nearest}?"),
        None if typed.starts_with("[[") => {
            format!("there is no table {typed}; write [[contestant]] for one contestant with its wasm")
        }
        None => format!(
            "there is no table {typed}; keys of the whole tournament stand at the top, above the first line in brackets, and the tables are {TABLES}"
        ),
    }
}

/// An unknown key of a table, with the nearest right one, or with the table where it is known. `table` is its name in
/// brackets, or empty for the top of the file.
pub(super) fn unknown_key(table: &str, typed: &str, known: &[&str]) -> String {
    let is_rule =
        |key: &str| key != "seats" && GAMES.iter().any(|game| game.keys.iter().any(|k| k.name == key));
    let is_limit = |key: &str| key == Width::KEY || known_limits().any(|limit| limit.key == key);
    match typed {
        "go_on" if table.ends_with("phase]]") => {
            "\"go_on\" is for format = \"groups\"; write best_of_each in the phase after the groups"
                .to_owned()
        }
        _ if !table.is_empty() && top().contains(&typed) => {
            format!(
                "{typed:?} is a key of the whole tournament; move it up, above the first line in brackets"
            )
        }
        _ if table != "[limits]" && is_limit(typed) => {
            format!("{typed:?} is a limit; move it down, below a line [limits]")
        }
        _ if table != "[rules]" && is_rule(typed) => {
            format!("{typed:?} is a rule of a game; move it down, below a line [rules]")
        }
        // A rule that is called otherwise, as in board_size.
        _ => match typed.split('_').find(|part| table != "[rules]" && is_rule(part)) {
            Some(rule) => {
                format!("unknown key {typed:?}; did you mean {rule:?}? It stands below a line [rules]")
            }
            None => unknown("key", typed, known),
        },
    }
}

/// The known word nearest to the typed one, if one is near enough.
#[must_use]
pub fn nearest<'a>(typed: &str, known: &[&'a str]) -> Option<&'a str> {
    let is_near = |word: &str| {
        let is_begun =
            typed.len().min(word.len()) > 2 && (word.starts_with(typed) || typed.starts_with(word));
        let parts: Vec<&str> = typed.split(['_', '-', ' ']).collect();
        let is_in_it = word.split('_').all(|part| parts.contains(&part));
        // The same unit, as in fuse_seconds.
        let has_unit =
            parts.len() > 1 && parts.last().is_some_and(|last| word.ends_with(&format!("_{last}")));
        is_begun || is_in_it || has_unit || strsim::normalized_damerau_levenshtein(typed, word) >= 0.6
    };
    let likeness = |word: &str| strsim::jaro_winkler(typed, word);
    let near = known.iter().copied().filter(|word| is_near(word));
    near.max_by(|a, b| likeness(a).total_cmp(&likeness(b)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_near_if_it_was_probably_meant() {
        for (typed, meant) in [
            ("ruonds", "rounds"),
            ("random_seed", "seed"),
            ("number-of-rounds", "rounds"),
            ("contestant", "contestants"),
            ("start_plies", "opening_plies"),
        ] {
            assert_eq!(nearest(typed, &top()), Some(meant), "{typed}");
        }
        for typed in ["tournament", "grid_size", "players", "a", "timeout"] {
            assert_eq!(nearest(typed, &top()), None, "{typed}");
        }
    }
}
