//! The module that has the counter of a watched component: it knows when the host may be called, and calls it.
//!
//! While the host makes room for a call's parameters and after the call's results are read, a component must not call
//! its host. So what is taken then is reported later: room for parameters when the call itself begins, and the rest in a
//! cell of memory that the host reads after the call. What is taken while the host makes room for its own answer is known
//! when that call has come back.
//!
//! A component may be of many modules that call each other, as those of interpreters are. Only the outermost call comes
//! from the host.

use wasm_encoder::{
    BlockType, CodeSection, ConstExpr, EntityType, ExportKind, ExportSection, Function, FunctionSection,
    GlobalSection, GlobalType, ImportSection, InstructionSink, MemArg, MemorySection, MemoryType, Module,
    StartSection, TypeSection, ValType,
};

use crate::EMPTY;

/// The number of the host's functions.
pub(crate) const HOST_LEN: u32 = 7;
/// The number of functions of the module with the counter.
pub(crate) const PROBES_LEN: u32 = 9;

/// The host's functions, as core modules have them.
pub(crate) const HOST: [Signature; HOST_LEN as usize] = [
    ("sync", &[ValType::I64, ValType::I32], &[ValType::I64]),
    ("load", &[], &[ValType::I64]),
    ("store", &[ValType::I64], &[]),
    ("empty", &[], &[]),
    ("enter", &[ValType::I32, ValType::I64], &[]),
    ("leave", &[ValType::I64], &[]),
    ("attach", &[ValType::I32, ValType::I32], &[]),
];
const HOST_SYNC: u32 = 0;
const HOST_LOAD: u32 = 1;
const HOST_STORE: u32 = 2;
const HOST_EMPTY: u32 = 3;
const HOST_ENTER: u32 = 4;
const HOST_LEAVE: u32 = 5;
const HOST_ATTACH: u32 = 6;

/// The functions that the code with counters calls.
pub(crate) const PROBES: [Signature; PROBES_LEN as usize] = [
    ("begin", &[], &[]),
    ("end", &[], &[]),
    ("quiet", &[ValType::I32], &[ValType::I32]),
    ("loud", &[ValType::I32], &[]),
    ("out", &[], &[]),
    ("back", &[], &[]),
    ("enter", &[ValType::I32], &[]),
    ("leave", &[], &[]),
    ("empty", &[], &[]),
];
/// A function is entered that the host called, or another module.
pub(crate) const BEGIN: u32 = 0;
/// It is left.
pub(crate) const END: u32 = 1;
/// A function is entered that must not call the host; 1 if it makes room. Gives what [`LOUD`] takes.
pub(crate) const QUIET: u32 = 2;
/// It is left.
pub(crate) const LOUD: u32 = 3;
/// An imported function is called next.
pub(crate) const OUT: u32 = 4;
/// It has come back.
pub(crate) const BACK: u32 = 5;
/// A function is entered.
pub(crate) const ENTER: u32 = 6;
/// It is left.
pub(crate) const LEAVE: u32 = 7;
/// There is no fuel left.
pub(crate) const EMPTY_OUT: u32 = 8;

/// A function's name, parameters and results.
pub(crate) type Signature = (&'static str, &'static [ValType], &'static [ValType]);

/// The value of the counter while room is made: the fuel that is left is not known yet.
pub const UNKNOWN: i64 = 1 << 62;

/// Globals of the module.
const FUEL: u32 = 0;
const MAY_CALL: u32 = 1;
const MAKES_ROOM: u32 = 2;
/// Calls from outside of a module that are open.
const DEPTH: u32 = 3;
/// Fuel taken since an imported function was called, by functions that must not call the host.
const ASIDE: u32 = 4;

/// The module with the memory that the host reads.
pub(crate) fn memory() -> Module {
    let mut memories = MemorySection::new();
    memories.memory(one_page());
    let mut exports = ExportSection::new();
    exports.export("memory", ExportKind::Memory, 0);
    let mut module = Module::new();
    module.section(&memories).section(&exports);
    module
}

fn one_page() -> MemoryType {
    MemoryType { minimum: 1, maximum: Some(1), memory64: false, shared: false, page_size_log2: None }
}

/// The module with the counter.
pub(crate) fn module() -> Module {
    let (mut types, mut imports, mut exports) =
        (TypeSection::new(), ImportSection::new(), ExportSection::new());
    let mut functions = FunctionSection::new();
    for (index, (name, params, results)) in (0..).zip(HOST) {
        types.ty().function(params.iter().copied(), results.iter().copied());
        imports.import("host", name, EntityType::Function(index));
    }
    imports.import("host", "memory", EntityType::Memory(one_page()));
    let (hosts, mut code) = (HOST_LEN, CodeSection::new());
    for (index, (name, params, results)) in (0..).zip(PROBES) {
        types.ty().function(params.iter().copied(), results.iter().copied());
        functions.function(hosts + index);
        exports.export(name, ExportKind::Func, hosts + index);
        code.function(&body(index));
    }
    let start = hosts + PROBES_LEN;
    types.ty().function([], []);
    functions.function(start);
    code.function(&written(|sink| {
        sink.i64_const(UNKNOWN).global_set(FUEL);
        publish(sink);
        sink.i32_const(0).i32_const(1).call(HOST_ATTACH);
    }));
    exports.export("fuel", ExportKind::Global, FUEL);
    let mut globals = GlobalSection::new();
    let variable = |val_type| GlobalType { val_type, mutable: true, shared: false };
    globals.global(variable(ValType::I64), &ConstExpr::i64_const(0));
    for _ in [MAY_CALL, MAKES_ROOM, DEPTH] {
        globals.global(variable(ValType::I32), &ConstExpr::i32_const(0));
    }
    globals.global(variable(ValType::I64), &ConstExpr::i64_const(0));
    let mut module = Module::new();
    module.section(&types).section(&imports).section(&functions).section(&globals).section(&exports);
    module.section(&StartSection { function_index: start }).section(&code);
    module
}

fn written(write: impl FnOnce(&mut InstructionSink<'_>)) -> Function {
    let mut function = Function::new([]);
    let mut sink = function.instructions();
    write(&mut sink);
    sink.end();
    function
}

fn body(probe: u32) -> Function {
    written(|sink| match probe {
        BEGIN => {
            sink.global_get(DEPTH).i32_eqz().if_(BlockType::Empty);
            sink.global_get(FUEL).global_get(MAKES_ROOM).call(HOST_SYNC).global_set(FUEL);
            sink.i32_const(0).global_set(MAKES_ROOM).i32_const(1).global_set(MAY_CALL).end();
            add_to_depth(sink, 1);
        }
        END => {
            if_it_may(sink, |sink| _ = sink.global_get(FUEL).call(HOST_STORE));
            add_to_depth(sink, -1);
            sink.global_get(DEPTH).i32_eqz().if_(BlockType::Empty).i32_const(0).global_set(MAY_CALL);
            publish(sink);
            sink.end();
        }
        QUIET => quiet(sink),
        LOUD => {
            sink.local_get(0).global_set(MAY_CALL);
            if_it_may(sink, |sink| _ = sink.global_get(ASIDE).global_get(FUEL).i64_sub().global_set(ASIDE));
            add_to_depth(sink, -1);
            publish(sink);
        }
        OUT => if_it_may(sink, |sink| _ = sink.global_get(FUEL).call(HOST_STORE)),
        BACK => if_it_may(sink, |sink| {
            sink.call(HOST_LOAD).global_get(ASIDE).i64_sub().global_set(FUEL);
            sink.i64_const(0).global_set(ASIDE);
        }),
        ENTER => if_it_may(sink, |sink| _ = sink.local_get(0).global_get(FUEL).call(HOST_ENTER)),
        LEAVE => if_it_may(sink, |sink| _ = sink.global_get(FUEL).call(HOST_LEAVE)),
        _ => {
            sink.i64_const(EMPTY).global_set(FUEL);
            publish(sink);
            if_it_may(sink, |sink| _ = sink.call(HOST_EMPTY));
            sink.unreachable();
        }
    })
}

/// Before the call itself begins the fuel is not known; after it, the counter is right.
fn quiet(sink: &mut InstructionSink<'_>) {
    sink.global_get(MAY_CALL);
    sink.local_get(0).global_get(DEPTH).i32_eqz().i32_and().global_get(MAKES_ROOM).i32_eqz().i32_and();
    sink.if_(BlockType::Empty).i64_const(UNKNOWN).global_set(FUEL).i32_const(1).global_set(MAKES_ROOM).end();
    if_it_may(sink, |sink| _ = sink.global_get(ASIDE).global_get(FUEL).i64_add().global_set(ASIDE));
    sink.i32_const(0).global_set(MAY_CALL);
    add_to_depth(sink, 1);
}

fn add_to_depth(sink: &mut InstructionSink<'_>, calls: i32) {
    sink.global_get(DEPTH).i32_const(calls).i32_add().global_set(DEPTH);
}

/// Writes the counter where the host can read it.
fn publish(sink: &mut InstructionSink<'_>) {
    sink.i32_const(0).global_get(FUEL).i64_store(MemArg { offset: 0, align: 3, memory_index: 0 });
}

fn if_it_may(sink: &mut InstructionSink<'_>, then: impl FnOnce(&mut InstructionSink<'_>)) {
    sink.global_get(MAY_CALL).if_(BlockType::Empty);
    then(sink);
    sink.end();
}
