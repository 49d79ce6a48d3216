//! Printed texts can be read back, and texts that are not printed are not read.

use judge_games::ParseError;
use judge_games::othello::{Action, Othello, Params};

use super::actions::play;
use super::{position, square, start};

const NO_MOVER: &str = "a position ends in a space and who is to move, X or O";

#[test]
fn a1_is_the_top_left_corner_and_letters_are_columns() {
    let known = [(0, 0, "a1"), (3, 2, "d3"), (7, 0, "h1"), (0, 7, "a8"), (8, 0, "8,0"), (0, 8, "0,8")];
    for (x, y, text) in known {
        assert_eq!(Action::Place(square(x, y)).to_string(), text);
    }
}

#[test]
fn what_is_no_action_is_refused() {
    for text in [
        "", "-", "---", "pass", "PASS", "d", "3", "D3", "d0", "d9", "i1", "d3 ", " d3", "d33", "3d", "3,2",
        "7,7", "d,3", "08,0", "256,0", "8;0", "é3",
    ] {
        assert_eq!(
            text.parse::<Action>(),
            Err(ParseError::new(text, "action", "a square, as in d3, or -- to pass"))
        );
    }
}

#[test]
fn positions_are_printed_row_by_row_with_the_side_to_move() {
    assert_eq!(start(4).to_string(), "-----OX--XO----- X");
    assert_eq!(start(8).to_string(), format!("{}OX------XO{} X", "-".repeat(27), "-".repeat(27)));
    let mut game = start(6);
    play(&mut game, "c2");
    assert_eq!(game.to_string(), "--------X-----XX----XO-------------- O");
}

#[test]
fn a_position_keeps_that_players_are_asked_where_they_can_only_pass() {
    let mut game = Othello::new(Params::new(4).expect("a size").with_ask_on_pass(true));
    assert_eq!(game.to_string(), "-----OX--XO----- X?");
    play(&mut game, "b1");
    assert_eq!(position(&game.to_string()), game);
    assert!(!position("-----OX--XO----- X").params().ask_on_pass());
    assert_eq!("-----OX--XO----- X??".parse::<Othello>(), Err(ParseError::because(NO_MOVER)));
}

#[test]
fn a_diagram_says_who_must_pass_whether_it_is_asked_or_not() {
    for ask_on_pass in [false, true] {
        let mut game = Othello::new(Params::default().with_ask_on_pass(ask_on_pass));
        play(&mut game, "d3 c3 b3 b2 f5 a3 a1 c1");
        let diagram = game.diagram().to_string();
        assert!(diagram.ends_with("; b must pass"), "{diagram}");
    }
}

#[test]
fn positions_may_be_read_in_rows() {
    let flat = "-----OX--XO----- O";
    for text in [
        "----/-OX-/-XO-/---- O",
        "---- -OX- -XO- ---- O",
        "\n  ----\n  -OX-\n  -XO-\n  ----\n  O\n",
        "----/-OX-/-XO-/----/\tO",
    ] {
        assert_eq!(position(text), position(flat));
    }
    assert_eq!(position(flat).to_string(), flat);
}

#[test]
fn what_is_no_position_is_refused_with_the_reason() {
    let refused = [
        ("", NO_MOVER),
        ("X", NO_MOVER),
        ("-----OX--XO-----", NO_MOVER),
        ("-----OX--XO-----X", NO_MOVER),
        ("-----OX--XO----- b", NO_MOVER),
        ("-----OX--XO----- XO", NO_MOVER),
        ("----- X", "a board has 16, 36 or 64 squares, not 5"),
        ("/ X", "a board has 16, 36 or 64 squares, not 0"),
        ("-----OX--XO------ X", "a board has 16, 36 or 64 squares, not 17"),
        ("-----OX--XO----. X", "'.' is no square; write X, O or -"),
        ("-----ox--xo----- X", "'o' is no square; write X, O or -"),
        ("-----OX--XO----é X", "'é' is no square; write X, O or -"),
    ];
    for (text, error) in refused {
        assert_eq!(text.parse::<Othello>(), Err(ParseError::because(error)), "{text:?}");
    }
}

#[test]
fn the_diagram_shows_where_the_player_to_move_may_place() {
    let diagram = start(4).diagram().to_string();
    assert_eq!(diagram, "  a b c d\n1 . * . .\n2 * w b .\n3 . b w *\n4 . . * .\nb 2, w 2; b to move");
    let last = |text| position(text).diagram().to_string().lines().last().map(str::to_owned);
    assert_eq!(last("----/-XX-/-XX-/---- O").as_deref(), Some("b 4, w 0; one side has no chips left"));
    assert_eq!(last("OX--/OX--/OO--/OO-- O").as_deref(), Some("b 2, w 6; w to move"));
    assert_eq!(last("OX--/OX--/OO--/OO-- X").as_deref(), Some("b 2, w 6; b must pass"));
}
