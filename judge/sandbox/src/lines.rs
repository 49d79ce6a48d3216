//! Programs that read lines and write lines: they run on a stack of their own, and are suspended where they wait.
//!
//! A bot whose functions are called comes back from each call. A program with `main` does not: it reads a line, thinks and
//! prints one. So it runs on a fibre of wasmtime's, which is polled by hand. It is suspended inside the write that ends its
//! answer, so that it does not think on its opponent's time, and inside a read when there is nothing to read. When the next
//! line is there it goes on, with the fuel of that turn. No executor is needed, and no other bot's store is asynchronous.
//!
//! While it is suspended the judge cannot read its store. So the lines lie in a [`Talk`] that both sides [share](Exchange).

use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use wasmtime::component::ComponentExportIndex;
use wasmtime::{Error, Result, Store, StoreContextMut};

use super::instance::{self, NotStarted, Stop};
use super::store_data::Written;
use super::{CallPath, Direct, Linked, Program, StoreData, fuel, watchdog};
use judge_limits::talk::{Stage, Talk};
use judge_limits::{Account, Limits, Turns, Usage};

/// Whether an export of this name makes a component a program that can be run, of whatever version.
#[must_use]
pub fn is_run(export: &str) -> bool {
    export.split('@').next() == Some("wasi:cli/run")
}

/// What the judge and a program that speaks lines share: the lines, and what one tells the other where the program is suspended.
pub(super) struct Exchange {
    pub(super) talk: Talk,
    turn: Turn,
    seen: Seen,
}

/// What the program may spend from where it goes on.
#[derive(Default)]
struct Turn {
    fuel: u64,
    bank_beyond: u64,
    is_new: bool,
}

/// What is known of the program since it was suspended.
#[derive(Default)]
struct Seen {
    fuel_left: u64,
    memory_bytes: u64,
    asked_clock: bool,
    /// What it has written lies here as long as it is suspended.
    written: Written,
}

pub(super) type SharedExchange = Arc<Mutex<Exchange>>;

pub(super) fn lock(shared: &SharedExchange) -> MutexGuard<'_, Exchange> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Exchange {
    pub(super) fn new(limits: &Limits) -> Self {
        Self { talk: Talk::new(limits), turn: Turn::default(), seen: Seen::default() }
    }

    /// Notes what is known of the program.
    fn note(&mut self, data: &mut StoreData, fuel_left: u64) {
        self.seen = Seen {
            fuel_left,
            memory_bytes: data.memory_bytes,
            asked_clock: data.game_time.was_asked,
            written: std::mem::take(&mut data.written),
        };
    }
}

/// Reads at most so many bytes, as soon as there are any.
pub(super) async fn read(store: &mut StoreContextMut<'_, StoreData>, bytes: u64) -> Result<Vec<u8>> {
    if bytes == 0 {
        return Ok(Vec::new());
    }
    let shared = shared(store);
    while !lock(&shared).talk.is_ready()? {
        pause(store).await?;
    }
    let taken = lock(&shared).talk.take(usize::try_from(bytes).unwrap_or(usize::MAX)).to_vec();
    super::host::charge_bytes(store, taken.len() as u64)?;
    Ok(taken)
}

/// Prints a text whole, and suspends the program if that ends an answer.
pub(super) async fn print(store: &mut StoreContextMut<'_, StoreData>, text: &[u8]) -> Result<()> {
    lock(&shared(store)).talk.print(text, 0);
    printed(store).await
}

/// Suspends the program if what it has printed ends an answer.
pub(super) async fn printed(store: &mut StoreContextMut<'_, StoreData>) -> Result<()> {
    let is_answered = lock(&shared(store)).talk.is_answered()?;
    if is_answered { pause(store).await } else { Ok(()) }
}

fn shared(store: &StoreContextMut<'_, StoreData>) -> SharedExchange {
    store.data().talk.clone().expect("only programs that speak lines are linked so")
}

/// Suspends the program until the next line is there.
pub(super) async fn pause(store: &mut StoreContextMut<'_, StoreData>) -> Result<()> {
    let shared = shared(store);
    let fuel_left = fuel::left(&mut *store);
    let data = store.data_mut();
    if data.host_trouble.is_some() {
        return Err(Error::msg("the machine is short of memory"));
    }
    data.game_time.end_turn(fuel_left);
    if let Some(meter) = &data.meter {
        meter.report(|probe| probe.suspend(fuel_left));
    }
    lock(&shared).note(data, fuel_left);
    let mut is_suspended = false;
    poll_fn(|_| if std::mem::replace(&mut is_suspended, true) { Poll::Ready(()) } else { Poll::Pending })
        .await;
    let Turn { fuel, bank_beyond, is_new } = {
        let mut shared = lock(&shared);
        store.data_mut().written = std::mem::take(&mut shared.seen.written);
        std::mem::take(&mut shared.turn)
    };
    let data = store.data_mut();
    if is_new {
        data.begin_turn();
    }
    data.game_time.begin_turn(fuel);
    data.bank_beyond = bank_beyond;
    watchdog::begin_call(&mut *store);
    fuel::set(&mut *store, fuel);
    if let Some(meter) = &store.data().meter {
        meter.report(|probe| probe.resume(fuel));
    }
    Ok(())
}

/// A program that speaks lines, ready to be started.
#[derive(Clone)]
pub struct LineProgram(CallPath<(Linked, ComponentExportIndex), Direct>);

impl LineProgram {
    /// The program, if it speaks lines.
    #[must_use]
    pub fn of(program: &Program) -> Option<Self> {
        let linked = match program.call_path() {
            CallPath::Component(linked) => linked,
            CallPath::Direct(direct) => {
                return direct.is_program().then(|| Self(CallPath::Direct(direct.clone())));
            }
        };
        let component = linked.component();
        let name = exported_run(&component.component_type(), component.engine())?;
        let interface = component.get_export_index(None, &name)?;
        let run = component.get_export_index(Some(&interface), "run")?;
        Some(Self(CallPath::Component((linked.clone(), run))))
    }
}

/// The full name of the interface through which a component is run as a program, if it exports nothing of a bot's.
pub(super) fn exported_run(
    component: &wasmtime::component::types::Component,
    engine: &wasmtime::Engine,
) -> Option<String> {
    let names: Vec<String> = component.exports(engine).map(|(name, _)| name.to_owned()).collect();
    if names.iter().any(|name| name.starts_with("judge:")) {
        return None;
    }
    names.into_iter().find(|name| is_run(name))
}

type Run = Pin<Box<dyn Future<Output = Stop> + Send>>;

/// A program that speaks lines, in its game.
pub struct LineInstance {
    /// The program, which owns its store; nothing once it has ended.
    run: Option<Run>,
    shared: SharedExchange,
    turns: Turns,
    memory_bytes: u64,
    start_fuel: u64,
}

impl LineInstance {
    /// Runs a program until it reads for the first time. Its store has the fuel for that.
    pub(super) fn start(
        store: Store<StoreData>,
        program: &LineProgram,
        shared: SharedExchange,
        limits: &Limits,
    ) -> Result<Self, NotStarted> {
        let run: Run = Box::pin(run(store, program.clone(), shared.clone()));
        let mut instance =
            Self { run: Some(run), shared, turns: Turns::new(limits), memory_bytes: 0, start_fuel: 0 };
        let went_on = instance.go_on();
        instance.memory_bytes = lock(&instance.shared).seen.memory_bytes;
        instance.start_fuel = limits.fuel_to_start - lock(&instance.shared).seen.fuel_left;
        match went_on {
            Ok(()) => Ok(instance),
            Err(stop) => {
                let usage = Usage { fuel: 0, memory_bytes: instance.memory_bytes };
                Err(NotStarted { stop, usage, log: instance.log() })
            }
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
        let is_new = self.turns.begin(self.memory_bytes);
        let turn = Turn { fuel: self.turns.left(), bank_beyond: self.turns.bank_beyond(), is_new };
        {
            let mut shared = lock(&self.shared);
            // It has not gone on since the last turn, if that was none.
            shared.turn = Turn { is_new: is_new || shared.turn.is_new, ..turn };
            shared.talk.hand_over(line, stage);
        }
        let went_on = self.go_on();
        let mut shared = lock(&self.shared);
        self.memory_bytes = shared.seen.memory_bytes;
        let left = if went_on.is_ok() { shared.seen.fuel_left } else { 0 };
        instance::stopped_by(self.turns.count(left), went_on)?;
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
        self.turns.usage(self.memory_bytes)
    }

    fn usage_in_turn(&self) -> Usage {
        self.turns.usage_in_turn(self.memory_bytes)
    }

    fn log(&self) -> String {
        lock(&self.shared).seen.written.log()
    }

    fn log_kept_bytes(&self) -> usize {
        lock(&self.shared).seen.written.log.kept_bytes()
    }
}

/// Runs a program to its end, and returns the reason why it stopped.
async fn run(mut store: Store<StoreData>, program: LineProgram, shared: SharedExchange) -> Stop {
    let ended = match &program.0 {
        CallPath::Component((linked, run)) => run_component(&mut store, linked, run).await,
        CallPath::Direct(module) => module.run(&mut store).await,
    };
    let trouble = store.data_mut().host_trouble.take();
    let stop = match (trouble, ended) {
        (Some(trouble), _) => Stop::Machine(trouble),
        (None, Ok(status)) => Stop::Exit(status),
        (None, Err(error)) => instance::stop(&error, store.data()),
    };
    lock(&shared).note(store.data_mut(), 0);
    stop
}

/// Runs a component, to its status.
async fn run_component(
    store: &mut Store<StoreData>,
    linked: &Linked,
    run: &ComponentExportIndex,
) -> Result<u8> {
    let instance = linked.instantiate_async(&mut *store).await?;
    let run = instance.get_typed_func::<(), (std::result::Result<(), ()>,)>(&mut *store, run)?;
    let (ended,) = run.call_async(store, ()).await?;
    Ok(ended.is_err().into())
}
