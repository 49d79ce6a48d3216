//! Counts of the tree of play that `perft/gobblet.txt` has no room for: by stack, and by who has won.

use judge_games::gobblet::{Action, Board, Colour, Position};

/// Sequences if the stacks of the reserve are distinguished.
fn perft_by_stack(position: &Position, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let ways = |action| match action {
        Action::Enter { size, .. } => position.reserve_tops(position.to_move(), size).into(),
        Action::Move { .. } => 1,
    };
    position.successors().map(|(action, next)| ways(action) * perft_by_stack(&next, depth - 1)).sum()
}

/// Sequences of exactly `depth` actions by who has won after the last, red first.
fn wins(position: &Position, depth: u32) -> [u64; 2] {
    if depth == 0 {
        return Colour::ALL.map(|colour| u64::from(position.winner() == Some(colour)));
    }
    let counts = position.successors().map(|(_, next)| wins(&next, depth - 1));
    counts.fold([0, 0], |[red, yellow], count| [red + count[0], yellow + count[1]])
}

#[test]
fn the_first_lines_of_3x3_come_at_ply_5_and_none_by_exposing() {
    let start = Position::start(Board::Three);
    assert_eq!([1, 2, 3, 4].map(|depth| wins(&start, depth)), [[0, 0]; 4]);
    assert_eq!(wins(&start, 5), [533_808, 0]);
}

#[test]
fn stacks_told_apart_give_as_many_leaves_as_known() {
    let start = Position::start(Board::Four);
    assert_eq!([1, 2, 3].map(|depth| perft_by_stack(&start, depth)), [48, 2160, 120_960]);
}
