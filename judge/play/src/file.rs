//! A game that is a file: pure functions over a state that the judge keeps, played by the same match as the judge's own.
//!
//! Knows no engine: [`GameCode`] is the judge's sandbox, or a page. Nothing that a file answers is believed. A file that
//! breaks a promise makes the match void; that is the organiser's business, and never a player's fault.

mod action;
mod contract;
mod game;
mod info;
mod picture;
mod read;
mod shown;

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use judge_games::{Key, Parameters, Seat, SettingError, Settings};
use judge_wit::{Interface, Reader, Value};

use crate::game_info::{GameInfo, RulesError};
use crate::verdict::VoidCause;
pub use action::FileAction;
pub use game::{FileGame, FileNews, FileView};

/// The interface that a file which is a game exports.
pub const INTERFACE: &str = "judge:game/rules@1.0.0";
/// Its WIT.
pub const WIT: &str = include_str!("../../../sdk/game/wit/game.wit");

/// The most bytes of a state.
pub const STATE_BYTES_MAX: usize = 1 << 20;
/// The most seats of a game.
pub const SEATS_MAX: u8 = 8;
/// After so many failures a match does not ask for the same look any more: each may take all the fuel of a call.
const FAILED_LOOKS_MAX: usize = 3;
/// The most turns that a game may promise: a journal's line has room for so many.
const TURNS_MAX: u32 = 50_000;

/// The code of a game, which can be started any number of times.
pub trait GameCode: Send + Sync {
    /// Starts it: an instance that remembers nothing.
    ///
    /// # Errors
    /// The reason why it does not start.
    fn start(&self) -> Result<Box<dyn RunningGame>, Stopped>;
}

/// A running instance of a game's code.
pub trait RunningGame: Send {
    /// Calls a function of [`INTERFACE`], and appends what it answers to `answer`.
    ///
    /// # Errors
    /// The reason why there is no answer. The instance is not called again then.
    fn call(&mut self, function: &str, arguments: &Value, answer: &mut Value) -> Result<(), Stopped>;

    /// The fuel of the last call.
    fn fuel(&self) -> u64 {
        0
    }
}

/// The reason why a call into a game's code did not come back with an answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Stopped {
    /// The file's doing, in words that go on a sentence: `it trapped: …`.
    #[error("{0}")]
    Broken(String),
    /// The machine's trouble, which says nothing about the file.
    #[error("{0}")]
    Machine(String),
}

impl Stopped {
    /// The same of the call of a function.
    fn of(self, function: &str) -> Self {
        match self {
            Self::Broken(why) => Self::Broken(format!("{function}: {why}")),
            Self::Machine(why) => Self::Machine(format!("{function}: {why}")),
        }
    }

    /// The cause of a match that is void for it.
    fn cause(&self) -> VoidCause {
        match self {
            Self::Broken(_) => VoidCause::Game,
            Self::Machine(_) => VoidCause::Machine,
        }
    }
}

/// An answer that no file should give, and why.
fn broken<T>(why: impl Into<String>) -> Result<T, Stopped> {
    Err(Stopped::Broken(why.into()))
}

/// A file that is a game, loaded: what it says of itself, what it asks of bots, and its code.
pub struct GameFile {
    /// Its own name and facts. The texts stay until the process ends, which loads few games.
    pub info: &'static GameInfo,
    /// SHA-256 of its bytes.
    pub sha256: [u8; 32],
    /// The exports of its bots, as WIT: one interface of the game's name.
    pub contract: String,
    /// The same as data.
    pub interface: Arc<Interface>,
    /// The names of the contract's functions, which events bear.
    functions: &'static [&'static str],
    /// Its code.
    pub code: Box<dyn GameCode>,
}

impl GameFile {
    /// A file's introduction: its name and facts, and the WIT of its contract, which is safe to print and to make code
    /// from.
    ///
    /// # Errors
    /// The reason why the game cannot be played.
    pub fn introduction(code: &dyn GameCode) -> Result<(&'static GameInfo, String), Stopped> {
        let mut running = code.start()?;
        let mut ask = |function: &str| {
            let mut answer = Value::default();
            running.call(function, &Value::default(), &mut answer).map(|()| answer)
        };
        let (info, contract) = (ask("info")?, ask("contract")?);
        let info = info::info(&mut info.reader()).map_err(|why| why.of("info"))?;
        let contract = contract::harmless(contract.reader().text()).map_err(|why| why.of("contract"))?;
        Ok((info, contract))
    }

    /// A file of these parts. The interface is that of the contract.
    #[must_use]
    pub fn new(
        info: &'static GameInfo,
        sha256: [u8; 32],
        contract: String,
        interface: Arc<Interface>,
        code: Box<dyn GameCode>,
    ) -> Self {
        let names = interface.functions.iter().map(|function| info::kept(&function.name));
        let functions = Vec::leak(names.collect());
        Self { info, sha256, contract, interface, functions, code }
    }
}

impl fmt::Debug for GameFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "GameFile({}, {})", self.info.name, hex::encode(self.sha256))
    }
}

/// The rules of a game that is a file: the file, and settings that it has accepted.
#[derive(Clone)]
pub struct FileRules {
    file: Arc<GameFile>,
    settings: Arc<[(&'static str, String)]>,
    seats: u8,
    turns_max: u32,
    /// Shared by all that belongs to one match.
    running: Arc<FileAtWork>,
}

/// The file at work. What people look at is asked of an instance of its own, so that a match is the same whether
/// somebody looks on or not.
#[derive(Default)]
struct FileAtWork {
    playing: Mutex<Option<Started>>,
    looking: Mutex<Option<Started>>,
    /// The first failure while it was played.
    trouble: Mutex<Option<Stopped>>,
    /// What a bot answered last: its seat, and the answer.
    answered: Mutex<Option<(Seat, String)>>,
    /// Looks that failed: the function, and why.
    unseen: Mutex<Vec<(&'static str, Stopped)>>,
}

/// An instance that has started, with room that is used in every call again.
struct Started {
    running: Box<dyn RunningGame>,
    arguments: Value,
    answer: Value,
}

/// The purpose of a call.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Purpose {
    Play,
    Look,
}

impl FileRules {
    /// The rules with these settings.
    ///
    /// # Errors
    /// The mistake in a setting or in the game.
    pub fn new<'a>(
        file: &Arc<GameFile>,
        settings: impl IntoIterator<Item = (&'a str, &'a str)>,
    ) -> Result<Self, RulesError> {
        let given: Vec<(&str, &str)> = settings.into_iter().collect();
        Settings::check(file.info.keys, given.iter().copied()).map_err(RulesError::Setting)?;
        let (settings, running) = (Arc::new([]), Arc::default());
        let rules = Self { file: file.clone(), settings, seats: 0, turns_max: 0, running };
        let write = |to: &mut Value| write_settings(given.iter().copied(), to);
        let table = rules.ask(Purpose::Look, "set-up", write, |from| read::table(from, file.info.keys));
        let table =
            table.map_err(|why| RulesError::Game(why.cause(), format!("{}: {why}", file.info.name)))?;
        let read::Table { seats, turns_max, settings } = table.map_err(RulesError::Setting)?;
        let seats_max = file.info.seats_max;
        if !(2..=seats_max).contains(&seats) || !(1..=TURNS_MAX).contains(&turns_max) {
            let why = format!(
                "{}: set-up answered {seats} seats and {turns_max} turns; it may have 2 to {seats_max} seats and 1 to {TURNS_MAX} turns",
                file.info.name
            );
            return Err(RulesError::Game(VoidCause::Game, why));
        }
        Ok(Self { settings: settings.into(), seats, turns_max, ..rules.alone() })
    }

    /// The file.
    #[must_use]
    pub fn file(&self) -> &Arc<GameFile> {
        &self.file
    }

    /// The same, with instances of its own.
    fn alone(&self) -> Self {
        Self { running: Arc::default(), ..self.clone() }
    }

    /// Calls a function, and reads what it answers. A failure while it is played is the match's trouble.
    fn ask<T>(
        &self,
        purpose: Purpose,
        function: &'static str,
        write: impl FnOnce(&mut Value),
        read: impl FnOnce(&mut Reader<'_>) -> Result<T, Stopped>,
    ) -> Result<T, Stopped> {
        let FileAtWork { playing, looking, unseen, .. } = &*self.running;
        let is_this = |(failed, _): &&(&str, Stopped)| *failed == function;
        if purpose == Purpose::Look
            && let Some((_, why)) = lock(unseen).iter().filter(is_this).nth(FAILED_LOOKS_MAX - 1)
        {
            return Err(why.clone());
        }
        let mut slot = lock(if purpose == Purpose::Play { playing } else { looking });
        let answered = self.started(&mut slot).and_then(|Started { running, arguments, answer }| {
            arguments.clear();
            answer.clear();
            write(arguments);
            running.call(function, arguments, answer)?;
            read(&mut answer.reader())
        });
        answered.map_err(|why| {
            // Whatever it remembers may be in disorder.
            *slot = None;
            let why = why.of(function);
            match purpose {
                Purpose::Play => _ = lock(&self.running.trouble).get_or_insert_with(|| why.clone()),
                Purpose::Look => lock(unseen).push((function, why.clone())),
            }
            why
        })
    }

    fn started<'a>(&self, slot: &'a mut Option<Started>) -> Result<&'a mut Started, Stopped> {
        if let Some(started) = slot {
            return Ok(started);
        }
        let running = self.file.code.start()?;
        Ok(slot.insert(Started { running, arguments: Value::default(), answer: Value::default() }))
    }

    /// Notes an answer that the file should not have given.
    fn break_off(&self, why: String) {
        lock(&self.running.trouble).get_or_insert(Stopped::Broken(why));
    }

    fn write_settings(&self, to: &mut Value) {
        write_settings(self.settings.iter().map(|(key, value)| (*key, value.as_str())), to);
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn write_settings<'a>(settings: impl ExactSizeIterator<Item = (&'a str, &'a str)>, to: &mut Value) {
    to.list(settings.len());
    for (key, value) in settings {
        to.text(key);
        to.text(value);
    }
}

impl PartialEq for FileRules {
    fn eq(&self, other: &Self) -> bool {
        self.file.sha256 == other.file.sha256 && self.settings == other.settings
    }
}

impl Eq for FileRules {}

impl fmt::Debug for FileRules {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "FileRules({:?}, {:?})", self.file, self.settings)
    }
}

impl Default for FileRules {
    /// # Panics
    /// Always: there are no rules without a file. All parameters of games have a default; nobody asks for this one.
    fn default() -> Self {
        unreachable!("rules of a file come from the file")
    }
}

impl Parameters for FileRules {
    /// Those of a file are in its [`GameInfo`].
    const KEYS: &'static [Key] = &[];
    const SEATS_MAX: u8 = SEATS_MAX;

    fn from_checked(_: &Settings<'_>) -> Result<Self, SettingError> {
        Err(SettingError::NoGame { key: None, reason: "rules of a file come from the file".into() })
    }

    fn settings(&self) -> Vec<(&'static str, String)> {
        self.settings.to_vec()
    }

    fn seats(&self) -> usize {
        self.seats.into()
    }
}

#[cfg(test)]
mod tests;
