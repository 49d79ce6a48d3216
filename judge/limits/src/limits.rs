//! The limits of a bot: each with its default, its range and its reason, in one table.

use serde::{Deserialize, Serialize};

/// The description of one limit.
pub struct LimitInfo {
    /// Its key in a tournament's file.
    pub key: &'static str,
    /// Its default.
    pub default: u64,
    /// The least and the most that a tournament may allow.
    pub range: std::ops::RangeInclusive<u64>,
    /// The unit that it counts.
    pub unit: Unit,
    /// Its meaning, for people.
    pub meaning: &'static str,
    /// Reads it.
    pub get: fn(&Limits) -> u64,
    /// Sets it.
    pub set: fn(&mut Limits, u64),
}

impl LimitInfo {
    /// A value of it, as it is typed in a tournament's file: `"64 MiB"`, `"50G"` or `86400`.
    #[must_use]
    pub fn typed(&self, value: u64) -> String {
        let units: &[(u64, &str)] = match self.unit {
            Unit::Bytes => &[(M, " MiB"), (K, " KiB")],
            Unit::Fuel => &[(MILLION * MILLION, "T"), (1_000 * MILLION, "G"), (MILLION, "M")],
            Unit::Count | Unit::Seconds => &[],
        };
        let unit = units.iter().find(|(unit, _)| value > 0 && value.is_multiple_of(*unit));
        unit.map_or_else(|| value.to_string(), |(unit, name)| format!("\"{}{name}\"", value / unit))
    }
}

/// The unit of a limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Fuel: about one instruction each.
    Fuel,
    /// Bytes.
    Bytes,
    /// Things.
    Count,
    /// Seconds.
    Seconds,
}

/// Makes of each line a field of [`Limits`], its default and its entry in [`LIMITS`].
macro_rules! limits {
    ($($(#[$attribute:meta])* $field:ident, $key:literal, $unit:ident, $default:expr, $least:expr, $most:expr, $meaning:literal;)*) => {
        /// The limits of a bot.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct Limits {
            $(#[doc = $meaning] $(#[$attribute])* pub $field: u64,)*
            /// The module limits that hold.
            #[serde(rename = "module_limits")]
            pub width: Width,
        }

        impl Default for Limits {
            fn default() -> Self {
                Self { $($field: $default,)* width: Width::Narrow }
            }
        }

        /// All limits that are numbers: a new one is one line of this table.
        pub const LIMITS: &[LimitInfo] = &[$(LimitInfo {
            key: $key,
            default: $default,
            range: $least..=$most,
            unit: Unit::$unit,
            meaning: $meaning,
            get: |limits| limits.$field,
            set: |limits, value| limits.$field = value,
        },)*];
    };
}

const fn legal_actions_usual() -> u64 {
    256
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde wants a reference")]
const fn is_legal_actions_usual(number: &u64) -> bool {
    *number == legal_actions_usual()
}

/// The choice of [`ModuleLimits`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Width {
    /// [`ModuleLimits::NARROW`].
    Narrow,
    /// [`ModuleLimits::WIDE`].
    Wide,
}

impl Width {
    /// Its key in a tournament's file.
    pub const KEY: &str = "module_limits";
    /// The values of the key, and their meaning.
    pub const WORDS: [(&str, Self); 2] = [("narrow", Self::Narrow), ("wide", Self::Wide)];
}

const K: u64 = 1 << 10;
const M: u64 = 1 << 20;
const MILLION: u64 = 1_000_000;

// 100 M of fuel are some 10 ms. The bank bounds a game however many turns it has; see `Limits::bank_for`: here it is
// that of short games. Starting has
// a budget of its own, which is never published: it depends on how the host copies memory. An answer is copied, and a
// log is kept until the results are written. The watchdog's default is longer than any legal turn takes.
limits! {
    fuel_per_turn, "fuel_per_turn", Fuel, 100 * MILLION, 1, 50_000 * MILLION, "Thinking in one turn.";
    fuel_bank, "fuel_bank", Fuel, 5_000 * MILLION, 1, 50_000_000 * MILLION, "Thinking in a whole game; by default `fuel_per_turn` times a quarter of the most turns that the game can have, all seats together, from 50 to 200.";
    fuel_increment, "fuel_increment", Fuel, 0, 0, 50_000 * MILLION, "What each turn adds to the bank.";
    fuel_to_start, "fuel_to_start", Fuel, 200 * MILLION, 1, 50_000 * MILLION, "What runs before the first question.";
    memory_bytes, "memory", Bytes, 64 * M, 64 * K, 512 * M, "Linear memory, in whole pages of 64 KiB.";
    table_elements, "table_elements", Count, 10_000, 0, 100_000, "Elements of a table: functions that can be called through a pointer.";
    file_bytes, "file_size", Bytes, Limits::FILE_BYTES_NARROW, 8, Limits::FILE_BYTES_MAX, "The `.wasm` file.";
    reply_bytes, "reply_size", Bytes, 64 * K, K, M, "One answer, or one line for the log.";
    log_bytes_per_turn, "log_per_turn", Bytes, K, 0, 64 * K, "Log that is kept of a turn.";
    log_bytes_per_game, "log_per_game", Bytes, 16 * K, 0, M, "Log that is kept of a game.";
    watchdog_seconds, "watchdog_seconds", Seconds, 200, 1, 86_400, "Seconds of processor time for one call, after which the match is void; at least 1 for each million of `fuel_per_turn` and `fuel_to_start`.";
    // Older files do not have it, and what is usual changes no hash of them.
    #[serde(default = "legal_actions_usual", skip_serializing_if = "is_legal_actions_usual")]
    legal_actions, "legal_actions", Count, legal_actions_usual(), 0, legal_actions_usual(), "The most legal actions that a question to a bot that reads lines may list; if there are more, it lists none.";
}

macro_rules! module_limits {
    ($($(#[$doc:meta])* $field:ident: $narrow:expr, $wide:expr;)*) => {
        /// The limits of a file's contents. All but the last few keep the compiler's work in proportion
        /// to the file's size; counted before anything is compiled.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub struct ModuleLimits {
            $($(#[$doc])* pub $field: u64,)*
        }

        impl ModuleLimits {
            /// For compiled languages.
            pub const NARROW: Self = Self { $($field: $narrow,)* };
            /// For languages that bring an interpreter or a large runtime along. A Python bot has 13 000 functions, one
            /// of 427 KB and one with 781 blocks inside one another, in 38 modules with up to 915
            /// imports; a JavaScript bot has 10 000 data segments, and one in Go that reads JSON 42 000.
            pub const WIDE: Self = Self { $($field: $wide,)* };
        }
    };
}

// The narrow limit, and the wide one.
module_limits! {
    /// Types of functions. Bots of compiled languages have some 30.
    types: 1_000, 5_000;
    /// Parameters and results of one function.
    params: 100, 200;
    /// Functions; those of compiled languages have some 200.
    functions: 10_000, 50_000;
    /// Imports of one module or component.
    imports: 64, 2_000;
    /// Exports of one module or component.
    exports: 256, 5_000;
    /// Global variables.
    globals: 1_000, 5_000;
    /// Tables. Each takes address space in every slot of the pool.
    tables: 8, 16;
    /// Memories: one. Each takes address space in every slot of the pool.
    memories: 1, 1;
    /// Data and element segments.
    segments: 10_000, 60_000;
    /// Elements in element segments; they are copied whenever an instance starts.
    elements: 10_000, 50_000;
    /// Bytes of one function: no fuel is taken within straight code, and compiling
    /// takes more than linear time.
    body_bytes: 128 << 10, 1 << 20;
    /// Local variables of one function.
    locals: 2_000, 5_000;
    /// Blocks inside one another.
    nesting: 256, 1_500;
    /// Local variables of one function that are alive in one place where control flow meets, and what a block
    /// returns there. Each may have to be moved there, at no fuel. Example bots have up to 39, optimised or not.
    alive: 200, 400;
    /// Local variables that the branches of one function carry: as many for each branch as are alive where it
    /// goes. The compiler's work and the code's size grow with it. Example bots have one or two for each byte
    /// of a function, and up to 11 000.
    carried: 250_000, 5_000_000;
    /// The same of all functions together: 10 million for 4 MiB.
    carried_in_all: 10_000_000, 100_000_000;
    /// Branches of one `br_table`.
    branches: 4_096, 10_000;
    /// Modules and components inside a component, at any depth.
    modules: 8, 64;
    /// Components inside one another, the file itself and the module inmost included.
    depth: 3, 4;
    /// Instances of modules that a component makes of them.
    core_instances: 16, 64;
    /// Types, aliases, instances and functions that a component declares.
    component_items: 1_000, 10_000;
    /// Segments and their elements that are copied when the bot starts, which takes up to a
    /// microsecond each and no fuel: those of a module count once for each of its instances.
    copied_at_start: 20_000, 80_000;
}

impl Limits {
    /// The largest file by default, and more than compiled languages need.
    pub const FILE_BYTES_NARROW: u64 = 4 * M;
    /// The largest file that any tournament can allow.
    pub const FILE_BYTES_MAX: u64 = 64 * M;
    /// A page of memory in bytes.
    pub const PAGE_BYTES: u64 = 64 << 10;
    /// Stack of a bot in bytes; recursion beyond it is a trap.
    pub const STACK_BYTES: usize = 512 << 10;
    /// Handles to resources of WASI that a bot may hold: a stream or two, a timer or two.
    pub const HANDLES_MAX: usize = 1_000;
    /// Stack of a thread that compiles and runs bots: too small a one would abort the process.
    pub const THREAD_STACK_BYTES: usize = Self::STACK_BYTES + (8 << 20);

    /// The bank for a turn's fuel if nobody says otherwise, in games of up to `turns_max` turns, all seats together.
    ///
    /// It holds a quarter of those turns at full fuel: where two are at the table, each may take half of a turn's fuel
    /// in each of its turns. At least fifty, which is enough for short games. At most two hundred: a game of many
    /// cheap turns must not take the machine for long.
    #[must_use]
    pub fn bank_for(fuel_per_turn: u64, turns_max: u32) -> u64 {
        fuel_per_turn.saturating_mul(u64::from(turns_max / 4).clamp(50, 200))
    }

    /// The shortest watchdog for so much fuel, in seconds: one for each million.
    ///
    /// A bot that could outlast the watchdog within its fuel could make any game void that it
    /// is about to lose. The slowest code known, a chain of dependent loads over 64 MiB, each across two pages, takes
    /// 206 to 358 ns a unit, by the machine; a slow or crowded one may take twice as long.
    #[must_use]
    pub fn watchdog_seconds_min(&self) -> u64 {
        const UNITS_A_SECOND: u64 = 1_000_000;
        const SLOWEST_NANOSECONDS_A_UNIT: u64 = 358;
        const { assert!(2 * SLOWEST_NANOSECONDS_A_UNIT * UNITS_A_SECOND <= 1_000_000_000) };
        self.fuel_per_turn.max(self.fuel_to_start).div_ceil(UNITS_A_SECOND)
    }

    /// The same for a bot that has other fuel for a turn: bank and increment are in proportion, and the watchdog is no
    /// shorter than that fuel needs.
    #[must_use]
    pub fn at_odds(&self, fuel_per_turn: u64) -> Self {
        let mut limits = Self { fuel_per_turn, ..self.clone() };
        let (ours, usual) = (u128::from(fuel_per_turn), u128::from(self.fuel_per_turn.max(1)));
        for limit in LIMITS.iter().filter(|limit| ["fuel_bank", "fuel_increment"].contains(&limit.key)) {
            let scaled = u64::try_from(u128::from((limit.get)(self)) * ours / usual).unwrap_or(u64::MAX);
            (limit.set)(&mut limits, scaled.clamp(*limit.range.start(), *limit.range.end()));
        }
        limits.watchdog_seconds = limits.watchdog_seconds.max(limits.watchdog_seconds_min());
        limits
    }

    /// The first limit that has a value that no tournament may give it.
    #[must_use]
    pub fn out_of_range(&self) -> Option<&'static LimitInfo> {
        LIMITS.iter().find(|limit| !limit.range.contains(&(limit.get)(self)))
    }

    /// The limits of a file's contents, by `module_limits`.
    #[must_use]
    pub fn module_limits(&self) -> &'static ModuleLimits {
        match self.width {
            Width::Narrow => &ModuleLimits::NARROW,
            Width::Wide => &ModuleLimits::WIDE,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_default_is_in_its_range() {
        for limit in LIMITS {
            assert!(limit.range.contains(&limit.default), "{}", limit.key);
            assert_eq!((limit.get)(&Limits::default()), limit.default);
            let mut limits = Limits::default();
            (limit.set)(&mut limits, limit.range.end() + 1);
            assert_eq!(limits.out_of_range().map(|limit| limit.key), Some(limit.key));
        }
        assert!(Limits::default().out_of_range().is_none());
    }

    #[test]
    fn a_bank_grows_with_the_games_length_within_bounds() {
        let turns = |turns_max| Limits::bank_for(10, turns_max) / 10;
        assert_eq!(
            [0, 200, 203, 204, 799, 800, 4_002, u32::MAX].map(turns),
            [50, 50, 50, 51, 199, 200, 200, 200]
        );
        assert_eq!(Limits::default().fuel_bank, Limits::bank_for(Limits::default().fuel_per_turn, 0));
        let bank = LIMITS.iter().find(|limit| limit.key == "fuel_bank").expect("it is a limit");
        let turn = LIMITS.iter().find(|limit| limit.key == "fuel_per_turn").expect("it is a limit");
        assert!(bank.range.contains(&Limits::bank_for(*turn.range.end(), u32::MAX)));
    }

    #[test]
    fn at_odds_all_fuel_is_in_proportion() {
        let limits = Limits { fuel_per_turn: 100, fuel_bank: 1_000, fuel_increment: 30, ..Limits::default() };
        let odds = limits.at_odds(250);
        assert_eq!((odds.fuel_per_turn, odds.fuel_bank, odds.fuel_increment), (250, 2_500, 75));
        assert_eq!((odds.fuel_to_start, odds.watchdog_seconds), (limits.fuel_to_start, 200));
        assert_eq!(limits.at_odds(100), limits);
        let (least, most) = (limits.at_odds(1), limits.at_odds(50_000 * MILLION));
        assert_eq!((least.fuel_bank, least.fuel_increment), (10, 0));
        assert!(most.out_of_range().is_none() && most.watchdog_seconds == 50_000, "{most:?}");
    }

    #[test]
    fn no_bot_outlasts_the_watchdog_within_its_fuel() {
        let mut highest = Limits::default();
        for limit in LIMITS {
            (limit.set)(&mut highest, *limit.range.end());
        }
        for limits in [Limits::default(), highest] {
            assert!(limits.watchdog_seconds >= limits.watchdog_seconds_min(), "{limits:?}");
        }
        let seconds = |fuel_per_turn, fuel_to_start| {
            Limits { fuel_per_turn, fuel_to_start, ..Limits::default() }.watchdog_seconds_min()
        };
        assert_eq!((seconds(1, 1), seconds(1_000_001, 1), seconds(1, 3_000_000)), (1, 2, 3));
    }
}
