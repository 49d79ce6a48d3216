//! The engine's games: the judge's own.

use std::sync::Arc;

use judge_play::{GameFile, GameInfo, Rules, contract};

use crate::OrWhy;
use crate::players::Described;

/// The reason why a file is not played.
pub(crate) const NO_FILES: &str = "this page plays the judge's own games only";

/// As [`judge_play::for_own_game!`]; a file is refused.
macro_rules! for_played {
    ($rules:expr, $params:ident, $G:ident => $body:expr) => {
        judge_play::for_own_game!($rules, $params, $G => $body, return Err(crate::played::NO_FILES.to_owned().into()))
    };
}
pub(crate) use for_played;

/// The interface of the bots for a game.
pub(crate) fn described(rules: &Rules) -> Described {
    let json = contract::json(rules.game()).into();
    Described { interface: rules.interface().clone(), json }
}

/// The facts of the game of this name.
pub(crate) fn info(name: &str) -> Option<&'static GameInfo> {
    GameInfo::named(name)
}

/// There is no file.
pub(crate) fn loaded() -> Option<Arc<GameFile>> {
    None
}

/// Loads nothing.
pub(crate) fn load(_: u32, _: &str, _: &str, _: &str) -> OrWhy<()> {
    Err(NO_FILES.into())
}
