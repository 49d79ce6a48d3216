//! Bots as players: the sandbox on one side, the rules on the other.
//!
//! What all games share stands here; each game's own half, which turns views
//! into calls and answers into actions, has a file of its own.

pub mod battleship;

use wasmtime::Store;

use super::Failure;
use crate::fault::FaultKind;
use crate::sandbox::{Instance, Sandbox, Stop, Tenant};

/// A bot seated in a game: a running instance, and what it is told when the game begins.
///
/// A bot that does not even start keeps its seat; it fails when it is asked.
pub struct WasmPlayer<B, S> {
    instance: Result<Instance<B>, Stop>,
    setup: S,
}

impl<B, S> WasmPlayer<B, S> {
    fn start(
        sandbox: &Sandbox,
        setup: S,
        instantiate: impl FnOnce(&mut Store<Tenant>) -> wasmtime::Result<B>,
    ) -> Self {
        Self { instance: sandbox.start(instantiate), setup }
    }

    fn call<R>(
        &mut self,
        question: impl FnOnce(&B, &mut Store<Tenant>, &S) -> wasmtime::Result<R>,
    ) -> Result<R, Failure> {
        let setup = &self.setup;
        let instance = self.instance.as_mut().map_err(|stop| failure(stop.clone()))?;
        instance.call(|bot, store| question(bot, store, setup)).map_err(failure)
    }

    /// Fuel spent in all turns so far.
    #[must_use]
    pub fn fuel_spent(&self) -> u64 {
        self.instance.as_ref().map_or(0, Instance::fuel_spent)
    }

    /// Leaves the game; what remains is the log.
    #[must_use]
    pub fn into_log(self) -> String {
        self.instance.map(Instance::into_log).unwrap_or_default()
    }
}

/// Says of a stop whose doing it was.
fn failure(stop: Stop) -> Failure {
    match stop {
        Stop::Trap(trap) => Failure::Fault(FaultKind::Trap, trap),
        Stop::OutOfFuel => Failure::Fault(FaultKind::OutOfFuel, "no answer within the turn's fuel".into()),
        Stop::OutOfMemory => {
            Failure::Fault(FaultKind::OutOfMemory, "it wanted more memory than the limit".into())
        }
        Stop::BadReply(problem) => Failure::Fault(FaultKind::BadReply, problem),
        Stop::Host(trouble) => Failure::Void(trouble),
    }
}
