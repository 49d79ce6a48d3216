//! Valid parameters, boards and positions, and the errors for others.

use judge_games::stones::{Adjacency, Board, InvalidPosition, Layout, Options, Params, Position, Stones};
use judge_games::{Game, Seat, SettingError};

use crate::explicit;

fn laid(options: &Options) -> Result<String, SettingError> {
    Params::new(options).map(|params| params.start().to_string())
}

#[test]
fn the_default_is_two_rows_on_five_by_five_with_the_original_steps() {
    let params = Params::default();
    assert_eq!(params.start().to_string(), "00000/...../...../...../11111");
    let rules = params.rules();
    assert_eq!((rules.players(), rules.adjacency()), (2, Adjacency::Eight));
    assert_eq!((rules.no_hit_limit(), rules.max_turns()), (100, 500));
    assert_eq!(Stones::turns_max(&params), 500);
}

#[test]
fn caps_follow_the_board_unless_given() {
    let caps = |options: &Options| {
        let params = Params::new(options).expect("valid");
        (params.rules().no_hit_limit(), params.rules().max_turns(), Stones::turns_max(&params))
    };
    assert_eq!(caps(&Options::two_rows(15, 3)), (180, 900, 900));
    assert_eq!(caps(&Options::two_rows(2, 2)), (16, 80, 48));
    let given = Options { no_hit_limit: Some(7), max_turns: Some(9), ..Options::default() };
    assert_eq!(caps(&given), (7, 9, 9));
    let most = Options { no_hit_limit: Some(50_000), max_turns: Some(50_000), ..Options::default() };
    assert_eq!(caps(&most), (50_000, 50_000, 50_000));
}

#[test]
fn edges_are_the_same_for_all_turned_by_a_quarter() {
    let edges = |size, players, stones| Options {
        players,
        stones,
        layout: Some(Layout::Edges),
        ..Options::two_rows(size, size)
    };
    let four = ".000./3...1/3...1/3...1/.222.";
    assert_eq!(laid(&edges(5, 4, None)).as_deref(), Ok(four));
    assert_eq!(laid(&edges(5, 2, None)).as_deref(), Ok(".000./...../...../...../.111."));
    assert_eq!(laid(&edges(5, 3, Some(2))).as_deref(), Ok(".00../....1/....1/...../..22."));
    assert_eq!(laid(&edges(6, 4, Some(3))).as_deref(), Ok(".000../.....1/3....1/3....1/3...../..222."));
    assert_eq!(laid(&edges(3, 4, Some(1))).as_deref(), Ok(".0./3.1/.2."));
    let default = Options { players: 4, ..Options::default() };
    assert_eq!(laid(&default).as_deref(), Ok(four));
}

#[test]
fn an_explicit_board_may_be_uneven_and_for_eight() {
    for text in ["0123/4567", "000/..1/...", "00/00/01"] {
        assert_eq!(laid(&explicit(text)).as_deref(), Ok(text));
    }
    let even = Options { stones: Some(2), ..explicit("00/11") };
    assert_eq!(laid(&even).as_deref(), Ok("00/11"));
}

#[test]
fn each_parameter_out_of_range_has_its_error() {
    let players = |players| Options { players, ..Options::default() };
    let layout = |layout, options| Options { layout: Some(layout), ..options };
    let edges = |stones, size| Options { stones: Some(stones), ..Options::two_rows(size, size) };
    let cells = |cells: &[i8]| layout(Layout::Explicit(cells.to_vec()), Options::two_rows(2, 2));
    let cases = [
        (players(1), "seats: 1 players are not from 2 to 8"),
        (players(9), "seats: 9 players are not from 2 to 8"),
        (Options::two_rows(1, 5), "columns: 1 columns are not from 2 to 16"),
        (Options::two_rows(17, 5), "columns: 17 columns are not from 2 to 16"),
        (Options::two_rows(5, 0), "rows: 0 rows are not from 2 to 16"),
        (Options::two_rows(5, 17), "rows: 17 rows are not from 2 to 16"),
        (players(5), "layout: 5 players need an explicit layout"),
        (players(8), "layout: 8 players need an explicit layout"),
        (layout(Layout::Rows, players(3)), "layout: the layout rows is for 2 players, not 3"),
        (layout(Layout::Edges, players(5)), "layout: the layout edges is for 2 to 4 players, not 5"),
        (
            layout(Layout::Edges, Options::two_rows(4, 5)),
            "layout: the layout edges needs as many columns as rows, not 4 × 5",
        ),
        (
            layout(Layout::Edges, edges(0, 5)),
            "stones: the layout edges on 5 × 5 squares has 1 to 3 stones, not 0",
        ),
        (
            layout(Layout::Edges, edges(4, 5)),
            "stones: the layout edges on 5 × 5 squares has 1 to 3 stones, not 4",
        ),
        (
            layout(Layout::Edges, Options::two_rows(2, 2)),
            "stones: the layout edges needs at least 3 × 3 squares",
        ),
        (edges(4, 5), "stones: the layout lays 5 stones for player 0, not 4"),
        (
            Options { stones: Some(2), ..explicit("00/1.") },
            "stones: the layout lays 1 stones for player 1, not 2",
        ),
        (cells(&[0, 1, 1]), "layout: the board has 3 cells, not 4"),
        (cells(&[0, 1, 1, 8]), "layout: a cell is -1 or an id from 0 to 7, not 8"),
        (cells(&[0, 1, 1, -2]), "layout: a cell is -1 or an id from 0 to 7, not -2"),
        (cells(&[0, 1, 1, 2]), "layout: a stone on the board is of 2, who is no player"),
        (cells(&[0, 0, -1, -1]), "layout: player 1 has no stone on the board"),
        (explicit("02/.."), "layout: player 1 has no stone on the board"),
        (explicit("../.."), "seats: 0 players are not from 2 to 8"),
        (
            Options { no_hit_limit: Some(0), ..Options::default() },
            "no_hit_limit: a limit of 0 turns without a hit is not from 1 to 50000",
        ),
        (
            Options { no_hit_limit: Some(1_000_001), ..players(2) },
            "no_hit_limit: a limit of 1000001 turns without a hit is not from 1 to 50000",
        ),
        (
            Options { max_turns: Some(0), ..Options::default() },
            "max_turns: a limit of 0 turns is not from 1 to 50000",
        ),
        (
            Options { max_turns: Some(u32::MAX), ..players(2) },
            "max_turns: a limit of 4294967295 turns is not from 1 to 50000",
        ),
    ];
    for (options, expected) in cases {
        let refused = laid(&options).expect_err(expected);
        assert_eq!(refused.to_string(), expected, "{options:?}");
    }
}

#[test]
fn more_than_four_players_are_told_to_lay_out_the_board() {
    let error = laid(&Options { players: 6, ..Options::default() }).expect_err("six have no layout");
    assert_eq!(error.to_string(), "layout: 6 players need an explicit layout");
}

/// Whether `text` is a position of a game that starts from `start`, with caps 4 and 9.
fn stand(start: &str, text: &str) -> Result<(), InvalidPosition> {
    let options = Options { no_hit_limit: Some(4), max_turns: Some(9), ..explicit(start) };
    let params = Params::new(&options).expect("valid");
    let position: Position = text.parse().expect("the test's position is well written");
    Stones::from_position(&params, &position).map(|game| assert_eq!(game.position(), position))
}

#[test]
fn a_position_is_valid_or_the_error_says_why_not() {
    use InvalidPosition as Invalid;
    let cases = [
        ("012/... 0 0 0 -", Ok(())),
        ("00./1.1 1 3 2 2", Ok(())),
        ("0../... - 5 0 21", Ok(())),
        ("0.2/..1 - 8 4 -", Ok(())),
        ("0.2/..1 - 9 0 -", Ok(())),
        ("01/2. 0 0 0 -", Err(Invalid::Size { columns: 3, rows: 2 })),
        ("012/..3 0 0 0 -", Err(Invalid::Stranger(Seat(3)))),
        ("012/... 0 0 0 3", Err(Invalid::LostStranger(Seat(3)))),
        ("012/... 0 0 0 1", Err(Invalid::LostWithStones(Seat(1)))),
        ("0.2/... 0 0 0 11", Err(Invalid::LostTwice(Seat(1)))),
        ("0.2/... 0 0 0 -", Err(Invalid::NotLost(Seat(1)))),
        (".../... - 0 0 012", Err(Invalid::AllLost)),
        ("012/... - 10 0 -", Err(Invalid::Turns(10))),
        ("012/... - 5 5 -", Err(Invalid::TurnsWithoutHit(5))),
        ("012/... 0 2 3 -", Err(Invalid::TurnsWithoutHit(3))),
        ("012/... - 3 3 -", Err(Invalid::NobodyToMove)),
        ("012/... 0 4 4 -", Err(Invalid::Over)),
        ("012/... 0 9 0 -", Err(Invalid::Over)),
        ("0../... 0 5 0 12", Err(Invalid::Over)),
        ("0.2/... 1 1 0 1", Err(Invalid::ToMove(Seat(1)))),
        ("012/... 9 0 0 -", Err(Invalid::ToMove(Seat(9)))),
    ];
    for (text, expected) in cases {
        assert_eq!(stand("012/...", text), expected, "{text}");
    }
}

#[test]
fn a_board_full_of_one_players_stones_is_a_position() {
    let full = [["0"; 16].concat(), ["0"; 16].concat()].join("/");
    let start = full.replacen('0', "1", 1);
    assert_eq!(stand(&start, &format!("{full} - 1 0 1")), Ok(()));
    let most = [["0"; 16].concat().as_str(); 16].join("/");
    let start = most.replacen('0', "1", 1);
    assert_eq!(stand(&start, &format!("{most} - 1 0 1")), Ok(()));
}

#[test]
fn a_board_travels_row_by_row() {
    let cells = [0, 1, -1, -1, 7, -1];
    let board = Board::new(3, 2, &cells).expect("valid");
    assert_eq!((board.cells(), board.to_string()), (cells.as_slice(), "01./.7.".to_owned()));
}
