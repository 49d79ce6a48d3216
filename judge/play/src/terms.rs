//! The terms of a game: all that decides it beside its bots and its seed. The same for a bot, beside its file.
//!
//! Journals, the inputs of a beacon, seasons, manifests, saved games, replays and pages are made of [`GameTerms`]. Each
//! hashes it whole, or takes it apart by the names of all its fields. So a new field is hashed everywhere, or does not
//! compile until its place in each of them is decided.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use judge_limits::Limits;
use judge_limits::text::{cut, sanitize};
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::file::{FileRules, GameFile};
use crate::game_info::RulesError;
use crate::rules::Rules;

/// All that decides a game beside its bots and its seed.
#[must_use]
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GameTerms {
    /// The game's name.
    pub game: String,
    /// SHA-256 of its file, if the game is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game_sha256: Option<String>,
    /// All its settings, as text.
    pub rules: BTreeMap<String, String>,
    /// Random legal actions that it begins with.
    pub opening_plies: u32,
    /// What it begins with instead, if the opening was written: the texts of a [`WrittenOpening`](crate::opening::WrittenOpening).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub opening: Vec<String>,
    /// The limits on what a bot may use. All but the watchdog decide games.
    pub limits: Limits,
}

impl GameTerms {
    /// The terms of games by these rules, which begin with so many random actions.
    pub fn new(rules: &Rules, opening_plies: u32, limits: &Limits) -> Self {
        let settings = rules.settings().into_iter();
        Self {
            game: rules.game().to_owned(),
            game_sha256: rules.file().map(|file| hex::encode(file.sha256)),
            rules: settings.map(|(key, value)| (key.to_owned(), value)).collect(),
            opening_plies,
            opening: Vec::new(),
            limits: limits.clone(),
        }
    }

    /// The game and its settings as rules. Where the game is a file, that is `file`.
    ///
    /// # Errors
    /// If there is no such game, another file is wanted, or a setting is wrong.
    pub fn parse_rules(&self, file: Option<&Arc<GameFile>>) -> Result<Rules, RulesError> {
        let settings = self.rules.iter().map(|(key, value)| (key.as_str(), value.as_str()));
        let Some(sha256) = &self.game_sha256 else { return Rules::new(&self.game, settings) };
        match file.filter(|file| hex::encode(file.sha256) == *sha256) {
            Some(file) => FileRules::new(file, settings).map(Rules::File),
            None => Err(RulesError::NoFile(self.game.clone(), sha256.clone())),
        }
    }

    /// The SHA-256 of all that decides: of the terms as JSON, with a watchdog of 0, which only makes games void.
    ///
    /// # Panics
    /// Never: the terms are plain data.
    #[must_use]
    pub fn digest(&self) -> [u8; 32] {
        let limits = Limits { watchdog_seconds: 0, ..self.limits.clone() };
        let deciding = Self { limits, ..self.clone() };
        Sha256::digest(serde_json::to_vec(&deciding).expect("terms are plain data")).into()
    }
}

/// The terms of one contestant, beside its file, as the organiser sets them.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BotTerms {
    /// Fuel for a turn, where it is not that of all: bank and increment are in proportion.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fuel_per_turn: Option<u64>,
    /// The options that it may read by `get-option`: texts by name.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub options: BTreeMap<String, String>,
}

/// The most options of a bot.
const OPTIONS_MAX: usize = 32;
/// The longest name of an option, in bytes, and the longest text.
const OPTION_NAME_MAX: usize = 32;
const OPTION_TEXT_MAX: usize = 200;

impl BotTerms {
    /// Whether it has nothing of its own.
    #[must_use]
    pub fn is_usual(&self) -> bool {
        *self == Self::default()
    }

    /// Checks the options, which are hashed and shown as they are.
    ///
    /// # Errors
    /// The mistake, and what to write instead.
    pub fn check_options(&self) -> Result<(), String> {
        if self.options.len() > OPTIONS_MAX {
            return Err(format!("there are {} options; write up to {OPTIONS_MAX}", self.options.len()));
        }
        for (name, text) in &self.options {
            if !is_option_name(name) {
                let shown = cut(&sanitize(name), OPTION_NAME_MAX);
                return Err(format!(
                    "{shown:?} cannot be an option's name; write a small letter, then small letters, digits, - and _, \
                     {OPTION_NAME_MAX} at most"
                ));
            }
            if text.len() > OPTION_TEXT_MAX || sanitize(text) != *text {
                return Err(format!(
                    "{name} has a text that cannot be shown as it is; write up to {OPTION_TEXT_MAX} bytes, without \
                     control characters and marks that change the direction"
                ));
            }
        }
        Ok(())
    }

    /// The SHA-256 of all that decides what a bot does: that of its file, if it has nothing of its own.
    ///
    /// # Panics
    /// Never: the terms are plain data.
    #[must_use]
    pub fn digest(&self, file_sha256: [u8; 32]) -> [u8; 32] {
        if self.is_usual() {
            return file_sha256;
        }
        let terms = serde_json::to_vec(self).expect("terms are plain data");
        Sha256::new().chain_update(file_sha256).chain_update(terms).finalize().into()
    }
}

impl fmt::Display for BotTerms {
    /// Writes them in a few words, as a table shows them; nothing if the bot has no terms of its own.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { fuel_per_turn, options } = self;
        let fuel = fuel_per_turn.map(|fuel| format!("fuel {}", short(fuel)));
        let options = options.iter().map(|(name, text)| format!("{name}={text}"));
        f.write_str(&sanitize(&fuel.into_iter().chain(options).collect::<Vec<_>>().join(", ")))
    }
}

/// Whether a bot may have an option of this name.
#[must_use]
pub fn is_option_name(name: &str) -> bool {
    let mut letters = name.bytes();
    letters.next().is_some_and(|first| first.is_ascii_lowercase())
        && letters.all(|letter| matches!(letter, b'a'..=b'z' | b'0'..=b'9' | b'-' | b'_'))
        && name.len() <= OPTION_NAME_MAX
}

/// A number of units of fuel as people type it: `50M`.
fn short(fuel: u64) -> String {
    let unit = [(1_000_000_000, "G"), (1_000_000, "M"), (1_000, "K")];
    let unit = unit.into_iter().find(|(unit, _)| fuel > 0 && fuel.is_multiple_of(*unit));
    unit.map_or_else(|| fuel.to_string(), |(unit, name)| format!("{}{name}", fuel / unit))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn terms() -> GameTerms {
        let rules = Rules::new("othello", [("size", "6")]).expect("they are valid");
        GameTerms::new(&rules, 4, &Limits::default())
    }

    #[test]
    fn terms_come_back_from_their_text() {
        let text = serde_json::to_string(&terms()).expect("they are plain data");
        let read: GameTerms = serde_json::from_str(&text).expect("it was written here");
        assert_eq!(read, terms());
        let rules = read.parse_rules(None).expect("they were rules");
        assert_eq!(GameTerms::new(&rules, read.opening_plies, &read.limits), terms());
        assert!(serde_json::from_str::<GameTerms>(&text.replacen('{', "{\"more\": 1,", 1)).is_err());
    }

    #[test]
    fn who_has_nothing_of_its_own_is_its_file() {
        let usual = BotTerms::default();
        assert_eq!((usual.digest([7; 32]), usual.to_string()), ([7; 32], String::new()));
        let terms = |fuel| BotTerms { fuel_per_turn: Some(fuel), ..BotTerms::default() };
        assert_ne!(terms(1).digest([7; 32]), [7; 32]);
        assert_ne!(terms(1).digest([7; 32]), terms(2).digest([7; 32]));
        assert_ne!(terms(1).digest([7; 32]), terms(1).digest([8; 32]));
        let words = [1, 1_500, 50_000_000, 2_000_000_000].map(|fuel| terms(fuel).to_string());
        assert_eq!(words, ["fuel 1", "fuel 1500", "fuel 50M", "fuel 2G"]);
    }

    #[test]
    fn options_are_hashed_shown_and_checked() {
        let with = |name: &str, text: &str| BotTerms {
            options: BTreeMap::from([(name.to_owned(), text.to_owned())]),
            ..BotTerms::default()
        };
        let deep = with("depth", "6");
        assert_eq!((deep.to_string(), deep.check_options()), ("depth=6".to_owned(), Ok(())));
        let both = BotTerms { fuel_per_turn: Some(5), ..deep.clone() };
        assert_eq!(both.to_string(), "fuel 5, depth=6");
        let digests = [&deep, &both, &with("depth", "7"), &with("deep", "6"), &BotTerms::default()];
        let digests = digests.map(|terms| terms.digest([7; 32]));
        assert!((1..digests.len()).all(|i| !digests[..i].contains(&digests[i])));
        for (name, text) in [("Depth", "6"), ("", "6"), ("6", "6"), ("a=b", "6"), ("depth", "\u{1b}[2J")] {
            assert!(with(name, text).check_options().is_err(), "{name} {text}");
        }
        assert!(with("depth", &"x".repeat(OPTION_TEXT_MAX + 1)).check_options().is_err());
        let many = (0..=OPTIONS_MAX).map(|i| (format!("o{i}"), String::new())).collect();
        assert!(BotTerms { options: many, ..BotTerms::default() }.check_options().is_err());
    }

    #[test]
    fn the_watchdog_decides_nothing() {
        let mut other = terms();
        other.limits.watchdog_seconds += 1;
        assert_eq!(other.digest(), terms().digest());
        other.opening_plies += 1;
        assert_ne!(other.digest(), terms().digest());
        let begun = GameTerms { opening: vec!["c4".into()], ..terms() };
        assert_ne!(begun.digest(), terms().digest());
        assert_ne!(GameTerms { opening: vec!["d3".into()], ..begun.clone() }.digest(), begun.digest());
        let of_file = GameTerms { game_sha256: Some("ab".into()), ..terms() };
        assert_ne!(of_file.digest(), terms().digest());
        assert!(matches!(of_file.parse_rules(None), Err(RulesError::NoFile(..))));
    }
}
