//! How wasmtime is set up: limits in, its configuration out.

use wasmtime::{
    Config, Enabled, InstanceAllocationStrategy, OperatorCost, OptLevel, PoolingAllocationConfig, Strategy,
    WasmBacktraceDetails,
};

use super::{Limits, baseline};

/// Bytes that stay in a slot's memory when it is handed on; the rest is given back.
const KEEP_RESIDENT_BYTES: usize = 64 << 10;

/// What growing costs in fuel, each time and by the page; the most that wasmtime can charge.
///
/// Even growth by nothing calls out of the bot's code, which takes some hundred nanoseconds.
const FUEL_TO_GROW: u8 = u8::MAX;

/// Core instances and tables that `wit-component` adds to a core module's own, to wire up imports.
const CORE_INSTANCES_ADDED: u32 = 4;
const TABLES_ADDED: u32 = 2;

/// What wasmtime keeps of an instance itself: some 32 bytes for each function that can be pointed to.
const INSTANCE_BYTES_MAX: usize = 4 << 20;

/// What it costs in fuel to go into a place where control flow meets.
///
/// An `end` is no instruction, and wasmtime charges nothing for it; but the compiler may have to move there as many locals
/// as the [module limits](super::ModuleLimits) let be alive in one place, at about 0.4 ns each. A branch that has a
/// condition, or an index, costs two units with it. See `benches/dear_code`.
const FUEL_TO_MEET: u8 = 2;

/// What an instruction costs that calls out of the bot's code, besides what it copies.
const FUEL_TO_CALL_OUT: u8 = 20;

/// Ways to set the engine up; tests compare them. All but the last make no difference to any result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Variant {
    /// As tournaments are played.
    Usual,
    /// Compiled without optimisation.
    Unoptimised,
    /// Memory comes from the system for each bot, not from a pool.
    Unpooled,
    /// What memory begins with is copied, not mapped.
    Copied,
    /// Compiled for all that this processor can do, and not for the baseline alone.
    HostFeatures,
    /// With wasmtime's own prices: what the search for dear code compares ours with. Fuel differs.
    Unpriced,
}

/// The engine's configuration for bots within `limits`, `instances_max` at a time.
pub(super) fn running(limits: &Limits, instances_max: u32, variant: Variant) -> Config {
    let mut config = compiling(variant);
    config.allocation_strategy(match variant {
        Variant::Unpooled => InstanceAllocationStrategy::OnDemand,
        _ => InstanceAllocationStrategy::Pooling(pool(limits, instances_max)),
    });
    config
}

/// The engine's configuration as far as compiled code depends on it: it runs no bot,
/// so it takes no room for bots' memories.
pub(super) fn compiling(variant: Variant) -> Config {
    let mut config = Config::new();
    config
        .strategy(Strategy::Cranelift)
        .consume_fuel(true)
        .epoch_interruption(true)
        .max_wasm_stack(Limits::STACK_BYTES)
        // The same bits of a NaN on every processor.
        .cranelift_nan_canonicalization(true)
        // A trap's backtrace would print names that the contestant chose.
        .wasm_backtrace_details(WasmBacktraceDetails::Disable)
        .wasm_backtrace_max_frames(None)
        .generate_address_map(false)
        .concurrency_support(false);
    proposals(&mut config);
    if variant != Variant::HostFeatures {
        baseline::require(&mut config);
    }
    if variant != Variant::Unpriced {
        config.operator_cost(operator_cost());
    }
    match variant {
        Variant::Usual | Variant::Unpooled | Variant::HostFeatures | Variant::Unpriced => {}
        Variant::Unoptimised => _ = config.cranelift_opt_level(OptLevel::None),
        Variant::Copied => _ = config.memory_init_cow(false),
    }
    config
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

fn operator_cost() -> OperatorCost {
    let mut cost = OperatorCost::new();
    for meeting in [&mut cost.Loop, &mut cost.Else, &mut cost.End, &mut cost.Br] {
        *meeting = FUEL_TO_MEET;
    }
    for call in
        [&mut cost.RefFunc, &mut cost.ElemDrop, &mut cost.DataDrop, &mut cost.TableInit, &mut cost.MemoryInit]
    {
        *call = FUEL_TO_CALL_OUT;
    }
    cost.MemoryGrow = FUEL_TO_GROW;
    cost.TableGrow = FUEL_TO_GROW;
    cost.variable.memory_grow_per_page = FUEL_TO_GROW;
    cost
}

fn pool(limits: &Limits, instances_max: u32) -> PoolingAllocationConfig {
    let memory_bytes_max = usize::try_from(limits.memory_bytes).unwrap_or(usize::MAX);
    let table_elements_max = usize::try_from(limits.table_elements).unwrap_or(usize::MAX);
    let module_limits = limits.module_limits();
    let of = |limit: u64, added: u32| u32::try_from(limit).unwrap_or(u32::MAX).saturating_add(added);
    let core_instances = of(module_limits.core_instances, CORE_INSTANCES_ADDED);
    let (memories, tables) = (of(module_limits.memories, 0), of(module_limits.tables, TABLES_ADDED));
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
        // Bots run on their thread's own stack; wasmtime wants a pool of stacks even so.
        .total_stacks(1)
        .max_memory_size(memory_bytes_max)
        .table_elements(table_elements_max)
        .linear_memory_keep_resident(KEEP_RESIDENT_BYTES)
        .table_keep_resident(KEEP_RESIDENT_BYTES)
        .pagemap_scan(Enabled::Auto);
    pool
}
