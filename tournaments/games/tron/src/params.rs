//! What can differ from game to game.

use judge_game::{Key, Kind, Parameters, SettingError, Settings};

/// The size of the board, the number of players, and walls.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Params {
    pub(crate) size: u8,
    pub(crate) seats: u8,
    pub(crate) walls: u8,
}

impl Default for Params {
    fn default() -> Self {
        Self { size: 15, seats: 2, walls: 3 }
    }
}

impl Parameters for Params {
    const KEYS: &'static [Key] = &[
        Key {
            name: "size",
            kind: Kind::Number { least: 7, most: 31 },
            default: "15",
            meaning: "columns of the board, and rows, from 7 to 31",
        },
        Key {
            name: "seats",
            kind: Kind::Number { least: 2, most: 4 },
            default: "2",
            meaning: "players, from 2 to 4",
        },
        Key {
            name: "walls",
            kind: Kind::Number { least: 0, most: 20 },
            default: "3",
            meaning: "walls in each quarter of the board, from 0 to 20, at places that the seed decides; some may coincide",
        },
    ];

    const SEATS_MAX: u8 = 4;

    fn from_checked(settings: &Settings<'_>) -> Result<Self, SettingError> {
        let Self { size, seats, walls } = Self::default();
        Ok(Self {
            size: settings.read("size").unwrap_or(size),
            seats: settings.read("seats").unwrap_or(seats),
            walls: settings.read("walls").unwrap_or(walls),
        })
    }

    fn settings(&self) -> Vec<(&'static str, String)> {
        vec![
            ("size", self.size.to_string()),
            ("seats", self.seats.to_string()),
            ("walls", self.walls.to_string()),
        ]
    }

    fn seats(&self) -> usize {
        self.seats.into()
    }
}
