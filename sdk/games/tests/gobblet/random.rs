//! Facts of every game, at every step, however it is played.

use judge_games::gobblet::{Action, Board, Colour, Gobblet, Params, Position};
use judge_games::{Game, Square};

use crate::playout::play_out;
use crate::xorshift::Random;

fn assert_position_is_sound(position: &Position) {
    let bytes: Vec<u8> = position.bytes().collect();
    assert_eq!(Position::from_bytes(&bytes, position.to_move()), Ok(*position));
    assert_eq!(position.winner().is_none(), position.legal().next().is_some(), "{position}");
    let mut actions = position.legal();
    while let Some(action) = actions.next() {
        assert_eq!(actions.len(), actions.clone().count(), "after {action}");
    }
    for colour in Colour::ALL {
        for &size in position.board().sizes() {
            assert!(position.reserve_tops(colour, size) <= position.reserve(colour, size));
        }
    }
    assert_eq!(position.shown(Colour::Red) & position.shown(Colour::Yellow), 0);
}

#[test]
fn positions_stay_sound_and_survive_their_bytes() {
    let mut random = Random::new(0xcafe);
    for board in Board::ALL {
        for _ in 0..150 {
            let game = Gobblet::new(Params::on(board));
            play_out(game, &mut random, |game| assert_position_is_sound(game.position()));
        }
    }
}

#[test]
fn a_position_occurs_as_often_as_the_whole_game_shows_it() {
    let mut random = Random::new(0xbead);
    let mut repetitions = 0;
    for _ in 0..300 {
        let mut game = Gobblet::new(Params::default());
        let mut shown = vec![*game.position()];
        while game.to_move().is_some() {
            let is_move = |action: &Action| matches!(action, Action::Move { .. });
            let mut choice = game.legal();
            // Mostly moving: pieces that only enter never repeat anything.
            if shown.len() > 4 && random.below(10) > 0 && choice.iter().any(is_move) {
                choice.retain(is_move);
            }
            game.play(&random.pick(&choice)).expect("what is listed is legal");
            shown.push(*game.position());
            let often = shown.iter().filter(|position| *position == game.position()).count();
            assert_eq!(game.occurrences(), often);
            repetitions += usize::from(often > 1);
        }
    }
    assert!(repetitions > 10, "only {repetitions} positions came up again");
}

/// Random games were played by a second program as well: red wins 55 of 100 on 3×3,
/// and the mean length is 12.8 actions; on 4×4 it is 41.4.
#[test]
fn random_games_are_as_long_and_as_lucky_as_known() {
    let mut random = Random::new(0xfeed);
    let games = 5_000;
    for (board, length, red) in [(Board::Three, 12.8, 0.55), (Board::Four, 41.4, 0.515)] {
        let (mut plies, mut wins) = (0, 0);
        for _ in 0..games {
            let game = play_out(Gobblet::new(Params::on(board)), &mut random, |_| {});
            plies += game.plies();
            wins += u32::from(game.position().winner() == Some(Colour::Red));
        }
        let mean = |sum: u32| f64::from(sum) / f64::from(games);
        assert!((mean(plies) - length).abs() < 1.0, "{board:?}: {} actions", mean(plies));
        assert!((mean(wins) - red).abs() < 0.03, "{board:?}: red wins {}", mean(wins));
    }
}

#[test]
fn squares_far_off_the_board_are_no_trouble() {
    let far = [Square::new(255, 255), Square::new(255, 0), Square::new(0, 255), Square::new(16, 16)];
    for board in Board::ALL {
        let game = Gobblet::new(Params::on(board));
        for at in far {
            assert_eq!(board.cell(at), 0);
            assert_eq!(game.position().top(at), None);
            assert_eq!(game.position().stack(at).count(), 0);
        }
        assert_eq!(board.squares(u16::MAX).count(), usize::from(board.cells()));
    }
}
