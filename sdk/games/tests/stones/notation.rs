//! Written texts can be read, and nothing else can.

use judge_games::stones::{Adjacency, Board, Direction, InvalidBoard, Position, Step};
use judge_games::{ParseError, Seat, Square};

use crate::board;

#[test]
fn steps_survive_their_notation() {
    for text in ["0,0>0,1", "15,3>14,2", "255,255>0,0"] {
        assert_eq!(text.parse::<Step>().map(|step| step.to_string()), Ok(text.to_owned()));
    }
}

#[test]
fn what_is_no_step_is_refused() {
    for text in
        ["", "0,0", "0,0>", ">0,1", "00>01", "0,0 > 0,1", "0,0>0,1>0,2", "0,0>0,256", "0,0>0,01", "0,0-0,1"]
    {
        assert!(text.parse::<Step>().is_err(), "{text:?} is no step");
    }
}

#[test]
fn a_boards_rows_may_be_divided_by_white_space() {
    for text in ["00/../11", "00 .. 11", "00\n..\n11\n", "\n  00\r\n  ..\r\n  11\r\n", "00/.. 11"] {
        assert_eq!(board(text).to_string(), "00/../11");
    }
}

#[test]
fn what_is_no_board_is_refused() {
    let parse = |text: &str| text.parse::<Board>();
    let because = |reason: &str| Err(ParseError::because(reason));
    assert_eq!(parse("00/.8"), because("'8' is no cell; write . or an id from 0 to 7"));
    assert_eq!(parse("00/-1"), because("'-' is no cell; write . or an id from 0 to 7"));
    assert_eq!(parse("00/é."), because("'é' is no cell; write . or an id from 0 to 7"));
    assert_eq!(parse("00/./11"), because("row 1 is not as long as row 0; write rows as in 00/../11"));
    assert_eq!(parse("00//11"), because("row 1 is not as long as row 0; write rows as in 00/../11"));
    assert_eq!(parse("00/11/"), because("row 2 is not as long as row 0; write rows as in 00/../11"));
    let invalid = |invalid: InvalidBoard| Err(ParseError::because(invalid));
    assert_eq!(parse(""), invalid(InvalidBoard::Columns(0)));
    assert_eq!(parse("00"), invalid(InvalidBoard::Rows(1)));
    assert_eq!(parse("0/1"), invalid(InvalidBoard::Columns(1)));
    assert_eq!(
        parse(&[["."; 300].concat(), ["."; 300].concat()].join("/")),
        invalid(InvalidBoard::Columns(300))
    );
    assert_eq!(parse(&[".."; 300].join("/")), invalid(InvalidBoard::Rows(300)));
}

#[test]
fn positions_survive_their_notation() {
    for text in ["00/../11 0 0 0 -", "..2/.1. 1 7 0 03", "0./.. - 12 3 1", "01/.. - 4294967295 0 -"] {
        assert_eq!(text.parse::<Position>().map(|position| position.to_string()), Ok(text.to_owned()));
    }
    let spread: Position = " 00 ..\n11  0 0 0 - ".parse().expect("white space divides");
    assert_eq!(spread.to_string(), "00/../11 0 0 0 -");
}

#[test]
fn what_is_no_position_is_refused() {
    let field = |text: &str| {
        let write =
            "board, player to move, turns, turns without a hit and who has lost, as in 00/../11 0 0 0 -";
        ParseError::because(format!("{text:?} does not fit; write {write}"))
    };
    for (text, wrong) in [
        ("", ""),
        ("0 0 0", "0 0 0"),
        ("00/11 x 0 0 -", "x"),
        ("00/11 01 0 0 -", "01"),
        ("00/11 0 00 0 -", "00"),
        ("00/11 0 +1 0 -", "+1"),
        ("00/11 0 4294967296 0 -", "4294967296"),
        ("00/11 0 0 -1 -", "-1"),
        ("00/11 0 0 0 --", "--"),
        ("00/11 0 0 0 1,2", "1,2"),
    ] {
        assert_eq!(text.parse::<Position>(), Err(field(wrong)), "{text:?}");
    }
    let parsed = "0/11 0 0 0 -".parse::<Position>();
    let ragged = "row 1 is not as long as row 0; write rows as in 00/../11";
    assert_eq!(parsed, Err(ParseError::because(ragged)));
    let parsed = "0 0 0 -".parse::<Position>();
    assert_eq!(parsed, Err(ParseError::because(InvalidBoard::Columns(0))));
}

#[test]
fn a_board_has_no_stones_beyond_its_edge_or_its_seats() {
    let board = board("01/..");
    assert_eq!(board.owner(Square::new(1, 0)), Some(Seat(1)));
    assert_eq!(board.owner(Square::new(0, 1)), None);
    for (x, y) in [(2, 0), (0, 2), (0, 255), (255, 255)] {
        assert_eq!(board.owner(Square::new(x, y)), None);
    }
    assert_eq!(board.stones(Seat(255)).count(), 0, "no seat owns the empty cells");
    assert_eq!(board.stones(Seat(1)).collect::<Vec<_>>(), [Square::new(1, 0)]);
}

#[test]
fn a_direction_leads_to_the_square_that_it_is_towards() {
    let from = Square::new(3, 3);
    for way in Direction::ALL {
        let next = way.next(from).expect("all neighbours exist");
        assert_eq!(Direction::towards(from, next), Some(way));
        let further = way.next(next).and_then(|square| way.next(square)).expect("the board is large enough");
        assert_eq!(Direction::towards(from, further), Some(way));
    }
    assert_eq!(Direction::towards(from, Square::new(4, 9)), Some(Direction::SouthEast));
    assert_eq!(Direction::towards(from, from), None);
    assert_eq!(Direction::NorthWest.next(Square::new(0, 5)), None);
    assert_eq!(Direction::South.next(Square::new(0, 255)), None);
}

#[test]
fn adjacent_is_what_a_direction_leads_to() {
    for adjacency in [Adjacency::Eight, Adjacency::Four] {
        let from = Square::new(3, 3);
        let squares = (0..8).flat_map(|y| (0..8).map(move |x| Square::new(x, y)));
        let joined = squares.filter(|&to| adjacency.joins(from, to));
        let mut led: Vec<Square> = adjacency.directions().iter().filter_map(|way| way.next(from)).collect();
        led.sort_by_key(|square| (square.y, square.x));
        assert_eq!(joined.collect::<Vec<_>>(), led);
        let neighbours = u8::try_from(led.len()).expect("at most eight");
        assert_eq!(Adjacency::from_neighbours(neighbours), Some(adjacency));
    }
    assert_eq!(Adjacency::from_neighbours(6), None);
    assert!(!Adjacency::Eight.joins(Square::new(0, 0), Square::new(255, 255)));
}
