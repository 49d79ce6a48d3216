//! A tournament's file as text: where in it a mistake was made.

use std::ops::Range;
use std::path::Path;

use serde::de::DeserializeOwned;
use toml::de::{DeTable, Deserializer, Error};

use super::place::take_out;
use super::words::{in_plain_words, other_language};
use crate::error::Mistake;

/// The most mistakes that are told of the form of a file.
const MISTAKES_MAX: usize = 100;

/// A file's path and text.
pub(super) struct Source<'a> {
    pub(super) file: &'a Path,
    pub(super) text: &'a str,
    /// Where lines end.
    newlines: Vec<usize>,
}

impl<'a> Source<'a> {
    pub(super) fn new(file: &'a Path, text: &'a str) -> Self {
        Self { file, text, newlines: text.match_indices('\n').map(|(at, _)| at).collect() }
    }

    /// Reads the text as TOML. What is wrong is taken out and the rest is read again, until all mistakes are known:
    /// they are returned with the rest, if there is one.
    pub(super) fn read<T: DeserializeOwned>(&self) -> (Option<T>, Vec<Mistake>) {
        let whole = match DeTable::parse(self.text) {
            Ok(whole) => whole,
            Err(error) => {
                let other = other_language(self.text).map(|told| self.mistake_in_file(told));
                return (None, vec![other.unwrap_or_else(|| self.misread(&error, None))]);
            }
        };
        let mut rest = whole.clone();
        let mut mistakes: Vec<Mistake> = Vec::new();
        while mistakes.len() < MISTAKES_MAX {
            let error = match T::deserialize(Deserializer::from(rest.clone())) {
                Ok(typed) => return (Some(typed), mistakes),
                Err(error) => error,
            };
            let mistake = self.misread(&error, Some(whole.get_ref()));
            // What cannot be taken out is told once.
            if mistakes.contains(&mistake) {
                break;
            }
            mistakes.push(mistake);
            take_out(rest.get_mut(), &error.span().unwrap_or_default());
        }
        (None, mistakes)
    }

    /// Whether the file has a key at its top, whatever its value.
    pub(super) fn has_key(&self, key: &str) -> bool {
        DeTable::parse(self.text).is_ok_and(|table| table.get_ref().contains_key(key))
    }

    /// What the TOML reader found wrong.
    fn misread(&self, error: &Error, table: Option<&DeTable<'_>>) -> Mistake {
        let text = in_plain_words(error, self.text, table);
        match error.span() {
            Some(span) => self.mistake(span, text),
            None => self.mistake_in_file(text),
        }
    }

    pub(super) fn mistake_in_file(&self, text: impl Into<String>) -> Mistake {
        Mistake::in_file(self.file, text)
    }

    pub(super) fn mistake(&self, span: Range<usize>, text: impl Into<String>) -> Mistake {
        Mistake::on_line(self.file, self.line(span), text)
    }

    /// The line, from 1, in which a span begins.
    pub(super) fn line(&self, span: Range<usize>) -> usize {
        self.newlines.partition_point(|newline| *newline < span.start) + 1
    }
}
