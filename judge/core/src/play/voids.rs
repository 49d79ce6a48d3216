//! Void games in words: their numbers, the contestants to blame, and what the organiser can do.

use std::collections::BTreeSet;

use judge_play::VoidCause;
use judge_play::text::{count_are, sanitize};

use crate::error::few;
use crate::phases::GameResult;
use crate::results::{Collection, Context};
use judge_rating::Scored;

/// The most void games that are listed; the others are counted.
const SHOWN: usize = 10;
/// Names on a line of the list to paste.
const NAMES_A_LINE: usize = 8;

/// Void games, as far as they are listed.
#[derive(Default)]
pub(crate) struct Voids<'a> {
    pub(crate) number: usize,
    games: Vec<String>,
    /// Contestants with calls that the watchdog ended.
    slow: BTreeSet<&'a str>,
    /// Contestants that recursed deeper than this machine can measure.
    deep: BTreeSet<&'a str>,
    /// The evidence of those games.
    pub(crate) evidence: Collection,
}

impl<'a> Voids<'a> {
    /// Adds a game of this number, if it is void.
    pub(crate) fn add(&mut self, context: Context<'a>, number: usize, scored: &Scored<'_>) {
        let GameResult::Played(record) = scored.result else { return };
        let Some(void) = record.void() else { return };
        self.evidence.add(context, number, scored);
        let bots = context.bots;
        let of_whom = match void.cause {
            VoidCause::Watchdog => Some(&mut self.slow),
            VoidCause::Depth => Some(&mut self.deep),
            VoidCause::Machine | VoidCause::Judge | VoidCause::Game => None,
        };
        if let (Some(of_whom), Some(seat)) = (of_whom, void.seat) {
            of_whom.insert(bots[scored.seating[seat.index()].0].name.as_str());
        }
        self.number += 1;
        if self.games.len() < SHOWN {
            let names = scored.seating.iter().map(|id| bots[id.0].name.as_str());
            let names = names.collect::<Vec<_>>().join(" ");
            self.games.push(format!("\n  game {number}, {names}: {}", sanitize(&void.detail)));
        }
    }

    /// The number of void games, and the first of them, one a line.
    pub(crate) fn words(&self) -> String {
        let (void, games) = (count_are(self.number, "game"), self.games.concat());
        let named: Vec<&str> = self.slow.union(&self.deep).copied().collect();
        if named.is_empty() {
            return format!("{void} void, because of this machine and not of a bot{games}");
        }
        let of = |names: &BTreeSet<&str>, words: fn(&str) -> String| {
            if names.is_empty() { String::new() } else { words(&few(names)) }
        };
        let slow = of(&self.slow, |names| format!("\nthe watchdog ended calls of {names}"));
        let deep = of(&self.deep, |names| {
            format!(
                "\nwith so little address space the judge cannot tell whether {names} would overflow the stack: raise the limit (ulimit -v), or lower --jobs"
            )
        });
        format!(
            "{void} void{games}{slow}{deep}\nto exclude them, add this to the tournament's file:\n{}",
            exclusion(&named)
        )
    }
}

/// A line ready to paste; several, if it would be a long one.
fn exclusion(names: &[&str]) -> String {
    let quoted: Vec<String> = names.iter().map(|name| format!("{name:?}")).collect();
    if quoted.len() <= NAMES_A_LINE {
        return format!("  exclude = [{}]", quoted.join(", "));
    }
    let lines: Vec<String> =
        quoted.chunks(NAMES_A_LINE).map(|names| format!("    {},\n", names.join(", "))).collect();
    format!("  exclude = [\n{}  ]", lines.concat())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_to_be_pasted_is_toml_of_short_lines_however_many_there_are() {
        for number in [1, 8, 9, 200] {
            let names: Vec<String> = (0..number).map(|n| format!("eve-{n}-{}", "x".repeat(30))).collect();
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            let text = exclusion(&names);
            assert!(text.lines().all(|line| line.len() < 400), "{text}");
            let table: toml::Table = text.parse().expect("it is TOML");
            let read = table["exclude"].as_array().expect("it is a list").iter();
            assert_eq!(read.map(|name| name.as_str().expect("a name")).collect::<Vec<_>>(), names);
        }
        assert_eq!(exclusion(&["eve"]), "  exclude = [\"eve\"]");
    }
}
