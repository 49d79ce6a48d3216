//! The address space for bots: the limit of this process in, the setup of the sandbox out.

use judge_play::text::count;
use judge_sandbox::{EngineVariant, Sandbox};

use crate::file::system;

/// Address space for everything else: the program, its threads and what they allocate.
const OTHER_BYTES: u64 = 1 << 30;

/// The setup of a sandbox for so many instances with so much memory, and a warning if address space is scarce.
pub(crate) fn variant(memory_bytes: u64, instances_max: u32) -> (EngineVariant, Option<String>) {
    match system::address_space() {
        Some(bytes) if bytes < needed(instances_max) => {
            (EngineVariant::Tight { memory_bytes }, Some(scarce(bytes, instances_max)))
        }
        _ => (EngineVariant::Usual, None),
    }
}

fn needed(instances_max: u32) -> u64 {
    Sandbox::address_bytes(instances_max) + OTHER_BYTES
}

fn scarce(bytes: u64, instances_max: u32) -> String {
    let gib = |bytes: u64| bytes.div_ceil(1 << 30);
    format!(
        "address space is limited to {} GiB (ulimit -v), and {} would take {} GiB: bots get less of it, and run slower; results are the same",
        bytes >> 30,
        count(instances_max.into(), "memory").replace("memorys", "memories"),
        gib(needed(instances_max))
    )
}
