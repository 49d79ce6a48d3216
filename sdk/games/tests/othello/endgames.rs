//! Endgames solved to the end: a rule broken anywhere changes a result.

use judge_games::othello::{Action, Board, squares};

use super::actions::play;
use super::table::rows;
use super::{position, start};

/// The owner of squares that are empty at the end.
#[derive(Clone, Copy, Debug)]
enum Empties {
    Nobody,
    Winner,
}

impl Empties {
    /// The result of a game that is over, for the player whose view `board` is.
    fn result(self, board: Board) -> i32 {
        let difference = board.difference();
        match self {
            Self::Nobody => difference,
            Self::Winner => difference + difference.signum() * board.empty().count_ones().cast_signed(),
        }
    }
}

/// The result with perfect play if it lies between `least` and `most`, else a bound beyond them.
fn solve(board: Board, least: i32, most: i32, empties: Empties) -> i32 {
    let moves = board.legal_moves();
    if moves == 0 {
        let passed = board.passed();
        let over = passed.legal_moves() == 0;
        return if over { empties.result(board) } else { -solve(passed, -most, -least, empties) };
    }
    let reply = |index| board.place(index).expect("a listed placement is legal");
    let mut best = -64;
    let mut try_reply = |after| {
        best = best.max(-solve(after, -most, -best.max(least), empties));
        best < most
    };
    if board.empty().count_ones() < 7 {
        let _ = indices(moves).all(|index| try_reply(reply(index)));
    } else {
        let mut replies: Vec<_> = indices(moves).map(reply).collect();
        replies.sort_by_cached_key(|after| freedom(*after));
        let _ = replies.into_iter().all(try_reply);
    }
    best
}

/// The numbers of a set's bits.
fn indices(mut set: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let index = set.trailing_zeros();
        set &= set.wrapping_sub(1);
        (index < 64).then_some(index)
    })
}

/// The freedom of the player to move: moves that leave the opponent little are tried first.
fn freedom(board: Board) -> u32 {
    const CORNERS: u64 = 0x8100_0000_0000_0081;
    let moves = board.legal_moves();
    moves.count_ones() + (moves & CORNERS).count_ones()
}

/// Of a set of placements, those that lead to at least `result` with perfect play.
fn reaching(board: Board, moves: u64, result: i32, empties: Empties) -> u64 {
    let reaches = |index: &u32| {
        let after = board.place(*index).expect("a listed placement is legal");
        -solve(after, -result, 1 - result, empties) >= result
    };
    indices(moves).filter(reaches).map(|index| 1 << index).sum()
}

/// Proves a result and the placements that reach it, written as in the file.
fn prove(name: &str, board: Board, solution: &str, empties: Empties) {
    let (result, known) = solution.split_once(' ').expect("a result and the best placements");
    let result: i32 = result.parse().expect("a number");
    let best = reaching(board, board.legal_moves(), result, empties);
    let texts: Vec<String> = squares(best).map(|square| Action::Place(square).to_string()).collect();
    assert_eq!(texts.join(" "), known, "{name}, {empties:?}: {result} or more");
    assert_eq!(reaching(board, best, result + 1, empties), 0, "{name}, {empties:?}: more than {result}");
}

/// Proves the endgames whose number of empty squares is asked for, and gives the number of them.
fn prove_all(is_asked: impl Fn(u32) -> bool) -> usize {
    let boards = rows(include_str!("endgames.txt")).map(|(_, row)| {
        let [name, place, nobody, winner] = row[..] else { panic!("four columns: {row:?}") };
        let board = position(place).board();
        assert_eq!(name.split(' ').next(), Some(board.empty().count_ones().to_string().as_str()));
        (name, board, nobody, winner)
    });
    let asked = boards.filter(|(_, board, ..)| is_asked(board.empty().count_ones()));
    let prove_both = |(name, board, nobody, winner)| {
        prove(name, board, nobody, Empties::Nobody);
        prove(name, board, winner, Empties::Winner);
    };
    asked.map(prove_both).count()
}

#[test]
fn endgames_have_their_exact_results_and_best_placements() {
    assert_eq!(prove_all(|empties| empties <= 16), 11);
}

#[test]
#[ignore = "takes longer than all other tests of the rules together"]
fn the_longest_endgame_has_its_exact_result_and_best_placement() {
    assert_eq!(prove_all(|empties| empties > 16), 1);
}

#[test]
fn white_wins_the_smallest_board_11_to_3() {
    assert_eq!(solve(start(4).board(), -64, 64, Empties::Nobody), 3 - 11);
}

#[test]
fn the_perfect_game_loses_nothing_in_its_last_half() {
    let row = rows(include_str!("games.txt")).find(|(_, row)| row[0] == "perfect 6x6");
    let actions = row.expect("the game is in the file").1[3];
    let mut game = start(6);
    for action in actions.split(' ') {
        let board = game.board();
        if board.empty().count_ones() <= 16 {
            let sign = if game.whos_move().seat().index() == 0 { 1 } else { -1 };
            assert_eq!(sign * solve(board, -64, 64, Empties::Nobody), 16 - 20, "before {action}");
        }
        play(&mut game, action);
    }
}
