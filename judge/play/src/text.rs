//! Text that somebody else chose, made safe for a line on a terminal, in a file or on a page.

use std::any::Any;
use std::error::Error;
use std::path::Path;

/// The text with control characters and invisible or direction-changing characters escaped:
/// it stays on its line, moves no cursor and looks like what it is.
#[must_use]
pub fn sanitize(text: &str) -> String {
    let escape = |c: char| if misleads(c) { c.escape_default().collect() } else { c.to_string() };
    text.chars().map(escape).collect()
}

/// A path, safe to be shown: anybody may have named the file or folder.
#[must_use]
pub fn sanitize_path(path: &Path) -> String {
    sanitize(&path.display().to_string())
}

/// Control characters, and characters that are invisible or change the direction of writing.
fn misleads(c: char) -> bool {
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{feff}')
        || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
        || matches!(c, '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// The text, or its first `characters_max` characters and a sign that there were more.
#[must_use]
pub fn cut(text: &str, characters_max: usize) -> String {
    match text.char_indices().nth(characters_max) {
        Some((end, _)) => format!("{} …", &text[..end]),
        None => text.to_owned(),
    }
}

/// A number with the noun it counts: `1 game`, `2 games`.
#[must_use]
pub fn count(number: u64, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// An error with its causes, on one line.
pub fn one_line<'a>(chain: impl Iterator<Item = &'a (dyn Error + 'static)>) -> String {
    let causes: Vec<String> = chain.map(ToString::to_string).collect();
    causes.join(": ").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// What a panic said, on one line of bounded length.
#[must_use]
pub fn panic_text(payload: &(dyn Any + Send)) -> String {
    const CHARACTERS_MAX: usize = 300;
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    sanitize(text.unwrap_or("it gave no reason")).chars().take(CHARACTERS_MAX).collect()
}

#[cfg(test)]
mod tests {
    use super::{count, cut, sanitize};

    #[test]
    fn a_long_text_is_cut_between_characters() {
        assert_eq!((cut("ééé", 3).as_str(), cut("ééé", 2).as_str()), ("ééé", "éé …"));
    }

    #[test]
    fn plurals_are_right() {
        assert_eq!([0, 1, 2].map(|games| count(games, "game")), ["0 games", "1 game", "2 games"]);
    }

    #[test]
    fn visible_text_is_left_as_it_is() {
        for text in ["", "a b", "é", "日本", "\u{1f3b2}", "\"'\\"] {
            assert_eq!(sanitize(text), text);
        }
    }

    #[test]
    fn text_that_moves_a_cursor_or_changes_direction_is_escaped() {
        let text = "\u{1b}[2J\u{202e}gnp.\u{200b}\u{2066}\u{2028}\u{feff}\u{e0041}\n";
        assert!(sanitize(text).chars().all(|c| c.is_ascii_graphic()), "{}", sanitize(text));
    }
}
