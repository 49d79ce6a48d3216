//! The contract of a file as its author wrote it into one that is safe to print, and to make code from in any language.

use judge_wit::comment_end;
use judge_wit::text::interface_of;

use super::{Stopped, broken};
use crate::text::sanitize;

/// The interface of a contract, with its comments made harmless.
///
/// Generators copy comments into the code that they write, and each language ends a comment in another way. So each
/// becomes lines of plain words here, once, and no later reader of the contract need know where a comment ends.
///
/// # Errors
/// A character that is invisible, or that changes how others are shown.
pub(super) fn harmless(text: &str) -> Result<String, Stopped> {
    let text = text.replace("\r\n", "\n");
    let misleads =
        |c: &char| !matches!(c, '\n' | '\t') && sanitize(c.encode_utf8(&mut [0; 4])) != c.to_string();
    for (number, line) in (1..).zip(text.split('\n')) {
        if let Some(c) = line.chars().find(misleads) {
            let code = c.escape_unicode();
            return broken(format!(
                "line {number} has the character {code}, which cannot be shown; take it out"
            ));
        }
    }
    let mut rest = interface_of(&text);
    let mut written = String::with_capacity(rest.len());
    while let Some(next) = rest.chars().next() {
        let comment = &rest[..comment_end(rest.as_bytes(), 0)];
        if comment.is_empty() {
            written.push(if next.is_whitespace() && next != '\n' { ' ' } else { next });
            rest = &rest[next.len_utf8()..];
            continue;
        }
        let sign = if comment.starts_with("///") || comment.starts_with("/**") { "///" } else { "//" };
        let indent = written.len() - written.trim_end_matches(' ').len();
        let lines: Vec<String> = comment.lines().map(|line| format!("{sign} {}", plain(line))).collect();
        written += lines.join(&format!("\n{}", " ".repeat(indent))).trim_end();
        rest = &rest[comment.len()..];
        // What comes next is no part of the comment, also where the comment was one between signs.
        if !rest.starts_with('\n') {
            written.push('\n');
        }
    }
    Ok(written)
}

/// A line of a comment without what has a meaning in some language: quotes that end a text, backslashes, signs that are
/// repeated, as in `"""` and `??/`, tags, and what ends or begins a comment.
fn plain(line: &str) -> String {
    let mut written = String::new();
    for c in line.trim_matches(|c: char| c.is_whitespace() || "/*!".contains(c)).chars() {
        let c = match c {
            '"' => '\'',
            '\\' => '/',
            c if c.is_whitespace() => ' ',
            c => c,
        };
        let before = written.chars().next_back();
        let is_repeated = before == Some(c) && !c.is_alphanumeric() && c != '.';
        if is_repeated || matches!((before, c), (Some('*'), '/') | (Some('/'), '*')) {
            continue;
        }
        if before == Some('<') && !c.is_numeric() && c != ' ' {
            written.push(' ');
        }
        written.push(c);
    }
    written
}

#[cfg(test)]
mod tests {
    use super::harmless;

    #[test]
    fn comments_stay_where_they_are_and_say_what_they_said() {
        let text = "package a:b;\r\n\r\n/** A duel,\r\n * of two. */\r\ninterface duel {\r\n    /// Who's first, as in `1`: 0 < 1.\r\n    record x { a: u8, /* one */ b: u8 } // two\r\n}\r\n";
        assert_eq!(
            harmless(text).expect("it is plain"),
            "/// A duel,\n/// of two.\ninterface duel {\n    /// Who's first, as in `1`: 0 < 1.\n    record x { a: u8, // one\n b: u8 } // two\n}"
        );
    }

    #[test]
    fn a_comment_ends_in_no_language_before_its_line() {
        let text = "interface x { /// \"\"\"\nimport os\n/* '''; \\ ??/ --> </script> ```rust *\\/ // --\n */ f: func(); }";
        // Text outside comments is left to the parser of the contract.
        assert_eq!(
            harmless(text).expect("it can be shown"),
            "interface x { /// '\nimport os\n// '; / ?/ -> < /script> `rust * / -\n//\n f: func(); }"
        );
    }

    #[test]
    fn what_cannot_be_shown_is_refused_with_its_line() {
        for c in ['\r', '\u{1b}', '\u{202e}', '\u{2028}', '\u{85}', '\0', '\u{200b}'] {
            let told = harmless(&format!("interface x {{\n// a{c}b\n}}"))
                .expect_err("it cannot be shown")
                .to_string();
            assert!(told.starts_with(&format!("line 2 has the character {}", c.escape_unicode())), "{told}");
        }
    }
}
