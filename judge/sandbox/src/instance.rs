//! A bot in its game: calls with limits in, answers or stops out.

use wasmtime::{Engine, OutOfMemory, PoolConcurrencyLimitError, Store, Trap};
use wasmtime_wasi::I32Exit;

use super::wasi::Misuse;
use super::{Call, EngineVariant, Limits, StoreData, fuel, one_line, watchdog};
use judge_limits::talk::OffProtocol;
use judge_limits::{Account, Turns, Usage};

/// A bot in its game, with its store.
pub struct Instance<B> {
    store: Store<StoreData>,
    bot: B,
    turns: Turns,
}

/// The reason why a call into a bot did not come back with an answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The bot hit an instruction that ends it.
    Trap(String),
    /// The bot spent a turn's fuel.
    OutOfFuel,
    /// The bot spent its bank, before the turn's fuel.
    BankEmpty,
    /// The bot ended because it was refused memory beyond the limit.
    OutOfMemory,
    /// The bot ended itself, with this status.
    Exit(u8),
    /// The bot's answer makes no sense in the canonical ABI, or is too long.
    BadReply(String),
    /// A program that speaks lines printed or waited when it should not, in words.
    OffProtocol(String),
    /// The bot's answer, or a line for its log, is too long.
    ReplyTooLong,
    /// The watchdog ended the call: says nothing about the bot.
    Watchdog,
    /// The bot recursed so deeply that a machine with little address space cannot decide whether it was too deep: says
    /// nothing about the bot.
    TooDeep,
    /// All calls were to [end](super::Interruption): says nothing about the bot.
    Interrupted,
    /// The machine is short of something: says nothing about the bot.
    Machine(String),
}

/// A bot that did not start, and what it leaves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotStarted {
    /// The reason why it stopped.
    pub stop: Stop,
    /// Its resource usage; fuel counts in turns only.
    pub usage: Usage,
    /// Its log, as far as the limits keep it.
    pub log: String,
}

impl From<NotStarted> for Stop {
    fn from(not_started: NotStarted) -> Self {
        not_started.stop
    }
}

impl<B> Instance<B> {
    pub(super) fn start(
        engine: &Engine,
        data: StoreData,
        limits: &Limits,
        instantiate: impl FnOnce(Call<'_>) -> wasmtime::Result<B>,
    ) -> Result<Self, NotStarted> {
        let mut store = store(engine, data, limits);
        let bot = match guarded(&mut store, limits.fuel_to_start, instantiate) {
            Ok(bot) => bot,
            Err(stop) => {
                let usage = Usage { fuel: 0, memory_bytes: store.data().memory_bytes };
                return Err(NotStarted { stop, usage, log: store.data().written.log() });
            }
        };
        store.data_mut().begin_turn();
        Ok(Self { store, bot, turns: Turns::new(limits) })
    }

    /// Asks the bot with the rest of the turn's fuel; its answer ends the turn.
    ///
    /// # Errors
    /// The reason why the bot stopped. The instance must not be called again then.
    pub fn ask<R>(&mut self, question: impl FnOnce(&B, Call<'_>) -> wasmtime::Result<R>) -> Result<R, Stop> {
        let answer = self.tell(question)?;
        self.skip_turn();
        Ok(answer)
    }

    /// Ends a turn in which the bot got news only, because a person acted for it.
    pub fn skip_turn(&mut self) {
        if self.turns.end() {
            self.store.data_mut().begin_turn();
        }
    }

    /// Calls the bot with the rest of the turn's fuel; the turn goes on after it.
    ///
    /// All of that counts as spent if the bot does not come back.
    ///
    /// # Errors
    /// The reason why the bot stopped. The instance must not be called again then.
    pub fn tell<R>(&mut self, news: impl FnOnce(&B, Call<'_>) -> wasmtime::Result<R>) -> Result<R, Stop> {
        let Self { store, bot, turns } = self;
        turns.begin(store.data().memory_bytes);
        let fuel = turns.left();
        let data = store.data_mut();
        data.game_time.begin_turn(fuel);
        data.bank_beyond = turns.bank_beyond();
        let answer = guarded(store, fuel, |store| news(bot, store));
        let left = if answer.is_ok() { fuel::left(&mut *store) } else { 0 };
        store.data_mut().game_time.end_turn(left);
        stopped_by(turns.count(left), answer)
    }
}

impl<B> Account for Instance<B> {
    fn usage(&self) -> Usage {
        self.turns.usage(self.store.data().memory_bytes)
    }

    fn usage_in_turn(&self) -> Usage {
        self.turns.usage_in_turn(self.store.data().memory_bytes)
    }

    fn log(&self) -> String {
        self.store.data().written.log()
    }

    fn log_kept_bytes(&self) -> usize {
        self.store.data().written.log.kept_bytes()
    }
}

/// The answer of a call; out of fuel, it was the bank that ended it if that had less than the turn.
#[inline]
pub(super) fn stopped_by<R>(is_bank_short: bool, called: Result<R, Stop>) -> Result<R, Stop> {
    called.map_err(|stop| if stop == Stop::OutOfFuel && is_bank_short { Stop::BankEmpty } else { stop })
}

/// A store for a bot, with the limits that wasmtime keeps.
pub(super) fn store(engine: &Engine, data: StoreData, limits: &Limits) -> Store<StoreData> {
    let mut store = Store::new(engine, data);
    store.limiter(|data| data);
    store.set_hostcall_fuel(usize::try_from(limits.reply_bytes).unwrap_or(usize::MAX));
    store.set_max_component_handles(Limits::HANDLES_MAX);
    watchdog::watch(&mut store);
    store
}

/// Runs `work` with `fuel` and under the watchdog, and sorts its error into a [`Stop`].
fn guarded<R>(
    store: &mut Store<StoreData>,
    fuel: u64,
    work: impl FnOnce(Call<'_>) -> wasmtime::Result<R>,
) -> Result<R, Stop> {
    fuel::set(&mut *store, fuel);
    watchdog::begin_call(&mut *store);
    let answer = work(store);
    if let Some(trouble) = store.data_mut().host_trouble.take() {
        return Err(Stop::Machine(trouble));
    }
    answer.map_err(|error| stop(&error, store.data()))
}

/// Sorts an error of wasmtime's by who is to blame.
pub(super) fn stop(error: &wasmtime::Error, data: &StoreData) -> Stop {
    if let Some(I32Exit(status)) = error.downcast_ref() {
        return Stop::Exit(u8::try_from(*status).unwrap_or(u8::MAX));
    }
    if let Some(Misuse(problem)) = error.downcast_ref() {
        return Stop::Trap(problem.clone());
    }
    match error.downcast_ref() {
        Some(OffProtocol::Said(what)) => return Stop::OffProtocol(what.clone()),
        Some(OffProtocol::Endless) => return Stop::ReplyTooLong,
        None => {}
    }
    match error.downcast_ref::<Trap>() {
        Some(Trap::Interrupt) if data.interrupted => Stop::Interrupted,
        Some(Trap::Interrupt) => Stop::Watchdog,
        Some(Trap::OutOfFuel) => Stop::OutOfFuel,
        Some(Trap::StackOverflow) if matches!(data.variant, EngineVariant::Tight { .. }) => Stop::TooDeep,
        Some(Trap::UnreachableCodeReached) if data.growth_refused => Stop::OutOfMemory,
        Some(trap) => Stop::Trap(words(*trap)),
        None if is_trouble_of_hosts(error) => Stop::Machine(one_line(error)),
        // What else is no trap was found when the answer, or room for the question, was read.
        None => malformed(error),
    }
}

/// Whether the machine is short of something, as of memory when a bot is started.
pub(super) fn is_trouble_of_hosts(error: &wasmtime::Error) -> bool {
    // What the system refuses has several types in wasmtime, not all of them public, and one form. No
    // text of a bot's stands in an error of wasmtime's, so none can look like it.
    let is_of_system = |cause: &(dyn std::error::Error + 'static)| cause.to_string().contains("(os error ");
    error.is::<PoolConcurrencyLimitError>() || error.is::<OutOfMemory>() || error.chain().any(is_of_system)
}

/// The error for an answer that breaks the contract.
fn malformed(error: &wasmtime::Error) -> Stop {
    let text = one_line(error);
    // wasmtime has no type for it.
    if text.contains("fuel allocated for hostcalls has been exhausted") {
        return Stop::ReplyTooLong;
    }
    // Nor for this. No answer of a bot's has a handle in it, so what is wrong is what the bot passed to a call of its own.
    if ["handle", "resource", "borrow"].iter().any(|word| text.contains(word)) {
        return Stop::Trap(format!("it used a handle in a wrong way: {text}"));
    }
    Stop::BadReply(text)
}

/// A trap in words, without the engine's preamble.
fn words(trap: Trap) -> String {
    // wasmtime says "cannot leave component instance", which tells an author nothing.
    if trap == Trap::CannotLeaveComponent {
        return "it called the judge or WASI in cabi_realloc or after its answer, where no call is allowed"
            .into();
    }
    let text = trap.to_string();
    text.strip_prefix("wasm trap: ").map(str::to_owned).unwrap_or(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn stop(error: &wasmtime::Error) -> Stop {
        super::stop(
            error,
            &StoreData::new(
                &Limits::default(),
                judge_limits::Seed(1),
                std::sync::Arc::default(),
                std::sync::Arc::default(),
                EngineVariant::Usual,
                None,
            ),
        )
    }

    #[test]
    fn what_the_system_refuses_is_the_machines_trouble() {
        const ENOMEM: i32 = 12;
        let refused = wasmtime::Error::from(std::io::Error::from_raw_os_error(ENOMEM));
        assert!(matches!(stop(&refused.context("a memory")), Stop::Machine(_)));
    }

    #[test]
    fn a_malformed_answer_is_the_bots_and_so_is_what_it_did_itself() {
        let malformed = wasmtime::Error::msg("unexpected discriminant: 5");
        assert_eq!(stop(&malformed), Stop::BadReply("unexpected discriminant: 5".into()));
        let handle = wasmtime::Error::msg("unknown handle index 5");
        assert!(matches!(stop(&handle), Stop::Trap(_)), "no answer");
        let misuse = Misuse("it said (os error 12)".into());
        assert_eq!(stop(&misuse.into()), Stop::Trap("it said (os error 12)".into()));
    }
}
