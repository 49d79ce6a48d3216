//! The organisers' decisions beside the ladder: the closing time and the final. As typed, and as it is to be.

use std::time::UNIX_EPOCH;

use judge_core::error::Mistake;
use judge_core::phases::{Format, Phase};
use judge_core::tournament::{PhaseTerms, ROUNDS_MAX, Source, Template, Tournament, TypedPhase, unknown};
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
    /// Its phases in place of a format, if the season's file lists some.
    pub phases: Vec<Phase>,
    /// The public value that makes its seed; if there is none, the season's secret does.
    pub announced: Option<Template>,
}

impl Final {
    /// The formats that a final can have: others would need champions, who are named.
    pub fn formats() -> Vec<(&'static str, Format)> {
        let needs_nobody = |format: Format| format.kinds().iter().all(|kind| !kind.takes("champions"));
        let all = Format::ALL.into_iter().map(|(name, format, ..)| (name, format));
        all.filter(|(_, format)| needs_nobody(*format)).collect()
    }

    /// The format of this name.
    ///
    /// # Errors
    /// Names the fault, and what to write.
    pub fn format(typed: &str) -> Result<Format, String> {
        let (names, formats): (Vec<&str>, Vec<Format>) = Self::formats().into_iter().unzip();
        let found = names.iter().position(|name| *name == typed).map(|at| formats[at]);
        let needs_champions = Format::ALL.iter().any(|(name, ..)| *name == typed);
        found.ok_or_else(|| match typed {
            _ if needs_champions => {
                format!("format: a {typed} needs champions; write one of {}", names.join(", "))
            }
            _ => format!("format: {}", unknown("value", typed, &names)),
        })
    }

    /// The mistake if a final of this format cannot have tables of so many.
    pub(crate) fn refused(format: Format, seats: usize) -> Option<String> {
        let only_for_two = seats > 2 && format.depends_on_results();
        only_for_two.then(|| {
            let usual = Format::ALL[0].0;
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
    #[serde(default)]
    phase: Vec<Spanned<TypedPhase>>,
    announced: Option<Spanned<String>>,
}

/// The moment that a key says, in seconds since 1970.
pub(super) fn time(key: &str) -> impl FnOnce(&toml::Value) -> Result<u64, String> {
    move |typed| {
        let text = typed.as_str().map_or_else(|| typed.to_string(), str::to_owned);
        seconds(&text).map_err(|why| format!("{key} = {typed}: {why}"))
    }
}

/// A moment as people write it, in seconds since 1970.
pub(crate) fn seconds(typed: &str) -> Result<u64, &'static str> {
    let time = humantime::parse_rfc3339(typed).ok();
    let seconds = time.and_then(|time| time.duration_since(UNIX_EPOCH).ok()).map(|since| since.as_secs());
    seconds.ok_or("write a time of the world's clock, UTC, as in \"2026-12-24T18:00:00Z\"")
}

/// The final; if nothing else is typed it has the rounds of the ladder.
pub(super) fn final_tournament(
    source: &Source<'_>,
    typed: Option<TypedFinal>,
    ladder: &Tournament,
) -> Result<Final, Vec<Mistake>> {
    let seats = ladder.rules.seats();
    let usual =
        Final { format: Format::default(), top: TOP, rounds: ladder.rounds, phases: vec![], announced: None };
    let Some(TypedFinal { format, top, rounds, phase, announced }) = typed else { return Ok(usual) };
    let known = |typed: &String| {
        if !phase.is_empty() {
            return Err("[serve.final] format: it is a key of a phase; move it down, below a line [[serve.final.phase]]".to_owned());
        }
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
    let format = read(source, format, known)?.unwrap_or(usual.format);
    let top = read(source, top, enough)?.unwrap_or(usual.top);
    let rounds = read(source, rounds, few)?.unwrap_or(usual.rounds);
    let announced = read(source, announced, super::announced("serve.final"))?;
    let terms = PhaseTerms { table: "[[serve.final.phase]]", rounds, contestants: top, named: None };
    let phases = source.phases(&phase, terms)?;
    if seats > 2 && !phases.iter().all(Phase::is_plain) {
        let text = format!(
            "[[serve.final.phase]]: here are tables of {seats}; write round-robin or gauntlet, without groups"
        );
        return Err(vec![source.mistake(phase[0].span(), text)]);
    }
    Ok(Final { format, top, rounds, phases, announced })
}
