//! Faults of a case, and which of them are alike.

use judge_play::{Fault, FaultKind};

use super::plan::CheckCase;

/// A fault, and where it was committed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FaultAt {
    /// The fault.
    pub fault: Fault,
    /// The position in brackets, if the game began at one, and the actions before it.
    pub actions: Vec<String>,
    /// Some of the legal actions.
    pub legal: Vec<String>,
    /// The number of legal actions.
    pub legal_count: u32,
    /// Whether the bot had spent all of its fuel for the game.
    pub bank_spent: bool,
}

/// The likeness of faults of one kind: equal for those that are alike. Of a trap it has also what the bot did, since a bot
/// may crash in several ways.
pub(super) type Likeness = (bool, FaultKind, String, String, bool);

pub(super) fn likeness(case: &CheckCase, FaultAt { fault, bank_spent, .. }: &FaultAt) -> Likeness {
    let what = if fault.kind == FaultKind::Trap { without_values(&fault.detail) } else { String::new() };
    (case.is_usual, fault.kind, fault.function.to_string(), what, *bank_spent)
}

/// A trap's detail; of an exception only its type and its place, since its words may hold what comes from the game.
fn without_values(detail: &str) -> String {
    let place = detail.strip_suffix(')').and_then(|detail| detail.rsplit_once(" ("));
    match (detail.strip_prefix(judge_play::fault::EXCEPTION), place) {
        (Some(exception), Some((_, place))) => {
            format!("{} at {place}", exception.split([':', ' ']).next().unwrap_or_default())
        }
        _ => detail.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::without_values;

    #[test]
    fn exceptions_of_one_place_are_alike_whatever_they_say() {
        let of = |words: &str| without_values(&format!("exception: {words}"));
        assert_eq!(of("KeyError: 17 (bot.py:7 in choose)"), of("KeyError: 18 (bot.py:7 in choose)"));
        assert_ne!(of("KeyError: 17 (bot.py:7 in choose)"), of("KeyError: 17 (bot.py:8 in choose)"));
        assert_ne!(of("KeyError: 17 (bot.py:7 in choose)"), of("IndexError: 17 (bot.py:7 in choose)"));
        assert_eq!(
            of("it returned 17; return [3, 4] (a.rb:7 in f)"),
            of("it returned 18; return [3, 4] (a.rb:7 in f)")
        );
        assert_ne!(without_values("integer divide by zero"), without_values("out of bounds memory access"));
    }
}
