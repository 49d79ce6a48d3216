//! Numbers of sequences of actions, counted in other ways than in `perft/othello.txt`.

use judge_games::Game;
use judge_games::othello::{Board, Othello, Over, Params};

use super::start;

/// Sequences on the bare board, and those that end early; a pass is an action.
fn count(board: Board, depth: u32) -> u64 {
    let moves = board.legal_moves();
    if depth == 0 {
        return 1;
    }
    if moves == 0 {
        let passed = board.passed();
        return if passed.legal_moves() == 0 { 1 } else { count(passed, depth - 1) };
    }
    if depth == 1 {
        return moves.count_ones().into();
    }
    after(board).map(|after| count(after, depth - 1)).sum()
}

/// Sequences of placements; a forced pass takes no depth.
fn count_placements(board: Board, depth: u32) -> u64 {
    let moves = board.legal_moves();
    if moves == 0 {
        let passed = board.passed();
        return if passed.legal_moves() == 0 { 0 } else { count_placements(passed, depth) };
    }
    if depth == 1 {
        return moves.count_ones().into();
    }
    after(board).map(|after| count_placements(after, depth - 1)).sum()
}

/// The boards after each placement.
fn after(board: Board) -> impl Iterator<Item = Board> {
    let moves = board.legal_moves();
    (0..64)
        .filter(move |index| moves & (1 << index) != 0)
        .map(move |index| board.place(index).expect("a listed placement is legal"))
}

fn board(size: u8) -> Board {
    start(size).board()
}

fn counts(depths: std::ops::RangeInclusive<u32>, count: impl Fn(u32) -> u64) -> Vec<u64> {
    depths.map(count).collect()
}

#[test]
fn the_counts_from_the_start_are_those_published() {
    let known = [4, 12, 56, 244, 1396, 8200, 55092, 390_216, 3_005_288, 24_571_284];
    assert_eq!(counts(1..=10, |depth| count(board(8), depth)), known);
}

#[test]
fn passes_that_take_no_depth_change_the_ninth_count() {
    let known = [4, 12, 56, 244, 1396, 8200, 55092, 390_216, 3_005_320];
    assert_eq!(counts(1..=9, |depth| count_placements(board(8), depth)), known);
}

#[test]
fn the_smaller_boards_have_their_counts() {
    let six = counts(1..=5, |depth| count(board(6), depth));
    assert_eq!(six, [4, 12, 56, 244, 1364]);
    let four = counts(1..=14, |depth| count(board(4), depth));
    let known = [4, 12, 44, 128, 424, 1256, 3624, 9116, 20044, 36540, 50704, 57436, 59564, 59980];
    assert_eq!(four, known);
}

#[test]
fn there_are_60_060_complete_games_on_the_smallest_board() {
    let params = Params::new(4).expect("4 is a size");
    assert_eq!(count(board(4), Othello::turns_max(&params)), 60060);
}

/// Counts positions `depth` actions on that must pass, and those that are over and how.
fn ends(game: &Othello, depth: u32, passes: &mut u32, over: &mut Vec<Over>) {
    if depth == 0 {
        *passes += u32::from(game.forced().is_some());
        over.extend(game.over_by());
        return;
    }
    for action in game.legal() {
        let mut after = *game;
        after.play(&action).expect("a listed action is legal");
        ends(&after, depth - 1, passes, over);
    }
}

#[test]
fn after_eight_actions_24_must_pass_and_after_nine_228_are_wiped_out() {
    let (mut passes, mut over) = (0, Vec::new());
    ends(&start(8), 8, &mut passes, &mut over);
    assert_eq!((passes, over.len()), (24, 0));
    ends(&start(8), 9, &mut passes, &mut over);
    assert_eq!(over, [Over::WipedOut; 228]);
}
