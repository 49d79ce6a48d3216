//! The log and the state that follows from it, for many threads: one writes at a time, and readers do
//! not wait for the disk.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use parking_lot::{Condvar, Mutex, MutexGuard, RwLock};
use tokio::sync::watch;

use crate::log::chain::{Chain, WrittenEvent};
use crate::log::event::SeasonEvent;
use crate::play::runner::{MachineTrouble, unwritten};
use crate::state::State;

/// The rest after trouble with the machine, before anything is tried again.
const REST: Duration = Duration::from_secs(5);

/// The time without any event while rounds are to be played, at most; no game takes so long.
const STALLED: Duration = Duration::from_mins(5);

/// Seconds that the machine's clock may go forward at once: a day.
pub(crate) const JUMP_MAX: u64 = 86_400;
/// Messages that wait for delivery, at most.
const UNTOLD_MAX: usize = 100;

/// The log and the state after it. Whoever holds several of its locks has taken them in this order.
pub struct Store {
    chain: Mutex<Chain>,
    state: RwLock<State>,
    /// The number of events, for those who wait for more.
    count: watch::Sender<usize>,
    bell: Mutex<Bell>,
    rung: Condvar,
    health: Mutex<Health>,
}

/// How the server is, beside its events.
pub struct Health {
    clock: SteadyClock,
    /// The number of times that the ladder or the check of files could not go on because of the machine.
    pub troubles: u64,
    /// The reason why the ladder cannot go on, if so.
    pub(crate) trouble: Option<String>,
    /// The trouble with the log's file, if any.
    log_trouble: Option<MachineTrouble>,
    /// The time when a game last ended, or a batch was drawn.
    pub(crate) went_on: Instant,
    /// Messages for whoever runs the server, not delivered yet.
    pub(crate) untold: Vec<String>,
}

impl Health {
    /// Whether the machine's clock has jumped, and nobody has put that right.
    pub fn has_jumped(&self) -> bool {
        self.clock.has_jumped
    }

    /// Keeps what whoever runs the server should hear of.
    fn tell(&mut self, text: String) {
        if self.untold.len() < UNTOLD_MAX {
            self.untold.push(text);
        }
    }
}

/// The bell that threads wait for.
#[derive(Default)]
struct Bell {
    /// How often it rang.
    rings: usize,
    stopped: bool,
}

/// The reason why nothing was written, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotWritten {
    /// It cannot or may not be.
    Refused(String),
    /// The file system refuses.
    Machine(String),
}

impl<T: Into<String>> From<T> for NotWritten {
    fn from(refused: T) -> Self {
        Self::Refused(refused.into())
    }
}

/// Whether something was written; false if it was refused.
pub(crate) fn is_written(done: Result<WrittenEvent, NotWritten>) -> Result<bool, MachineTrouble> {
    match done {
        Ok(_) => Ok(true),
        Err(NotWritten::Refused(_)) => Ok(false),
        Err(NotWritten::Machine(trouble)) => Err(MachineTrouble(trouble)),
    }
}

/// Where nothing may be refused, that is trouble as well.
impl From<NotWritten> for MachineTrouble {
    fn from((NotWritten::Refused(text) | NotWritten::Machine(text)): NotWritten) -> Self {
        Self(text)
    }
}

impl From<MachineTrouble> for NotWritten {
    fn from(MachineTrouble(text): MachineTrouble) -> Self {
        Self::Machine(text)
    }
}

impl Store {
    /// The log with the state after it.
    pub fn new(chain: Chain, state: State) -> Self {
        let count = watch::Sender::new(state.events);
        let (now, (troubles, trouble, log_trouble, untold)) = (Instant::now(), Default::default());
        let clock = SteadyClock::new(clock(), now);
        let health = Mutex::new(Health { clock, troubles, trouble, log_trouble, went_on: now, untold });
        let (chain, state, bell) = (Mutex::new(chain), RwLock::new(state), Mutex::default());
        Self { chain, state, count, bell, rung: Condvar::new(), health }
    }

    /// Looks at the state.
    pub fn read<T>(&self, look: impl FnOnce(&State) -> T) -> T {
        look(&self.state.read())
    }

    /// The time of an event that happens now.
    pub fn now(&self) -> u64 {
        self.read(|state| state.time).max(self.clock())
    }

    /// The time by the machine's clock, unless that has jumped: then what it would be.
    pub fn clock(&self) -> u64 {
        let mut health = self.health.lock();
        let had_jumped = health.clock.has_jumped;
        let time = health.clock.time(clock(), Instant::now());
        if health.clock.has_jumped && !had_jumped {
            health.tell(format!(
                "the clock of this machine has jumped to {}; the season keeps the old time; correct the clock; if the new time is correct, run judge serve set-time",
                crate::log::event::utc(clock())
            ));
        }
        time
    }

    /// How the server is. Nothing else of the store may be asked while somebody holds this.
    pub fn health(&self) -> MutexGuard<'_, Health> {
        self.health.lock()
    }

    /// Tells whoever runs the server, at once.
    pub fn tell(&self, text: String) {
        self.health.lock().tell(text);
        self.bell.lock().rings += 1;
        self.rung.notify_all();
    }

    /// Whether the ladder does not go on: it cannot, or rounds are to be played and nothing happens.
    pub fn is_in_trouble(&self, now: Instant) -> bool {
        let is_due = self.read(|state| !state.outstanding.is_empty());
        let health = self.health.lock();
        let is_stalled = is_due && now.saturating_duration_since(health.went_on) > STALLED;
        is_stalled || health.trouble.is_some() || health.log_trouble.is_some()
    }

    /// Looks whether the log's file is still what was written, and reports once if it is not.
    pub(crate) fn look_at_log(&self) {
        let trouble = self.chain.lock().look_back().map_err(unwritten("the event log")).err();
        let mut health = self.health.lock();
        if let Some(MachineTrouble(text)) = trouble.clone().filter(|_| trouble != health.log_trouble) {
            health.tell(text);
        }
        health.log_trouble = trouble;
    }

    /// Writes an event that is decided on by the state, with nothing in between, and lets it happen.
    ///
    /// # Errors
    /// The reason of the decision against it, or the refusal of the file system.
    ///
    /// # Panics
    /// If the event is one that cannot happen.
    pub fn append(
        &self,
        decide: impl FnOnce(&State, u64) -> Result<SeasonEvent, NotWritten>,
    ) -> Result<WrittenEvent, NotWritten> {
        let mut chain = self.chain.lock();
        let now = chain.time(self.clock());
        let event = self.read(|state| {
            let event = decide(state, now)?;
            assert_eq!(state.check(&event), Ok(()), "{event:?}");
            Ok::<_, NotWritten>(event)
        })?;
        let written = chain.append(&event, now).map_err(unwritten("the event log"))?;
        self.state.write().apply(&written);
        if let SeasonEvent::TimeSet { time } = event {
            // Before anybody else writes an event: its time would be that of the clock before.
            self.health.lock().clock = SteadyClock::new(time, Instant::now());
        }
        drop(chain);
        self.ring();
        if matches!(written.event, SeasonEvent::Drawn { .. }) {
            self.health().went_on = Instant::now();
        }
        Ok(written)
    }

    /// Writes an event, if it can happen now, and lets it happen.
    pub(crate) fn happen(&self, event: SeasonEvent) -> Result<WrittenEvent, NotWritten> {
        self.append(|state, _| Ok(state.allowed(event)?))
    }

    /// Wakes those who wait.
    pub(crate) fn ring(&self) {
        self.bell.lock().rings += 1;
        self.rung.notify_all();
        self.count.send_replace(self.read(|state| state.events));
    }

    /// How often something has happened so far: to be asked before one looks at it.
    pub fn rings(&self) -> usize {
        self.bell.lock().rings
    }

    /// Waits until something happens after so many times, or nothing more is to be done.
    pub fn wait(&self, rings: usize) {
        self.wait_for(rings, Duration::MAX);
    }

    /// The same, for so long at most.
    pub fn wait_for(&self, rings: usize, time: Duration) {
        let nothing_new = |bell: &mut Bell| !bell.stopped && bell.rings <= rings;
        self.rung.wait_while_for(&mut self.bell.lock(), nothing_new, time);
    }

    /// Waits for a while, as the machine is in trouble, or until nothing more is to be done.
    pub fn rest(&self) {
        self.health().troubles += 1;
        self.wait_for(usize::MAX, REST);
    }

    /// Whether nothing more is to be done.
    pub fn is_stopped(&self) -> bool {
        self.bell.lock().stopped
    }

    /// Lets those who wait end.
    pub fn stop(&self) {
        self.bell.lock().stopped = true;
        self.rung.notify_all();
        self.count.send_modify(|_| ());
    }

    /// The number of events, as it grows.
    pub fn watch(&self) -> watch::Receiver<usize> {
        self.count.subscribe()
    }
}

/// Time that goes on by itself, and follows the machine's clock as long as that does not jump.
#[derive(Debug)]
struct SteadyClock {
    then: u64,
    at: Instant,
    has_jumped: bool,
}

impl SteadyClock {
    fn new(then: u64, at: Instant) -> Self {
        Self { then, at, has_jumped: false }
    }

    /// The time when the machine's clock says `wall`.
    fn time(&mut self, wall: u64, at: Instant) -> u64 {
        let expected = self.then + at.duration_since(self.at).as_secs();
        self.has_jumped = wall > expected + JUMP_MAX;
        if self.has_jumped {
            return expected;
        }
        // One that goes back is not followed: when it is right again, it has not jumped.
        if wall >= expected {
            (self.then, self.at) = (wall, at);
        }
        wall
    }
}

/// Seconds since 1970 by the machine's clock.
pub fn clock() -> u64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_that_jumps_is_not_believed_until_it_is_back() {
        let (begun, minute) = (Instant::now(), Duration::from_mins(1));
        let mut clock = SteadyClock::new(1_000_000, begun);
        assert_eq!(clock.time(1_000_060, begun + minute), 1_000_060);
        // Ten years forward, for a while.
        let then = 1_000_060 + 315_360_000;
        assert_eq!(clock.time(then, begun + 2 * minute), 1_000_120);
        assert!(clock.has_jumped);
        assert_eq!(clock.time(1_000_180, begun + 3 * minute), 1_000_180);
        assert!(!clock.has_jumped);
        // As after a night in which the machine slept, and when it goes back.
        assert_eq!(clock.time(1_040_000, begun + 3 * minute), 1_040_000);
        assert_eq!(clock.time(1_000_180, begun + 3 * minute), 1_000_180);
    }

    #[test]
    fn a_clock_that_went_back_and_is_right_again_has_not_jumped() {
        let (begun, minute) = (Instant::now(), Duration::from_mins(1));
        let (now, week) = (10_000_000, 7 * 86_400);
        let mut clock = SteadyClock::new(now, begun);
        assert_eq!(clock.time(now - week, begun + minute), now - week);
        assert_eq!(clock.time(now - week + 60, begun + 2 * minute), now - week + 60);
        assert_eq!(clock.time(now + 180, begun + 3 * minute), now + 180);
        assert!(!clock.has_jumped);
        assert_eq!(clock.time(now + 240 + week, begun + 4 * minute), now + 240, "now it has");
    }

    #[test]
    fn rounds_that_are_due_and_not_played_for_minutes_are_trouble() {
        let folder = tempfile::tempdir().expect("there is room");
        let (chain, _) = Chain::open(&folder.path().join("events.log")).expect("it is new");
        let mut state = crate::simulation::Simulation::new(&[0.0; 2], judge_play::Seed(1)).state;
        let (soon, later) = (Instant::now(), Instant::now() + 2 * STALLED);
        let store = Store::new(chain, state.clone());
        assert!(!store.is_in_trouble(later), "nothing is due");
        let pairing = crate::log::event::Pairing { versions: [0, 1].into(), turn: 0, chance: 500, met: 0 };
        let event = SeasonEvent::Drawn { batch: state.batches + 1, rounds: vec![pairing] };
        state.apply(&WrittenEvent { event, time: 1, head: crate::log::digest::Digest::default() });
        let (chain, _) = Chain::open(&folder.path().join("events.log")).expect("it is there");
        let store = Store::new(chain, state);
        assert!(!store.is_in_trouble(soon) && store.is_in_trouble(later));
        std::fs::remove_file(folder.path().join("events.log")).expect("it is there");
        (0..2).for_each(|_| store.look_at_log());
        assert!(store.is_in_trouble(soon) && store.health().untold.len() == 1, "it is told once");
    }
}
