//! A tournament's file as text: where in it a mistake was made, in plain words.

use std::ops::Range;
use std::path::Path;

use serde::de::DeserializeOwned;

use crate::error::Mistake;

/// A file's path and text.
pub(super) struct Source<'a> {
    pub(super) file: &'a Path,
    pub(super) text: &'a str,
}

impl Source<'_> {
    /// Reads the text as TOML.
    pub(super) fn read<T: DeserializeOwned>(&self) -> Result<T, Mistake> {
        toml::from_str(self.text).map_err(|error| {
            let text = in_plain_words(error.message());
            match error.span() {
                Some(span) => self.mistake(span, text),
                None => self.mistake_in_file(text),
            }
        })
    }

    pub(super) fn mistake_in_file(&self, text: impl Into<String>) -> Mistake {
        Mistake::in_file(self.file, text)
    }

    pub(super) fn mistake(&self, span: Range<usize>, text: impl Into<String>) -> Mistake {
        Mistake::on_line(self.file, self.line(span), text)
    }

    /// The line, from 1, in which a span begins.
    pub(super) fn line(&self, span: Range<usize>) -> usize {
        let before = &self.text[..self.text.floor_char_boundary(span.start)];
        before.matches('\n').count() + 1
    }
}

/// What serde says of a key or value, with the nearest right word where it lists them.
fn in_plain_words(message: &str) -> String {
    let mut words = message.split('`').skip(1).step_by(2);
    let (Some(typed), expected) = (words.next(), words.collect::<Vec<_>>()) else {
        return message.trim_end().replace('\n', " ");
    };
    if let Some(key) = message.strip_prefix("missing field ") {
        return format!("the key {} is missing; add it", key.replace('`', "\""));
    }
    let kind = match message {
        _ if message.starts_with("unknown field") => "key",
        _ if message.starts_with("unknown variant") => "value",
        _ => return message.trim_end().replace('\n', " "),
    };
    let likeness = |word: &str| strsim::jaro_winkler(typed, word);
    let nearest = expected.iter().max_by(|a, b| likeness(a).total_cmp(&likeness(b)));
    match nearest.filter(|word| likeness(word) >= 0.7) {
        Some(nearest) => format!("unknown {kind} {typed:?}; did you mean {nearest:?}?"),
        None => format!("unknown {kind} {typed:?}; there are {}", expected.join(", ")),
    }
}
