//! The parameters as settings: `size`, `ask_on_pass`.

use super::Params;
use crate::{Key, Kind, Parameters, SettingError, Settings};

impl Parameters for Params {
    const KEYS: &'static [Key] = &[
        Key::new("size", Kind::OneNumberOf(&[4, 6, 8]), "8", "columns of the board, and rows, 4, 6 or 8"),
        Key::new("ask_on_pass", Kind::Flag, "false", "true: a bot that can only pass is asked all the same"),
    ];

    fn from_checked(settings: &Settings<'_>) -> Result<Self, SettingError> {
        let default = Self::default();
        let params = Self::new(settings.read("size").unwrap_or(default.size()))?;
        Ok(params.with_ask_on_pass(settings.read("ask_on_pass").unwrap_or(default.ask_on_pass())))
    }

    fn settings(&self) -> Vec<(&'static str, String)> {
        vec![("size", self.size().to_string()), ("ask_on_pass", self.ask_on_pass().to_string())]
    }
}
