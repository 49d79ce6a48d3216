use std::sync::Arc;

use judge_games::{Parameters, Seat};
use judge_limits::{Limits, Seed};
use judge_wit::{Interface, Value};

use super::{Beside, Lines, Speaker, name_question, write_legal, write_question};
use crate::contract::{self, Contract};
use crate::player::called::Called;
use crate::{FaultKind, GAMES, Match, NoAnswer, Rules, Seated, Verdict};

fn written(interface: &Interface, function: &str, arguments: &Value, beside: Beside<'_>) -> String {
    let mut line = String::new();
    write_question(interface.function(function).expect("it is there"), arguments, beside, &mut line);
    line
}

/// The first question to a player of a new game, beside the setup.
fn first_question<G: Contract>(params: &G::Params) -> (&'static str, Value) {
    let view = G::start(params).view(Seat(0));
    let mut arguments = Value::default();
    G::arguments(&view, &mut arguments);
    (G::question(&view).function, arguments)
}

#[test]
fn a_question_is_one_line_with_the_arguments_by_name() {
    let interface = contract::described("othello");
    let rules = Rules::new("othello", [("size", "4")]).expect("there is such a board");
    let (function, arguments) = for_game!(&rules, params, G => first_question::<G>(params));
    let mut legal = String::new();
    write_legal(&["b1", "a2"], 2, &mut legal);
    let beside = Beside { fuel_left: Some(u64::MAX), legal: &legal };
    assert_eq!(
        written(interface, function, &arguments, beside),
        "{\"ask\":\"choose\",\"own\":\"132096\",\"opponent\":\"262656\",\"legal\":\"67633410\",\"fuel_left\":9007199254740991,\"legal_actions\":[\"b1\",\"a2\"]}\n"
    );
    assert_eq!(name_question(), "{\"ask\":\"name\"}\n");
}

#[test]
fn the_fields_of_a_setup_are_those_of_the_line_and_what_wants_no_answer_is_told() {
    for (game, line) in [
        (
            "battleship",
            "{\"ask\":\"new-game\",\"seed\":\"7\",\"seat\":1,\"seats\":2,\"size\":10,\"fleet\":[5,4,3,3,2],\"no-touch\":false}\n",
        ),
        (
            "freedom",
            "{\"tell\":\"new-game\",\"seed\":\"7\",\"seat\":1,\"seats\":2,\"size\":10,\"scoring\":\"multiplicity\"}\n",
        ),
    ] {
        let rules = Rules::new(game, []).expect("nothing is set");
        let mut setup = Value::default();
        for_game!(&rules, params, G => <G as Contract>::setup(params, Seat(1), Seed(7), &mut setup));
        assert_eq!(written(rules.interface(), "new-game", &setup, Beside::default()), line);
    }
}

#[test]
fn an_argument_that_bears_a_word_of_the_protocol_gets_another_name() {
    let contract = "package a:b;\ninterface duel { bid: func(ask: s64, tell: option<string>) -> u8; }";
    let description = judge_wit::text::description(contract).expect("it is a contract");
    let interface = Interface::new(&description).expect("it has types of contracts");
    let mut arguments = Value::default();
    arguments.signed(i64::MIN);
    arguments.case(1);
    arguments.text("two\nlines \"so\"");
    assert_eq!(
        written(&interface, "bid", &arguments, Beside::default()),
        "{\"ask\":\"bid\",\"ask_\":\"-9223372036854775808\",\"tell_\":\"two\\nlines \\\"so\\\"\"}\n"
    );
}

/// A program that takes the first action that is listed, or says what it was made for.
struct First(Option<&'static str>);

impl Speaker for First {
    fn ask(&mut self, line: &str) -> Result<String, NoAnswer> {
        let question: serde_json::Value = serde_json::from_str(line).expect("it is JSON");
        assert!(line.ends_with("}\n") && line.matches('\n').count() == 1, "one line");
        if let Some(answer) = self.0 {
            return Ok(answer.to_owned());
        }
        if question["ask"] == "new-game" {
            return Ok("5a@0,0 4a@0,1 3a@0,2 3a@0,3 2a@0,4".to_owned());
        }
        Ok(format!(" {}\r", question["legal_actions"][0].as_str().expect("actions are listed")))
    }

    fn tell(&mut self, line: &str) -> Result<(), NoAnswer> {
        assert!(line.starts_with("{\"tell\":"), "{line}");
        Ok(())
    }
}

fn play<G: Contract>(
    params: &G::Params,
    interface: &Arc<Interface>,
    answer: Option<&'static str>,
) -> Result<Verdict, String> {
    let seats = u8::try_from(params.seats()).expect("seats are few");
    let player = |seat| {
        let lines = Lines::new(First(answer), interface.clone(), 256);
        Seated::player(Called::new::<G>(lines, params, Seat(seat), Seed(1)))
    };
    let mut game = Match::<G>::new(params, vec![], (0..seats).map(player).collect());
    assert_eq!(game.run(), Ok(()));
    if let Some(fault) = game.faults().first() {
        assert_eq!(fault.kind, FaultKind::BadReply);
        return Err(fault.detail.clone());
    }
    Ok(game.verdict().expect("it is over").clone())
}

#[test]
fn files_from_before_there_were_legal_actions_mean_the_usual_number() {
    let text = serde_json::to_string(&Limits::default()).expect("it is plain data");
    assert!(!text.contains("legal_actions"), "{text}");
    assert_eq!(serde_json::from_str::<Limits>(&text).expect("it is read"), Limits::default());
    let none = Limits { legal_actions: 0, ..Limits::default() };
    let text = serde_json::to_string(&none).expect("it is plain data");
    assert_eq!(serde_json::from_str::<Limits>(&text).expect("it is read"), none);
}

#[test]
fn every_game_is_played_by_lines() {
    for game in GAMES {
        let rules = Rules::new(game.name, []).expect("nothing is set");
        let verdict = for_game!(&rules, params, G => play::<G>(params, rules.interface(), None));
        assert!(matches!(verdict, Ok(Verdict::Decided(_))), "{}: {verdict:?}", game.name);
    }
}

/// A program that writes actions as a person or a list of games may.
struct Loose;

impl Speaker for Loose {
    fn ask(&mut self, line: &str) -> Result<String, NoAnswer> {
        let strict = First(None).ask(line)?;
        Ok(if line.contains("legal_actions") {
            format!("1. {},", strict.trim().to_uppercase())
        } else {
            strict
        })
    }

    fn tell(&mut self, _: &str) -> Result<(), NoAnswer> {
        Ok(())
    }
}

#[test]
fn an_answer_is_read_as_openings_are() {
    fn actions<G: Contract>(params: &G::Params, speaker: impl Fn() -> Lines) -> String {
        let seats = u8::try_from(params.seats()).expect("seats are few");
        let player = |seat| Seated::player(Called::new::<G>(speaker(), params, Seat(seat), Seed(1)));
        let mut game = Match::<G>::new(params, vec![], (0..seats).map(player).collect());
        assert_eq!(game.run(), Ok(()));
        assert_eq!(game.faults(), []);
        game.finish().transcript
    }
    for game in GAMES {
        let rules = Rules::new(game.name, []).expect("nothing is set");
        let loose = || Lines::new(Loose, rules.interface().clone(), 256);
        let strict = || Lines::new(First(None), rules.interface().clone(), 256);
        for_game!(&rules, params, G => assert_eq!(actions::<G>(params, loose), actions::<G>(params, strict), "{}", game.name));
    }
}

#[test]
fn a_line_that_is_no_action_is_told_as_what_it_is() {
    for (answer, words) in
        [("", "it answered an empty line; print an action"), ("debug:\t3", "it answered \"debug:\\t3\": ")]
    {
        let rules = Rules::new("othello", []).expect("nothing is set");
        let verdict = for_game!(&rules, params, G => play::<G>(params, rules.interface(), Some(answer)));
        let told = verdict.expect_err("it is no action");
        assert!(told.starts_with(words), "{told}");
    }
}
