//! A phase as an organiser wants it: its kind, who comes in, its groups and rounds. As data it has the keys of `[[phase]]`.

use serde::{Deserialize, Serialize};

use super::Lost;
use super::gauntlet::gauntlet_games;
use super::knockout::knockout_games_max;
use super::round_robin::round_robin_games;
use super::swiss::swiss_games_max;

/// A phase of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Phase {
    /// The way it pairs its contestants.
    #[serde(flatten)]
    pub kind: Kind,
    /// Rounds per pairing, of a Swiss in all, of a knockout per match.
    pub rounds: u32,
    /// The number of groups, each of which plays by itself; 0 if there are none.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub groups: u32,
    /// How they are drawn.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub draw: Draw,
    /// Who comes in.
    #[serde(flatten)]
    pub comes_in: ComesIn,
    /// The order in which they come in.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub seeding: Seeding,
    /// Whether it ends before all rounds are played.
    #[serde(default, skip_serializing_if = "is_usual")]
    pub stop: StopRule,
}

/// The way that a phase pairs its contestants.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "format", rename_all = "kebab-case")]
pub enum Kind {
    /// Everybody meets everybody.
    RoundRobin,
    /// Champions meet everybody else.
    Gauntlet {
        /// So many, the first of the order; nothing if they are named.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        champions: Option<u32>,
    },
    /// In each round everybody meets somebody who has done about as well.
    Swiss,
    /// The loser of a match is out.
    Knockout {
        /// Whether the losers of the semi-finals play for the third place.
        #[serde(default, skip_serializing_if = "is_usual")]
        third_place: bool,
    },
    /// The loser of a second match is out.
    DoubleElimination,
}

/// Who of the phase before comes into a phase, if it is still in; into the first come all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum ComesIn {
    /// So many, the best by the order of the phase before.
    Best {
        /// How many.
        best: u32,
    },
    /// So many of each of its groups.
    BestOfEach {
        /// How many.
        best_of_each: u32,
    },
    /// Everybody.
    All {},
}

impl Default for ComesIn {
    fn default() -> Self {
        Self::All {}
    }
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
    /// What losers have left in a knockout; `None` for other kinds.
    #[must_use]
    pub fn lost(self) -> Option<Lost> {
        match self {
            Self::RoundRobin | Self::Gauntlet { .. } | Self::Swiss => None,
            Self::Knockout { third_place: true } => Some(Lost::ThirdPlace),
            Self::Knockout { third_place: false } => Some(Lost::Out),
            Self::DoubleElimination => Some(Lost::Again),
        }
    }

    /// Whether two who meet play so many rounds: in a Swiss they play one.
    #[must_use]
    pub fn meets_again(self) -> bool {
        self != Self::Swiss
    }

    /// Whether a phase of this kind can have a key.
    #[must_use]
    pub fn takes(self, key: &str) -> bool {
        match key {
            "champions" => matches!(self, Self::Gauntlet { .. }),
            "third_place" => matches!(self, Self::Knockout { .. }),
            "groups" => !matches!(self, Self::Gauntlet { .. }),
            "stop" => !self.depends_on_results(),
            _ => true,
        }
    }

    /// The same kind with the keys that it takes.
    #[must_use]
    pub fn with(self, champions: Option<u32>, third_place: bool) -> Self {
        match self {
            Self::Gauntlet { .. } => Self::Gauntlet { champions },
            Self::Knockout { .. } => Self::Knockout { third_place },
            other => other,
        }
    }

    /// How many of the first are champions, if it says that.
    #[must_use]
    pub fn champions(self) -> Option<u32> {
        if let Self::Gauntlet { champions } = self { champions } else { None }
    }

    /// The same kind, where it has champions with so many.
    #[must_use]
    pub fn with_champions(self, champions: Option<u32>) -> Self {
        self.with(champions, self == Self::Knockout { third_place: true })
    }

    /// Whether results decide the next pairings.
    #[must_use]
    pub fn depends_on_results(self) -> bool {
        !matches!(self, Self::RoundRobin | Self::Gauntlet { .. })
    }
}

impl Phase {
    /// A phase without groups, of which only the kind and the rounds are not as usual.
    #[must_use]
    pub fn new(kind: Kind, rounds: u32) -> Self {
        let (draw, comes_in, seeding) = (Draw::default(), ComesIn::default(), Seeding::default());
        Self { kind, rounds, groups: 0, draw, comes_in, seeding, stop: StopRule::Never }
    }

    /// The numbers that its rounds may have: of a knockout, which may need as many again to decide a match, twice its
    /// rounds, and of a double elimination, in which two can meet three times, thrice that.
    #[must_use]
    pub fn span(&self) -> u32 {
        let times = match self.kind.lost() {
            None => 1,
            Some(Lost::Out | Lost::ThirdPlace) => 2,
            Some(Lost::Again) => 6,
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
        match self.comes_in {
            ComesIn::All {} => contestants,
            ComesIn::Best { best } => contestants.min(best as usize),
            ComesIn::BestOfEach { best_of_each } => {
                before.sizes(contestants).into_iter().map(|size| size.min(best_of_each as usize)).sum()
            }
        }
    }

    /// The number of games among so many, some of them champions, or the most there can be; `None` if more than can be counted.
    #[must_use]
    pub fn games_max(&self, contestants: usize, named: usize, seats: usize) -> Option<u64> {
        let of_group = |size: usize| match self.kind {
            Kind::RoundRobin => round_robin_games(size, seats, self.rounds),
            Kind::Gauntlet { champions } => {
                let champions = champions.map_or(named, |champions| champions as usize).min(size);
                gauntlet_games(champions, size - champions, seats, self.rounds)
            }
            Kind::Swiss => swiss_games_max(size, self.rounds),
            Kind::Knockout { .. } | Kind::DoubleElimination => {
                knockout_games_max(size, self.rounds, self.kind.lost().unwrap_or(Lost::Out))
            }
        };
        self.sizes(contestants).into_iter().try_fold(0, |sum: u64, size| sum.checked_add(of_group(size)?))
    }
}

/// The group, from 0, of the contestant at a place of the order, from 0.
pub(super) fn group_at(place: usize, groups: u32) -> usize {
    let groups = groups.max(1) as usize;
    let (turn, group) = (place / groups, place % groups);
    if turn.is_multiple_of(2) { group } else { groups - 1 - group }
}
