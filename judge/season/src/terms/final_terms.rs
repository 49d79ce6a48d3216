//! The organisers' decisions beside the ladder: the closing time and the final. As typed, and as it is to be.

use std::time::UNIX_EPOCH;

use judge_core::error::Mistake;
use judge_core::phases::Format;
use judge_core::tournament::{ROUNDS_MAX, Source, Template, Tournament, unknown};
use serde::Deserialize;
use toml::Spanned;

use super::read;

/// Contestants of a final if nobody says otherwise.
const TOP: usize = 8;

/// The settings of a season's final, unless the organiser gives others on the day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Final {
    /// The format, which decides the pairings: no gauntlet.
    pub format: Format,
    /// Contestants, the best of the ladder.
    pub top: usize,
    /// Rounds per pairing or per match, of a Swiss in all.
    pub rounds: u32,
    /// The public value that makes its seed; if there is none, the season's secret does.
    pub announced: Option<Template>,
}

impl Final {
    /// The formats that a final can have: a gauntlet would need champions.
    pub const FORMATS: [(&'static str, Format); 5] = [
        ("round-robin", Format::RoundRobin),
        ("swiss", Format::Swiss),
        ("knockout", Format::Knockout),
        ("double-elimination", Format::DoubleElimination),
        ("groups", Format::Groups),
    ];

    /// The format of this name.
    ///
    /// # Errors
    /// Names the fault, and what to write.
    pub fn format(typed: &str) -> Result<Format, String> {
        let names = Self::FORMATS.map(|(name, _)| name);
        let found = Self::FORMATS.into_iter().find(|(name, _)| *name == typed);
        found.map(|(_, format)| format).ok_or_else(|| match typed {
            "gauntlet" => format!("format: a gauntlet needs champions; write one of {}", names.join(", ")),
            _ => format!("format: {}", unknown("value", typed, &names)),
        })
    }

    /// The mistake if a final of this format cannot have tables of so many.
    pub(crate) fn refused(format: Format, seats: usize) -> Option<String> {
        let only_for_two = seats > 2 && format.depends_on_results();
        only_for_two.then(|| {
            let usual = Self::FORMATS[0].0;
            format!("format: this one is for tables of two, and here are tables of {seats}; write {usual:?}")
        })
    }
}

/// The table of a final as typed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TypedFinal {
    format: Option<Spanned<String>>,
    top: Option<Spanned<usize>>,
    rounds: Option<Spanned<u32>>,
    announced: Option<Spanned<String>>,
}

/// The moment at which no file is taken any more, in seconds since 1970.
pub(super) fn closes(typed: &toml::Value) -> Result<u64, String> {
    let text = match typed {
        toml::Value::String(text) => text.clone(),
        other => other.to_string(),
    };
    let time = humantime::parse_rfc3339(&text).ok();
    let seconds = time.and_then(|time| time.duration_since(UNIX_EPOCH).ok()).map(|since| since.as_secs());
    seconds.ok_or_else(|| {
        format!(
            "[serve] closes = {typed}: write a time of the world's clock, UTC, as in \"2026-12-24T18:00:00Z\""
        )
    })
}

/// The final; if nothing else is typed it has the rounds of the ladder.
pub(super) fn final_tournament(
    source: &Source<'_>,
    typed: Option<TypedFinal>,
    ladder: &Tournament,
) -> Result<Final, Mistake> {
    let seats = ladder.rules.seats();
    let usual = Final { format: Format::RoundRobin, top: TOP, rounds: ladder.rounds, announced: None };
    let Some(TypedFinal { format, top, rounds, announced }) = typed else { return Ok(usual) };
    let known = |typed: &String| {
        let format =
            Final::format(typed).and_then(|format| Final::refused(format, seats).map_or(Ok(format), Err));
        format.map_err(|problem| format!("[serve.final] {problem}"))
    };
    let enough = |&top: &usize| {
        let wrong = || format!("[serve.final] top: write a number of at least {seats}");
        (top >= seats).then_some(top).ok_or_else(wrong)
    };
    let few = |&rounds: &u32| {
        let wrong = || format!("[serve.final] rounds: write a number from 1 to {ROUNDS_MAX}");
        (1..=ROUNDS_MAX).contains(&rounds).then_some(rounds).ok_or_else(wrong)
    };
    Ok(Final {
        format: read(source, format, known)?.unwrap_or(usual.format),
        top: read(source, top, enough)?.unwrap_or(usual.top),
        rounds: read(source, rounds, few)?.unwrap_or(usual.rounds),
        announced: read(source, announced, super::announced("serve.final"))?,
    })
}
