//! `[limits]`: a bot's limits as typed in, and their final values out.
//!
//! The keys, defaults and ranges are in [`judge_sandbox::LIMITS`], and those of a game that is a file in [`GAME_LIMITS`].

use std::collections::BTreeMap;

use judge_play::Rules;
use judge_sandbox::{LIMITS, LimitInfo, Limits, Unit, Width};
use toml::{Spanned, Value};

use super::keys::{known_limits, unknown_key};
use super::source::Source;
use crate::error::{Mistake, apart};
use crate::tournament::{GAME_LIMITS, limits_of_games};

/// The table `[limits]` as typed.
pub(super) type TypedLimits = BTreeMap<Spanned<String>, Spanned<Value>>;

impl Source<'_> {
    /// The limits of a game that is a file: the table as far as it is right, and the defaults.
    pub(super) fn limits_of_game(&self, typed: Option<&TypedLimits>) -> Limits {
        let mut limits = limits_of_games();
        for (key, value) in typed.into_iter().flatten().filter(|(key, _)| is_of_game(key)) {
            if let Ok((limit, value)) = self.limit(key, value) {
                (limit.set)(&mut limits, value);
            }
        }
        limits
    }

    /// The limits of a bot: the table, and the defaults for a game of these rules. Without rules, which are
    /// wrong then, it says what is wrong besides.
    pub(super) fn limits(
        &self,
        typed: Option<TypedLimits>,
        rules: Option<&Rules>,
    ) -> Result<Limits, Vec<Mistake>> {
        let mut limits = Limits::default();
        let typed = typed.unwrap_or_default();
        let mut by_line: Vec<_> = typed.iter().collect();
        by_line.sort_by_key(|(key, _)| key.span().start);
        let (_, mut mistakes) = apart(by_line.into_iter().map(|(key, value)| {
            if key.get_ref() == Width::KEY {
                limits.width = self.width(value)?;
                return Ok(());
            }
            let (limit, value) = self.limit(key, value)?;
            if !is_of_game(key) {
                (limit.set)(&mut limits, value);
            } else if rules.is_some_and(|rules| rules.file().is_none()) {
                let text = format!(
                    "[limits] {} is for a game that is a file, and this one is the judge's own; remove the line",
                    key.get_ref()
                );
                return Err(self.mistake(key.span(), text));
            }
            Ok(())
        }));
        let span_of = |key: &str| typed.keys().find(|typed| typed.get_ref() == key).map(Spanned::span);
        if span_of("fuel_bank").is_none() {
            limits.fuel_bank = Limits::bank_for(limits.fuel_per_turn, rules.map_or(0, Rules::turns_max));
        }
        let least = limits.watchdog_seconds_min();
        match span_of("watchdog_seconds") {
            None => limits.watchdog_seconds = limits.watchdog_seconds.max(least),
            Some(span) if mistakes.is_empty() && limits.watchdog_seconds < least => {
                let text = format!(
                    "[limits] watchdog_seconds = {}: a bot could outlast it within fuel_per_turn or fuel_to_start, and make games void; write {least} or more, or remove the key",
                    limits.watchdog_seconds
                );
                mistakes.push(self.mistake(span, text));
            }
            Some(_) => {}
        }
        // Memory comes in whole pages.
        limits.memory_bytes -= limits.memory_bytes % Limits::PAGE_BYTES;
        if mistakes.is_empty() { Ok(limits) } else { Err(mistakes) }
    }

    /// Reads the value of `module_limits`.
    fn width(&self, value: &Spanned<Value>) -> Result<Width, Mistake> {
        let word = value.get_ref().as_str();
        let found = Width::WORDS.into_iter().find(|(known, _)| word == Some(known));
        found.map(|(_, width)| width).ok_or_else(|| {
            let text = format!(
                "[limits] {}: write \"narrow\", or \"wide\" for bots that bring an interpreter or a large runtime",
                Width::KEY
            );
            self.mistake(value.span(), text)
        })
    }

    /// One limit as typed.
    fn limit(
        &self,
        key: &Spanned<String>,
        value: &Spanned<Value>,
    ) -> Result<(&'static LimitInfo, u64), Mistake> {
        let name = key.get_ref().as_str();
        let Some(limit) = known_limits().find(|limit| limit.key == name) else {
            let keys: Vec<&str> = known_limits().map(|limit| limit.key).chain([Width::KEY]).collect();
            let unknown = unknown_key("[limits]", name, &keys);
            return Err(self.mistake(key.span(), format!("[limits]: {unknown}")));
        };
        let number = self.number(&format!("[limits] {name}"), limit, value)?;
        Ok((limit, number))
    }

    /// Fuel for a turn of one contestant, of which mistakes say that it is this key.
    pub(super) fn fuel(&self, key: &str, value: &Spanned<Value>) -> Result<u64, Mistake> {
        let limit = LIMITS.iter().find(|limit| limit.key == "fuel_per_turn").expect("it is a limit");
        self.number(key, limit, value)
    }

    /// The value of a limit as typed; mistakes say that it is this key.
    fn number(&self, key: &str, limit: &LimitInfo, value: &Spanned<Value>) -> Result<u64, Mistake> {
        let number = match value.get_ref() {
            Value::Integer(number) => u64::try_from(*number).ok(),
            Value::String(text) => parse_size::parse_size(text).ok(),
            _ => None,
        };
        number.filter(|number| limit.range.contains(number)).ok_or_else(|| {
            let (least, most) = (limit.typed(*limit.range.start()), limit.typed(*limit.range.end()));
            let what = match limit.unit {
                Unit::Fuel => "a number of units of fuel, or a text as in \"100M\"",
                Unit::Bytes => "a number of bytes, or a text as in \"16 MiB\"",
                Unit::Count => "a number",
                Unit::Seconds => "a number of seconds",
            };
            let text = format!("{key}: write {what}, from {least} to {most}");
            self.mistake(value.span(), text)
        })
    }
}

/// Whether a key is about the game, and not about bots.
fn is_of_game(key: &Spanned<String>) -> bool {
    GAME_LIMITS.iter().any(|limit| limit.key == key.get_ref())
}
