//! The sandbox for bots: wasmtime, narrowed to the things that a bot may do.
//!
//! Bytes of a core module or a component in, answers out; whatever goes wrong inside is a
//! [`Stop`], never a wasmtime error. Knows no game: what functions a bot exports
//! is its caller's business.
//!
//! Three lifetimes, three types: a [`Sandbox`] per process, a [`Program`] per
//! file, an instance per bot and game. A program is loaded from an [`Artifact`],
//! which [`compile`] makes in whatever process. It is a core module whose functions are called, each game in an
//! [`Instance`], or it reads and writes lines, in a [`LineInstance`]: a core module, or a component, which is run and has
//! no other way in.

mod artifact;
mod direct;
mod engine;
mod fuel;
mod host;
mod instance;
mod invalid;
mod line_instance;
mod lines;
mod stop;
mod store_data;
mod wasi;
mod watchdog;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::atomic::Ordering;
use std::sync::{Arc, OnceLock, Weak};
use std::time::Duration;

use wasmtime::component::{Component, Linker};
use wasmtime::{Engine, Module, Store};

use artifact::Loaded;
pub use artifact::{Artifact, compile, compile_in_parallel};
pub use direct::DirectProgram;
use direct::{Direct, Form};
pub use engine::EngineVariant;
pub use instance::Instance;
pub use invalid::Invalid;
pub use invalid::imports::is_available;
pub use invalid::module_limits::count;
pub use invalid::proposals::validate;
use judge_limits::Seed;
use judge_limits::text::{self, sanitize};
pub use judge_limits::{LIMITS, LimitInfo, Limits, ModuleLimits, Unit, Width};
use judge_wit::Interface;
use line_instance::Main;
pub use line_instance::{LineInstance, LineProgram};
pub use lines::is_run;
use stop::is_trouble_of_hosts;
pub use stop::{NotStarted, Stop};
use store_data::StoreData;
use store_data::allowance::TICK;
use store_data::meter::Meter;
pub use store_data::meter::{Probe, SharedProbe};
use store_data::options::BotOptions;
pub use store_data::shared::Interruption;
use store_data::shared::Shared;
pub use watchdog::processor_time;

/// The judge's own interface.
pub const HOST: &str = "judge:arena/host@1.0.0";
/// The interface from which a bot that is an interpreter reads its program.
pub const SOURCE: &str = "judge:arena/source@1.0.0";
/// The interface by which the interpreter of a program that speaks lines reads and prints them.
pub const LINES: &str = "judge:arena/lines@1.0.0";

/// The version of the engine that runs the bots; fuel counts hold for this one only.
pub const ENGINE_VERSION: &str = "wasmtime 48.0.8";

/// The sandbox of a tournament, in which all its bots run.
#[derive(Clone)]
pub struct Sandbox {
    engine: Engine,
    component_linker: Linker<StoreData>,
    /// For core modules whose functions are called, and for those that are programs.
    called_linker: wasmtime::Linker<StoreData>,
    program_linker: wasmtime::Linker<StoreData>,
    limits: Limits,
    variant: EngineVariant,
    interruption: Interruption,
    /// The options that its bots may ask for; empty unless the sandbox is one bot's own.
    options: Arc<BotOptions>,
    /// SHA-256 of the compiler, computed on first use.
    compiler_sha256: OnceLock<[u8; 32]>,
    /// Receives the function calls of bots that are watched.
    probe: Option<SharedProbe>,
}

/// A bot's file, compiled and linked: ready to be instantiated.
#[derive(Clone)]
pub struct Program {
    code: Arc<Code>,
    shared: Arc<Shared>,
}

/// Code shared by the programs of one interpreter.
struct Code {
    engine: Engine,
    linked: Linked,
    bytes: u64,
}

/// Code that can be instantiated.
enum Linked {
    /// A core module whose functions are called.
    Functions(Direct),
    /// A program that reads lines.
    Lines(Main),
}

/// A weak reference to a program's code, which stays loaded only as long as a [`Program`] has it.
#[derive(Default)]
pub struct WeakProgram(Weak<Code>);

/// The reason why an artifact does not become a program.
#[derive(Debug, thiserror::Error)]
pub enum NotLinked {
    /// Another engine made it, or with other settings; or it needs more than a bot's slot has.
    #[error("{0}")]
    Incompatible(String),
    /// What it was made of imports what is not available, or cannot be run.
    #[error("{0}")]
    Invalid(#[from] Invalid),
    /// The machine is short of something.
    #[error("{0}")]
    Machine(String),
}

/// The machine cannot run the sandbox at all.
#[derive(Debug, thiserror::Error)]
#[error("the sandbox cannot start on this machine: {0}")]
pub struct CannotStart(String);

impl Sandbox {
    /// A sandbox in which up to `instances_max` bots run at a time.
    ///
    /// # Errors
    /// If the machine lacks the address space, or a processor that is supported.
    pub fn new(limits: Limits, instances_max: u32) -> Result<Self, CannotStart> {
        Self::set_up(limits, instances_max, EngineVariant::Usual)
    }

    /// A sandbox that is set up in some other way, which makes no difference to any result.
    ///
    /// # Errors
    /// As of [`Sandbox::new`].
    pub fn set_up(limits: Limits, instances_max: u32, variant: EngineVariant) -> Result<Self, CannotStart> {
        if let Some(lacks) = engine::baseline::lacking() {
            return Err(CannotStart(lacks));
        }
        let cannot = |error: wasmtime::Error| CannotStart(format!("{error:#}"));
        let engine = Engine::new(&engine::running(&limits, instances_max, variant)).map_err(cannot)?;
        let mut component_linker = Linker::new(&engine);
        host::link(&mut component_linker).map_err(cannot)?;
        wasi::link(&mut component_linker).map_err(cannot)?;
        watchdog::start(engine.weak());
        Ok(Self {
            component_linker,
            called_linker: direct::linker(&engine, Form::Called).map_err(cannot)?,
            program_linker: direct::linker(&engine, Form::Program).map_err(cannot)?,
            engine,
            limits,
            variant,
            interruption: Interruption::default(),
            options: Arc::default(),
            compiler_sha256: OnceLock::new(),
            probe: None,
        })
    }

    /// A sandbox for bots that count themselves, with a probe that receives their function calls. They must be compiled
    /// for it.
    ///
    /// # Errors
    /// As of [`Sandbox::new`].
    pub fn watched(limits: Limits, probe: SharedProbe) -> Result<Self, CannotStart> {
        let mut sandbox = Self::set_up(limits, 1, EngineVariant::Watched)?;
        for linker in [&mut sandbox.called_linker, &mut sandbox.program_linker] {
            fuel::probe::link(linker).map_err(|error| CannotStart(format!("{error:#}")))?;
        }
        Ok(Self { probe: Some(probe), ..sandbox })
    }

    /// The same sandbox, for bots that have other fuel: for a turn, and for a game.
    #[must_use]
    pub fn with_fuel(&self, fuel_per_turn: u64, fuel_bank: u64) -> Self {
        Self { limits: Limits { fuel_per_turn, fuel_bank, ..self.limits.clone() }, ..self.clone() }
    }

    /// The same sandbox, for a bot that has other fuel for a turn, and bank and increment in proportion.
    #[must_use]
    pub fn at_odds(&self, fuel_per_turn: u64) -> Self {
        Self { limits: self.limits.at_odds(fuel_per_turn), ..self.clone() }
    }

    /// The same sandbox, for a bot that may ask for these options.
    #[must_use]
    pub fn with_options(&self, options: &BTreeMap<String, String>) -> Self {
        Self { options: Arc::new(BotOptions::new(options)), ..self.clone() }
    }

    /// The names of these options for which the bot has not asked in any game so far.
    pub fn options_not_asked_for(&self) -> impl Iterator<Item = &str> {
        self.options.not_asked_for()
    }

    /// Bytes of address space that a sandbox for so many bots takes, if it is set up as usual.
    #[must_use]
    pub fn address_bytes(instances_max: u32) -> u64 {
        // As wasmtime reserves them: all that 32 bits can address, and 32 MiB behind it.
        const SLOT_BYTES: u64 = (4 << 30) + (32 << 20);
        u64::from(instances_max) * SLOT_BYTES
    }

    /// The limits on what bots may use.
    #[must_use]
    pub fn limits(&self) -> &Limits {
        &self.limits
    }

    /// The variant of its engine, for which its programs must be compiled.
    #[must_use]
    pub fn variant(&self) -> EngineVariant {
        self.variant
    }

    /// SHA-256 of everything about the compiler that artifacts for this sandbox depend on.
    #[must_use]
    pub fn compiler_sha256(&self) -> [u8; 32] {
        *self.compiler_sha256.get_or_init(|| artifact::compiler_sha256(self.variant))
    }

    /// A handle that ends calls of its bots.
    #[must_use]
    pub fn interruption(&self) -> Interruption {
        self.interruption.clone()
    }

    /// Loads what [`compile`] made, and links its imports: the functions on offer, and those parts of a component that were
    /// compiled by themselves.
    ///
    /// # Errors
    /// If it was made for another engine, needs more than there is for a bot, or imports what is not available.
    pub fn load(&self, artifact: &Artifact, parts: &[&Artifact]) -> Result<Program, NotLinked> {
        let linked = match artifact.load(&self.engine).map_err(|error| not_fitting(&error))? {
            Loaded::Component(component) => self.link_component(&component, parts)?,
            Loaded::Module(module) => self.link_module(&module)?,
        };
        let bytes = parts.iter().copied().chain([artifact]).map(|part| part.bytes().len() as u64).sum();
        Ok(self.program(Arc::new(Code { engine: self.engine.clone(), linked, bytes })))
    }

    fn link_component(&self, component: &Component, parts: &[&Artifact]) -> Result<Linked, NotLinked> {
        let linked =
            self.with_parts(parts)?.instantiate_pre(component).map_err(|error| wrong_import(&error))?;
        let no_run = || NotLinked::Invalid(Invalid::Other("it has no function run in wasi:cli/run".into()));
        Main::of_component(linked).map(Linked::Lines).ok_or_else(no_run)
    }

    fn link_module(&self, module: &Module) -> Result<Linked, Invalid> {
        let is_program = direct::main(module).is_some();
        let offer = if is_program { &self.program_linker } else { &self.called_linker };
        let linked = offer.instantiate_pre(module).map_err(|error| wrong_import(&error))?;
        let module = Direct::new(linked);
        Ok(if is_program { Linked::Lines(Main::Module(module)) } else { Linked::Functions(module) })
    }

    /// All that a component may import, these core modules among it.
    fn with_parts(&self, parts: &[&Artifact]) -> Result<Cow<'_, Linker<StoreData>>, NotLinked> {
        let mut linker = Cow::Borrowed(&self.component_linker);
        for (number, part) in parts.iter().enumerate() {
            let Loaded::Module(module) = part.load(&self.engine).map_err(|error| not_fitting(&error))? else {
                return Err(NotLinked::Incompatible("a part of it is no core module".into()));
            };
            let name = Artifact::import_of_part(number);
            let defined = linker.to_mut().root().module(&name, &module);
            defined.map_err(|error| not_fitting(&error))?;
        }
        Ok(linker)
    }

    fn program(&self, code: Arc<Code>) -> Program {
        let shared = Shared { interruption: self.interruption(), ..Shared::default() };
        Program { code, shared: Arc::new(shared) }
    }

    /// A program whose code is loaded already, for this sandbox.
    #[must_use]
    pub fn loaded(&self, program: &WeakProgram) -> Option<Program> {
        let code = program.0.upgrade()?;
        Engine::same(&self.engine, &code.engine).then(|| self.program(code))
    }

    /// Starts a bot in fresh memory, whose functions can be called then; `seed` is what its WASI draws random numbers from,
    /// if it has one.
    ///
    /// # Errors
    /// If it misbehaves while it starts, or the machine is short of memory.
    pub fn start(&self, seed: Seed, program: &DirectProgram) -> Result<Instance, NotStarted> {
        Instance::start(self.store(&program.shared, seed), program, &self.limits)
    }

    /// The same of a program that reads lines, which runs until it reads for the first time.
    ///
    /// # Errors
    /// As of [`Sandbox::start`].
    pub fn start_lines(&self, seed: Seed, program: &LineProgram) -> Result<LineInstance, NotStarted> {
        LineInstance::start(self.store(&program.shared, seed), program, &self.limits)
    }

    /// A store for a bot, with the limits that wasmtime keeps.
    fn store(&self, shared: &Arc<Shared>, seed: Seed) -> Store<StoreData> {
        let Self { limits, options, .. } = self;
        let meter = self.probe.clone().map(Meter::new);
        options.offer();
        let data = StoreData::new(limits, seed, shared.clone(), options.clone(), self.variant, meter);
        let mut store = Store::new(&self.engine, data);
        store.limiter(|data| data);
        store.set_hostcall_fuel(usize::try_from(limits.reply_bytes).unwrap_or(usize::MAX));
        store.set_max_component_handles(Limits::HANDLES_MAX);
        watchdog::watch(&mut store);
        store
    }
}

impl WeakProgram {
    /// Whether the code is still loaded.
    #[must_use]
    pub fn is_loaded(&self) -> bool {
        self.0.strong_count() > 0
    }
}

impl Program {
    /// Bytes of its code, which other programs may share.
    #[must_use]
    pub fn code_bytes(&self) -> u64 {
        self.code.bytes
    }

    /// Its code, which is not kept loaded by that.
    #[must_use]
    pub fn downgrade(&self) -> WeakProgram {
        WeakProgram(Arc::downgrade(&self.code))
    }

    /// The program as one that reads lines, if it is one.
    #[must_use]
    pub fn lines(&self) -> Option<LineProgram> {
        let Linked::Lines(main) = &self.code.linked else { return None };
        Some(LineProgram { main: main.clone(), shared: self.shared.clone() })
    }

    /// The program with the functions of an interface, which are called.
    ///
    /// # Errors
    /// If it reads lines, or an export is missing or has another type.
    pub fn functions(&self, interface: &Arc<Interface>) -> Result<DirectProgram, Invalid> {
        match &self.code.linked {
            Linked::Functions(module) => module.find(interface, &self.shared),
            Linked::Lines(_) => Err(Invalid::Other("it is a program that reads lines".into())),
        }
    }

    /// The same with a program for it to read, if it is an interpreter.
    #[must_use]
    pub fn with_source(self, source: Arc<[u8]>) -> Self {
        let interruption = self.shared.interruption.clone();
        Self { shared: Arc::new(Shared { source, interruption, ..Shared::default() }), ..self }
    }

    /// Whether it is an interpreter, with another program to run.
    #[must_use]
    pub fn is_interpreter(&self) -> bool {
        !self.shared.source.is_empty()
    }

    /// The time that its instances took so far in calls that last, by samples of the watchdog's.
    #[must_use]
    pub fn time_taken(&self) -> Duration {
        TICK * self.shared.ticks.load(Ordering::Relaxed)
    }
}

/// The reason why compiled code is not loaded.
fn not_fitting(error: &wasmtime::Error) -> NotLinked {
    let text = one_line(error);
    if is_trouble_of_hosts(error) { NotLinked::Machine(text) } else { NotLinked::Incompatible(text) }
}

/// The reason why an import is not linked: who compiles a file has looked at the imports' names.
fn wrong_import(error: &wasmtime::Error) -> Invalid {
    Invalid::ImportType(one_line(error))
}

/// An error of wasmtime's with its causes, on one line and of bounded length.
///
/// Names that a contestant chose may stand in it, so control characters are escaped.
fn one_line(error: &wasmtime::Error) -> String {
    const CHARACTERS_MAX: usize = 300;
    sanitize(&text::one_line(error.chain())).chars().take(CHARACTERS_MAX).collect()
}

#[cfg(test)]
mod tests;
