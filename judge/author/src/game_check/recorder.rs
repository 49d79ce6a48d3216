//! A game's code that is called twice: once as ever, and once in an instance that was asked nothing before.
//!
//! If a fresh instance costs much, as an interpreter does, only some calls are made again.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use judge_play::GameFile;
use judge_play::file::{GameCode, RunningGame, Stopped};
use judge_play::wit::Value;

/// The fuel that calls which are made again may take beyond that of all calls, in one instance.
const FUEL_AGAIN: u64 = 200_000_000;

/// The calls of one function.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Calls {
    pub(super) number: u64,
    pub(super) fuel: u64,
    pub(super) fuel_most: u64,
    pub(super) nanoseconds: u128,
    /// The number of them that were made again.
    pub(super) again: u64,
}

/// All calls of a game.
#[derive(Clone, Default)]
pub(super) struct RecordedCalls(Arc<Mutex<AllCalls>>);

#[derive(Default)]
struct AllCalls {
    /// Those that were answered, by function.
    answered: BTreeMap<String, Calls>,
    /// The fuel of those that failed: one may take all that a call may.
    fuel_of_failed: u64,
}

impl RecordedCalls {
    pub(super) fn calls(&self) -> BTreeMap<String, Calls> {
        self.lock().answered.clone()
    }

    /// The fuel of all calls, the second ones left out.
    pub(super) fn fuel(&self) -> u64 {
        let calls = self.lock();
        calls.fuel_of_failed + calls.answered.values().map(|calls| calls.fuel).sum::<u64>()
    }

    fn add(&self, function: &str, fuel: u64, nanoseconds: u128) {
        let mut recorded = self.lock();
        let calls = recorded.answered.entry(function.to_owned()).or_default();
        calls.number += 1;
        calls.fuel += fuel;
        calls.fuel_most = calls.fuel_most.max(fuel);
        calls.nanoseconds += nanoseconds;
    }

    fn lock(&self) -> MutexGuard<'_, AllCalls> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The same game, whose calls are recorded, and made twice.
pub(super) fn recorded(file: &Arc<GameFile>) -> (Arc<GameFile>, RecordedCalls) {
    let recorded = RecordedCalls::default();
    let code = Code { file: file.clone(), recorded: recorded.clone() };
    (with_code(file, code), recorded)
}

/// The same game with other code.
pub(super) fn with_code(file: &GameFile, code: impl GameCode + 'static) -> Arc<GameFile> {
    let (contract, interface) = (file.contract.clone(), file.interface.clone());
    Arc::new(GameFile::new(file.info, file.sha256, contract, interface, Box::new(code)))
}

struct Code {
    file: Arc<GameFile>,
    recorded: RecordedCalls,
}

impl GameCode for Code {
    fn start(&self) -> Result<Box<dyn RunningGame>, Stopped> {
        let running = self.file.code.start()?;
        let (file, recorded) = (self.file.clone(), self.recorded.clone());
        Ok(Box::new(Twice { running, file, recorded, fuel: 0, fuel_again: 0 }))
    }
}

struct Twice {
    running: Box<dyn RunningGame>,
    file: Arc<GameFile>,
    recorded: RecordedCalls,
    /// Of all calls so far, and of those that were made again.
    fuel: u64,
    fuel_again: u64,
}

impl RunningGame for Twice {
    fn call(&mut self, function: &str, arguments: &Value, answer: &mut Value) -> Result<(), Stopped> {
        let before = Instant::now();
        let called = self.running.call(function, arguments, answer);
        let nanoseconds = before.elapsed().as_nanos();
        // A call that failed is reported by itself.
        called.inspect_err(|_| self.recorded.lock().fuel_of_failed += self.running.fuel())?;
        self.recorded.add(function, self.running.fuel(), nanoseconds);
        self.fuel += self.running.fuel();
        if self.fuel_again > self.fuel + FUEL_AGAIN {
            return Ok(());
        }
        self.recorded.lock().answered.entry(function.to_owned()).or_default().again += 1;
        let (mut again, mut fresh) = (Value::default(), self.file.code.start()?);
        let called = fresh.call(function, arguments, &mut again);
        self.fuel_again += fresh.fuel();
        called.map_err(|why| match why {
            Stopped::Broken(why) => {
                Stopped::Broken(format!("it fails in an instance that was asked nothing before: {why}"))
            }
            machine @ Stopped::Machine(_) => machine,
        })?;
        if again == *answer {
            return Ok(());
        }
        Err(Stopped::Broken(
            "it answers something else in an instance that was asked nothing before; keep all that a game must remember in its state"
                .into(),
        ))
    }

    fn fuel(&self) -> u64 {
        self.running.fuel()
    }
}
