//! Reads `format` and the keys that go with it.

use toml::Spanned;

use super::Contestant;
use super::keys::nearest;
use super::source::Source;
use crate::error::Mistake;
use crate::schedule::{EntrantId, Format, StopRule};

/// A list of contestants' names as typed.
pub(super) type TypedNames = Option<Spanned<Vec<Spanned<String>>>>;

impl Source<'_> {
    /// The contestants that `first` names: a gauntlet's champions, the best of a Swiss or a knockout.
    pub(super) fn first(
        &self,
        format: Format,
        champions: TypedNames,
        seeding: TypedNames,
        contestants: &[Contestant],
    ) -> Result<Vec<EntrantId>, Vec<Mistake>> {
        let (key, names, other) = match format {
            Format::Gauntlet => ("champions", champions, ("seeding", seeding)),
            Format::Swiss | Format::Knockout | Format::DoubleElimination => {
                ("seeding", seeding, ("champions", champions))
            }
            Format::RoundRobin if champions.is_some() => ("", None, ("champions", champions)),
            Format::RoundRobin => ("", None, ("seeding", seeding)),
        };
        if let (other, Some(names)) = other {
            let text = format!("{other}: not for this format; remove the key, or change format");
            return Err(vec![self.mistake(names.span(), text)]);
        }
        let Some(names) = names else {
            let needed = format == Format::Gauntlet;
            let text = "a gauntlet needs champions = [\"NAME\"], who meet everybody else; add the key";
            return if needed { Err(vec![self.mistake_in_file(text)]) } else { Ok(vec![]) };
        };
        let span = names.span();
        let first = self.named(key, names.into_inner(), contestants)?;
        let challengers = contestants.len() - first.len();
        if format == Format::Gauntlet && (first.is_empty() || challengers == 0) {
            let text = "champions: name at least one contestant, and leave one to meet it";
            return Err(vec![self.mistake(span, text)]);
        }
        Ok(first)
    }

    /// Whether the tournament may end early: not where results decide the pairings.
    pub(super) fn stop(
        &self,
        format: Format,
        stop: Option<Spanned<StopRule>>,
    ) -> Result<Option<StopRule>, Vec<Mistake>> {
        match stop {
            Some(stop) if format.depends_on_results() => {
                let text = "stop: not for this format; remove the key, or change format";
                Err(vec![self.mistake(stop.span(), text)])
            }
            stop => Ok(stop.map(Spanned::into_inner)),
        }
    }

    /// Whether there is a match for the third place: only in a knockout, as in a double elimination the third lost twice.
    pub(super) fn third_place(
        &self,
        format: Format,
        third_place: Option<Spanned<bool>>,
    ) -> Result<bool, Vec<Mistake>> {
        match third_place {
            Some(third_place) if format != Format::Knockout => {
                let text = "third_place: not for this format; remove the key, or change format";
                Err(vec![self.mistake(third_place.span(), text)])
            }
            third_place => Ok(third_place.is_some_and(Spanned::into_inner)),
        }
    }

    /// The contestants of these names, each once.
    pub(super) fn named(
        &self,
        key: &str,
        names: Vec<Spanned<String>>,
        contestants: &[Contestant],
    ) -> Result<Vec<EntrantId>, Vec<Mistake>> {
        let mut first: Vec<EntrantId> = Vec::new();
        let mut mistakes = Vec::new();
        for name in names {
            let typed = name.get_ref();
            let found = contestants.iter().position(|contestant| contestant.name.as_str() == typed);
            match found.map(EntrantId) {
                Some(id) if first.contains(&id) => {
                    let text = format!("{key}: {typed:?} is listed twice; remove one of the two");
                    mistakes.push(self.mistake(name.span(), text));
                }
                Some(id) => first.push(id),
                None => {
                    let known: Vec<&str> =
                        contestants.iter().map(|contestant| contestant.name.as_str()).collect();
                    let remedy = match nearest(typed, &known) {
                        Some(nearest) => format!("did you mean {nearest:?}?"),
                        None => "write a name as in the standings".to_owned(),
                    };
                    let text = format!("{key}: no contestant is called {typed:?}; {remedy}");
                    mistakes.push(self.mistake(name.span(), text));
                }
            }
        }
        if mistakes.is_empty() { Ok(first) } else { Err(mistakes) }
    }
}
