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
    pub table_elements_max: u64,
    /// Bytes that one answer, or one line for the log, may hold.
    pub reply_bytes_max: u64,
    /// Bytes of log that are kept of one turn.
    pub log_bytes_per_turn: u64,
    /// Bytes of log that are kept of one game.
    pub log_bytes_per_game: u64,
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

/// What a file may hold. All but the last few keep the compiler's work in proportion
/// to the file's size; counted before anything is compiled.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Caps {
    /// Types of functions. Bots of compiled languages have some 30.
    pub types: u64,
    /// Parameters and results of one function.
    pub params: u64,
    /// Functions; those of compiled languages have some 200.
    pub functions: u64,
    /// Imports of one module or component.
    pub imports: u64,
    /// Exports of one module or component.
    pub exports: u64,
    /// Global variables.
    pub globals: u64,
    /// Tables. Each takes address space in every slot of the pool.
    pub tables: u64,
    /// Memories: one. Each takes address space in every slot of the pool.
    pub memories: u64,
    /// Data and element segments.
    pub segments: u64,
    /// Elements in element segments; they are copied whenever an instance starts.
    pub elements: u64,
    /// Bytes of one function: no fuel is taken within straight code, and compiling
    /// takes more than linear time.
    pub body_bytes: u64,
    /// Local variables of one function.
    pub locals: u64,
    /// Blocks inside one another.
    pub nesting: u64,
    /// Branches of one `br_table`.
    pub branches: u64,
    /// Modules and components inside a component, at any depth.
    pub modules: u64,
    /// Components inside one another, the file itself and the module inmost included.
    pub depth: u64,
    /// Instances of modules that a component makes of them.
    pub core_instances: u64,
    /// Types, aliases, instances and functions that a component declares.
    pub component_items: u64,
}

impl Caps {
    /// For compiled languages.
    pub const NARROW: Self = Self {
        types: 1_000,
        params: 100,
        functions: 10_000,
        imports: 64,
        exports: 256,
        globals: 1_000,
        tables: 8,
        memories: 1,
        segments: 10_000,
        elements: 10_000,
        body_bytes: 128 << 10,
        locals: 2_000,
        nesting: 256,
        branches: 4_096,
        modules: 8,
        depth: 3,
        core_instances: 16,
        component_items: 1_000,
    };
    /// For languages that bring an interpreter along. A Python bot has 13 000 functions, one
    /// of 427 KB and one with 781 blocks inside one another, in 38 modules with up to 915
    /// imports; a JavaScript bot has 10 000 data segments.
    pub const WIDE: Self = Self {
        types: 5_000,
        params: 200,
        functions: 50_000,
        imports: 2_000,
        exports: 5_000,
        globals: 5_000,
        tables: 16,
        memories: 1,
        segments: 30_000,
        elements: 50_000,
        body_bytes: 1 << 20,
        locals: 5_000,
        nesting: 1_500,
        branches: 10_000,
        modules: 64,
        depth: 4,
        core_instances: 64,
        component_items: 10_000,
    };
}

impl Limits {
    /// The largest file that is held to the narrow caps, and the default.
    pub const FILE_BYTES_NARROW: u64 = 4 << 20;
    /// The most of each that a tournament may grant.
    pub const HIGHEST: Self = Self {
        // Compiling it takes a minute.
        file_bytes_max: 64 << 20,
        // A minute of usual code.
        fuel_per_turn: 50_000_000_000,
        // A thousand of the longest turns.
        fuel_bank: Some(FuelBank { fuel: 50_000_000_000_000, increment: 50_000_000_000 }),
        fuel_to_start: 50_000_000_000,
        // Each slot of the pool takes as much address space.
        memory_bytes_max: 512 << 20,
        table_elements_max: 100_000,
        // Every answer is copied, and every log kept until the results are written.
        reply_bytes_max: 1 << 20,
        log_bytes_per_turn: 64 << 10,
        log_bytes_per_game: 1 << 20,
        // Who waits longer has lost patience; the most fuel takes less.
        fuse: Duration::from_hours(24),
    };
    /// A page of memory in bytes.
    pub const PAGE_BYTES: u64 = 64 << 10;
    /// Stack of a bot in bytes; recursion beyond it is a trap.
    pub const STACK_BYTES: usize = 512 << 10;
    /// Handles to resources of WASI that a bot may hold: a stream or two, a timer or two.
    pub const HANDLES_MAX: usize = 1_000;
    /// Stack of a thread that compiles and runs bots: too small a one would abort the process.
    pub const THREAD_STACK_BYTES: usize = Self::STACK_BYTES + (8 << 20);

    /// The shortest fuse for so much fuel, in whole seconds: a second for each million.
    ///
    /// A bot that could outlast the fuse within its fuel could have any game made void that it
    /// is about to lose. The dearest code that is known, a chain of loads each of which depends
    /// on the one before, all over 64 MiB, takes 100 to 200 ns a unit; a slow or crowded machine
    /// may take some times as long.
    #[must_use]
    pub fn fuse_min(&self) -> Duration {
        const UNITS_A_SECOND: u64 = 1_000_000;
        Duration::from_secs(self.fuel_per_turn.max(self.fuel_to_start).div_ceil(UNITS_A_SECOND))
    }

    /// What a file may hold: more where the tournament admits larger files.
    #[must_use]
    pub fn caps(&self) -> &'static Caps {
        if self.file_bytes_max > Self::FILE_BYTES_NARROW { &Caps::WIDE } else { &Caps::NARROW }
    }
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            file_bytes_max: Self::FILE_BYTES_NARROW,
            fuel_per_turn: 100_000_000,
            fuel_bank: None,
            fuel_to_start: 200_000_000,
            memory_bytes_max: 64 << 20,
            table_elements_max: 10_000,
            reply_bytes_max: 64 << 10,
            log_bytes_per_turn: 1 << 10,
            log_bytes_per_game: 16 << 10,
            fuse: Duration::from_secs(200),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_bot_outlasts_the_fuse_within_its_fuel() {
        for limits in [Limits::default(), Limits::HIGHEST] {
            assert!(limits.fuse >= limits.fuse_min(), "{limits:?}");
        }
        let seconds = |fuel_per_turn, fuel_to_start| {
            Limits { fuel_per_turn, fuel_to_start, ..Limits::default() }.fuse_min().as_secs()
        };
        assert_eq!((seconds(1, 1), seconds(1_000_001, 1), seconds(1, 3_000_000)), (1, 2, 3));
    }
}
