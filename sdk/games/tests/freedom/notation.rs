//! Printed texts can be parsed, and texts that would not be printed are refused.

use judge_games::ParseError;
use judge_games::freedom::{Action, Board, Freedom, Scoring};

use super::{SCORINGS, after};

#[test]
fn actions_survive_their_notation() {
    for text in ["0,0", "25,25", "255,255", "auto 3,0", "auto 255,0", "auto none"] {
        assert_eq!(text.parse::<Action>().map(|action| action.to_string()), Ok(text.to_owned()));
    }
}

#[test]
fn what_is_no_action_is_refused() {
    let texts = [
        "",
        "auto",
        "auto ",
        "none",
        "auto  none",
        "auto 1",
        "auto 1,2 ",
        "Auto none",
        "auto none ",
        " 1,2",
        "1,2,3",
        "01,2",
        "auto 01,2",
        "256,0",
        "auto auto none",
        "auto\t1,2",
        "1, 2",
        "é",
    ];
    for text in texts {
        assert_eq!(
            text.parse::<Action>(),
            Err(ParseError::new(text, "action", "x,y, as in 3,0, or auto x,y, or auto none"))
        );
    }
}

#[test]
fn a_position_is_its_board_its_last_stone_and_its_scoring() {
    let game = after(4, Scoring::Distinct, "1,1 1,2");
    assert_eq!(game.to_string(), "..../.B../.W../.... 1,2 distinct");
    let start = after(4, Scoring::Multiplicity, "");
    assert_eq!(start.to_string(), "..../..../..../.... - multiplicity");
    for game in [game, start] {
        assert_eq!(game.to_string().parse(), Ok(game));
    }
}

#[test]
fn what_is_no_position_is_refused() {
    let no_position = |text: &str| {
        let write = "board, last stone or -, scoring, as in ..../.B../W.../.... 1,2 multiplicity";
        Err(ParseError::new(text, "position", write))
    };
    let board = "..../..../..../....";
    for rest in [
        "",
        " -",
        " - ",
        " - distinct ",
        "  - distinct",
        " - none",
        " distinct",
        " - distinct  over",
        " - distinct Over",
        " - distinct over over",
        " 0 distinct",
        " 00,0 distinct",
        " - distinct 1",
    ] {
        let text = format!("{board}{rest}");
        assert_eq!(text.parse::<Freedom>(), no_position(&text));
    }
    let lines = "....\n....\n....\n.... - distinct";
    assert_eq!(lines.parse::<Freedom>(), no_position(lines));
    let error = ".../... - distinct".parse::<Freedom>().expect_err("no board");
    assert_eq!(error.to_string(), "a board has 4 to 26 rows, not 2");
}

#[test]
fn a_board_may_stand_on_lines_and_be_spaced_out() {
    let board: Board = "W.../.B../..../...B".parse().expect("a board");
    assert_eq!(board.to_string(), "W.../.B../..../...B");
    for text in [
        "W...\n.B..\n....\n...B\n",
        "\n W . . .\r\n . B . .\r\n . . . .\r\n . . . B",
        "W.../.B.. / ..../...B",
    ] {
        assert_eq!(text.parse(), Ok(board));
    }
}

#[test]
fn scorings_survive_their_notation() {
    for scoring in SCORINGS {
        assert_eq!(scoring.to_string().parse(), Ok(scoring));
    }
    for text in ["", "Distinct", "distinct ", "both"] {
        assert_eq!(
            text.parse::<Scoring>(),
            Err(ParseError::new(text, "scoring", "multiplicity or distinct"))
        );
    }
}
