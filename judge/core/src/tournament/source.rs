//! A tournament's file as text: where in it a mistake was made.

use std::ops::Range;
use std::path::Path;

use serde::de::DeserializeOwned;

use super::words::in_plain_words;
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
            let text = in_plain_words(&error, self.text);
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
