//! `[limits]`: what a bot may use, as typed, and as it is to be.

use std::time::Duration;

use serde::Deserialize;
use serde::de::IgnoredAny;
use toml::Spanned;

use super::source::Source;
use crate::error::Mistake;
use crate::sandbox::{FuelBank, Limits};

/// The table `[limits]`, as typed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TypedLimits {
    fuel_to_start: Option<Spanned<Quantity>>,
    fuel_per_turn: Option<Spanned<Quantity>>,
    fuel_bank: Option<Spanned<Quantity>>,
    fuel_increment: Option<Spanned<Quantity>>,
    memory: Option<Spanned<Quantity>>,
    file_size: Option<Spanned<Quantity>>,
    table_elements: Option<Spanned<Quantity>>,
    reply_size: Option<Spanned<Quantity>>,
    log_per_turn: Option<Spanned<Quantity>>,
    log_per_game: Option<Spanned<Quantity>>,
    fuse_seconds: Option<Spanned<Quantity>>,
}

/// A number, or a text with a unit: `"100M"`, `"16 MiB"`; or no quantity at all.
#[derive(Deserialize)]
#[serde(untagged)]
enum Quantity {
    Number(u64),
    Text(String),
    None(IgnoredAny),
}

impl Source<'_> {
    /// What a bot may use: what the table says, and the defaults.
    pub(super) fn limits(&self, typed: Option<TypedLimits>) -> Result<Limits, Vec<Mistake>> {
        let mut limits = Limits::default();
        let Some(typed) = typed else {
            return Ok(limits);
        };
        let bank = self.fuel_bank(typed.fuel_bank, typed.fuel_increment);
        let bank = bank.map(|bank| limits.fuel_bank = bank);
        let (mut fuse_seconds, fuse_span) = (0, typed.fuse_seconds.as_ref().map(Spanned::span));
        let (to, most) = (&mut limits, Limits::HIGHEST);
        let mut mistakes: Vec<Mistake> = [
            ("fuel_per_turn", typed.fuel_per_turn, 1, most.fuel_per_turn, &mut to.fuel_per_turn),
            ("memory", typed.memory, Limits::PAGE_BYTES, most.memory_bytes_max, &mut to.memory_bytes_max),
            ("file_size", typed.file_size, 8, most.file_bytes_max, &mut to.file_bytes_max),
            ("fuel_to_start", typed.fuel_to_start, 1, most.fuel_to_start, &mut to.fuel_to_start),
            ("table_elements", typed.table_elements, 0, most.table_elements_max, &mut to.table_elements_max),
            ("reply_size", typed.reply_size, 1_024, most.reply_bytes_max, &mut to.reply_bytes_max),
            ("log_per_turn", typed.log_per_turn, 0, most.log_bytes_per_turn, &mut to.log_bytes_per_turn),
            ("log_per_game", typed.log_per_game, 0, most.log_bytes_per_game, &mut to.log_bytes_per_game),
            ("fuse_seconds", typed.fuse_seconds, 1, most.fuse.as_secs(), &mut fuse_seconds),
        ]
        .into_iter()
        .filter_map(|(key, typed, least, most, limit)| self.limit(key, typed, least, most, limit).err())
        .chain(bank.err())
        .collect();
        let fuse_min = limits.fuse_min();
        limits.fuse = Duration::from_secs(fuse_seconds);
        match fuse_span {
            None => limits.fuse = Limits::default().fuse.max(fuse_min),
            Some(span) if mistakes.is_empty() && limits.fuse < fuse_min => {
                let text = format!(
                    "[limits] fuse_seconds = {fuse_seconds}: a bot could outlast it within fuel_per_turn or fuel_to_start, and so have games made void; write {} or more, or take the key out",
                    fuse_min.as_secs()
                );
                mistakes.push(self.mistake(span, text));
            }
            Some(_) => {}
        }
        // Memory comes in whole pages.
        limits.memory_bytes_max -= limits.memory_bytes_max % Limits::PAGE_BYTES;
        if mistakes.is_empty() { Ok(limits) } else { Err(mistakes) }
    }

    /// The bank of fuel, if the file asks for one.
    fn fuel_bank(
        &self,
        fuel: Option<Spanned<Quantity>>,
        increment: Option<Spanned<Quantity>>,
    ) -> Result<Option<FuelBank>, Mistake> {
        let mut bank = FuelBank { fuel: 0, increment: 0 };
        let most = Limits::HIGHEST.fuel_bank.expect("a bank may be granted");
        match (&fuel, &increment) {
            (None, None) => return Ok(None),
            (None, Some(increment)) => {
                let text = "[limits] fuel_increment: there is no bank it could go to; add fuel_bank";
                return Err(self.mistake(increment.span(), text));
            }
            (Some(_), _) => {}
        }
        self.limit("fuel_bank", fuel, 1, most.fuel, &mut bank.fuel)?;
        self.limit("fuel_increment", increment, 0, most.increment, &mut bank.increment)?;
        Ok(Some(bank))
    }

    /// Sets a limit, which goes from `least` to `most`, if the file does.
    fn limit(
        &self,
        key: &str,
        typed: Option<Spanned<Quantity>>,
        least: u64,
        most: u64,
        limit: &mut u64,
    ) -> Result<(), Mistake> {
        let Some(typed) = typed else {
            return Ok(());
        };
        let value = match typed.get_ref() {
            Quantity::Number(number) => Some(*number),
            Quantity::Text(text) => parse_size::parse_size(text).ok(),
            Quantity::None(_) => None,
        };
        let text = || {
            format!(
                "[limits] {key}: write a number from {least} to {most}, or one with a unit, as in \"100M\" or \"16 MiB\""
            )
        };
        let in_range = value.filter(|value| (least..=most).contains(value));
        *limit = in_range.ok_or_else(|| self.mistake(typed.span(), text()))?;
        Ok(())
    }
}
