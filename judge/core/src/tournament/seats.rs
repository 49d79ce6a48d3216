//! For how many players a game is. A game whose number can be chosen has a setting for it, which stands above `[rules]`; any
//! other has a number of its own, which may depend on its settings.

use judge_play::GameInfo;
use judge_play::games::{Key, Kind};

/// The setting that says how many players there are, if the game has one.
#[must_use]
pub fn seats_key(game: &GameInfo) -> Option<&'static Key> {
    game.keys.iter().find(|key| key.name == "seats")
}

/// That setting for so many players, if the game takes that number.
#[must_use]
pub fn seats_setting(game: &GameInfo, seats: usize) -> Option<(&'static str, String)> {
    let key = seats_key(game).filter(|_| (2..=game.seats_max.into()).contains(&seats))?;
    let fits = match key.kind {
        Kind::Number { least, most } => (least as usize..=most as usize).contains(&seats),
        _ => true,
    };
    fits.then(|| (key.name, seats.to_string()))
}

/// For how many players it is, in words; `usual` are those by the usual settings.
#[must_use]
pub fn players(game: &GameInfo, usual: usize) -> String {
    match seats_key(game).map(|key| key.kind) {
        Some(Kind::Number { least, most }) if least < most => format!("{least} to {most}"),
        Some(_) if game.seats_max > 2 => format!("2 to {}", game.seats_max),
        _ => usual.to_string(),
    }
}
