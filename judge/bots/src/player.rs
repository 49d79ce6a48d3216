//! Bots as players: the sandbox on one side, the contract on the other.
//!
//! A bot is a core module that is called by the names and values of its interface, whatever game that is, or a program that
//! reads lines.

use std::fmt::Display;
use std::sync::Arc;

use crate::command::Command;
use judge_play::contract::{self, Contract};
use judge_play::games::Seat;
use judge_play::player::called::{Answer, Called, Callee};
use judge_play::player::lines::{self, Lines, Speaker};
use judge_play::wit::{Interface, Value};
use judge_play::{Account, FaultKind, NoAnswer, Seed, VoidCause};
use judge_sandbox::{
    DirectProgram, Instance, Invalid, LineInstance, LineProgram, NotStarted, Program, Sandbox, Stop,
};

/// A bot's program, with the functions of its game found and of the right types.
pub struct BotProgram {
    form: Form,
    interface: Arc<Interface>,
}

/// The way to ask a bot or a game.
pub(crate) enum Form {
    /// By its functions.
    Functions(DirectProgram),
    /// By lines, which it reads.
    Lines(LineProgram),
    /// By lines, as a process of this machine.
    Command(Command),
}

impl Form {
    /// The way to ask a program: by this interface, unless it reads lines.
    pub(crate) fn of(program: &Program, interface: &Arc<Interface>) -> Result<Self, Invalid> {
        match program.lines() {
            Some(lines) => Ok(Self::Lines(lines)),
            None => program.functions(interface).map(Self::Functions),
        }
    }
}

/// A bot seated in a game.
///
/// A bot that does not even start keeps its seat; it fails when it is first called.
pub type WasmPlayer = Called<Running>;

impl BotProgram {
    /// Finds the functions of an interface among a program's exports.
    ///
    /// # Errors
    /// If a function is missing or has another type, with its name.
    pub fn new(program: &Program, interface: &Arc<Interface>) -> Result<Self, Invalid> {
        Ok(Self { form: Form::of(program, interface)?, interface: interface.clone() })
    }

    /// A program of this machine.
    pub(crate) fn of_command(command: Command, interface: &Arc<Interface>) -> Self {
        Self { form: Form::Command(command), interface: interface.clone() }
    }

    /// Whether it reads and writes lines, and has none of its game's functions.
    #[must_use]
    pub fn speaks_lines(&self) -> bool {
        !matches!(self.form, Form::Functions(_))
    }

    /// Asks the bot for its name; its random numbers come from `seed`.
    ///
    /// # Errors
    /// The stop, with the text that the bot wrote until then.
    pub fn name(&self, sandbox: &Sandbox, seed: Seed) -> Result<String, NotStarted> {
        let left = |stop, bot: &dyn Account| NotStarted { stop, usage: bot.usage(), log: bot.log() };
        match &self.form {
            Form::Functions(program) => {
                let mut instance = sandbox.start(seed, program)?;
                let mut answer = Value::default();
                let asked = instance.ask(contract::NAME, &Value::default(), &mut answer);
                asked.map_err(|stop| left(stop, &instance))?;
                Ok(answer.reader().text().to_owned())
            }
            Form::Lines(program) => {
                let mut instance = sandbox.start_lines(seed, program)?;
                let answer = instance.ask(&lines::name_question());
                answer.map(|name| name.trim().to_owned()).map_err(|stop| left(stop, &instance))
            }
            Form::Command(_) => unreachable!("a command is asked for its name before it is a bot"),
        }
    }

    /// Seats the bot in a game of `G`, whose interface it has.
    #[must_use]
    pub fn player<G: Contract>(
        &self,
        sandbox: &Sandbox,
        params: &G::Params,
        seat: Seat,
        seed: Seed,
    ) -> WasmPlayer {
        let not = |not: NotStarted| State::Not(not_started(&not), Box::new(not));
        let state = match &self.form {
            Form::Functions(program) => sandbox.start(seed, program).map_or_else(not, State::Functions),
            Form::Lines(program) => {
                let started = sandbox.start_lines(seed, program);
                started.map_or_else(not, |instance| self.lines(LineReader(instance), sandbox))
            }
            Form::Command(command) => match command.start() {
                Ok(process) => self.lines(process, sandbox),
                Err(why) => State::Not(why, Box::new(())),
            },
        };
        Called::new::<G>(Running(state), params, seat, seed)
    }

    fn lines(&self, speaker: impl Speaker + 'static, sandbox: &Sandbox) -> State {
        State::Lines(Lines::new(speaker, self.interface.clone(), sandbox.limits().legal_actions))
    }
}

/// A running bot, or why it did not start.
pub struct Running(State);

enum State {
    /// A bot whose functions are called.
    Functions(Instance),
    /// A program that reads and writes lines, in the sandbox or on this machine.
    Lines(Lines),
    /// One that did not start: why, and what it leaves.
    Not(NoAnswer, Box<dyn Account + Send>),
}

/// The reason why a bot that did not start cannot be asked.
fn not_started(not_started: &NotStarted) -> NoAnswer {
    match &not_started.stop {
        Stop::OutOfFuel => NoAnswer::not_started(),
        stop => no_answer(stop.clone(), 0, &not_started.log),
    }
}

impl Callee for Running {
    fn offer<'a, A: Display + 'a>(&mut self, legal: impl FnOnce() -> &'a [A]) {
        if let State::Lines(lines) = &mut self.0 {
            lines.offer(legal);
        }
    }

    fn ask(&mut self, function: &str, arguments: &Value, values: &mut Value) -> Result<Answer, NoAnswer> {
        match &mut self.0 {
            State::Functions(instance) => {
                let asked = instance.ask(function, arguments, values);
                asked.map(|()| Answer::Values).map_err(|stop| stopped(stop, instance))
            }
            State::Lines(lines) => lines.ask(function, arguments, values),
            State::Not(why, _) => Err(why.clone()),
        }
    }

    fn tell(&mut self, function: &str, arguments: &Value) -> Result<(), NoAnswer> {
        match &mut self.0 {
            State::Functions(instance) => {
                instance.tell(function, arguments).map_err(|stop| stopped(stop, instance))
            }
            State::Lines(lines) => lines.tell(function, arguments),
            State::Not(why, _) => Err(why.clone()),
        }
    }

    fn skip_turn(&mut self) {
        match &mut self.0 {
            State::Functions(instance) => instance.skip_turn(),
            State::Lines(lines) => lines.skip_turn(),
            State::Not(..) => {}
        }
    }

    fn account(&self) -> &dyn Account {
        match &self.0 {
            State::Functions(instance) => instance,
            State::Lines(lines) => lines.account(),
            State::Not(_, account) => &**account,
        }
    }
}

/// A program in the sandbox that reads and writes lines.
pub(crate) struct LineReader(pub(crate) LineInstance);

impl LineReader {
    fn no_answer(&self, stop: Stop) -> NoAnswer {
        match stop {
            Stop::Exit(status) => NoAnswer::ended(&format!("exit status {status}")),
            Stop::OutOfFuel if self.0.asked_clock() => {
                NoAnswer::out_of_fuel_by_clock(self.0.usage_in_turn().fuel)
            }
            stop => no_answer(stop, self.0.usage_in_turn().fuel, &self.0.log()),
        }
    }
}

impl Speaker for LineReader {
    fn ask(&mut self, line: &str) -> Result<String, NoAnswer> {
        self.0.ask(line).map_err(|stop| self.no_answer(stop))
    }

    fn tell(&mut self, line: &str) -> Result<(), NoAnswer> {
        self.0.tell(line).map_err(|stop| self.no_answer(stop))
    }

    fn fuel_left(&self) -> Option<u64> {
        Some(self.0.fuel_left())
    }

    fn skip_turn(&mut self) {
        self.0.skip_turn();
    }

    fn account(&self) -> &dyn Account {
        &self.0
    }
}

/// The fault or void cause for the stop of a running bot.
fn stopped(stop: Stop, instance: &Instance) -> NoAnswer {
    no_answer(stop, instance.usage_in_turn().fuel, &instance.log())
}

/// The message for recursion that is too deep where address space is scarce, whoever is to blame.
pub(super) const TOO_DEEP: &str =
    "it recurses too deeply for this limit of address space; raise the limit (ulimit -v), or lower --jobs";

/// The fault or void cause for a stop; `fuel` is all that the turn had, if it ran out.
pub(super) fn no_answer(stop: Stop, fuel: u64, log: &str) -> NoAnswer {
    match stop {
        Stop::Trap(trap) => NoAnswer::trap(trap, log),
        Stop::OutOfFuel => NoAnswer::out_of_fuel(fuel),
        Stop::BankEmpty => NoAnswer::bank_empty(fuel),
        Stop::OutOfMemory => NoAnswer::out_of_memory(),
        Stop::Exit(status) => NoAnswer::exited(status),
        Stop::BadReply(problem) | Stop::OffProtocol(problem) => NoAnswer::Fault(FaultKind::BadReply, problem),
        Stop::ReplyTooLong => NoAnswer::reply_too_long(),
        Stop::Watchdog => {
            let text = "the watchdog ended a call that took too much processor time";
            NoAnswer::Void(VoidCause::Watchdog, text.into())
        }
        Stop::TooDeep => NoAnswer::Void(VoidCause::Depth, TOO_DEEP.into()),
        Stop::Interrupted => NoAnswer::Void(VoidCause::Machine, "the judge was told to end it".into()),
        Stop::Machine(trouble) => NoAnswer::Void(VoidCause::Machine, trouble),
    }
}
