//! The judge's data beside a running bot, with the limits on its growth. Knows none of those who work on it.

pub(crate) mod allowance;
pub(crate) mod exchange;
pub(crate) mod meter;
pub(crate) mod options;
pub(crate) mod printed;
pub(crate) mod shared;
pub(crate) mod wasi_state;

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use wasmtime::{Error, Memory, ResourceLimiter, Result, UpdateDeadline};

use super::{EngineVariant, Limits};
use allowance::CallTime;
use exchange::{Seen, SharedExchange, lock};
use judge_limits::{GameTime, Log, Seed};
use judge_wit::preview1::STREAMS;
use meter::Meter;
use options::BotOptions;
use shared::Shared;
use wasi_state::Wasi;

/// The judge's data beside a running bot.
#[expect(clippy::struct_excessive_bools, reason = "each is a fact of its own")]
pub(crate) struct StoreData {
    memory_bytes_max: usize,
    table_elements_max: usize,
    /// All linear memories together. None ever shrinks, so this is the most there was.
    pub(crate) memory_bytes: u64,
    /// Growth was refused in this turn because it went beyond the limit.
    pub(crate) growth_refused: bool,
    /// So was that of a memory, at any time.
    pub(crate) was_refused_memory: bool,
    /// Growth within the limit failed: the machine is short of memory.
    pub(crate) host_trouble: Option<String>,
    /// What it has written.
    pub(crate) written: Written,
    /// The seed of all random numbers beyond those of the setup.
    seed: Seed,
    /// Data shared with other instances of its program.
    pub(crate) shared: Arc<Shared>,
    /// The options that it may ask for.
    pub(crate) options: Arc<BotOptions>,
    /// The watchdog ended a call because all are to end.
    pub(crate) interrupted: bool,
    /// The time as the bot's WASI has it.
    pub(crate) game_time: GameTime,
    /// Fuel in the bank beyond that of the current call.
    pub(crate) bank_beyond: u64,
    /// The fuel of a bot that counts itself; of any other wasmtime knows it.
    pub(crate) meter: Option<Meter>,
    /// The memory of a core module, once it has started.
    pub(crate) core_memory: Option<Memory>,
    /// Whether a core module may call the judge now.
    pub(crate) may_call: bool,
    /// Which of its standard streams a core module has not closed.
    pub(crate) open: [bool; STREAMS],
    /// The time that the watchdog allows the current call.
    pub(crate) allowance: CallTime,
    /// The variant of the sandbox's engine.
    pub(crate) variant: EngineVariant,
    /// The state shared with a program that speaks lines.
    pub(crate) talk: Option<SharedExchange>,
}

/// What a bot has written: its log, and the state of its WASI, which has the lines that it began.
#[derive(Default)]
pub(crate) struct Written {
    pub(crate) log: Log,
    /// Made when the bot first calls it.
    wasi: Option<Box<Wasi>>,
}

impl Written {
    /// The bot's log, with the lines that it began to print.
    pub(crate) fn log(&self) -> String {
        let mut log = self.log.clone();
        if let Some(wasi) = &self.wasi {
            wasi.push_rest(&mut log);
        }
        log.text()
    }
}

impl StoreData {
    pub(crate) fn new(
        limits: &Limits,
        seed: Seed,
        shared: Arc<Shared>,
        options: Arc<BotOptions>,
        variant: EngineVariant,
        meter: Option<Meter>,
    ) -> Self {
        Self {
            memory_bytes_max: usize::try_from(limits.memory_bytes).unwrap_or(usize::MAX),
            table_elements_max: usize::try_from(limits.table_elements).unwrap_or(usize::MAX),
            memory_bytes: 0,
            growth_refused: false,
            was_refused_memory: false,
            host_trouble: None,
            written: Written { log: Log::new(limits), wasi: None },
            seed,
            shared,
            options,
            interrupted: false,
            game_time: GameTime::default(),
            bank_beyond: 0,
            meter,
            core_memory: None,
            may_call: true,
            open: [true; STREAMS],
            allowance: CallTime::new(Duration::from_secs(limits.watchdog_seconds)),
            variant,
            talk: None,
        }
    }

    #[inline]
    pub(crate) fn begin_turn(&mut self) {
        self.growth_refused = false;
        self.written.log.begin_turn();
    }

    /// Says at a tick of the watchdog's, when the thread's clock shows `now`, whether a call may go on.
    pub(crate) fn tick(&mut self, now: Duration) -> UpdateDeadline {
        self.shared.ticks.fetch_add(1, Ordering::Relaxed);
        self.interrupted = self.shared.interruption.is_set();
        if self.interrupted { UpdateDeadline::Interrupt } else { self.allowance.tick(now) }
    }

    /// Notes for the judge what is known of a program that reads lines, and that stops or is suspended.
    pub(crate) fn note(&mut self, fuel_left: u64) {
        let talk = self.talk.as_ref().expect("it is a program that reads lines");
        lock(talk).seen = Seen {
            fuel_left,
            memory_bytes: self.memory_bytes,
            was_refused_memory: self.was_refused_memory,
            asked_clock: self.game_time.was_asked,
            written: std::mem::take(&mut self.written),
        };
    }

    pub(crate) fn wasi(&mut self) -> &mut Wasi {
        self.wasi_and_log().0
    }

    pub(crate) fn wasi_and_log(&mut self) -> (&mut Wasi, &mut Log) {
        let Self { written: Written { log, wasi }, seed, .. } = self;
        (wasi.get_or_insert_with(|| Box::new(Wasi::new(*seed))), log)
    }

    /// Lets growth happen up to `limit` and the bot's own `declared` maximum.
    fn allow(&mut self, desired: usize, limit: usize, declared: Option<usize>) -> bool {
        let allowed = desired <= limit.min(declared.unwrap_or(usize::MAX));
        self.growth_refused |= !allowed;
        allowed
    }
}

impl ResourceLimiter for StoreData {
    fn memory_growing(&mut self, current: usize, desired: usize, maximum: Option<usize>) -> Result<bool> {
        let allowed = self.allow(desired, self.memory_bytes_max, maximum);
        self.was_refused_memory |= !allowed;
        self.memory_bytes += if allowed { (desired - current) as u64 } else { 0 };
        Ok(allowed)
    }

    fn table_growing(&mut self, _current: usize, desired: usize, maximum: Option<usize>) -> Result<bool> {
        Ok(self.allow(desired, self.table_elements_max, maximum))
    }

    fn memory_grow_failed(&mut self, error: Error) -> Result<()> {
        self.host_trouble = Some(super::one_line(&error));
        Ok(())
    }

    fn table_grow_failed(&mut self, error: Error) -> Result<()> {
        self.host_trouble = Some(super::one_line(&error));
        Ok(())
    }
}
