//! Steps come in order, none is lost, and the rules' promises are watched.

use judge_games::{Game, Parameters, SettingError, Settings};
use judge_wit::{Reader, Value};

use super::*;
use crate::Seed;

/// All steps until the match is over or waits.
fn steps<G: Contract>(game: &mut Match<'_, G>) -> Vec<String> {
    let mut steps = Vec::new();
    loop {
        let step = game.step();
        steps.push(text(&step));
        if matches!(step, Step::Over | Step::Waiting(_)) {
            return steps;
        }
    }
}

fn text<G: Contract>(step: &Step<G>) -> String {
    let numbers = |seats: &[Seat]| seats.iter().map(|seat| seat.0.to_string()).collect::<String>();
    match step {
        Step::Began => "began".into(),
        Step::Asked(seat, asked) => format!("asked {seat} {}", asked.function),
        Step::Waiting(seat) => format!("waiting {seat}"),
        Step::Acted(seat, by, action) => format!("acted {seat} {by:?} {action}"),
        Step::Told(seats, event) => {
            let event = event.to_string();
            format!("told {} {}", numbers(seats), event.split(';').next().expect("a text has a first part"))
        }
        Step::Fault(fault) => format!("fault {} {}", fault.seat, fault.function),
        Step::Over => "over".into(),
    }
}

#[test]
fn the_steps_of_a_game_of_three_come_in_order() {
    let mut scripts =
        [Scripted::new([trap()]), Scripted::new([step("2,0>1,1")]), Scripted::new([step("0,2>1,1")])];
    let seats = scripts.iter_mut().map(Seated::player).collect();
    let mut game = Match::<Stones>::new(&three(), vec![], seats);
    let expected = [
        "began",
        "told 012 GameStart",
        "told 012 TurnTo 0",
        "asked 0 next-move",
        "fault 0 next-move",
        "told 012 PlayerLost 0",
        "told 12 TurnTo 1",
        "asked 1 next-move",
        "acted 1 Player 2,0>1,1",
        "told 12 Move 1 (2,0) (1,1)",
        "told 12 TurnTo 2",
        "asked 2 next-move",
        "acted 2 Player 0,2>1,1",
        "told 12 Hit 1 (1,1)",
        "told 12 PlayerLost 1",
        "told 2 Move 2 (0,2) (1,1)",
        "told 012 PlayerWon 2",
        "over",
    ];
    assert_eq!(steps(&mut game), expected);
    assert_eq!(text(&game.step()), "over", "and it stays so");
}

#[test]
fn every_fault_of_one_telling_is_told_once_and_after_it() {
    let mut scripts = [Scripted::new([]), Scripted::new([]), Scripted::new([])];
    scripts[0].traps_at_event = Some(0);
    scripts[1].traps_at_event = Some(0);
    let seats = scripts.iter_mut().map(Seated::player).collect();
    let mut game = Match::<Stones>::new(&three(), vec![], seats);
    let steps = steps(&mut game);
    assert_eq!(steps[..4], ["began", "told 012 GameStart", "fault 0 update", "fault 1 update"]);
    assert_eq!(steps.iter().filter(|step| step.starts_with("fault")).count(), 2);
}

#[test]
fn what_ends_the_match_is_told_before_the_fault_and_nobody_after_it_hears() {
    let mut scripts = [Scripted::new([]), Scripted::new([]), Scripted::new([])];
    scripts[1].traps_at_event = Some(0);
    let seats = scripts.iter_mut().map(Seated::player).collect();
    let mut game = Match::<Stones>::new(&three_until_a_fault(), vec![], seats);
    assert_eq!(steps(&mut game), ["began", "told 01 GameStart", "fault 1 update", "over"]);
    drop(game);
    assert_eq!(scripts[2].heard, []);
}

#[test]
fn openings_and_forced_actions_ask_nobody() {
    let opening: Vec<othello::Action> =
        "d3 c3 b3 b2 f5 a3 a1 c1".split(' ').map(|text| text.parse().expect("a move")).collect();
    let seats = vec![Seated::person(), Seated::person()];
    let mut game = Match::<Othello>::new(&othello::Params::default(), opening, seats);
    let steps = steps(&mut game);
    assert_eq!(steps[..2], ["began", "acted 0 Opening d3"]);
    assert_eq!(steps[8..], ["acted 1 Opening c1", "acted 0 Forced --", "asked 1 choose", "waiting 1"]);
}

#[test]
fn a_player_that_does_not_begin_fails_after_the_others_heard_that_the_game_begins() {
    let (traps, _) = Diligent::trapping(0);
    let (first, _) = Diligent::new(Takes::First);
    let seats = vec![Seated::player(first), Seated::person(), Seated::player(traps)];
    let mut game = Match::<Stones>::new(&three(), vec![], seats);
    let expected = [
        "began",
        "told 012 GameStart",
        "told 012 TurnTo 0",
        "fault 2 new-game",
        "told 012 PlayerLost 2",
        "asked 0 next-move",
    ];
    assert_eq!(steps(&mut game)[..6], expected);
}

#[test]
fn after_a_fault_at_the_beginning_the_opening_is_not_played() {
    let (traps, _) = Diligent::trapping(0);
    let seats = vec![Seated::player(traps), Seated::person(), Seated::person()];
    let opening = ["0,0>0,1", "2,0>2,1"].map(|text| text.parse().expect("a step")).to_vec();
    let mut game = Match::<Stones>::new(&three(), opening, seats);
    assert_eq!(game.run(), Err(Seat(1)));
    assert_eq!((game.turns(), game.faults().len()), (0, 1));
}

/// A game for two that goes on for ever, and promises to be over after three actions.
#[derive(Clone)]
struct Endless;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct NoParams;

impl Parameters for NoParams {
    const KEYS: &'static [judge_games::Key] = &[];

    fn from_checked(_: &Settings<'_>) -> Result<Self, SettingError> {
        Ok(Self)
    }

    fn settings(&self) -> Vec<(&'static str, String)> {
        vec![]
    }
}

impl Game for Endless {
    const NAME: &'static str = "endless";
    const OPENING_PLIES: Option<u32> = None;
    type Params = NoParams;
    type Action = u8;
    type View = ();
    type Illegal = std::fmt::Error;

    fn start(_: &NoParams) -> Self {
        Self
    }

    fn turns_max(_: &NoParams) -> u32 {
        3
    }

    fn seats(&self) -> usize {
        2
    }

    fn to_move(&self) -> Option<Seat> {
        Some(Seat(0))
    }

    fn legal(&self) -> Vec<u8> {
        vec![0]
    }

    fn view(&self, _: Seat) {}

    fn play(&mut self, _: &u8) -> Result<(), std::fmt::Error> {
        Ok(())
    }

    fn outcome(&self) -> Option<Outcome> {
        None
    }
}

impl Contract for Endless {
    type Event = u8;

    fn setup(_: &NoParams, _: Seat, _: Seed, _: &mut Value) {}

    fn question((): &()) -> Asked {
        Asked { function: "go-on", phase: Phase::Turns }
    }

    fn arguments((): &(), _: &mut Value) {}

    fn answer((): &(), mut answer: Reader<'_>) -> Result<u8, String> {
        Ok(answer.byte())
    }

    fn news(event: &u8, to: &mut Value) {
        to.number(*event);
    }

    fn text((): &()) -> String {
        String::new()
    }
}

fn endless(turns: usize) -> Result<(), Seat> {
    let script = Scripted::<Endless>::new(vec![Ok(0); turns]);
    let seats = vec![Seated::player(script), Seated::person()];
    Match::new(&NoParams, vec![], seats).run()
}

#[test]
#[should_panic(expected = "a game is no longer than its parameters promise")]
fn a_game_that_is_longer_than_it_promised_is_our_mistake() {
    let _ = endless(4);
}

#[test]
fn a_game_may_be_as_long_as_it_promised() {
    assert_eq!(endless(3), Ok(()), "the script ends with a fault");
}

#[test]
fn a_game_that_refuses_its_own_action_makes_the_match_void() {
    let seats = vec![Seated::person(), Seated::person()];
    let opening = vec!["a1".parse().expect("a move")];
    let mut game = Match::<Othello>::new(&othello::Params::default(), opening, seats);
    assert_eq!(game.run(), Ok(()));
    let Some(Verdict::Void(void)) = game.verdict() else { panic!("{game:?}") };
    assert_eq!((void.cause, void.seat), (VoidCause::Game, None));
    assert!(void.detail.starts_with("othello: it refuses a1, which it has listed"), "{}", void.detail);
}
