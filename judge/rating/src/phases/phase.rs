//! A phase as an organiser wants it: its kind, who comes in, its groups and rounds. As data it has the keys of `[[phase]]`; a
//! `format` is short for one or two.

use judge_play::text::count;
use serde::{Deserialize, Serialize};

use super::tables::choices_count;
use crate::{RankedBy, Ratings, Tie, looks, separated};

/// A phase of a tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Phase {
    /// The way it pairs its contestants.
    #[serde(rename = "format")]
    pub kind: Kind,
    /// So many of a gauntlet's, the first of the order, are its champions; nothing if they are named.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub champions: Option<u32>,
    /// Whether in a knockout the losers of the semi-finals play for the third place.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub third_place: bool,
    /// Rounds per pairing, of a Swiss in all, of a knockout per match.
    pub rounds: u32,
    /// The number of groups, each of which plays by itself; 0 if there are none.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub groups: u32,
    /// How they are drawn.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub draw: Draw,
    /// So many come in at most, the best of the phase before; nothing for all who are still in.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub best: Option<u32>,
    /// The same, of each of its groups.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub best_of_each: Option<u32>,
    /// The order in which they come in.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub seeding: Seeding,
    /// Whether it ends before all rounds are played.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub stop: StopRule,
    /// What parts equals by points, one after the other; empty for the usual.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub ties: Vec<Tie>,
}

/// The way that a phase pairs its contestants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Kind {
    /// Everybody meets everybody.
    #[default]
    RoundRobin,
    /// Champions meet everybody else.
    Gauntlet,
    /// In each round everybody meets somebody who has done about as well.
    Swiss,
    /// The loser of a match is out.
    Knockout,
    /// The loser of a second match is out.
    DoubleElimination,
}

/// The word for a tournament of one phase, or of groups with a knockout after them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
#[allow(missing_docs, reason = "they are the kinds of phases")]
pub enum Format {
    #[default]
    RoundRobin,
    Gauntlet,
    Swiss,
    Knockout,
    DoubleElimination,
    /// Everybody meets everybody of its group, and the best of each group go on into a knockout.
    Groups,
}

/// The order in which contestants come into a phase.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Seeding {
    /// That of the phase before.
    #[default]
    Order,
    /// That of the first phase.
    First,
    /// A new lot.
    Lot,
}

/// How groups are drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Draw {
    /// In order: to the first, second, …, last group, and then to the last, …, second, first.
    #[default]
    Snake,
    /// The same, but a lot decides among the best of all groups, then among the next, and so on.
    Pots,
}

/// Whether a phase ends before all rounds are played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum StopRule {
    /// It does not.
    #[default]
    #[serde(skip)]
    Never,
    /// As soon as all ratings differ significantly.
    Separated,
}

fn is_usual<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Format {
    /// All of them in their order: their words, the kinds of their phases, and what people call the first of these.
    pub const ALL: [(&'static str, Self, &'static [Kind], &'static str); 6] = [
        ("round-robin", Self::RoundRobin, &[Kind::RoundRobin], "Round-robin"),
        ("gauntlet", Self::Gauntlet, &[Kind::Gauntlet], "Gauntlet"),
        ("swiss", Self::Swiss, &[Kind::Swiss], "Swiss"),
        ("knockout", Self::Knockout, &[Kind::Knockout], "Knockout"),
        ("double-elimination", Self::DoubleElimination, &[Kind::DoubleElimination], "Double elimination"),
        ("groups", Self::Groups, &[Kind::RoundRobin, Kind::Knockout], "Round-robin"),
    ];

    /// How many contestants a group has where nobody says how many groups there are, or more.
    const GROUP_USUAL: usize = 4;

    /// The kinds of the phases that it is short for.
    #[must_use]
    pub fn kinds(self) -> &'static [Kind] {
        Self::ALL[self as usize].2
    }

    /// Whether in one of them results decide the next pairings.
    #[must_use]
    pub fn depends_on_results(self) -> bool {
        self.kinds().iter().any(|kind| kind.depends_on_results())
    }

    /// The groups of so many contestants where nobody says anything else, and how many of each go on.
    #[must_use]
    pub fn groups_usual(contestants: usize) -> (u32, u32) {
        (u32::try_from(contestants / Self::GROUP_USUAL).unwrap_or(u32::MAX).max(1), 2)
    }

    /// The phases that it is short for. If there are two, `groups` are their number in the first, and how many of each go on.
    #[must_use]
    pub fn phases(self, rounds: u32, groups: Option<(u32, u32)>) -> Vec<Phase> {
        let mut phases: Vec<Phase> = self.kinds().iter().map(|kind| Phase::new(*kind, rounds)).collect();
        if let [of_groups, after] = &mut phases[..] {
            let (number, on) = groups.unwrap_or((1, 2));
            (of_groups.groups, after.best_of_each) = (number, Some(on));
        }
        phases
    }

    /// The format of a tournament of one phase, if there is one.
    #[must_use]
    pub fn of(phases: &[Phase]) -> Option<Self> {
        let [Phase { kind, groups: 0, ties, .. }] = phases else { return None };
        Self::ALL.into_iter().find(|of| of.2 == [*kind] && ties.is_empty()).map(|of| of.1)
    }
}

impl Kind {
    /// Whether a phase of this kind can have a key.
    #[must_use]
    pub fn takes(self, key: &str) -> bool {
        match key {
            "champions" => self == Self::Gauntlet,
            "third_place" => self == Self::Knockout,
            "groups" => self != Self::Gauntlet,
            "boards" => self == Self::RoundRobin,
            "stop" => !self.depends_on_results(),
            "ties" => !matches!(self, Self::Knockout | Self::DoubleElimination),
            _ => true,
        }
    }

    /// Whether results decide the next pairings.
    fn depends_on_results(self) -> bool {
        !matches!(self, Self::RoundRobin | Self::Gauntlet)
    }
}

impl Phase {
    /// A phase without groups, of which only the kind and the rounds are not as usual.
    #[must_use]
    pub fn new(kind: Kind, rounds: u32) -> Self {
        Self { kind, rounds, ..Self::default() }
    }

    /// Whether each meets one in each round, as the points so far pair them.
    #[must_use]
    pub fn is_by_rounds(&self) -> bool {
        self.kind == Kind::Swiss
    }

    /// Whether points a game decide, as not all play equally many.
    #[must_use]
    pub fn is_by_game(&self) -> bool {
        self.kind == Kind::Gauntlet
    }

    /// Whether its contestants meet in matches.
    #[must_use]
    pub fn is_knockout(&self) -> bool {
        matches!(self.kind, Kind::Knockout | Kind::DoubleElimination)
    }

    /// Whether who loses a match plays on in a tree of losers, whose winner must beat that of the winners' tree twice.
    pub(super) fn has_losers(&self) -> bool {
        self.kind == Kind::DoubleElimination
    }

    /// The numbers that its rounds may have: of a knockout, which may need as many again to decide a match, twice its
    /// rounds, and of a double elimination, in which two can meet three times, thrice that.
    pub(super) fn span(&self) -> u32 {
        let times = match self.kind {
            Kind::RoundRobin | Kind::Gauntlet | Kind::Swiss => 1,
            Kind::Knockout => 2,
            Kind::DoubleElimination => 6,
        };
        self.rounds.saturating_mul(times)
    }

    /// What parts equals by points in its tables.
    pub(super) fn ties(&self) -> &[Tie] {
        match self.kind {
            _ if !self.ties.is_empty() => &self.ties,
            Kind::Swiss => &[Tie::BuchholzCut1, Tie::BuchholzMedian, Tie::HeadToHead, Tie::Rating],
            _ => &[Tie::HeadToHead, Tie::Wins],
        }
    }

    /// The measure of its tables, with these ratings.
    pub(super) fn ranked_by(&self, ratings: Vec<Option<i64>>) -> RankedBy {
        let (is_by_game, is_swiss, ties) = (self.is_by_game(), self.is_by_rounds(), self.ties().to_vec());
        RankedBy::Points { is_by_game, is_swiss, ties, ratings }
    }

    /// Whether nothing but the contestants decides who meets whom, and there are no groups.
    #[must_use]
    pub fn is_plain(&self) -> bool {
        self.groups == 0 && !self.kind.depends_on_results()
    }

    /// The number of contestants of each group, of so many who come in.
    #[must_use]
    pub fn sizes(&self, contestants: usize) -> Vec<usize> {
        // Whoever wrote a file may have wanted more than there can be.
        let groups = self.groups.min(u32::try_from(contestants).unwrap_or(u32::MAX)).max(1);
        let mut sizes = vec![0; groups as usize];
        (0..contestants).for_each(|place| sizes[group_at(place, groups)] += 1);
        sizes
    }

    /// How many come in at most after a phase of so many.
    #[must_use]
    pub fn in_max(&self, before: &Self, contestants: usize) -> usize {
        let of_each = |most: u32| {
            before.sizes(contestants).into_iter().map(|size| size.min(most as usize)).sum::<usize>()
        };
        let contestants = self.best_of_each.map_or(contestants, of_each);
        self.best.map_or(contestants, |best| contestants.min(best as usize))
    }

    /// The number of games in groups of so many, some of them champions, or the most there can be; `None` if more than can be
    /// counted.
    pub(super) fn games_max(&self, sizes: Vec<usize>, named: usize, seats: usize) -> Option<u64> {
        let of_group = |size: usize| {
            let all = size as u64;
            // Those who meet, and their games in a round.
            let (meet, games) = match self.kind {
                Kind::RoundRobin => (choices_count(size, seats)?, seats),
                Kind::Gauntlet => {
                    let champions = self.champions.map_or(named, |champions| champions as usize).min(size);
                    let tables = choices_count(size - champions, seats - 1)?;
                    (tables.checked_mul(champions as u64)?, seats)
                }
                Kind::Swiss => (all / 2, 2),
                // As many rounds again decide a match.
                Kind::Knockout => (all.saturating_sub(1) + u64::from(self.third_place && size > 3), 4),
                Kind::DoubleElimination => (all.checked_mul(2)?.saturating_sub(1), 4),
            };
            meet.checked_mul(games as u64)?.checked_mul(self.rounds.into())
        };
        sizes.into_iter().try_fold(0, |sum: u64, size| sum.checked_add(of_group(size)?))
    }

    /// The last round before which a league is not asked again whether to stop, if so many are played; so many at its end.
    pub(super) fn until(&self, played: u32, ratings: impl FnOnce() -> Ratings) -> u32 {
        let looks = if self.stop == StopRule::Separated { looks(self.rounds) } else { vec![] };
        let times = u32::try_from(looks.len()).unwrap_or(u32::MAX);
        let is_over = played >= self.rounds || (looks.contains(&played) && separated(&ratings(), times));
        let next = looks.into_iter().find(|look| *look > played);
        if is_over { played } else { next.unwrap_or(self.rounds) }
    }
}

/// The phase that a round with this number belongs to, from 0.
#[must_use]
pub fn phase_at(phases: &[Phase], round: u32) -> usize {
    let mut last: u32 = 0;
    let is_before = |phase: &&Phase| {
        last = last.saturating_add(phase.span());
        last < round
    };
    phases.iter().take_while(is_before).count()
}

/// What is said of one of the phases, by its place: which it is of several, what it is, how many were in it, and who goes on.
#[must_use]
pub fn title(phases: &[Phase], at: usize, contestants: usize) -> String {
    let phase = &phases[at];
    let number = if phases.len() == 1 { String::new() } else { format!("Phase {}: ", at + 1) };
    let kind = Format::ALL.into_iter().find(|(_, _, kinds, _)| kinds[0] == phase.kind).map_or("", |of| of.3);
    let groups = if phase.groups > 1 { format!(" in {} groups", phase.groups) } else { String::new() };
    let rounds = count(phase.rounds.into(), "round");
    let of = if phase.is_knockout() { " a match" } else { "" };
    let contestants = count(contestants as u64, "contestant");
    let on = match phases.get(at + 1) {
        None => String::new(),
        Some(Phase { best: Some(best), .. }) => format!("; the best {best} go on"),
        Some(Phase { best_of_each: Some(1), .. }) => "; the best of each group goes on".into(),
        Some(Phase { best_of_each: Some(on), .. }) => format!("; the best {on} of each group go on"),
        Some(_) => "; all go on".into(),
    };
    format!("{number}{kind}{groups}, {rounds}{of}, {contestants}{on}")
}

/// The group, from 0, of the contestant at a place of the order, from 0.
pub(super) fn group_at(place: usize, groups: u32) -> usize {
    let groups = groups.max(1) as usize;
    let (turn, group) = (place / groups, place % groups);
    if turn.is_multiple_of(2) { group } else { groups - 1 - group }
}

#[cfg(test)]
mod tests;
