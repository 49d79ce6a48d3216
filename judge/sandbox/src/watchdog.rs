//! The watchdog: ends calls that take too long, to protect the machine. It decides no game.
//!
//! Only the time that a bot's thread ran counts, not the time that went by: a machine that is
//! suspended, or has more to do than it can, does not end a call. The clock is read at each tick of the engine's epoch, so
//! a short call never reads it, and a long one is ended up to two ticks late.

use std::time::Duration;

use wasmtime::{AsContextMut, EngineWeak, Store, StoreContextMut};

use super::StoreData;
use crate::store_data::allowance::TICK;

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

/// Puts the bot of a store under the watchdog.
pub(super) fn watch(store: &mut Store<StoreData>) {
    store.epoch_deadline_callback(|mut store: StoreContextMut<'_, StoreData>| {
        Ok(store.data_mut().tick(processor_time()))
    });
}

/// Begins a call, which may take the whole allowance.
pub(super) fn begin_call(mut store: impl AsContextMut<Data = StoreData>) {
    let mut store = store.as_context_mut();
    store.data_mut().allowance.begin();
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

    #[cfg(target_os = "linux")]
    #[test]
    fn a_thread_that_sleeps_does_not_run() {
        let before = processor_time();
        std::thread::sleep(Duration::from_millis(300));
        assert!(processor_time().saturating_sub(before) < Duration::from_millis(250));
    }
}
