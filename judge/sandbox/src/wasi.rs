//! A virtual WASI for components, the second one: the same for all on all machines. Core modules have the first, in
//! `direct/preview1`, of which clock, random numbers and log are these.
//!
//! Calls to `wasi:*` in; answers out that depend on the bot, its fuel and its seed
//! alone. Nothing here asks the machine for time, randomness, files or a network, and
//! nothing waits.
//!
//! Environment, exit, terminals, standard streams and the empty filesystem are
//! wasmtime-wasi's; clocks, poll and randomness are ours. Of wasmtime-wasi's:
//!
//! - Its `add_to_linker` functions leave no place to take a fee. So they link only
//!   functions that a bot cannot call, because they need a handle that it never gets: files,
//!   terminals and errors. All else goes through [`Interface`], which takes the fee and
//!   then asks wasmtime-wasi. Dropping a handle is free: getting it was not.
//! - Its `blocking-*` functions, and the dropping of streams, start a tokio runtime of
//!   several threads. The streams here are always ready, so blocking is the same as not
//!   blocking, and those functions are linked to their namesakes that do not block.
//! - `subscribe` belongs to poll, and is ours: waiting must not take time.
//! - Standard output is a stream of ours, handed out by us: wasmtime-wasi would take it
//!   as a `StdoutStream`, which cannot be implemented without tokio.
//!
//! Its state lies in the bot's store, and is made when a function of it is first called.

mod cli;
mod clocks;
mod filesystem;
mod poll;
mod random;
mod streams;

use wasmtime::Result;
use wasmtime::StoreContextMut;
use wasmtime::component::{ComponentNamedList, Lift, Linker, LinkerInstance, Lower, Resource, ResourceType};

use super::StoreData;
use super::fuel::charge;
pub(super) use poll::{ask_clock, now, sleep, sleep_until};
pub(super) use random::number as random_number;

/// The version that is offered, which is wasmtime-wasi's; bots may ask for any 0.2.
const VERSION: &str = "0.2.12";

/// A bot's store, while it waits for an answer.
type Store<'a> = StoreContextMut<'a, StoreData>;

/// Offers every interface of WASI that a component may import.
pub(super) fn link(linker: &mut Linker<StoreData>) -> Result<()> {
    poll::link(linker)?;
    streams::link(linker)?;
    cli::link(linker)?;
    clocks::link(linker)?;
    random::link(linker)?;
    filesystem::link(linker)
}

/// An interface that is being offered. Whatever is offered by [`function`](Interface::function) takes its fee here.
pub(super) struct Interface<'a>(pub(super) LinkerInstance<'a, StoreData>);

impl<'a> Interface<'a> {
    fn new(linker: &'a mut Linker<StoreData>, name: &str) -> Result<Self> {
        linker.instance(&format!("wasi:{name}@{VERSION}")).map(Self)
    }

    /// Offers a function; `answer` need not take the base fee, only that for bytes.
    pub(super) fn function<P, R>(
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

    /// Offers a type of resource; the bot's are among its WASI's resources until it drops them.
    fn resource<R: Send + 'static>(&mut self, name: &str) -> Result<()> {
        self.0.resource(name, ResourceType::host::<R>(), |mut store, index| {
            let dropped = Resource::<R>::new_own(index);
            store.data_mut().wasi().resources.delete(dropped)?;
            Ok(())
        })
    }
}

#[cfg(test)]
mod tests;
