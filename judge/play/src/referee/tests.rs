#![allow(clippy::unnecessary_wraps, reason = "scripts are lists of answers, good and bad")]

use judge_games::battleship::{self, Battleship, Ship};
use judge_games::othello::{self, Othello};
use judge_games::stones::{self, Board, Options, Stones};
use judge_games::{Ending, Outcome, Square};

use super::*;
use crate::player::Player;
use crate::player::diligent::{Calls, Diligent, Takes};
use crate::player::scripted::Scripted;
use crate::verdict::VoidCause;

type Answer<A> = Result<A, NoAnswer>;

/// Plays a game between scripts to its end.
fn play<G: Contract<Event: Clone>>(
    params: &G::Params,
    opening: &[G::Action],
    scripts: &mut [Scripted<G>],
) -> Finished {
    let mut game = Match::new(params, opening.to_vec(), scripts.iter_mut().map(Seated::player).collect());
    assert_eq!(game.run(), Ok(()));
    game.finish()
}

fn fleet(y: u8) -> Answer<battleship::Action> {
    Ok(battleship::Action::PlaceFleet(vec![Ship::across(0, y, 2)]))
}

fn shot(x: u8, y: u8) -> Answer<battleship::Action> {
    Ok(battleship::Action::Shoot(Square::new(x, y)))
}

fn trap<A>() -> Answer<A> {
    Err(NoAnswer::Fault(FaultKind::Trap, "unreachable".into()))
}

/// A board of 2 × 2 with one ship of 2.
fn two_by_two() -> battleship::Params {
    battleship::Params::new(2, vec![2]).expect("the parameters are valid")
}

fn tiny(first: Vec<Answer<battleship::Action>>, second: Vec<Answer<battleship::Action>>) -> Finished {
    play::<Battleship>(&two_by_two(), &[], &mut [Scripted::new(first), Scripted::new(second)])
}

fn fault_of(game: &Finished) -> (Seat, FaultKind, &str, Option<u32>) {
    let [fault] = game.record.faults.as_slice() else { panic!("{:?}", game.record.faults) };
    (fault.seat, fault.kind, &fault.function, fault.turn)
}

#[test]
fn a_game_ends_by_its_rules_and_leaves_a_transcript() {
    let game = tiny(vec![fleet(0), shot(0, 1), shot(1, 1)], vec![fleet(1), shot(0, 1)]);
    let scores = vec![2, 0];
    let outcome = Outcome { ranks: vec![1, 2], scores, ending: Ending::Rules };
    assert_eq!(game.record.verdict, Verdict::Decided(outcome));
    assert_eq!((game.record.turns, game.record.asked), (5, vec![3, 2]));
    let transcript = "0 2a@0,0\n1 2a@0,1\n0 0,1\n1 0,1\n0 1,1\nrules: ranks [1, 2], scores [2, 0]\n";
    assert_eq!(game.transcript, transcript);
}

#[test]
fn an_illegal_fleet_loses_before_the_opponent_is_asked() {
    let game = tiny(vec![fleet(2)], vec![]);
    assert_eq!(fault_of(&game), (Seat(0), FaultKind::IllegalFleet, "new-game", None));
    assert_eq!(game.record.verdict, Verdict::Forfeit(vec![2, 1]));
    assert_eq!((game.record.turns, game.record.asked), (0, vec![1, 0]));
}

#[test]
fn a_shot_off_the_board_loses() {
    let game = tiny(vec![fleet(0), shot(0, 0)], vec![fleet(0), shot(2, 0)]);
    assert_eq!(fault_of(&game), (Seat(1), FaultKind::IllegalMove, "take-turn", Some(1)));
    let end = "fault of 1: illegal-move in take-turn, turn 1: the shot at 2,0 is off the board\n\
               forfeit: ranks [1, 2]\n";
    assert!(game.transcript.ends_with(end), "{}", game.transcript);
}

#[test]
fn a_trapped_player_forfeits() {
    let game = tiny(vec![fleet(0), shot(0, 0)], vec![fleet(0), trap()]);
    assert_eq!(fault_of(&game), (Seat(1), FaultKind::Trap, "take-turn", Some(1)));
}

#[test]
fn trouble_of_the_machine_voids_the_game() {
    let trouble = Err(NoAnswer::Void(VoidCause::Watchdog, "a call took too long".into()));
    let game = tiny(vec![fleet(0), trouble], vec![fleet(0)]);
    let Verdict::Void(Void { cause: VoidCause::Watchdog, seat, detail, call: Some(call) }) =
        &game.record.verdict
    else {
        panic!("{:?}", game.record.verdict)
    };
    assert_eq!((*seat, detail.as_str()), (Some(Seat(0)), "a call took too long"));
    assert_eq!((call.function.as_ref(), call.turn), ("take-turn", Some(1)));
    assert!(call.question.starts_with(".."), "what it was shown: {}", call.question);
    assert!(game.transcript.ends_with("void: a call took too long\n"), "{}", game.transcript);
    assert_eq!(game.record.faults, []);
}

#[test]
fn an_opening_is_played_without_asking() {
    let opening = [(2, 3), (2, 2)].map(|(x, y)| othello::Action::Place(Square::new(x, y)));
    let game = play::<Othello>(
        &othello::Params::default(),
        &opening,
        &mut [Scripted::new([trap()]), Scripted::new([])],
    );
    assert!(game.transcript.starts_with("opening 0 c4\nopening 1 c3\nfault of 0:"), "{}", game.transcript);
    assert_eq!((game.record.turns, game.record.asked), (2, vec![1, 0]));
}

#[test]
fn a_forced_pass_is_played_without_asking() {
    // Black cannot move after these; white is asked next.
    let opening: Vec<othello::Action> =
        "d3 c3 b3 b2 f5 a3 a1 c1".split(' ').map(|text| text.parse().expect("a move")).collect();
    let game = play::<Othello>(
        &othello::Params::default(),
        &opening,
        &mut [Scripted::new([]), Scripted::new([trap()])],
    );
    assert!(game.transcript.contains("opening 1 c1\nforced 0 --\nfault of 1:"), "{}", game.transcript);
}

#[test]
fn a_pass_may_be_asked_for() {
    let opening: Vec<othello::Action> =
        "d3 c3 b3 b2 f5 a3 a1 c1".split(' ').map(|text| text.parse().expect("a move")).collect();
    let params = othello::Params::default().with_ask_on_pass(true);
    let pass = Ok(othello::Action::Pass);
    let game = play::<Othello>(&params, &opening, &mut [Scripted::new([pass]), Scripted::new([trap()])]);
    assert!(game.transcript.contains("opening 1 c1\n0 --\nfault of 1:"), "{}", game.transcript);
    assert_eq!((game.record.turns, game.record.asked), (9, vec![1, 1]));
}

/// Three players with a stone each on a board of 3 × 3, far from one another.
fn three() -> stones::Params {
    let board = Board::new(3, 3, &[0, -1, 1, -1, -1, -1, 2, -1, -1]).expect("the board is valid");
    stones::Params::new(&Options::explicit(&board)).expect("the parameters are valid")
}

/// As [`three`], but a fault ends the game.
fn three_until_a_fault() -> stones::Params {
    let options = Options { abort: true, ..Options::explicit(three().start()) };
    stones::Params::new(&options).expect("the parameters are valid")
}

fn step(text: &str) -> Answer<stones::Step> {
    Ok(text.parse().expect("a step"))
}

#[test]
fn at_a_table_of_three_an_offender_is_removed_and_the_others_play_on() {
    let players =
        &mut [Scripted::new([trap()]), Scripted::new([step("2,0>1,1")]), Scripted::new([step("0,2>1,1")])];
    let game = play::<Stones>(&three(), &[], players);
    assert_eq!(fault_of(&game), (Seat(0), FaultKind::Trap, "next-move", Some(1)));
    let Verdict::Decided(outcome) = game.record.verdict else { panic!("{:?}", game.record.verdict) };
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
    players[0].traps_at_event = Some(1);
    players[1].traps_at_event = Some(0);
    let game = play::<Stones>(&three(), &[], &mut players);
    let offenders: Vec<_> =
        game.record.faults.iter().map(|fault| (fault.seat, fault.function.clone())).collect();
    assert_eq!(offenders, [(Seat(1), "update".into()), (Seat(0), "update".into())]);
    let Verdict::Decided(outcome) = game.record.verdict else { panic!("{:?}", game.record.verdict) };
    assert_eq!(outcome.ranks, [2, 3, 1]);
}

#[test]
fn with_abort_an_offender_ends_the_game_of_three() {
    let players = &mut [Scripted::new([step("0,0>1,0")]), Scripted::new([trap()]), Scripted::new([])];
    let game = play::<Stones>(&three_until_a_fault(), &[], players);
    assert_eq!(fault_of(&game), (Seat(1), FaultKind::Trap, "next-move", Some(1)));
    assert_eq!(game.record.verdict, Verdict::Forfeit(vec![1, 3, 1]));
    let heard: Vec<_> = players[2].heard.iter().map(|told| told.message.to_string()).collect();
    assert_eq!(heard, ["GameStart", "TurnTo 0", "Move 0 (0,0) (1,0)", "TurnTo 1"]);
}

#[test]
fn with_abort_the_first_who_fails_at_being_told_is_the_last() {
    let mut players = [Scripted::new([]), Scripted::new([]), Scripted::new([])];
    players[0].traps_at_event = Some(1);
    players[1].traps_at_event = Some(0);
    let game = play::<Stones>(&three_until_a_fault(), &[], &mut players);
    assert_eq!(fault_of(&game), (Seat(1), FaultKind::Trap, "update", Some(0)));
    assert_eq!(game.record.verdict, Verdict::Forfeit(vec![1, 3, 1]));
}

#[test]
fn a_fault_keeps_what_was_shown_and_what_was_answered() {
    let game = tiny(vec![fleet(0), shot(0, 0)], vec![fleet(0), shot(2, 0)]);
    let [Fault { question, answer, .. }] = game.record.faults.as_slice() else { panic!("{game:?}") };
    assert_eq!((question.as_str(), answer.as_deref()), ("../.. 2", Some("2,0")));
}

/// The number of actions that two games have in common, by their checks.
fn in_common(one: &Finished, other: &Finished) -> usize {
    let checks =
        |game: &Finished| game.record.checks.as_bytes().chunks(4).map(<[u8]>::to_vec).collect::<Vec<_>>();
    checks(one).iter().zip(&checks(other)).take_while(|(one, other)| one == other).count()
}

#[test]
fn checks_tell_from_which_action_on_two_games_differ() {
    let game = || tiny(vec![fleet(0), shot(0, 1), shot(1, 1)], vec![fleet(1), shot(0, 1)]);
    let other =
        tiny(vec![fleet(0), shot(0, 0), shot(0, 1), shot(1, 1)], vec![fleet(1), shot(0, 1), shot(0, 1)]);
    assert_eq!(game().record.checks.len(), 4 * 5);
    assert_eq!((in_common(&game(), &game()), in_common(&game(), &other)), (5, 2));
}

mod by_hand;
mod stepped;
