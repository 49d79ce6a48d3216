//! Scenes of all games, drawn as text: a word for each cell, a line for each row.

use judge_games::battleship::{self, Battleship};
use judge_games::freedom::Freedom;
use judge_games::gobblet::Gobblet;
use judge_games::othello::Othello;
use judge_games::stones::Stones;
use judge_games::{Game, Parameters, Seat, Square};
use judge_scenes::{
    BoardScene, CellScene, Choice, FirstRow, Line, Number, Piece, Place, Scene, Shown, Viewpoint, Weight,
};

const SEATS: [Viewpoint; 2] = [Viewpoint::Seat(Seat(0)), Viewpoint::Seat(Seat(1))];

fn start<G: Game>(params: &str) -> G {
    G::start(&G::Params::from_text(params).expect("the parameters are valid"))
}

/// Plays actions with ` / ` between them.
fn played<G: Game>(mut game: G, actions: &str) -> G {
    for text in actions.split(" / ") {
        let action = text.parse::<G::Action>().unwrap_or_else(|error| panic!("{text}: {error}"));
        game.play(&action).unwrap_or_else(|illegal| panic!("{text}: {illegal}"));
    }
    game
}

/// The owner's number or `-`, and the shape, with the number if it says something.
fn word<G: Shown>(piece: Piece) -> String {
    let owner = piece.owner.map_or_else(|| "-".to_owned(), |seat| seat.to_string());
    let facts = G::FACTS.piece(piece).expect("the game names its pieces");
    let number = if facts.number == Number::None { String::new() } else { piece.number.to_string() };
    format!("{owner}{}{number}", facts.shape)
}

fn stack<G: Shown>(pieces: &[Piece]) -> String {
    if pieces.is_empty() {
        ".".to_owned()
    } else {
        pieces.iter().copied().map(word::<G>).collect::<Vec<_>>().join("+")
    }
}

/// The rows from row 0.
fn rows_of<G: Shown>(board: &BoardScene) -> Vec<String> {
    let cell = |cell: &CellScene| stack::<G>(&cell.pieces);
    let row = |cells: &[CellScene]| cells.iter().map(cell).collect::<Vec<_>>().join(" ");
    board.cells.chunks(board.columns.into()).map(row).collect()
}

fn beside_of<G: Shown>(board: &BoardScene) -> String {
    board.beside.iter().map(|pieces| stack::<G>(pieces)).collect::<Vec<_>>().join(" ")
}

fn changed(scene: &Scene) -> Vec<usize> {
    let cells = scene.boards.iter().flat_map(|board| &board.cells).enumerate();
    cells.filter(|(_, cell)| cell.changed).map(|(index, _)| index).collect()
}

#[test]
fn in_battleship_a_seat_sees_its_own_ships_and_only_shots_in_the_others_waters() {
    let rows = rows_of::<Battleship>;
    let beside = beside_of::<Battleship>;
    let game = start::<Battleship>("size=3 fleet=2,1");
    let game = played(game, "2a@0,0 1a@2,2 / 2d@1,1 1a@0,0 / 0,0 / 1,0 / 2,2");
    let first = game.scene(SEATS[0]);
    assert_eq!(
        first.boards.iter().map(|board| board.owner).collect::<Vec<_>>(),
        [Some(Seat(0)), Some(Seat(1))]
    );
    assert_eq!(rows(&first.boards[0]), ["0ship2 0ship2+-hit .", ". . .", ". . 0ship1"]);
    assert_eq!(rows(&first.boards[1]), ["-hit . .", ". . .", ". . -miss"]);
    assert_eq!(first.boards.iter().map(beside).collect::<Vec<_>>(), ["0ship2 0ship1", "1ship2"]);
    assert_eq!((first.scores.as_slice(), first.choices.len()), ([1, 1].as_slice(), 0));
    let second = game.scene(SEATS[1]);
    assert_eq!(rows(&second.boards[0]), [". -hit .", ". . .", ". . ."]);
    assert_eq!(rows(&second.boards[1]), ["1ship1+-hit . .", ". 1ship2 .", ". 1ship2 -miss"]);
    assert_eq!(second.choices[5].action, "2,1");
    assert_eq!(second.choices[5].to, Some(Place::Cell { board: 0, square: Square::new(2, 1) }));
    let all = game.scene(Viewpoint::Everything);
    assert_eq!(all.boards, [first.boards[0].clone(), second.boards[1].clone()]);
    assert_eq!(all.choices, second.choices);
}

#[test]
fn in_battleship_a_fleet_is_hidden_from_the_seat_that_has_not_placed_its_own() {
    let game = start::<Battleship>("size=3 fleet=2");
    let placed = played(game.clone(), "2a@0,0");
    let (before, mut after) = (game.scene(SEATS[1]), placed.scene(SEATS[1]));
    after.mark_changes(&before.boards);
    assert_eq!((&before.boards, changed(&after).len()), (&after.boards, 0));
    let mut own = placed.scene(SEATS[0]);
    own.mark_changes(&game.boards(SEATS[0]));
    assert_eq!(changed(&own), [0, 1]);
    assert!(after.choices.is_empty(), "fleets are not listed");
}

#[test]
fn a_seat_that_the_game_has_not_sees_no_ship_and_has_no_choice() {
    let rows = rows_of::<Battleship>;
    let params = battleship::Params::from_text("size=2 fleet=2").expect("valid");
    let game = played(Battleship::start(&params), "2a@0,0 / 2d@0,0 / 0,1");
    let scene = game.scene(Viewpoint::Seat(Seat(2)));
    assert_eq!(rows(&scene.boards[1]), [". .", "-hit ."]);
    assert_eq!((rows(&scene.boards[0]), scene.choices.len()), (vec![". .".to_owned(); 2], 0));
}

#[test]
fn in_freedom_row_0_is_at_the_bottom_and_live_stones_are_told() {
    let rows = rows_of::<Freedom>;
    let game = start::<Freedom>("size=4");
    let game = played(game, "0,0 / 0,1 / 1,0 / 1,1 / 2,0 / 2,1 / 3,0");
    let scene = game.scene(SEATS[0]);
    let board = &scene.boards[0];
    assert_eq!(board.first_row, FirstRow::Bottom);
    assert_eq!(rows(board)[0], "0live-stone 0live-stone 0live-stone 0live-stone");
    assert_eq!(rows(board)[1], "1stone 1stone 1stone .");
    assert_eq!(scene.scores, [4, 0]);
    let choices = game.scene(SEATS[1]).choices;
    assert_eq!(choices.len(), 1, "one cell borders on the last stone");
    assert_eq!(
        (choices[0].from, choices[0].to),
        (None, Some(Place::Cell { board: 0, square: Square::new(3, 1) }))
    );
}

#[test]
fn in_gobblet_players_see_the_top_and_only_everything_shows_what_is_covered() {
    let rows = rows_of::<Gobblet>;
    let beside = beside_of::<Gobblet>;
    let game = played(start::<Gobblet>("size=3"), "S@0,0 / M@0,0 / L@1,1");
    for viewpoint in SEATS {
        let scene = game.scene(viewpoint);
        assert_eq!(rows(&scene.boards[0]), ["1cup1 . .", ". 0cup2 .", ". . ."]);
        assert_eq!(beside(&scene.boards[0]), "0cup0 0cup1 0cup1 0cup2 1cup0 1cup0 1cup1 1cup2 1cup2");
    }
    let all = game.scene(Viewpoint::Everything);
    assert_eq!(rows(&all.boards[0])[0], "0cup0+1cup1 . .");
    let choice = |action: &str| all.choices.iter().find(|choice| choice.action == action).expect("legal");
    assert_eq!(choice("L@2,2").from, Some(Place::Beside { board: 0, stack: 7 }));
    assert_eq!(choice("0,0>2,2").from, Some(Place::Cell { board: 0, square: Square::new(0, 0) }));
}

#[test]
fn on_four_by_four_the_reserve_is_three_stacks_with_the_largest_on_top() {
    let beside = beside_of::<Gobblet>;
    let game = played(start::<Gobblet>("size=4"), "X@0,0 / X@1,1 / L@2,2");
    let scene = game.scene(SEATS[1]);
    let full = |seat| format!("{seat}cup0+{seat}cup1+{seat}cup2+{seat}cup3");
    let stacks = [full(0), full(0), "0cup0+0cup1".into(), full(1), full(1), "1cup0+1cup1+1cup2".into()];
    assert_eq!(beside(&scene.boards[0]), stacks.join(" "));
    let from =
        |action: &str| scene.choices.iter().find(|choice| choice.action == action).map(|choice| choice.from);
    assert_eq!(from("X@3,3"), Some(Some(Place::Beside { board: 0, stack: 3 })));
    assert_eq!(from("L@3,3"), Some(Some(Place::Beside { board: 0, stack: 5 })));
}

#[test]
fn in_othello_columns_have_letters_rows_count_from_1_and_a_pass_has_no_place() {
    let rows = rows_of::<Othello>;
    let game = start::<Othello>("size=4");
    let scene = game.scene(SEATS[0]);
    let board = &scene.boards[0];
    assert_eq!((board.column_labels.concat(), board.row_labels.concat()), ("abcd".into(), "1234".into()));
    assert_eq!(rows(board), [". . . .", ". 1disc 0disc .", ". 0disc 1disc .", ". . . ."]);
    let mut after = played(game, "b1").scene(SEATS[1]);
    after.mark_changes(&scene.boards);
    assert_eq!((changed(&after), after.scores.as_slice()), (vec![1, 5], [4, 1].as_slice()));
    let stuck: Othello = "XO-------------- O".parse().expect("a position");
    let [pass] = stuck.scene(SEATS[1]).choices.try_into().expect("one choice");
    assert_eq!(pass, Choice { action: "--".to_owned(), from: None, to: None, changes: None });
}

#[test]
fn in_stones_a_step_marks_both_squares_and_scores_are_stones() {
    let rows = rows_of::<Stones>;
    let game = start::<Stones>("seats=3 layout=01/.2/..");
    let before = game.scene(Viewpoint::Everything);
    assert_eq!((before.boards[0].columns, before.boards[0].rows), (2, 3));
    assert_eq!(rows(&before.boards[0]), ["0pebble 1pebble", ". 2pebble", ". ."]);
    let mut after = played(game, "0,0>1,1").scene(Viewpoint::Everything);
    after.mark_changes(&before.boards);
    assert_eq!((changed(&after), after.scores.as_slice()), (vec![0, 3], [1, 1, 0].as_slice()));
    after.mark_changes(&after.boards.clone());
    assert!(changed(&after).is_empty(), "marks are set anew");
    let other_size = start::<Stones>("columns=3").scene(Viewpoint::Everything);
    after.mark_changes(&other_size.boards);
    assert_eq!(changed(&after).len(), 4, "cells are compared by index");
}

/// Two ships of one length, end to end: from the cells alone they could be a ship of two and one of four.
#[test]
fn in_battleship_ships_that_touch_are_told_apart() {
    let game = played(start::<Battleship>("size=8 fleet=3,3"), "3a@0,0 3a@3,0");
    let hulls = |viewpoint| {
        let board = game.boards(viewpoint).swap_remove(0);
        let squares =
            |squares: &[Square]| squares.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ");
        board.hulls.iter().map(|hull| squares(&hull.squares)).collect::<Vec<_>>()
    };
    assert_eq!(hulls(SEATS[0]), ["0,0 1,0 2,0", "3,0 4,0 5,0"]);
    assert_eq!(hulls(Viewpoint::Everything), hulls(SEATS[0]));
    assert!(hulls(SEATS[1]).is_empty(), "that is a secret");
}

#[test]
fn in_battleship_a_fleet_is_placed_by_the_ways_that_its_ships_can_lie() {
    let game = start::<Battleship>("size=4 fleet=3,1 no_touch=true");
    let placing = game.scene(SEATS[0]).placing.expect("it must place");
    assert_eq!((placing.board, placing.apart, placing.pieces.len()), (0, true, 2));
    let [across, down] = placing.pieces[0].ways.as_slice() else { panic!("a ship lies across or down") };
    let at = Square::new(1, 2);
    assert_eq!([across.written(at), down.written(at)], ["3a@1,2", "3d@1,2"]);
    assert_eq!(down.at(at).last(), Some(Square::new(1, 4)));
    assert_eq!(game.scene(SEATS[1]).placing, None, "it is not asked");
    assert_eq!(game.draft("3a@0,0").map(|hulls| hulls.len()), Ok(1));
    assert_eq!(game.draft("3a@0,0 1a@1,1"), Err("the ships 3a@0,0 and 1a@1,1 touch".into()));
    assert_eq!(played(game, "3a@0,0 1a@3,3").scene(SEATS[1]).placing.map(|placing| placing.board), Some(1));
}

/// The marks of the last of these actions.
fn marks<G: Shown>(params: &str, actions: &str) -> Vec<(String, Weight)> {
    let (before, last) = actions.rsplit_once(" / ").expect("there are two");
    let before = played(start::<G>(params), before);
    let action = last.parse().unwrap_or_else(|_| panic!("{last} is an action"));
    let after = played(before.clone(), last);
    let marks = G::marks(&before, &action, &after, Viewpoint::Everything);
    marks.into_iter().map(|mark| (mark.text, mark.weight)).collect()
}

#[test]
fn what_stands_out_is_told_by_the_game() {
    let mark = |text: &str, weight| (text.to_owned(), weight);
    let fleets = "2a@0,0 1a@2,2 / 2a@0,0 1a@2,2";
    let battleship = |shots: &str| marks::<Battleship>("size=3 fleet=2,1", &format!("{fleets} / {shots}"));
    assert_eq!(battleship("0,0"), [mark("hit", Weight::Usual)]);
    assert_eq!(battleship("0,1"), [mark("miss", Weight::Usual)]);
    assert_eq!(battleship("0,0 / 0,1 / 0,0"), [mark("shot at before", Weight::Usual)]);
    let sunk =
        [mark("hit", Weight::Usual), mark("sinks a ship of 1", Weight::Event("a ship is sunk".into()))];
    assert_eq!(battleship("2,2"), sunk);
    assert_eq!(marks::<Battleship>("size=3 fleet=2,1", fleets), [], "a fleet is not told");
    assert_eq!(marks::<Othello>("size=4", "b1 / a1"), [mark("turns 1 chip", Weight::Usual)]);
    assert_eq!(
        marks::<Gobblet>("size=3", "S@0,0 / M@0,0"),
        [mark("covers a piece of the other side", Weight::Rare)]
    );
    assert_eq!(marks::<Gobblet>("size=3", "S@0,0 / M@1,1"), []);
    let freedom = "0,0 / 0,1 / 1,0 / 1,1 / 2,0 / 2,1 / 3,0";
    assert_eq!(marks::<Freedom>("size=4", freedom), [mark("+4 points", Weight::Rare)]);
    let taken = [
        mark("takes a stone of seat 2", Weight::Event("a stone is hit".into())),
        mark("seat 2 has lost its last stone", Weight::Rare),
    ];
    assert_eq!(marks::<Stones>("layout=0./.1", "0,0>1,0 / 1,1>0,1 / 1,0>0,0 / 0,1>1,1 / 0,0>1,1"), taken);
}

#[test]
fn in_othello_a_choice_says_which_chips_flip() {
    let scene = start::<Othello>("size=4").scene(SEATS[0]);
    let choice = scene.choices.iter().find(|choice| choice.action == "b1").expect("it is legal");
    let changes = choice.changes.as_ref().expect("it is said");
    assert_eq!(changes.squares, [Place::cell(Square::new(1, 1))]);
    assert_eq!(changes.text, "one chip flips");
}

#[test]
fn in_freedom_a_choice_says_what_becomes_live_and_where_it_goes_on() {
    let game = played(start::<Freedom>("size=5"), "0,0 / 0,1 / 1,0 / 1,1 / 2,0 / 2,1");
    let scene = game.scene(SEATS[0]);
    let choice = scene.choices.iter().find(|choice| choice.action == "3,0").expect("it is legal");
    let changes = choice.changes.as_ref().expect("it is said");
    let line = Line { owner: Some(Seat(0)), from: Square::new(0, 0), to: Square::new(3, 0) };
    assert_eq!((changes.made.as_slice(), changes.broken.as_slice()), ([line].as_slice(), [].as_slice()));
    assert_eq!(changes.text, "{player}: 0 → 4; then 3 squares to choose from");
    let squares = [(3, 1), (4, 1), (4, 0)].map(|(x, y)| Place::cell(Square::new(x, y)));
    assert_eq!(changes.squares, squares);
    let later = played(game, "3,0 / 3,1");
    assert_eq!(later.boards(SEATS[0])[0].lines.len(), 2);
    let scene = later.scene(SEATS[0]);
    let choice = scene.choices.iter().find(|choice| choice.action == "4,0").expect("it is legal");
    let changes = choice.changes.as_ref().expect("it is said");
    assert_eq!((changes.made.len(), changes.broken.as_slice()), (0, [line].as_slice()), "five are too many");
    assert!(changes.text.starts_with("{player}: 4 → 0; "), "{}", changes.text);
}
