//! `game`, `seats` and `[rules]`: a game's name and its settings become rules. A game whose number of players can be chosen
//! has a setting for it, which stands above `[rules]`; any other has a number of its own, which may depend on its settings.
//!
//! The keys, their ranges and defaults are the game's own: see [`judge_play::GAMES`].

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use judge_play::file::FileRules;
use judge_play::games::{Key, Kind};
use judge_play::{GAMES, GameFile, GameInfo, Rules, RulesError};
use judge_sandbox::Limits;
use toml::{Spanned, Value};

use super::keys::{unknown, unknown_key};
use super::limits::TypedLimits;
use super::source::Source;
use super::source::words::instead_of;
use crate::error::{Mistake, all};

/// A game that was named.
#[derive(Clone, Debug)]
pub enum Named {
    /// One of the judge's own.
    Own(&'static GameInfo),
    /// A file.
    File(Arc<GameFile>),
}

/// The chosen game, and its origin if it is a file.
pub(super) type Chosen = (Named, Option<GameSource>);

/// The origin of a game that is a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameSource {
    /// The file's path.
    pub path: PathBuf,
    /// The limits of the game.
    pub limits: Limits,
}

impl Named {
    /// The description of the game.
    #[must_use]
    pub fn info(&self) -> &'static GameInfo {
        match self {
            Self::Own(info) => info,
            Self::File(file) => file.info,
        }
    }

    /// Its name, if it is one of the judge's own; a file may be called as one.
    #[must_use]
    pub fn own_game(&self) -> Option<&'static str> {
        match self {
            Self::Own(info) => Some(info.name),
            Self::File(_) => None,
        }
    }

    /// The rules with these settings.
    ///
    /// # Errors
    /// If a setting is invalid.
    pub fn rules<'a>(
        &self,
        settings: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Rules, RulesError> {
        match self {
            Self::Own(info) => Rules::new(info.name, settings),
            Self::File(file) => FileRules::new(file, settings).map(Rules::File),
        }
    }
}

/// Whether the name of a game is that of a file.
#[must_use]
pub fn is_file(game: &str) -> bool {
    Path::new(game).extension().is_some_and(|extension| extension.eq_ignore_ascii_case("wasm"))
}

/// The table `[rules]` as typed.
pub(super) type TypedRules = BTreeMap<Spanned<String>, Spanned<Value>>;

impl Source<'_> {
    /// The game of this name, or in this file.
    pub(super) fn game(
        &self,
        name: &Spanned<String>,
        limits: Option<&TypedLimits>,
    ) -> Result<Chosen, Mistake> {
        let typed = name.get_ref().as_str();
        if is_file(typed) {
            self.no_escapes(name)?;
            let path = self.beside(typed);
            let limits = self.limits_of_game(limits);
            let wrong = |why| self.mistake(name.span(), format!("game {typed:?}: {why}"));
            let file = self.games.load(&path, limits.clone()).map_err(wrong)?;
            return Ok((Named::File(file), Some(GameSource { path, limits })));
        }
        GAMES.iter().find(|game| game.name == typed).map(|game| (Named::Own(game), None)).ok_or_else(|| {
            let names: Vec<&str> = GAMES.iter().map(|game| game.name).collect();
            self.mistake(name.span(), format!("game: {}", unknown("value", typed, &names)))
        })
    }

    /// The rules of the chosen game.
    pub(super) fn rules(
        &self,
        (chosen, _): &Chosen,
        typed: Option<&TypedRules>,
        seats: Option<&Spanned<u8>>,
    ) -> Result<Rules, Vec<Mistake>> {
        let game = chosen.info();
        if let Some(seats) = seats.filter(|seats| !(2..=game.seats_max).contains(seats.get_ref())) {
            let most = match game.seats_max {
                2 => "2".to_owned(),
                most => format!("2 to {most}"),
            };
            let text = format!("seats = {}: this game is for {most} players", seats.get_ref());
            return Err(self.mistake(seats.span(), text).into());
        }
        let mut settings = all(typed.into_iter().flatten().map(|(key, value)| {
            self.setting(game, key, value).map(|setting| (key.get_ref().as_str(), setting))
        }))?;
        let wanted = seats.map(|seats| (usize::from(*seats.get_ref()), seats.span()));
        settings.extend(wanted.as_ref().and_then(|(seats, _)| seats_setting(game, *seats)));
        let span = |key: &str| {
            let at = typed.into_iter().flatten().find(|(typed, _)| typed.get_ref() == key);
            at.or_else(|| typed.into_iter().flatten().next()).map(|(key, _)| key.span())
        };
        let settings = settings.iter().map(|(key, value)| (*key, value.as_str()));
        let rules = chosen.rules(settings).map_err(|error| {
            let key = match &error {
                judge_play::RulesError::Setting(error) => error.key().unwrap_or_default(),
                _ => "",
            };
            let text = format!("[rules] {error}");
            span(key).map_or_else(|| self.mistake_in_file(&text), |span| self.mistake(span, &text))
        })?;
        match wanted {
            Some((seats, span)) if seats != rules.seats() => {
                let text =
                    format!("seats = {seats}: this game is for {} players", players(game, rules.seats()));
                Err(self.mistake(span, text).into())
            }
            _ => Ok(rules),
        }
    }

    /// A setting's value as text, if it has the type that the key asks for.
    fn setting(
        &self,
        game: &GameInfo,
        key: &Spanned<String>,
        value: &Spanned<Value>,
    ) -> Result<String, Mistake> {
        // `seats` stands above [rules], beside the other keys of every tournament.
        let known: Vec<&Key> = game.keys.iter().filter(|known| known.name != "seats").collect();
        let name = key.get_ref().as_str();
        let Some(key) = known.iter().find(|known| known.name == name) else {
            let names: Vec<&str> = known.iter().map(|key| key.name).collect();
            let unknown = unknown_key("[rules]", name, &names);
            return Err(self.mistake(key.span(), format!("[rules]: {unknown}")));
        };
        let number = |value: &Value| value.as_integer().map(|number| number.to_string());
        let numbers = |items: &Vec<Value>| {
            let numbers = items.iter().map(number).collect::<Option<Vec<_>>>();
            numbers.filter(|numbers| !numbers.is_empty()).map(|numbers| numbers.join(","))
        };
        let typed = value.get_ref();
        if let (Kind::OneWordOf(words), Some(text)) = (key.kind, typed.as_str())
            && !words.contains(&text)
        {
            let text = format!("[rules] {name}: {}", unknown("value", text, words));
            return Err(self.mistake(value.span(), text));
        }
        let (text, form) = match key.kind {
            Kind::Number { .. } | Kind::OneNumberOf(_) => (number(typed), "a whole number"),
            Kind::Numbers { .. } => (typed.as_array().and_then(numbers), "a list of whole numbers"),
            Kind::Flag => (typed.as_bool().map(|flag| flag.to_string()), "true or false"),
            Kind::OneWordOf(_) | Kind::Text => (typed.as_str().map(str::to_owned), "a text in quotes"),
        };
        text.ok_or_else(|| {
            let typed = self.text.get(value.span()).unwrap_or_default();
            self.mistake(value.span(), format!("[rules] {name}: write {form}{}", instead_of(typed)))
        })
    }
}

/// A game's keys with their defaults, as a tournament's file takes them.
#[must_use]
pub fn keys_as_toml(game: &GameInfo) -> Vec<(String, &'static str)> {
    let line = |key: &Key| {
        let default = match key.kind {
            Kind::Numbers { .. } => format!("[{}]", key.default.replace(',', ", ")),
            Kind::OneWordOf(_) | Kind::Text => format!("{:?}", key.default),
            Kind::Number { .. } | Kind::OneNumberOf(_) | Kind::Flag => key.default.to_owned(),
        };
        (format!("{} = {default}", key.name), key.meaning)
    };
    game.keys.iter().filter(|key| key.name != "seats").map(line).collect()
}

/// The setting that says how many players there are, if the game has one.
#[must_use]
pub fn seats_key(game: &GameInfo) -> Option<&'static Key> {
    game.keys.iter().find(|key| key.name == "seats")
}

/// That setting for so many players, if the game takes that number.
#[must_use]
pub fn seats_setting(game: &GameInfo, seats: usize) -> Option<(&'static str, String)> {
    let key = seats_key(game).filter(|_| (2..=game.seats_max.into()).contains(&seats))?;
    let fits = match key.kind {
        Kind::Number { least, most } => (least as usize..=most as usize).contains(&seats),
        _ => true,
    };
    fits.then(|| (key.name, seats.to_string()))
}

/// For how many players it is, in words; `usual` are those by the usual settings.
#[must_use]
pub fn players(game: &GameInfo, usual: usize) -> String {
    match seats_key(game).map(|key| key.kind) {
        Some(Kind::Number { least, most }) if least < most => format!("{least} to {most}"),
        Some(_) if game.seats_max > 2 => format!("2 to {}", game.seats_max),
        _ => usual.to_string(),
    }
}
