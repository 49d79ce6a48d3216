//! The TOML reader's messages in plain words that name the key.

use judge_play::opening::PLIES_MAX;
use toml::de::{DeTable, DeValue, Error};

use super::place::place;
use crate::tournament::keys::{ROUNDS_MAX, SEATS_MAX, unknown, unknown_key, unknown_table};

/// The mistake in words: the key, the problem, the correction. `table` is all of the source, if it
/// could be read so far.
pub(super) fn in_plain_words(error: &Error, source: &str, table: Option<&DeTable<'_>>) -> String {
    let message = error.message().trim_end().replace('\n', " ");
    let span = error.span().unwrap_or_default();
    let typed = source.get(span.clone()).unwrap_or_default();
    let place = table.and_then(|table| place(table, &span));
    let range = place.as_deref().and_then(range);
    let words = if message == "duplicate key" {
        format!("the key {:?} is there twice; remove one of the two", typed.trim_matches(['[', ']']))
    } else if let Some(key) = missing(error) {
        format!("the key {key:?} is missing; add it")
    } else if message == "recursion limit" {
        "keys and values are nested too deeply; a tournament needs two levels".into()
    } else if message.starts_with("unknown field ") {
        let (typed, known) = listed(&message);
        let place = place.as_deref().unwrap_or_default();
        match table.and_then(|table| header(table.get(typed)?.get_ref(), typed)) {
            Some(header) if place.is_empty() => unknown_table(&header),
            _ => unknown_key(place, typed, &known),
        }
    } else if let Some(tip) = place.as_deref().and_then(|place| tables_otherwise(place, typed)) {
        return tip.to_owned();
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

/// The type that the reader expected where it found another one.
fn expected(message: &str) -> Option<&str> {
    if let Some(wanted) = message.strip_prefix("wanted ") {
        return Some(wanted);
    }
    let is_of_type = ["invalid type: ", "invalid value: ", "invalid length "];
    let (_, expected) = message.split_once(", expected ")?;
    is_of_type.iter().any(|start| message.starts_with(start)).then_some(expected)
}

/// The key that is missing, if one is.
fn missing(error: &Error) -> Option<&str> {
    error.message().strip_prefix("missing field `")?.trim_end().strip_suffix('`')
}

/// The line that begins a table of this name, if it is one.
fn header(value: &DeValue<'_>, name: &str) -> Option<String> {
    let is_table = |value: &DeValue<'_>| matches!(value, DeValue::Table(_));
    match value {
        DeValue::Array(items) if items.iter().any(|item| is_table(item.get_ref())) => {
            Some(format!("[[{name}]]"))
        }
        value => is_table(value).then(|| format!("[{name}]")),
    }
}

/// The typed word and the right ones, from a message that lists them.
pub(in crate::tournament) fn listed(message: &str) -> (&str, Vec<&str>) {
    let mut words = message.split('`').skip(1).step_by(2);
    (words.next().unwrap_or_default(), words.collect())
}

/// The correction where contestants or phases are in the wrong form, which the reader's message does not explain.
fn tables_otherwise(place: &str, typed: &str) -> Option<&'static str> {
    Some(match place {
        "contestants" if typed != "[contestants]" => return None,
        "[[contestants]]" | "contestants" => {
            "[[contestants]]: write [[contestant]], without s, for one contestant with its wasm; contestants is a list of paths, as in contestants = [\"bots/*.wasm\"]"
        }
        "contestant" => {
            "contestant: write [[contestant]] in two brackets for one contestant with its wasm, or a list of paths with s, as in contestants = [\"bots/*.wasm\"]"
        }
        "phase" if typed == "[phase]" => "phase: write [[phase]] in two brackets for each phase",
        _ => return None,
    })
}

/// The message about a text in JSON or YAML in place of TOML.
pub(super) fn other_language(text: &str) -> Option<String> {
    let line = text.lines().map(str::trim).find(|line| !line.is_empty() && !line.starts_with('#'))?;
    let is_key =
        |key: &str| !key.is_empty() && key.chars().all(|c| c.is_ascii_alphanumeric() || "_-".contains(c));
    let language = match line.split_once(':') {
        _ if line.starts_with('{') => "JSON",
        Some((key, value)) if is_key(key) && (value.is_empty() || value.starts_with(' ')) => "YAML",
        _ if line == "---" => "YAML",
        _ => return None,
    };
    Some(format!(
        "this is {language}, and a tournament's file is TOML: write KEY = VALUE on each line, as in game = \"othello\""
    ))
}

/// The numbers that a key takes, if it takes one.
fn range(key: &str) -> Option<(u64, u64)> {
    Some(match key {
        "rounds" => (1, ROUNDS_MAX.into()),
        "seats" => (2, SEATS_MAX.into()),
        "opening_plies" => (0, PLIES_MAX.into()),
        // TOML's integers end there.
        "seed" => (0, i64::MAX.unsigned_abs()),
        _ => return None,
    })
}

/// The form of a value where the reader expected this type, in words.
fn form(expected: &str) -> &str {
    match expected {
        "u8" => "a whole number from 0 to 255",
        "u32" => "a whole number from 0 to 4294967295",
        "u64" | "usize" => "a whole number, 0 or more",
        "i32" => "a whole number",
        "f64" => "a number",
        "a boolean" => "true or false",
        "a string" => "a text in quotes",
        "a sequence" => "a list in brackets",
        "a map" => "a table",
        _ if expected.starts_with("struct ") => "a table",
        _ if expected.contains("string") => "a text in quotes",
        _ => expected,
    }
}

/// The typed text for the end of a message, if it is short.
pub(in crate::tournament) fn instead_of(typed: &str) -> String {
    let is_short = !typed.is_empty() && typed.len() <= 40 && !typed.contains('\n');
    if is_short { format!(", not {typed}") } else { String::new() }
}
