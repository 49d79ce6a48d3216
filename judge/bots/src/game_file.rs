//! The bytes of a file that is a game into a [`GameFile`]: counted, compiled and called as a bot's are, in a sandbox of its
//! own limits.

mod component;

use std::sync::Arc;

use judge_play::contract::{BEGINS, NAME};
use judge_play::fault::EXCEPTION;
use judge_play::file::{GameCode, RunningGame, Stopped};
use judge_play::text::sanitize;
use judge_play::wit::{Function, Interface, Type, Value};
use judge_play::{Account, GameFile, NoAnswer, Seed, last_words};
use judge_sandbox::{
    CallPath, DirectBot, DirectProgram, Instance, NotStarted, Program, Sandbox, Shared, Stop,
};
use sha2::{Digest, Sha256};

use crate::compile::Compiled;
use crate::file::form;
use crate::functions::file_kind::FileKind;
use crate::player::no_answer;
use crate::{Compiler, NotLoaded, Patience, advice_on};

/// Loads a game from its file's bytes.
///
/// # Errors
/// If they are no valid game, with the reason in words for its author; or the machine's trouble.
pub fn load_game(bytes: &[u8], sandbox: &Sandbox, compiler: &Compiler) -> Result<Arc<GameFile>, NotLoaded> {
    let invalid = NotLoaded::Invalid;
    form::is_webassembly(bytes).map_err(invalid)?;
    judge_sandbox::count(bytes, sandbox.limits()).map_err(|why| invalid(advice_on(&why, "game_memory")))?;
    let kind = FileKind::game();
    let Compiled { program, .. } = compiler.program(bytes, &kind, sandbox, Patience::Usual)?;
    if let CallPath::Component(linked) = program.call_path() {
        component::check(linked, &kind).map_err(invalid)?;
    }
    let code = Code::new(&program, kind.interface(), sandbox)
        .map_err(|error| NotLoaded::Invalid(form::wrong_exports(&kind, &error)))?;
    game_of_code(Box::new(code), Sha256::digest(bytes).into())
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
        function.params().next().is_none() && function.result() == Some(&Type::String)
    });
    if !tells_its_name {
        return Err("the function name: func() -> string; write it into the contract");
    }
    if interface.function(BEGINS).is_none() {
        return Err("the function new-game, by which a bot learns that a game begins; \
                    write new-game: func(seed: u64); into the contract, and let begin answer its arguments");
    }
    let asks = |function: &&Function| function.name != NAME && function.result().is_some();
    if !interface.functions.iter().any(|function| asks(&function)) {
        return Err("a function that asks for an action, as in take: func(left: u32) -> u32; \
                    write one that answers something");
    }
    Ok(())
}

/// A game's program, and where it runs.
struct Code {
    program: CallPath<component::Program, DirectProgram>,
    shared: Arc<Shared>,
    sandbox: Sandbox,
}

impl Code {
    fn new(program: &Program, interface: &Arc<Interface>, sandbox: &Sandbox) -> wasmtime::Result<Self> {
        let found = match program.call_path() {
            CallPath::Component(linked) => CallPath::Component(component::Program::new(linked, interface)?),
            CallPath::Direct(module) => CallPath::Direct(module.find(interface)?),
        };
        Ok(Self { program: found, shared: program.shared().clone(), sandbox: sandbox.clone() })
    }
}

impl GameCode for Code {
    fn start(&self) -> Result<Box<dyn RunningGame>, Stopped> {
        // A game has no chance but the seed that it is given.
        let started = self.sandbox.start_with(&self.shared, Seed(0), |store| match &self.program {
            CallPath::Component(program) => program.start(store).map(CallPath::Component),
            CallPath::Direct(program) => program.start(store).map(CallPath::Direct),
        });
        let fuel_to_start = self.sandbox.limits().fuel_to_start;
        let instance = started.map_err(|NotStarted { stop, log, .. }| match stop {
            Stop::OutOfFuel => Stopped::Broken(format!(
                "it does not start within {fuel_to_start} units of fuel; let it do less before the first call"
            )),
            stop => match stopped(stop, &log) {
                Stopped::Broken(why) => Stopped::Broken(format!("it does not start: {why}")),
                machine @ Stopped::Machine(_) => machine,
            },
        })?;
        Ok(Box::new(RunningFile(instance)))
    }
}

/// A running game.
struct RunningFile(Instance<CallPath<component::Running, DirectBot>>);

impl RunningGame for RunningFile {
    fn call(&mut self, function: &str, arguments: &Value, answer: &mut Value) -> Result<(), Stopped> {
        let called = self.0.ask(|game, store| match game {
            CallPath::Component(game) => game.call(store, function, arguments, answer),
            CallPath::Direct(game) => game.call(store, function, arguments, answer),
        });
        called.map_err(|stop| stopped(stop, &self.0.log()))
    }

    fn fuel(&self) -> u64 {
        self.0.usage_in_turn().fuel
    }
}

/// The cause of a game's stop, and what its author or the organiser can do. `log` is what it wrote
/// until then.
fn stopped(stop: Stop, log: &str) -> Stopped {
    let raised = match &stop {
        Stop::OutOfFuel => "a call took more than its fuel; raise game_fuel in [limits] if it needs more",
        Stop::BankEmpty => {
            "a match took more than the fuel of 1,000 calls; raise game_fuel in [limits] if it needs more"
        }
        Stop::OutOfMemory => "it wanted more memory; raise game_memory in [limits] if it needs more",
        Stop::ReplyTooLong => "it is too long; raise game_reply_size in [limits] if it needs more",
        _ => "",
    };
    match no_answer(stop, 0, log) {
        NoAnswer::Fault(kind, why) => {
            let lines: Vec<String> = log.lines().map(str::to_owned).collect();
            let lines = last_words::last_lines(&lines).join(" | ");
            // An exception's message is the end of the log already.
            let is_told = lines.is_empty() || why.starts_with(EXCEPTION);
            let log = if is_told { String::new() } else { format!("; its log ends: {}", sanitize(&lines)) };
            let why = if raised.is_empty() { why.as_str() } else { raised };
            Stopped::Broken(format!("{kind}: {why}{log}"))
        }
        NoAnswer::Void(_, why) => Stopped::Machine(why),
    }
}
