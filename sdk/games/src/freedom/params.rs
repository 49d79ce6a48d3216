//! The parameters of a game: how large the board is and how stones are scored.

use std::fmt;
use std::str::FromStr;

use super::Board;
use crate::{ParseError, SettingError};

/// The rule by which live stones become points.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Scoring {
    /// A stone scores once for every live set that it belongs to: a live set is 4 points.
    #[default]
    Multiplicity,
    /// A stone scores once if it belongs to any live set.
    Distinct,
}

impl fmt::Display for Scoring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Multiplicity => "multiplicity",
            Self::Distinct => "distinct",
        })
    }
}

impl FromStr for Scoring {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        match text {
            "multiplicity" => Ok(Self::Multiplicity),
            "distinct" => Ok(Self::Distinct),
            _ => Err(ParseError::new(text, "scoring", "multiplicity or distinct")),
        }
    }
}

/// The parameters of a game, always valid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Params {
    size: u8,
    scoring: Scoring,
}

impl Params {
    /// The smallest and largest board: columns, and as many rows.
    pub const SIZES: std::ops::RangeInclusive<u8> = 4..=26;

    /// A board of `size` × `size` cells, scored as `scoring` says.
    ///
    /// # Errors
    /// If the size is not in [`Params::SIZES`].
    pub fn new(size: u8, scoring: Scoring) -> Result<Self, SettingError> {
        SettingError::unless_in(&Self::SIZES, size, "size", format_args!("size {size} is"))?;
        Ok(Self { size, scoring })
    }

    /// Those of a game on `board`, whose size is valid.
    pub(super) fn of(board: &Board, scoring: Scoring) -> Self {
        Self { size: board.size(), scoring }
    }

    /// Columns of the board, and rows.
    #[must_use]
    pub fn size(&self) -> u8 {
        self.size
    }

    /// The rule by which live stones become points.
    #[must_use]
    pub fn scoring(&self) -> Scoring {
        self.scoring
    }

    /// Cells of the board.
    #[must_use]
    pub fn cells(&self) -> u32 {
        u32::from(self.size) * u32::from(self.size)
    }
}

impl Default for Params {
    /// 10 × 10 cells; a stone scores once for every live set.
    fn default() -> Self {
        Self::new(10, Scoring::Multiplicity).expect("the original's parameters are valid")
    }
}
