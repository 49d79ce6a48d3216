//! The short forms of a tournament: one word and a few keys into a list of phases, and back.

use serde::{Deserialize, Serialize};

use super::{Kind, Phase, StopRule};

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
    /// All of them in their order: their words, the kinds of their first phases, and what people call these.
    pub const ALL: [(&'static str, Self, Kind, &'static str); 6] = [
        ("round-robin", Self::RoundRobin, Kind::RoundRobin, "Round-robin"),
        ("gauntlet", Self::Gauntlet, Kind::Gauntlet, "Gauntlet"),
        ("swiss", Self::Swiss, Kind::Swiss, "Swiss"),
        ("knockout", Self::Knockout, Kind::Knockout, "Knockout"),
        ("double-elimination", Self::DoubleElimination, Kind::DoubleElimination, "Double elimination"),
        ("groups", Self::Groups, Kind::RoundRobin, "Round-robin"),
    ];

    /// What people call a kind.
    pub(super) fn title(of: Kind) -> &'static str {
        Self::ALL.into_iter().find(|(_, _, kind, _)| *kind == of).map_or("", |(.., title)| title)
    }
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
        let one = |kind: Kind| Phase {
            third_place: self.third_place && kind.takes("third_place"),
            stop: self.stop,
            ..Phase::new(kind, self.rounds)
        };
        if self.format != Format::Groups {
            return vec![one(Format::ALL[self.format as usize].2)];
        }
        let (groups, on) = self.groups.unwrap_or((1, 2));
        vec![
            Phase { groups, ..one(Kind::RoundRobin) },
            Phase { best_of_each: Some(on), ..one(Kind::Knockout) },
        ]
    }

    /// The form of a phase that is all of a tournament, if it has one.
    #[must_use]
    pub fn of(phase: &Phase) -> Option<Self> {
        let (_, format, ..) = Format::ALL.into_iter().find(|(_, _, kind, _)| *kind == phase.kind)?;
        let Phase { rounds, third_place, stop, .. } = *phase;
        (phase.groups == 0).then_some(Self { format, rounds, third_place, groups: None, stop })
    }
}
