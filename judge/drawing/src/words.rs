//! Numbers and names as a report writes them.

pub(crate) use judge_limits::text::thousands;

/// A number, set apart by thousands, with a noun.
pub(crate) fn many(number: u64, noun: &str) -> String {
    format!("{} {noun}{}", thousands(number), if number == 1 { "" } else { "s" })
}

/// A rating without decimals, and with the sign that is as wide as a digit.
pub(crate) fn whole(number: f64) -> String {
    let text = format!("{:.0}", number.abs());
    if number < 0.0 && text != "0" { format!("\u{2212}{text}") } else { text }
}

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

    #[test]
    fn ratings_below_zero_have_a_minus_sign() {
        assert_eq!([12.4, -12.6, -0.2].map(whole), ["12", "\u{2212}13", "0"]);
    }
}
