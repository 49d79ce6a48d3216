//! Text and bytes: what is printed is parsed, and nothing else is.

use judge_games::gobblet::{Action, Board, Colour, InvalidPosition, Piece, Position, Size};
use judge_games::{ParseError, Square};

use crate::position;

/// What is said of a text that is no action.
fn no_action(text: &str) -> Result<Action, ParseError> {
    let write = "size (S, M, L, X) @ x,y to enter, as in L@1,1, or x,y>x,y to move, as in 0,1>2,0";
    Err(ParseError::new(text, "action", write))
}

#[test]
fn actions_survive_their_notation() {
    for text in ["S@0,0", "L@1,1", "X@3,3", "0,1>2,0", "255,0>0,255", "1,1>1,1"] {
        assert_eq!(text.parse::<Action>().map(|action| action.to_string()), Ok(text.to_owned()));
    }
    let enter = Action::Enter { size: Size::Large, to: Square::new(1, 2) };
    assert_eq!("L@1,2".parse(), Ok(enter));
    let step = Action::Move { from: Square::new(0, 1), to: Square::new(2, 0) };
    assert_eq!("0,1>2,0".parse(), Ok(step));
    for board in Board::ALL {
        for action in Action::all(board) {
            assert_eq!(action.to_string().parse(), Ok(action));
        }
    }
}

#[test]
fn what_is_no_action_is_refused() {
    for text in [
        "",
        "@",
        ">",
        "L",
        "L@",
        "@1,1",
        "l@1,1",
        "L@4",
        "2@1,1",
        "LL@1,1",
        "L@1,1 ",
        " L@1,1",
        "L @1,1",
        "L@01,1",
        "L@+1,1",
        "L@1,256",
        "L@1,1@1",
        "0,1>",
        ">0,1",
        "0,1>2",
        "0,1>2,0>1,1",
        "L0,1>2,0",
        "0>3",
        "0,1-2,0",
        "0,1 > 2,0",
        "É@1,1",
    ] {
        assert_eq!(text.parse::<Action>(), no_action(text), "{text:?}");
    }
}

#[test]
fn each_board_has_its_actions() {
    assert_eq!(Action::all(Board::Three).count(), 3 * 9 + 9 * 9);
    assert_eq!(Action::all(Board::Four).count(), 4 * 16 + 16 * 16);
}

#[test]
fn positions_survive_their_notation() {
    for text in [
        "- - - / - - - / - - - red",
        "- L - / s Sl - / - - - yellow",
        "sML sMl - / - l - / - - - red",
        "SMLX - - - / - smlx - - / - - X - / - - - x yellow",
    ] {
        assert_eq!(position(text).to_string(), text);
    }
    assert_eq!(position("- - - / - - - / - - - red"), Position::start(Board::Three));
}

#[test]
fn white_space_in_a_position_is_free() {
    let text = " -  L -/s Sl -\n/ - -\t- \n red ";
    assert_eq!(position(text).to_string(), "- L - / s Sl - / - - - red");
}

#[test]
fn what_is_no_position_is_refused_by_the_rule_it_breaks() {
    let (at, origin) = (Square::new, Square::new(0, 0));
    let because = |reason: &str| ParseError::because(reason);
    let invalid = |invalid: InvalidPosition| ParseError::because(invalid);
    let stack = "- or S, M, L, X for red, s, m, l, x for yellow, smallest first";
    let no_cell = |cell| ParseError::new(cell, "cell", stack);
    let to_move = |word| because(&format!("{word:?} does not move; end with red or yellow"));
    let rows = |rows| because(&format!("{rows} rows are no board; it has 3 or 4, with / between"));
    let cases = [
        ("", to_move("")),
        ("- - - / - - - / - - -", to_move("-")),
        ("- - - / - - - / - - - green", to_move("green")),
        ("- - - / - - - / - - - Red", to_move("Red")),
        ("red", rows(1)),
        ("- - - / - - - red", rows(2)),
        ("- / - / - / - / - red", rows(5)),
        ("- - - / - - / - - - red", because("row 1 has 2 cells")),
        ("- - - / - - - / - - - - yellow", because("row 2 has 4 cells")),
        ("--- / - - - / - - - red", no_cell("---")),
        ("-S - - / - - - / - - - red", no_cell("-S")),
        ("MS - - / - - - / - - - red", no_cell("MS")),
        ("Ss - - / - - - / - - - red", no_cell("Ss")),
        ("SS - - / - - - / - - - red", no_cell("SS")),
        ("Q - - / - - - / - - - red", no_cell("Q")),
        ("É - - / - - - / - - - red", no_cell("É")),
        (
            "- - - / - X - / - - - red",
            invalid(InvalidPosition::NoSuchSize { at: at(1, 1), size: Size::Huge }),
        ),
        (
            "s s s / - - - / - - - red",
            invalid(InvalidPosition::TooMany { colour: Colour::Yellow, size: Size::Small, count: 3 }),
        ),
        (
            "X X X X / - - - - / - - - - / - - - - red",
            invalid(InvalidPosition::TooMany { colour: Colour::Red, size: Size::Huge, count: 4 }),
        ),
        (
            "x l l - / - - - - / - - - - / - - - - red",
            invalid(InvalidPosition::Buried { colour: Colour::Yellow, size: Size::Large }),
        ),
    ];
    for (text, error) in cases {
        assert_eq!(text.parse::<Position>(), Err(error), "{text:?}");
    }
    assert_eq!(Position::from_bytes(&[0; 10], Colour::Red), Err(InvalidPosition::Cells(10)));
    let mut bytes = [0; 9];
    bytes[0] = 0b1100;
    let both = InvalidPosition::TwoColours { at: origin, size: Size::Medium };
    assert_eq!(Position::from_bytes(&bytes, Colour::Red), Err(both));
}

#[test]
fn a_cell_travels_as_one_byte_with_two_bits_a_size() {
    let position = position("SmL - - / - l - / - - s yellow");
    let bytes: Vec<u8> = position.bytes().collect();
    assert_eq!(bytes, [0b01_10_01, 0, 0, 0, 0b10_00_00, 0, 0, 0, 0b10]);
    assert_eq!(Position::from_bytes(&bytes, Colour::Yellow), Ok(position));
}

#[test]
fn any_nine_or_sixteen_bytes_make_a_position_or_an_error() {
    for byte in 0..=255 {
        for cells in [9, 16] {
            let mut bytes = vec![0; cells];
            bytes[cells - 1] = byte;
            if let Ok(position) = Position::from_bytes(&bytes, Colour::Red) {
                assert!(position.bytes().eq(bytes));
            }
            if let Ok(position) = Position::from_bytes(&vec![byte; cells], Colour::Red) {
                assert_eq!(byte, 0, "{position} has too many of a size");
            }
        }
    }
}

#[test]
fn a_piece_has_a_letter_of_its_own() {
    let letters = Colour::ALL.map(|colour| Size::ALL.map(|size| Piece { colour, size }.to_string()).concat());
    assert_eq!(letters, ["SMLX", "smlx"]);
    for letter in '\0'..='\u{ff}' {
        let piece = Piece::from_letter(letter);
        assert!(piece.is_none_or(|piece| piece.letter() == letter));
        assert_eq!(piece.is_some(), "SMLXsmlx".contains(letter));
    }
    for number in 0..=255 {
        assert!(Size::from_number(number).is_none_or(|size| size.number() == number));
    }
}
