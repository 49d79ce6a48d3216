//! Bots as players: the sandbox on one side, the contract on the other.
//!
//! A bot is called by the names and values of its interface, whatever game that is: as the core module that it is, or as a
//! [component].

mod component;

use std::sync::Arc;

use judge_play::contract::{self, Contract};
use judge_play::games::Seat;
use judge_play::player::called::{Called, Callee};
use judge_play::wit::{Interface, Value};
use judge_play::{FaultKind, NoAnswer, Seed, Usage, VoidCause};
use judge_sandbox::{
    Call, DirectBot, DirectProgram, Instance, Lane, NotStarted, Program, Sandbox, Shared, Stop,
};

/// A bot's program, with the functions of its game found and of the right types.
pub struct BotProgram {
    lane: Lane<component::Program, DirectProgram>,
    shared: Arc<Shared>,
}

/// A bot seated in a game.
///
/// A bot that does not even start keeps its seat; it fails when it is first called.
pub type WasmPlayer = Called<Running>;

impl BotProgram {
    /// Finds the functions of an interface among a program's exports.
    ///
    /// # Errors
    /// Which function is missing or has another type.
    pub fn new(program: &Program, interface: &Arc<Interface>) -> wasmtime::Result<Self> {
        let lane = match program.lane() {
            Lane::Component(linked) => Lane::Component(component::Program::new(linked, interface)?),
            Lane::Direct(module) => Lane::Direct(module.find(interface)?),
        };
        Ok(Self { lane, shared: program.shared().clone() })
    }

    /// Asks the bot what it calls itself.
    ///
    /// # Errors
    /// What stopped it, and what it wrote until then.
    pub fn name(&self, sandbox: &Sandbox) -> Result<String, NotStarted> {
        self.name_drawn_from(sandbox, Seed(0))
    }

    /// Asks the bot what it calls itself; its random numbers come from `seed`.
    ///
    /// # Errors
    /// What stopped it, and what it wrote until then.
    pub fn name_drawn_from(&self, sandbox: &Sandbox, seed: Seed) -> Result<String, NotStarted> {
        let mut instance = self.start(sandbox, seed)?;
        let mut answer = Value::default();
        let asked =
            instance.ask(|bot, store| call(bot, store, contract::NAME, &Value::default(), &mut answer));
        asked.map_err(|stop| NotStarted { stop, usage: instance.usage(), log: instance.log() })?;
        Ok(answer.reader().text().to_owned())
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
        Called::new::<G>(Running { instance: self.start(sandbox, seed) }, params, seat, seed)
    }

    /// Starts it, to be called by its interface.
    pub(super) fn start(&self, sandbox: &Sandbox, seed: Seed) -> Result<Instance<Exports>, NotStarted> {
        sandbox.start_with(&self.shared, seed, |store| match &self.lane {
            Lane::Component(program) => program.start(store).map(Lane::Component),
            Lane::Direct(program) => program.start(store).map(Lane::Direct),
        })
    }
}

/// The functions of a running bot, by how it is called.
pub(super) type Exports = Lane<component::Bot, DirectBot>;

pub(super) fn call(
    bot: &Exports,
    store: Call<'_>,
    function: &str,
    arguments: &Value,
    answer: &mut Value,
) -> wasmtime::Result<()> {
    match bot {
        Lane::Component(bot) => bot.call(store, function, arguments, answer),
        Lane::Direct(bot) => bot.call(store, function, arguments, answer),
    }
}

/// A running bot, or why it did not start.
pub struct Running {
    instance: Result<Instance<Exports>, NotStarted>,
}

impl Running {
    fn instance(&mut self) -> Result<&mut Instance<Exports>, NoAnswer> {
        self.instance.as_mut().map_err(|not_started| match &not_started.stop {
            Stop::OutOfFuel => NoAnswer::not_started(),
            stop => no_answer(stop.clone(), 0, &not_started.log),
        })
    }
}

impl Callee for Running {
    fn ask(&mut self, function: &str, arguments: &Value, answer: &mut Value) -> Result<(), NoAnswer> {
        let instance = self.instance()?;
        let asked = instance.ask(|bot, store| call(bot, store, function, arguments, answer));
        asked.map_err(|stop| stopped(stop, instance))
    }

    fn tell(&mut self, function: &str, arguments: &Value) -> Result<(), NoAnswer> {
        let instance = self.instance()?;
        let told = instance.tell(|bot, store| call(bot, store, function, arguments, &mut Value::default()));
        told.map_err(|stop| stopped(stop, instance))
    }

    fn skip_turn(&mut self) {
        if let Ok(instance) = &mut self.instance {
            instance.skip_turn();
        }
    }

    fn usage(&self) -> Usage {
        self.instance.as_ref().map_or_else(|not_started| not_started.usage, Instance::usage)
    }

    fn usage_in_turn(&self) -> Usage {
        self.instance.as_ref().map_or_else(|not_started| not_started.usage, Instance::usage_in_turn)
    }

    fn log(&self) -> String {
        self.instance.as_ref().map_or_else(|not_started| not_started.log.clone(), Instance::log)
    }

    fn log_kept_bytes(&self) -> usize {
        self.instance.as_ref().map_or_else(|not_started| not_started.log.len(), Instance::log_kept_bytes)
    }
}

/// Says of the stop of a running bot whose doing it was.
fn stopped<B>(stop: Stop, instance: &Instance<B>) -> NoAnswer {
    no_answer(stop, instance.usage_in_turn().fuel, &instance.log())
}

/// Where address space is scarce, nothing is known of who recurses deeply.
pub(super) const TOO_DEEP: &str =
    "it recurses too deeply for this limit of address space; raise the limit (ulimit -v), or lower --jobs";

/// Says of a stop whose doing it was; `fuel` is all that the turn had, if it ran out.
pub(super) fn no_answer(stop: Stop, fuel: u64, log: &str) -> NoAnswer {
    match stop {
        Stop::Trap(trap) => NoAnswer::trap(trap, log),
        Stop::OutOfFuel => NoAnswer::out_of_fuel(fuel),
        Stop::BankEmpty => NoAnswer::bank_empty(fuel),
        Stop::OutOfMemory => NoAnswer::out_of_memory(),
        Stop::Exit(status) => NoAnswer::Fault(FaultKind::Exit, format!("it exited with status {status}")),
        Stop::BadReply(problem) => NoAnswer::Fault(FaultKind::BadReply, problem),
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
