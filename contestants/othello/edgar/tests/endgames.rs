//! Edgar's play at the end of a game: without a mistake, from fourteen empty squares on.

use judge_sdk::Random;
use judge_sdk::games::othello::{Action, Othello as Game};
use judge_sdk::games::{Game as _, Seat};
use judge_sdk::othello::{Board, Chip, Othello, Params, Setup};
use othello_edgar::Edgar;

/// The final result for the player to move, if it chooses as Edgar and goes on perfectly.
fn chosen(game: &Game) -> (Action, i32) {
    let board = game.board();
    let setup = Setup { seed: 1, chip: Chip::Black, params: board.params() };
    let square = Edgar::new_game(&setup).choose(&board);
    let after = board.place(u32::from(square.y) * 8 + u32::from(square.x)).expect("Edgar keeps to the rules");
    let left = board.empty().count_ones();
    (Action::Place(square), if left > 10 { 0 } else { -solve(after, -64, 64) })
}

/// The result of perfect play for the player to move, in the plainest way that is fast enough.
fn solve(board: Board, least: i32, most: i32) -> i32 {
    let moves = board.legal_moves();
    if moves == 0 {
        let passed = board.passed();
        let over = passed.legal_moves() == 0;
        return if over { board.difference() } else { -solve(passed, -most, -least) };
    }
    let mut best = -64;
    for after in (0..64).filter_map(|index| board.place(index)) {
        best = best.max(-solve(after, -most, -best.max(least)));
        if best >= most {
            break;
        }
    }
    best
}

/// A random game of which at most `empties` squares are left, and a choice.
fn ending(params: Params, empties: u32, random: &mut Random) -> Option<Game> {
    let mut game = Game::new(params);
    while game.board().empty().count_ones() > empties || game.legal_moves().count_ones() < 2 {
        let legal = game.legal();
        let action = (!legal.is_empty()).then(|| *random.choose(&legal))?;
        game.play(&action).expect("a listed action is legal");
    }
    Some(game)
}

#[test]
fn published_endgames_are_solved() {
    let rows = include_str!("endgames.txt").lines().filter(|line| !line.starts_with('#'));
    for (position, solution) in rows.filter_map(|row| row.split_once(" | ")) {
        let game: Game = position.parse().expect("a position");
        let chosen = chosen(&game).0.to_string();
        assert!(solution.split(' ').skip(1).any(|best| best == chosen), "{game}: {chosen}, not {solution}");
    }
}

#[test]
fn the_last_squares_are_played_perfectly_on_every_board() {
    let mut random = Random::new(20_141_031);
    for size in Params::SIZES {
        let params = Params::new(size).expect("a size from the list of sizes");
        for game in (0..120).filter_map(|at| ending(params, 2 + at % 8, &mut random)) {
            let best = solve(game.board(), -64, 64);
            assert_eq!(chosen(&game).1, best, "{game}");
        }
    }
}

/// Edgar against itself: black's chips and white's at the end.
fn played_out(mut game: Game) -> Vec<i32> {
    let params = game.params();
    let mut bots = [Chip::Black, Chip::White].map(|chip| Edgar::new_game(&Setup { seed: 1, chip, params }));
    while let Some(Seat(seat)) = game.to_move() {
        let bot = &mut bots[usize::from(seat)];
        let action = game.forced().unwrap_or_else(|| Action::Place(bot.choose(&game.board())));
        game.play(&action).expect("Edgar keeps to the rules");
    }
    game.outcome().expect("the game is over").scores
}

#[test]
fn perfect_play_on_four_squares_by_four_is_three_to_eleven() {
    assert_eq!(played_out(Game::new(Params::new(4).expect("a valid size"))), [3, 11]);
}

#[test]
fn the_perfect_game_on_six_squares_by_six_is_ended_as_published() {
    const PERFECT: &str = "c2 b4 c5 d2 e4 e3 d1 c1 b1 d5 d6 f4 b3 b2 f3 f2 e2 b6 a4 c6";
    let mut game = Game::new(Params::new(6).expect("a valid size"));
    for action in PERFECT.split(' ') {
        let action = action.parse().expect("an action");
        game.play(&action).expect("the published game is legal");
    }
    assert_eq!(played_out(game), [16, 20]);
}
