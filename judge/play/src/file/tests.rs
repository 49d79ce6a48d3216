//! A game whose code is written here: it keeps its promises, or breaks one of them.

use std::sync::atomic::{AtomicU32, Ordering};

use judge_games::{Game, Parameters, Seat};
use judge_scenes::{Shown, Viewpoint};
use judge_wit::{Description, Interface, Reader, Value, text};

use super::*;
use crate::contract::Contract;
use crate::player::called::{Answer, Called, Callee};
use crate::{Account, Match, NoAnswer, Seated, Seed, Verdict, VoidCause};

const CONTRACT: &str =
    "interface nim { name: func() -> string; new-game: func(seed: u64); take: func(left: u8) -> u8; }";

/// A function's name, with an answer that breaks the contract.
type Broken = (&'static str, fn() -> Result<Value, Stopped>);

/// Nim: take one or two, who takes the last one wins.
#[derive(Clone)]
struct Nim(Option<Broken>);

fn value(write: impl FnOnce(&mut Value)) -> Value {
    let mut value = Value::default();
    write(&mut value);
    value
}

/// A position with so many left.
fn position(left: u8, mover: u8, to: &mut Value) {
    to.bytes(&[left, mover]);
    to.case(u32::from(left > 0));
    if left > 0 {
        to.number(mover);
    }
    to.case(0);
    to.case(u32::from(left == 0));
    if left == 0 {
        // The one before has taken the last.
        to.bytes(if mover == 1 { &[1, 2] } else { &[2, 1] });
        to.list(2);
        to.signed(i32::from(mover == 1));
        to.signed(i32::from(mover == 0));
        to.case(0);
    }
    to.list(0);
}

/// The one setting, of which a game begins with so many.
fn begun<'a>(asked: &mut Reader<'a>) -> &'a str {
    let set = (0..asked.list()).map(|_| (asked.text(), asked.text()).1).last();
    set.unwrap_or("5")
}

impl Nim {
    fn answer(function: &str, mut asked: Reader<'_>) -> Value {
        value(|to| match function {
            "info" => info(to),
            "contract" => to.text(CONTRACT),
            "set-up" => {
                to.case(0);
                to.number(2_u8);
                to.number(9_u8);
                to.list(1);
                to.text("position");
                to.text(begun(&mut asked));
            }
            "start" => position(begun(&mut asked).parse().unwrap_or(5), 0, to),
            "play" => {
                let state = asked.bytes();
                match asked.text() {
                    "1" if state[0] > 0 => {
                        to.case(0);
                        position(state[0] - 1, 1 - state[1], to);
                    }
                    "2" if state[0] > 1 => {
                        to.case(0);
                        position(state[0] - 2, 1 - state[1], to);
                    }
                    _ => {
                        to.case(1);
                        to.case(1);
                        to.text("take one or two");
                    }
                }
            }
            "legal" => {
                to.case(1);
                to.list(1);
                to.text("1");
            }
            "remove" => to.case(0),
            "begin" => to.text("{\"seed\":7}"),
            "question" => {
                let state = asked.bytes();
                to.text("take");
                to.case(1);
                to.text(&format!("{{\"left\":{}}}", state[0]));
                to.text("how many?");
            }
            "answer" => {
                asked.bytes();
                asked.byte();
                to.case(0);
                to.text(asked.text());
            }
            _ => panic!("{function} is not asked for"),
        })
    }
}

fn info(to: &mut Value) {
    to.text("nim");
    to.number(2_u8);
    to.case(0);
    to.list(1);
    to.text("position");
    to.case(5);
    to.text("5");
    to.text("as many as there are");
    to.text("Take one or two.");
    // The facts: no seats, no unit, no words, nothing hidden, no pieces.
    to.list(0);
    to.case(0);
    to.text("a number");
    to.text("Write 1 or 2.");
    to.case(0);
    to.case(0);
    to.list(0);
    to.case(0);
    to.case(0);
    to.text("plain");
    to.text("Board");
    to.case(0);
    to.number(false);
    to.number(false);
    to.case(0);
    to.case(0);
    to.list(0);
}

impl GameCode for Nim {
    fn start(&self) -> Result<Box<dyn RunningGame>, Stopped> {
        Ok(Box::new(self.clone()))
    }
}

impl RunningGame for Nim {
    fn call(&mut self, function: &str, arguments: &Value, answer: &mut Value) -> Result<(), Stopped> {
        *answer = match self.0 {
            Some((broken, how)) if broken == function => how()?,
            _ => Self::answer(function, arguments.reader()),
        };
        Ok(())
    }
}

fn load(nim: Nim) -> Result<Arc<GameFile>, Stopped> {
    let (info, contract) = GameFile::introduction(&nim)?;
    let description: Description = text::description(&contract).expect("it is a contract");
    let interface = Interface::new(&description).expect("it has types of contracts");
    Ok(Arc::new(GameFile::new(info, [7; 32], contract, Arc::new(interface), Box::new(nim))))
}

fn rules(nim: Nim) -> FileRules {
    FileRules::new(&load(nim).expect("it is a game"), []).expect("nothing is set")
}

/// A bot that takes as many as it was made for, each time.
struct Taker(u8);

impl Callee for Taker {
    fn ask(&mut self, function: &str, arguments: &Value, values: &mut Value) -> Result<Answer, NoAnswer> {
        if function == "take" {
            assert!((1..=5).contains(&arguments.reader().byte()), "it is asked with what is left");
            values.number(self.0);
        } else {
            assert_eq!(arguments.reader().number(), 7, "begin says what it learns first");
        }
        Ok(Answer::Values)
    }

    fn tell(&mut self, _: &str, _: &Value) -> Result<(), NoAnswer> {
        unreachable!("there is no news")
    }

    fn skip_turn(&mut self) {}

    fn account(&self) -> &dyn Account {
        &()
    }
}

fn play(rules: &FileRules, takes: [u8; 2]) -> Verdict {
    play_after(vec![], rules, takes)
}

fn play_after(opening: Vec<FileAction>, rules: &FileRules, takes: [u8; 2]) -> Verdict {
    let rules = &FileGame::for_one_match(rules);
    let player =
        |(seat, takes)| Seated::player(Called::new::<FileGame>(Taker(takes), rules, Seat(seat), Seed(1)));
    let players = (0..).zip(takes).map(player).collect();
    let mut game = Match::<FileGame>::new(rules, opening, players);
    assert_eq!(game.run(), Ok(()));
    game.verdict().expect("it is over").clone()
}

/// The reason why a game of a file that breaks one promise is void.
fn trouble(function: &'static str, how: fn() -> Result<Value, Stopped>) -> String {
    match play(&rules(Nim(Some((function, how)))), [1, 1]) {
        Verdict::Void(void) => {
            assert_eq!((void.cause, void.seat), (VoidCause::Game, None));
            let told = void.detail.strip_prefix("nim: ").expect("the game is named");
            told.split("; the last answer").next().expect("a text has a first part").to_owned()
        }
        other => panic!("{other}"),
    }
}

#[test]
fn a_file_is_a_game_like_any_other() {
    let rules = rules(Nim(None));
    assert_eq!((rules.seats(), FileGame::turns_max(&rules)), (2, 9));
    assert_eq!(play(&rules, [1, 1]).ranks(), Some([1, 2].as_slice()));
    assert_eq!(play(&rules, [2, 1]).ranks(), Some([1, 2].as_slice()));
}

#[test]
fn who_breaks_the_rules_of_a_file_forfeits() {
    assert_eq!(play(&rules(Nim(None)), [1, 7]), Verdict::Forfeit(vec![1, 2]));
}

#[test]
fn a_file_that_traps_makes_the_match_void_and_blames_nobody() {
    let trap = || Err(Stopped::Broken("it trapped".into()));
    for function in ["start", "play", "begin", "question", "answer"] {
        assert_eq!(trouble(function, trap), format!("{function}: it trapped"));
    }
    // It is asked only when somebody is to be removed.
    let broken = rules(Nim(Some(("remove", trap))));
    let told = "nim: remove: it trapped; the last answer was 7, by seat 2";
    assert!(matches!(play(&broken, [1, 7]), Verdict::Void(void) if void.detail == told));
}

#[test]
fn a_machine_that_cannot_run_a_file_says_nothing_about_it() {
    let broken = rules(Nim(Some(("play", || Err(Stopped::Machine("no memory".into()))))));
    let Verdict::Void(void) = play(&broken, [1, 1]) else { panic!("nobody can play") };
    assert_eq!((void.cause, void.detail.as_str()), (VoidCause::Machine, "nim: play: no memory"));
}

#[test]
fn nothing_that_a_file_answers_is_believed() {
    let told = trouble("start", || {
        Ok(value(|to| {
            to.bytes(b"");
            to.case(1);
            to.number(2_u8);
        }))
    });
    assert_eq!(told, "start: there is no seat 2; there are 2");
    let told = trouble("start", || {
        Ok(value(|to| {
            to.bytes(&vec![0; STATE_BYTES_MAX + 1]);
        }))
    });
    assert!(told.starts_with("start: the state has 1048577 bytes"), "{told}");
}

#[test]
fn ranks_must_be_ranks() {
    let told = trouble("start", || {
        Ok(value(|to| {
            to.bytes(b"");
            to.case(0);
            to.case(0);
            to.case(1);
            to.bytes(&[2, 2]);
            to.list(2);
            to.signed(0_i32);
            to.signed(0_i32);
            to.case(0);
            to.list(0);
        }))
    });
    assert_eq!(told, "start: the ranks are [2, 2]; 1 is best, and equals share a rank, as in [1, 2, 2]");
}

#[test]
fn questions_and_answers_are_of_the_contract() {
    let told = trouble("question", || {
        Ok(value(|to| {
            to.text("take");
            to.case(1);
            to.text("{\"left\":300}");
            to.text("");
        }))
    });
    assert!(told.starts_with("question: the arguments of take: left: 300 should be "), "{told}");
    let told = trouble("question", || {
        Ok(value(|to| {
            to.text("give");
            to.case(1);
            to.text("{}");
            to.text("");
        }))
    });
    assert_eq!(told, "question: the contract has no function \"give\"");
    let told = trouble("answer", || {
        Ok(value(|to| {
            to.case(0);
            to.text("a\nb");
        }))
    });
    assert!(told.starts_with("answer: \"a\\nb\": it has characters that cannot be shown"), "{told}");
}

#[test]
fn a_game_ends_within_the_turns_that_it_promised() {
    let told = trouble("play", || {
        Ok(value(|to| {
            to.case(0);
            position(5, 0, to);
        }))
    });
    assert_eq!(told, "play: the game goes on after 9 turns, and set-up said that it ends by then");
}

#[test]
fn a_seat_that_was_taken_out_has_no_turn_any_more() {
    fn turn_of(mover: u8) -> Value {
        value(|to| {
            to.case(1);
            position(5, mover, to);
        })
    }
    let told = |how| match play(&rules(Nim(Some(("remove", how)))), [7, 1]) {
        Verdict::Void(void) => {
            void.detail.split("; the last answer").next().expect("a text has a first part").to_owned()
        }
        other => panic!("{other}"),
    };
    // It would be asked again, and taken out again.
    let removed = "nim: remove: seat 0 is to move, and was taken out of the game";
    assert_eq!(told(|| Ok(turn_of(0))), removed);
    let played = "nim: play: seat 0 is to move, and was taken out of the game";
    assert_eq!(told(|| Ok(turn_of(1))), played);
}

#[test]
fn nothing_is_played_after_the_end_whatever_the_file_says() {
    let over = || {
        Ok(value(|to| {
            to.case(0);
            position(0, 1, to);
        }))
    };
    let opening = vec![FileAction("1".into()), FileAction("1".into())];
    let verdict = play_after(opening, &rules(Nim(Some(("play", over)))), [1, 1]);
    let told = "nim: play: the game is over before its opening is, and was not when that was drawn";
    assert!(matches!(&verdict, Verdict::Void(void) if void.detail == told), "{verdict}");
}

#[test]
fn a_scene_that_breaks_spoils_no_game() {
    let rules = rules(Nim(Some(("scene", || Err(Stopped::Broken("it trapped".into()))))));
    let game = FileGame::start(&rules);
    let scene = game.scene(Viewpoint::Everything);
    assert_eq!(scene.words.as_deref(), Some("The game cannot show this position: scene: it trapped"));
    assert_eq!(game.trouble(), None);
    assert_eq!(play(&rules, [1, 1]).ranks(), Some([1, 2].as_slice()));
}

/// Each try may take all the fuel of a call, which is some seconds of a browser.
#[test]
fn a_scene_that_breaks_is_not_asked_for_again_and_again() {
    static ASKED: AtomicU32 = AtomicU32::new(0);
    fn fails() -> Result<Value, Stopped> {
        let before = ASKED.fetch_add(1, Ordering::Relaxed);
        Err(Stopped::Broken(format!("it trapped {before} times before")))
    }
    let rules = rules(Nim(Some(("scene", fails))));
    let seen = |game: &FileGame| game.scene(Viewpoint::Everything).words.expect("it says why");
    for _ in 0..2 {
        ASKED.store(0, Ordering::Relaxed);
        let game = FileGame::start(&FileGame::for_one_match(&rules));
        (0..9).for_each(|_| drop(seen(&game)));
        assert_eq!(seen(&game), "The game cannot show this position: scene: it trapped 2 times before");
        assert_eq!(ASKED.load(Ordering::Relaxed), 3, "in each match anew");
        assert!(game.listed().is_ok(), "what works is asked");
    }
}

#[test]
fn settings_are_checked_as_those_of_other_games() {
    let file = load(Nim(None)).expect("it is a game");
    let told = FileRules::new(&file, [("sise", "8")]).expect_err("there is no such key").to_string();
    assert!(told.starts_with("unknown key \"sise\""), "{told}");
    let broken = load(Nim(Some(("set-up", || {
        Ok(value(|to| {
            to.case(0);
            to.number(9_u8);
            to.number(9_u8);
            to.list(0);
        }))
    }))))
    .expect("it is a game");
    let told = FileRules::new(&broken, []).expect_err("there are too many seats").to_string();
    assert!(told.contains("9 seats"), "{told}");
}

#[test]
fn a_file_begins_at_a_position_if_it_has_a_setting_of_that_name() {
    let rules = rules(Nim(None));
    let begun = FileGame::start_at(&rules, "3", 1).expect("it has the setting");
    assert_eq!(begun.params.settings(), [("position", "3".to_owned())]);
    assert_eq!(rules.settings(), [("position", "5".to_owned())], "the tournament's are as they were");
    let mut way = crate::opening::replayed_position::ReplayedPosition::from(begun.game);
    assert_eq!(way.play_line("2 1"), Ok(()));
    assert_eq!(way.game.to_move(), None);
    let line = ["[3]", "2"].map(str::to_owned);
    let read = crate::opening::WayReader::<FileGame>::new(&rules).opening("[ 3 ] 2", usize::MAX);
    assert_eq!(read.map(|opening| opening.texts).as_deref(), Ok(line.as_slice()));
}

#[test]
fn a_name_that_is_none_makes_no_game() {
    let told = load(Nim(Some(("info", || Ok(value(|to| to.text("../x"))))))).expect_err("it is no name");
    assert!(told.to_string().starts_with("info: the name \"../x\" is no name of a game"), "{told}");
}
