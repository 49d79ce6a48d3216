//! Games of listed actions at random.

use judge_games::Game;

use crate::xorshift::Random;

/// Plays a game to its end and shows `check` every position, the last included.
pub(crate) fn play_out<G: Game>(mut game: G, random: &mut Random, mut check: impl FnMut(&G)) -> G {
    check(&game);
    while game.to_move().is_some() {
        let action = game.forced().unwrap_or_else(|| random.pick(&game.legal()));
        game.play(&action).expect("a listed action is legal");
        check(&game);
    }
    game
}
