//! The rules by example: legality, scoring, the last cell, whole games, helpers.

use judge_games::freedom::{Action, Board, Cell, Colour, Direction, Freedom, Params, Scoring};
use judge_games::{Ending, Game, Seat, Square};

use super::actions::legal;
use super::table::rows;
use super::{SCORINGS, after, new_game, play, position, scores, squares};

#[test]
fn the_default_is_10_by_10_with_a_stone_counted_once_for_every_live_set() {
    assert_eq!(Params::default(), Params::new(10, Scoring::Multiplicity).expect("valid"));
    assert_eq!(Freedom::turns_max(&Params::default()), 100);
}

#[test]
fn the_first_stone_goes_anywhere_and_the_second_beside_it() {
    let game = new_game(10, Scoring::Multiplicity);
    assert_eq!((game.legal().len(), game.to_move()), (100, Some(Seat(0))));
    let game = after(10, Scoring::Multiplicity, "0,0");
    assert_eq!(legal(&game), "1,0 0,1 1,1");
    assert_eq!(game.to_move(), Some(Seat(1)));
}

#[test]
fn only_the_last_stone_counts_for_adjacency_and_diagonals_count() {
    let game = after(5, Scoring::Multiplicity, "1,1 2,2");
    assert_eq!(legal(&game), "2,1 3,1 1,2 3,2 1,3 2,3 3,3");
}

#[test]
fn without_an_empty_neighbour_any_cell_is_allowed_and_the_next_stays_beside_it() {
    let mut game = after(4, Scoring::Multiplicity, "1,0 1,1 0,1 0,0");
    assert_eq!(legal(&game), "2,0 3,0 2,1 3,1 0,2 1,2 2,2 3,2 0,3 1,3 2,3 3,3");
    play(&mut game, Action::Place(Square::new(3, 3)));
    assert_eq!(legal(&game), "2,2 3,2 2,3");
}

const SCORED: &str = "
    W W W W B B B B
    . . . W . . . .
    . . . W . B . .
    . . . W W . . .
    B B B B B . . .
    . . W . . . . .
    . . . W B B B B
    . . . . W . . W";

#[test]
fn a_stone_in_two_live_sets_scores_twice_or_once_by_the_scoring() {
    let board: Board = SCORED.parse().expect("a board");
    let score = |scoring| Colour::ALL.map(|colour| board.score(colour, scoring));
    assert_eq!(score(Scoring::Multiplicity), [8, 8]);
    assert_eq!(score(Scoring::Distinct), [7, 8]);
}

#[test]
fn live_sets_and_live_stones_are_listed() {
    let board: Board = SCORED.parse().expect("a board");
    let sets = |colour| board.live_sets(colour).map(|set| (set.direction(), set.squares().to_vec()));
    let white =
        [(Direction::Across, squares("0,7 1,7 2,7 3,7")), (Direction::Up, squares("3,4 3,5 3,6 3,7"))];
    let black =
        [(Direction::Across, squares("4,1 5,1 6,1 7,1")), (Direction::Across, squares("4,7 5,7 6,7 7,7"))];
    assert_eq!(sets(Colour::White).collect::<Vec<_>>(), white);
    assert_eq!(sets(Colour::Black).collect::<Vec<_>>(), black);
    let stones: Vec<Square> = board.live_stones(Colour::White).iter().collect();
    assert_eq!(stones, squares("3,4 3,5 3,6 0,7 1,7 2,7 3,7"));
}

#[test]
fn a_stone_of_a_dead_run_is_live_through_another_direction() {
    let board: Board = "BBBBB/B..../B..../B..../.....".parse().expect("a board");
    assert_eq!(board.score(Colour::Black, Scoring::Multiplicity), 4);
    let squares: Vec<_> = board.live_sets(Colour::Black).map(|set| set.squares()).collect();
    assert_eq!(squares, [[(0, 1), (0, 2), (0, 3), (0, 4)].map(|(x, y)| Square::new(x, y))]);
}

#[test]
fn both_diagonals_are_runs() {
    let board: Board = "W..B/.WB./.BW./B..W".parse().expect("a board");
    let sets = |colour| board.live_sets(colour).map(|set| (set.direction(), set.squares().to_vec()));
    let falling = (Direction::Falling, squares("0,3 1,2 2,1 3,0"));
    let rising = (Direction::Rising, squares("0,0 1,1 2,2 3,3"));
    assert_eq!(sets(Colour::White).collect::<Vec<_>>(), [falling]);
    assert_eq!(sets(Colour::Black).collect::<Vec<_>>(), [rising]);
}

#[test]
fn a_fifth_stone_kills_a_live_set_and_gain_says_so_beforehand() {
    let board: Board = "...../...../...../...../WWWW.".parse().expect("a board");
    let gain = |x, y| board.gain(Colour::White, Square::new(x, y), Scoring::Multiplicity);
    assert_eq!([gain(4, 0), gain(0, 1), gain(0, 0), gain(5, 0)], [Some(-4), Some(0), None, None]);
}

/// The last cell falls to white: name, position, the automatic turn, scores before and after.
type LastCell = (&'static str, &'static str, &'static str, [i32; 2], [i32; 2]);

const LAST_CELLS: [LastCell; 3] = [
    ("more", "BWWWW/BWWBW/BBBWB/WBWBB/W.BBW 0,4 multiplicity", "auto 1,0", [4, 0], [8, 0]),
    ("equal", "WB.WW/BBWBB/BBWBB/WWBWW/WBWBW 1,4 multiplicity", "auto none", [0, 8], [0, 8]),
    ("less", "WB.WB/BBWBW/BBWBB/WWWBW/BWWBW 1,4 multiplicity", "auto none", [4, 4], [4, 4]),
];

#[test]
fn the_last_cell_is_filled_only_for_more_points() {
    for (name, text, auto, before, end) in LAST_CELLS {
        let mut game = position(text);
        assert_eq!((game.legal(), scores(&game), game.outcome()), (vec![], before, None), "{name}");
        assert_eq!((game.to_move(), game.own()), (Some(Seat(0)), Colour::White), "{name}");
        let due = game.forced().expect("the last turn is automatic");
        assert_eq!(due.to_string(), auto, "{name}");
        play(&mut game, due);
        assert_eq!((scores(&game), game.forced(), game.to_move()), (end, None, None), "{name}");
        let outcome = game.outcome().expect("the game is over");
        assert_eq!((outcome.scores, outcome.ending), (end.to_vec(), Ending::Rules), "{name}");
    }
}

#[test]
fn more_points_win_and_equal_points_draw() {
    let ranks = LAST_CELLS.map(|(_, text, ..)| {
        let mut game = position(text);
        let due = game.forced().expect("the last turn is automatic");
        play(&mut game, due);
        game.outcome().expect("the game is over").ranks
    });
    assert_eq!(ranks, [[1, 2], [2, 1], [1, 1]]);
}

#[test]
fn the_last_cell_counts_by_the_scoring_of_the_game() {
    // White on 4,1 makes a live column but a dead row of five. Sets stay as many; of
    // the row's four stones one stays live through its own column.
    let board = "BWWBB/BWBWW/BWBBW/WWWW./BBBBW 3,0";
    let due = |scoring| position(&format!("{board} {scoring}")).forced();
    assert_eq!(due(Scoring::Multiplicity), Some(Action::Auto(None)));
    assert_eq!(due(Scoring::Distinct), Some(Action::Auto(Some(Square::new(4, 1)))));
}

/// The first empty neighbour of the last stone, else the first empty cell column by column.
fn answer(game: &Freedom) -> Square {
    let board = game.board();
    let is_empty = |square: &Square| board.at(square.x, square.y) == Some(Cell::Empty);
    let near = game.last_opponent_move().and_then(|last| board.adjacent(last).find(is_empty));
    let mut all = (0..board.size()).flat_map(|x| (0..board.size()).map(move |y| Square::new(x, y)));
    near.or_else(|| all.find(is_empty)).expect("a player is asked only with an empty cell")
}

fn is_beside(a: Square, b: Square) -> bool {
    a.x.abs_diff(b.x) <= 1 && a.y.abs_diff(b.y) <= 1
}

#[test]
fn whole_games_between_simple_players_go_as_recorded() {
    let text: Vec<&str> = rows(include_str!("dummy.txt")).map(|(_, cells)| cells[0]).collect();
    for (record, scoring) in text.chunks(7).flat_map(|record| SCORINGS.map(|scoring| (record, scoring))) {
        let field = |name: &str| {
            let value = record.iter().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "));
            value.unwrap_or_else(|| panic!("{record:?}: {name}"))
        };
        let mut game = new_game(field("size").parse().expect("a size"), scoring);
        let mut moves = Vec::new();
        let mut free = 0;
        while game.forced().is_none() {
            let square = answer(&game);
            free += usize::from(game.last_opponent_move().is_some_and(|last| !is_beside(last, square)));
            moves.push(square.to_string());
            play(&mut game, Action::Place(square));
        }
        assert_eq!(moves.join(" "), field("moves"));
        assert_eq!(free.to_string(), field("free"));
        let empty = game.board().empty().iter().next().expect("one cell is left");
        let colour = if game.own() == Colour::White { "W" } else { "B" };
        assert_eq!(format!("{colour} {empty}"), field("last"));
        let auto = game.forced().expect("the last turn is automatic");
        assert_eq!(auto.to_string(), field("auto"));
        play(&mut game, auto);
        let [white, black] = scores(&game);
        assert_eq!(format!("{white}-{black}"), field(&scoring.to_string()));
    }
}

#[test]
fn neighbours_are_listed_clockwise_from_the_north() {
    let game = new_game(10, Scoring::Multiplicity);
    let adjacent = |x, y| game.board().adjacent(Square::new(x, y)).collect::<Vec<_>>();
    assert_eq!(adjacent(4, 4), squares("4,5 5,5 5,4 5,3 4,3 3,3 3,4 3,5"));
    assert_eq!(adjacent(0, 0), squares("0,1 1,1 1,0"));
    assert_eq!(adjacent(9, 9), squares("9,8 8,8 8,9"));
    for (x, y) in [(10, 0), (0, 10), (10, 10), (255, 255), (255, 0)] {
        assert_eq!(adjacent(x, y), []);
    }
}

#[test]
fn a_player_knows_its_colour_and_its_opponents_last_move() {
    let mut game = new_game(10, Scoring::Multiplicity);
    assert_eq!(
        (game.own(), game.opponent(), game.last_opponent_move()),
        (Colour::White, Colour::Black, None)
    );
    play(&mut game, Action::Place(Square::new(2, 3)));
    let view = game.view(Seat(1));
    assert_eq!((view.own(), view.opponent()), (Colour::Black, Colour::White));
    assert_eq!(view.last_opponent_move(), Some(Square::new(2, 3)));
    assert_eq!(view.board().at(2, 3), Some(Cell::White));
    assert_eq!((view.board().at(3, 2), view.board().at(10, 0)), (Some(Cell::Empty), None));
    assert_eq!(Colour::ALL.map(Colour::seat), [Seat(0), Seat(1)]);
}

#[test]
fn a_dump_shows_the_top_row_first() {
    let game = after(4, Scoring::Multiplicity, "0,0 1,1 2,1");
    assert_eq!(game.board().dump(Board::LETTERS), "EEEE\nEEEE\nEBWE\nWEEE\n");
    let letters = [' ', 'o', 'x'];
    assert_eq!(game.board().dump(letters), "    \n    \n xo \no   \n");
}

#[test]
fn bytes_go_row_by_row_from_the_bottom() {
    let board = *after(4, Scoring::Multiplicity, "0,0 1,1 2,1").board();
    assert_eq!(board.bytes(), [1, 0, 0, 0, 0, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0]);
    assert_eq!(Board::from_bytes(4, &board.bytes()), Ok(board));
}
