//! Reads `format` and the keys that go with it, where there is no `[[phase]]`.

use std::collections::BTreeSet;
use std::ops::Range;

use toml::Spanned;

use super::Contestant;
use super::keys::nearest;
use super::source::Source;
use crate::error::{Mistake, all, none};
use crate::phases::{EntrantId, Format, StopRule};

/// A list of contestants' names as typed.
pub(super) type TypedNames = Option<Spanned<Vec<Spanned<String>>>>;

impl Source<'_> {
    /// The champions of a gauntlet, and the best of a tournament in which results decide who meets whom.
    pub(super) fn champions_and_seeding(
        &self,
        format: Format,
        [champions, seeding]: [TypedNames; 2],
        contestants: &[Contestant],
    ) -> Result<[Vec<EntrantId>; 2], Vec<Mistake>> {
        let is_gauntlet = format.kinds()[0].takes("champions");
        let is_seeded = format.depends_on_results();
        let misplaced = [
            self.misplaced_key("champions", champions.as_ref()).filter(|_| !is_gauntlet),
            self.misplaced_key("seeding", seeding.as_ref()).filter(|_| !is_seeded),
        ];
        none(misplaced.into_iter().flatten())?;
        let span = champions.as_ref().map(Spanned::span);
        let [champions, seeding] = [("champions", champions), ("seeding", seeding)].map(|(key, names)| {
            names.map_or(Ok(vec![]), |names| self.named(key, names.into_inner(), contestants))
        });
        let (champions, seeding) = (champions?, seeding?);
        let challengers = contestants.len() - champions.len();
        match span {
            None if is_gauntlet => {
                let text = "a gauntlet needs champions = [\"NAME\"], who meet everybody else; add the key";
                Err(vec![self.mistake_in_file(text)])
            }
            Some(span) if champions.is_empty() || challengers == 0 => {
                let text = "champions: name at least one contestant, and leave one to meet it";
                Err(vec![self.mistake(span, text)])
            }
            _ => Ok([champions, seeding]),
        }
    }

    /// The mistake of a key that is not for the format, if it is there.
    fn misplaced_key<T>(&self, key: &str, typed: Option<&Spanned<T>>) -> Option<Mistake> {
        let text = format!("{key}: not for this format; remove the key, or change format");
        typed.map(|typed| self.mistake(typed.span(), text))
    }

    /// Whether the tournament may end early: not where results decide the pairings.
    pub(super) fn stop(
        &self,
        format: Format,
        stop: Option<Spanned<StopRule>>,
    ) -> Result<Option<StopRule>, Vec<Mistake>> {
        none(self.misplaced_key("stop", stop.as_ref()).filter(|_| format.depends_on_results()))?;
        Ok(stop.map(Spanned::into_inner))
    }

    /// Whether there is a match for the third place: only where losers are out, as in a double elimination the third lost
    /// twice.
    pub(super) fn third_place(
        &self,
        format: Format,
        third_place: Option<Spanned<bool>>,
    ) -> Result<bool, Vec<Mistake>> {
        let is_taken = format.kinds().iter().any(|kind| kind.takes("third_place"));
        none(self.misplaced_key("third_place", third_place.as_ref()).filter(|_| !is_taken))?;
        Ok(third_place.is_some_and(Spanned::into_inner))
    }

    /// The groups of so many contestants, if the format has some: each of two or more, and of those who go on.
    pub(super) fn groups(
        &self,
        format: Format,
        number: Option<Spanned<u32>>,
        go_on: Option<Spanned<u32>>,
        contestants: usize,
    ) -> Result<Option<(u32, u32)>, Vec<Mistake>> {
        if format.kinds().len() == 1 {
            let typed = [("groups", number), ("go_on", go_on)];
            let misplaced =
                typed.into_iter().filter_map(|(key, typed)| self.misplaced_key(key, typed.as_ref()));
            return none(misplaced).map(|()| None);
        }
        let in_range =
            |key: &str, typed: Option<Spanned<u32>>, usual: u32, range: (usize, usize), why: &str| {
                let read = typed
                    .map_or(Ok(usual), |typed| self.in_range(key, &typed, range, &format!(", as {why}")));
                read.map_err(|mistake| vec![mistake])
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
