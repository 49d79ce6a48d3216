//! Names of functions, which strangers chose, as they may be shown: mangled names in, short readable ones out.

use std::collections::BTreeMap;

use judge_meter::{WatchedFunction, Whose};
use judge_play::text::{cut, sanitize};

use super::tree::{BEYOND, LOST};

/// The most characters of a name that are shown.
const CHARACTERS_MAX: usize = 160;
/// The module that the judge's own functions are imported from.
const HOST: &str = "judge:arena/host@";

/// The names of a bot's functions; functions of one name count as one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Names {
    names: Vec<String>,
}

impl Names {
    /// The names, and the number of the name of each function.
    pub(super) fn of(functions: &[WatchedFunction]) -> (Self, Vec<u32>) {
        let (mut names, mut known) = (Self::default(), BTreeMap::new());
        let numbers = functions.iter().map(|function| {
            let name = readable(function);
            *known.entry(name.clone()).or_insert_with(|| {
                names.names.push(name);
                u32::try_from(names.names.len() - 1).expect("a file has fewer than 2^32 functions")
            })
        });
        let numbers = numbers.collect();
        (names, numbers)
    }

    /// The name of this number.
    pub(super) fn get(&self, number: u32) -> &str {
        match number {
            LOST => "(lost: the bot did not come back)",
            BEYOND => "(paths that are not told apart)",
            _ => self.names.get(number as usize).map_or("?", String::as_str),
        }
    }
}

/// A function's name as its author wrote it, without the hash that the compiler adds, safe to be shown.
fn readable(function: &WatchedFunction) -> String {
    let plain = match function.whose {
        Whose::Own => format!("{:#}", rustc_demangle::demangle(&function.name)),
        Whose::Imported => match function.name.split_once(" of ") {
            Some((name, module)) if module.starts_with(HOST) => format!("{name} (judge)"),
            Some((name, module)) => format!("{name} ({module})"),
            None => function.name.clone(),
        },
    };
    // On one line, cut, without what the formats of flame graphs take for their own.
    let shown = sanitize(&plain).replace(';', ":");
    let cut = cut(shown.trim(), CHARACTERS_MAX);
    if cut.is_empty() { "(no name)".into() } else { cut }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn own(name: &str) -> WatchedFunction {
        WatchedFunction { name: name.into(), whose: Whose::Own }
    }

    #[test]
    fn names_are_demangled_without_their_hash() {
        let (names, numbers) = Names::of(&[
            own("_ZN4core3fmt9Formatter3pad17h0123456789abcdefE"),
            own("_ZN4core3fmt9Formatter3pad17hfedcba9876543210E"),
            own("_RNvC6_123foo3bar"),
        ]);
        assert_eq!(numbers, [0, 0, 1]);
        assert_eq!(names.get(0), "core::fmt::Formatter::pad");
        assert_eq!(names.get(1), "123foo::bar");
    }

    #[test]
    fn names_of_strangers_do_no_harm() {
        let bell = own("a;b\nc\u{1b}[31m\u{202e}d 12");
        let (names, _) = Names::of(&[bell, own(&"x".repeat(100_000)), own("  ")]);
        let name = names.get(0);
        assert!(!name.contains([';', '\n', '\u{1b}', '\u{202e}']), "{name:?}");
        assert_eq!(names.get(1).chars().count(), CHARACTERS_MAX + 2);
        assert_eq!(names.get(2), "(no name)");
    }

    #[test]
    fn functions_of_the_judge_are_marked() {
        let log = WatchedFunction { name: "log of judge:arena/host@1.0.0".into(), whose: Whose::Imported };
        assert_eq!(Names::of(&[log]).0.get(0), "log (judge)");
    }
}
