//! The fuse: ends calls that take too long by the wall clock.

use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::thread::JoinHandle;
use std::time::Duration;

use wasmtime::EngineWeak;

/// How often an engine's epoch moves on; the fuse's resolution.
pub(super) const TICK: Duration = Duration::from_millis(100);

/// A thread that moves an engine's epoch on, tick by tick, until it is dropped.
pub(super) struct Fuse {
    extinguish: Option<Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Fuse {
    pub(super) fn light(engine: EngineWeak) -> Self {
        let (extinguish, extinguished) = channel();
        let thread = std::thread::spawn(move || burn(&engine, &extinguished));
        Self { extinguish: Some(extinguish), thread: Some(thread) }
    }
}

fn burn(engine: &EngineWeak, extinguished: &Receiver<()>) {
    while extinguished.recv_timeout(TICK) == Err(RecvTimeoutError::Timeout) {
        let Some(engine) = engine.upgrade() else { return };
        engine.increment_epoch();
    }
}

impl Drop for Fuse {
    fn drop(&mut self) {
        drop(self.extinguish.take());
        if let Some(thread) = self.thread.take() {
            thread.join().expect("the fuse's thread does nothing that panics");
        }
    }
}

/// The deadline for a call that may take `limit`, in ticks from now.
pub(super) fn ticks(limit: Duration) -> u64 {
    u64::try_from(limit.as_millis().div_ceil(TICK.as_millis())).unwrap_or(u64::MAX / 2) + 1
}
