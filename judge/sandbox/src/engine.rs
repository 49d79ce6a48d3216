//! The configuration of wasmtime, made from a tournament's limits.

pub(crate) mod baseline;

use wasmtime::{
    Config, Enabled, InstanceAllocationStrategy, OperatorCost, OptLevel, PoolingAllocationConfig, Strategy,
    WasmBacktraceDetails,
};

use super::Limits;
use judge_meter::prices;

/// Bytes that stay in a slot's memory when it is handed on; the rest is given back.
const KEEP_RESIDENT_BYTES: usize = 64 << 10;

/// Bytes of wasmtime's own data for an instance: some 32 for each function that can be pointed to.
const INSTANCE_BYTES_MAX: usize = 4 << 20;

/// Stack of a bot that is watched: its functions need more, and end up in the same place.
const WATCHED_STACK_BYTES: usize = 4 * Limits::STACK_BYTES;

/// Stack for what is called on the stack of a program that speaks lines, beyond the program's own.
const HOST_STACK_BYTES: usize = 512 << 10;

/// Bytes behind each memory that nobody may touch, where address space is scarce.
const GUARD_BYTES_TIGHT: u64 = 64 << 10;

/// Ways to set the engine up; tests compare them. All but the last make no difference to any result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EngineVariant {
    /// As tournaments are played.
    Usual,
    /// Compiled without optimisation.
    Unoptimised,
    /// Memory comes from the system for each bot, not from a pool.
    Unpooled,
    /// The initial contents of memory are copied, not mapped.
    Copied,
    /// Compiled for all that this processor can do, and not for the baseline alone.
    HostFeatures,
    /// For code that counts its own fuel, with [probes](super::Probe) in it; nobody else's. It takes more of the stack.
    Watched,
    /// With no more address space for a memory than it may fill, so that accesses are checked by instructions. Code is
    /// slower, and its frames may have another size: the [stack](super::Stop::TooDeep) is half of the usual.
    Tight {
        /// The most bytes of a memory.
        memory_bytes: u64,
    },
    /// With wasmtime's own prices: what the search for dear code compares ours with. Fuel differs.
    Unpriced,
}

/// The engine's configuration for bots within `limits`, `instances_max` at a time.
pub(super) fn running(limits: &Limits, instances_max: u32, variant: EngineVariant) -> Config {
    let mut config = compiling(variant);
    config.allocation_strategy(match variant {
        EngineVariant::Unpooled | EngineVariant::Watched => InstanceAllocationStrategy::OnDemand,
        _ => InstanceAllocationStrategy::Pooling(pool(limits, instances_max)),
    });
    config
}

/// The engine's configuration as far as compiled code depends on it: it runs no bot,
/// so it takes no room for bots' memories.
pub(super) fn compiling(variant: EngineVariant) -> Config {
    let mut config = Config::new();
    config
        .strategy(Strategy::Cranelift)
        .consume_fuel(true)
        .epoch_interruption(true)
        .max_wasm_stack(Limits::STACK_BYTES)
        .async_stack_size(Limits::STACK_BYTES + HOST_STACK_BYTES)
        // The same bits of a NaN on every processor.
        .cranelift_nan_canonicalization(true)
        // A trap's backtrace would print names that the contestant chose.
        .wasm_backtrace_details(WasmBacktraceDetails::Disable)
        .wasm_backtrace_max_frames(None)
        .generate_address_map(false)
        // The thread that compiles may hold a lock that other work of the same pool waits for.
        .parallel_compilation(false)
        .concurrency_support(false);
    proposals(&mut config);
    leave_frames_alone(&mut config);
    if variant != EngineVariant::HostFeatures {
        baseline::require(&mut config);
    }
    if variant != EngineVariant::Unpriced {
        config.operator_cost(operator_cost());
    }
    match variant {
        EngineVariant::Tight { memory_bytes } => {
            // A bot that overflows half of the stack proves nothing; one that does not would not overflow all of it, as
            // no frame is twice as large for the checks.
            config.max_wasm_stack(Limits::STACK_BYTES / 2);
            config.memory_reservation(memory_bytes).memory_guard_size(GUARD_BYTES_TIGHT);
        }
        EngineVariant::Usual
        | EngineVariant::Unpooled
        | EngineVariant::HostFeatures
        | EngineVariant::Unpriced => {}
        EngineVariant::Unoptimised => _ = config.cranelift_opt_level(OptLevel::None),
        EngineVariant::Copied => _ = config.memory_init_cow(false),
        EngineVariant::Watched => {
            config.consume_fuel(false).max_wasm_stack(WATCHED_STACK_BYTES);
            config.async_stack_size(WATCHED_STACK_BYTES + HOST_STACK_BYTES);
        }
    }
    config
}

/// Lets no function touch each page of its frame when it is entered: that takes no fuel, and a frame may have hundreds of
/// pages. Windows wants it, which gives a stack its pages one after the other.
fn leave_frames_alone(config: &mut Config) {
    /// More than any stack of a bot has.
    const LARGEST_FRAME_LOG2: &str = "22";
    const { assert!(WATCHED_STACK_BYTES < 1 << 22) };
    if cfg!(windows) {
        return;
    }
    #[expect(
        unsafe_code,
        reason = "a wrong flag could make wrong code; this one says how large frames may be"
    )]
    // SAFETY: pages are touched so that a frame does not reach over the page behind the stack that nobody may touch.
    // wasmtime compares the stack's limit with the whole frame before that, and ends the bot; below the limit a thread
    // has stack left (`Limits::THREAD_STACK_BYTES`).
    unsafe {
        config.cranelift_flag_set("probestack_size_log2", LARGEST_FRAME_LOG2);
    }
}

/// The proposals beyond WebAssembly 1.0 that compilers emit by default, and no others.
fn proposals(config: &mut Config) {
    config
        .wasm_bulk_memory(true)
        .wasm_multi_value(true)
        .wasm_extended_const(true)
        .wasm_simd(false)
        .wasm_relaxed_simd(false)
        .wasm_tail_call(false)
        .wasm_multi_memory(false)
        .wasm_memory64(false)
        .wasm_custom_page_sizes(false)
        .wasm_wide_arithmetic(false);
}

macro_rules! define_operator_cost {
    ($(@$proposal:ident $op:ident $({ $($arg:ident: $argty:ty),* })? => $visit:ident ($($ann:tt)*))*) => {
        /// The prices of [`judge_meter::prices`], as wasmtime takes them.
        fn operator_cost() -> OperatorCost {
            let mut cost = OperatorCost::new();
            $(cost.$op = judge_meter::price!($op);)*
            let variable = &mut cost.variable;
            variable.memory_grow_per_page = prices::PER_PAGE;
            variable.memory_copy_per_byte = prices::PER_BYTE;
            variable.memory_fill_per_byte = prices::PER_BYTE;
            variable.memory_init_per_byte = prices::PER_BYTE;
            variable.table_copy_per_element = prices::PER_ELEMENT;
            variable.table_fill_per_element = prices::PER_ELEMENT;
            variable.table_init_per_element = prices::PER_ELEMENT;
            variable.table_grow_per_element = prices::PER_ELEMENT;
            cost
        }
    };
}

wasmparser::for_each_operator!(define_operator_cost);

fn pool(limits: &Limits, instances_max: u32) -> PoolingAllocationConfig {
    let memory_bytes_max = usize::try_from(limits.memory_bytes).unwrap_or(usize::MAX);
    let table_elements_max = usize::try_from(limits.table_elements).unwrap_or(usize::MAX);
    let module_limits = limits.module_limits();
    let of = |limit: u64| u32::try_from(limit).unwrap_or(u32::MAX);
    let core_instances = of(module_limits.core_instances);
    let (memories, tables) = (of(module_limits.memories), of(module_limits.tables));
    let mut pool = PoolingAllocationConfig::new();
    pool.total_component_instances(instances_max)
        .total_core_instances(instances_max.saturating_mul(core_instances))
        .max_core_instances_per_component(core_instances)
        .total_memories(instances_max.saturating_mul(memories))
        .max_memories_per_component(memories)
        .total_tables(instances_max.saturating_mul(tables))
        .max_tables_per_component(tables)
        .max_tables_per_module(tables)
        .max_core_instance_size(INSTANCE_BYTES_MAX)
        .max_component_instance_size(INSTANCE_BYTES_MAX)
        // Programs that speak lines have a stack each, and another while they make room; all others run on their thread's
        // own.
        .total_stacks(instances_max.saturating_mul(2))
        .max_memory_size(memory_bytes_max)
        .table_elements(table_elements_max)
        .linear_memory_keep_resident(KEEP_RESIDENT_BYTES)
        .table_keep_resident(KEEP_RESIDENT_BYTES)
        .pagemap_scan(Enabled::Auto);
    pool
}
