//! Programs that read lines and write lines: they run on a stack of their own, and are suspended where they wait.
//!
//! A bot whose functions are called comes back from each call. A program with `main` does not: it reads a line, thinks and
//! prints one. So it runs on a fibre of wasmtime's, which is polled by hand. It is suspended inside the write that ends its
//! answer, so that it does not think on its opponent's time, and inside a read when there is nothing to read. When the next
//! line is there it goes on, with the fuel of that turn. No executor is needed, and no other bot's store is asynchronous.
//!
//! While it is suspended the judge cannot read its store. So the lines lie in a [`Talk`] that both sides share.

use std::future::{Future, poll_fn};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

use wasmtime::component::ComponentExportIndex;
use wasmtime::{Error, Result, Store, StoreContextMut};

use super::instance::{self, NotStarted, Stop};
use super::turns::Turns;
use super::{CallPath, Direct, Linked, Program, StoreData, fuel, watchdog};
use judge_limits::text::{QUOTED_MAX, quoted};
use judge_limits::{Account, Clock, Limits, Usage};

/// Whether an export of this name makes a component a program that can be run, of whatever version.
#[must_use]
pub fn is_run(export: &str) -> bool {
    export.split('@').next() == Some("wasi:cli/run")
}

/// The state shared by the judge and a program that speaks lines.
#[derive(Default)]
pub(super) struct Talk {
    /// Bytes handed to the program, and the number that it has read.
    input: Vec<u8>,
    read: usize,
    /// The printed part of a line that has not ended, and the bytes of it that were searched for its end.
    output: Vec<u8>,
    endless: usize,
    output_bytes_max: usize,
    answer: Option<String>,
    stage: Stage,
    /// Fuel that the program may spend from here on, and the rest of its bank.
    fuel: u64,
    bank_beyond: u64,
    is_new_turn: bool,
    // What is known of the program since it was suspended.
    fuel_left: u64,
    memory_bytes: u64,
    asked_clock: bool,
    log: String,
    log_kept_bytes: usize,
}

/// The event that the judge waits for.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
enum Stage {
    /// Until the program reads for the first time.
    #[default]
    Starting,
    /// Until it has read its news.
    Told,
    /// Until it has answered.
    Asked,
    /// For nothing: it has answered.
    Answered,
}

/// A breach of the protocol by a program, in words for its author.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub(super) struct OffProtocol(pub(super) String);

/// A line without end that is longer than an answer may be.
#[derive(Debug, thiserror::Error)]
#[error("a line has no end")]
pub(super) struct Endless;

pub(super) type SharedTalk = Arc<Mutex<Talk>>;

pub(super) fn lock(talk: &SharedTalk) -> MutexGuard<'_, Talk> {
    talk.lock().unwrap_or_else(PoisonError::into_inner)
}

impl Talk {
    pub(super) fn new(limits: &Limits) -> Self {
        Self {
            output_bytes_max: usize::try_from(limits.reply_bytes).unwrap_or(usize::MAX),
            ..Self::default()
        }
    }

    /// Hands over a line, on which the judge waits so.
    fn hand_over(&mut self, line: &str, stage: Stage, clock: &Clock, is_new_turn: bool) {
        self.input.drain(..self.read);
        self.input.extend_from_slice(line.as_bytes());
        self.read = 0;
        self.stage = stage;
        (self.fuel, self.bank_beyond) = (clock.left(), clock.bank_beyond());
        self.is_new_turn |= is_new_turn;
    }

    /// Takes the bytes that are ready to be read, at most so many.
    pub(super) fn take(&mut self, bytes: usize) -> &[u8] {
        let rest = &self.input[self.read..];
        let taken = &rest[..rest.len().min(bytes)];
        self.read += taken.len();
        taken
    }

    /// Whether the program may wait for the next line.
    fn may_wait(&self) -> Result<()> {
        if self.stage != Stage::Asked {
            return Ok(());
        }
        let why = if self.output.is_empty() {
            "it waits for the next line and has not answered; print an answer, and flush the output after it"
                .to_owned()
        } else {
            let half = shown(&self.output);
            format!(
                "it printed {half} without a line end, and waits for the next line; end the line, and flush the output"
            )
        };
        Err(OffProtocol(why).into())
    }

    /// Takes what was printed, of which so many bytes more were not looked at.
    pub(super) fn print(&mut self, bytes: &[u8], cut: u64) {
        let most = self.output_bytes_max + 1;
        let room = most.saturating_sub(self.output.len());
        self.output.extend_from_slice(&bytes[..bytes.len().min(room)]);
        if cut > 0 {
            self.output.resize(most, 0);
        }
    }

    /// Says whether what was printed ends an answer. An empty line is one only if the question was read: others are the
    /// rest of what was printed with an answer.
    fn is_answered(&mut self) -> Result<bool> {
        let is_asked = self.stage == Stage::Asked && self.read == self.input.len();
        let (line, rest) = loop {
            let Some(end) = self.output[self.endless..].iter().position(|byte| *byte == b'\n') else {
                self.endless = self.output.len();
                let is_endless = self.output.len() > self.output_bytes_max;
                return if is_endless { Err(Endless.into()) } else { Ok(false) };
            };
            let end = self.endless + end;
            if is_asked || !self.output[..end].trim_ascii().is_empty() {
                break (&self.output[..end], &self.output[end + 1..]);
            }
            self.output.drain(..=end);
            self.endless = 0;
        };
        let why = match self.stage {
            Stage::Asked if !is_asked => {
                let line = shown(line);
                format!(
                    "it printed {line} before it had read the question; print one line for each question, and notes to standard error"
                )
            }
            Stage::Asked if rest.trim_ascii().is_empty() => {
                self.answer = Some(String::from_utf8_lossy(line).into_owned());
                self.stage = Stage::Answered;
                self.output.clear();
                self.endless = 0;
                return Ok(true);
            }
            Stage::Asked => {
                let (line, rest) = (shown(line), shown(rest.trim_ascii_end()));
                format!(
                    "it answered {line}, and printed {rest} behind it; print one line for each question, and notes to standard error"
                )
            }
            _ => printed_early(line),
        };
        Err(OffProtocol(why).into())
    }

    /// Notes what is known of the program.
    fn note(&mut self, data: &StoreData, fuel_left: u64) {
        self.fuel_left = fuel_left;
        self.memory_bytes = data.memory_bytes;
        self.asked_clock = data.game_time.was_asked;
        self.log = data.log();
        self.log_kept_bytes = data.log_kept_bytes();
    }
}

/// Printed bytes as they appear in a message.
fn shown(bytes: &[u8]) -> String {
    quoted(&String::from_utf8_lossy(&bytes[..bytes.len().min(4 * (QUOTED_MAX + 1))]))
}

/// The message for a program that printed a line before it was asked.
#[must_use]
pub fn printed_early(line: &[u8]) -> String {
    format!("it printed {} before it was asked; print notes to standard error", shown(line))
}

/// Reads at most so many bytes, as soon as there are any.
pub(super) async fn read(store: &mut StoreContextMut<'_, StoreData>, bytes: u64) -> Result<Vec<u8>> {
    if bytes == 0 {
        return Ok(Vec::new());
    }
    let talk = wait(store).await?;
    let taken = lock(&talk).take(usize::try_from(bytes).unwrap_or(usize::MAX)).to_vec();
    super::host::charge_bytes(store, taken.len() as u64)?;
    Ok(taken)
}

/// Suspends the program until there is something to read.
pub(super) async fn wait(store: &mut StoreContextMut<'_, StoreData>) -> Result<SharedTalk> {
    let talk = talk(store);
    loop {
        {
            let talk = lock(&talk);
            if talk.read < talk.input.len() {
                break;
            }
            talk.may_wait()?;
        }
        pause(store, &talk).await?;
    }
    Ok(talk)
}

/// Prints a text whole, and suspends the program if that ends an answer.
pub(super) async fn print(store: &mut StoreContextMut<'_, StoreData>, text: &[u8]) -> Result<()> {
    lock(&talk(store)).print(text, 0);
    printed(store).await
}

/// Suspends the program if what it has printed ends an answer.
pub(super) async fn printed(store: &mut StoreContextMut<'_, StoreData>) -> Result<()> {
    let talk = talk(store);
    let is_answered = lock(&talk).is_answered()?;
    if is_answered { pause(store, &talk).await } else { Ok(()) }
}

fn talk(store: &StoreContextMut<'_, StoreData>) -> SharedTalk {
    store.data().talk.clone().expect("only programs that speak lines are linked so")
}

/// Suspends the program until the next line is there.
async fn pause(store: &mut StoreContextMut<'_, StoreData>, talk: &SharedTalk) -> Result<()> {
    let fuel_left = fuel::left(&mut *store);
    let data = store.data_mut();
    if data.host_trouble.is_some() {
        return Err(Error::msg("the machine is short of memory"));
    }
    data.game_time.end_turn(fuel_left);
    if let Some(meter) = &data.meter {
        meter.report(|probe| probe.suspend(fuel_left));
    }
    lock(talk).note(data, fuel_left);
    let mut is_suspended = false;
    poll_fn(|_| if std::mem::replace(&mut is_suspended, true) { Poll::Ready(()) } else { Poll::Pending })
        .await;
    let (fuel, bank_beyond, is_new_turn) = {
        let mut talk = lock(talk);
        (talk.fuel, talk.bank_beyond, std::mem::take(&mut talk.is_new_turn))
    };
    let data = store.data_mut();
    if is_new_turn {
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
    talk: SharedTalk,
    turns: Turns,
}

impl LineInstance {
    /// Runs a program until it reads for the first time. Its store has the fuel for that.
    pub(super) fn start(
        store: Store<StoreData>,
        program: &LineProgram,
        talk: SharedTalk,
        limits: &Limits,
    ) -> Result<Self, NotStarted> {
        let run: Run = Box::pin(run(store, program.clone(), talk.clone()));
        let mut instance = Self { run: Some(run), talk, turns: Turns::new(limits) };
        match instance.go_on() {
            Ok(()) => Ok(instance),
            Err(stop) => {
                let talk = lock(&instance.talk);
                let usage = Usage { fuel: 0, memory_bytes: talk.memory_bytes };
                Err(NotStarted { stop, usage, log: talk.log.clone() })
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

    /// Hands over a line, with its end, and lets the program go on with what is left of the turn's fuel.
    fn deliver(&mut self, line: &str, stage: Stage) -> Result<(), Stop> {
        {
            let mut talk = lock(&self.talk);
            let is_new_turn = self.turns.begin(talk.memory_bytes);
            talk.hand_over(line, stage, &self.turns.clock, is_new_turn);
        }
        let went_on = self.go_on();
        let left = if went_on.is_ok() { lock(&self.talk).fuel_left } else { 0 };
        self.turns.count(went_on, left)
    }

    /// Hands over a question; the line that answers it ends the turn.
    ///
    /// # Errors
    /// The reason why the program stopped. It must not be called again then.
    pub fn ask(&mut self, line: &str) -> Result<String, Stop> {
        self.deliver(line, Stage::Asked)?;
        let answer = lock(&self.talk).answer.take();
        self.skip_turn();
        Ok(answer.expect("a program that was asked is suspended when it has answered"))
    }

    /// Hands over news, and lets the program read them; the turn goes on after that.
    ///
    /// # Errors
    /// The reason why the program stopped. It must not be called again then.
    pub fn tell(&mut self, line: &str) -> Result<(), Stop> {
        self.deliver(line, Stage::Told)
    }

    /// Ends a turn, if one is under way.
    pub fn skip_turn(&mut self) {
        self.turns.end();
    }

    /// Whether the program has asked what time it is, in any of its turns.
    #[must_use]
    pub fn asked_clock(&self) -> bool {
        lock(&self.talk).asked_clock
    }

    /// Fuel that is left in the turn.
    #[must_use]
    pub fn fuel_left(&self) -> u64 {
        self.turns.clock.left()
    }
}

impl Account for LineInstance {
    fn usage(&self) -> Usage {
        self.turns.usage(lock(&self.talk).memory_bytes)
    }

    fn usage_in_turn(&self) -> Usage {
        self.turns.usage_in_turn(lock(&self.talk).memory_bytes)
    }

    fn log(&self) -> String {
        lock(&self.talk).log.clone()
    }

    fn log_kept_bytes(&self) -> usize {
        lock(&self.talk).log_kept_bytes
    }
}

/// Runs a program to its end, and returns the reason why it stopped.
async fn run(mut store: Store<StoreData>, program: LineProgram, talk: SharedTalk) -> Stop {
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
    lock(&talk).note(store.data(), 0);
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
