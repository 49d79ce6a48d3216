//! Programs that read lines and write lines: they run on a stack of their own, and are suspended where they wait.
//!
//! A bot whose functions are called comes back from each call. A program with `main` does not: it reads a line, thinks and
//! prints one. So it runs on a fibre of wasmtime's, which is polled by hand until it is suspended in [`lines`](super::lines).
//! No executor is needed, and no other bot's store is asynchronous.

use std::future::Future;
use std::pin::Pin;
use std::sync::{Arc, Mutex};
use std::task::{Context, Poll, Waker};

use wasmtime::Store;
use wasmtime::component::{ComponentExportIndex, InstancePre};

use super::direct::Direct;
use super::lines::is_run;
use super::{NotStarted, Stop, StoreData, fuel, stop};
use crate::store_data::exchange::{Exchange, Seen, SharedExchange, Turn, lock};
use crate::store_data::shared::Shared;
use judge_limits::talk::{Stage, Talk};
use judge_limits::{Account, Limits, Traces, Turns, Usage};

/// A program that reads lines, ready to be started.
#[derive(Clone)]
pub struct LineProgram {
    pub(super) main: Main,
    pub(super) shared: Arc<Shared>,
}

/// The function by which a program is run.
#[derive(Clone)]
pub(super) enum Main {
    /// A component's.
    Component(InstancePre<StoreData>, ComponentExportIndex),
    /// That of a core module.
    Module(Direct),
}

impl Main {
    /// The function by which a component is run, if it has one.
    pub(super) fn of_component(linked: InstancePre<StoreData>) -> Option<Self> {
        let component = linked.component();
        let ty = component.component_type();
        let (name, _) = ty.exports(component.engine()).find(|(name, _)| is_run(name))?;
        let interface = component.get_export_index(None, name)?;
        let run = component.get_export_index(Some(&interface), "run")?;
        Some(Self::Component(linked, run))
    }

    /// Runs a program to its end, and returns its status.
    async fn run(&self, store: &mut Store<StoreData>) -> wasmtime::Result<u8> {
        let (linked, run) = match self {
            Self::Module(module) => return module.run(store).await,
            Self::Component(linked, run) => (linked, run),
        };
        let instance = linked.instantiate_async(&mut *store).await?;
        let run = instance.get_typed_func::<(), (Result<(), ()>,)>(&mut *store, run)?;
        let (ended,) = run.call_async(store, ()).await?;
        Ok(ended.is_err().into())
    }
}

type Run = Pin<Box<dyn Future<Output = Stop> + Send>>;

/// A program that reads lines, in its game.
pub struct LineInstance {
    /// The program, which owns its store; nothing once it has ended.
    run: Option<Run>,
    shared: SharedExchange,
    turns: Turns,
    start_fuel: u64,
}

impl LineInstance {
    /// Runs a program until it reads for the first time.
    pub(super) fn start(
        mut store: Store<StoreData>,
        program: &LineProgram,
        limits: &Limits,
    ) -> Result<Self, NotStarted> {
        let (talk, turn, seen) = (Talk::new(limits), Turn::default(), Seen::default());
        let shared = Arc::new(Mutex::new(Exchange { talk, turn, seen }));
        store.data_mut().talk = Some(shared.clone());
        fuel::begin_call(&mut store, limits.fuel_to_start);
        let run: Run = Box::pin(run(store, program.main.clone()));
        let mut instance = Self { run: Some(run), shared, turns: Turns::new(limits), start_fuel: 0 };
        let went_on = instance.go_on();
        instance.start_fuel = limits.fuel_to_start - lock(&instance.shared).seen.fuel_left;
        match went_on {
            Ok(()) => Ok(instance),
            Err(stop) => Err(NotStarted { stop, usage: instance.usage(), log: instance.log() }),
        }
    }

    /// Lets the program run until it is suspended.
    fn go_on(&mut self) -> Result<(), Stop> {
        let run = self.run.as_mut().expect("a program that has ended is not called again");
        match run.as_mut().poll(&mut Context::from_waker(Waker::noop())) {
            Poll::Pending => Ok(()),
            Poll::Ready(stop) => {
                self.run = None;
                Err(stop)
            }
        }
    }

    /// Hands over a line, with its end, and lets the program go on with what is left of the turn's fuel. Says what it has
    /// answered until it is suspended.
    fn deliver(&mut self, line: &str, stage: Stage) -> Result<Option<String>, Stop> {
        let mut shared = lock(&self.shared);
        // It has not gone on since the last turn, if that was none.
        let is_new = self.turns.begin(shared.seen.memory_bytes) || shared.turn.is_new;
        shared.turn = Turn { fuel: self.turns.left(), bank_beyond: self.turns.bank_beyond(), is_new };
        shared.talk.hand_over(line, stage);
        drop(shared);
        let went_on = self.go_on();
        let mut shared = lock(&self.shared);
        let left = if went_on.is_ok() { shared.seen.fuel_left } else { 0 };
        let is_bank_short = self.turns.count(left);
        went_on.map_err(|stop| if is_bank_short { stop::by_bank(stop) } else { stop })?;
        Ok(shared.talk.take_answer())
    }

    /// Hands over a question; the line that answers it ends the turn.
    ///
    /// # Errors
    /// The reason why the program stopped. It must not be called again then.
    pub fn ask(&mut self, line: &str) -> Result<String, Stop> {
        let answer = self.deliver(line, Stage::Asked)?;
        self.skip_turn();
        Ok(answer.expect("a program that was asked is suspended when it has answered"))
    }

    /// Hands over news, and lets the program read them; the turn goes on after that.
    ///
    /// # Errors
    /// The reason why the program stopped. It must not be called again then.
    pub fn tell(&mut self, line: &str) -> Result<(), Stop> {
        self.deliver(line, Stage::Told).map(drop)
    }

    /// Ends a turn, if one is under way.
    pub fn skip_turn(&mut self) {
        self.turns.end();
    }

    /// Whether the program has asked what time it is, in any of its turns.
    #[must_use]
    pub fn asked_clock(&self) -> bool {
        lock(&self.shared).seen.asked_clock
    }

    /// Fuel that it took until it read for the first time.
    #[must_use]
    pub fn start_fuel(&self) -> u64 {
        self.start_fuel
    }

    /// Fuel that is left in the turn.
    #[must_use]
    pub fn fuel_left(&self) -> u64 {
        self.turns.left()
    }
}

impl Account for LineInstance {
    fn usage(&self) -> Usage {
        self.turns.usage(lock(&self.shared).seen.memory_bytes)
    }

    fn usage_in_turn(&self) -> Usage {
        self.turns.usage_in_turn(lock(&self.shared).seen.memory_bytes)
    }

    fn traces(&self) -> Traces {
        let shared = lock(&self.shared);
        Traces { was_refused_memory: shared.seen.was_refused_memory, ..shared.talk.traces() }
    }

    fn log(&self) -> String {
        lock(&self.shared).seen.written.log()
    }

    fn log_kept_bytes(&self) -> usize {
        lock(&self.shared).seen.written.log.kept_bytes()
    }
}

/// Runs a program to its end, and returns the reason why it stopped.
async fn run(mut store: Store<StoreData>, main: Main) -> Stop {
    let ended = main.run(&mut store).await;
    let stop = stop::sorted(ended, store.data_mut()).map_or_else(|stop| stop, Stop::Exit);
    store.data_mut().note(0);
    stop
}
