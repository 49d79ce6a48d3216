//! The log and what is true by it, for many threads: one writes at a time, and readers do not wait for the disk.

use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, PoisonError, RwLock};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::sync::watch;

use crate::chain::{Chain, Written};
use crate::event::Event;
use crate::state::State;

/// How long nothing is tried again after trouble with the machine.
const REST: Duration = Duration::from_secs(5);

/// The log and the state after it.
pub struct Store {
    chain: Mutex<Chain>,
    state: RwLock<State>,
    /// The number of events, for those who wait for more.
    count: watch::Sender<usize>,
    bell: Mutex<Bell>,
    rung: Condvar,
    troubles: AtomicU64,
}

/// What threads wait for.
#[derive(Default)]
struct Bell {
    events: usize,
    stopped: bool,
}

/// Why nothing was written.
#[derive(Debug, PartialEq, Eq)]
pub enum NotWritten<E> {
    /// It cannot or may not be.
    Refused(E),
    /// The file system refuses.
    Machine(String),
}

impl Store {
    /// The log with the state after it.
    #[must_use]
    pub fn new(chain: Chain, state: State) -> Self {
        let bell = Bell { events: state.events, stopped: false };
        let count = watch::Sender::new(state.events);
        Self {
            chain: Mutex::new(chain),
            state: RwLock::new(state),
            count,
            bell: Mutex::new(bell),
            rung: Condvar::new(),
            troubles: AtomicU64::new(0),
        }
    }

    /// Looks at the state.
    pub fn read<T>(&self, look: impl FnOnce(&State) -> T) -> T {
        look(&self.state.read().unwrap_or_else(PoisonError::into_inner))
    }

    /// The time of an event that happens now.
    pub fn now(&self) -> u64 {
        self.read(|state| state.time).max(clock())
    }

    /// Writes an event that is decided on by the state, with nothing in between, and lets it happen.
    ///
    /// # Errors
    /// Why it was decided against, or that the file system refuses.
    ///
    /// # Panics
    /// If the event is one that cannot happen.
    pub fn append<E>(
        &self,
        decide: impl FnOnce(&State, u64) -> Result<Event, E>,
    ) -> Result<Written, NotWritten<E>> {
        let mut chain = self.chain();
        let now = chain.time(clock());
        let event = self.read(|state| {
            let event = decide(state, now)?;
            assert_eq!(state.check(&event), Ok(()), "{event:?}");
            Ok(event)
        });
        let event = event.map_err(NotWritten::Refused)?;
        let written = chain.append(&event, now).map_err(|error| NotWritten::Machine(trouble(&error)))?;
        self.state.write().unwrap_or_else(PoisonError::into_inner).apply(&written);
        drop(chain);
        self.ring();
        Ok(written)
    }

    fn ring(&self) {
        let events = self.read(|state| state.events);
        let mut bell = self.bell.lock().unwrap_or_else(PoisonError::into_inner);
        bell.events = bell.events.max(events);
        let events = bell.events;
        drop(bell);
        self.rung.notify_all();
        self.count.send_replace(events);
    }

    /// Waits until there are more events than so many, or nothing more is to be done.
    pub fn wait(&self, events: usize) {
        let bell = self.bell.lock().unwrap_or_else(PoisonError::into_inner);
        drop(self.rung.wait_while(bell, |bell| !bell.stopped && bell.events <= events));
    }

    /// The same, for so long at most.
    pub fn wait_for(&self, events: usize, time: Duration) {
        let bell = self.bell.lock().unwrap_or_else(PoisonError::into_inner);
        let nothing_new = |bell: &mut Bell| !bell.stopped && bell.events <= events;
        drop(self.rung.wait_timeout_while(bell, time, nothing_new));
    }

    /// Counts that something could not be done because of the machine.
    pub fn count_trouble(&self) {
        self.troubles.fetch_add(1, Ordering::Relaxed);
    }

    /// Waits for a while, as the machine is in trouble.
    pub fn rest(&self) {
        self.count_trouble();
        self.rest_for(REST);
    }

    /// Waits for so long, or until nothing more is to be done.
    pub fn rest_for(&self, time: Duration) {
        let bell = self.bell.lock().unwrap_or_else(PoisonError::into_inner);
        drop(self.rung.wait_timeout_while(bell, time, |bell| !bell.stopped));
    }

    /// How often the ladder or the check of files could not go on because of the machine.
    pub fn troubles(&self) -> u64 {
        self.troubles.load(Ordering::Relaxed)
    }

    /// Whether nothing more is to be done.
    pub fn is_stopped(&self) -> bool {
        self.bell.lock().unwrap_or_else(PoisonError::into_inner).stopped
    }

    /// Lets those who wait end.
    pub fn stop(&self) {
        self.bell.lock().unwrap_or_else(PoisonError::into_inner).stopped = true;
        self.rung.notify_all();
        self.count.send_modify(|_| ());
    }

    /// The number of events, as it grows.
    pub fn watch(&self) -> watch::Receiver<usize> {
        self.count.subscribe()
    }

    fn chain(&self) -> std::sync::MutexGuard<'_, Chain> {
        self.chain.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// What is told of a log that cannot be written.
fn trouble(error: &io::Error) -> String {
    format!("the event log cannot be written: {}", judge_core::file::unwritten(error))
}

/// Seconds since 1970 by the machine's clock.
#[must_use]
pub fn clock() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}
