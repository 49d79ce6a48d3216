//! Openings: a few random legal actions before the bots are asked.
//!
//! A deterministic bot repeats its games; openings make them different, and are
//! the same in all games of a round.

use judge_games::Game;

use crate::contract::Contract;
use crate::line::Seeds;
use crate::seed::Seed;
use crate::verdict::VoidCause;

/// The most random actions that a game may begin with.
pub const PLIES_MAX: u32 = 40;

/// Draws up to `plies` legal actions from the start of `game`, each as likely as any other.
///
/// The opening stops before an action that the rules force, or that would end the game. It ends with an action that the
/// game has listed and refuses, which only a game that is a file does: the match finds that it is broken.
pub fn draw<G: Game + Clone>(game: &G, plies: u32, seed: Seed) -> Vec<G::Action> {
    let mut game = game.clone();
    let mut opening = Vec::new();
    for ply in 0..plies {
        if game.forced().is_some() {
            break;
        }
        let mut legal = game.legal();
        if legal.is_empty() {
            break;
        }
        let drawn = seed.derive(&["opening", &ply.to_string()]).0 % legal.len() as u64;
        let action = legal.swap_remove(usize::try_from(drawn).expect("it is below a length"));
        let is_refused = game.play(&action).is_err();
        if !is_refused && game.to_move().is_none() {
            break;
        }
        opening.push(action);
        if is_refused {
            break;
        }
    }
    opening
}

/// The opening of the games of a round.
#[derive(Clone, Debug)]
pub struct Opening<A> {
    /// Its actions.
    pub actions: Vec<A>,
    /// What went wrong with the game itself while it was drawn, as of [`Contract::trouble`].
    pub trouble: Option<(VoidCause, String)>,
}

/// The opening of the games of a round. It is drawn in a game of its own, so that a match does not depend on whether
/// somebody has drawn the opening before.
#[must_use]
pub fn drawn_for<G: Contract>(params: &G::Params, plies: u32, seeds: Seeds) -> Opening<G::Action> {
    if plies == 0 {
        return Opening { actions: Vec::new(), trouble: None };
    }
    let start = G::start_with(&G::for_one_match(params), seeds.game().0);
    let actions = draw(&start, plies, seeds.round);
    Opening { actions, trouble: start.trouble() }
}

#[cfg(test)]
mod tests {
    use judge_games::freedom::Freedom;
    use judge_games::gobblet::Gobblet;
    use judge_games::othello::{Othello, Params};
    use judge_games::stones::Stones;

    use super::*;

    fn text<G: Game<Action: ToString> + Clone>(game: &G, plies: u32, seed: u64) -> String {
        let actions: Vec<String> = draw(game, plies, Seed(seed)).iter().map(ToString::to_string).collect();
        actions.join(" ")
    }

    #[test]
    fn a_seed_gives_the_same_opening_for_ever() {
        assert_eq!(text(&Othello::default(), 6, 1), "d3 c5 c6 c3 e6 d6");
        assert_eq!(text(&Freedom::new(judge_games::freedom::Params::default()), 4, 1), "8,4 9,4 9,5 8,5");
        assert_eq!(text(&Gobblet::new(judge_games::gobblet::Params::default()), 2, 1), "M@1,0 S@1,1");
        assert_eq!(
            text(&Stones::new(&judge_games::stones::Params::default()), 4, 1),
            "3,0>3,1 2,4>1,3 3,1>4,1 1,4>2,4"
        );
    }

    #[test]
    fn an_opening_leaves_the_game_going_on() {
        let tiny = Othello::new(Params::new(4).expect("the size is valid"));
        for seed in 0..200 {
            let opening = draw(&tiny, 60, Seed(seed));
            let mut game = tiny;
            for action in &opening {
                game.play(action).expect("openings are legal");
            }
            assert!(Game::to_move(&game).is_some());
        }
    }
}
