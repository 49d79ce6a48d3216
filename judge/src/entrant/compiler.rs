//! A bot's bytes into compiled code: out of the cache, or compiled anew in a child process.
//!
//! Bytes that were counted go in. Nothing but the child parses them in depth.

use std::path::PathBuf;

use sha2::{Digest, Sha256};

use super::cache::{Cache, Kept};
use super::child::{self, Allowance};
use super::{Obstacle, component, interface};
use crate::contract;
use crate::sandbox::{self, Artifact, Limits, NotLoaded, Program, Sandbox, Variant};

/// Where bots are compiled, and where compiled code is kept.
#[derive(Debug, Default)]
pub struct Compiler {
    child: Option<(PathBuf, Allowance)>,
    cache: Option<Cache>,
}

/// A program, and what its organiser should know of how it was come by.
pub(super) struct Compiled {
    pub(super) program: Program,
    pub(super) notes: Vec<String>,
}

impl Compiler {
    /// Compiles in this process, which a hostile file may crash or slow down.
    #[must_use]
    pub fn here() -> Self {
        Self::default()
    }

    /// Compiles in children of this process: `judge` is the path of the judge's program.
    #[must_use]
    pub fn in_child(judge: PathBuf, allowance: Allowance) -> Self {
        Self { child: Some((judge, allowance)), cache: None }
    }

    /// Keeps what is compiled.
    #[must_use]
    pub fn with_cache(self, cache: Cache) -> Self {
        Self { cache: Some(cache), ..self }
    }

    /// Makes a program of a bot for `game`.
    pub(super) fn program(&self, bytes: &[u8], game: &str, sandbox: &Sandbox) -> Result<Compiled, Obstacle> {
        let Some(cache) = &self.cache else {
            return Ok(Compiled {
                program: sandbox.load(&self.compile(bytes, game, sandbox)?).map_err(obstacle)?,
                notes: Vec::new(),
            });
        };
        let key = key(bytes, game, sandbox.limits());
        let mut notes = Vec::new();
        match cache.find(&key) {
            Kept::Artifact(artifact) => match sandbox.load(&artifact) {
                Err(NotLoaded::Alien(why)) => notes.push(cache.discard(&key, &why)),
                program => return Ok(Compiled { program: program.map_err(obstacle)?, notes }),
            },
            Kept::Spoilt(why) => notes.push(cache.discard(&key, &why)),
            Kept::Nothing => {}
        }
        let artifact = self.compile(bytes, game, sandbox)?;
        let program = sandbox.load(&artifact).map_err(obstacle)?;
        notes.extend(cache.keep(&key, &artifact).err());
        Ok(Compiled { program, notes })
    }

    fn compile(&self, bytes: &[u8], game: &str, sandbox: &Sandbox) -> Result<Artifact, Obstacle> {
        match &self.child {
            Some((judge, allowance)) => child::compile(judge, allowance, bytes, game),
            None => compile(bytes, game, sandbox.variant()).map_err(Obstacle::Unfit),
        }
    }
}

/// What an artifact depends on, hashed: who makes it, the game's contract, the limits that the
/// bot was counted within, and the bot.
fn key(bytes: &[u8], game: &str, limits: &Limits) -> [u8; 32] {
    let counted = (limits.caps(), limits.memory_bytes_max, limits.table_elements_max);
    let judge = (crate::VERSION, sandbox::compiler_sha256());
    let mut hash = Sha256::new();
    for part in [format!("{judge:?}"), contract::wit(game), format!("{counted:?}")] {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    hash.update(bytes);
    hash.finalize().into()
}

/// Why what was compiled just now, so for this sandbox's engine, is not loaded.
fn obstacle(not_loaded: NotLoaded) -> Obstacle {
    match not_loaded {
        NotLoaded::Alien(excess) => {
            Obstacle::Unfit(format!("it needs more than there is for a bot: {excess}; build it smaller"))
        }
        NotLoaded::Unfit(unfit) => Obstacle::Unfit(unfit.to_string()),
        NotLoaded::Host(trouble) => {
            Obstacle::Machine(format!("its code cannot be loaded on this machine: {trouble}"))
        }
    }
}

/// Compiles a bot for `game` in this process, for sandboxes that are set up so: what the child does.
///
/// # Errors
/// What is wrong with the file, in words for its author.
pub fn compile(bytes: &[u8], game: &str, variant: Variant) -> Result<Artifact, String> {
    component::is_webassembly(bytes)?;
    sandbox::validate(bytes).map_err(|unfit| unfit.to_string())?;
    let component = component::from_bytes(bytes, game)?;
    interface::check_component(&component, game)?;
    sandbox::compile(&component, variant).map_err(|unfit| unfit.to_string())
}
