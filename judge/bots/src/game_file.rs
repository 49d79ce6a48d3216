//! A game that is a file, or a command of this machine, into a [`GameFile`]: counted, compiled and called as a bot is, in a
//! sandbox of its own limits. It answers functions, or it reads lines, of which each is such a call as JSON.

use std::mem;
use std::sync::{Arc, LazyLock};
use std::time::{Duration, Instant};

use judge_play::contract::{BEGINS, NAME};
use judge_play::fault::EXCEPTION;
use judge_play::file::{self, GameCode, RunningGame, Stopped};
use judge_play::player::lines::{Beside, Speaker, write_question};
use judge_play::text::{sanitize, thousands};
use judge_play::wit::{Function, Interface, Type, Value, from_json_text, text};
use judge_play::{Account, FaultKind, GameFile, NoAnswer, Seed, last_words};
use judge_sandbox::{Instance, NotStarted, Sandbox, Stop};
use sha2::{Digest, Sha256};

use crate::command::Command;
use crate::compile::{Compiled, Wanted};
use crate::file::form;
use crate::functions::file_kind::FileKind;
use crate::player::{Form, LineReader, no_answer};
use crate::{Compiler, NotLoaded, Patience, advice_on};

/// Loads a game from its file's bytes.
///
/// # Errors
/// If they are no valid game, with the reason in words for its author; or the machine's trouble.
pub fn load_game(bytes: &[u8], sandbox: &Sandbox, compiler: &Compiler) -> Result<Arc<GameFile>, NotLoaded> {
    form::is_webassembly(bytes)?;
    judge_sandbox::count(bytes, sandbox.limits())
        .map_err(|why| NotLoaded::Invalid(advice_on(&why, "game_memory")))?;
    let kind = FileKind::game();
    let wanted = Wanted { bytes, kind: &kind, sandbox, patience: Patience::Usual };
    let Compiled { program, .. } = compiler.program(wanted)?;
    let form = Form::of(&program, kind.interface());
    let form = form.map_err(|error| form::wrong_exports(&kind, &error))?;
    game_of_code(Box::new(Code { form, sandbox: sandbox.clone() }), Sha256::digest(bytes).into())
}

/// A game that a command of this machine is: what its author writes, before it is built. No tournament takes it.
///
/// # Errors
/// As of [`load_game`].
pub fn game_of_command(command: Command) -> Result<Arc<GameFile>, NotLoaded> {
    let sha256 = Sha256::digest(command.words.join(" ")).into();
    game_of_code(Box::new(command), sha256)
}

/// A game as its code describes it.
///
/// # Errors
/// As of [`load_game`].
pub fn game_of_code(code: Box<dyn GameCode>, sha256: [u8; 32]) -> Result<Arc<GameFile>, NotLoaded> {
    let stopped = |stopped| match stopped {
        Stopped::Broken(why) => NotLoaded::Invalid(format!("the game is broken: {why}")),
        Stopped::Machine(why) => NotLoaded::Machine(why),
    };
    let (info, contract) = GameFile::introduction(&*code).map_err(stopped)?;
    let wrong = |why: String| NotLoaded::Invalid(format!("its contract: {}", sanitize(&why)));
    let bots = FileKind::bot_by_contract(info.name, &contract).map_err(wrong)?;
    let lacks = |why: &str| wrong(format!("it lacks {why}"));
    has_what_all_need(bots.interface()).map_err(lacks)?;
    Ok(Arc::new(GameFile::new(info, sha256, contract, bots.interface().clone(), code)))
}

/// Checks that a contract has what the judge asks in every game, and something to ask in a turn.
fn has_what_all_need(interface: &Interface) -> Result<(), &'static str> {
    let tells_its_name = interface.function(NAME).is_some_and(|function| {
        function.params.fields().next().is_none() && function.result == Some(Type::String)
    });
    if !tells_its_name {
        return Err("the function name: func() -> string; write it into the contract");
    }
    if interface.function(BEGINS).is_none() {
        return Err("the function new-game, by which a bot learns that a game begins; \
                    write new-game: func(seed: u64); into the contract, and let begin answer its arguments");
    }
    let asks = |function: &&Function| function.name != NAME && function.result.is_some();
    if !interface.functions.iter().any(|function| asks(&function)) {
        return Err("a function that asks for an action, as in take: func(left: u32) -> u32; \
                    write one that answers something");
    }
    Ok(())
}

/// A game's program, and where it runs.
struct Code {
    form: Form,
    sandbox: Sandbox,
}

impl GameCode for Code {
    fn start(&self) -> Result<Box<dyn RunningGame>, Stopped> {
        let Self { form, sandbox } = self;
        // A game has no chance but the seed that it is given.
        let started: Result<Box<dyn RunningGame>, NotStarted> = match form {
            Form::Functions(program) => {
                sandbox.start(Seed(0), program).map(|instance| Box::new(ByFunctions(instance)) as _)
            }
            Form::Lines(program) => sandbox
                .start_lines(Seed(0), program)
                .map(|instance| Box::new(ByLines::new(instance.start_fuel(), LineReader(instance))) as _),
            Form::Command(_) => unreachable!("a file is no command"),
        };
        started.map_err(|NotStarted { stop, log, .. }| match stop {
            Stop::OutOfFuel => Stopped::Broken(format!(
                "it does not start within {} units of fuel; let it do less before the first call",
                thousands(sandbox.limits().fuel_to_start)
            )),
            stop => does_not_start(broken(no_answer(stop, 0, &log), &log)),
        })
    }
}

impl GameCode for Command {
    fn start(&self) -> Result<Box<dyn RunningGame>, Stopped> {
        let begun = Instant::now();
        let started = self.start().map_err(|why| does_not_start(broken(why, "")))?;
        Ok(Box::new(ByLines::new(units(begun.elapsed()), started)))
    }
}

fn does_not_start(why: Stopped) -> Stopped {
    match why {
        Stopped::Broken(why) => Stopped::Broken(format!("it does not start: {why}")),
        machine @ Stopped::Machine(_) => machine,
    }
}

/// A running game whose functions are called.
struct ByFunctions(Instance);

impl RunningGame for ByFunctions {
    fn call(&mut self, function: &str, arguments: &Value, answer: &mut Value) -> Result<(), Stopped> {
        self.0.ask(function, arguments, answer).map_err(|stop| {
            let log = self.0.log();
            broken(no_answer(stop, 0, &log), &log)
        })
    }

    fn fuel(&self) -> u64 {
        self.0.usage_in_turn().fuel
    }
}

/// A running game that reads a line for each call, and writes what it answers as JSON.
struct ByLines {
    speaker: Box<dyn Speaker>,
    line: String,
    /// Fuel of the start, which is a part of the first call.
    start: u64,
    /// Fuel of the last call.
    fuel: u64,
}

/// The functions of a game as one that reads lines has them: its states are texts.
static FUNCTIONS: LazyLock<Interface> = LazyLock::new(|| {
    let wit = file::WIT.replace("type state = list<u8>;", "type state = string;");
    Interface::new(&text::description(&wit).expect("it is WIT")).expect("it has types of contracts")
});

/// Of a command nothing is counted: a nanosecond stands for a unit, as on the clock of a program in the sandbox.
fn units(took: Duration) -> u64 {
    u64::try_from(took.as_nanos()).unwrap_or(u64::MAX)
}

impl ByLines {
    fn new(start: u64, speaker: impl Speaker + 'static) -> Self {
        Self { speaker: Box::new(speaker), line: String::new(), start, fuel: 0 }
    }
}

impl RunningGame for ByLines {
    fn call(&mut self, function: &str, arguments: &Value, answer: &mut Value) -> Result<(), Stopped> {
        let function = FUNCTIONS.function(function).expect("the function belongs to the interface");
        self.line.clear();
        write_question(function, arguments, Beside::default(), &mut self.line);
        let begun = Instant::now();
        let asked = self.speaker.ask(&self.line);
        self.fuel = mem::take(&mut self.start);
        self.fuel += match self.speaker.fuel_left() {
            Some(_) => self.speaker.account().usage_in_turn().fuel,
            None => units(begun.elapsed()),
        };
        let said = asked.map_err(|why| broken(why, &self.speaker.account().log()))?;
        let ty = function.result.as_ref().expect("all functions of a game answer something");
        from_json_text(ty, &said, answer).map_err(|why| Stopped::Broken(sanitize(&why)))
    }

    fn fuel(&self) -> u64 {
        self.fuel
    }
}

/// The cause of a game's stop, and what its author or the organiser can do. `log` is what it wrote
/// until then.
fn broken(why: NoAnswer, log: &str) -> Stopped {
    let is_too_long = why == NoAnswer::reply_too_long();
    let (kind, why) = match why {
        NoAnswer::Fault(kind, why) => (kind, why),
        NoAnswer::Void(_, why) => return Stopped::Machine(why),
    };
    let why = match kind {
        FaultKind::OutOfFuel => {
            "a call took more than its fuel, or the match more than that of 1,000 calls; raise game_fuel in [limits] if it needs more"
        }
        FaultKind::OutOfMemory => "it wanted more memory; raise game_memory in [limits] if it needs more",
        _ if is_too_long => "it is too long; raise game_reply_size in [limits] if it needs more",
        _ => &why,
    };
    let lines: Vec<String> = log.lines().map(str::to_owned).collect();
    if let Some(exception) = last_words::exception(&lines).filter(|_| kind == FaultKind::Exit) {
        return Stopped::Broken(format!("{EXCEPTION}{exception}"));
    }
    let lines = last_words::last_lines(&lines).join(" | ");
    // An exception's message is the end of the log already.
    let is_told = lines.is_empty() || why.starts_with(EXCEPTION);
    let log = if is_told { String::new() } else { format!("; its log ends: {}", sanitize(&lines)) };
    Stopped::Broken(format!("{kind}: {why}{log}"))
}
