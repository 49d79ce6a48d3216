//! Threads, and a sandbox with room for the games on them.

use judge_sandbox::{EngineVariant, Limits, Sandbox};
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::address_space;
use super::observer::Observer;
use super::options::processors;
use crate::error::Error;
use crate::tournament::Tournament;

/// Threads with stacks for bots.
///
/// # Errors
/// If they cannot be started.
pub fn thread_pool(jobs: usize) -> Result<ThreadPool, Error> {
    ThreadPoolBuilder::new()
        .num_threads(jobs)
        .stack_size(Limits::THREAD_STACK_BYTES)
        .build()
        .map_err(|error| Error::Machine(format!("{jobs} threads cannot be started: {error}; lower --jobs")))
}

/// A sandbox with room for a game on each thread, and two instances to spare.
///
/// Where threads share processors, each call may take as much longer on the wall.
///
/// # Errors
/// If this machine has not the address space.
pub fn sandbox(tournament: &Tournament, jobs: usize, observer: &dyn Observer) -> Result<Sandbox, Error> {
    let instances_max = u32::try_from(jobs * tournament.rules.seats() + 2).unwrap_or(u32::MAX);
    let crowd = jobs.div_ceil(processors()) as u64;
    let limits = &tournament.limits;
    let limits = Limits { watchdog_seconds: limits.watchdog_seconds.saturating_mul(crowd), ..limits.clone() };
    let (sandbox, note) = sandbox_for(limits, instances_max)?;
    if let Some(note) = note {
        observer.notify(&note);
    }
    Ok(sandbox)
}

/// A sandbox for so many instances, set up for the address space that there is, and what the person should know of it.
///
/// # Errors
/// If this machine has not the address space.
pub(crate) fn sandbox_for(limits: Limits, instances_max: u32) -> Result<(Sandbox, Option<String>), Error> {
    let (variant, note) = address_space::variant(limits.memory_bytes, instances_max);
    let remedy = match variant {
        EngineVariant::Tight { .. } => {
            "raise the limit of address space (ulimit -v), or lower --jobs or memory in [limits]"
        }
        _ => "lower --jobs",
    };
    let sandbox = Sandbox::set_up(limits, instances_max, variant)
        .map_err(|error| Error::Machine(format!("{error}; {remedy}")))?;
    Ok((sandbox, note))
}
