//! What a bot may use: every limit, its default, and its reason.

use std::time::Duration;

/// What a bot may use.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Limits {
    /// Bytes of the `.wasm` file. Bots of compiled languages have some 100 KB.
    pub file_bytes_max: u64,
    /// Fuel for one turn, about one unit an instruction: 100 M are some 10 ms.
    pub fuel_per_turn: u64,
    /// Fuel for a whole game besides, if the tournament keeps a bank.
    pub fuel_bank: Option<FuelBank>,
    /// Fuel for starting an instance. It depends on how the host copies memory, so
    /// it is apart from a turn's, and never published.
    pub fuel_to_start: u64,
    /// Bytes of linear memory, in whole pages of 64 KiB.
    pub memory_bytes_max: u64,
    /// Elements of a table: functions that can be called through a pointer.
    pub table_elements_max: u32,
    /// Bytes that one answer, or one line for the log, may hold.
    pub reply_bytes_max: u32,
    /// Bytes of log that are kept of one turn.
    pub log_bytes_per_turn: usize,
    /// Bytes of log that are kept of one game.
    pub log_bytes_per_game: usize,
    /// Wall time after which a call is cut off. It depends on the host, so it says
    /// nothing about the bot: the game is void.
    pub fuse: Duration,
}

/// Fuel for a whole game: a turn may spend what the bank holds, and never more than a turn's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FuelBank {
    /// What it holds when the game begins.
    pub fuel: u64,
    /// What is added after each turn.
    pub increment: u64,
}

impl Limits {
    /// The largest file that a tournament may admit: compiling it takes a minute.
    pub const FILE_BYTES_HIGHEST: u64 = 64 << 20;
    /// The most memory that a tournament may grant.
    pub const MEMORY_BYTES_HIGHEST: u64 = 512 << 20;
    /// The most fuel for a turn that a tournament may grant: some 10 s, the fuse's length.
    pub const FUEL_PER_TURN_HIGHEST: u64 = 50_000_000_000;
    /// The most fuel for a game that a tournament may grant: a thousand of the longest turns.
    pub const FUEL_BANK_HIGHEST: u64 = 1_000 * Self::FUEL_PER_TURN_HIGHEST;
    /// Stack of a bot in bytes; recursion beyond it is a trap.
    pub const STACK_BYTES: usize = 512 << 10;
    /// Handles to resources of WASI that a bot may hold: a stream or two, a timer or two.
    pub const HANDLES_MAX: usize = 1_000;
    /// Stack of a thread that compiles and runs bots: too small a one would abort the process.
    pub const THREAD_STACK_BYTES: usize = Self::STACK_BYTES + (8 << 20);
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            file_bytes_max: 4 << 20,
            fuel_per_turn: 100_000_000,
            fuel_bank: None,
            fuel_to_start: 200_000_000,
            memory_bytes_max: 64 << 20,
            table_elements_max: 10_000,
            reply_bytes_max: 64 << 10,
            log_bytes_per_turn: 1 << 10,
            log_bytes_per_game: 16 << 10,
            fuse: Duration::from_secs(10),
        }
    }
}
