//! Where in a tournament's file a mistake stands: a span of the text into a key with its table.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The key that stands at `span`, or whose value does, with the table that it is in, as `[serve.final] format`;
/// for the name of a key just that table.
pub(super) fn place(table: &DeTable<'_>, span: &Range<usize>) -> Option<String> {
    place_within(table, span, "")
}

/// The same in a table that is called `within`.
fn place_within(table: &DeTable<'_>, span: &Range<usize>, within: &str) -> Option<String> {
    let header = if within.is_empty() { String::new() } else { format!("[{within}] ") };
    let dot = if within.is_empty() { "" } else { "." };
    table.iter().find_map(|(key, value)| {
        if key.span() == *span {
            return Some(header.trim_end().to_owned());
        }
        let key = key.get_ref();
        let inside = match value.get_ref() {
            DeValue::Table(inner) => place_within(inner, span, &format!("{within}{dot}{key}")),
            DeValue::Array(items) => items.iter().find_map(|item| match item.get_ref() {
                DeValue::Table(_) if item.span() == *span => Some(format!("[[{key}]]")),
                DeValue::Table(inner) => place_within(inner, span, &format!("[{key}]")),
                _ => (item.span() == *span).then(|| format!("{header}{key}")),
            }),
            _ => None,
        };
        inside.or_else(|| (value.span() == *span).then(|| format!("{header}{key}")))
    })
}

/// Takes out of a table what stands at `span`: a key with its value, or the item of a list in which it is.
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

/// Whether an item of a list stands at `span`, or something in it does.
fn holds(item: &Spanned<DeValue<'_>>, span: &Range<usize>) -> bool {
    let is_inside = matches!(item.get_ref(), DeValue::Table(inner) if place(inner, span).is_some());
    is_inside || item.span() == *span
}
