//! Numbers and names as a report writes them.

pub(crate) use judge_limits::text::{many, thousands};
pub(crate) use judge_rating::words::{interval, whole};

/// A game's name as a heading has it: `connect-four` is Connect four.
#[must_use]
pub fn name_of(game: &str) -> String {
    let mut game = game.replace('-', " ");
    if let Some(first) = game.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    game
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_are_set_apart() {
        assert_eq!([0, 999, 1_000, 1_234_567].map(thousands), ["0", "999", "1,000", "1,234,567"]);
    }
}
