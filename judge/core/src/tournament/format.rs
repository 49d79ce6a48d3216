//! Reads `format` and the keys that go with it, where there is no `[[phase]]`.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use toml::Spanned;

use super::Contestant;
use super::keys::nearest;
use super::source::Source;
use crate::error::{Mistake, all, few, none};
use crate::phases::{EntrantId, Format};

/// A list of contestants' names as typed.
pub(super) type TypedNames = Option<Spanned<Vec<Spanned<String>>>>;

impl Source<'_> {
    /// Whatever of these keys is there, with its place, is one for the format.
    pub(super) fn fits<const N: usize>(
        &self,
        format: Format,
        keys: [(&str, Option<Range<usize>>); N],
    ) -> Result<(), Vec<Mistake>> {
        let takes = |key: &str| match key {
            "stop" => !format.depends_on_results(),
            "seeding" => format.depends_on_results(),
            "groups" | "go_on" => format.kinds().len() > 1,
            // A match for the third place is where losers are out: in a double elimination the third lost twice.
            key => format.kinds().iter().any(|kind| kind.takes(key)),
        };
        let misplaced = keys.into_iter().filter(|(key, _)| !takes(key));
        none(misplaced.filter_map(|(key, span)| {
            let text = format!("{key}: not for this format; remove the key, or change format");
            Some(self.mistake(span?, text))
        }))
    }

    /// A gauntlet has champions, who are named at this place, and somebody to meet them.
    pub(super) fn gauntlet(
        &self,
        format: Format,
        named: Option<Range<usize>>,
        (champions, contestants): (usize, usize),
    ) -> Result<(), Mistake> {
        match named {
            None if format.kinds().iter().any(|kind| kind.takes("champions")) => {
                let text = "a gauntlet needs champions = [\"NAME\"], who meet everybody else; add the key";
                Err(self.mistake_in_file(text))
            }
            Some(span) if champions == 0 || champions == contestants => {
                let text = "champions: name at least one contestant, and leave one to meet it";
                Err(self.mistake(span, text))
            }
            _ => Ok(()),
        }
    }

    /// Gives each contestant its board, by the names in the lists of teams. Teams meet on boards only in a round-robin that
    /// `is_alone`, without the other keys that are typed.
    pub(super) fn boards(
        &self,
        key: &Spanned<bool>,
        is_alone: bool,
        others: [(&str, bool); 2],
        boards: &BTreeMap<String, u32>,
        contestants: &mut [Contestant],
    ) -> Result<(), Vec<Mistake>> {
        for contestant in &mut *contestants {
            contestant.board = boards.get(contestant.name.as_str()).copied();
        }
        let other = others.into_iter().find(|(_, is_typed)| *is_typed);
        let mut without =
            contestants.iter().filter(|of| of.board.is_none()).map(|of| of.name.as_str()).peekable();
        let text = match other {
            _ if !is_alone => {
                "only for format = \"round-robin\" without [[phase]]; remove the key, or change format".into()
            }
            Some((other, _)) => format!("not with {other}; remove one of the two keys"),
            None if without.peek().is_some() => format!(
                "in no list of [teams], whose order says who plays on which board: {}; add them, or remove the key",
                few(without)
            ),
            None => return Ok(()),
        };
        Err(vec![self.mistake(key.span(), format!("boards: {text}"))])
    }

    /// The groups of so many contestants, if the format has some: each of two or more, and of those who go on.
    pub(super) fn groups(
        &self,
        format: Format,
        (number, go_on): (Option<&Spanned<u32>>, Option<&Spanned<u32>>),
        contestants: usize,
    ) -> Result<Option<(u32, u32)>, Mistake> {
        if format.kinds().len() == 1 {
            return Ok(None);
        }
        let in_range =
            |key: &str, typed: Option<&Spanned<u32>>, usual: u32, range: (usize, usize), why: &str| {
                typed.map_or(Ok(usual), |typed| self.in_range(key, typed, range, &format!(", as {why}")))
            };
        let most = (contestants / 2).max(1);
        let why = format!("there are {contestants} contestants, and a group has two or more");
        let (usual, usually_on) = Format::groups_usual(contestants);
        let number = in_range("groups", number, usual, (1, most), &why)?;
        let (least, most) = (1 + usize::from(number == 1), (contestants / number as usize).max(2));
        let go_on = in_range("go_on", go_on, usually_on, (least, most), "the smallest group has so many")?;
        Ok(Some((number, go_on)))
    }

    /// The contestants of these names, each once.
    pub(super) fn named(
        &self,
        key: &str,
        names: Vec<Spanned<String>>,
        contestants: &[Contestant],
    ) -> Result<Vec<EntrantId>, Vec<Mistake>> {
        let mut listed = BTreeSet::new();
        all(names.into_iter().map(|name| {
            let typed = name.get_ref();
            let found = contestants.iter().position(|contestant| contestant.name.as_str() == typed);
            let id = found.ok_or_else(|| self.nobody(key, typed, name.span(), contestants))?;
            let text = || format!("{key}: {typed:?} is listed twice; remove one of the two");
            if listed.insert(id) { Ok(EntrantId(id)) } else { Err(self.mistake(name.span(), text())) }
        }))
    }

    /// The mistake for a name that no contestant has, with the nearest.
    pub(super) fn nobody(&self, key: &str, typed: &str, at: Range<usize>, all: &[Contestant]) -> Mistake {
        let known: Vec<&str> = all.iter().map(|contestant| contestant.name.as_str()).collect();
        let remedy = match nearest(typed, &known) {
            Some(nearest) => format!("did you mean {nearest:?}?"),
            None => "write a name as in the standings".to_owned(),
        };
        self.mistake(at, format!("{key}: no contestant is called {typed:?}; {remedy}"))
    }
}
