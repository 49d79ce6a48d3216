//! The watchdog: ends calls that take too long, to protect the machine. It decides no game.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use wasmtime::EngineWeak;

/// How often an engine's epoch moves on; the watchdog's resolution.
pub(super) const TICK: Duration = Duration::from_millis(100);

/// A thread that moves an engine's epoch on, tick by tick, until it is dropped.
pub(super) struct Watchdog {
    stop: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Watchdog {
    pub(super) fn start(engine: EngineWeak) -> Self {
        let (stop, stopped) = channel();
        let thread = std::thread::spawn(move || tick(&engine, &stopped));
        Self { stop: Some(stop), thread: Some(thread) }
    }
}

fn tick(engine: &EngineWeak, stopped: &Receiver<()>) {
    while stopped.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
        let Some(engine) = engine.upgrade() else { return };
        engine.increment_epoch();
    }
}

impl Drop for Watchdog {
    fn drop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            thread.join().expect("the watchdog's thread does nothing that panics");
        }
    }
}

/// The deadline for a call that may take `limit`, in ticks from now.
pub(super) fn ticks(limit: Duration) -> u64 {
    u64::try_from(limit.as_millis().div_ceil(TICK.as_millis())).unwrap_or(u64::MAX / 2) + 1
}
