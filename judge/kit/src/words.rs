//! Names of WIT, which are words with hyphens, as the languages write them.

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

/// A text with values in the places of words that stand for them, one after another.
pub(crate) fn filled(text: &str, values: &[(&str, &str)]) -> String {
    values.iter().fold(text.to_owned(), |text, (place, value)| text.replace(place, value))
}

/// The items of a list, with commas between.
pub(crate) fn commas(items: impl IntoIterator<Item = String>) -> String {
    items.into_iter().collect::<Vec<_>>().join(", ")
}
