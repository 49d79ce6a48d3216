//! A sandbox with room for the games of a tournament.

use judge_sandbox::{Limits, Sandbox};

use super::Observer;
use crate::error::Error;
use crate::host::{processors, sandbox_for};
use crate::tournament::Tournament;

/// A sandbox with room for a game on each thread, and two instances to spare.
///
/// Where threads share processors, the watchdog waits longer for each call, in proportion.
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
