//! Compiled code: the bytes of a component or a core module in, an [`Artifact`] out, which a sandbox can load.

use std::hash::{Hash, Hasher};
use std::panic::{AssertUnwindSafe, catch_unwind};

use sha2::{Digest, Sha256};
use wasmparser::Parser;
use wasmtime::component::Component;
use wasmtime::{Config, Engine, Module, Precompiled};

use super::{EngineVariant, Invalid, engine, one_line};

/// The output of [`compile`]: native code, so it is as trusted as the judge itself.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Artifact(Vec<u8>);

/// Code that an engine has loaded.
pub(super) enum Loaded {
    Component(Component),
    Module(Module),
}

impl Artifact {
    /// Takes bytes for an artifact.
    ///
    /// # Safety
    /// They must be what [`compile`] made in a process of the judge's own, unchanged since: they are run as native code.
    #[must_use]
    #[expect(unsafe_code, reason = "whoever calls it must know where the bytes come from")]
    pub unsafe fn from_own(bytes: Vec<u8>) -> Self {
        Self(bytes)
    }

    /// Its bytes.
    #[must_use]
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// The name under which a component imports a core module that is compiled by itself, by its number.
    #[must_use]
    pub fn import_of_part(number: usize) -> String {
        format!("part-p{number}")
    }

    /// Several artifacts as one, on their way from a child to the judge.
    #[must_use]
    pub fn joined(artifacts: &[Self]) -> Self {
        let framed = |Self(bytes): &Self| [&(bytes.len() as u64).to_le_bytes(), &bytes[..]].concat();
        Self(artifacts.iter().flat_map(framed).collect())
    }

    /// The artifacts that were joined; nothing if they were not.
    #[must_use]
    pub fn parted(&self) -> Option<Vec<Self>> {
        let (mut artifacts, mut rest) = (Vec::new(), self.0.as_slice());
        while !rest.is_empty() {
            let (len, after) = rest.split_first_chunk()?;
            let (artifact, after) = after.split_at_checked(u64::from_le_bytes(*len).try_into().ok()?)?;
            artifacts.push(Self(artifact.to_vec()));
            rest = after;
        }
        Some(artifacts)
    }

    pub(super) fn load(&self, engine: &Engine) -> wasmtime::Result<Loaded> {
        let kind = Engine::detect_precompiled(&self.0);
        #[expect(
            unsafe_code,
            reason = "the bytes are what `compile` made, in this process or a child of it, or come \
                      from the private cache, which has verified that they are: see `from_own`"
        )]
        // SAFETY: never bytes from outside, as said above; wasmtime itself checks that
        // they were made by the same version with the same configuration.
        unsafe {
            match kind {
                Some(Precompiled::Module) => Module::deserialize(engine, &self.0).map(Loaded::Module),
                _ => Component::deserialize(engine, &self.0).map(Loaded::Component),
            }
        }
    }
}

/// Compiles a component, or a core module that is to be called directly, on this thread, for any sandbox of this judge
/// on this kind of machine that is set up so.
///
/// # Errors
/// If it is invalid, or beyond what the compiler can do.
pub fn compile(code: &[u8], variant: EngineVariant) -> Result<Artifact, Invalid> {
    compile_with(&engine::compiling(variant), code)
}

/// The same on all threads of the rayon pool that this is called in, to the same bytes.
///
/// While it waits for its other threads, this one may begin other work of the pool: call it with no lock held.
///
/// # Errors
/// As of [`compile`].
pub fn compile_in_parallel(code: &[u8], variant: EngineVariant) -> Result<Artifact, Invalid> {
    compile_with(engine::compiling(variant).parallel_compilation(true), code)
}

fn compile_with(config: &Config, code: &[u8]) -> Result<Artifact, Invalid> {
    let invalid = |error: wasmtime::Error| Invalid::Uncompilable(one_line(&error));
    let engine = Engine::new(config).map_err(invalid)?;
    // The compiler panics at some valid components, as of those whose components inside hand each other memory: for
    // that it wants several memories, which are not available. That is the file's fault, and nobody else's.
    let is_module = Parser::is_core_wasm(code);
    let compile =
        || if is_module { engine.precompile_module(code) } else { engine.precompile_component(code) };
    let compiled = catch_unwind(AssertUnwindSafe(compile));
    let gave_up = |_| Invalid::Uncompilable("the compiler gives up".into());
    compiled.map_err(gave_up)?.map(Artifact).map_err(invalid)
}

/// SHA-256 of everything about the compiler that its artifacts depend on, for sandboxes that are set up so.
///
/// # Panics
/// If this machine has no processor that is supported, so that no sandbox could start.
#[must_use]
pub(super) fn compiler_sha256(variant: EngineVariant) -> [u8; 32] {
    let engine = Engine::new(&engine::compiling(variant)).expect("a sandbox has started on this machine");
    let mut hasher = Everything(Sha256::new());
    engine.precompile_compatibility_hash().hash(&mut hasher);
    hasher.0.finalize().into()
}

/// A hasher that forgets nothing, where the usual ones keep eight bytes.
struct Everything(Sha256);

impl Hasher for Everything {
    fn write(&mut self, bytes: &[u8]) {
        self.0.update(bytes);
    }

    fn finish(&self) -> u64 {
        unreachable!("the hash is taken as a whole")
    }
}
