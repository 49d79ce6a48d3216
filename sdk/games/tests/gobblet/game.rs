//! A game from start to outcome: repetition, the cap, seats and parameters.

use judge_games::gobblet::{Board, Colour, Gobblet, Illegal, Params};
use judge_games::{Ending, Game, Seat, SettingError};

use crate::actions::{legal, play};
use crate::{action, position};

fn ended(game: &Gobblet) -> Option<(Vec<u8>, Vec<i32>, Ending)> {
    game.outcome().map(|outcome| (outcome.ranks, outcome.scores, outcome.ending))
}

const DRAW: [u8; 2] = [1, 1];

#[test]
fn red_is_seat_0_and_begins() {
    let mut game = Gobblet::new(Params::default());
    assert_eq!(game.seats(), 2);
    assert_eq!(game.to_move(), Some(Seat(0)));
    play(&mut game, "L@1,1");
    assert_eq!(game.to_move(), Some(Seat(1)));
    assert_eq!(game.position().to_move(), Colour::Yellow);
    assert_eq!(game.view(Seat(0)).to_string(), "- - - / - L - / - - - yellow");
    assert_eq!(game.view(Seat(0)), game.view(Seat(1)));
    for colour in Colour::ALL {
        assert_eq!(Colour::of_seat(colour.seat()), Some(colour));
    }
    assert_eq!(Colour::of_seat(Seat(2)), None);
}

#[test]
fn the_first_seat_to_show_a_line_wins() {
    let mut game = Gobblet::new(Params::default());
    play(&mut game, "L@0,0 S@2,0 L@0,1 S@2,1 M@0,2");
    assert_eq!(ended(&game), Some((vec![1, 2], vec![1, 0], Ending::Rules)));
    assert_eq!(game.to_move(), None);
    assert_eq!(legal(&game), "");
    assert_eq!(game.play(&action("M@1,1")), Err(Illegal::Over));
    assert_eq!(game.plies(), 5);
}

#[test]
fn the_seat_whose_line_is_exposed_wins() {
    let start = position("sL M - / m M - / m - - red");
    let mut game = Gobblet::from_position(start, None).expect("the usual cap");
    play(&mut game, "0,0>1,2");
    assert_eq!(ended(&game), Some((vec![2, 1], vec![0, 1], Ending::Rules)));
}

#[test]
fn a_game_may_start_from_a_won_position() {
    for to_move in ["red", "yellow"] {
        let won = position(&format!("m L - / S L M / ml - - {to_move}"));
        let game = Gobblet::from_position(won, Some(1)).expect("the cap is in range");
        assert_eq!(game.to_move(), None);
        assert_eq!(ended(&game), Some((vec![1, 2], vec![1, 0], Ending::Rules)));
    }
}

const THERE_AND_BACK: &str = "0,0>1,0 2,2>1,2 1,0>0,0 1,2>2,2";

#[test]
fn the_third_time_of_a_position_is_a_draw() {
    let mut game = Gobblet::new(Params::default());
    play(&mut game, "L@0,0 L@2,2");
    play(&mut game, THERE_AND_BACK);
    assert_eq!(game.occurrences(), 2);
    play(&mut game, "0,0>1,0 2,2>1,2 1,0>0,0");
    assert_eq!((game.occurrences(), ended(&game)), (2, None));
    play(&mut game, "1,2>2,2");
    assert_eq!(ended(&game), Some((DRAW.to_vec(), vec![0, 0], Ending::Repetition)));
    assert_eq!(game.to_move(), None);
    assert_eq!(legal(&game), "");
    assert_eq!(game.play(&action("0,0>1,0")), Err(Illegal::Over));
}

#[test]
fn the_same_board_with_the_other_to_move_is_another_position() {
    let mut game = Gobblet::new(Params::default());
    play(&mut game, "L@0,0 L@2,2");
    // Red loses a turn on the way round a triangle, so each board comes up with both to move.
    play(&mut game, "0,0>1,0 2,2>1,2 1,0>1,1 1,2>2,2 1,1>0,0 2,2>1,2");
    assert_eq!(game.occurrences(), 1);
    play(&mut game, "0,0>1,0 1,2>2,2 1,0>0,0");
    assert_eq!(game.position().to_string(), "L - - / - - - / - - l yellow");
    assert_eq!(game.occurrences(), 2, "the first time was right after entering");
}

#[test]
fn the_start_of_a_game_counts_as_the_first_time() {
    let start = position("L - - / - - - / - - l red");
    let mut game = Gobblet::from_position(start, None).expect("the usual cap");
    assert_eq!(game.occurrences(), 1);
    play(&mut game, THERE_AND_BACK);
    play(&mut game, THERE_AND_BACK);
    assert_eq!(ended(&game).map(|ended| ended.2), Some(Ending::Repetition));
}

#[test]
fn entering_makes_all_that_was_seen_unrepeatable() {
    let mut game = Gobblet::new(Params::default());
    play(&mut game, "L@0,0 L@2,2");
    play(&mut game, THERE_AND_BACK);
    play(&mut game, "S@1,1 S@0,2");
    play(&mut game, THERE_AND_BACK);
    assert_eq!(game.occurrences(), 2);
}

#[test]
fn at_the_cap_the_game_is_a_draw() {
    let params = Params::new(3, Some(3)).expect("the cap is in range");
    let mut game = Gobblet::new(params);
    play(&mut game, "L@0,0 L@2,2");
    assert_eq!(ended(&game), None);
    play(&mut game, "S@1,1");
    assert_eq!(ended(&game), Some((DRAW.to_vec(), vec![0, 0], Ending::Cap)));
    assert_eq!(game.play(&action("S@1,2")), Err(Illegal::Over));
}

#[test]
fn a_win_or_a_repetition_at_the_cap_is_told_as_such() {
    let mut game = Gobblet::new(Params::new(3, Some(5)).expect("the cap is in range"));
    play(&mut game, "L@0,0 S@2,0 L@0,1 S@2,1 M@0,2");
    assert_eq!(ended(&game), Some((vec![1, 2], vec![1, 0], Ending::Rules)));
    let start = position("L - - / - - - / - - l red");
    let mut game = Gobblet::from_position(start, Some(8)).expect("the cap is in range");
    play(&mut game, THERE_AND_BACK);
    play(&mut game, THERE_AND_BACK);
    assert_eq!(ended(&game).map(|ended| ended.2), Some(Ending::Repetition));
}

#[test]
fn parameters_out_of_range_are_refused() {
    assert_eq!(Params::new(3, None), Ok(Params::default()));
    assert_eq!(Params::new(4, None), Ok(Params::on(Board::Four)));
    for width in [0, 2, 5, 255] {
        let reason = format!("a board has 3 or 4 columns, not {width}");
        assert_eq!(Params::new(width, None), Err(SettingError::NoGame { key: Some("size"), reason }));
    }
    for plies in [1, 10_000] {
        let params = Params::new(4, Some(plies)).expect("the cap is in range");
        assert_eq!((params.plies_max(), Gobblet::turns_max(&params)), (plies, plies));
    }
    for plies in [0, 10_001, u32::MAX] {
        let reason = format!("a cap of {plies} actions is not from 1 to 10000");
        let invalid = SettingError::NoGame { key: Some("plies_max"), reason };
        assert_eq!(Params::new(4, Some(plies)), Err(invalid.clone()));
        let start = position("- - - / - - - / - - - red");
        let refused = Gobblet::from_position(start, Some(plies)).map(drop);
        assert_eq!(refused, Err(invalid));
    }
}

#[test]
fn the_usual_caps_are_200_and_400_actions() {
    assert_eq!(Board::ALL.map(|board| Params::on(board).plies_max()), [200, 400]);
    assert_eq!(Params::default().board(), Board::Three);
}

#[test]
fn no_action_is_played_without_asking() {
    assert_eq!(Gobblet::new(Params::default()).forced(), None);
}
