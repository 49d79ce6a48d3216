//! A phase as an organiser wants it: its kind, who comes in, its groups and rounds. As data it has the keys of `[[phase]]`.

use serde::{Deserialize, Serialize};

use super::tables::choices_count;
use crate::{Ratings, looks, separated};

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

impl Kind {
    /// Whether a phase of this kind can have a key.
    #[must_use]
    pub fn takes(self, key: &str) -> bool {
        match key {
            "champions" => self == Self::Gauntlet,
            "third_place" => self == Self::Knockout,
            "groups" => self != Self::Gauntlet,
            "stop" => !self.depends_on_results(),
            _ => true,
        }
    }

    /// Whether results decide the next pairings.
    #[must_use]
    pub fn depends_on_results(self) -> bool {
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
    #[must_use]
    pub fn has_losers(&self) -> bool {
        self.kind == Kind::DoubleElimination
    }

    /// The numbers that its rounds may have: of a knockout, which may need as many again to decide a match, twice its
    /// rounds, and of a double elimination, in which two can meet three times, thrice that.
    #[must_use]
    pub fn span(&self) -> u32 {
        let times = match self.kind {
            Kind::RoundRobin | Kind::Gauntlet | Kind::Swiss => 1,
            Kind::Knockout => 2,
            Kind::DoubleElimination => 6,
        };
        self.rounds.saturating_mul(times)
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

    /// The number of games among so many, some of them champions, or the most there can be; `None` if more than can be counted.
    #[must_use]
    pub fn games_max(&self, contestants: usize, named: usize, seats: usize) -> Option<u64> {
        let of_group = |size: usize| {
            // Those who meet, and their games in a round.
            let (meet, games) = match self.kind {
                Kind::RoundRobin => (choices_count(size, seats)?, seats),
                Kind::Gauntlet => {
                    let champions = self.champions.map_or(named, |champions| champions as usize).min(size);
                    let tables = choices_count(size - champions, seats - 1)?;
                    (tables.checked_mul(champions as u64)?, seats)
                }
                Kind::Swiss => (size as u64 / 2, 2),
                // As many rounds again decide a match.
                Kind::Knockout if self.third_place && size > 3 => (size as u64, 4),
                Kind::Knockout => ((size as u64).saturating_sub(1), 4),
                Kind::DoubleElimination => ((size as u64).checked_mul(2)?.saturating_sub(1), 4),
            };
            meet.checked_mul(games as u64)?.checked_mul(self.rounds.into())
        };
        self.sizes(contestants).into_iter().try_fold(0, |sum: u64, size| sum.checked_add(of_group(size)?))
    }

    /// The last round before which a league is not asked again whether to stop, if so many are played; nothing at its end.
    #[must_use]
    pub fn until(&self, played: u32, ratings: impl FnOnce() -> Ratings) -> Option<u32> {
        let looks = if self.stop == StopRule::Separated { looks(self.rounds) } else { vec![] };
        let times = u32::try_from(looks.len()).unwrap_or(u32::MAX);
        let is_over = played >= self.rounds || (looks.contains(&played) && separated(&ratings(), times));
        let next = looks.into_iter().find(|look| *look > played);
        (!is_over).then(|| next.unwrap_or(self.rounds))
    }
}

/// The phase that a round with this number belongs to, from 0.
#[must_use]
pub fn phase_at(phases: &[Phase], round: u32) -> usize {
    let mut last: u32 = 0;
    let spans = phases.iter().map(|phase| {
        last = last.saturating_add(phase.span());
        last
    });
    spans.take_while(|last| *last < round).count()
}

/// The group, from 0, of the contestant at a place of the order, from 0.
pub(super) fn group_at(place: usize, groups: u32) -> usize {
    let groups = groups.max(1) as usize;
    let (turn, group) = (place / groups, place % groups);
    if turn.is_multiple_of(2) { group } else { groups - 1 - group }
}
