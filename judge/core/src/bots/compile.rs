//! A bot's bytes into compiled code: out of the cache, or compiled anew in a child process.
//!
//! Bytes that were counted go in. Nothing but the child parses them in depth.

use std::collections::BTreeMap;
use std::io::{Read, Write};
use std::panic;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use sha2::{Digest, Sha256};

use super::cache::{Cache, CacheEntry};
use super::child::{self, Allowance};
use super::source_section::{self, Parts};
use super::{NotLoaded, advice, component, interface};
use judge_meter::WatchedFunction;
use judge_play::contract;
use judge_play::text::sanitize;
use judge_sandbox::{Artifact, Program, Sandbox, Variant};

/// Where bots are compiled, and where compiled code is kept.
#[derive(Debug, Default)]
pub struct Compiler {
    child: Option<PathBuf>,
    /// What a child may use, if not what its file deserves.
    allowance: Option<Allowance>,
    cache: Option<Cache>,
    /// Code that is being compiled: who else has it waits, and finds it in the cache.
    under_way: Mutex<BTreeMap<[u8; 32], Arc<Mutex<()>>>>,
}

/// A program, and what the organiser should know of how it was loaded.
pub(super) struct Compiled {
    pub(super) program: Program,
    pub(super) notes: Vec<String>,
    /// Why its code is not kept, if it should be and is not.
    pub(super) not_kept: Option<String>,
}

impl Compiler {
    /// Compiles in this process, which a hostile file may crash or slow down.
    #[must_use]
    pub fn here() -> Self {
        Self::default()
    }

    /// Compiles in children of this process: `judge` is the path of the judge's program.
    #[must_use]
    pub fn in_child(judge: PathBuf) -> Self {
        Self { child: Some(judge), ..Self::default() }
    }

    /// Gives each child this allowance, whatever its file.
    #[must_use]
    pub fn with_allowance(self, allowance: Allowance) -> Self {
        Self { allowance: Some(allowance), ..self }
    }

    /// Keeps what is compiled.
    #[must_use]
    pub fn with_cache(self, cache: Cache) -> Self {
        Self { cache: Some(cache), ..self }
    }

    /// Makes a program of a bot for `game`.
    pub(super) fn program(&self, bytes: &[u8], game: &str, sandbox: &Sandbox) -> Result<Compiled, NotLoaded> {
        let Parts { code, source } = source_section::split(bytes);
        let Compiled { program, notes, not_kept } = self.program_of_code(&code, game, sandbox)?;
        Ok(Compiled { program: program.with_source(source), notes, not_kept })
    }

    /// The same of a file without a program for its interpreter.
    fn program_of_code(&self, bytes: &[u8], game: &str, sandbox: &Sandbox) -> Result<Compiled, NotLoaded> {
        let Some(cache) = &self.cache else {
            return Ok(Compiled {
                program: sandbox.load(&self.compile(bytes, game, sandbox)?).map_err(not_loaded)?,
                notes: Vec::new(),
                not_kept: None,
            });
        };
        let key = key(bytes, game, sandbox);
        let turn =
            self.under_way.lock().unwrap_or_else(PoisonError::into_inner).entry(key).or_default().clone();
        let _turn = turn.lock().unwrap_or_else(PoisonError::into_inner);
        let mut notes = Vec::new();
        match cache.find(&key) {
            CacheEntry::Artifact(artifact) => match sandbox.load(&artifact) {
                Err(judge_sandbox::NotLoaded::Incompatible(why)) => notes.push(cache.discard(&key, &why)),
                program => {
                    return Ok(Compiled { program: program.map_err(not_loaded)?, notes, not_kept: None });
                }
            },
            CacheEntry::Corrupt(why) => notes.push(cache.discard(&key, &why)),
            CacheEntry::Refusal(why) => return Err(NotLoaded::Invalid(why)),
            CacheEntry::Nothing => {}
        }
        let artifact = self.compile(bytes, game, sandbox).inspect_err(|why| {
            // Refusing may take as long as compiling. If it cannot be kept, it is found out again.
            if let NotLoaded::Invalid(why) = why {
                let _ = cache.keep_refusal(&key, why);
            }
        })?;
        let program = sandbox.load(&artifact).map_err(not_loaded)?;
        let not_kept = cache.keep(&key, &artifact).err();
        Ok(Compiled { program, notes, not_kept })
    }

    fn compile(&self, bytes: &[u8], game: &str, sandbox: &Sandbox) -> Result<Artifact, NotLoaded> {
        match &self.child {
            Some(judge) => {
                let allowance =
                    self.allowance.clone().unwrap_or_else(|| Allowance::for_file(bytes.len() as u64));
                child::compile(judge, &allowance, bytes, game, sandbox.variant())
            }
            None => compile(bytes, game, sandbox.variant()).map_err(NotLoaded::Invalid),
        }
    }
}

/// What an artifact depends on, hashed: who makes it, the game's contract, the limits that the
/// bot was counted within, and the bot.
fn key(bytes: &[u8], game: &str, sandbox: &Sandbox) -> [u8; 32] {
    let limits = sandbox.limits();
    let counted = (limits.module_limits(), limits.memory_bytes, limits.table_elements);
    let judge = (crate::GAMES_VERSION, judge_sandbox::compiler_sha256(sandbox.variant()));
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

/// The artifact, unless it is out of all proportion to the file.
fn proportionate(artifact: Artifact, file_bytes: u64) -> Result<Artifact, String> {
    /// Bots of compiled languages come to some 5 bytes of machine code a byte.
    const BYTES_A_BYTE: u64 = 24;
    const BYTES_FOR_ALL: u64 = 4 << 20;
    let (bytes, most) = (artifact.bytes().len() as u64, BYTES_FOR_ALL + BYTES_A_BYTE * file_bytes);
    if bytes <= most {
        return Ok(artifact);
    }
    Err(format!(
        "it compiles to {bytes} bytes, and {most} is the limit for a file of {file_bytes}; split its largest functions"
    ))
}

/// What a child does: compiles a bot for `game` from `input` to `output`, within these limits of
/// processor time and address space. The answer is the process's exit code.
///
/// # Errors
/// The machine's trouble.
pub fn compile_in_this_process(
    game: &str,
    variant: Variant,
    seconds: u64,
    memory_bytes: u64,
    mut input: impl Read,
    mut output: impl Write,
) -> std::io::Result<u8> {
    child::limit_this_process(seconds, memory_bytes)?;
    let mut bytes = Vec::new();
    input.read_to_end(&mut bytes)?;
    // The tools that read and wrap a file may fail on a hostile one.
    let compiled = panic::catch_unwind(|| compile(&bytes, game, variant))
        .unwrap_or_else(|_| {
            Err("the WebAssembly tools fail on it; build it with another version of your compiler".into())
        })
        .and_then(|artifact| proportionate(artifact, bytes.len() as u64));
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
    let component = match variant {
        Variant::Watched => watch(&component)?.component,
        _ => component,
    };
    judge_sandbox::compile(&component, variant).map_err(|invalid| advice(&invalid))
}

/// The functions of a bot for `game` by the numbers that a [`Probe`](judge_sandbox::Probe) is told.
///
/// # Errors
/// What is in the way of watching it, in words for its author.
pub fn watched_functions(bytes: &[u8], game: &str) -> Result<Vec<WatchedFunction>, String> {
    let functions = watch(&component::from_bytes(bytes, game)?)?.functions;
    // The names are in no code that runs, so they are read from a component of their own.
    let named = component::with_names(bytes, game).and_then(|component| watch(&component));
    Ok(named
        .map(|named| named.functions)
        .ok()
        .filter(|named| named.len() == functions.len())
        .unwrap_or(functions))
}

fn watch(component: &[u8]) -> Result<judge_meter::Watched, String> {
    judge_meter::watch(component).map_err(|error| sanitize(&error.to_string()))
}
