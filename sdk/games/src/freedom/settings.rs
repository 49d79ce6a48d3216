//! The parameters as settings: `size`, `scoring`.

use super::Params;
use crate::{Key, Kind, Parameters, SettingError, Settings};

const SIZE: Kind = Kind::Number { least: *Params::SIZES.start() as u32, most: *Params::SIZES.end() as u32 };

impl Parameters for Params {
    const KEYS: &'static [Key] = &[
        Key::new("size", SIZE, "10", "columns of the board, and rows, 4 to 26"),
        Key::new(
            "scoring",
            Kind::OneWordOf(&["multiplicity", "distinct"]),
            "multiplicity",
            "a stone counts for each of its live lines; or \"distinct\", once",
        ),
    ];

    fn from_checked(settings: &Settings<'_>) -> Result<Self, SettingError> {
        let default = Self::default();
        let size = settings.read("size").unwrap_or(default.size());
        let scoring = settings.read("scoring").unwrap_or(default.scoring());
        Self::new(size, scoring)
    }

    fn settings(&self) -> Vec<(&'static str, String)> {
        vec![("size", self.size().to_string()), ("scoring", self.scoring().to_string())]
    }
}
