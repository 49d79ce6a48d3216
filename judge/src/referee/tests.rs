#![allow(clippy::unnecessary_wraps, reason = "scripts are lists of answers, good and bad")]

use judge_games::battleship::{self, Battleship, Ship};
use judge_games::othello::{Othello, Params};
use judge_games::stones::{Board, Options, Params as StonesParams, Stones};
use judge_games::{Ending, Square};

use super::*;
use crate::players::scripted::Scripted;

type Answer<A> = Result<A, Failure>;

fn fleet(y: u8) -> Answer<battleship::Action> {
    Ok(battleship::Action::PlaceFleet(vec![Ship::across(0, y, 2)]))
}

fn shot(x: u8, y: u8) -> Answer<battleship::Action> {
    Ok(battleship::Action::Shoot(Square::new(x, y)))
}

fn trap<A>() -> Answer<A> {
    Err(Failure::Fault(FaultKind::Trap, "unreachable".into()))
}

/// A game on a board of 2 × 2 with one ship of 2.
fn tiny(first: Vec<Answer<battleship::Action>>, second: Vec<Answer<battleship::Action>>) -> Play {
    let params = battleship::Params::new(2, vec![2]).expect("the parameters are valid");
    play(Battleship::new(params), &[], &mut [Scripted::new(first), Scripted::new(second)])
}

fn fault_of(play: &Play) -> (Seat, FaultKind, &str, Option<u32>) {
    let [Offence { seat, fault, .. }] = play.offences.as_slice() else { panic!("{:?}", play.offences) };
    (*seat, fault.kind, &fault.asked, fault.turn)
}

#[test]
fn a_game_ends_by_its_rules_and_leaves_a_transcript() {
    let play = tiny(vec![fleet(0), shot(0, 1), shot(1, 1)], vec![fleet(1), shot(0, 1)]);
    let scores = vec![2, 0];
    let outcome = Outcome { ranks: vec![1, 2], scores, ending: Ending::Rules };
    assert_eq!(play.verdict, Verdict::Decided(outcome));
    assert_eq!((play.turns, play.asked), (5, vec![3, 2]));
    let transcript = "0 2a@0,0\n1 2a@0,1\n0 0,1\n1 0,1\n0 1,1\nrules: ranks [1, 2], scores [2, 0]\n";
    assert_eq!(play.transcript, transcript);
}

#[test]
fn an_illegal_fleet_loses_before_the_opponent_is_asked() {
    let play = tiny(vec![fleet(2)], vec![]);
    assert_eq!(fault_of(&play), (Seat(0), FaultKind::IllegalFleet, "new-game", None));
    assert_eq!(play.verdict, Verdict::Forfeit(vec![2, 1]));
    assert_eq!((play.turns, play.asked), (0, vec![1, 0]));
}

#[test]
fn a_shot_off_the_board_loses() {
    let play = tiny(vec![fleet(0), shot(0, 0)], vec![fleet(0), shot(2, 0)]);
    assert_eq!(fault_of(&play), (Seat(1), FaultKind::IllegalMove, "take-turn", Some(1)));
    let end = "fault of 1: illegal-move in take-turn, turn 1: the shot at 2,0 is off the board\n\
               forfeit: ranks [1, 2]\n";
    assert!(play.transcript.ends_with(end), "{}", play.transcript);
}

#[test]
fn a_trapped_player_forfeits() {
    let play = tiny(vec![fleet(0), shot(0, 0)], vec![fleet(0), trap()]);
    assert_eq!(fault_of(&play), (Seat(1), FaultKind::Trap, "take-turn", Some(1)));
}

#[test]
fn trouble_of_the_machine_voids_the_game() {
    let trouble = Err(Failure::Void("the fuse blew".into()));
    let play = tiny(vec![fleet(0), trouble], vec![fleet(0)]);
    assert_eq!(play.verdict, Verdict::Void("the fuse blew".into()));
    assert_eq!(play.offences, []);
}

#[test]
fn an_opening_is_played_without_asking() {
    let opening = [(2, 3), (2, 2)].map(|(x, y)| judge_games::othello::Action::Place(Square::new(x, y)));
    let game = Othello::new(Params::default());
    let play = play(game, &opening, &mut [Scripted::new([trap()]), Scripted::new([])]);
    assert!(play.transcript.starts_with("opening 0 c4\nopening 1 c3\nfault of 0:"), "{}", play.transcript);
    assert_eq!((play.turns, play.asked), (2, vec![1, 0]));
}

#[test]
fn a_forced_pass_is_played_without_asking() {
    // Black cannot move after these; white is asked next.
    let opening: Vec<judge_games::othello::Action> =
        "d3 c3 b3 b2 f5 a3 a1 c1".split(' ').map(|text| text.parse().expect("a move")).collect();
    let game = Othello::new(Params::default());
    let play = play(game, &opening, &mut [Scripted::new([]), Scripted::new([trap()])]);
    assert!(play.transcript.contains("opening 1 c1\nforced 0 --\nfault of 1:"), "{}", play.transcript);
}

#[test]
fn a_pass_may_be_asked_for() {
    let opening: Vec<judge_games::othello::Action> =
        "d3 c3 b3 b2 f5 a3 a1 c1".split(' ').map(|text| text.parse().expect("a move")).collect();
    let game = Othello::new(Params::default().with_ask_on_pass(true));
    let pass = Ok(judge_games::othello::Action::Pass);
    let play = play(game, &opening, &mut [Scripted::new([pass]), Scripted::new([trap()])]);
    assert!(play.transcript.contains("opening 1 c1\n0 --\nfault of 1:"), "{}", play.transcript);
    assert_eq!((play.turns, play.asked), (9, vec![1, 1]));
}

/// Three players with a stone each on a board of 3 × 3, far from one another.
fn three() -> Stones {
    let board = Board::new(3, 3, &[0, -1, 1, -1, -1, -1, 2, -1, -1]).expect("the board is valid");
    Stones::new(&StonesParams::new(&Options::explicit(&board)).expect("the parameters are valid"))
}

/// As [`three`], but a fault ends the game.
fn three_until_a_fault() -> Stones {
    let options = Options { abort: true, ..Options::explicit(three().board()) };
    Stones::new(&StonesParams::new(&options).expect("the parameters are valid"))
}

fn step(text: &str) -> Answer<judge_games::stones::Step> {
    Ok(text.parse().expect("a step"))
}

#[test]
fn at_a_table_of_three_an_offender_is_removed_and_the_others_play_on() {
    let players =
        &mut [Scripted::new([trap()]), Scripted::new([step("2,0>1,1")]), Scripted::new([step("0,2>1,1")])];
    let play = play(three(), &[], players);
    assert_eq!(fault_of(&play), (Seat(0), FaultKind::Trap, "next-move", Some(1)));
    let Verdict::Decided(outcome) = play.verdict else { panic!("{:?}", play.verdict) };
    assert_eq!(outcome.ranks, [3, 2, 1]);
    let heard =
        |seat: usize| players[seat].heard.iter().map(|told| told.message.to_string()).collect::<Vec<_>>();
    assert_eq!(heard(0), ["GameStart", "TurnTo 0"]);
    assert_eq!(
        heard(2),
        [
            "GameStart",
            "TurnTo 0",
            "PlayerLost 0",
            "TurnTo 1",
            "Move 1 (2,0) (1,1)",
            "TurnTo 2",
            "Hit 1 (1,1)",
            "PlayerLost 1",
            "Move 2 (0,2) (1,1)",
            "PlayerWon 2"
        ]
    );
}

#[test]
fn who_fails_at_being_told_is_removed_too() {
    let mut players = [Scripted::new([]), Scripted::new([]), Scripted::new([])];
    players[0].fails_at_event = Some(1);
    players[1].fails_at_event = Some(0);
    let play = play(three(), &[], &mut players);
    let offenders: Vec<_> = play.offences.iter().map(|o| (o.seat, o.fault.asked.clone())).collect();
    assert_eq!(offenders, [(Seat(1), "update".into()), (Seat(0), "update".into())]);
    let Verdict::Decided(outcome) = play.verdict else { panic!("{:?}", play.verdict) };
    assert_eq!(outcome.ranks, [2, 3, 1]);
}

#[test]
fn with_abort_an_offender_ends_the_game_of_three() {
    let players = &mut [Scripted::new([step("0,0>1,0")]), Scripted::new([trap()]), Scripted::new([])];
    let play = play(three_until_a_fault(), &[], players);
    assert_eq!(fault_of(&play), (Seat(1), FaultKind::Trap, "next-move", Some(1)));
    assert_eq!(play.verdict, Verdict::Forfeit(vec![1, 3, 1]));
    let heard: Vec<_> = players[2].heard.iter().map(|told| told.message.to_string()).collect();
    assert_eq!(heard, ["GameStart", "TurnTo 0", "Move 0 (0,0) (1,0)", "TurnTo 1"]);
}

#[test]
fn with_abort_the_first_who_fails_at_being_told_is_the_last() {
    let mut players = [Scripted::new([]), Scripted::new([]), Scripted::new([])];
    players[0].fails_at_event = Some(1);
    players[1].fails_at_event = Some(0);
    let play = play(three_until_a_fault(), &[], &mut players);
    assert_eq!(fault_of(&play), (Seat(1), FaultKind::Trap, "update", Some(0)));
    assert_eq!(play.verdict, Verdict::Forfeit(vec![1, 3, 1]));
}

#[test]
fn an_offence_keeps_what_was_shown_and_what_was_answered() {
    let play = tiny(vec![fleet(0), shot(0, 0)], vec![fleet(0), shot(2, 0)]);
    let [Offence { question, answer, .. }] = play.offences.as_slice() else { panic!("{:?}", play.offences) };
    assert_eq!((question.as_str(), answer.as_deref()), ("../.. 2", Some("2,0")));
}

#[test]
fn what_is_kept_of_a_long_answer_is_cut() {
    let long = "é".repeat(QUOTED_CHARACTERS_MAX);
    assert_eq!(bounded(&long), long);
    assert_eq!(bounded(&format!("{long}x")), format!("{long} …"));
}

/// How many actions two games have in common, by their checks.
fn in_common(one: &Play, other: &Play) -> usize {
    let checks = |play: &Play| play.checks.as_bytes().chunks(4).map(<[u8]>::to_vec).collect::<Vec<_>>();
    checks(one).iter().zip(&checks(other)).take_while(|(one, other)| one == other).count()
}

#[test]
fn checks_tell_from_which_action_on_two_games_differ() {
    let game = || tiny(vec![fleet(0), shot(0, 1), shot(1, 1)], vec![fleet(1), shot(0, 1)]);
    let other =
        tiny(vec![fleet(0), shot(0, 0), shot(0, 1), shot(1, 1)], vec![fleet(1), shot(0, 1), shot(0, 1)]);
    assert_eq!(game().checks.len(), 4 * 5);
    assert_eq!((in_common(&game(), &game()), in_common(&game(), &other)), (5, 2));
}
