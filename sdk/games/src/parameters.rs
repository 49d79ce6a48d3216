//! The parameters of any game as settings, `key=value`: one text form for a
//! tournament's file, for commands, for web forms and for tests.
//!
//! Text is checked in two steps. What holds for one key alone (it is known, given
//! once, well-formed) is checked here, the same way for all games. What holds for
//! the values together is checked by the game.

use std::fmt::{self, Debug};
use std::ops::RangeInclusive;
use std::str::FromStr;

use crate::square::number;

/// A game's parameters, always valid.
pub trait Parameters: Clone + Debug + PartialEq + Eq + Default {
    /// The settings' keys, in the order in which settings are listed.
    const KEYS: &'static [Key];

    /// The most seats that the game can have; the fewest are two.
    const SEATS_MAX: u8 = 2;

    /// The parameters that well-formed settings stand for. A key that is not set
    /// has its default, which may depend on other keys.
    ///
    /// # Errors
    /// If the values together make no game.
    fn from_checked(settings: &Settings<'_>) -> Result<Self, SettingError>;

    /// All settings, in the order of [`Self::KEYS`]. Read back, they give the same
    /// parameters.
    ///
    /// A key without a value is left out. There is one such key: `stones`, where the
    /// players have different numbers of stones.
    fn settings(&self) -> Vec<(&'static str, String)>;

    /// The number of seats.
    fn seats(&self) -> usize {
        2
    }

    /// The parameters that `settings` stand for, each a key and its value. A key
    /// that is not set has its default.
    ///
    /// # Errors
    /// The first setting with a key that is unknown or already set, or with a
    /// malformed value; then, whether the values together make no game.
    fn from_settings<'a>(
        settings: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, SettingError> {
        Self::from_checked(&Settings::check(Self::KEYS, settings)?)
    }

    /// The parameters that `text` stands for: words `key=value`, spaces between
    /// them. The empty text stands for the default.
    ///
    /// # Errors
    /// The first word without `=`; then as [`Self::from_settings`].
    fn from_text(text: &str) -> Result<Self, SettingError> {
        let setting = |word| split(word).ok_or_else(|| SettingError::NoValue(String::from(word)));
        let settings: Vec<_> = text.split_whitespace().map(setting).collect::<Result<_, _>>()?;
        Self::from_settings(settings)
    }

    /// The parameters as text, `key=value` with a single space between settings.
    /// Keys that can be left out are left out, so the default is the empty text.
    fn to_text(&self) -> String {
        let mut kept = self.settings();
        for Key { name, .. } in Self::KEYS {
            // A default may depend on other keys, so we try what the rest stands for.
            let rest: Vec<_> = kept.iter().filter(|(key, _)| key != name).cloned().collect();
            let read = Self::from_settings(rest.iter().map(|(key, value)| (*key, value.as_str())));
            if read.as_ref() == Ok(self) {
                kept = rest;
            }
        }
        kept.iter().map(|(key, value)| format!("{key}={value}")).collect::<Vec<_>>().join(" ")
    }
}

fn split(word: &str) -> Option<(&str, &str)> {
    word.split_once('=')
}

/// A key that can be set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Key {
    /// The key's name, as in `size=10`.
    pub name: &'static str,
    /// The values that are well-formed.
    pub kind: Kind,
    /// The value in the game's default parameters, as text.
    pub default: &'static str,
    /// The meaning of the value, the valid values, and, where the default depends
    /// on other keys, how.
    pub meaning: &'static str,
}

impl Key {
    /// A key with its name, its values, the default among them, and the meaning.
    #[must_use]
    pub const fn new(name: &'static str, kind: Kind, default: &'static str, meaning: &'static str) -> Self {
        Self { name, kind, default, meaning }
    }
}

/// The values of a key that are well-formed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A whole number, in digits without leading zeros.
    Number {
        /// The smallest.
        least: u32,
        /// The largest.
        most: u32,
    },
    /// One of these numbers.
    OneNumberOf(&'static [u32]),
    /// One or more whole numbers with commas between them, as in `5,4,3`.
    Numbers {
        /// The smallest.
        least: u8,
        /// The largest.
        most: u8,
    },
    /// `true` or `false`.
    Flag,
    /// One of these words.
    OneWordOf(&'static [&'static str]),
    /// Text in a form that only the game knows.
    Text,
}

impl Kind {
    /// Whether `value` is well-formed. Of [`Kind::Text`] every value is.
    #[must_use]
    pub fn accepts(&self, value: &str) -> bool {
        match *self {
            Self::Number { least, most } => number(value).is_some_and(|n| (least..=most).contains(&n)),
            Self::OneNumberOf(numbers) => number(value).is_some_and(|n| numbers.contains(&n)),
            Self::Numbers { least, most } => {
                value.split(',').all(|value| number(value).is_some_and(|n: u8| (least..=most).contains(&n)))
            }
            Self::Flag => bool::from_str(value).is_ok(),
            Self::OneWordOf(words) => words.contains(&value),
            Self::Text => true,
        }
    }
}

impl fmt::Display for Kind {
    /// The values to write: `a number from 2 to 16`, `4, 6 or 8`, `true or false`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::Number { least, most } => write!(f, "a number from {least} to {most}"),
            Self::OneNumberOf(numbers) => f.write_str(&alternatives(numbers)),
            Self::Numbers { least, most } => {
                write!(f, "numbers from {least} to {most} with commas between them")
            }
            Self::Flag => f.write_str("true or false"),
            Self::OneWordOf(words) => f.write_str(&alternatives(words)),
            Self::Text => f.write_str("text"),
        }
    }
}

/// A list as people write it: `4, 6 or 8`.
fn alternatives<T: ToString>(items: &[T]) -> String {
    let items: Vec<String> = items.iter().map(ToString::to_string).collect();
    match items.as_slice() {
        [most @ .., last] if !most.is_empty() => format!("{} or {last}", most.join(", ")),
        _ => items.concat(),
    }
}

/// Settings that are checked against a game's keys: each is known, set at most once
/// and well-formed.
#[derive(Clone, Debug)]
pub struct Settings<'a> {
    keys: &'static [Key],
    values: Vec<(&'static str, &'a str)>,
}

impl<'a> Settings<'a> {
    /// Checks `settings` against `keys`: each key is known and set once, and each value is well-formed.
    ///
    /// # Errors
    /// The first setting that is not.
    pub fn check(
        keys: &'static [Key],
        settings: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, SettingError> {
        let mut checked = Self { keys, values: Vec::new() };
        for (name, value) in settings {
            let key = keys.iter().find(|key| key.name == name);
            let key = key.ok_or_else(|| SettingError::unknown(name, keys))?;
            if checked.value(key.name).is_some() {
                return Err(SettingError::Doubled(key.name));
            }
            if !key.kind.accepts(value) {
                return Err(SettingError::malformed(key.name, value, key.kind));
            }
            checked.values.push((key.name, value));
        }
        Ok(checked)
    }

    /// The value of a key as text; `None` if it is not set.
    ///
    /// # Panics
    /// If the game has no such key.
    #[must_use]
    pub fn value(&self, key: &str) -> Option<&'a str> {
        assert!(self.keys.iter().any(|known| known.name == key), "{key} is a key of the game");
        self.values.iter().find(|(set, _)| *set == key).map(|(_, value)| *value)
    }

    /// The value of a key of kind number, flag or word; `None` if it is not set.
    ///
    /// # Panics
    /// If the game has no such key, or `T` cannot hold each value that the key's kind accepts.
    #[must_use]
    pub fn read<T: FromStr>(&self, key: &str) -> Option<T> {
        self.value(key).map(|value| value.parse().ok().expect("the type holds what the kind accepts"))
    }

    /// The value of a key of kind [`Kind::Numbers`]; `None` if it is not set.
    ///
    /// # Panics
    /// If the game has no such key, or it is of another kind.
    #[must_use]
    pub fn numbers(&self, key: &str) -> Option<Vec<u8>> {
        let read = |number: &str| number.parse().expect("the kind accepts numbers only");
        self.value(key).map(|value| value.split(',').map(read).collect())
    }
}

/// The reason why settings make no parameters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SettingError {
    /// A word of the text has no `=`.
    NoValue(String),
    /// The game has no such key.
    Unknown {
        /// The key.
        key: String,
        /// The keys that the game has.
        known: Vec<&'static str>,
    },
    /// The key is set more than once.
    Doubled(&'static str),
    /// The value is not well-formed.
    Malformed {
        /// The key.
        key: &'static str,
        /// Its value.
        value: String,
        /// The values to write instead, as in `a number from 2 to 16`.
        write: String,
    },
    /// The values are well-formed, but together they make no game.
    NoGame {
        /// The key to change, if there is one.
        key: Option<&'static str>,
        /// The reason for which it is invalid.
        reason: String,
    },
}

impl SettingError {
    fn unknown(key: &str, known: &[Key]) -> Self {
        Self::Unknown { key: key.to_owned(), known: known.iter().map(|key| key.name).collect() }
    }

    pub(crate) fn malformed(key: &'static str, value: &str, write: impl fmt::Display) -> Self {
        Self::Malformed { key, value: value.to_owned(), write: write.to_string() }
    }

    /// Nothing, if `value` is in `range`. Else `what`, which names the value and its verb, is "not from … to …".
    pub(crate) fn unless_in<T: PartialOrd + Copy + fmt::Display>(
        range: &RangeInclusive<T>,
        value: T,
        key: &'static str,
        what: fmt::Arguments<'_>,
    ) -> Result<(), Self> {
        let (least, most) = (range.start(), range.end());
        let reason = format_args!("{what} not from {least} to {most}");
        if range.contains(&value) { Ok(()) } else { Err(Self::no_game(key, reason)) }
    }

    pub(crate) fn no_game(key: impl Into<Option<&'static str>>, reason: impl fmt::Display) -> Self {
        Self::NoGame { key: key.into(), reason: reason.to_string() }
    }

    /// The key that the error is about, as it was written; `None` if there is no single one.
    #[must_use]
    pub fn key(&self) -> Option<&str> {
        match self {
            Self::NoValue(_) => None,
            Self::Unknown { key, .. } => Some(key),
            Self::Doubled(key) | Self::Malformed { key, .. } => Some(key),
            Self::NoGame { key, .. } => *key,
        }
    }
}

impl fmt::Display for SettingError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoValue(word) => write!(f, "{word:?} has no value; write key=value, as in size=8"),
            Self::Unknown { key, known } => {
                write!(f, "unknown key {key:?}; the keys are {}", known.join(", "))
            }
            Self::Doubled(key) => write!(f, "{key} is set twice; set it once"),
            Self::Malformed { key, value, write } => {
                write!(f, "{key} = {}: write {write}", value.escape_debug())
            }
            Self::NoGame { key: Some(key), reason } => write!(f, "{key}: {reason}"),
            Self::NoGame { key: None, reason } => f.write_str(reason),
        }
    }
}

impl std::error::Error for SettingError {}
