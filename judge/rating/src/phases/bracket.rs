//! The matches of a knockout as files and people have them: their names, sides and ends.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::{EntrantId, Round};

/// The name of a match, in files `final`, `semi-1`, `quarter-3`, `last-16-8`, `third-place`, `winners-1-4`, `losers-2-1`,
/// `group-3-final`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct MatchName {
    /// The number of its group, from 1; 0 if there are no groups.
    pub group: u32,
    /// The stage that it is of.
    pub stage: Stage,
    /// Its number there, from 1.
    pub number: usize,
}

/// A stage of a knockout.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Stage {
    /// One of the tree of a knockout, by the number of its matches, were there no byes: 1 is the final, of every tree.
    Last(usize),
    /// The losers of the semi-finals play it.
    #[default]
    ThirdPlace,
    /// A round of the winners' tree of a double elimination, from 1.
    Winners(usize),
    /// A round of the losers' tree.
    Losers(usize),
    /// The second final, if the winner of the losers' tree has won the first.
    SecondFinal,
}

/// A match of a knockout, and a row of `matches.csv`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Match {
    /// The number of its phase, from 1.
    pub phase: u32,
    /// The number of its group, from 1; 0 if there are no groups.
    pub group: u32,
    /// Its name, as its games have it.
    #[serde(rename = "match")]
    pub name: MatchName,
    /// The better seed.
    pub one: String,
    /// The other contestant.
    pub other: String,
    /// The seed in the phase of the first, from 1.
    pub seed_one: usize,
    /// The seed of the other.
    pub seed_other: usize,
    /// The points that the first made at the board.
    pub points_one: u64,
    /// The points of the other.
    pub points_other: u64,
    /// How many rounds were played.
    pub rounds: u32,
    /// The winner; empty until it is decided.
    pub winner: String,
    /// Why it has won.
    pub why: Option<Why>,
    /// The match that the winner went on to; empty if there is none, or if that is not known yet.
    pub winner_to: String,
    /// The match that the loser went on to.
    pub loser_to: String,
    /// The two contestants, by their places in the list. In no file.
    #[serde(skip)]
    pub sides: [EntrantId; 2],
    /// The numbers of rounds between the two that are its own: above the first, up to the second. In no file.
    #[serde(skip)]
    pub numbers: [u32; 2],
}

/// Why a match is won.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Why {
    /// The winner has more points.
    Points,
    /// The same, after more rounds than a match has.
    Extra,
    /// They are level to the end, and the winner is the better seed.
    Seeding,
    /// The loser is disqualified.
    Disqualified,
    /// Both are; the better seed has won, and loses its next match.
    BothDisqualified,
}

impl Match {
    /// Whether a round belongs to it.
    pub(super) fn has(&self, round: &Round) -> bool {
        let [after, last] = self.numbers;
        (after + 1..=last).contains(&round.number)
            && self.sides.iter().all(|side| round.pairing.contains(side))
    }

    /// The points of both sides.
    #[must_use]
    pub fn points(&self) -> [u64; 2] {
        [self.points_one, self.points_other]
    }

    /// Which of its two sides has won, once it is decided.
    #[must_use]
    pub fn winning_side(&self) -> Option<usize> {
        [&self.one, &self.other].iter().position(|side| **side == self.winner)
    }
}

impl Why {
    /// What is to be said of it beside the points; nothing if these say it.
    #[must_use]
    pub fn words(self) -> &'static str {
        ["", "in extra rounds", "by seeding", "disqualified", "both disqualified"][self as usize]
    }
}

impl Stage {
    /// The last match of every tree.
    pub const FINAL: Self = Self::Last(1);

    /// Whether it has one match, which has no number.
    fn is_single(self) -> bool {
        matches!(self, Self::FINAL | Self::ThirdPlace | Self::SecondFinal)
    }

    /// Its name in files, and what people call it.
    fn names(self) -> [String; 2] {
        match self {
            Self::FINAL => ["final".into(), "Final".into()],
            Self::Last(2) => ["semi".into(), "Semi-finals".into()],
            Self::Last(4) => ["quarter".into(), "Quarter-finals".into()],
            Self::Last(of) => [format!("last-{}", 2 * of), format!("Last {}", 2 * of)],
            Self::ThirdPlace => ["third-place".into(), "Third place".into()],
            Self::Winners(round) => [format!("winners-{round}"), format!("Winners, round {round}")],
            Self::Losers(round) => [format!("losers-{round}"), format!("Losers, round {round}")],
            Self::SecondFinal => ["final-2".into(), "Second final".into()],
        }
    }

    /// What people call it.
    #[must_use]
    pub fn words(self) -> String {
        let [_, words] = self.names();
        words
    }
}

impl MatchName {
    /// What people call the match.
    #[must_use]
    pub fn words(self) -> String {
        let name = match self.stage {
            Stage::Last(2) => format!("Semi-final {}", self.number),
            Stage::Last(4) => format!("Quarter-final {}", self.number),
            stage if stage.is_single() => stage.words(),
            stage => format!("{}, match {}", stage.words(), self.number),
        };
        if self.group > 0 { format!("Group {}: {name}", self.group) } else { name }
    }
}

impl fmt::Display for MatchName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (group, [stage, _]) = (self.group, self.stage.names());
        if group > 0 {
            write!(f, "group-{group}-")?;
        }
        if self.stage.is_single() { write!(f, "{stage}") } else { write!(f, "{stage}-{}", self.number) }
    }
}

impl From<MatchName> for String {
    fn from(name: MatchName) -> Self {
        name.to_string()
    }
}

impl TryFrom<String> for MatchName {
    type Error = String;

    /// From its name in files.
    fn try_from(text: String) -> Result<Self, String> {
        let of_group = text.strip_prefix("group-").and_then(|rest| rest.split_once('-'));
        let (group, rest) = of_group.unwrap_or(("0", &text));
        let is_no_match = || format!("{text:?} is no match");
        let number = |part: &str| part.parse().unwrap_or(0);
        let (stage, number) = match rest.split('-').collect::<Vec<_>>()[..] {
            ["final"] => (Stage::FINAL, 1),
            ["final", "2"] => (Stage::SecondFinal, 1),
            ["third", "place"] => (Stage::ThirdPlace, 1),
            ["semi", at] => (Stage::Last(2), number(at)),
            ["quarter", at] => (Stage::Last(4), number(at)),
            ["last", of, at] => (Stage::Last(number(of) / 2), number(at)),
            ["winners", round, at] => (Stage::Winners(number(round)), number(at)),
            ["losers", round, at] => (Stage::Losers(number(round)), number(at)),
            _ => return Err(is_no_match()),
        };
        let name = Self { group: group.parse().unwrap_or(0), stage, number };
        // Each has one way to be written.
        if name.to_string() == text { Ok(name) } else { Err(is_no_match()) }
    }
}
