//! Scenes of all games, drawn as text: a word for each cell, a line for each row.

use judge_games::battleship::{self, Battleship};
use judge_games::freedom::Freedom;
use judge_games::gobblet::Gobblet;
use judge_games::othello::Othello;
use judge_games::stones::Stones;
use judge_games::{
    BoardScene, CellScene, Choice, FirstRow, Game, Parameters, Piece, PieceKind, Place, Scene, Seat, Square,
    Viewpoint,
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

/// The owner's number or `-`, and the kind.
fn word(piece: Piece) -> String {
    let owner = piece.owner.map_or_else(|| "-".to_owned(), |seat| seat.to_string());
    let kind = match piece.kind {
        PieceKind::Ship { length } => format!("ship{length}"),
        PieceKind::Cup { size } => format!("cup{size}"),
        PieceKind::LiveStone => "live".to_owned(),
        kind => format!("{kind:?}").to_lowercase(),
    };
    format!("{owner}{kind}")
}

fn stack(pieces: &[Piece]) -> String {
    if pieces.is_empty() {
        ".".to_owned()
    } else {
        pieces.iter().copied().map(word).collect::<Vec<_>>().join("+")
    }
}

/// The rows from row 0.
fn rows(board: &BoardScene) -> Vec<String> {
    let row = |cells: &[_]| cells.iter().map(cell).collect::<Vec<_>>().join(" ");
    board.cells.chunks(board.columns.into()).map(row).collect()
}

fn cell(cell: &CellScene) -> String {
    stack(&cell.pieces)
}

fn beside(board: &BoardScene) -> String {
    board.beside.iter().map(|pieces| stack(pieces)).collect::<Vec<_>>().join(" ")
}

fn changed(scene: &Scene) -> Vec<usize> {
    let cells = scene.boards.iter().flat_map(|board| &board.cells).enumerate();
    cells.filter(|(_, cell)| cell.changed).map(|(index, _)| index).collect()
}

#[test]
fn in_battleship_a_seat_sees_its_own_ships_and_only_shots_in_the_others_waters() {
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
    after.mark_changes(&before);
    assert_eq!((&before.boards, changed(&after).len()), (&after.boards, 0));
    let mut own = placed.scene(SEATS[0]);
    own.mark_changes(&game.scene(SEATS[0]));
    assert_eq!(changed(&own), [0, 1]);
    assert!(after.choices.is_empty(), "fleets are not listed");
}

#[test]
fn a_seat_that_the_game_has_not_sees_no_ship_and_has_no_choice() {
    let params = battleship::Params::from_text("size=2 fleet=2").expect("valid");
    let game = played(Battleship::start(&params), "2a@0,0 / 2d@0,0 / 0,1");
    let scene = game.scene(Viewpoint::Seat(Seat(2)));
    assert_eq!(rows(&scene.boards[1]), [". .", "-hit ."]);
    assert_eq!((rows(&scene.boards[0]), scene.choices.len()), (vec![". .".to_owned(); 2], 0));
}

#[test]
fn in_freedom_row_0_is_at_the_bottom_and_live_stones_are_told() {
    let game = start::<Freedom>("size=4");
    let game = played(game, "0,0 / 0,1 / 1,0 / 1,1 / 2,0 / 2,1 / 3,0");
    let scene = game.scene(SEATS[0]);
    let board = &scene.boards[0];
    assert_eq!(board.first_row, FirstRow::Bottom);
    assert_eq!(rows(board)[0], "0live 0live 0live 0live");
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
    let game = start::<Othello>("size=4");
    let scene = game.scene(SEATS[0]);
    let board = &scene.boards[0];
    assert_eq!((board.column_labels.concat(), board.row_labels.concat()), ("abcd".into(), "1234".into()));
    assert_eq!(rows(board), [". . . .", ". 1disc 0disc .", ". 0disc 1disc .", ". . . ."]);
    let mut after = played(game, "b1").scene(SEATS[1]);
    after.mark_changes(&scene);
    assert_eq!((changed(&after), after.scores.as_slice()), (vec![1, 5], [4, 1].as_slice()));
    let stuck: Othello = "XO-------------- O".parse().expect("a position");
    let [pass] = stuck.scene(SEATS[1]).choices.try_into().expect("one choice");
    assert_eq!(pass, Choice { action: "--".to_owned(), from: None, to: None });
}

#[test]
fn in_stones_a_step_marks_both_squares_and_scores_are_stones() {
    let game = start::<Stones>("seats=3 layout=01/.2/..");
    let before = game.scene(Viewpoint::Everything);
    assert_eq!((before.boards[0].columns, before.boards[0].rows), (2, 3));
    assert_eq!(rows(&before.boards[0]), ["0pebble 1pebble", ". 2pebble", ". ."]);
    let mut after = played(game, "0,0>1,1").scene(Viewpoint::Everything);
    after.mark_changes(&before);
    assert_eq!((changed(&after), after.scores.as_slice()), (vec![0, 3], [1, 1, 0].as_slice()));
    after.mark_changes(&after.clone());
    assert!(changed(&after).is_empty(), "marks are set anew");
    let other_size = start::<Stones>("columns=3").scene(Viewpoint::Everything);
    after.mark_changes(&other_size);
    assert_eq!(changed(&after).len(), 4, "cells are compared by index");
}
