//! Text that somebody else chose, made fit for a line on a terminal.

use std::any::Any;
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

/// What a panic said, on one line of bounded length.
pub(crate) fn panic_text(payload: &(dyn Any + Send)) -> String {
    const CHARACTERS_MAX: usize = 300;
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    printable(text.unwrap_or("it did not say why")).chars().take(CHARACTERS_MAX).collect()
}
