//! The place of a mistake in a tournament's file: a span of the text in, a key with its table out.

use std::collections::BTreeMap;
use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use crate::tournament::keys::{nearest, top};

/// The key that stands at `span`, or whose value does, with the table that it is in, as `[serve.final] format`;
/// for the name of a key just that table.
pub(super) fn place(table: &DeTable<'_>, span: &Range<usize>) -> Option<String> {
    place_within(table, span, "").map(|(place, _)| place)
}

/// The same in a table that is called `within`; and the key, if its name stands there.
fn place_within<'t>(
    table: &'t DeTable<'_>,
    span: &Range<usize>,
    within: &str,
) -> Option<(String, Option<&'t str>)> {
    let header = if within.is_empty() { String::new() } else { format!("[{within}] ") };
    let dot = if within.is_empty() { "" } else { "." };
    table.iter().find_map(|(key, value)| {
        if key.span() == *span {
            return Some((header.trim_end().to_owned(), Some(key.get_ref().as_ref())));
        }
        let key = key.get_ref();
        let is_value =
            |value: &Spanned<DeValue<'_>>, place: String| (value.span() == *span).then_some((place, None));
        let inside = match value.get_ref() {
            DeValue::Table(inner) => place_within(inner, span, &format!("{within}{dot}{key}")),
            DeValue::Array(items) => items.iter().find_map(|item| match item.get_ref() {
                DeValue::Table(inner) => is_value(item, format!("[[{key}]]"))
                    .or_else(|| place_within(inner, span, &format!("[{key}]"))),
                _ => is_value(item, format!("{header}{key}")),
            }),
            _ => None,
        };
        inside.or_else(|| is_value(value, format!("{header}{key}")))
    })
}

/// Removes the item at `span` from a table: a key with its value, or the item of a list in which it is.
pub(super) fn take_out(table: &mut DeTable<'_>, span: &Range<usize>) {
    for (_, value) in table.iter_mut() {
        match value.get_mut() {
            DeValue::Table(inner) => take_out(inner, span),
            // The first item of a list of tables may begin where the list does.
            DeValue::Array(items) if items.iter().any(|item| holds(item, span)) => {
                *items = items.iter().filter(|item| !holds(item, span)).cloned().collect();
                return;
            }
            _ => {}
        }
    }
    let wrong = table.iter().find(|(key, value)| key.span() == *span || value.span() == *span);
    if let Some(key) = wrong.map(|(key, _)| key.clone()) {
        table.remove(&key);
    }
}

/// Whether a value stands at `span`, or something in it does.
fn holds(value: &Spanned<DeValue<'_>>, span: &Range<usize>) -> bool {
    let is_inside = match value.get_ref() {
        DeValue::Table(inner) => place(inner, span).is_some(),
        DeValue::Array(items) => items.iter().any(|item| holds(item, span)),
        _ => false,
    };
    is_inside || value.span() == *span
}

/// Notes a mistake at `span`, by where the first begins: the key at the top of the file that it belongs to; and where a key is
/// unknown, or in the wrong table, the nearest one at the top.
pub(super) fn note(damaged: &mut BTreeMap<String, usize>, table: &DeTable<'_>, span: &Range<usize>) {
    let at_top = table.iter().find(|(key, value)| key.span() == *span || holds(value, span));
    let at_top = at_top.map(|(key, _)| key.get_ref().to_string());
    let (_, unknown) = place_within(table, span, "").unwrap_or_default();
    let meant = unknown.and_then(|key| nearest(key, &top())).map(str::to_owned);
    for key in at_top.into_iter().chain(meant) {
        let first = damaged.entry(key).or_insert(span.start);
        *first = span.start.min(*first);
    }
}
