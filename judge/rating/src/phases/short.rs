//! The short forms of a tournament: one word and a few keys into a list of phases, and back.

use serde::{Deserialize, Serialize};

use super::{ComesIn, Kind, Phase, StopRule};

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

impl Format {
    /// All of them, by their words.
    pub const ALL: [(&'static str, Self); 6] = [
        ("round-robin", Self::RoundRobin),
        ("gauntlet", Self::Gauntlet),
        ("swiss", Self::Swiss),
        ("knockout", Self::Knockout),
        ("double-elimination", Self::DoubleElimination),
        ("groups", Self::Groups),
    ];
}

/// The keys of a short form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Short {
    /// The word.
    pub format: Format,
    /// Rounds, in all phases.
    pub rounds: u32,
    /// Whether a knockout has a match for the third place.
    pub third_place: bool,
    /// The number of groups and how many of each go on, if there are groups.
    pub groups: Option<(u32, u32)>,
    /// Whether it ends before all rounds are played.
    pub stop: StopRule,
}

impl Short {
    /// How many contestants a group has where nobody says how many groups there are, or more.
    const SIZE_USUAL: usize = 4;

    /// The form of a word and rounds alone, for so many contestants.
    #[must_use]
    pub fn usual(format: Format, rounds: u32, contestants: usize) -> Self {
        let groups = (format == Format::Groups).then(|| Self::groups_usual(contestants));
        Self { format, rounds, third_place: false, groups, stop: StopRule::Never }
    }

    /// The groups of so many contestants where nobody says anything else, and how many of each go on.
    #[must_use]
    pub fn groups_usual(contestants: usize) -> (u32, u32) {
        (u32::try_from(contestants / Self::SIZE_USUAL).unwrap_or(u32::MAX).max(1), 2)
    }

    /// The phases that it is short for.
    #[must_use]
    pub fn phases(&self) -> Vec<Phase> {
        let one = |kind| Phase { stop: self.stop, ..Phase::new(kind, self.rounds) };
        let knockout = one(Kind::Knockout { third_place: self.third_place });
        match self.format {
            Format::RoundRobin => vec![one(Kind::RoundRobin)],
            Format::Gauntlet => vec![one(Kind::Gauntlet { champions: None })],
            Format::Swiss => vec![one(Kind::Swiss)],
            Format::Knockout => vec![knockout],
            Format::DoubleElimination => vec![one(Kind::DoubleElimination)],
            Format::Groups => {
                let (groups, best_of_each) = self.groups.unwrap_or((1, 2));
                let comes_in = ComesIn::BestOfEach { best_of_each };
                vec![Phase { groups, ..one(Kind::RoundRobin) }, Phase { comes_in, ..knockout }]
            }
        }
    }

    /// The form of a phase that is all of a tournament, if it has one.
    #[must_use]
    pub fn of(phase: &Phase) -> Option<Self> {
        let format = match phase.kind {
            Kind::RoundRobin => Format::RoundRobin,
            Kind::Gauntlet { .. } => Format::Gauntlet,
            Kind::Swiss => Format::Swiss,
            Kind::Knockout { .. } => Format::Knockout,
            Kind::DoubleElimination => Format::DoubleElimination,
        };
        let third_place = phase.kind == Kind::Knockout { third_place: true };
        let short = Self { format, rounds: phase.rounds, third_place, groups: None, stop: phase.stop };
        (phase.groups == 0).then_some(short)
    }
}
