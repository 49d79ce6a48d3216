//! The entries into a module from outside: facts in, the functions and how they may behave out.

use std::collections::BTreeMap;

use crate::MeterError;
use crate::facts::Facts;

/// The functions by which a module is entered from outside: its exports and its start function.
pub(crate) fn entries(facts: &Facts) -> Result<Vec<Entry>, MeterError> {
    let mut entries = BTreeMap::new();
    let exported = facts.exports.iter().filter_map(|(name, function)| Some(((*function)?, Manner::of(name))));
    for (function, manner) in exported.chain(facts.start.map(|function| (function, Manner::Loud))) {
        // One name is enough to forbid a function to call the host.
        let known = entries.entry(function).or_insert(manner);
        *known = (*known).max(manner);
    }
    let entries = entries.into_iter().map(|(function, manner)| Entry { function, manner });
    entries.map(|entry| facts.function_type(entry.function).map(|_| entry)).collect()
}

/// A function by which a module is entered from outside.
#[derive(Clone, Copy)]
pub(crate) struct Entry {
    pub(crate) function: u32,
    pub(crate) manner: Manner,
}

/// Whether a function may call the host while the host has called it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Manner {
    Loud,
    /// It may not: it makes room for what the host hands over, or cleans up after an answer.
    Quiet {
        makes_room: bool,
    },
}

impl Manner {
    /// The manner of an export, by the names that the canonical ABI's tools use.
    fn of(name: &str) -> Self {
        match name {
            _ if name.starts_with("cabi_post_") => Self::Quiet { makes_room: false },
            _ if name.starts_with("cabi_") && name.contains("realloc") => Self::Quiet { makes_room: true },
            _ => Self::Loud,
        }
    }
}
