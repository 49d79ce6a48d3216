//! A tournament's text with keys of its beacon put in; all else of it stays as it was typed.

use std::ops::Range;

use judge_play::Seed;
use toml::de::DeTable;

/// The text with this seed; nothing if it is no TOML with a game.
pub(super) fn with_seed(text: &str, seed: Seed) -> Option<String> {
    let before = if span_of_value(text, "announced").is_some() { "announced" } else { "game" };
    with_key(text, "seed", &seed.to_string(), before)
}

/// The text with a key whose value is a text; nothing if it is no TOML with the key `before`.
pub(super) fn with_text(text: &str, key: &str, value: &str, before: &str) -> Option<String> {
    with_key(text, key, &toml::Value::from(value).to_string(), before)
}

/// The text with a key, in the place of its value or on a line of its own after the key `before`.
fn with_key(text: &str, key: &str, value: &str, before: &str) -> Option<String> {
    if let Some(span) = span_of_value(text, key) {
        return Some(format!("{}{value}{}", &text[..span.start], &text[span.end..]));
    }
    let end = span_of_value(text, before)?.end;
    let new_line = if text.contains("\r\n") { "\r\n" } else { "\n" };
    Some(match text[end..].find('\n').map(|length| text.split_at(end + length + 1)) {
        Some((above, below)) => format!("{above}{key} = {value}{new_line}{below}"),
        None => format!("{text}{new_line}{key} = {value}"),
    })
}

fn span_of_value(text: &str, key: &str) -> Option<Range<usize>> {
    DeTable::parse(text).ok()?.get_ref().get(key).map(toml::Spanned::span)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_keys_are_put_in_and_all_else_stays() {
        let written = |text: &str| {
            let text =
                with_text(text, "announced", "a \"b\"\\", "game").and_then(|text| with_seed(&text, Seed(7)));
            with_text(&text.expect("it is TOML"), "beacon", "3 7", "seed").expect("it has a seed")
        };
        let lines = "announced = 'a \"b\"\\'\nseed = 7\nbeacon = \"3 7\"";
        for (text, expected) in [
            ("game = \"x\"", format!("game = \"x\"\n{lines}")),
            (
                "# me\ngame = \"x\" # you\n[rules]\nseed = 3\n",
                format!("# me\ngame = \"x\" # you\n{lines}\n[rules]\nseed = 3\n"),
            ),
            (
                "seed = 123\ngame = \"x\"\n",
                "seed = 7\nbeacon = \"3 7\"\ngame = \"x\"\nannounced = 'a \"b\"\\'\n".to_owned(),
            ),
            (
                "beacon = \"\"\"\nold\"\"\" # b\nseed=1 # s\nannounced = \"\"\ngame = \"x\"\n",
                "beacon = \"3 7\" # b\nseed=7 # s\nannounced = 'a \"b\"\\'\ngame = \"x\"\n".to_owned(),
            ),
            (
                "game = \"x\"\r\nrounds = 1\r\n",
                format!("game = \"x\"\r\n{}\r\nrounds = 1\r\n", lines.replace('\n', "\r\n")),
            ),
        ] {
            assert_eq!(written(text), expected);
            assert_eq!(written(&expected), expected, "once more changes nothing");
        }
    }

    #[test]
    fn what_is_no_toml_or_has_no_game_is_left_alone() {
        for text in ["", "game = ", "title = \"x\""] {
            assert_eq!((with_seed(text, Seed(7)), with_text(text, "announced", "{}", "game")), (None, None));
        }
    }
}
