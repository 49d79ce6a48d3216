//! Bots as players: the sandbox on one side, the rules on the other.
//!
//! What all games share stands here; each game's own half, which turns views
//! into calls and answers into actions, has a file of its own.

mod battleship;
mod freedom;
mod gobblet;
mod othello;
mod stones;

use judge_games::Seat;

use super::Failure;
use crate::contract::Contract;
use crate::fault::FaultKind;
use crate::sandbox::{Call, Instance, Linked, NotStarted, Program, Sandbox, Stop, Usage};
use crate::seed::Seed;

/// A game whose functions have generated bindings.
pub trait Wired: Contract {
    /// The game's parameters.
    type Params;
    /// What a bot is told when a game begins.
    type Setup;
    /// The game's functions, of a running bot.
    type Exports;
    /// The game's functions, of a program.
    type Program;

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
    fn setup(params: &Self::Params, seat: Seat, seed: Seed) -> Self::Setup;
}

/// A bot for one game: its program, with the game's functions found and of the right types.
pub struct Bot<G: Wired>(G::Program);

impl<G: Wired> Bot<G> {
    /// Finds the game's functions among the program's exports.
    ///
    /// # Errors
    /// Which function is missing or has another type.
    pub fn new(program: &Program) -> wasmtime::Result<Self> {
        G::find(program.linked()).map(Self)
    }

    /// Asks the bot what it calls itself.
    ///
    /// # Errors
    /// What stopped it.
    pub fn name(&self, sandbox: &Sandbox) -> Result<String, Stop> {
        sandbox.start(Seed(0), |store| G::instantiate(&self.0, store))?.ask(G::name)
    }

    /// Seats the bot in a game.
    #[must_use]
    pub fn player(&self, sandbox: &Sandbox, params: &G::Params, seat: Seat, seed: Seed) -> WasmPlayer<G> {
        let instance = sandbox.start(seed, |store| G::instantiate(&self.0, store));
        WasmPlayer { instance, setup: G::setup(params, seat, seed) }
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
    ) -> Result<R, Failure> {
        self.instance()?.ask(question).map_err(failure)
    }

    /// Tells what happened, as a part of the turn that the next question ends.
    fn tell(
        &mut self,
        news: impl FnOnce(&G::Exports, Call<'_>) -> wasmtime::Result<()>,
    ) -> Result<(), Failure> {
        self.instance()?.tell(news).map_err(failure)
    }

    fn instance(&mut self) -> Result<&mut Instance<G::Exports>, Failure> {
        self.instance.as_mut().map_err(|not_started| failure(not_started.stop.clone()))
    }

    /// What it used so far.
    #[must_use]
    pub fn usage(&self) -> Usage {
        self.instance.as_ref().map_or_else(|not_started| not_started.usage, Instance::usage)
    }

    /// What it used in its last turn.
    #[must_use]
    pub fn usage_in_turn(&self) -> Usage {
        self.instance.as_ref().map_or_else(|not_started| not_started.usage, Instance::usage_in_turn)
    }

    /// What the bot wrote to its log.
    #[must_use]
    pub fn log(&self) -> String {
        self.instance.as_ref().map_or_else(|not_started| not_started.log.clone(), Instance::log)
    }
}

/// Says of a stop whose doing it was.
fn failure(stop: Stop) -> Failure {
    let fault = |kind, detail: &str| Failure::Fault(kind, detail.to_owned());
    match stop {
        Stop::Trap(trap) => Failure::Fault(FaultKind::Trap, trap),
        Stop::OutOfFuel => fault(FaultKind::OutOfFuel, "no answer within the turn's fuel"),
        Stop::BankEmpty => fault(FaultKind::OutOfFuel, "no answer within what was left in the bank of fuel"),
        Stop::OutOfMemory => fault(FaultKind::OutOfMemory, "it wanted more memory than the limit"),
        Stop::Exit(status) => Failure::Fault(FaultKind::Exit, format!("it exited with status {status}")),
        Stop::BadReply(problem) => Failure::Fault(FaultKind::BadReply, problem),
        Stop::Host(trouble) => Failure::Void(trouble),
    }
}
