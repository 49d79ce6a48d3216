//! The words of WIT's own, which are names only with a `%` before them. They are found by `const` functions, so that whoever
//! builds a game in Rust reads of them at once.

const KEYWORDS: &str = "\
    as async bool borrow char constructor enum error-context export f32 f64 flags from func future \
    import include interface list map option own package record resource result s16 s32 s64 s8 \
    static stream string tuple type u16 u32 u64 u8 use variant with world";

/// Bytes of the longest message.
const MESSAGE_MAX: usize = 240;

/// Whether a word is one of WIT's own.
pub(crate) const fn is_keyword(word: &[u8]) -> bool {
    let (all, mut at) = (KEYWORDS.as_bytes(), 0);
    while at < all.len() {
        let mut same = 0;
        while same < word.len() && at + same < all.len() && word[same] == all[at + same] {
            same += 1;
        }
        if same == word.len() && (at + same == all.len() || all[at + same] == b' ') {
            return true;
        }
        while at < all.len() && all[at] != b' ' {
            at += 1;
        }
        at += 1;
    }
    false
}

/// Refuses a contract in which a word of WIT is a name: a constant that calls this does not compile.
///
/// # Panics
/// At the first such word, with its line and what to write.
pub const fn check_names(wit: &str) {
    let text = wit.as_bytes();
    // Brackets of types and parameters that are open, in which no names stand but before a colon.
    let (mut before, mut word, mut open) = ((0, 0), token(wit, 0), 0_usize);
    while word.0 < word.1 {
        let after = token(wit, word.1);
        let sign = text[word.0];
        if sign == b'(' || sign == b'<' {
            open += 1;
        } else if sign == b')' || sign == b'>' {
            open = open.saturating_sub(1);
        }
        let next = if after.0 < after.1 { text[after.0] } else { b' ' };
        let last = if before.0 < before.1 { text[before.0] } else { b' ' };
        let is_case = open == 0 && matches!(last, b'{' | b',') && matches!(next, b',' | b'}' | b'(');
        let is_named =
            matches!(between(text, before), b"record" | b"enum" | b"variant" | b"type" | b"interface");
        if (next == b':' || is_case || is_named) && is_keyword(between(text, word)) {
            refuse(text, word);
        }
        (before, word) = (word, after);
    }
}

const fn between(text: &[u8], (start, end): (usize, usize)) -> &[u8] {
    text.split_at(end).0.split_at(start).1
}

/// The place of the next word or sign from `at` on, past blanks and comments; an empty one at the end.
pub(crate) const fn token(text: &str, mut at: usize) -> (usize, usize) {
    let bytes = text.as_bytes();
    loop {
        let end = comment_end(bytes, at);
        if end > at {
            at = end;
        } else if at < bytes.len() && bytes[at].is_ascii_whitespace() {
            at += 1;
        } else {
            break;
        }
    }
    let start = at;
    if at + 1 < bytes.len() && bytes[at] == b'-' && bytes[at + 1] == b'>' {
        return (start, start + 2);
    }
    while at < bytes.len() && (bytes[at].is_ascii_alphanumeric() || matches!(bytes[at], b'-' | b'%')) {
        at += 1;
    }
    // Anything else is a sign.
    while at < bytes.len() && (at == start || !text.is_char_boundary(at)) {
        at += 1;
    }
    (start, at)
}

/// The end of the comment that begins at a place, without the end of its line; the place itself if none does.
#[must_use]
pub const fn comment_end(text: &[u8], start: usize) -> usize {
    let mut at = start;
    match text.split_at(start).1 {
        [b'/', b'/', ..] => {
            while at < text.len() && text[at] != b'\n' {
                at += 1;
            }
        }
        [b'/', b'*', ..] => {
            at += 2;
            while at < text.len() && !(text[at - 1] == b'*' && text[at] == b'/') {
                at += 1;
            }
            at += (at < text.len()) as usize;
        }
        _ => {}
    }
    at
}

const fn refuse(text: &[u8], word: (usize, usize)) -> ! {
    let (mut start, mut end) = word;
    while start > 0 && text[start - 1] != b'\n' {
        start -= 1;
    }
    while end < text.len() && text[end] != b'\n' {
        end += 1;
    }
    let (line, word) = (between(text, (start, end)).trim_ascii(), between(text, word));
    let parts: [&[u8]; 6] = [line, b": ", word, b" is a word of WIT; write %", word, b", or another name"];
    let (mut message, mut length, mut part) = ([0; MESSAGE_MAX], 0, 0);
    // A line that is too long is left out.
    if line.len() + 2 * word.len() + 60 > MESSAGE_MAX {
        part = 2;
    }
    while part < parts.len() {
        let end = length + parts[part].len();
        message.split_at_mut(end).0.split_at_mut(length).1.copy_from_slice(parts[part]);
        (length, part) = (end, part + 1);
    }
    match str::from_utf8(message.split_at(length).0) {
        Ok(message) => panic!("{}", message),
        Err(_) => panic!("a word of WIT is a name in the contract; write % before it, or another name"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::description;

    fn told(wit: &str) -> Option<String> {
        let refused = std::panic::catch_unwind(|| check_names(wit)).err()?;
        Some(refused.downcast::<String>().map_or_else(|_| "another".into(), |text| *text))
    }

    #[test]
    fn a_word_of_wit_is_no_name_wherever_names_stand() {
        for word in KEYWORDS.split_whitespace() {
            for form in [
                "record move {\n  WORD: u8,\n}",
                "record move {\n  x: list<tuple<u8, s8>>,\n  WORD: u8\n}",
                "record WORD { x: u8 }",
                "enum move {\n  WORD,\n  other\n}",
                "enum move { other, /* the last */ WORD }",
                "variant move { pass, WORD(u8) }",
                "type WORD = u8;",
                "go: func(WORD: u8) -> result<u8, string>;",
                "go: func(a: option<u8>, WORD: u8);",
                "WORD: func();",
            ] {
                let wit =
                    |name: &str| format!("// own: u8\ninterface game {{\n{}\n}}", form.replace("WORD", name));
                let told = told(&wit(word)).unwrap_or_else(|| panic!("{}", wit(word)));
                assert!(
                    told.contains(&format!("{word} is a word of WIT; write %{word}, or another name")),
                    "{told}"
                );
                check_names(&wit(&format!("%{word}")));
                check_names(&wit("well"));
                assert!(description(&wit(word)).is_err());
            }
        }
        let line = "    own: list<u8>,  // mine";
        let expected = "own: list<u8>,  // mine: own is a word of WIT; write %own, or another name";
        assert_eq!(told(&format!("interface a {{ record b {{\n{line}\n}} }}")).as_deref(), Some(expected));
    }
}
