//! The watchdog: ends calls that take too long, to protect the machine. It decides no game.
//!
//! Only the time that a bot's thread ran counts, not the time that went by: a machine that is
//! suspended, or has more to do than it can, does not end a call. The clock is read at each tick of the engine's epoch, so
//! a short call never reads it, and a long one is ended up to two ticks late.

use std::time::Duration;

use wasmtime::{AsContextMut, EngineWeak, Store, StoreContextMut, UpdateDeadline};

use super::StoreData;

/// The time between two steps of an engine's epoch; the watchdog's resolution.
pub(super) const TICK: Duration = Duration::from_millis(100);

/// Moves an engine's epoch on, tick by tick, as long as somebody has the engine. Nobody waits for the thread's end: a process
/// that was forked off has the engine, and no such thread.
pub(super) fn start(engine: EngineWeak) {
    std::thread::spawn(move || {
        loop {
            std::thread::sleep(TICK);
            let Some(engine) = engine.upgrade() else { return };
            engine.increment_epoch();
        }
    });
}

/// The time that a call may take, and the part of it that is over.
pub(super) struct Allowance {
    limit: Duration,
    /// The thread's clock at the call's first tick.
    first_tick: Option<Duration>,
}

impl Allowance {
    pub(super) fn new(limit: Duration) -> Self {
        Self { limit, first_tick: None }
    }

    /// Says at a tick, when the thread's clock shows `now`, whether the call may go on.
    pub(super) fn tick(&mut self, now: Duration) -> UpdateDeadline {
        let began = *self.first_tick.get_or_insert(now);
        if now.saturating_sub(began) < self.limit {
            UpdateDeadline::Continue(1)
        } else {
            UpdateDeadline::Interrupt
        }
    }
}

/// Puts the bot of a store under the watchdog.
pub(super) fn watch(store: &mut Store<StoreData>) {
    store.epoch_deadline_callback(|mut store: StoreContextMut<'_, StoreData>| {
        Ok(store.data_mut().tick(processor_time()))
    });
}

/// Begins a call, which may take the whole allowance.
pub(super) fn begin_call(mut store: impl AsContextMut<Data = StoreData>) {
    let mut store = store.as_context_mut();
    store.data_mut().allowance.first_tick = None;
    store.set_epoch_deadline(1);
}

/// The processor time of the current thread so far; on systems that do not measure it, the judge's running time.
#[cfg(any(target_os = "linux", target_os = "android", target_os = "freebsd", target_vendor = "apple"))]
#[must_use]
pub fn processor_time() -> Duration {
    let time = rustix::time::clock_gettime(rustix::time::ClockId::ThreadCPUTime);
    Duration::try_from(time).expect("a thread's time begins with nothing")
}

/// The processor time of the current thread so far; on systems that do not measure it, the judge's running time.
#[cfg(not(any(target_os = "linux", target_os = "android", target_os = "freebsd", target_vendor = "apple")))]
#[must_use]
pub fn processor_time() -> Duration {
    static BEGAN: std::sync::OnceLock<std::time::Instant> = std::sync::OnceLock::new();
    BEGAN.get_or_init(std::time::Instant::now).elapsed()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn goes_on(allowance: &mut Allowance, millis: u64) -> bool {
        matches!(allowance.tick(Duration::from_millis(millis)), UpdateDeadline::Continue(1))
    }

    #[test]
    fn a_call_may_take_its_allowance_from_its_first_tick_on() {
        let mut allowance = Allowance::new(Duration::from_secs(1));
        assert!([5_000, 5_100, 5_999].iter().all(|&now| goes_on(&mut allowance, now)));
        assert!(!goes_on(&mut allowance, 6_000));
    }

    #[test]
    fn a_thread_that_does_not_run_uses_nothing_up() {
        let mut allowance = Allowance::new(Duration::from_millis(1));
        assert!((0..1_000_000).all(|_| goes_on(&mut allowance, 5_000)), "however many ticks go by");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_thread_that_sleeps_does_not_run() {
        let before = processor_time();
        std::thread::sleep(Duration::from_millis(300));
        assert!(processor_time().saturating_sub(before) < Duration::from_millis(250));
    }
}
