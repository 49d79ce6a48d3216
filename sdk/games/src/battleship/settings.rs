//! The parameters as settings: `size`, `fleet`, `no_touch`.

use super::Params;
use crate::{Key, Kind, Parameters, SettingError, Settings};

const SIZE: Kind = Kind::Number { least: *Params::SIZES.start() as u32, most: *Params::SIZES.end() as u32 };
const LENGTHS: Kind = Kind::Numbers { least: 1, most: *Params::SIZES.end() };

impl Parameters for Params {
    const KEYS: &'static [Key] = &[
        Key::new("size", SIZE, "10", "columns of the board, and rows, 2 to 16"),
        Key::new("fleet", LENGTHS, "5,4,3,3,2", "lengths of the ships, in any order"),
        Key::new("no_touch", Kind::Flag, "false", "true: ships may not touch, not even at their corners"),
    ];

    fn from_checked(settings: &Settings<'_>) -> Result<Self, SettingError> {
        let default = Self::default();
        let size = settings.read("size").unwrap_or(default.size);
        let fleet = settings.numbers("fleet").unwrap_or(default.fleet);
        let params = Self::new(size, fleet)?;
        Ok(params.with_no_touch(settings.read("no_touch").unwrap_or(default.no_touch)))
    }

    fn settings(&self) -> Vec<(&'static str, String)> {
        let lengths: Vec<String> = self.fleet.iter().map(u8::to_string).collect();
        vec![
            ("size", self.size.to_string()),
            ("fleet", lengths.join(",")),
            ("no_touch", self.no_touch.to_string()),
        ]
    }
}
