//! Reads `byes`, `[[late]]` and `[[withdrawn]]`: who does not play in some rounds of a Swiss.

use serde::Deserialize;
use toml::Spanned;

use crate::error::{Mistake, all};
use crate::phases::{Bye, Phase, Round, phase_at};
use crate::tournament::source::Source;
use crate::tournament::{Contestant, LeftOut};

/// A round that a contestant has asked to sit out.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::tournament) struct TypedBye {
    name: Spanned<String>,
    round: Spanned<u32>,
}

/// A contestant that is not there at the beginning.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::tournament) struct TypedLate {
    name: Spanned<String>,
    from_round: Spanned<u32>,
}

/// A contestant that plays no more.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in crate::tournament) struct TypedWithdrawn {
    name: Spanned<String>,
    after_round: Spanned<u32>,
}

impl Source<'_> {
    /// The rounds that contestants sit out: each in a Swiss, and of a late one before a round of the first phase.
    pub(in crate::tournament) fn byes(
        &self,
        (byes, late, withdrawn): (&[TypedBye], &[TypedLate], &[TypedWithdrawn]),
        (contestants, absent): (&[Contestant], &[LeftOut]),
        phases: &[Phase],
    ) -> Result<Vec<Bye>, Vec<Mistake>> {
        let byes = byes.iter().map(|of| ("byes", "round", &of.name, &of.round));
        let late = late.iter().map(|of| ("[[late]]", "from_round", &of.name, &of.from_round));
        let withdrawn =
            withdrawn.iter().map(|of| ("[[withdrawn]]", "after_round", &of.name, &of.after_round));
        all(byes.chain(late).chain(withdrawn).map(|(table, key, name, typed)| {
            let (span, name, number) = (name.span(), name.get_ref().clone(), *typed.get_ref());
            let known = contestants.iter().map(|of| of.name.as_str());
            if known.chain(absent.iter().map(|of| of.name.as_str())).all(|known| known != name) {
                return Err(self.nobody(table, &name, span, contestants));
            }
            let phase = phase_at(phases, number);
            let is_swiss = phases.get(phase).is_some_and(Phase::is_by_rounds);
            if !is_swiss || number == 0 || (key == "from_round" && (phase > 0 || number == 1)) {
                let text =
                    "write a round of a Swiss, for [[late]] from 2 on in the first phase, or remove it";
                return Err(self.mistake(typed.span(), format!("{table} {key} = {number}: {text}")));
            }
            let (first, last, points) = match key {
                "round" => (number, Some(number), Round::POINTS_WON / 2),
                "from_round" => (1, Some(number - 1), 0),
                _ => (number + 1, None, 0),
            };
            Ok(Bye { name, first, last, points })
        }))
    }
}
