//! The sandbox for bots: wasmtime, narrowed to the things that a bot may do.
//!
//! Bytes of a component or a core module in, typed answers out; whatever goes wrong inside is a
//! [`Stop`], never a wasmtime error. Knows no game: what functions a bot exports
//! is its caller's business.
//!
//! Three lifetimes, three types: a [`Sandbox`] per process, a [`Program`] per
//! file, an [`Instance`] per bot and game. A program is loaded from an [`Artifact`],
//! which [`compile`] makes in whatever process.

mod artifact;
mod direct;
mod engine;
mod fuel;
mod host;
mod instance;
mod invalid;
mod lines;
mod options;
mod shared;
mod store_data;
mod wasi;
mod watchdog;

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, OnceLock, Weak};
use std::time::Duration;

use wasmtime::component::{InstancePre, Linker};
use wasmtime::{Engine, Store};

pub use artifact::{Artifact, compile, compile_in_parallel};
pub use direct::{Direct, DirectBot, DirectProgram};
pub use engine::EngineVariant;
pub use fuel::probe::{Probe, SharedProbe};
use instance::is_trouble_of_hosts;
pub use instance::{Instance, NotStarted, Stop};
pub use invalid::Invalid;
pub use invalid::imports::is_available;
pub use invalid::module_limits::{Counted, count};
pub use invalid::proposals::validate;
use judge_limits::Seed;
use judge_limits::text::{self, sanitize};
pub use judge_limits::{LIMITS, LimitInfo, Limits, ModuleLimits, Unit, Width};
pub use lines::{LineInstance, LineProgram, is_run};
use options::BotOptions;
pub use shared::{Interruption, Shared};
pub use store_data::StoreData;
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
    linker: Linker<StoreData>,
    /// For programs that speak lines.
    line_linker: Linker<StoreData>,
    /// For core modules, and for those that are such programs.
    core_linker: wasmtime::Linker<StoreData>,
    core_line_linker: wasmtime::Linker<StoreData>,
    limits: Limits,
    variant: EngineVariant,
    /// Data shared by the instances that belong to no program.
    shared: Arc<Shared>,
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
    linked: CallPath<Linked, Direct>,
    bytes: u64,
}

/// A weak reference to a program's code, which stays loaded only as long as a [`Program`] has it.
#[derive(Default)]
pub struct WeakProgram(Weak<Code>);

/// The way to call a bot.
#[derive(Clone, Copy, Debug)]
pub enum CallPath<C, D> {
    /// As a component.
    Component(C),
    /// As the core module that it is, by [`Direct`].
    Direct(D),
}

/// A program as generated bindings take it.
pub type Linked = InstancePre<StoreData>;

/// A bot's memory and fuel, as generated bindings take them for a call.
pub type Call<'a> = &'a mut Store<StoreData>;

/// The reason why an artifact does not become a program.
#[derive(Debug, thiserror::Error)]
pub enum NotLinked {
    /// Another engine made it, or with other settings; or it needs more than a bot's slot has.
    #[error("{0}")]
    Incompatible(String),
    /// The component that it was made of imports what is not available.
    #[error("{0}")]
    Invalid(Invalid),
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
        let mut linker = Linker::new(&engine);
        host::link(&mut linker).map_err(cannot)?;
        wasi::link(&mut linker).map_err(cannot)?;
        let mut line_linker = linker.clone();
        wasi::link_lines(&mut line_linker).map_err(cannot)?;
        host::link_lines(&mut line_linker).map_err(cannot)?;
        let core = |form| {
            let mut linker = wasmtime::Linker::new(&engine);
            direct::link(&mut linker, form).map(|()| linker)
        };
        let core_linker = core(direct::Form::Called).map_err(cannot)?;
        let core_line_linker = core(direct::Form::Program).map_err(cannot)?;
        watchdog::start(engine.weak());
        let (shared, options, compiler_sha256) = (Arc::default(), Arc::default(), OnceLock::new());
        Ok(Self {
            engine,
            linker,
            line_linker,
            core_linker,
            core_line_linker,
            limits,
            variant,
            shared,
            options,
            compiler_sha256,
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
        for linker in [&mut sandbox.core_linker, &mut sandbox.core_line_linker] {
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
        engine::address_bytes(instances_max)
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
        self.shared.interruption.clone()
    }

    /// Loads what [`compile`] made, and links its imports.
    ///
    /// # Errors
    /// If it was made for another engine, needs more than there is for a bot, or imports what is not available.
    pub fn load(&self, artifact: &Artifact) -> Result<Program, NotLinked> {
        self.load_with_parts(artifact, &[])
    }

    /// The same of a component whose large core modules were compiled by themselves.
    ///
    /// # Errors
    /// As of [`Sandbox::load`].
    pub fn load_with_parts(&self, artifact: &Artifact, parts: &[&Artifact]) -> Result<Program, NotLinked> {
        let code = artifact.code(&self.engine).map_err(|error| not_fitting(&error))?;
        let linked = match code {
            CallPath::Component(component) => {
                let invalid = |error| invalid::imports::foreign_import(&component, &self.engine, &error);
                let speaks_lines = lines::exported_run(&component.component_type(), &self.engine).is_some();
                let linker = if speaks_lines { &self.line_linker } else { &self.linker };
                let linker = self.with_parts(linker, parts)?;
                linker.instantiate_pre(&component).map(CallPath::Component).map_err(invalid)
            }
            CallPath::Direct(module) => {
                let invalid = |error| Invalid::ImportType(one_line(&error));
                let is_program = direct::main(&module).is_some();
                let linker = if is_program { &self.core_line_linker } else { &self.core_linker };
                let ready = linker.instantiate_pre(&module);
                ready.map(Direct::new).map(CallPath::Direct).map_err(invalid)
            }
        };
        let bytes = parts.iter().copied().chain([artifact]).map(|part| part.bytes().len() as u64).sum();
        let code = linked.map(|linked| Arc::new(Code { linked, bytes })).map_err(NotLinked::Invalid)?;
        Ok(self.program(code))
    }

    /// All that a component may import, these core modules among it.
    fn with_parts<'a>(
        &self,
        linker: &'a Linker<StoreData>,
        parts: &[&Artifact],
    ) -> Result<Cow<'a, Linker<StoreData>>, NotLinked> {
        let mut linker = Cow::Borrowed(linker);
        for (number, part) in parts.iter().enumerate() {
            let CallPath::Direct(module) = part.code(&self.engine).map_err(|error| not_fitting(&error))?
            else {
                return Err(NotLinked::Incompatible("a part of it is no core module".into()));
            };
            let name = Artifact::import_of_part(number);
            let defined = linker.to_mut().root().module(&name, &module);
            defined.map_err(|error| not_fitting(&error))?;
        }
        Ok(linker)
    }

    fn program(&self, code: Arc<Code>) -> Program {
        Program { code, shared: Arc::new(Shared::new(Arc::default(), self.interruption())) }
    }

    /// A program whose code is loaded already, for this sandbox.
    #[must_use]
    pub fn loaded(&self, program: &WeakProgram) -> Option<Program> {
        let code = program.0.upgrade()?;
        Engine::same(&self.engine, code.engine()).then(|| self.program(code))
    }

    /// Starts a bot in fresh memory; `instantiate` makes the bindings to its exports, and
    /// `seed` is what its WASI draws random numbers from, if it has one.
    ///
    /// # Errors
    /// If its start function misbehaves, or the machine is short of memory.
    pub fn start<B>(
        &self,
        seed: Seed,
        instantiate: impl FnOnce(Call<'_>) -> wasmtime::Result<B>,
    ) -> Result<Instance<B>, NotStarted> {
        self.start_with(&self.shared, seed, instantiate)
    }

    /// The same as one of the instances of a program.
    ///
    /// # Errors
    /// As of [`Sandbox::start`].
    pub fn start_with<B>(
        &self,
        shared: &Arc<Shared>,
        seed: Seed,
        instantiate: impl FnOnce(Call<'_>) -> wasmtime::Result<B>,
    ) -> Result<Instance<B>, NotStarted> {
        Instance::start(&self.engine, self.store_data(shared, seed), &self.limits, instantiate)
    }

    /// Starts a program that speaks lines, and lets it run until it reads for the first time.
    ///
    /// # Errors
    /// As of [`Sandbox::start`].
    pub fn start_lines(
        &self,
        shared: &Arc<Shared>,
        seed: Seed,
        program: &LineProgram,
    ) -> Result<LineInstance, NotStarted> {
        let talk = Arc::new(Mutex::new(lines::Exchange::new(&self.limits)));
        let mut data = self.store_data(shared, seed);
        data.talk = Some(talk.clone());
        let mut store = instance::store(&self.engine, data, &self.limits);
        fuel::set(&mut store, self.limits.fuel_to_start);
        watchdog::begin_call(&mut store);
        LineInstance::start(store, program, talk, &self.limits)
    }

    fn store_data(&self, shared: &Arc<Shared>, seed: Seed) -> StoreData {
        let meter = self.probe.clone().map(fuel::probe::Meter::new);
        self.options.offer();
        StoreData::new(&self.limits, seed, shared.clone(), self.options.clone(), self.variant, meter)
    }
}

impl Code {
    fn engine(&self) -> &Engine {
        match &self.linked {
            CallPath::Component(linked) => linked.engine(),
            CallPath::Direct(direct) => direct.engine(),
        }
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

    /// The program, by how it is called.
    #[must_use]
    pub fn call_path(&self) -> CallPath<&Linked, &Direct> {
        match &self.code.linked {
            CallPath::Component(linked) => CallPath::Component(linked),
            CallPath::Direct(direct) => CallPath::Direct(direct),
        }
    }

    /// A component as wasmtime's bindings take it.
    ///
    /// # Panics
    /// If it is a core module.
    #[must_use]
    pub fn linked(&self) -> &Linked {
        match &self.code.linked {
            CallPath::Component(linked) => linked,
            CallPath::Direct(_) => panic!("the program is a component"),
        }
    }

    /// The same with a program for it to read, if it is an interpreter.
    #[must_use]
    pub fn with_source(self, source: Arc<[u8]>) -> Self {
        let interruption = self.shared.interruption.clone();
        Self { shared: Arc::new(Shared::new(source, interruption)), ..self }
    }

    /// Data shared by its instances, for [`Sandbox::start_with`].
    #[must_use]
    pub fn shared(&self) -> &Arc<Shared> {
        &self.shared
    }

    /// Whether it is an interpreter, with another program to run.
    #[must_use]
    pub fn is_interpreter(&self) -> bool {
        !self.shared.source.is_empty()
    }

    /// The time that its instances took so far in calls that last, by samples of the watchdog's.
    #[must_use]
    pub fn time_taken(&self) -> Duration {
        self.shared.time_taken()
    }
}

/// The reason why compiled code is not loaded.
fn not_fitting(error: &wasmtime::Error) -> NotLinked {
    let text = one_line(error);
    if is_trouble_of_hosts(error) { NotLinked::Machine(text) } else { NotLinked::Incompatible(text) }
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
