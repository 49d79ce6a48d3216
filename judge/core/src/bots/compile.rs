//! A bot's bytes into compiled code: out of the cache, or compiled anew in a child process.
//!
//! Bytes that were counted go in. Nothing but the child parses them in depth.

use std::io::{Read, Write};
use std::path::PathBuf;

use sha2::{Digest, Sha256};

use super::cache::{Cache, CacheEntry};
use super::child::{self, Allowance};
use super::{NotLoaded, advice, component, interface};
use judge_play::contract;
use judge_sandbox::{Artifact, Limits, Program, Sandbox, Variant};

/// Where bots are compiled, and where compiled code is kept.
#[derive(Debug, Default)]
pub struct Compiler {
    child: Option<(PathBuf, Allowance)>,
    cache: Option<Cache>,
}

/// A program, and what the organiser should know of how it was loaded.
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
    pub(super) fn program(&self, bytes: &[u8], game: &str, sandbox: &Sandbox) -> Result<Compiled, NotLoaded> {
        let Some(cache) = &self.cache else {
            return Ok(Compiled {
                program: sandbox.load(&self.compile(bytes, game, sandbox)?).map_err(not_loaded)?,
                notes: Vec::new(),
            });
        };
        let key = key(bytes, game, sandbox.limits());
        let mut notes = Vec::new();
        match cache.find(&key) {
            CacheEntry::Artifact(artifact) => match sandbox.load(&artifact) {
                Err(judge_sandbox::NotLoaded::Incompatible(why)) => notes.push(cache.discard(&key, &why)),
                program => return Ok(Compiled { program: program.map_err(not_loaded)?, notes }),
            },
            CacheEntry::Corrupt(why) => notes.push(cache.discard(&key, &why)),
            CacheEntry::Nothing => {}
        }
        let artifact = self.compile(bytes, game, sandbox)?;
        let program = sandbox.load(&artifact).map_err(not_loaded)?;
        notes.extend(cache.keep(&key, &artifact).err());
        Ok(Compiled { program, notes })
    }

    fn compile(&self, bytes: &[u8], game: &str, sandbox: &Sandbox) -> Result<Artifact, NotLoaded> {
        match &self.child {
            Some((judge, allowance)) => child::compile(judge, allowance, bytes, game),
            None => compile(bytes, game, sandbox.variant()).map_err(NotLoaded::Invalid),
        }
    }
}

/// What an artifact depends on, hashed: who makes it, the game's contract, the limits that the
/// bot was counted within, and the bot.
fn key(bytes: &[u8], game: &str, limits: &Limits) -> [u8; 32] {
    let counted = (limits.module_limits(), limits.memory_bytes, limits.table_elements);
    let judge = (crate::GAMES_VERSION, judge_sandbox::compiler_sha256());
    let mut hash = Sha256::new();
    for part in [format!("{judge:?}"), contract::wit(game), format!("{counted:?}")] {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    hash.update(bytes);
    hash.finalize().into()
}

/// Why what was compiled just now, so for this sandbox's engine, is not loaded.
fn not_loaded(why: judge_sandbox::NotLoaded) -> NotLoaded {
    match why {
        judge_sandbox::NotLoaded::Incompatible(excess) => {
            NotLoaded::Invalid(format!("it needs more than there is for a bot: {excess}; build it smaller"))
        }
        judge_sandbox::NotLoaded::Invalid(invalid) => NotLoaded::Invalid(advice(&invalid)),
        judge_sandbox::NotLoaded::Machine(trouble) => {
            NotLoaded::Machine(format!("its code cannot be loaded on this machine: {trouble}"))
        }
    }
}

/// What a child does: compiles a bot for `game` from `input` to `output`, within these limits of
/// processor time and address space. The answer is the process's exit code.
///
/// # Errors
/// The machine's trouble.
pub fn compile_in_this_process(
    game: &str,
    seconds: u64,
    memory_bytes: u64,
    mut input: impl Read,
    mut output: impl Write,
) -> std::io::Result<u8> {
    child::limit_this_process(seconds, memory_bytes)?;
    let mut bytes = Vec::new();
    input.read_to_end(&mut bytes)?;
    let compiled = compile(&bytes, game, Variant::Usual);
    let (answer, code) = match &compiled {
        Ok(artifact) => (artifact.bytes(), 0),
        Err(problem) => (problem.as_bytes(), child::INVALID),
    };
    output.write_all(answer)?;
    output.flush()?;
    Ok(code)
}

/// Compiles a bot for `game` in this process, for sandboxes that are set up so: what the child does.
///
/// # Errors
/// What is wrong with the file, in words for its author.
pub fn compile(bytes: &[u8], game: &str, variant: Variant) -> Result<Artifact, String> {
    component::is_webassembly(bytes)?;
    judge_sandbox::validate(bytes).map_err(|invalid| advice(&invalid))?;
    let component = component::from_bytes(bytes, game)?;
    interface::check_component(&component, game)?;
    judge_sandbox::compile(&component, variant).map_err(|invalid| advice(&invalid))
}
