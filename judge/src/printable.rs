//! Text that somebody else chose, made fit for a line on a terminal.

use std::any::Any;
use std::error::Error;
use std::path::Path;

/// The text with what controls a terminal escaped, so that it moves no cursor, keeps to
/// its line, and is seen as it is.
pub(crate) fn printable(text: &str) -> String {
    let escape = |c: char| if misleads(c) { c.escape_default().collect() } else { c.to_string() };
    text.chars().map(escape).collect()
}

/// A path, fit to be shown: names of files and folders may be anybody's.
pub(crate) fn printable_path(path: &Path) -> String {
    printable(&path.display().to_string())
}

/// Control characters, and those that are not seen or turn the direction of writing round.
fn misleads(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{feff}')
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
        || matches!(c, '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// The text, or its first characters and a sign that there were more.
pub(crate) fn cut(text: &str, characters_max: usize) -> String {
    match text.char_indices().nth(characters_max) {
        Some((end, _)) => format!("{} …", &text[..end]),
        None => text.to_owned(),
    }
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

#[cfg(test)]
mod tests {
    use super::{cut, printable};

    #[test]
    fn a_long_text_is_cut_between_characters() {
        assert_eq!((cut("ééé", 3).as_str(), cut("ééé", 2).as_str()), ("ééé", "éé …"));
    }

    #[test]
    fn what_can_be_seen_is_left_as_it_is() {
        for text in ["", "a b", "é", "日本", "\u{1f3b2}", "\"'\\"] {
            assert_eq!(printable(text), text);
        }
    }

    #[test]
    fn what_moves_a_cursor_or_turns_the_writing_round_is_escaped() {
        let text = "\u{1b}[2J\u{202e}gnp.\u{200b}\u{2066}\u{2028}\u{feff}\u{e0041}\n";
        assert!(printable(text).chars().all(|c| c.is_ascii_graphic()), "{}", printable(text));
    }
}
