//! Bots as players: the sandbox on one side, the rules on the other.
//!
//! What all games share stands here; each game's own half, which turns views
//! into calls and answers into actions, has a file of its own. There every call stands twice: as generated bindings make
//! it, for components, and in numbers, for core modules that are called directly.

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

use judge_play::contract::{self, Contract};
use judge_play::games::{Game, Seat};
use judge_play::{FaultKind, NoAnswer, Player, Seed, Usage, VoidCause};
use judge_sandbox::{
    Answer, Call, DirectProgram, Instance, Lane, Linked, NotStarted, Opened, Program, Sandbox, Shared, Stop,
};

/// A game whose functions have generated bindings.
pub trait Wired: Contract + Sized + 'static {
    /// What a bot is told when a game begins.
    type Setup: Send;
    /// The game's functions, of a running bot.
    type Exports;
    /// The game's functions, of a program.
    type Program: Send + Sync + 'static;

    /// The game's functions, of a running core module.
    type Direct;

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

    /// Finds the game's functions in a core module that was started just now.
    ///
    /// # Errors
    /// Which function is missing or has another type.
    fn open(opened: &mut Opened<'_>) -> wasmtime::Result<Self::Direct>;

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
    program: Lane<G::Program, DirectProgram>,
    shared: Arc<Shared>,
}

impl<G: Wired> GameBot<G> {
    /// Finds the game's functions among the program's exports.
    ///
    /// # Errors
    /// Which function is missing or has another type.
    pub fn new(program: &Program) -> wasmtime::Result<Self> {
        let found = match program.lane() {
            Lane::Component(linked) => Lane::Component(G::find(linked)?),
            Lane::Direct(module) => Lane::Direct(module.find(&contract::interface(G::NAME))?),
        };
        Ok(Self { program: found, shared: program.shared().clone() })
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
        match &self.program {
            Lane::Component(program) => {
                let exports = |store: Call<'_>| G::instantiate(program, store);
                name_of(sandbox.start_with(&self.shared, seed, exports)?, G::name)
            }
            Lane::Direct(program) => {
                let name = |store: Call<'_>| program.start(store)?.function::<(), u32>("name");
                let name = sandbox.start_with(&self.shared, seed, name)?;
                name_of(name, |name, store| name.ask(store, (), text))
            }
        }
    }

    /// Seats the bot in a game.
    #[must_use]
    pub fn player(&self, sandbox: &Sandbox, params: &G::Params, seat: Seat, seed: Seed) -> WasmPlayer<G> {
        let instance = self.start(sandbox, seed);
        WasmPlayer { instance, setup: G::setup(params, seat, seed) }
    }

    fn start(&self, sandbox: &Sandbox, seed: Seed) -> Result<Instance<Exports<G>>, NotStarted> {
        sandbox.start_with(&self.shared, seed, |store| match &self.program {
            Lane::Component(program) => G::instantiate(program, store).map(Lane::Component),
            Lane::Direct(program) => G::open(&mut program.start(store)?).map(Lane::Direct),
        })
    }
}

fn text(answer: Answer<'_>) -> wasmtime::Result<String> {
    answer.text()
}

fn name_of<B>(
    mut instance: Instance<B>,
    question: impl FnOnce(&B, Call<'_>) -> wasmtime::Result<String>,
) -> Result<String, NotStarted> {
    let answer = instance.ask(question);
    answer.map_err(|stop| NotStarted { stop, usage: instance.usage(), log: instance.log() })
}

/// The game's functions of a running bot, by how it is called.
type Exports<G> = Lane<<G as Wired>::Exports, <G as Wired>::Direct>;

/// A bot seated in a game: a running instance, and what it is told when the game begins.
///
/// A bot that does not even start keeps its seat; it fails when it is first called.
pub struct WasmPlayer<G: Wired> {
    instance: Result<Instance<Exports<G>>, NotStarted>,
    setup: G::Setup,
}

impl<G: Wired> WasmPlayer<G> {
    /// Asks what ends a turn.
    fn ask<R>(
        &mut self,
        question: impl FnOnce(&Exports<G>, Call<'_>) -> wasmtime::Result<R>,
    ) -> Result<R, NoAnswer> {
        let instance = self.instance()?;
        instance.ask(question).map_err(|stop| stopped(stop, instance))
    }

    /// Tells what happened, as a part of the turn that the next question ends.
    fn tell(
        &mut self,
        news: impl FnOnce(&Exports<G>, Call<'_>) -> wasmtime::Result<()>,
    ) -> Result<(), NoAnswer> {
        let instance = self.instance()?;
        instance.tell(news).map_err(|stop| stopped(stop, instance))
    }

    fn instance(&mut self) -> Result<&mut Instance<Exports<G>>, NoAnswer> {
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
        Stop::TooDeep => NoAnswer::Void(VoidCause::Depth, TOO_DEEP.into()),
        Stop::Interrupted => NoAnswer::Void(VoidCause::Machine, "the judge was told to end it".into()),
        Stop::Machine(trouble) => NoAnswer::Void(VoidCause::Machine, trouble),
    }
}
