//! The rules of positions: what may cover what, the reserve, and who wins.

use judge_games::Square;
use judge_games::gobblet::{Action, Board, Colour, Illegal, Piece, Position, Size};

use crate::{action, after, numbered, position};

/// The rule that an action of the colour to move breaks.
fn illegal(board: &str, text: &str) -> Illegal {
    let mut position = position(board);
    let before = position;
    let illegal = position.play(action(text)).expect_err("the action breaks a rule");
    assert_eq!(position, before, "{text} changes nothing");
    assert!(!position.legal().any(|legal| legal == action(text)), "{text} is not listed");
    illegal
}

/// The tops of the mover's reserve stacks, largest first.
fn tops(position: &Position, colour: Colour) -> Vec<u8> {
    let of_size = |size: Size| vec![size.number(); position.reserve_tops(colour, size).into()];
    Size::ALL.into_iter().rev().flat_map(of_size).collect()
}

/// The number of legal actions if the stacks of the reserve are distinguished.
fn by_stack(position: &Position) -> u64 {
    let ways = |action| match action {
        Action::Enter { size, .. } => u64::from(position.reserve_tops(position.to_move(), size)),
        Action::Move { .. } => 1,
    };
    position.legal().map(ways).sum()
}

const RACE: &str = "sL M - / m M - / m - - red";

#[test]
fn whoever_exposes_a_line_loses_even_while_making_one() {
    let both = after(RACE, &["0,0>1,2"]);
    assert_eq!(both.lines(Colour::Red).collect::<Vec<_>>(), [0o222]);
    assert_eq!(both.lines(Colour::Yellow).collect::<Vec<_>>(), [0o111]);
    assert_eq!(both.winner(), Some(Colour::Yellow));
    assert_eq!(after(RACE, &["0,0>2,2"]).winner(), Some(Colour::Yellow));
}

#[test]
fn an_exposed_line_that_is_covered_at_once_does_not_count() {
    assert_eq!(position(RACE).legal().len(), 28);
    assert_eq!(after(RACE, &["0,0>0,1"]).winner(), None);
}

#[test]
fn covering_the_exposed_line_may_win() {
    assert_eq!(after("sL - - / m M M / m - - red", &["0,0>0,1"]).winner(), Some(Colour::Red));
}

#[test]
fn of_two_exposed_lines_covering_one_is_not_enough() {
    for to in ["0,1", "2,1", "0,0"] {
        let after = after("m - - / s sL m / - - l red", &[&format!("1,1>{to}")]);
        assert_eq!(after.winner(), Some(Colour::Yellow), "to {to}");
        assert_eq!(after.lines(Colour::Yellow).count(), 1, "to {to}");
    }
}

/// The lines of a board, found cell by cell.
fn lines_by_squares(width: u8) -> Vec<Vec<Square>> {
    let line = |cell: &dyn Fn(u8) -> Square| (0..width).map(cell).collect::<Vec<_>>();
    let rows = (0..width).map(|y| line(&|x| Square::new(x, y)));
    let columns = (0..width).map(|x| line(&|y| Square::new(x, y)));
    let diagonals = [line(&|x| Square::new(x, x)), line(&|x| Square::new(x, width - 1 - x))];
    rows.chain(columns).chain(diagonals).collect()
}

#[test]
fn rows_columns_and_two_diagonals_are_the_lines_of_every_pattern() {
    for board in Board::ALL {
        let width = board.width();
        let lines = lines_by_squares(width);
        for cells in 0..=board.mask() {
            let shown = |square: &Square| cells >> (square.y * width + square.x) & 1 == 1;
            let count = |line: &Vec<Square>| line.iter().filter(|square| shown(square)).count();
            let short: Vec<_> = lines.iter().filter(|line| count(line) + 1 == line.len()).collect();
            assert_eq!(board.has_line(cells), lines.iter().any(|line| count(line) == line.len()));
            let in_short = |square: &Square| short.iter().any(|line| line.contains(square));
            let of_short = board.squares(board.one_short(cells));
            assert!(of_short.eq(board.squares(board.mask()).filter(in_short)), "{cells:#b}");
        }
        assert_eq!(board.lines().len(), lines.len());
    }
}

#[test]
fn a_perfect_game_is_won_on_ply_13() {
    let game = "L@0 L@1 L@3 M@6 L3>6 M@3 M@8 L@8 L0>3 L1>0 M@4 L0>1 L3>2";
    let mut position = Position::start(Board::Three);
    for text in game.split(' ') {
        assert_eq!(position.winner(), None);
        let moved = numbered(text);
        if let Action::Move { from, .. } = moved {
            let letter = position.top(from).map(|piece| piece.size.letter());
            assert_eq!(letter, text.chars().next(), "{text} moves the piece it names");
        }
        position.play(moved).unwrap_or_else(|illegal| panic!("{text}: {illegal}"));
    }
    assert_eq!(position.to_string(), "- l L / m M - / mL - Ml yellow");
    assert_eq!(position.winner(), Some(Colour::Red));
    assert_eq!(position.lines(Colour::Red).collect::<Vec<_>>(), [0o124]);
    assert_eq!(position.legal().len(), 0);
}

#[test]
fn entering_from_a_stack_shows_the_next_smaller_piece() {
    let vectors: [(&str, &[u8]); 8] = [
        ("", &[3, 3, 3]),
        ("X", &[3, 3, 2]),
        ("XX", &[3, 2, 2]),
        ("XXL", &[3, 2, 1]),
        ("XXX", &[2, 2, 2]),
        ("XL", &[3, 3, 1]),
        ("XLX", &[3, 2, 1]),
        ("XLXL", &[3, 1, 1]),
    ];
    for (entered, expected) in vectors {
        let mut position = Position::start(Board::Four);
        let yellows = ["X@3,3", "X@2,3", "X@3,2", "L@2,2"];
        for ((letter, to), yellow) in entered.chars().zip(["0,0", "1,0", "0,1", "1,1"]).zip(yellows) {
            for text in [&format!("{letter}@{to}"), yellow] {
                assert_eq!(position.play(action(text)), Ok(()), "{text}");
            }
        }
        assert_eq!(tops(&position, Colour::Red), expected, "after {entered:?}");
    }
}

#[test]
fn on_3x3_each_piece_of_the_reserve_stands_alone() {
    let position = position("S M - / sM - - / - - - yellow");
    let reserve = |colour| Size::ALL.map(|size| position.reserve(colour, size));
    assert_eq!(reserve(Colour::Red), [1, 0, 2, 0]);
    assert_eq!(reserve(Colour::Yellow), [1, 2, 2, 0]);
    assert_eq!(Size::ALL.map(|size| position.reserve_tops(Colour::Red, size)), [1, 0, 2, 0]);
}

const THREE_SHOWN: &str = "m s X l / - - - - / - - - - / L - - x red";

#[test]
fn entering_may_cover_an_opponents_piece_where_three_of_four_are_shown() {
    let position = position(THREE_SHOWN);
    assert_eq!(tops(&position, Colour::Red), [3, 3, 1]);
    assert_eq!(tops(&position, Colour::Yellow), [3, 3]);
    assert_eq!(position.legal().len(), 50);
    assert_eq!(by_stack(&position), 63);
    let to = |prefix: &str| {
        let listed = position.legal().map(|action| action.to_string());
        let cut = listed.filter_map(|text| text.strip_prefix(prefix).map(str::to_owned));
        cut.collect::<Vec<_>>()
    };
    assert_eq!(to("X@").len(), 13);
    assert_eq!(to("X@")[..3], ["0,0", "1,0", "3,0"]);
    assert_eq!(to("M@").len(), 11);
    assert_eq!(to("M@")[0], "1,0");
    assert_eq!(to("2,0>").len(), 14);
    assert_eq!(to("0,3>").len(), 12);
}

#[test]
fn with_two_of_four_shown_nothing_is_covered_from_the_reserve() {
    let position = position("m - X l / - - - - / - - - - / L - - x red");
    assert_eq!(position.legal().len(), 48);
    let covers = |action: &Action| match action {
        Action::Enter { to, .. } => position.top(*to).is_some(),
        Action::Move { .. } => false,
    };
    assert!(!position.legal().any(|action| covers(&action)));
}

#[test]
fn a_diagonal_of_three_cells_allows_no_covering_on_4x4() {
    assert_eq!(
        illegal("- x - - / - - x - / - - - l / - - - - red", "X@3,2"),
        Illegal::EnterWithoutThree(Square::new(3, 2))
    );
    assert!(position("x - - - / - x - - / - - l - / - - - - red").check(action("X@2,2")).is_ok());
}

#[test]
fn on_3x3_entering_may_cover_any_smaller_piece() {
    let position = position("s S - / - - - / - - - red");
    for text in ["M@0,0", "M@1,0", "L@1,0", "1,0>2,2"] {
        assert_eq!(position.check(action(text)), Ok(()), "{text}");
    }
}

#[test]
fn a_piece_on_a_4x4_board_may_cover_own_and_lone_pieces() {
    let position = position("X - L - / - - - - / - - - - / - - - x red");
    assert_eq!(position.check(action("0,0>2,0")), Ok(()));
    assert_eq!(after("X - - - / - - - - / - - - - / - l - x red", &["0,0>1,3"]).winner(), None);
}

#[test]
fn each_broken_rule_is_named() {
    let at = Square::new;
    let start = "- - - / - - - / - - - red";
    let covered = "L s sM / S m - / - - - red";
    for (board, text, expected) in [
        (start, "S@3,0", Illegal::OffBoard(at(3, 0))),
        (start, "L@0,255", Illegal::OffBoard(at(0, 255))),
        (start, "0,3>0,0", Illegal::OffBoard(at(0, 3))),
        (covered, "0,0>3,2", Illegal::OffBoard(at(3, 2))),
        (start, "X@0,0", Illegal::NoSuchSize(Size::Huge)),
        ("L SL - / S - - / - - - red", "L@2,2", Illegal::NoneLeft(Size::Large)),
        ("L sL - / S - - / - - - red", "L@2,2", Illegal::NoneLeft(Size::Large)),
        (start, "0,0>1,1", Illegal::Vacant(at(0, 0))),
        (covered, "1,0>2,2", Illegal::NotYours(at(1, 0))),
        (covered, "1,1>2,2", Illegal::NotYours(at(1, 1))),
        (covered, "0,0>0,0", Illegal::SameCell(at(0, 0))),
        (covered, "0,1>1,0", Illegal::TooSmall(at(1, 0))),
        (covered, "0,1>1,1", Illegal::TooSmall(at(1, 1))),
        (covered, "M@1,1", Illegal::TooSmall(at(1, 1))),
        (covered, "S@0,1", Illegal::TooSmall(at(0, 1))),
        (THREE_SHOWN, "L@1,1", Illegal::Buried(Size::Large)),
        (THREE_SHOWN, "S@1,1", Illegal::Buried(Size::Small)),
        (THREE_SHOWN, "M@0,0", Illegal::TooSmall(at(0, 0))),
        (THREE_SHOWN, "X@2,0", Illegal::TooSmall(at(2, 0))),
        (THREE_SHOWN, "X@0,3", Illegal::EnterOnOwn(at(0, 3))),
        ("m - X l / - - - - / - - - - / L - - x red", "X@0,0", Illegal::EnterWithoutThree(at(0, 0))),
        ("X X X - / - - - - / - - - - / l - x x red", "X@3,3", Illegal::NoneLeft(Size::Huge)),
        ("m L - / S L M / ml - - red", "S@2,2", Illegal::Over),
        ("- L - / s l m / sl - - red", "S@2,2", Illegal::Over),
    ] {
        assert_eq!(illegal(board, text), expected, "{text} in {board}");
    }
}

#[test]
fn a_stack_shows_its_largest_piece() {
    let position = position("sML - - / - l - / - - - yellow");
    let red = |size| Piece { colour: Colour::Red, size };
    let small = Piece { colour: Colour::Yellow, size: Size::Small };
    let stack: Vec<Piece> = position.stack(Square::new(0, 0)).collect();
    assert_eq!(stack, [small, red(Size::Medium), red(Size::Large)]);
    assert_eq!(position.top(Square::new(0, 0)), Some(red(Size::Large)));
    assert_eq!(position.top(Square::new(1, 0)), None);
    assert_eq!(position.top(Square::new(3, 0)), None);
    assert_eq!(position.shown(Colour::Red), 0o001);
    assert_eq!(position.shown(Colour::Yellow), 0o020);
    assert_eq!(position.pieces(small), 0o001);
}

#[test]
fn legal_actions_come_in_the_documented_order() {
    let position = position("sM L - / L m l / - l S red");
    let listed: Vec<String> = position.legal().map(|action| action.to_string()).collect();
    let expected = "S@2,0 S@0,2 M@2,0 M@0,2 M@2,2 0,0>2,0 0,0>0,2 0,0>2,2 1,0>0,0 1,0>2,0 1,0>1,1 1,0>0,2 1,0>2,2 \
                    0,1>0,0 0,1>2,0 0,1>1,1 0,1>0,2 0,1>2,2 2,2>2,0 2,2>0,2";
    assert_eq!(listed.join(" "), expected);
}
