//! What the sandbox keeps about a running bot, and the limits on what it may grow.

use std::time::Duration;

use wasmtime::ResourceLimiter;

use super::Limits;
use super::wasi::{GameTime, Wasi};
use super::watchdog::Allowance;
use judge_play::Seed;

/// What the sandbox keeps about a running bot.
pub struct Tenant {
    memory_bytes_max: usize,
    table_elements_max: usize,
    /// All linear memories together. None ever shrinks, so this is the most there was.
    pub(super) memory_bytes: u64,
    /// Growth was refused in this turn because it went beyond the limit.
    pub(super) growth_refused: bool,
    /// Growth within the limit failed: the machine is short of memory.
    pub(super) host_trouble: Option<String>,
    pub(super) log: Log,
    /// What random numbers come from, beyond those of the setup.
    seed: Seed,
    /// Made when the bot first calls it.
    wasi: Option<Box<Wasi>>,
    /// The time as the bot's WASI has it.
    pub(super) game_time: GameTime,
    /// What the watchdog allows a call.
    pub(super) allowance: Allowance,
}

impl Tenant {
    pub(super) fn new(limits: &Limits, seed: Seed) -> Self {
        Self {
            memory_bytes_max: usize::try_from(limits.memory_bytes).unwrap_or(usize::MAX),
            table_elements_max: usize::try_from(limits.table_elements).unwrap_or(usize::MAX),
            memory_bytes: 0,
            growth_refused: false,
            host_trouble: None,
            log: Log {
                text: String::new(),
                dropped_bytes: 0,
                left_in_turn: limits.log_bytes_per_turn,
                bytes_per_turn: limits.log_bytes_per_turn,
                bytes_per_game: limits.log_bytes_per_game,
            },
            seed,
            wasi: None,
            game_time: GameTime::default(),
            allowance: Allowance::new(Duration::from_secs(limits.watchdog_seconds)),
        }
    }

    #[inline]
    pub(super) fn begin_turn(&mut self) {
        self.growth_refused = false;
        self.log.left_in_turn = self.log.bytes_per_turn;
    }

    /// What the bot wrote, and the lines that it began to print.
    pub(super) fn log(&self) -> String {
        let mut log = self.log.clone();
        if let Some(wasi) = &self.wasi {
            wasi.push_rest(&mut log);
        }
        log.text()
    }

    pub(super) fn wasi(&mut self) -> &mut Wasi {
        self.wasi_and_log().0
    }

    pub(super) fn wasi_and_log(&mut self) -> (&mut Wasi, &mut Log) {
        let Self { wasi, log, seed, .. } = self;
        (wasi.get_or_insert_with(|| Box::new(Wasi::new(*seed))), log)
    }

    /// Lets growth happen up to `limit` and the bot's own `declared` maximum.
    fn allow(&mut self, desired: usize, limit: usize, declared: Option<usize>) -> bool {
        let allowed = desired <= limit.min(declared.unwrap_or(usize::MAX));
        self.growth_refused |= !allowed;
        allowed
    }
}

impl ResourceLimiter for Tenant {
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

/// What a bot wrote in a game, as far as it is kept.
#[derive(Clone, Debug)]
pub(super) struct Log {
    text: String,
    dropped_bytes: u64,
    left_in_turn: u64,
    bytes_per_turn: u64,
    bytes_per_game: u64,
}

impl Log {
    /// Appends `line`, or as much of it as the turn and the game have room for.
    pub(super) fn push(&mut self, line: &str) {
        let left_in_game = self.bytes_per_game - self.text.len() as u64;
        // One byte is for the line's end.
        let room = self.left_in_turn.min(left_in_game).checked_sub(1);
        let fits = |room: u64| usize::try_from(room).unwrap_or(usize::MAX);
        let kept = room.map_or("", |room| &line[..line.floor_char_boundary(fits(room))]);
        self.cut((line.len() - kept.len()) as u64);
        if room.is_some() && (line.is_empty() || !kept.is_empty()) {
            self.left_in_turn -= kept.len() as u64 + 1;
            self.text.push_str(kept);
            self.text.push('\n');
        }
    }

    /// Counts bytes that are not even offered.
    pub(super) fn cut(&mut self, bytes: u64) {
        self.dropped_bytes = self.dropped_bytes.saturating_add(bytes);
    }

    pub(super) fn bytes_per_game(&self) -> usize {
        usize::try_from(self.bytes_per_game).unwrap_or(usize::MAX)
    }

    /// The lines kept, and a last one that tells what was cut.
    pub(super) fn text(&self) -> String {
        match self.dropped_bytes {
            0 => self.text.clone(),
            dropped => format!("{}({dropped} more bytes were cut)\n", self.text),
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;

    /// A log with so much room.
    pub(crate) fn log(bytes_per_turn: u64, bytes_per_game: u64) -> Log {
        let limits = Limits {
            log_bytes_per_turn: bytes_per_turn,
            log_bytes_per_game: bytes_per_game,
            ..Limits::default()
        };
        Tenant::new(&limits, Seed(0)).log
    }

    #[test]
    fn a_log_keeps_what_fits_a_turn_and_tells_the_rest() {
        let mut log = log(8, 100);
        log.push("1234567");
        log.push("x");
        assert_eq!(log.text(), "1234567\n(1 more bytes were cut)\n");
    }

    #[test]
    fn a_log_keeps_what_fits_a_game() {
        let mut log = log(8, 10);
        log.push("1234567");
        log.left_in_turn = 8;
        log.push("123");
        assert_eq!(log.text(), "1234567\n1\n(2 more bytes were cut)\n");
    }

    #[test]
    fn a_log_is_cut_between_characters() {
        let mut log = log(4, 100);
        log.push("éé");
        assert_eq!(log.text(), "é\n(2 more bytes were cut)\n");
    }

    #[test]
    fn empty_lines_count_too() {
        let mut log = log(3, 100);
        for _ in 0..10 {
            log.push("");
        }
        assert_eq!(log.text(), "\n\n\n");
    }
}
