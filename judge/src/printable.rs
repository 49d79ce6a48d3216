//! Text that somebody else chose, made fit for a line on a terminal.

use std::error::Error;

/// The text with its control characters escaped, so that it moves no cursor and
/// keeps to its line.
pub(crate) fn printable(text: &str) -> String {
    let escape = |c: char| if c.is_control() { c.escape_default().collect() } else { c.to_string() };
    text.chars().map(escape).collect()
}

/// An error with its causes, on one line.
pub(crate) fn one_line<'a>(chain: impl Iterator<Item = &'a (dyn Error + 'static)>) -> String {
    let causes: Vec<String> = chain.map(ToString::to_string).collect();
    causes.join(": ").split_whitespace().collect::<Vec<_>>().join(" ")
}
