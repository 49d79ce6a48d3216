//! The judge's data beside a running bot, with the limits on its growth.

use std::sync::Arc;
use std::time::Duration;

use wasmtime::{Memory, ResourceLimiter, UpdateDeadline};

use super::lines::SharedExchange;
use super::options::BotOptions;
use super::shared::Shared;
use super::wasi::Wasi;
use super::watchdog::Allowance;
use super::{EngineVariant, Limits};
use crate::fuel::probe::Meter;
use judge_limits::{GameTime, Log, Seed};
use judge_wit::preview1::STREAMS;

/// The judge's data beside a running bot.
pub struct StoreData {
    memory_bytes_max: usize,
    table_elements_max: usize,
    /// All linear memories together. None ever shrinks, so this is the most there was.
    pub(super) memory_bytes: u64,
    /// Growth was refused in this turn because it went beyond the limit.
    pub(super) growth_refused: bool,
    /// Growth within the limit failed: the machine is short of memory.
    pub(super) host_trouble: Option<String>,
    /// What it has written.
    pub(super) written: Written,
    /// The seed of all random numbers beyond those of the setup.
    seed: Seed,
    /// Data shared with other instances of its program.
    pub(super) shared: Arc<Shared>,
    /// The options that it may ask for.
    pub(super) options: Arc<BotOptions>,
    /// The watchdog ended a call because all are to end.
    pub(super) interrupted: bool,
    /// The time as the bot's WASI has it.
    pub(super) game_time: GameTime,
    /// Fuel in the bank beyond that of the current call.
    pub(super) bank_beyond: u64,
    /// The fuel of a bot that counts itself; of any other wasmtime knows it.
    pub(super) meter: Option<Meter>,
    /// The memory of a core module, once it has started.
    pub(super) core_memory: Option<Memory>,
    /// Whether a core module may call the judge now.
    pub(super) may_call: bool,
    /// Which of its standard streams a core module has not closed.
    pub(super) open: [bool; STREAMS],
    /// The time that the watchdog allows the current call.
    pub(super) allowance: Allowance,
    /// The variant of the sandbox's engine.
    pub(super) variant: EngineVariant,
    /// The state shared with a program that speaks lines.
    pub(super) talk: Option<SharedExchange>,
}

/// What a bot has written: its log, and the state of its WASI, which has the lines that it began.
#[derive(Default)]
pub(super) struct Written {
    pub(super) log: Log,
    /// Made when the bot first calls it.
    wasi: Option<Box<Wasi>>,
}

impl Written {
    /// The bot's log, with the lines that it began to print.
    pub(super) fn log(&self) -> String {
        let mut log = self.log.clone();
        if let Some(wasi) = &self.wasi {
            wasi.push_rest(&mut log);
        }
        log.text()
    }
}

impl StoreData {
    pub(super) fn new(
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
            allowance: Allowance::new(Duration::from_secs(limits.watchdog_seconds)),
            variant,
            talk: None,
        }
    }

    #[inline]
    pub(super) fn begin_turn(&mut self) {
        self.growth_refused = false;
        self.written.log.begin_turn();
    }

    /// Says at a tick of the watchdog's, when the thread's clock shows `now`, whether a call may go on.
    pub(super) fn tick(&mut self, now: Duration) -> UpdateDeadline {
        self.shared.note_tick();
        self.interrupted = self.shared.interruption.is_set();
        if self.interrupted { UpdateDeadline::Interrupt } else { self.allowance.tick(now) }
    }

    pub(super) fn wasi(&mut self) -> &mut Wasi {
        self.wasi_and_log().0
    }

    pub(super) fn wasi_and_log(&mut self) -> (&mut Wasi, &mut Log) {
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
    fn memory_growing(
        &mut self,
        current: usize,
        desired: usize,
        maximum: Option<usize>,
    ) -> wasmtime::Result<bool> {
        let allowed = self.allow(desired, self.memory_bytes_max, maximum);
        self.memory_bytes += if allowed { (desired - current) as u64 } else { 0 };
        Ok(allowed)
    }

    fn table_growing(
        &mut self,
        _current: usize,
        desired: usize,
        maximum: Option<usize>,
    ) -> wasmtime::Result<bool> {
        Ok(self.allow(desired, self.table_elements_max, maximum))
    }

    fn memory_grow_failed(&mut self, error: wasmtime::Error) -> wasmtime::Result<()> {
        self.host_trouble = Some(super::one_line(&error));
        Ok(())
    }

    fn table_grow_failed(&mut self, error: wasmtime::Error) -> wasmtime::Result<()> {
        self.host_trouble = Some(super::one_line(&error));
        Ok(())
    }
}
