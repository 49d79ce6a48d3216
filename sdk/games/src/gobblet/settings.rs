//! The parameters as settings: `size`, `plies_max`.

use super::Params;
use crate::{Key, Kind, Parameters, SettingError, Settings};

impl Parameters for Params {
    const KEYS: &'static [Key] = &[
        Key::new("size", Kind::OneNumberOf(&[3, 4]), "3", "columns of the board, and rows, 3 or 4"),
        Key::new(
            "plies_max",
            Kind::Number { least: *Self::PLIES_MAX.start(), most: *Self::PLIES_MAX.end() },
            "200",
            "turns of both together that end in a draw; 400 on 4 × 4",
        ),
    ];

    fn from_checked(settings: &Settings<'_>) -> Result<Self, SettingError> {
        let width = settings.read("size").unwrap_or(Self::default().board.width());
        Self::new(width, settings.read("plies_max"))
    }

    fn settings(&self) -> Vec<(&'static str, String)> {
        vec![("size", self.board.width().to_string()), ("plies_max", self.plies_max.to_string())]
    }
}
