//! Reads the tables `[[phase]]` into a list of phases. `format` has the short forms.

use std::ops::Range;

use serde::Deserialize;
use toml::{Spanned, Value};

use super::format::TypedNames;
use super::keys::ROUNDS_MAX;
use super::source::{Source, spans};
use crate::error::Mistake;
use crate::phases::{Draw, Format, Kind, Phase, Seeding, StopRule, Tie};

/// The most phases.
pub(crate) const PHASES_MAX: usize = 16;

/// Keys that stand in a phase where there are phases, and what is done about them.
pub(super) const OF_A_PHASE: [(&str, &str); 6] = [
    ("format", "move it down, below a line [[phase]]"),
    ("champions", "move it down, below the line [[phase]] of a gauntlet"),
    ("third_place", "move it down, below the line [[phase]] of a knockout"),
    ("groups", "move it down, below a line [[phase]]"),
    ("go_on", "write best_of_each in the phase after the groups"),
    ("stop", "move it down, below a line [[phase]]"),
];

/// A phase as typed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TypedPhase {
    format: Spanned<Format>,
    rounds: Option<Spanned<u32>>,
    best: Option<Spanned<u32>>,
    best_of_each: Option<Spanned<u32>>,
    seeding: Option<Spanned<Seeding>>,
    groups: Option<Spanned<u32>>,
    draw: Option<Spanned<Draw>>,
    champions: Option<Spanned<Value>>,
    third_place: Option<Spanned<bool>>,
    stop: Option<Spanned<StopRule>>,
    ties: Option<Spanned<Vec<Tie>>>,
}

/// All that a list of phases is checked against.
#[derive(Clone, Copy, Debug)]
pub struct PhaseTerms<'a> {
    /// What the tables are called.
    pub table: &'a str,
    /// Rounds where a phase says nothing.
    pub rounds: u32,
    /// The contestants, or the most there can be.
    pub contestants: usize,
    /// The number of champions that are named; nothing where nobody can be.
    pub named: Option<usize>,
}

/// The mistakes of a phase.
struct PhaseMistakes<'a> {
    source: &'a Source<'a>,
    terms: PhaseTerms<'a>,
    mistakes: Vec<Mistake>,
}

impl PhaseMistakes<'_> {
    fn add(&mut self, span: Range<usize>, key: &str, text: &str) {
        self.mistakes.push(self.source.mistake(span, format!("{} {key}: {text}", self.terms.table)));
    }

    /// None of these keys may be there, and why.
    fn none_of<'k>(&mut self, keys: impl IntoIterator<Item = (&'k str, Option<Range<usize>>)>, why: &str) {
        for (key, span) in keys {
            if let Some(span) = span {
                self.add(span, key, why);
            }
        }
    }

    /// A number that must be in a range, and why.
    fn number(
        &mut self,
        key: &str,
        typed: Option<&Spanned<u32>>,
        (least, most): (usize, usize),
        why: &str,
    ) -> Option<u32> {
        let key = format!("{} {key}", self.terms.table);
        self.mistakes.extend(self.source.in_range(&key, typed?, (least, most.max(least)), why).err());
        typed.map(|typed| *typed.get_ref())
    }
}

impl Source<'_> {
    /// The list of phases.
    ///
    /// # Errors
    /// Every mistake in it.
    pub fn phases(
        &self,
        typed: &[Spanned<TypedPhase>],
        terms: PhaseTerms<'_>,
    ) -> Result<Vec<Phase>, Vec<Mistake>> {
        let mut wrong = PhaseMistakes { source: self, terms, mistakes: vec![] };
        let mut phases: Vec<Phase> = vec![];
        let mut contestants = terms.contestants;
        for (at, phase) in typed.iter().enumerate() {
            let before = phases.last().map(|before| (before, contestants));
            let read = read(&mut wrong, phase, before);
            contestants = before.map_or(contestants, |(before, of)| read.in_max(before, of));
            let why = format!(", as {contestants} come in, and a group has two or more");
            wrong.number("groups", phase.get_ref().groups.as_ref(), (1, contestants / 2), &why);
            check_champions(&mut wrong, phase, read.kind, at, contestants);
            phases.push(read);
        }
        if let Some(more) = typed.get(PHASES_MAX) {
            let text = format!("there are {} of these, and {PHASES_MAX} can be", typed.len());
            wrong.add(more.span(), "format", &text);
        }
        if wrong.mistakes.is_empty() { Ok(phases) } else { Err(wrong.mistakes) }
    }
}

/// Takes the champions that the first phase names out of it.
pub(super) fn named(typed: &[Spanned<TypedPhase>]) -> TypedNames {
    let champions = typed.first()?.get_ref().champions.as_ref()?;
    let names = champions.get_ref().as_array()?.iter().map(Value::as_str);
    let spanned = |name: Option<&str>| name.map(|name| Spanned::new(champions.span(), name.to_owned()));
    Some(Spanned::new(champions.span(), names.map(spanned).collect::<Option<_>>()?))
}

/// A phase after another of so many contestants.
fn read(
    wrong: &mut PhaseMistakes<'_>,
    typed: &Spanned<TypedPhase>,
    before: Option<(&Phase, usize)>,
) -> Phase {
    let of = typed.get_ref();
    let rounds = wrong.number("rounds", of.rounds.as_ref(), (1, ROUNDS_MAX as usize), "");
    let rounds = rounds.unwrap_or(wrong.terms.rounds);
    let kinds = of.format.get_ref().kinds();
    if kinds.len() > 1 {
        let text =
            "write \"round-robin\" with groups = NUMBER, and a [[phase]] for what comes after the groups";
        wrong.add(of.format.span(), "format", text);
    }
    let kind = kinds[0];
    let spans = spans!(of; champions, third_place, groups, stop, ties);
    let misplaced = spans.into_iter().filter(|(key, _)| !kind.takes(key));
    wrong.none_of(misplaced, "not for this format; remove the key, or change format");
    let groups = of.groups.as_ref().map_or(0, |groups| *groups.get_ref());
    if let Some(draw) = of.draw.as_ref().filter(|_| groups < 2) {
        wrong.add(draw.span(), "draw", "there are no two groups; remove the key, or write groups, too");
    }
    if let Some(stop) = of.stop.as_ref().filter(|_| groups > 0 && kind.takes("stop")) {
        wrong.add(stop.span(), "stop", "not with groups; remove one of the two keys");
    }
    if let Some(ties) = &of.ties {
        let all = ties.get_ref();
        if all.is_empty() || (1..all.len()).any(|at| all[..at].contains(&all[at])) {
            let text = "write one or more, each once, as in ties = [\"wins\", \"rating\"]";
            wrong.add(ties.span(), "ties", text);
        }
    }
    let number = of.champions.as_ref().and_then(|typed| typed.get_ref().as_integer());
    let (best, best_of_each) = comes_in(wrong, of, before);
    Phase {
        champions: number.and_then(|number| u32::try_from(number).ok()),
        third_place: of.third_place.as_ref().is_some_and(|third| *third.get_ref()),
        groups,
        draw: of.draw.as_ref().map(|draw| *draw.get_ref()).unwrap_or_default(),
        best,
        best_of_each,
        seeding: of.seeding.as_ref().map(|seeding| *seeding.get_ref()).unwrap_or_default(),
        stop: of.stop.as_ref().map(|stop| *stop.get_ref()).unwrap_or_default(),
        ties: of.ties.as_ref().map(|ties| ties.get_ref().clone()).unwrap_or_default(),
        ..Phase::new(kind, rounds)
    }
}

/// How many come in after a phase of so many contestants, of all and of each group.
fn comes_in(
    wrong: &mut PhaseMistakes<'_>,
    of: &TypedPhase,
    before: Option<(&Phase, usize)>,
) -> (Option<u32>, Option<u32>) {
    let (best, best_of_each) = (of.best.as_ref(), of.best_of_each.as_ref());
    let Some((before, contestants)) = before else {
        let spans = spans!(of; best, best_of_each, seeding);
        wrong.none_of(spans, "no phase is before the first; remove the key");
        return (None, None);
    };
    match (best, best_of_each) {
        (Some(best), Some(_)) => {
            wrong.add(best.span(), "best", "best_of_each is there, too; remove one of the two");
        }
        (None, Some(best_of_each)) if before.groups == 0 => {
            wrong.add(best_of_each.span(), "best_of_each", "the phase before has no groups; write best");
        }
        _ => {}
    }
    let why = format!(", as {contestants} are in the phase before");
    let best = wrong.number("best", best, (2, contestants), &why);
    let smallest = before.sizes(contestants).into_iter().min().unwrap_or(0);
    let why = format!(", as its smallest group has {smallest}");
    (best, wrong.number("best_of_each", best_of_each, (1, smallest), &why))
}

/// A gauntlet has champions, and somebody to meet them.
fn check_champions(
    wrong: &mut PhaseMistakes<'_>,
    typed: &Spanned<TypedPhase>,
    kind: Kind,
    at: usize,
    contestants: usize,
) {
    if !kind.takes("champions") {
        return;
    }
    let named = wrong.terms.named.filter(|_| at == 0);
    let form = if named.is_some() { "champions = [\"NAME\"]" } else { "champions = 1" };
    let Some(champions) = &typed.get_ref().champions else {
        let text = format!("a gauntlet needs champions; add {form}");
        return wrong.add(typed.get_ref().format.span(), "format", &text);
    };
    let number = match (champions.get_ref(), named) {
        (Value::Array(_), Some(named)) => Some(named),
        (Value::Integer(number), None) => usize::try_from(*number).ok(),
        _ => {
            let what = if named.is_some() { "names" } else { "how many of the first are champions" };
            return wrong.add(champions.span(), "champions", &format!("write {what}, as in {form}"));
        }
    };
    if number.is_none_or(|number| number == 0 || number >= contestants) {
        let text = format!("write one or more, and leave one of {contestants} to meet them");
        wrong.add(champions.span(), "champions", &text);
    }
}
