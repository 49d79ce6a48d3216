//! Every way to break a rule has an error of its own, and changes nothing.

use judge_games::freedom::{
    Action, Board, Freedom, Illegal, InvalidBoard, InvalidSetup, Params, Scoring, Setup,
};
use judge_games::{Game, ParseError, SettingError, Square};

use super::{after, position, squares};

fn refused(game: &Freedom, action: &str) -> Illegal {
    let mut after = *game;
    let illegal = after.play(&action.parse().expect("an action")).expect_err("the action is illegal");
    assert_eq!(after, *game, "an illegal action changes nothing");
    illegal
}

#[test]
fn a_stone_off_the_board_on_another_or_far_from_the_last_is_illegal() {
    let game = after(10, Scoring::Multiplicity, "0,0");
    for (x, y) in [(10, 0), (0, 10), (31, 1), (32, 1), (255, 255)] {
        let square = Square::new(x, y);
        assert_eq!(refused(&game, &square.to_string()), Illegal::OffBoard(square));
    }
    assert_eq!(refused(&game, "0,0"), Illegal::Occupied(Square::new(0, 0)));
    let illegal = refused(&game, "1,2");
    let (square, last, allowed) = (Square::new(1, 2), Square::new(0, 0), squares("1,0 0,1 1,1"));
    assert_eq!(illegal, Illegal::NotAdjacent { square, last, allowed });
    let words = "the stone at 1,2 is not adjacent to the last one at 0,0; allowed: 1,0 0,1 1,1";
    assert_eq!(illegal.to_string(), words);
}

const FILLED: &str = "BWWWW/BWWBW/BBBWB/WBWBB/W.BBW 0,4 multiplicity";
const UNFILLED: &str = "WB.WW/BBWBB/BBWBB/WWBWW/WBWBW 1,4 multiplicity";

#[test]
fn the_last_turn_is_automatic_and_as_the_rules_say() {
    let game = position(FILLED);
    assert_eq!(refused(&game, "1,0"), Illegal::LastIsAutomatic);
    let due = Action::Auto(Some(Square::new(1, 0)));
    for text in ["auto none", "auto 0,0", "auto 9,9"] {
        let played = text.parse().expect("an action");
        assert_eq!(refused(&game, text), Illegal::WrongAuto { played, due });
    }
    let (played, due) = (Action::Auto(Some(Square::new(2, 4))), Action::Auto(None));
    assert_eq!(refused(&position(UNFILLED), "auto 2,4"), Illegal::WrongAuto { played, due });
}

#[test]
fn an_automatic_turn_before_the_last_cell_is_illegal() {
    let game = after(4, Scoring::Multiplicity, "0,0");
    for text in ["auto none", "auto 1,1", "auto 0,0"] {
        assert_eq!(refused(&game, text), Illegal::AutoTooEarly);
    }
}

#[test]
fn nothing_is_legal_after_the_end() {
    for text in [FILLED, UNFILLED] {
        let mut game = position(text);
        game.play(&game.forced().expect("the last turn is automatic")).expect("the forced action is legal");
        for text in ["0,0", "1,0", "2,4", "auto none", "auto 1,0", "auto 2,4"] {
            assert_eq!(refused(&game, text), Illegal::Over);
        }
    }
}

#[test]
fn sizes_are_from_4_to_26() {
    for size in 0..=255 {
        let params = Params::new(size, Scoring::Distinct);
        let reason = format!("size {size} is not from 4 to 26");
        let invalid = SettingError::NoGame { key: Some("size"), reason };
        let expected = if (4..=26).contains(&size) { Ok(size) } else { Err(invalid) };
        assert_eq!(params.map(|params| params.size()), expected);
    }
}

#[test]
fn what_is_no_board_is_refused() {
    let parse = |text: &str| text.parse::<Board>().expect_err("no board");
    let size = |size| ParseError::because(InvalidBoard::Size(size));
    assert_eq!(parse("W.B/.../..."), size(3));
    assert_eq!(parse(""), size(1));
    assert_eq!(parse(&["."; 27].join("/")), size(27));
    assert_eq!(parse(&["."; 260].join("/")), size(260));
    assert_eq!(parse("..../..../.../...."), ParseError::because("a row of 3 cells fits no board of 4 × 4"));
    assert_eq!(
        parse("..../..../.w../...."),
        ParseError::because("a cell is '.' (empty), 'W' or 'B', not 'w'")
    );
    assert_eq!(Board::from_bytes(3, &[0; 9]), Err(InvalidBoard::Size(3)));
    assert_eq!(Board::from_bytes(27, &[]), Err(InvalidBoard::Size(27)));
    assert_eq!(Board::from_bytes(4, &[0; 15]), Err(InvalidBoard::Cells { cells: 15, size: 4 }));
    assert_eq!(Board::from_bytes(4, &[3; 16]), Err(InvalidBoard::Byte(3)));
}

fn invalid(text: &str) -> InvalidSetup {
    let setup: Setup = text.parse().expect(text);
    let invalid = Freedom::from_setup(&setup).expect_err(text);
    assert_eq!(text.parse::<Freedom>(), Err(ParseError::because(&invalid)), "{text}");
    invalid
}

#[test]
fn stones_that_no_turns_could_place_are_no_position() {
    let counts = |white, black| InvalidSetup::Counts { white, black };
    assert_eq!(invalid("W.W./..../..../.... 0,3 multiplicity"), counts(2, 0));
    assert_eq!(invalid("B.../..../..../.... 0,3 multiplicity"), counts(0, 1));
    assert_eq!(invalid("W.../..../..../.... - multiplicity"), InvalidSetup::NoLast);
    let at = |x, y| Square::new(x, y);
    assert_eq!(invalid("..../..../..../.... 4,0 multiplicity"), InvalidSetup::LastOffBoard(at(4, 0)));
    assert_eq!(invalid("..../..../..../.... 0,0 multiplicity"), InvalidSetup::LastEmpty(at(0, 0)));
    assert_eq!(invalid("W.../..../..../.... 1,3 multiplicity"), InvalidSetup::LastEmpty(at(1, 3)));
    assert_eq!(invalid("WB../..../..../.... 0,3 multiplicity"), InvalidSetup::LastColour(at(0, 3)));
    assert_eq!(invalid("WBW./..../..../.... 1,3 multiplicity"), InvalidSetup::LastColour(at(1, 3)));
}

#[test]
fn an_end_that_the_rules_do_not_bring_about_is_no_position() {
    assert_eq!(invalid("WB../..../..../.... 1,3 multiplicity over"), InvalidSetup::OverTooEarly);
    let early = "BWWWW/BWWBW/BBBWB/WBWB./..BBW 0,4 multiplicity over";
    assert_eq!(invalid(early), InvalidSetup::OverTooEarly);
    let (gap, full) = (Square::new(1, 0), "BWWWW/BWWBW/BBBWB/WBWBB/WWBBW");
    assert_eq!(invalid(&format!("{FILLED} over")), InvalidSetup::Unfilled(gap));
    assert_eq!(invalid(&format!("{full} 1,0 multiplicity")), InvalidSetup::FullButRunning);
    assert_eq!(
        invalid(&format!("{full} 0,0 multiplicity over")),
        InvalidSetup::FilledForNothing(Square::new(0, 0))
    );
    position(&format!("{full} 1,0 multiplicity over"));
    position(&format!("{UNFILLED} over"));
}
