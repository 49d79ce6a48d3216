//! A virtual WASI, for bots whose toolchain brings one: the same for everybody, everywhere.
//!
//! Calls to `wasi:*` in; answers out that depend on the bot, its fuel and its seed
//! alone. Nothing here asks the machine for time, randomness, files or a network, and
//! nothing waits: so no thread is needed, and the functions are our own instead of
//! wasmtime-wasi's, whose blocking calls start threads and whose bindings leave no
//! place to take a fee.
//!
//! A bot that imports no WASI pays nothing for it: what is kept of one is some empty
//! fields, and whatever they hold is made when it is first asked for.

mod cli;
mod clocks;
mod filesystem;
mod poll;
mod random;
mod streams;

use wasmtime::Result;
use wasmtime::StoreContextMut;
use wasmtime::component::{
    ComponentNamedList, Lift, Linker, LinkerInstance, Lower, ResourceTable, ResourceType,
};

use super::Tenant;
use super::host::charge;
use crate::seed::Seed;
pub(super) use clocks::Clock;
use random::Random;
pub(super) use streams::Output;

/// The version that is offered; bots may ask for any 0.2.
const VERSION: &str = "0.2.12";

/// A bot's store, while it waits for an answer.
type Store<'a> = StoreContextMut<'a, Tenant>;

/// What is kept of a bot's WASI from call to call.
#[derive(Default)]
pub(super) struct Wasi {
    pub(super) clock: Clock,
    /// What the bot may wait for: the moments when it is ready.
    pollables: ResourceTable,
    random: Option<Random>,
    pub(super) stdout: Output,
    pub(super) stderr: Output,
}

impl Wasi {
    /// The bot's random numbers: apart from its setup's, though of the same seed.
    fn random(&mut self, seed: Seed) -> &mut Random {
        self.random.get_or_insert_with(|| Random::new(seed.derive(&["wasi"])))
    }
}

/// How a bot ended itself within WASI.
#[derive(Debug, thiserror::Error)]
pub(super) enum Ended {
    /// It called `exit`.
    #[error("exit with status {0}")]
    Exit(u8),
    /// It asked for what has no answer.
    #[error("{0}")]
    Misuse(String),
}

/// Offers every interface of WASI that a bot may import.
pub(super) fn link(linker: &mut Linker<Tenant>) -> Result<()> {
    poll::link(linker)?;
    streams::link(linker)?;
    cli::link(linker)?;
    clocks::link(linker)?;
    random::link(linker)?;
    filesystem::link(linker)
}

/// An interface that is being offered. Whatever function is called takes its fee here.
struct Interface<'a>(LinkerInstance<'a, Tenant>);

impl<'a> Interface<'a> {
    fn new(linker: &'a mut Linker<Tenant>, name: &str) -> Result<Self> {
        linker.instance(&format!("wasi:{name}@{VERSION}")).map(Self)
    }

    /// Offers a function; `answer` need not take the base fee, only that for bytes.
    fn function<P, R>(
        &mut self,
        name: &str,
        answer: impl Fn(&mut Store<'_>, P) -> Result<R> + Send + Sync + 'static,
    ) -> Result<()>
    where
        P: ComponentNamedList + Lift + 'static,
        R: ComponentNamedList + Lower + 'static,
    {
        self.0.func_wrap(name, move |mut store: Store<'_>, parameters: P| {
            charge(&mut store, 0)?;
            answer(&mut store, parameters)
        })
    }

    /// Offers functions that no bot can call, because nobody has the resource they are for.
    fn unreachable(&mut self, names: &[&str]) -> Result<()> {
        for name in names {
            self.0.func_new(name, |mut store, _, _, _| {
                charge(&mut store, 0)?;
                Err(Ended::Misuse("there are no files".into()).into())
            })?;
        }
        Ok(())
    }

    /// Offers a type of resource of which nothing is kept.
    fn resource<R: 'static>(&mut self, name: &str) -> Result<()> {
        self.0.resource(name, ResourceType::host::<R>(), |_, _| Ok(()))
    }
}
