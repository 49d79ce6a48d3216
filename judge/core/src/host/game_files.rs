//! Games that are files, loaded on this machine.

use std::path::Path;
use std::sync::Arc;

use judge_bots::{NotLoaded, load_game};
use judge_play::GameFile;
use judge_sandbox::{Limits, Width};

use super::{Options, compiler, sandbox_for};
use crate::tournament::Wasm;

/// Instances of a game that a thread may have at a time, and some for who looks on: one that plays and one that draws an
/// opening.
const INSTANCES_A_THREAD: usize = 4;
const INSTANCES_MORE: usize = 8;

/// Loads games that are files, or refuses to.
#[derive(Clone, Debug, Default)]
pub struct GameFiles {
    options: Option<Options>,
}

impl GameFiles {
    /// Loads them with these options.
    #[must_use]
    pub fn new(options: &Options) -> Self {
        Self { options: Some(options.clone()) }
    }

    /// Loads none: for who plays nothing.
    #[must_use]
    pub fn none() -> Self {
        Self::default()
    }

    /// Loads a game.
    ///
    /// # Errors
    /// What is wrong with the file, in words for its author.
    pub fn load(&self, file: &Path) -> Result<Arc<GameFile>, String> {
        let Some(options) = &self.options else {
            return Err("a game that is a file cannot be loaded here".into());
        };
        let limits = limits_of_games();
        let bytes =
            Wasm::File(file.to_owned()).read(limits.file_bytes).map_err(|error| match error.kind() {
                std::io::ErrorKind::NotFound => {
                    "no such file; build the game, or correct the path".to_owned()
                }
                _ => format!("it cannot be read: {error}"),
            })?;
        let instances = options.jobs() * INSTANCES_A_THREAD + INSTANCES_MORE;
        let instances = u32::try_from(instances).unwrap_or(u32::MAX);
        let (sandbox, _) = sandbox_for(limits, instances).map_err(|error| error.to_string())?;
        let (compiler, _) = compiler(options);
        load_game(&bytes, &sandbox, &compiler).map_err(|error| match error {
            NotLoaded::Invalid(why) | NotLoaded::Machine(why) => why,
        })
    }
}

/// What a game may use: a call as much fuel as ten turns of a usual bot, and memory for an interpreter.
fn limits_of_games() -> Limits {
    let usual = Limits::default();
    Limits {
        fuel_per_turn: 1_000_000_000,
        fuel_bank: u64::MAX >> 1,
        fuel_to_start: 10_000_000_000,
        memory_bytes: 256 << 20,
        reply_bytes: 8 << 20,
        file_bytes: Limits::FILE_BYTES_MAX,
        width: Width::Wide,
        watchdog_seconds: usual.watchdog_seconds.max(600),
        ..usual
    }
}
