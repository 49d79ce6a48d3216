//! Text that somebody else chose, made safe for a line on a terminal, in a file or on a page.

use std::any::Any;
use std::error::Error;
use std::ffi::OsStr;
use std::path::{MAIN_SEPARATOR, Path};

use unicode_width::UnicodeWidthChar;

/// Columns of a terminal that a name which people are shown may take.
pub const DISPLAY_COLUMNS_MAX: usize = 64;
/// Accents and other marks that may stand on one letter.
const MARKS_MAX: usize = 2;

/// The text with control characters and invisible or direction-changing characters escaped:
/// it stays on its line, moves no cursor and looks like what it is.
#[must_use]
pub fn sanitize(text: &str) -> String {
    // Most texts are plain, and results have several in each row.
    if text.bytes().all(|byte| matches!(byte, b' '..=b'~')) {
        return text.to_owned();
    }
    let mut shown = String::with_capacity(text.len());
    for c in text.chars() {
        if misleads(c) { shown.extend(c.escape_default()) } else { shown.push(c) }
    }
    shown
}

/// A path, safe to be shown: anybody may have named the file or folder.
#[must_use]
pub fn sanitize_path(path: &Path) -> String {
    sanitize(&path.display().to_string())
}

/// A path or another word of a command that is shown to be copied: a shell takes it as this one word, and runs nothing in it.
///
/// Quotes are double where nothing has a meaning in them, so that the shells of Windows know them, too.
#[must_use]
pub fn shell_word(word: impl AsRef<OsStr>) -> String {
    let word = sanitize(&word.as_ref().to_string_lossy());
    let is_plain = |c: char| c.is_alphanumeric() || c == MAIN_SEPARATOR || "_-./:=,@+".contains(c);
    let has_meaning = |c: char| c != MAIN_SEPARATOR && "\"$`\\!".contains(c);
    if !word.is_empty() && word.chars().all(is_plain) {
        word
    } else if word.contains(has_meaning) {
        format!("'{}'", word.replace('\'', r"'\''"))
    } else {
        format!("\"{word}\"")
    }
}

/// Control characters, characters that are invisible or change the direction of writing, and blank letters.
fn misleads(c: char) -> bool {
    c.is_control()
        || is_default_ignorable(c)
        || matches!(c, '\u{2028}' | '\u{2029}' | '\u{2800}' | '\u{fff9}'..='\u{fffb}')
}

/// Unicode's property `Default_Ignorable_Code_Point`, of version 17: what is not shown if nothing special is made of it.
fn is_default_ignorable(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}'..='\u{1160}' | '\u{17b4}'..='\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{ffa0}' | '\u{fff0}'..='\u{fff8}'
            | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}'
    )
}

/// A name that anybody may have chosen, as people are shown it: letters of any script, without control characters,
/// without characters that are invisible or change the direction of writing, and without towers of accents.
#[must_use]
pub fn display_name(name: &str) -> String {
    let (mut shown, mut columns, mut marks) = (String::new(), 0, 0);
    let plain = name.chars().map(|c| if c.is_whitespace() { ' ' } else { c }).filter(|&c| !misleads(c));
    for c in plain {
        let width = c.width().unwrap_or(0);
        marks = if width == 0 { marks + 1 } else { 0 };
        columns += width;
        if columns > DISPLAY_COLUMNS_MAX {
            break;
        }
        if marks <= MARKS_MAX && (width > 0 || !shown.is_empty()) {
            shown.push(c);
        }
    }
    shown.trim().to_owned()
}

/// The text, or its first `characters_max` characters and a sign that there were more.
#[must_use]
pub fn cut(text: &str, characters_max: usize) -> String {
    match text.char_indices().nth(characters_max) {
        Some((end, _)) => format!("{} …", &text[..end]),
        None => text.to_owned(),
    }
}

/// Characters of a line that a message shows in quotes.
pub const QUOTED_MAX: usize = 80;

/// A line that somebody else wrote, safe to be shown and in quotes.
#[must_use]
pub fn quoted(line: &str) -> String {
    format!("\"{}\"", cut(&sanitize(line), QUOTED_MAX))
}

/// A number with a comma between each three digits: `12,345`.
#[must_use]
pub fn thousands(number: u64) -> String {
    let digits = number.to_string();
    let groups = digits.as_bytes().rchunks(3).rev();
    let groups = groups.map(|group| str::from_utf8(group).expect("digits are ASCII"));
    groups.collect::<Vec<_>>().join(",")
}

/// A number with the noun it counts: `1 game`, `2 games`.
#[must_use]
pub fn count(number: u64, noun: &str) -> String {
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// The same, set apart by thousands.
#[must_use]
pub fn many(number: u64, noun: &str) -> String {
    format!("{} {noun}{}", thousands(number), if number == 1 { "" } else { "s" })
}

/// An error with its causes, on one line.
pub fn one_line<'a>(chain: impl Iterator<Item = &'a (dyn Error + 'static)>) -> String {
    let causes: Vec<String> = chain.map(ToString::to_string).collect();
    causes.join(": ").split_whitespace().collect::<Vec<_>>().join(" ")
}

/// The message of a panic, on one line of bounded length.
#[must_use]
pub fn panic_text(payload: &(dyn Any + Send)) -> String {
    const CHARACTERS_MAX: usize = 300;
    let text = payload.downcast_ref::<&str>().copied();
    let text = text.or_else(|| payload.downcast_ref::<String>().map(String::as_str));
    sanitize(text.unwrap_or("it gave no reason")).chars().take(CHARACTERS_MAX).collect()
}

/// The start of a sentence about a number of things: `1 game is`, `2 games are`.
#[must_use]
pub fn count_are(number: usize, noun: &str) -> String {
    format!("{} {}", count(number as u64, noun), if number == 1 { "is" } else { "are" })
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::{count, count_are, cut, display_name, sanitize, shell_word, thousands};

    #[cfg(unix)]
    #[test]
    fn a_shell_takes_a_word_as_one_and_runs_nothing_in_it() {
        for (word, shown) in [
            ("bots/mine-2.wasm:x=1", "bots/mine-2.wasm:x=1"),
            ("", r#""""#),
            ("a b.wasm", r#""a b.wasm""#),
            ("it's;id", r#""it's;id""#),
            ("*~&|", r#""*~&|""#),
            ("$(id).wasm", "'$(id).wasm'"),
            ("`id`'s", r"'`id`'\''s'"),
            (r#"a"b!c\d"#, r#"'a"b!c\d'"#),
            ("a\nb", r"'a\nb'"),
        ] {
            assert_eq!(shell_word(word), shown);
            if word.contains('\n') {
                continue;
            }
            let echoed = Command::new("sh").args(["-c", &format!("printf %s {shown}")]).output();
            assert_eq!(String::from_utf8_lossy(&echoed.expect("there is a shell").stdout), word);
        }
    }

    #[test]
    fn long_numbers_are_grouped() {
        assert_eq!([0, 999, 1_000, 12_345_678].map(thousands), ["0", "999", "1,000", "12,345,678"]);
    }

    #[test]
    fn a_long_text_is_cut_between_characters() {
        assert_eq!((cut("ééé", 3).as_str(), cut("ééé", 2).as_str()), ("ééé", "éé …"));
    }

    #[test]
    fn plurals_are_right() {
        assert_eq!([0, 1, 2].map(|games| count(games, "game")), ["0 games", "1 game", "2 games"]);
        let verbs = [0, 1, 2].map(|games| count_are(games, "game"));
        assert_eq!(verbs, ["0 games are", "1 game is", "2 games are"]);
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

    #[test]
    fn a_name_keeps_its_letters() {
        for name in ["Müller", "O'Brien 2", "日本 ボット", "מור", "Ζήνων", "z\u{308}\u{301}", "한글"]
        {
            assert_eq!(display_name(name), name);
        }
    }

    #[test]
    fn a_name_hides_nothing_turns_nothing_and_stays_on_its_line() {
        assert_eq!(display_name("a\u{202e}b\u{1b}[2J\u{200b}\u{3164}c\n\u{2028}d "), "ab[2Jc  d");
        // A letter with a selector of variants, with a blank letter and with a mark for machines: all look the same.
        for hidden in
            ['\u{fe0f}', '\u{e0100}', '\u{1160}', '\u{17b4}', '\u{180b}', '\u{180f}', '\u{1d173}', '\u{fff0}']
        {
            assert_eq!(display_name(&format!("a{hidden}b")), "ab", "{}", hidden.escape_unicode());
            assert!(sanitize(&hidden.to_string()).starts_with("\\u{"), "{}", hidden.escape_unicode());
        }
        assert_eq!(display_name(&format!("a{}b", "\u{301}".repeat(50))), "a\u{301}\u{301}b");
        assert_eq!(display_name("\u{301}a"), "a", "a mark needs a letter");
        assert_eq!(
            (display_name(&"x".repeat(100)).len(), display_name(&"日".repeat(100)).chars().count()),
            (64, 32)
        );
        assert_eq!(display_name("\u{200f} "), "");
    }
}
