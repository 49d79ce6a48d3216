//! Threads, and sandboxes that fit the address space that there is.

use std::{io, thread};

use judge_play::text::count;
use judge_sandbox::{EngineVariant, Limits, Sandbox};
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::error::Error;
use crate::file::system;

/// Address space for everything else: the program, its threads and what they allocate.
const OTHER_BYTES: u64 = 1 << 30;

/// Threads with stacks for bots.
///
/// # Errors
/// If they cannot be started.
pub fn thread_pool(jobs: usize) -> Result<ThreadPool, Error> {
    let builder = ThreadPoolBuilder::new().num_threads(jobs).stack_size(Limits::THREAD_STACK_BYTES);
    let why = |error| format!("{jobs} threads cannot be started: {error}; lower --jobs");
    builder.build().map_err(|error| Error::Machine(why(error)))
}

/// Does work on a thread of its own, whose stack is deep enough for bots, and waits for it. What comes out may be a panic.
///
/// # Errors
/// If no thread can be started.
pub fn on_a_deep_stack<T: Send>(work: impl FnOnce() -> T + Send) -> io::Result<thread::Result<T>> {
    let builder = thread::Builder::new().stack_size(Limits::THREAD_STACK_BYTES);
    thread::scope(|scope| Ok(builder.spawn_scoped(scope, work)?.join()))
}

/// A sandbox for so many instances, set up for the address space that there is, and a warning if that is scarce.
///
/// # Errors
/// If this machine has not the address space.
pub(crate) fn sandbox_for(limits: Limits, instances_max: u32) -> Result<(Sandbox, Option<String>), Error> {
    let (variant, note) = variant(limits.memory_bytes, instances_max);
    let remedy = match note {
        Some(_) => "raise the limit of address space (ulimit -v), or lower --jobs or memory in [limits]",
        None => "lower --jobs",
    };
    let sandbox = Sandbox::set_up(limits, instances_max, variant)
        .map_err(|error| Error::Machine(format!("{error}; {remedy}")))?;
    Ok((sandbox, note))
}

/// The setup of a sandbox for so many instances with so much memory, and a warning if address space is scarce.
fn variant(memory_bytes: u64, instances_max: u32) -> (EngineVariant, Option<String>) {
    let needed = Sandbox::address_bytes(instances_max) + OTHER_BYTES;
    let Some(bytes) = system::address_space().filter(|bytes| *bytes < needed) else {
        return (EngineVariant::Usual, None);
    };
    let scarce = format!(
        "address space is limited to {} GiB (ulimit -v), and {} would take {} GiB: bots get less of it, and run slower; results are the same",
        bytes >> 30,
        count(instances_max.into(), "memory").replace("memorys", "memories"),
        needed.div_ceil(1 << 30)
    );
    (EngineVariant::Tight { memory_bytes }, Some(scarce))
}
