//! The game tree: who wins.

use judge_games::Game;
use judge_games::freedom::{Action, Freedom};

use super::{SCORINGS, new_game, play, scores};

/// 1 if the seat to move wins with best play, 0 for a draw, −1 if it loses.
fn value(game: &Freedom, mut least: i32, most: i32) -> i32 {
    if let Some(auto) = game.forced() {
        let mut end = *game;
        play(&mut end, auto);
        let [white, black] = scores(&end);
        let sign = (white - black).signum();
        return if game.own().seat().0 == 0 { sign } else { -sign };
    }
    let mut best = -1;
    for square in game.legal_squares() {
        let mut next = *game;
        play(&mut next, Action::Place(square));
        best = best.max(-value(&next, -most, -least));
        least = least.max(best);
        if least >= most {
            break;
        }
    }
    best
}

#[test]
fn with_best_play_every_first_move_on_4_by_4_draws() {
    for scoring in SCORINGS {
        let game = new_game(4, scoring);
        for action in game.legal() {
            let mut next = game;
            play(&mut next, action);
            assert_eq!(value(&next, -1, 1), 0, "{scoring} {action}");
        }
    }
}
