//! The keys that a tournament's file may have, the numbers that they take, and what was meant by one that is unknown.

use judge_play::GAMES;
use judge_sandbox::{LIMITS, LimitInfo, Width};

use crate::host::GAME_LIMITS;

/// The most rounds per pairing.
pub(super) const ROUNDS_MAX: u32 = 100_000;
/// The most players at a table, in the game that takes most.
pub(super) const SEATS_MAX: u8 = 8;

/// Keys of the whole tournament, which stand above all tables.
pub(super) const TOP: [&str; 20] = [
    "title",
    "game",
    "seed",
    "announced",
    "beacon",
    "format",
    "champions",
    "seeding",
    "rounds",
    "seats",
    "stop",
    "opening_plies",
    "openings",
    "faults",
    "exclude",
    "bad_files",
    "audit",
    "publish",
    "contestants",
    "examples",
];

/// All limits that are numbers: of bots, and of a game that is a file.
pub(super) fn known_limits() -> impl Iterator<Item = &'static LimitInfo> {
    LIMITS.iter().chain(GAME_LIMITS)
}

/// An unknown key or value, with the nearest right one.
pub(super) fn unknown(kind: &str, typed: &str, known: &[&str]) -> String {
    match nearest(typed, known) {
        Some(nearest) => format!("unknown {kind} {typed:?}; did you mean {nearest:?}?"),
        None => format!("unknown {kind} {typed:?}; the known ones are {}", known.join(", ")),
    }
}

/// An unknown key of a table, with the nearest right one, or with the table where it is known. `table` is its name in
/// brackets, or empty for the top of the file.
pub(super) fn unknown_key(table: &str, typed: &str, known: &[&str]) -> String {
    let is_rule =
        |key: &str| key != "seats" && GAMES.iter().any(|game| game.keys.iter().any(|k| k.name == key));
    let is_limit = |key: &str| key == Width::KEY || known_limits().any(|limit| limit.key == key);
    match typed {
        _ if !table.is_empty() && TOP.contains(&typed) => {
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
        _ => unknown("key", typed, known),
    }
}

/// The word that was probably meant, if one is near enough.
#[must_use]
pub fn nearest<'a>(typed: &str, known: &[&'a str]) -> Option<&'a str> {
    let likeness = |word: &str| strsim::jaro_winkler(typed, word);
    let nearest = known.iter().copied().max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
    nearest.filter(|word| likeness(word) >= 0.7)
}
