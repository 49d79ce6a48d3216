//! Text that somebody else chose, made fit for a terminal.

/// The text with its control characters escaped, so that it moves no cursor and
/// keeps to its line.
pub(crate) fn printable(text: &str) -> String {
    let escape = |c: char| if c.is_control() { c.escape_default().collect() } else { c.to_string() };
    text.chars().map(escape).collect()
}
