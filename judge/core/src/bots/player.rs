//! Bots as players: the sandbox on one side, the rules on the other.
//!
//! What all games share stands here; each game's own half, which turns views
//! into calls and answers into actions, has a file of its own.

/// Finds and calls the functions that every game's interface has, by the names that `bindgen!` makes.
macro_rules! exports {
    ($Exports:ident, $Pre:ident, $interface:ident) => {
        type Setup = wire::Setup;
        type Exports = bindings::$Exports;
        type Program = bindings::$Pre<Tenant>;

        fn find(linked: &Linked) -> wasmtime::Result<Self::Program> {
            bindings::$Pre::new(linked.clone())
        }

        fn instantiate(program: &Self::Program, store: Call<'_>) -> wasmtime::Result<Self::Exports> {
            program.instantiate(store)
        }

        fn name(exports: &Self::Exports, store: Call<'_>) -> wasmtime::Result<String> {
            exports.$interface().call_name(store)
        }
    };
}

mod battleship;
mod freedom;
mod gobblet;
mod othello;
mod stones;

use std::sync::Arc;

use judge_play::contract::Contract;
use judge_play::games::{Game, Seat};
use judge_play::{FaultKind, NoAnswer, Player, Seed, Usage, VoidCause};
use judge_sandbox::{Call, Instance, Linked, NotStarted, Program, Sandbox, Shared, Stop};

/// A game whose functions have generated bindings.
pub trait Wired: Contract + Sized + 'static {
    /// What a bot is told when a game begins.
    type Setup: Send;
    /// The game's functions, of a running bot.
    type Exports;
    /// The game's functions, of a program.
    type Program: Send + Sync + 'static;

    /// Finds the game's functions among a program's exports.
    ///
    /// # Errors
    /// Which function is missing or has another type.
    fn find(linked: &Linked) -> wasmtime::Result<Self::Program>;

    /// Starts the program.
    ///
    /// # Errors
    /// What stopped it.
    fn instantiate(program: &Self::Program, store: Call<'_>) -> wasmtime::Result<Self::Exports>;

    /// Asks a running bot what it calls itself.
    ///
    /// # Errors
    /// What stopped it.
    fn name(exports: &Self::Exports, store: Call<'_>) -> wasmtime::Result<String>;

    /// What the bot at `seat` is told when a game begins; `seed` is for its random generator.
    fn setup(params: &<Self as Game>::Params, seat: Seat, seed: Seed) -> Self::Setup;

    /// Begins the game, in games that ask nothing with that.
    ///
    /// # Errors
    /// If the bot does not come back.
    fn begin(bot: &mut WasmPlayer<Self>) -> Result<(), NoAnswer>;

    /// Asks a bot that sees `view`.
    ///
    /// # Errors
    /// If there is no answer.
    fn decide(bot: &mut WasmPlayer<Self>, view: Self::View) -> Result<Self::Action, NoAnswer>;

    /// Tells a bot what happened.
    ///
    /// # Errors
    /// If the bot does not come back.
    fn notify(bot: &mut WasmPlayer<Self>, event: &Self::Event) -> Result<(), NoAnswer>;
}

/// A bot for one game: its program, with the game's functions found and of the right types.
pub struct GameBot<G: Wired> {
    program: G::Program,
    shared: Arc<Shared>,
}

impl<G: Wired> GameBot<G> {
    /// Finds the game's functions among the program's exports.
    ///
    /// # Errors
    /// Which function is missing or has another type.
    pub fn new(program: &Program) -> wasmtime::Result<Self> {
        Ok(Self { program: G::find(program.linked())?, shared: program.shared().clone() })
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
        let answer = instance.ask(G::name);
        answer.map_err(|stop| NotStarted { stop, usage: instance.usage(), log: instance.log() })
    }

    /// Seats the bot in a game.
    #[must_use]
    pub fn player(&self, sandbox: &Sandbox, params: &G::Params, seat: Seat, seed: Seed) -> WasmPlayer<G> {
        let instance = self.start(sandbox, seed);
        WasmPlayer { instance, setup: G::setup(params, seat, seed) }
    }

    fn start(&self, sandbox: &Sandbox, seed: Seed) -> Result<Instance<G::Exports>, NotStarted> {
        sandbox.start_with(&self.shared, seed, |store| G::instantiate(&self.program, store))
    }
}

/// A bot seated in a game: a running instance, and what it is told when the game begins.
///
/// A bot that does not even start keeps its seat; it fails when it is first called.
pub struct WasmPlayer<G: Wired> {
    instance: Result<Instance<G::Exports>, NotStarted>,
    setup: G::Setup,
}

impl<G: Wired> WasmPlayer<G> {
    /// Asks what ends a turn.
    fn ask<R>(
        &mut self,
        question: impl FnOnce(&G::Exports, Call<'_>) -> wasmtime::Result<R>,
    ) -> Result<R, NoAnswer> {
        let instance = self.instance()?;
        instance.ask(question).map_err(|stop| stopped(stop, instance))
    }

    /// Tells what happened, as a part of the turn that the next question ends.
    fn tell(
        &mut self,
        news: impl FnOnce(&G::Exports, Call<'_>) -> wasmtime::Result<()>,
    ) -> Result<(), NoAnswer> {
        let instance = self.instance()?;
        instance.tell(news).map_err(|stop| stopped(stop, instance))
    }

    fn instance(&mut self) -> Result<&mut Instance<G::Exports>, NoAnswer> {
        self.instance.as_mut().map_err(|not_started| match &not_started.stop {
            Stop::OutOfFuel => NoAnswer::not_started(),
            stop => no_answer(stop.clone(), 0, &not_started.log),
        })
    }
}

impl<G: Wired> Player<G> for WasmPlayer<G> {
    fn begin(&mut self) -> Result<(), NoAnswer> {
        G::begin(self)
    }

    fn decide(&mut self, view: G::View) -> Result<G::Action, NoAnswer> {
        G::decide(self, view)
    }

    fn notify(&mut self, event: &G::Event) -> Result<(), NoAnswer> {
        G::notify(self, event)
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
}

/// Says of the stop of a running bot whose doing it was.
fn stopped<B>(stop: Stop, instance: &Instance<B>) -> NoAnswer {
    no_answer(stop, instance.usage_in_turn().fuel, &instance.log())
}

/// Says of a stop whose doing it was; `fuel` is all that the turn had, if it ran out.
fn no_answer(stop: Stop, fuel: u64, log: &str) -> NoAnswer {
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
        Stop::Interrupted => NoAnswer::Void(VoidCause::Machine, "the judge was told to end it".into()),
        Stop::Machine(trouble) => NoAnswer::Void(VoidCause::Machine, trouble),
    }
}
