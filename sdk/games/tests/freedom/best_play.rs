//! The game tree: how many sequences of placements there are, and who wins.

use judge_games::freedom::{Action, Freedom, Scoring};

use super::{SCORINGS, new_game, play, position, scores};

fn perft(game: &Freedom, depth: u32) -> u64 {
    if depth <= 1 {
        return if depth == 0 { 1 } else { game.legal_squares().len().into() };
    }
    let after = |square| {
        let mut next = *game;
        play(&mut next, Action::Place(square));
        perft(&next, depth - 1)
    };
    game.legal_squares().iter().map(after).sum()
}

#[test]
fn every_position_has_as_many_sequences_of_placements_as_the_file_says() {
    let lines = include_str!("../perft/freedom.txt").lines();
    for line in lines.filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let fields: Vec<&str> = line.split(" | ").collect();
        let [name, params, start, counts] = fields[..] else { panic!("{line}: four fields") };
        let size = params.strip_prefix("size=").and_then(|size| size.parse().ok()).expect("a size");
        let game = match start {
            "start" => new_game(size, Scoring::Multiplicity),
            text => position(text),
        };
        assert_eq!(game.params().size(), size, "{name}");
        for pair in counts.split(' ') {
            let (depth, count) = pair.split_once(':').expect("depth:count");
            let counted = perft(&game, depth.parse().expect("a depth"));
            assert_eq!(counted.to_string(), count, "{name} at depth {depth}");
        }
    }
}

#[test]
fn no_placement_is_legal_once_one_cell_is_left() {
    let game = position("BWB../WWB../.BWWW/BBBBB/WW.W. 2,3 multiplicity");
    assert_eq!((perft(&game, 6), perft(&game, 7)), (72, 0));
}

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
