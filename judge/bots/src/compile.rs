//! A bot's bytes into compiled code: out of the cache, or compiled anew in a child process.
//!
//! Bytes that were counted go in. Nothing but the child parses them in depth.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::io::{self, Read, Write};
use std::num::NonZeroUsize;
use std::panic::{self, AssertUnwindSafe};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use rayon::ThreadPoolBuilder;
use sha2::{Digest, Sha256};

use crate::NotLoaded;
use crate::cache::{Cache, CacheEntry};
use crate::child::{self, Allowance};
use crate::file::core_parts;
use crate::file::form::{is_core_module, is_webassembly, reads_lines};
use crate::file::source_section::{self, Parts};
use crate::functions::file_kind::FileKind;
use crate::functions::interface;
use judge_meter::WatchedFunction;
use judge_play::text::sanitize;
use judge_sandbox::{Artifact, EngineVariant, Invalid, Limits, NotLinked, Program, Sandbox, WeakProgram};

/// Compiles bots, in a child process or in this one, and keeps the code in a cache.
pub struct Compiler {
    child: Option<PathBuf>,
    /// Threads that all children have together, if each has one at least.
    threads: NonZeroUsize,
    /// Children that compile now.
    children: AtomicUsize,
    /// The allowance of a child, if it is not [`Allowance::for_file`].
    allowance: Option<Allowance>,
    cache: Option<Cache>,
    /// Code that some bot keeps loaded, or that is being loaded, by its key in the cache: hundreds of bots may have one
    /// interpreter.
    codes: Mutex<BTreeMap<[u8; 32], Arc<Code>>>,
    /// Held while a bot is loaded whose large core modules are kept by themselves.
    parts: Mutex<()>,
}

/// The time that a compiler may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Patience {
    /// [`Allowance::for_file`].
    Usual,
    /// [`Allowance::SHORT_SECONDS`]: enough for nearly every file of a compiled language.
    Short,
}

/// Code, as soon as it is loaded; whoever loads it holds the lock.
type Code = Mutex<WeakProgram>;

/// A program, and notes for the organiser about how it was loaded.
pub(super) struct Compiled {
    pub(super) program: Program,
    pub(super) notes: Vec<String>,
    /// The reason why its code is not kept, if it should be and is not.
    pub(super) not_kept: Option<String>,
}

impl From<Program> for Compiled {
    fn from(program: Program) -> Self {
        Self { program, notes: Vec::new(), not_kept: None }
    }
}

/// A file that is to become a program of a sandbox.
#[derive(Clone, Copy)]
pub(super) struct Wanted<'a> {
    pub(super) bytes: &'a [u8],
    pub(super) kind: &'a FileKind,
    pub(super) sandbox: &'a Sandbox,
    pub(super) patience: Patience,
}

impl Compiler {
    /// Compiles in this process, which a hostile file may crash or slow down.
    #[must_use]
    pub fn here() -> Self {
        Self {
            child: None,
            threads: NonZeroUsize::MIN,
            children: AtomicUsize::new(0),
            allowance: None,
            cache: None,
            codes: Mutex::default(),
            parts: Mutex::default(),
        }
    }

    /// Compiles in children of this process: `judge` is the path of the judge's program.
    #[must_use]
    pub fn in_child(judge: PathBuf) -> Self {
        Self { child: Some(judge), ..Self::here() }
    }

    /// Lets children compile on so many threads in all. Whatever their number, they make the same code.
    #[must_use]
    pub fn with_threads(self, threads: NonZeroUsize) -> Self {
        Self { threads, ..self }
    }

    /// Gives each child this allowance, whatever its file.
    #[must_use]
    pub fn with_allowance(self, allowance: Allowance) -> Self {
        Self { allowance: Some(allowance), ..self }
    }

    /// Keeps compiled code.
    #[must_use]
    pub fn with_cache(self, cache: Cache) -> Self {
        Self { cache: Some(cache), ..self }
    }

    /// Whether most of a bot's code would have to be compiled: it is not in the cache, nor are its large core modules.
    #[must_use]
    pub fn must_compile(&self, bytes: &[u8], kind: &FileKind, sandbox: &Sandbox) -> bool {
        let Some(cache) = &self.cache else { return true };
        let code = source_section::split(bytes).code;
        let parts = core_parts::of(&code);
        if parts.is_empty() {
            return !cache.has(&key(&code, kind, sandbox));
        }
        parts.into_iter().any(|part| !cache.has(&key_of_part(&code[part], sandbox)))
    }

    /// Makes a program of a file.
    pub(super) fn program(&self, wanted: Wanted<'_>) -> Result<Compiled, NotLoaded> {
        let Parts { code, source } = source_section::split(wanted.bytes);
        let compiled = self.program_of_code(Wanted { bytes: &code, ..wanted })?;
        Ok(Compiled { program: compiled.program.with_source(source), ..compiled })
    }

    /// The same of a file without a program for its interpreter.
    fn program_of_code(&self, wanted: Wanted<'_>) -> Result<Compiled, NotLoaded> {
        let Wanted { bytes, kind, sandbox, .. } = wanted;
        let Some(cache) = &self.cache else {
            let mut code = Loadable::default();
            self.compile(&mut code, wanted)?;
            return Ok(code.load(sandbox)?.into());
        };
        let key = key(bytes, kind, sandbox);
        let code = self.code(key);
        // Who has the same code waits here, and finds it loaded.
        let mut code = code.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(program) = sandbox.loaded(&code) {
            return Ok(program.into());
        }
        let compiled = self.program_of_cache(cache, &key, wanted)?;
        *code = compiled.program.downgrade();
        Ok(compiled)
    }

    /// The code with this key, and no longer that which nobody keeps or loads any more.
    fn code(&self, key: [u8; 32]) -> Arc<Code> {
        let mut codes = self.codes.lock().unwrap_or_else(PoisonError::into_inner);
        codes.retain(|_, code| {
            Arc::strong_count(code) > 1 || code.try_lock().is_ok_and(|code| code.is_loaded())
        });
        codes.entry(key).or_default().clone()
    }

    /// The same out of the cache, or compiled anew.
    fn program_of_cache(
        &self,
        cache: &Cache,
        key: &[u8; 32],
        wanted: Wanted<'_>,
    ) -> Result<Compiled, NotLoaded> {
        let Wanted { bytes, sandbox, .. } = wanted;
        let part_keys: Vec<_> =
            core_parts::of(bytes).into_iter().map(|part| key_of_part(&bytes[part], sandbox)).collect();
        // Bots with parts come one after another: the next one has the same interpreter.
        let _one_at_a_time =
            (!part_keys.is_empty()).then(|| self.parts.lock().unwrap_or_else(PoisonError::into_inner));
        let mut notes = Vec::new();
        let mut kept = |key| match cache.find(key) {
            CacheEntry::Artifact(artifact) => Ok(Some(artifact)),
            CacheEntry::Corrupt(why) => {
                notes.push(cache.discard(key, &why));
                Ok(None)
            }
            CacheEntry::Refusal(why) => Err(NotLoaded::Invalid(why)),
            CacheEntry::Nothing => Ok(None),
        };
        let mut code =
            Loadable { rest: kept(key)?, parts: part_keys.iter().map(kept).collect::<Result<_, _>>()? };
        if code.is_whole() {
            match code.load(sandbox) {
                Err(NotLinked::Incompatible(why)) => {
                    notes.extend(part_keys.iter().chain([key]).map(|key| cache.discard(key, &why)));
                    code = Loadable::default();
                }
                program => return Ok(Compiled { notes, ..Compiled::from(program?) }),
            }
        }
        let was_kept = code.numbers_kept();
        self.compile(&mut code, wanted).inspect_err(|why| {
            // Refusing may take as long as compiling. If it cannot be kept, it is found out again.
            if let NotLoaded::Invalid(why) = why
                && !child::depends_on_machine(why)
            {
                let _ = cache.keep_refusal(key, why);
            }
        })?;
        let program = code.load(sandbox)?;
        let parts = part_keys.iter().zip(code.parts.iter().flatten()).enumerate();
        let new = parts.filter(|(number, _)| !was_kept.contains(number)).map(|(_, part)| part);
        let mut not_kept = None;
        for (key, artifact) in new.chain(code.rest.iter().map(|rest| (key, rest))) {
            not_kept = not_kept.or(cache.keep(key, artifact).err().map(|error| error.to_string()));
        }
        Ok(Compiled { program, notes, not_kept })
    }

    /// Compiles the missing parts of a bot's code.
    fn compile(&self, code: &mut Loadable, wanted: Wanted<'_>) -> Result<(), NotLoaded> {
        let Wanted { bytes, kind, sandbox, patience } = wanted;
        let kept = code.numbers_kept();
        let made = if let Some(judge) = &self.child {
            let allowance = self.allowance.clone().unwrap_or_else(|| Allowance::for_file(bytes.len() as u64));
            let allowance = match patience {
                Patience::Usual => allowance,
                Patience::Short => allowance.shortened(),
            };
            let children = self.children.fetch_add(1, Ordering::Relaxed) + 1;
            let threads = threads_of_each(self.threads, children);
            let variant = sandbox.variant();
            let task = Task { kind, variant, allowance: &allowance, threads, kept: &kept };
            let compiled = child::compile(judge, &task, bytes);
            self.children.fetch_sub(1, Ordering::Relaxed);
            compiled
        } else {
            let work = || compile_by(judge_sandbox::compile, bytes, kind, (sandbox.variant(), &kept));
            unless_tools_fail(work)
        }?;
        code.complete(made, core_parts::of(bytes).len())
            .ok_or_else(|| NotLoaded::Machine("its compiler's answer was cut short; try again".into()))?;
        // The child knows only what it made: what was in the cache must not admit a bot.
        proportionate(code.bytes(), bytes.len() as u64)
    }
}

/// A bot's code as it is compiled and kept.
#[derive(Default)]
struct Loadable {
    /// All but the large core modules in it.
    rest: Option<Artifact>,
    /// Those, in their order.
    parts: Vec<Option<Artifact>>,
}

impl Loadable {
    /// Bytes of all artifacts together.
    fn bytes(&self) -> u64 {
        self.parts.iter().flatten().chain(&self.rest).map(|artifact| artifact.bytes().len() as u64).sum()
    }

    fn is_whole(&self) -> bool {
        self.rest.is_some() && self.parts.iter().all(Option::is_some)
    }

    /// The numbers of the core modules that need not be compiled.
    fn numbers_kept(&self) -> Vec<usize> {
        (0..self.parts.len()).filter(|&number| self.parts[number].is_some()).collect()
    }

    /// Puts in what was compiled of a bot with so many parts; nothing if that does not fit.
    fn complete(&mut self, made: Artifact, parts: usize) -> Option<()> {
        if parts == 0 {
            self.rest = Some(made);
            return Some(());
        }
        self.parts.resize(parts, None);
        let mut made = made.parted()?.into_iter();
        self.rest = Some(made.next()?);
        for missing in self.parts.iter_mut().filter(|part| part.is_none()) {
            *missing = Some(made.next()?);
        }
        made.next().is_none().then_some(())
    }

    fn load(&self, sandbox: &Sandbox) -> Result<Program, NotLinked> {
        let rest = self.rest.as_ref().expect("it was compiled");
        sandbox.load(rest, &self.parts.iter().flatten().collect::<Vec<_>>())
    }
}

/// Threads for a child that is one of so many, each with its share of all.
fn threads_of_each(threads: NonZeroUsize, children: usize) -> NonZeroUsize {
    /// Each thread takes memory, and the largest function is compiled by one.
    const THREADS_MAX: NonZeroUsize = NonZeroUsize::new(8).expect("it is not 0");
    NonZeroUsize::new(threads.get() / children).map_or(NonZeroUsize::MIN, |share| share.min(THREADS_MAX))
}

/// The hash of what an artifact depends on: the compiler, the game's contract, and the bot; not the limits, as a bot
/// is counted within them before it comes here, each time. A program that reads lines is the same for all games.
fn key(bytes: &[u8], kind: &FileKind, sandbox: &Sandbox) -> [u8; 32] {
    let contract = if reads_lines(bytes, kind) { "lines".into() } else { kind.as_data().json() };
    hashed(sandbox, &contract, bytes)
}

/// The same of a core module that is compiled by itself, which depends on nothing else.
fn key_of_part(module: &[u8], sandbox: &Sandbox) -> [u8; 32] {
    hashed(sandbox, "core module", module)
}

fn hashed(sandbox: &Sandbox, contract: &str, bytes: &[u8]) -> [u8; 32] {
    let compiled_by = format!("{:?}", (crate::GAMES_VERSION, sandbox.compiler_sha256()));
    let mut hash = Sha256::new();
    for part in [compiled_by.as_str(), contract] {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    hash.update(bytes);
    hash.finalize().into()
}

/// Of code that was compiled just now, so for this sandbox's engine.
impl From<NotLinked> for NotLoaded {
    fn from(why: NotLinked) -> Self {
        match why {
            NotLinked::Incompatible(excess) => {
                Self::Invalid(format!("it needs more than there is for a bot: {excess}; build it smaller"))
            }
            NotLinked::Invalid(invalid) => invalid.into(),
            NotLinked::Machine(trouble) => {
                Self::Machine(format!("its code cannot be loaded on this machine: {trouble}"))
            }
        }
    }
}

/// The artifact, unless it is out of all proportion to the file.
fn proportionate(bytes: u64, file_bytes: u64) -> Result<(), NotLoaded> {
    /// Bots of compiled languages come to some 5 bytes of machine code a byte.
    const BYTES_A_BYTE: u64 = 24;
    const BYTES_FOR_ALL: u64 = 4 << 20;
    let most = BYTES_FOR_ALL + BYTES_A_BYTE * file_bytes;
    if bytes <= most {
        return Ok(());
    }
    Err(NotLoaded::Invalid(format!(
        "it compiles to {bytes} bytes, and {most} is the limit for a file of {file_bytes}; split its largest functions"
    )))
}

/// A child's task.
#[derive(Clone, Debug)]
pub struct Task<'a> {
    /// The kind of file that is expected.
    pub kind: &'a FileKind,
    /// The setup of the sandbox that runs the code.
    pub variant: EngineVariant,
    /// The limits of the child.
    pub allowance: &'a Allowance,
    /// Threads to compile on.
    pub threads: NonZeroUsize,
    /// Numbers of core modules in the bot that need not be compiled.
    pub kept: &'a [usize],
}

/// Compiles a bot from `input` to `output`, as a child does, within limits of processor time, that of all threads
/// together, and address space. The answer begins with a line that says that it started; what follows is compiled code, or
/// what is wrong with the file, by the process's exit code.
///
/// # Errors
/// The machine's trouble.
pub fn compile_in_this_process(
    task: &Task<'_>,
    mut input: impl Read,
    mut output: impl Write,
) -> io::Result<u8> {
    let &Task { kind, variant, allowance, threads, kept } = task;
    // This thread is one of them. What the system sets aside for another before there is a limit counts for nothing later.
    let builder = ThreadPoolBuilder::new().num_threads(threads.get()).use_current_thread();
    let builder = builder.stack_size(Limits::THREAD_STACK_BYTES);
    let pool = builder.build().map_err(io::Error::other)?;
    // The file itself is the judge's business, and no larger than it allows.
    let mut bytes = Vec::new();
    input.read_to_end(&mut bytes)?;
    // Whatever happens from here on may be the file's doing, and nothing before.
    output.write_all(child::STARTED)?;
    output.flush()?;
    child::limit_this_process(allowance, threads)?;
    let work = || compile_by(judge_sandbox::compile_in_parallel, &bytes, kind, (variant, kept));
    let compiled = unless_tools_fail(|| pool.install(work)).and_then(|artifact| {
        proportionate(artifact.bytes().len() as u64, bytes.len() as u64).map(|()| artifact)
    });
    let (answer, code) = match compiled {
        Ok(artifact) => (artifact.bytes().to_vec(), 0),
        Err(problem) => (problem.to_string().into_bytes(), child::INVALID),
    };
    output.write_all(&answer)?;
    output.flush()?;
    Ok(code)
}

/// Compiles a file in this process, as the child does, for sandboxes with this setup. If it has large core
/// modules, the artifacts of these are joined to that of the rest.
///
/// # Errors
/// If the file is invalid, with the reason in words for its author.
pub fn compile(bytes: &[u8], kind: &FileKind, variant: EngineVariant) -> Result<Artifact, NotLoaded> {
    compile_by(judge_sandbox::compile, bytes, kind, (variant, &[]))
}

/// Turns a panic of the tools that read and wrap a file into an error: they may panic on a hostile one.
fn unless_tools_fail(work: impl FnOnce() -> Result<Artifact, NotLoaded>) -> Result<Artifact, NotLoaded> {
    panic::catch_unwind(AssertUnwindSafe(work)).unwrap_or_else(|_| {
        let text = "the WebAssembly tools fail on it; build it with another version of your compiler";
        Err(NotLoaded::Invalid(text.into()))
    })
}

fn compile_by(
    compile: fn(&[u8], EngineVariant) -> Result<Artifact, Invalid>,
    bytes: &[u8],
    kind: &FileKind,
    (variant, kept): (EngineVariant, &[usize]),
) -> Result<Artifact, NotLoaded> {
    is_webassembly(bytes)?;
    judge_sandbox::validate(bytes)?;
    let compile = |code: &[u8]| compile(code, variant);
    if is_core_module(bytes) {
        let module = interface::checked_core_module(bytes, kind)?;
        let module = match variant {
            EngineVariant::Watched => judge_meter::watch(&module).map_err(|error| unwatchable(&error))?,
            _ => module,
        };
        return Ok(compile(&module)?);
    }
    interface::check_component(bytes)?;
    let parts = core_parts::of(bytes);
    if parts.is_empty() {
        return Ok(compile(bytes)?);
    }
    let missing = parts.iter().enumerate().filter(|(number, _)| !kept.contains(number));
    let codes = missing.map(|(_, part)| Ok(Cow::Borrowed(&bytes[part.clone()])));
    let codes = [core_parts::without(bytes, &parts).map(Cow::Owned)].into_iter().chain(codes);
    let made = codes.map(|code| compile(&code?)).collect::<Result<Vec<_>, Invalid>>()?;
    Ok(Artifact::joined(&made))
}

/// The functions of a file by the numbers that a [`Probe`](judge_sandbox::Probe) receives.
///
/// # Errors
/// If it cannot be watched, with the reason in words for its author.
pub fn watched_functions(bytes: &[u8]) -> Result<Vec<WatchedFunction>, Invalid> {
    if is_core_module(bytes) {
        return judge_meter::watched_functions(bytes).map_err(|error| unwatchable(&error));
    }
    let text = "it is an interpreter, whose functions say nothing about your program; there, look at the clock, which counts fuel, before and after a part of it";
    Err(text.to_owned().into())
}

fn unwatchable(error: &judge_meter::MeterError) -> Invalid {
    sanitize(&error.to_string()).into()
}

#[cfg(test)]
mod tests;
