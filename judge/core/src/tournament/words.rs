//! What the TOML reader says of a mistake, in plain words that name the key.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue, Error};

use super::typed::{OPENING_PLIES_MAX, ROUNDS_MAX, SEATS_MAX};

/// The mistake in words: the key, what is wrong with it, what to write instead.
pub(super) fn in_plain_words(error: &Error, source: &str) -> String {
    let message = error.message().trim_end().replace('\n', " ");
    let span = error.span().unwrap_or_default();
    let typed = source.get(span.clone()).unwrap_or_default();
    let place = DeTable::parse(source).ok().and_then(|table| place(table.get_ref(), &span, ""));
    let range = place.as_deref().and_then(range);
    let words = if message == "duplicate key" {
        format!("the key {:?} is there twice; remove one of the two", typed.trim_matches(['[', ']']))
    } else if let Some(key) = message.strip_prefix("missing field ") {
        format!("the key {} is missing; add it", key.replace('`', "\""))
    } else if message == "recursion limit" {
        "keys and values are nested too deeply; a tournament needs two levels".into()
    } else if message.starts_with("unknown field ") {
        let (typed, known) = listed(&message);
        unknown("key", typed, &known)
    } else if message.starts_with("unknown variant ") {
        let (typed, known) = listed(&message);
        unknown("value", typed, &known)
    } else if let (Some(_), Some((least, most))) = (expected(&message), range) {
        format!("write a whole number from {least} to {most}{}", instead_of(typed))
    } else if let Some(expected) = expected(&message) {
        format!("write {}{}", form(expected), instead_of(typed))
    } else {
        message
    };
    match place {
        Some(place) if !place.is_empty() => format!("{place}: {words}"),
        _ => words,
    }
}

/// What the reader expected where it found something of another type.
fn expected(message: &str) -> Option<&str> {
    if let Some(wanted) = message.strip_prefix("wanted ") {
        return Some(wanted);
    }
    let is_of_type = ["invalid type: ", "invalid value: ", "invalid length "];
    let (_, expected) = message.split_once(", expected ")?;
    is_of_type.iter().any(|start| message.starts_with(start)).then_some(expected)
}

/// What was typed, and what would be right, in a message that lists them.
fn listed(message: &str) -> (&str, Vec<&str>) {
    let mut words = message.split('`').skip(1).step_by(2);
    (words.next().unwrap_or_default(), words.collect())
}

/// An unknown key or value, with the nearest right one.
pub(super) fn unknown(kind: &str, typed: &str, known: &[&str]) -> String {
    match nearest(typed, known) {
        Some(nearest) => format!("unknown {kind} {typed:?}; did you mean {nearest:?}?"),
        None => format!("unknown {kind} {typed:?}; the known ones are {}", known.join(", ")),
    }
}

/// The word that was probably meant, if one is near enough.
#[must_use]
pub fn nearest<'a>(typed: &str, known: &[&'a str]) -> Option<&'a str> {
    let likeness = |word: &str| strsim::jaro_winkler(typed, word);
    let nearest = known.iter().copied().max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
    nearest.filter(|word| likeness(word) >= 0.7)
}

/// The numbers that a key takes, if it takes one.
fn range(key: &str) -> Option<(u64, u64)> {
    Some(match key {
        "rounds" => (1, ROUNDS_MAX.into()),
        "seats" => (2, SEATS_MAX.into()),
        "opening_plies" => (0, OPENING_PLIES_MAX.into()),
        // TOML's integers end there.
        "seed" => (0, i64::MAX.unsigned_abs()),
        _ => return None,
    })
}

/// What to write where the reader expected this.
fn form(expected: &str) -> &str {
    match expected {
        "u8" => "a whole number from 0 to 255",
        "u32" => "a whole number from 0 to 4294967295",
        "u64" => "a whole number, 0 or more",
        "a boolean" => "true or false",
        "a string" => "a text in quotes",
        "a sequence" => "a list in brackets",
        "a map" => "a table",
        _ if expected.starts_with("struct ") => "a table",
        _ if expected.contains("string") => "a text in quotes",
        _ => expected,
    }
}

/// What was typed, if it is short.
pub(super) fn instead_of(typed: &str) -> String {
    let is_short = !typed.is_empty() && typed.len() <= 40 && !typed.contains('\n');
    if is_short { format!(", not {typed}") } else { String::new() }
}

/// The key that stands at `span`, or whose value does, with the table that it is in;
/// for the name of a key just that table.
fn place(table: &DeTable<'_>, span: &Range<usize>, within: &str) -> Option<String> {
    table.iter().find_map(|(key, value)| {
        if key.span() == *span {
            return Some(within.trim_end().to_owned());
        }
        let key = key.get_ref();
        match value.get_ref() {
            DeValue::Table(inner) if value.span() != *span => place(inner, span, &format!("[{key}] ")),
            DeValue::Array(items) => items.iter().find_map(|item| item_place(item, span, within, key)),
            _ => None,
        }
        .or_else(|| (value.span() == *span).then(|| format!("{within}{key}")))
    })
}

fn item_place(item: &Spanned<DeValue<'_>>, span: &Range<usize>, within: &str, key: &str) -> Option<String> {
    let header = format!("[[{key}]]");
    match item.get_ref() {
        DeValue::Table(_) if item.span() == *span => Some(header),
        DeValue::Table(inner) => place(inner, span, &format!("{header} ")),
        _ => (item.span() == *span).then(|| format!("{within}{key}")),
    }
}
