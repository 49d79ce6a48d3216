//! Actions in their notation, divided by spaces.

use std::fmt::Debug;
use std::str::FromStr;

use judge_games::Game;

/// Plays `actions`, all of which are legal.
pub(crate) fn play<G: Game<Action: FromStr<Err: Debug>>>(game: &mut G, actions: &str) {
    for text in actions.split_whitespace() {
        let action = text.parse().unwrap_or_else(|error| panic!("{text}: {error:?}"));
        game.play(&action).unwrap_or_else(|illegal| panic!("{text}: {illegal}"));
    }
}

/// The legal actions.
pub(crate) fn legal(game: &impl Game) -> String {
    game.legal().iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}
