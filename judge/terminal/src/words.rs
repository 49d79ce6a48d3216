//! Sentences that front ends share.

use std::borrow::Borrow;

use judge_play::scenes::Facts;

/// The first line for a person who is new to the game: what to type, and where the rest is explained.
#[must_use]
pub fn hint(facts: &Facts) -> String {
    format!("Type {}; ? for help, u to take back, q to leave.", facts.example)
}

/// A list as people write it: `a, b and c`.
#[must_use]
pub fn and<T: Borrow<str>>(items: &[T]) -> String {
    match items {
        [most @ .., last] if !most.is_empty() => format!("{} and {}", most.join(", "), last.borrow()),
        _ => items.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_read_well() {
        let list = |items: &[&str]| and(&items.iter().map(ToString::to_string).collect::<Vec<_>>());
        assert_eq!([list(&[]), list(&["a"]), list(&["a", "b", "c"])], ["", "a", "a, b and c"]);
    }
}
