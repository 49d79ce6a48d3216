//! Games that are files, loaded on this machine.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use judge_bots::{FileKind, NotLoaded, load_game};
use judge_play::GameFile;
use judge_play::text::sanitize_path;
use judge_sandbox::{LimitInfo, Limits, Unit, Width};
use sha2::{Digest, Sha256};

use super::Wasm;
use crate::file;
use crate::host::{Options, compiler, compiling, is_slow_to_compile, sandbox_for};

/// Instances of a game that a thread may have at a time, and some for who looks on: one that plays and one that draws an
/// opening.
const INSTANCES_A_THREAD: usize = 4;
const INSTANCES_MORE: usize = 8;

/// Loads games that are files, or refuses to.
#[derive(Clone, Debug, Default)]
pub struct GameFiles {
    options: Option<Options>,
    /// The game that it gives in place of any file.
    known: Option<Arc<GameFile>>,
    /// The receiver of the message why nothing happens for a while.
    tell: Option<fn(&str)>,
    /// A copy of the file, for when that is gone.
    copy: Option<PathBuf>,
    /// The SHA-256 of files whose place the copy has taken.
    earlier: Vec<[u8; 32]>,
}

impl GameFiles {
    /// Loads them with these options.
    #[must_use]
    pub fn new(options: &Options) -> Self {
        Self { options: Some(options.clone()), ..Self::default() }
    }

    /// Has this one, whatever it is called: for a text whose files are elsewhere.
    #[must_use]
    pub fn known(file: Option<&Arc<GameFile>>) -> Self {
        Self { known: file.cloned(), ..Self::default() }
    }

    /// Sets the function that gets the message why nothing happens for a while.
    #[must_use]
    pub fn telling(self, tell: fn(&str)) -> Self {
        Self { tell: Some(tell), ..self }
    }

    /// Has this copy in the place of a file that is not there any more, or has one of these hashes. Whether it is the same is
    /// its caller's business.
    #[must_use]
    pub fn with_copy(self, copy: Option<PathBuf>, earlier: Vec<[u8; 32]>) -> Self {
        Self { copy, earlier, ..self }
    }

    /// Loads none: for callers that play nothing.
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    /// Loads a game that may use so much.
    ///
    /// # Errors
    /// If the file is invalid, with the reason in words for its author, or the machine has trouble.
    pub fn load(&self, file: &Path, mut limits: Limits) -> Result<Arc<GameFile>, NotLoaded> {
        if let Some(known) = &self.known {
            return Ok(known.clone());
        }
        let Some(options) = &self.options else {
            return Err(NotLoaded::Invalid("a game that is a file cannot be loaded here".into()));
        };
        // Memory comes in whole pages, and no game is to outlast the watchdog.
        limits.memory_bytes -= limits.memory_bytes % Limits::PAGE_BYTES;
        limits.watchdog_seconds = limits.watchdog_seconds_min();
        limits.fuel_bank = limits.fuel_per_turn.saturating_mul(DEAR_CALLS);
        let read = |file: &Path| Wasm::File(file.to_owned()).read(limits.file_bytes);
        let is_gone = |error: &io::Error| error.kind() == io::ErrorKind::NotFound;
        let bytes = match (read(file), &self.copy) {
            (Err(error), Some(copy)) if is_gone(&error) => read(copy).map_err(|_| error),
            (Ok(bytes), Some(copy)) if self.earlier.contains(&Sha256::digest(&bytes).into()) => read(copy),
            (read, _) => read,
        };
        let why = |error| NotLoaded::Invalid(file::unread(&error, "build the game, or correct the path"));
        let bytes = bytes.map_err(why)?;
        let instances = options.jobs() * INSTANCES_A_THREAD + INSTANCES_MORE;
        let instances = u32::try_from(instances).unwrap_or(u32::MAX);
        let (sandbox, _) =
            sandbox_for(limits, instances).map_err(|error| NotLoaded::Machine(error.to_string()))?;
        let (compiler, _) = compiler(options);
        if let Some(tell) = self.tell
            && is_slow_to_compile(&bytes, &FileKind::game(), &sandbox, &compiler)
        {
            tell(&compiling(&sanitize_path(file)));
        }
        load_game(&bytes, &sandbox, &compiler)
    }
}

/// So many calls of a match may take all of their fuel: a game of many dear turns, of which none asks a bot, must end.
const DEAR_CALLS: u64 = 1_000;

/// The limits that `[limits]` may set for a game that is a file. A game that goes beyond is broken, so they decide
/// no match.
pub const GAME_LIMITS: &[LimitInfo] = &[
    LimitInfo {
        key: "game_fuel",
        default: 1_000_000_000,
        range: 1..=50_000_000_000,
        unit: Unit::Fuel,
        meaning: "Computation of the game in one call; a match may take 1,000 times as much.",
        get: |limits| limits.fuel_per_turn,
        set: |limits, fuel| limits.fuel_per_turn = fuel,
    },
    LimitInfo {
        key: "game_memory",
        default: 256 << 20,
        range: 64 << 10..=512 << 20,
        unit: Unit::Bytes,
        meaning: "Linear memory of the game, in whole pages of 64 KiB.",
        get: |limits| limits.memory_bytes,
        set: |limits, bytes| limits.memory_bytes = bytes,
    },
    LimitInfo {
        key: "game_reply_size",
        default: 8 << 20,
        range: 1 << 10..=64 << 20,
        unit: Unit::Bytes,
        meaning: "One answer of the game, its state included.",
        get: |limits| limits.reply_bytes,
        set: |limits, bytes| limits.reply_bytes = bytes,
    },
];

/// The default limits of a game that is a file.
#[must_use]
pub fn limits_of_games() -> Limits {
    let mut limits = Limits {
        fuel_bank: u64::MAX >> 1,
        fuel_to_start: 10_000_000_000,
        file_bytes: Limits::FILE_BYTES_MAX,
        table_elements: 100_000,
        width: Width::Wide,
        ..Limits::default()
    };
    for limit in GAME_LIMITS {
        (limit.set)(&mut limits, limit.default);
    }
    limits
}
