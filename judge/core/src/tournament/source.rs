//! A tournament's file as text: where in it a mistake was made.

mod place;
mod slips;
pub(super) mod words;

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;

use serde::de::DeserializeOwned;
use toml::Spanned;
use toml::de::{DeTable, Deserializer, Error};

use crate::error::Mistake;
use crate::tournament::GameFiles;
use place::{note, take_out};
use words::{in_plain_words, other_language};

/// The most mistakes in the form of a file that are listed.
const MISTAKES_MAX: usize = 100;

/// These keys of what was typed, by their names, with where each stands if it is there.
macro_rules! spans {
    ($typed:expr; $($key:ident),+) => {
        [$((stringify!($key), $typed.$key.as_ref().map(Spanned::span))),+]
    };
}
pub(super) use spans;

/// A file's path and text.
pub struct Source<'a> {
    pub(super) file: &'a Path,
    pub(super) text: &'a str,
    /// The places of the line ends, in bytes.
    newlines: Vec<usize>,
    /// The loader of games that are files.
    pub(super) games: &'a GameFiles,
}

/// The mistakes in the form of a file: in its keys, and the types of their values.
#[derive(Default)]
pub(super) struct Form {
    pub(super) mistakes: Vec<Mistake>,
    /// The keys of a file whose values are incomplete because a mistake is taken out, with where the first begins.
    damaged: BTreeMap<String, usize>,
}

impl Form {
    /// Whether the file could be read as it is.
    pub(super) fn is_right(&self) -> bool {
        self.mistakes.is_empty()
    }

    /// Whether the values of all these keys are complete: only then it is a mistake if something does not fit them.
    pub(super) fn has_whole(&self, keys: &[&str]) -> bool {
        !keys.iter().any(|key| self.damaged.contains_key(*key))
    }

    /// Whether something is whole that stands at this place and before all that is damaged in the value of a key.
    pub(super) fn is_whole_at(&self, key: &str, start: usize) -> bool {
        self.damaged.get(key).is_none_or(|first| start < *first)
    }
}

impl<'a> Source<'a> {
    /// The text of a file. If its game is a file too, `games` loads that.
    #[must_use]
    pub fn new(file: &'a Path, text: &'a str, games: &'a GameFiles) -> Self {
        Self { file, text, games, newlines: text.match_indices('\n').map(|(at, _)| at).collect() }
    }

    /// Reads the text as TOML. What is wrong is taken out and the rest is read again, until all mistakes are known:
    /// they are returned with the rest, if there is one.
    pub(super) fn read<T: DeserializeOwned>(&self) -> (Option<T>, Form) {
        let mut form = Form::default();
        let whole = match DeTable::parse(self.text) {
            Ok(whole) => whole,
            Err(error) => {
                let other = other_language(self.text).map(|message| self.mistake_in_file(message));
                let mistake = other.or_else(|| self.slip(&error));
                form.mistakes.push(mistake.unwrap_or_else(|| self.misread(&error, None)));
                return (None, form);
            }
        };
        let mut rest = whole.clone();
        while form.mistakes.len() < MISTAKES_MAX {
            let error = match T::deserialize(Deserializer::from(rest.clone())) {
                Ok(typed) => return (Some(typed), form),
                Err(error) => error,
            };
            let mistake = self.misread(&error, Some(whole.get_ref()));
            // What cannot be taken out is listed once.
            if form.mistakes.contains(&mistake) {
                break;
            }
            let span = error.span().unwrap_or_default();
            form.mistakes.push(mistake);
            note(&mut form.damaged, whole.get_ref(), &span);
            take_out(rest.get_mut(), &span);
        }
        (None, form)
    }

    /// Whether the file has a key at its top, whatever its value.
    pub(super) fn has_key(&self, key: &str) -> bool {
        DeTable::parse(self.text).is_ok_and(|table| table.get_ref().contains_key(key))
    }

    /// The mistakes of those of these keys that are at its top, as `told` has them: the key, and what is said of it.
    pub(super) fn misplaced(
        &self,
        keys: &[(&str, &str)],
        message: impl Fn(&str, &str) -> String,
    ) -> Vec<Mistake> {
        let table = DeTable::parse(self.text).ok();
        let typed = table.iter().flat_map(|table| table.get_ref().keys());
        let found = typed.filter_map(|key| {
            let (name, text) = keys.iter().find(|(name, _)| *name == key.get_ref())?;
            Some(self.mistake(key.span(), message(name, text)))
        });
        found.collect()
    }

    /// The mistake for the line at which the TOML reader stopped, if it is a usual slip.
    fn slip(&self, error: &Error) -> Option<Mistake> {
        // That is no slip of the pen, and the line is right.
        let span = error.span().filter(|_| error.message() != "duplicate key")?;
        let line = self.text.lines().nth(self.line(span.clone()) - 1)?;
        slips::slip(line).map(|message| self.mistake(span, message))
    }

    /// The mistake that the TOML reader found.
    fn misread(&self, error: &Error, table: Option<&DeTable<'_>>) -> Mistake {
        let text = in_plain_words(error, self.text, table);
        match error.span() {
            Some(span) => self.mistake(span, text),
            None => self.mistake_in_file(text),
        }
    }

    /// A number that must be in a range, with what is said of it besides if it is not.
    ///
    /// # Errors
    /// If it is not.
    pub fn in_range(
        &self,
        key: &str,
        typed: &Spanned<u32>,
        (least, most): (usize, usize),
        why: &str,
    ) -> Result<u32, Mistake> {
        let number = *typed.get_ref();
        if (least..=most).contains(&(number as usize)) {
            return Ok(number);
        }
        let right = if least == most { most.to_string() } else { format!("a number from {least} to {most}") };
        Err(self.mistake(typed.span(), format!("{key} = {number}: write {right}{why}")))
    }

    /// A mistake that is on no line.
    #[must_use]
    pub fn mistake_in_file(&self, text: impl Into<String>) -> Mistake {
        Mistake::in_file(self.file, text)
    }

    /// A mistake at this span of the text.
    #[must_use]
    pub fn mistake(&self, span: Range<usize>, text: impl Into<String>) -> Mistake {
        Mistake::on_line(self.file, self.line(span), text)
    }

    /// The line, from 1, in which a span begins.
    pub(super) fn line(&self, span: Range<usize>) -> usize {
        self.newlines.partition_point(|newline| *newline < span.start) + 1
    }
}
