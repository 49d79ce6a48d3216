//! Connect Four and Tron keep their promises, until something between them and the examination breaks one.

use std::path::Path;
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU32, Ordering};

use judge_core::host::Options;
use judge_core::tournament::{GameFiles, limits_of_games};
use judge_play::file::{GameCode, RunningGame, Stopped};
use judge_play::wit::{Interface, Reader, Value};

use super::recorder::with_code;
use super::*;

/// A change of an answer, given the arguments, the answer and the number of calls that the instance had before.
type Change = fn(Reader<'_>, Value, u32) -> Result<Value, Stopped>;

/// A game of which one function answers something else.
struct Changed {
    file: Arc<GameFile>,
    function: &'static str,
    change: Change,
}

struct Running {
    code: Box<dyn RunningGame>,
    function: &'static str,
    change: Change,
    calls: AtomicU32,
}

impl GameCode for Changed {
    fn start(&self) -> Result<Box<dyn RunningGame>, Stopped> {
        let Self { file, function, change } = self;
        let running = file.code.start()?;
        Ok(Box::new(Running { code: running, function, change: *change, calls: AtomicU32::new(0) }))
    }
}

impl RunningGame for Running {
    fn call(&mut self, function: &str, arguments: &Value, answer: &mut Value) -> Result<(), Stopped> {
        self.code.call(function, arguments, answer)?;
        if function == self.function {
            let calls = self.calls.fetch_add(1, Ordering::Relaxed);
            *answer = (self.change)(arguments.reader(), std::mem::take(answer), calls)?;
        }
        Ok(())
    }
}

fn ready(game: &str) -> Arc<GameFile> {
    static READY: LazyLock<[Arc<GameFile>; 3]> = LazyLock::new(|| {
        ["connect-four", "tron", "kuhn-poker"].map(|game| {
            let file = Path::new("../../tournaments/games").join(game).with_extension("wasm");
            // Room for all tests at a time, whose instances are of one sandbox.
            let options = Options { jobs: Some(16), ..Options::default() };
            GameFiles::new(&options).load(&file, limits_of_games()).expect("the ready games are games")
        })
    });
    READY.iter().find(|file| file.info.name == game).expect("it is one of them").clone()
}

/// The findings about a game in its first games.
fn found(file: &Arc<GameFile>) -> Vec<GameFinding> {
    // The smallest boards.
    let settings: &[(&str, &str)] = match file.info.name {
        "tron" => &[("size", "7")],
        "kuhn-poker" => &[("hands", "2")],
        _ => &[("columns", "4"), ("rows", "4")],
    };
    let bounds = GameBounds { games: 4, fuel: u64::MAX, fuel_of_call: 1_000_000_000 };
    examine(file, Some(settings), bounds, &|| ()).expect("the machine can run it").findings
}

/// The first of the promises that a game breaks if this function of it answers something else.
fn broken(game: &str, function: &'static str, change: Change) -> GameFinding {
    all_broken(game, function, change).into_iter().next().expect("it breaks a promise")
}

fn all_broken(game: &str, function: &'static str, change: Change) -> Vec<GameFinding> {
    let file = ready(game);
    let code = Changed { file: file.clone(), function, change };
    let changed = with_code(&file, code);
    found(&changed)
}

/// The actions that `legal` answers.
fn listed(answer: &Value) -> Vec<String> {
    let mut from = answer.reader();
    if from.case() == 0 {
        return Vec::new();
    }
    (0..from.list()).map(|_| from.text().to_owned()).collect()
}

fn list(actions: &[String]) -> Value {
    let mut answer = Value::default();
    answer.case(1);
    answer.list(actions.len());
    for action in actions {
        answer.text(action);
    }
    answer
}

#[test]
fn the_ready_games_keep_their_promises() {
    for game in ["connect-four", "tron", "kuhn-poker"] {
        assert_eq!(found(&ready(game)), [], "{game}");
    }
}

#[test]
fn what_is_listed_can_be_played_and_what_can_be_played_is_listed() {
    let more = broken("connect-four", "legal", |_, answer, _| {
        Ok(list(&[listed(&answer), vec!["5".into()]].concat()))
    });
    assert_eq!((more.promise, more.is_fault), (Promise::ListedIsPlayed, true));
    assert!(more.what.starts_with("legal lists 5, and play refuses it: "), "{}", more.what);
    assert_eq!(more.line, [""; 0]);
    let twice = broken("connect-four", "legal", |_, answer, _| {
        Ok(list(&[listed(&answer), listed(&answer)].concat()))
    });
    assert_eq!(twice.what, "legal lists 1 twice");
    let none = broken("connect-four", "legal", |_, _, _| Ok(list(&[])));
    assert_eq!(none.what, "legal lists no action, and seat 0 is to move");
    let less = broken("connect-four", "legal", |_, answer, _| Ok(list(&listed(&answer)[1..])));
    // The scene shows what legal leaves out.
    assert_eq!(less.promise, Promise::ChoicesAreListed);
    assert_eq!(less.what, "scene has the choice 1, which legal does not list");
}

#[test]
fn an_action_is_written_in_one_way() {
    // A bot that answers in words of its own.
    let found = broken("connect-four", "answer", |mut asked, answer, _| {
        let (_, _, value) = (asked.bytes(), asked.byte(), asked.text());
        if value != "3" {
            return Ok(answer);
        }
        Err(Stopped::Broken("trap: it is not ready for a 3".into()))
    });
    assert_eq!(found.promise, Promise::Answers("answer".into()));
    assert_eq!(found.what, "answer of 3: trap: it is not ready for a 3; the last answer was 3, by seat 1");
}

#[test]
fn the_line_to_a_broken_promise_is_as_short_as_it_can_be() {
    let found = broken("connect-four", "question", |mut asked, answer, _| {
        // The state lists the actions.
        let discs = asked.bytes().split(|byte| *byte == b'+').skip(1);
        if discs.count() < 4 { Ok(answer) } else { Err(Stopped::Broken("trap: unreachable".into())) }
    });
    assert_eq!(
        (found.promise, found.line.len()),
        (Promise::Answers("question".into()), 4),
        "{:?}",
        found.line
    );
}

#[test]
fn a_game_remembers_nothing_between_calls() {
    let found = broken("connect-four", "question", |_, answer, calls| {
        if calls == 0 {
            return Ok(answer);
        }
        Err(Stopped::Broken("trap: asked twice".into()))
    });
    assert_eq!(found.what, "question: trap: asked twice; the last answer was 7, by seat 1");
    let found = broken("connect-four", "legal", |_, answer, calls| {
        let mut actions = listed(&answer);
        actions.rotate_left(calls as usize % 2);
        Ok(list(&actions))
    });
    assert!(found.what.starts_with("legal: it answers something else in an instance"), "{}", found.what);
}

#[test]
fn settings_come_back() {
    let found = all_broken("connect-four", "set-up", |_, answer, _| {
        let mut from = answer.reader();
        let (_, seats, turns) = (from.case(), from.byte(), from.number());
        let mut changed = Value::default();
        changed.case(0);
        changed.number(seats);
        changed.number(turns + 1);
        let settings: Vec<[&str; 2]> = (0..from.list()).map(|_| [from.text(), from.text()]).collect();
        changed.list(settings.len());
        for [key, value] in settings {
            changed.text(key);
            changed.text(if key == "columns" && value == "4" { "5" } else { "6" });
        }
        Ok(changed)
    });
    let is_told = |finding: &GameFinding| finding.promise == Promise::SettingsComeBack && finding.is_fault;
    assert!(found.iter().any(is_told), "{found:?}");
}

#[test]
fn a_secret_that_is_never_kept_is_told() {
    let file = ready("tron");
    let code = Leaky(file.clone());
    let leaky = with_code(&file, code);
    let found = found(&leaky);
    let told: Vec<_> = found.iter().map(|finding| (&finding.promise, finding.is_fault)).collect();
    assert_eq!(told, [(&Promise::SecretsAreKept, false), (&Promise::ScoresAreKept, false)]);
}

#[test]
fn a_secret_that_a_question_gives_away_is_told() {
    let found = all_broken("tron", "question", |mut asked, answer, _| {
        let sum: u64 = asked.bytes().iter().map(|&byte| u64::from(byte)).sum();
        let mut from = answer.reader();
        let mut changed = Value::default();
        changed.text(from.text());
        changed.case(from.case());
        changed.text(from.text());
        changed.text(&sum.to_string());
        Ok(changed)
    });
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((&found[0].promise, found[0].is_fault), (&Promise::SecretsAreKept, false));
    let what = &found[0].what;
    assert!(what.starts_with("seat 1 is asked something else after "), "{what}");
    assert!(what.contains(" (its text is \""), "{what}");
}

#[test]
fn scores_that_count_what_was_dealt_are_told() {
    let file = ready("kuhn-poker");
    let code = Leaky(file.clone());
    let found = found(&with_code(&file, code));
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((&found[0].promise, found[0].is_fault), (&Promise::ScoresAreKept, false));
    let what = &found[0].what;
    assert!(what.starts_with("before the first action seat 0 is shown that seat 1 has "), "{what}");
    assert_eq!(found[0].line, [""; 0]);
}

/// A game, but each seat is shown something of all that is in the state.
struct Leaky(Arc<GameFile>);

struct LeakyRunning(Box<dyn RunningGame>);

impl GameCode for Leaky {
    fn start(&self) -> Result<Box<dyn RunningGame>, Stopped> {
        Ok(Box::new(LeakyRunning(self.0.code.start()?)))
    }
}

impl RunningGame for LeakyRunning {
    fn call(&mut self, function: &str, arguments: &Value, answer: &mut Value) -> Result<(), Stopped> {
        if function != "scene" {
            return self.0.call(function, arguments, answer);
        }
        // No board, no choice, and scores that say what the state is.
        let mut from = arguments.reader();
        let sum: i32 = from.bytes().iter().map(|&byte| i32::from(byte)).sum();
        answer.list(0);
        answer.list(2);
        (0..2).for_each(|_| answer.signed(sum));
        answer.list(0);
        (0..3).for_each(|_| answer.case(0));
        Ok(())
    }
}

#[test]
fn a_function_of_the_contract_that_nobody_is_asked_is_told() {
    let file = ready("connect-four");
    let contract = file.contract.replace("name: func", "sing: func(of: string) -> string;\n    name: func");
    let description = judge_play::wit::text::description(&contract).expect("it is a contract");
    let interface = Arc::new(Interface::new(&description).expect("it has types of contracts"));
    let code = Changed { file: file.clone(), function: "none", change: |_, answer, _| Ok(answer) };
    let more = Arc::new(GameFile::new(file.info, file.sha256, contract, interface, Box::new(code)));
    let found = found(&more);
    assert_eq!(found.len(), 1, "{found:?}");
    assert_eq!((found[0].what.as_str(), found[0].is_fault), ("no bot was asked sing of the contract", false));
}

/// A game whose instances take much fuel for their first call, as interpreters do.
struct Costly(Arc<GameFile>);

struct CostlyInstance {
    running: Box<dyn RunningGame>,
    fuel: u64,
    calls: u32,
}

impl GameCode for Costly {
    fn start(&self) -> Result<Box<dyn RunningGame>, Stopped> {
        Ok(Box::new(CostlyInstance { running: self.0.code.start()?, fuel: 0, calls: 0 }))
    }
}

impl RunningGame for CostlyInstance {
    fn call(&mut self, function: &str, arguments: &Value, answer: &mut Value) -> Result<(), Stopped> {
        self.fuel = if self.calls == 0 { 50_000_000 } else { 1 };
        self.calls += 1;
        self.running.call(function, arguments, answer)
    }

    fn fuel(&self) -> u64 {
        self.fuel
    }
}

fn costly(file: &Arc<GameFile>) -> Arc<GameFile> {
    with_code(file, Costly(file.clone()))
}

#[test]
fn a_game_whose_set_up_takes_all_the_fuel_of_a_check_is_played() {
    let bounds = GameBounds { games: 80, fuel: 1, fuel_of_call: 1_000_000_000 };
    let file = costly(&ready("connect-four"));
    let report = examine(&file, None, bounds, &|| ()).expect("the machine can run it");
    assert_eq!((report.games, report.findings), ([8, 80], Vec::new()));
}

#[test]
fn a_machine_without_room_says_nothing_about_a_game() {
    let file = ready("connect-four");
    let at_once: Change = |_, _, _| Err(Stopped::Machine("there is no room".into()));
    // When it is asked for the settings that it has answered.
    let again: Change = |mut settings, answer, _| match settings.list() {
        0 => Ok(answer),
        _ => Err(Stopped::Machine("there is no room".into())),
    };
    for change in [at_once, again] {
        let code = Changed { file: file.clone(), function: "set-up", change };
        let crowded = with_code(&file, code);
        let bounds = GameBounds { games: 1, fuel: u64::MAX, fuel_of_call: 1_000_000_000 };
        let stopped = examine(&crowded, None, bounds, &|| ()).expect_err("it could not be run");
        assert_eq!(stopped.to_string(), "error: connect-four: set-up: there is no room");
    }
}

#[test]
fn of_a_game_whose_instances_are_costly_some_calls_are_made_again() {
    let file = ready("connect-four");
    let costly = costly(&file);
    let calls = |file: &Arc<GameFile>| {
        let bounds = GameBounds { games: 2, fuel: u64::MAX, fuel_of_call: 1_000_000_000 };
        let settings = [("columns", "4"), ("rows", "4")];
        examine(file, Some(&settings), bounds, &|| ()).expect("the machine can run it").calls
    };
    let ([all, again], [of_costly, again_of_costly]) = (calls(&file), calls(&costly));
    assert_eq!((all, all), (again, of_costly));
    assert!((4..all / 10).contains(&again_of_costly), "{again_of_costly} of {all}");
}
