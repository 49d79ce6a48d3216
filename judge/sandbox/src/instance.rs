//! A bot in its game, whose functions are called: calls with limits in, answers or stops out.

use wasmtime::Store;

use super::direct::{DirectBot, DirectProgram};
use super::{NotStarted, Stop, StoreData, fuel, stop};
use judge_limits::{Account, Limits, Traces, Turns, Usage};
use judge_wit::Value;

/// A bot in its game, whose functions are called. It owns its store.
pub struct Instance {
    store: Store<StoreData>,
    bot: DirectBot,
    turns: Turns,
}

impl Instance {
    pub(super) fn start(
        mut store: Store<StoreData>,
        program: &DirectProgram,
        limits: &Limits,
    ) -> Result<Self, NotStarted> {
        match guarded(&mut store, limits.fuel_to_start, |store| program.start(store)) {
            Ok(bot) => {
                store.data_mut().begin_turn();
                Ok(Self { store, bot, turns: Turns::new(limits) })
            }
            Err(stop) => {
                let usage = Usage { fuel: 0, memory_bytes: store.data().memory_bytes };
                Err(NotStarted { stop, usage, log: store.data().written.log() })
            }
        }
    }

    /// Calls a function with these arguments and the rest of the turn's fuel, and appends its answer to `answer`, which ends
    /// the turn.
    ///
    /// # Errors
    /// The reason why the bot stopped. The instance must not be called again then.
    ///
    /// # Panics
    /// If its interface has no such function.
    pub fn ask(&mut self, function: &str, arguments: &Value, answer: &mut Value) -> Result<(), Stop> {
        self.call(function, arguments, answer)?;
        self.skip_turn();
        Ok(())
    }

    /// Calls a function that answers nothing with the rest of the turn's fuel; the turn goes on after it.
    ///
    /// # Errors
    /// As of [`Instance::ask`].
    ///
    /// # Panics
    /// As of [`Instance::ask`].
    pub fn tell(&mut self, function: &str, arguments: &Value) -> Result<(), Stop> {
        self.call(function, arguments, &mut Value::default())
    }

    /// Ends a turn in which the bot got news only, because a person acted for it.
    pub fn skip_turn(&mut self) {
        if self.turns.end() {
            self.store.data_mut().begin_turn();
        }
    }

    /// All of the turn's fuel counts as spent if the bot does not come back.
    fn call(&mut self, function: &str, arguments: &Value, answer: &mut Value) -> Result<(), Stop> {
        let Self { store, bot, turns } = self;
        turns.begin(store.data().memory_bytes);
        let fuel = turns.left();
        let data = store.data_mut();
        data.game_time.begin_turn(fuel);
        data.bank_beyond = turns.bank_beyond();
        let called = guarded(store, fuel, |store| bot.call(store, function, arguments, answer));
        let left = if called.is_ok() { fuel::left(&mut *store) } else { 0 };
        store.data_mut().game_time.end_turn(left);
        if turns.count(left) { called.map_err(stop::by_bank) } else { called }
    }
}

impl Account for Instance {
    fn usage(&self) -> Usage {
        self.turns.usage(self.store.data().memory_bytes)
    }

    fn usage_in_turn(&self) -> Usage {
        self.turns.usage_in_turn(self.store.data().memory_bytes)
    }

    fn traces(&self) -> Traces {
        Traces { was_refused_memory: self.store.data().was_refused_memory, ..Traces::default() }
    }

    fn log(&self) -> String {
        self.store.data().written.log()
    }

    fn log_kept_bytes(&self) -> usize {
        self.store.data().written.log.kept_bytes()
    }
}

/// Runs `work` with `fuel` and under the watchdog, and sorts its error into a [`Stop`].
fn guarded<R>(
    store: &mut Store<StoreData>,
    fuel: u64,
    work: impl FnOnce(&mut Store<StoreData>) -> wasmtime::Result<R>,
) -> Result<R, Stop> {
    fuel::begin_call(&mut *store, fuel);
    let done = work(store);
    stop::sorted(done, store.data_mut())
}
