//! Names of WIT, which are words with hyphens, as the languages write them; and texts with words to fill in.

use std::cmp::Reverse;

/// `new-game` as `newGame`.
pub(crate) fn camel(name: &str) -> String {
    let pascal = pascal(name);
    let (first, rest) = pascal.split_at(1);
    first.to_lowercase() + rest
}

/// `new-game` as `NewGame`.
pub(crate) fn pascal(name: &str) -> String {
    let word = |word: &str| {
        let (first, rest) = word.split_at(1.min(word.len()));
        first.to_uppercase() + rest
    };
    name.split('-').map(word).collect()
}

/// `new-game` as `new_game`.
pub(crate) fn snake(name: &str) -> String {
    name.replace('-', "_")
}

/// A text with values in the places of words that stand for them. Nothing in a value is looked at.
pub(crate) fn filled(mut text: &str, values: &[(&str, &str)]) -> String {
    let mut out = String::new();
    let next = |text: &str| {
        let found = values.iter().filter_map(|(word, value)| Some((text.find(word)?, *word, *value)));
        found.min_by_key(|(at, word, _)| (*at, Reverse(word.len())))
    };
    while let Some((at, word, value)) = next(text) {
        out.extend([&text[..at], value]);
        text = &text[at + word.len()..];
    }
    out + text
}

/// The items of a list, with commas between.
pub(crate) fn commas(items: impl IntoIterator<Item = String>) -> String {
    items.into_iter().collect::<Vec<_>>().join(", ")
}
