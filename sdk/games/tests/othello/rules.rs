//! The rules one by one, the original's interface, and every error.

use std::collections::BTreeMap;

use judge_games::othello::{
    Action, Board, Chip, InvalidBoard, InvalidMove, Othello, Over, Params, PossibleMove,
};
use judge_games::{Ending, Game, Outcome, Seat, SettingError, Square};

use super::actions::{legal, play};
use super::{action, position, square, start};

/// The possible moves as pairs of the square and the chips taken.
fn moves(game: &Othello) -> Vec<(Square, Vec<Square>)> {
    let moves = game.possible_moves();
    assert!(moves.iter().all(|(key, at)| *key == square(at.x, at.y)));
    moves.into_iter().map(|(key, at)| (key, at.chips)).collect()
}

#[test]
fn black_begins_with_four_placements_and_white_answers_with_three() {
    let mut game = start(8);
    assert_eq!((game.whos_move(), game.to_move()), (Chip::Black, Some(Seat(0))));
    assert_eq!(legal(&game), "d3 c4 f5 e6");
    let keys: Vec<String> = game.possible_moves().keys().map(ToString::to_string).collect();
    assert_eq!(keys, ["2,3", "3,2", "4,5", "5,4"]);
    assert_eq!(game.place_chip(2, 3), Ok(vec![square(3, 3)]));
    assert_eq!((game.whos_move(), game.to_move()), (Chip::White, Some(Seat(1))));
    let replies = [
        (square(2, 2), vec![square(3, 3)]),
        (square(2, 4), vec![square(3, 4)]),
        (square(4, 2), vec![square(4, 3)]),
    ];
    assert_eq!(moves(&game), replies);
}

#[test]
fn every_board_starts_with_white_on_the_falling_diagonal() {
    for size in Params::SIZES {
        let (game, high) = (start(size), size / 2);
        let low = high - 1;
        assert_eq!([game.at(low, low), game.at(high, high)], [Some(Chip::White); 2]);
        assert_eq!([game.at(high, low), game.at(low, high)], [Some(Chip::Black); 2]);
        assert_eq!(game.score(), (2, 2));
    }
}

#[test]
fn the_layout_is_rows_of_columns() {
    let mut game = start(4);
    assert_eq!(game.place_chip(1, 0), Ok(vec![square(1, 1)]));
    let (b, w) = (Some(Chip::Black), Some(Chip::White));
    let none = [None; 4].to_vec();
    let rows = [vec![None, b, None, None], vec![None, b, b, None], vec![None, b, w, None], none];
    assert_eq!(game.chip_layout(), rows);
    assert_eq!([game.at(1, 0), game.at(0, 1), game.at(4, 0), game.at(255, 255)], [b, None, None, None]);
}

#[test]
fn a_placement_takes_in_all_eight_directions_and_no_further() {
    let star = "X--X--X-/-O-O-O--/--OOO---/XOO-OOOX/--OOO---/-O-O-O--/O--X--X-/-------X X";
    let mut game = position(star);
    // The row down to the left ends in a white chip at a7, so b6 and c5 stay.
    let taken = game.place_chip(3, 3).map(|chips| chips.len());
    assert_eq!(taken, Ok(15));
    let after = "X--X--X-/-X-X-X--/--XXX---/XXXXXXXX/--OXX---/-O-X-X--/O--X--X-/-------X O";
    assert_eq!(game, position(after));
}

#[test]
fn a_flipped_chip_takes_nothing_by_itself() {
    // Placing at d1 flips b1 and c1; b1 then ends the row b2, b3 from b4, which stays.
    let mut game = position("XOO-/-O--/-O--/-X-- X");
    assert_eq!(game.place_chip(3, 0), Ok(vec![square(1, 0), square(2, 0)]));
    assert_eq!(game, position("XXXX/-O--/-O--/-X-- O"));
}

#[test]
fn rows_do_not_run_over_the_edge() {
    // In each the chips follow one another in the list of squares, but not on the board:
    // to the right, down to the left, down to the right, the same ways back, and off a small board.
    let empty = |rows| "--------/".repeat(rows);
    let boards = [
        format!("------XO/{} X", empty(7)),
        format!("-X------/O-------/{} X", empty(6)),
        format!("------X-/-------O/{} X", empty(6)),
        format!("{}OX------ X", empty(7)),
        format!("{}-------O/------X-/ X", empty(6)),
        format!("{}O-------/-X------/ X", empty(6)),
        "--XO/----/----/---- X".to_owned(),
        "----/----/--X-/---O X".to_owned(),
        "----/----/-X--/-O-- X".to_owned(),
    ];
    for text in boards {
        assert_eq!(position(&text).legal_moves(), 0, "{text}");
    }
}

#[test]
fn what_a_placement_takes_is_known_before_it_is_made() {
    let game = position("XOO-/-O--/-O--/-X-- X");
    assert_eq!((game.takes(square(3, 0)), game.takes(square(0, 0))), (2, 0));
    assert_eq!((game.takes(square(3, 3)), game.takes(square(200, 200))), (0, 0));
    let chips = vec![square(1, 0), square(2, 0)];
    let expected = PossibleMove { x: 3, y: 0, chips };
    assert_eq!(game.possible_moves().get(&square(3, 0)), Some(&expected));
}

#[test]
fn after_a_placement_the_opponent_is_to_move_even_if_it_must_pass() {
    let mut game = start(8);
    play(&mut game, "d3 c3 b3 b2 f5 a3 a1");
    assert_eq!((game.whos_move(), legal(&game).contains("c1")), (Chip::White, true));
    play(&mut game, "c1");
    assert_eq!((game.whos_move(), game.to_move()), (Chip::Black, Some(Seat(0))));
    assert_eq!(game.possible_moves(), BTreeMap::new());
    let square = square(4, 2);
    assert_eq!(game.place_chip(4, 2), Err(InvalidMove::TakesNothing(square)));
    assert_eq!(game.pass_to_opponent(), Ok(()));
    assert_eq!((game.whos_move(), game.pass_to_opponent()), (Chip::White, Err(InvalidMove::MustPlace)));
}

#[test]
fn every_broken_rule_has_its_error_and_changes_nothing() {
    let mut six = start(6);
    let refused = [
        (Action::Place(square(6, 0)), InvalidMove::OffBoard(square(6, 0))),
        (Action::Place(square(0, 6)), InvalidMove::OffBoard(square(0, 6))),
        (Action::Place(square(8, 1)), InvalidMove::OffBoard(square(8, 1))),
        (Action::Place(square(255, 255)), InvalidMove::OffBoard(square(255, 255))),
        (action("c3"), InvalidMove::Occupied(square(2, 2))),
        (action("d3"), InvalidMove::Occupied(square(3, 2))),
        (action("a1"), InvalidMove::TakesNothing(square(0, 0))),
        (action("d2"), InvalidMove::TakesNothing(square(3, 1))),
        (Action::Pass, InvalidMove::MustPlace),
    ];
    for (action, error) in refused {
        assert_eq!(six.play(&action), Err(error));
        assert_eq!(six, start(6));
    }
    let over = position("----/-XX-/-XX-/---- O");
    let mut game = over;
    for action in [Action::Pass, action("a1"), action("b2"), action("h8")] {
        assert_eq!(game.play(&action), Err(InvalidMove::Over));
        assert_eq!(game, over);
    }
    assert_eq!(
        (game.place_chip(0, 0), game.pass_to_opponent()),
        (Err(InvalidMove::Over), Err(InvalidMove::Over))
    );
}

#[test]
fn errors_say_which_rule_was_broken_where() {
    let words = [
        (InvalidMove::OffBoard(square(8, 1)), "8,1 is off the board"),
        (InvalidMove::OffBoard(square(6, 0)), "g1 is off the board"),
        (InvalidMove::Occupied(square(3, 3)), "d4 holds a chip already"),
        (InvalidMove::TakesNothing(square(0, 0)), "a chip at a1 takes none"),
        (InvalidMove::MustPlace, "a pass is for who cannot place a chip"),
        (InvalidMove::Over, "the game is over"),
    ];
    for (error, text) in words {
        assert_eq!(error.to_string(), text);
    }
}

#[test]
fn the_game_is_over_when_neither_side_can_place_and_says_why() {
    let table = [
        ("XXXX/OOOO/XXXX/OOOO X", Some(Over::Full)),
        ("XXXX/XXXX/XXXX/XXXX X", Some(Over::Full)),
        ("----/-XX-/-XX-/---- O", Some(Over::WipedOut)),
        ("----/-XX-/-XX-/---- X", Some(Over::WipedOut)),
        ("----/----/----/---- X", Some(Over::WipedOut)),
        ("XX--/XX--/--OO/--OO X", Some(Over::NoMoves)),
        ("OX--/OX--/OO--/OO-- X", None),
        ("OX--/OX--/OO--/OO-- O", None),
    ];
    for (text, over) in table {
        let game = position(text);
        assert_eq!(game.over_by(), over, "{text}");
        assert_eq!((game.game_over(), game.over()), (over.is_some(), over.is_some()), "{text}");
        assert_eq!(game.to_move().is_none(), over.is_some(), "{text}");
        assert_eq!(game.legal().is_empty(), over.is_some(), "{text}");
    }
}

#[test]
fn more_chips_win_and_empty_squares_are_nobodys() {
    let outcome = |text| position(text).outcome();
    let known = |ranks: [u8; 2], scores: [i32; 2]| {
        Some(Outcome { ranks: ranks.to_vec(), scores: scores.to_vec(), ending: Ending::Rules })
    };
    assert_eq!(outcome("----/-XX-/-XX-/---- O"), known([1, 2], [4, 0]));
    assert_eq!(outcome("XX--/XO--/----/-OOO X"), None);
    assert_eq!(outcome("XX--/XX--/---O/--OO X"), known([1, 2], [4, 3]));
    assert_eq!(outcome("XX--/X---/----/--OO O"), known([1, 2], [3, 2]));
    assert_eq!(outcome("XX--/----/----/-OOO X"), known([2, 1], [2, 3]));
    assert_eq!(outcome("XXXX/OOOO/XXXX/OOOO X"), known([1, 1], [8, 8]));
    assert_eq!(start(8).outcome(), None);
}

#[test]
fn boards_have_four_six_or_eight_columns() {
    for size in 0..=255 {
        let valid = Params::new(size).map(|params| params.size());
        let reason = format!("size {size} is not 4, 6 or 8");
        let invalid = Err(SettingError::NoGame { key: Some("size"), reason });
        let known = if Params::SIZES.contains(&size) { Ok(size) } else { invalid };
        assert_eq!(valid, known);
    }
    assert_eq!((Params::default().size(), start(8)), (8, Othello::default()));
}

#[test]
fn a_board_is_made_of_chips_on_squares_once_each() {
    let six = Params::new(6).expect("6 is a size");
    let board =
        Board::new(six, 1, 2).map(|board| (board.own(), board.opponent(), board.empty().count_ones()));
    assert_eq!(board, Ok((1, 2, 34)));
    assert_eq!(Board::new(six, 1 << 6, 2), Err(InvalidBoard::OffBoard(1 << 6)));
    assert_eq!(Board::new(six, 1, 1 << 48), Err(InvalidBoard::OffBoard(1 << 48)));
    assert_eq!(Board::new(six, 3, 2), Err(InvalidBoard::Overlap(2)));
    assert_eq!(InvalidBoard::OffBoard(1 << 6).to_string(), "a chip at 6,0 is off the board");
    assert_eq!(InvalidBoard::Overlap(2).to_string(), "a chip at 1,0 is there twice");
}

#[test]
fn a_seat_sees_the_whole_game() {
    let game = start(8);
    assert_eq!((game.view(Seat(0)), game.view(Seat(1)), game.seats()), (game, game, 2));
}

#[test]
fn a_game_takes_at_most_two_actions_for_each_square_empty_at_the_start() {
    let most = Params::SIZES.map(|size| Othello::turns_max(&start(size).params()));
    assert_eq!(most, [24, 64, 120]);
}

#[test]
fn where_players_are_asked_for_the_pass_it_is_not_forced_but_all_they_can_do() {
    let asking = Params::default().with_ask_on_pass(true);
    let mut games = [Params::default(), asking].map(Othello::new);
    for text in "d3 c3 b3 b2 f5 a3 a1 c1".split(' ') {
        for game in &mut games {
            game.play(&action(text)).expect("the move is legal");
        }
    }
    assert_eq!(games.map(|game| game.forced()), [Some(Action::Pass), None]);
    assert_eq!(games.map(|game| game.legal()), [[Action::Pass], [Action::Pass]]);
    for mut game in games {
        assert_eq!(game.play(&Action::Pass), Ok(()));
        assert_eq!((game.forced(), game.legal().len()), (None, 2));
    }
}
