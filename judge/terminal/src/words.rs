//! Lists as people write them, which front ends share.

use std::borrow::Borrow;

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
