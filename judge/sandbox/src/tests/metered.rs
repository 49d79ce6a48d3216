//! `judge-meter` counts as wasmtime does: the same module, with fuel and with counters, has the same left at every
//! call to the host and at every end, traps for want of fuel in the same place, and gives the same results to the bit.
//!
//! A wasmtime that counts otherwise fails here.

use arbitrary::Unstructured;
use judge_meter::{EMPTY, FUEL, MeterOptions, instrument};
use sha2::{Digest, Sha256};
use wasmtime::{
    Caller, Config, Engine, Extern, ExternType, Func, Global, Instance, Memory, Module, Ref, Store, Table,
    Trap, Val, ValType,
};

use crate::{EngineVariant, engine};

/// An event by which control comes back to the host.
#[derive(Debug, PartialEq)]
enum Boundary {
    /// An imported function was called.
    Import { fuel_left: u64 },
    /// A call came back.
    Results { fuel_left: u64, results: Vec<String> },
    /// A call did not.
    Trap(Trap),
}

/// The way to count fuel.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Count {
    Wasmtime,
    Meter,
}

/// The events seen by the host, and the counter once it is known.
#[derive(Default)]
struct Seen {
    boundaries: Vec<Boundary>,
    counter: Option<Global>,
}

/// A module, started.
struct Guest {
    store: Store<Seen>,
    instance: Instance,
    count: Count,
}

/// Pages that a memory may have here, and elements that a table may have.
const PAGES_MAX: u64 = 40;
const ELEMENTS_MAX: u64 = 4_000;
/// Deep enough that fuel ends every recursion here first, though counters make frames larger.
const STACK_BYTES: usize = 64 << 20;

fn engine(count: Count) -> Engine {
    let mut config: Config = engine::compiling(EngineVariant::Usual);
    config.max_wasm_stack(STACK_BYTES / 2).async_stack_size(STACK_BYTES);
    if count == Count::Meter {
        config.consume_fuel(false).cranelift_nan_canonicalization(false);
    }
    Engine::new(&config).expect("the configuration is valid")
}

impl Guest {
    fn start(engine: &Engine, module: &[u8], count: Count) -> Option<Self> {
        const FUEL_TO_START: u64 = 1_000_000;
        let with_counters;
        let module = match count {
            Count::Wasmtime => module,
            Count::Meter => {
                let options = MeterOptions {
                    memory_pages_max: Some(PAGES_MAX),
                    table_elements_max: Some(ELEMENTS_MAX),
                    fuel_to_start: FUEL_TO_START,
                };
                with_counters = instrument(module, &options).expect("the module uses what bots may");
                &with_counters
            }
        };
        let module = Module::new(engine, module).unwrap_or_else(|error| panic!("{count:?}: {error:?}"));
        let mut store = Store::new(engine, Seen::default());
        store.set_epoch_deadline(1 << 40);
        if count == Count::Wasmtime {
            store.set_fuel(FUEL_TO_START).expect("fuel is on");
        }
        let imports: Vec<Extern> =
            module.imports().map(|import| offer(&mut store, import.ty(), count)).collect();
        let instance = Instance::new(&mut store, &module, &imports).ok()?;
        let counter = instance.get_global(&mut store, FUEL);
        *store.data_mut() = Seen { boundaries: Vec::new(), counter };
        Some(Self { store, instance, count })
    }

    /// Calls each exported function with so much fuel, one after the other.
    fn call_all(&mut self, fuel: u64) -> Vec<Boundary> {
        let exports: Vec<Func> =
            self.instance.exports(&mut self.store).filter_map(wasmtime::Export::into_func).collect();
        for (index, function) in exports.iter().enumerate() {
            self.call(*function, fuel, index);
        }
        std::mem::take(&mut self.store.data_mut().boundaries)
    }

    fn call(&mut self, function: Func, fuel: u64, salt: usize) {
        let ty = function.ty(&self.store);
        let arguments: Vec<Val> = ty.params().map(|ty| value(&ty, salt)).collect();
        let mut results: Vec<Val> = ty.results().map(|ty| value(&ty, 0)).collect();
        self.set_fuel(fuel);
        let answer = function.call(&mut self.store, &arguments, &mut results);
        let boundary = match answer {
            Ok(()) => {
                Boundary::Results { fuel_left: self.fuel_left(), results: results.iter().map(bits).collect() }
            }
            Err(error) => Boundary::Trap(self.trap(&error)),
        };
        self.store.data_mut().boundaries.push(boundary);
    }

    fn counter(&self) -> Global {
        self.store.data().counter.expect("the module has a counter")
    }

    fn set_fuel(&mut self, fuel: u64) {
        match self.count {
            Count::Wasmtime => self.store.set_fuel(fuel).expect("fuel is on"),
            Count::Meter => {
                let fuel = Val::I64(i64::try_from(fuel).expect("it is little"));
                self.counter().set(&mut self.store, fuel).expect("it is a number");
            }
        }
    }

    fn fuel_left(&mut self) -> u64 {
        match self.count {
            Count::Wasmtime => self.store.get_fuel().expect("fuel is on"),
            Count::Meter => left(self.counter().get(&mut self.store)),
        }
    }

    fn trap(&mut self, error: &wasmtime::Error) -> Trap {
        let trap = *error.downcast_ref::<Trap>().unwrap_or_else(|| panic!("{error:?}"));
        let is_empty =
            self.count == Count::Meter && self.counter().get(&mut self.store).unwrap_i64() == EMPTY;
        if is_empty { Trap::OutOfFuel } else { trap }
    }
}

fn left(counter: Val) -> u64 {
    u64::try_from(counter.unwrap_i64()).unwrap_or(0)
}

/// A stand-in for a module's import.
fn offer(store: &mut Store<Seen>, ty: ExternType, count: Count) -> Extern {
    match ty {
        ExternType::Func(ty) => {
            let results: Vec<ValType> = ty.results().collect();
            let answer = move |mut caller: Caller<'_, Seen>, _: &[Val], out: &mut [Val]| {
                let fuel_left = match count {
                    Count::Wasmtime => caller.get_fuel()?,
                    // It is not known yet while the module starts.
                    Count::Meter => caller.data().counter.map_or(0, |counter| left(counter.get(&mut caller))),
                };
                caller.data_mut().boundaries.push(Boundary::Import { fuel_left });
                for (out, ty) in out.iter_mut().zip(&results) {
                    *out = value(ty, 1);
                }
                Ok(())
            };
            Func::new(store, ty, answer).into()
        }
        ExternType::Global(ty) => {
            let first = value(ty.content(), 3);
            Global::new(store, ty, first).expect("the value is of the type").into()
        }
        ExternType::Table(ty) => {
            let null = Ref::null(ty.element().heap_type());
            Table::new(store, ty, null).expect("the table is small").into()
        }
        ExternType::Memory(ty) => Memory::new(store, ty).expect("the memory is small").into(),
        ExternType::Tag(_) => panic!("bots have no exceptions"),
    }
}

fn value(ty: &ValType, salt: usize) -> Val {
    let salt = u32::try_from(salt).expect("it is little");
    match ty {
        ValType::I32 => Val::I32(salt.cast_signed()),
        ValType::I64 => Val::I64(i64::from(salt)),
        // A NaN whose bits are not those of the canonical one.
        ValType::F32 => Val::F32(if salt == 2 { 0xffc0_1234 } else { f32::from_bits(salt).to_bits() }),
        ValType::F64 => Val::F64(if salt == 2 { 0xfff8_0000_0000_1234 } else { u64::from(salt) << 52 }),
        ValType::Ref(ty) => Val::null_ref(ty.heap_type()),
        ValType::V128 => panic!("bots have no vectors"),
    }
}

/// A value to the bit; of references, whether there is one.
fn bits(value: &Val) -> String {
    match value {
        Val::FuncRef(reference) => format!("funcref {}", reference.is_some()),
        Val::ExternRef(reference) => format!("externref {}", reference.is_some()),
        other => format!("{other:?}"),
    }
}

/// Runs a module with each amount of fuel, counted in both ways; how much came back to the host.
fn compare(engines: &[Engine; 2], module: &[u8], fuels: &[u64]) -> usize {
    let guest = |count| Guest::start(&engines[usize::from(count == Count::Meter)], module, count);
    let (usual, metered) = (guest(Count::Wasmtime), guest(Count::Meter));
    assert_eq!(usual.is_some(), metered.is_some(), "both start, or none");
    let (Some(mut usual), Some(mut metered)) = (usual, metered) else { return 0 };
    let mut boundaries = 0;
    for fuel in fuels {
        let (expected, found) = (usual.call_all(*fuel), metered.call_all(*fuel));
        assert_eq!(found, expected, "with {fuel} of fuel");
        boundaries += expected.len();
    }
    boundaries
}

/// Runs a test with stack for deep recursion.
fn with_stack(test: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(test).expect("there is memory");
    if let Err(panic) = thread.join() {
        std::panic::resume_unwind(panic);
    }
}

fn smith(number: u32) -> wasm_smith::Config {
    wasm_smith::Config {
        // Most modules that may trap do so at once, those that may not run long.
        disallow_traps: number.is_multiple_of(2),
        allow_start_export: number % 8 == 1,
        custom_page_sizes_enabled: false,
        exceptions_enabled: false,
        gc_enabled: false,
        max_data_segments: if number % 4 == 1 { 4 } else { 0 },
        max_element_segments: if number % 4 == 3 { 4 } else { 0 },
        max_imports: 8,
        max_instructions: 200,
        max_memories: 1,
        max_memory32_bytes: PAGES_MAX << 16,
        max_table_elements: ELEMENTS_MAX,
        memory64_enabled: false,
        memory_max_size_required: true,
        export_everything: true,
        min_funcs: 4,
        // The engine is built without references to what the host has.
        reference_types_enabled: false,
        relaxed_simd_enabled: false,
        simd_enabled: false,
        table_max_size_required: true,
        tail_call_enabled: false,
        threads_enabled: false,
        ..Default::default()
    }
}

macro_rules! define_raised {
    ($(@$proposal:ident $op:ident $({ $($arg:ident: $argty:ty),* })? => $visit:ident ($($ann:tt)*))*) => {
        /// The operators that cost more or less than in wasmtime's own table, with both prices.
        fn raised() -> Vec<(&'static str, u8, u8)> {
            let theirs = wasmtime::OperatorCost::new();
            let all = [$((stringify!($op), theirs.$op, judge_meter::price!($op))),*];
            all.into_iter().filter(|(_, theirs, ours)| theirs != ours).collect()
        }
    };
}

wasmparser::for_each_operator!(define_raised);

#[test]
fn these_prices_are_not_wasmtimes_own() {
    let raised = raised();
    let expected = [
        ("Loop", 0, 2),
        ("Else", 0, 2),
        ("End", 0, 2),
        ("Br", 1, 2),
        ("MemoryGrow", 1, 255),
        ("MemoryInit", 1, 20),
        ("DataDrop", 1, 20),
        ("TableInit", 1, 20),
        ("ElemDrop", 1, 20),
        ("RefFunc", 1, 20),
        ("TableGrow", 1, 255),
    ];
    assert_eq!(raised, expected);
}

/// Bytes that look drawn by lot.
fn bytes(number: u32) -> Vec<u8> {
    let block = |index: u32| Sha256::digest([number.to_le_bytes(), index.to_le_bytes()].concat());
    (0..120).flat_map(block).collect()
}

#[test]
fn generated_modules_are_counted_as_wasmtime_counts_them() {
    const MODULES: u32 = 200;
    with_stack(|| {
        let engines = [engine(Count::Wasmtime), engine(Count::Meter)];
        let mut boundaries = 0;
        for number in 0..MODULES {
            let bytes = bytes(number);
            let Ok(module) = wasm_smith::Module::new(smith(number), &mut Unstructured::new(&bytes)) else {
                continue;
            };
            let module = module.to_bytes();
            let compared = std::panic::AssertUnwindSafe(|| {
                compare(&engines, &module, &[1, 2, 7, 40, 41, 42, 300, 5_000])
            });
            boundaries +=
                std::panic::catch_unwind(compared).unwrap_or_else(|_| panic!("module {number}: see above"));
        }
        assert!(boundaries > 4_000, "{boundaries} only");
    });
}

/// Copies, growth, constants that go through locals, and whatever else is rare in generated modules.
const BY_HAND: &str = r#"
(module
  (import "host" "call" (func $host (param i32)))
  (memory (export "memory") 1 30)
  (table $table 10 100 funcref)
  (table $fixed 7 7 funcref)
  (global $forty i32 (i32.const 40))
  (global $changes (mut i32) (i32.const 40))
  (elem $passive func $leaf $leaf)
  (elem declare func $leaf)
  (data $data "some bytes to be copied")
  (func $leaf)
  (func (export "small copies") (param $n i32)
    (memory.fill (i32.const 0) (i32.const 7) (i32.const 128))
    (call $host (i32.const 1))
    (memory.copy (i32.const 100) (i32.const 0) (i32.const 100))
    (memory.copy (i32.const 100) (i32.const 0) (local.get $n))
    (call $host (i32.const 1))
    (memory.init $data (i32.const 0) (i32.const 0) (i32.const 23))
    (memory.init $data (i32.const 0) (i32.const 0) (i32.const 0)))
  (func (export "large copies") (param $n i32)
    (memory.fill (i32.const 0) (i32.const 7) (i32.const 129))
    (call $host (i32.const 1))
    (memory.copy (i32.const 100) (i32.const 0) (i32.const 2000)))
  (func (export "a constant in a local") (local $n i32)
    (local.set $n (i32.const 20))
    (memory.fill (i32.const 0) (i32.const 7) (local.get $n))
    (memory.fill (i32.const 0) (i32.const 7) (local.tee $n (i32.const 21)))
    (call $host (i32.const 1)))
  (func (export "a local that is zero") (local $n i32)
    (memory.fill (i32.const 0) (i32.const 7) (local.get $n)))
  (func (export "a constant past an if") (param $p i32) (local $n i32)
    (local.set $n (i32.const 20))
    (if (local.get $p) (then (call $host (i32.const 1))))
    (memory.fill (i32.const 0) (i32.const 7) (local.get $n)))
  (func (export "two constants past an if") (param $p i32) (local $n i32)
    (local.set $n (i32.const 20))
    (if (local.get $p) (then (local.set $n (i32.const 20))))
    (memory.fill (i32.const 0) (i32.const 7) (local.get $n)))
  (func (export "either of two") (param $p i32) (local $n i32)
    (if (local.get $p) (then (local.set $n (i32.const 20))) (else (local.set $n (i32.const 30))))
    (memory.fill (i32.const 0) (i32.const 7) (local.get $n)))
  (func (export "one of two, the other leaves") (param $p i32) (local $n i32)
    (block $out
      (if (local.get $p) (then (local.set $n (i32.const 20))) (else (br $out)))
      (memory.fill (i32.const 0) (i32.const 7) (local.get $n))))
  (func (export "a constant in a loop") (local $n i32) (local $i i32)
    (local.set $n (i32.const 20))
    (local.set $i (i32.const 3))
    (loop $next
      (memory.fill (i32.const 0) (i32.const 7) (local.get $n))
      (br_if $next (local.tee $i (i32.sub (local.get $i) (i32.const 1)))))
    (memory.fill (i32.const 0) (i32.const 7) (local.get $n)))
  (func (export "a constant made in a loop") (local $n i32) (local $i i32)
    (local.set $i (i32.const 3))
    (loop $next
      (local.set $n (i32.const 25))
      (memory.fill (i32.const 0) (i32.const 7) (local.get $n))
      (br_if $next (local.tee $i (i32.sub (local.get $i) (i32.const 1)))))
    (memory.fill (i32.const 0) (i32.const 7) (local.get $n)))
  (func (export "a loop that is left in the middle") (param $p i32) (local $n i32)
    (local.set $n (i32.const 25))
    (block $out
      (loop $next
        (br_if $out (i32.eqz (local.get $p)))
        (local.set $p (i32.const 0))
        (memory.fill (i32.const 0) (i32.const 7) (local.get $n))
        (br $next)))
    (memory.fill (i32.const 0) (i32.const 7) (local.get $n)))
  (func (export "constants on the stack")
    (i32.const 0) (i32.const 7) (i32.const 30) (i32.const 1) (drop) (nop) (block) (memory.fill)
    (memory.fill (i32.const 0) (i32.const 7) (block (result i32) (i32.const 30)))
    (memory.fill (i32.const 0) (i32.const 7) (select (i32.const 30) (i32.const 30) (i32.const 1))))
  (func (export "constants of globals")
    (memory.fill (i32.const 0) (i32.const 7) (global.get $forty))
    (memory.fill (i32.const 0) (i32.const 7) (global.get $changes)))
  (func (export "a constant size of a table")
    (table.fill $fixed (i32.const 0) (ref.null func) (table.size $fixed))
    (table.fill $table (i32.const 0) (ref.null func) (table.size $table)))
  (func (export "tables") (param $n i32)
    (table.init $table $passive (i32.const 0) (i32.const 0) (i32.const 2))
    (table.copy $table $table (i32.const 3) (i32.const 0) (local.get $n))
    (drop (table.grow $table (ref.null func) (i32.const 3)))
    (call $host (table.grow $table (ref.func $leaf) (local.get $n)))
    (call $host (table.grow $table (ref.null func) (i32.const 5000)))
    (call_indirect $table (i32.const 0)))
  (func (export "growth") (param $n i32)
    (call $host (memory.grow (i32.const 0)))
    (call $host (memory.grow (local.get $n)))
    (call $host (memory.grow (i32.const 1)))
    (call $host (memory.grow (i32.const 40)))
    (call $host (memory.grow (i32.const -1)))
    (call $host (memory.grow (i32.sub (local.get $n) (i32.const 100)))))
  (func (export "beyond") (param $n i32)
    (memory.fill (i32.const 0) (i32.const 7) (i32.const -1)))
  (func (export "drops") (data.drop $data) (elem.drop $passive))
  (func (export "blocks") (param $n i32) (result i32)
    (block $a (result i32)
      (loop $b (result i32)
        (if $c (result i32) (i32.eqz (local.get $n)) (then (i32.const 5)) (else (br $a (i32.const 6))))
        (br_if $a (local.tee $n (i32.const 1)))
        (drop) (br $b))
      (return)))
  (func (export "a switch") (param $n i32)
    (block $a (block $b (block $c (br_table $a $b $c (local.get $n))) (call $host (i32.const 1))) (nop)))
  (func (export "dead") (result i32)
    (return (i32.const 1)) (memory.fill (i32.const 0) (i32.const 7) (i32.const 90)) (unreachable))
  (func (export "not a number") (param $p i32) (result f32 f64 f32 f64)
    (f32.div (f32.const nan:0x1234) (f32.const 1)) (f64.sqrt (f64.const -1))
    (f32.demote_f64 (f64.neg (f64.const nan:0x4000000001234)))
    (f64.promote_f32 (f32.copysign (f32.const nan:0x5) (f32.const -1))))
  (func $down (export "recursion") (param $n i32) (result i32)
    (if (result i32) (i32.gt_s (local.get $n) (i32.const 50))
      (then (local.get $n))
      (else (call $down (i32.add (local.get $n) (i32.const 1)))))))
"#;

#[test]
fn rare_instructions_are_counted_as_wasmtime_counts_them() {
    with_stack(|| {
        let engines = [engine(Count::Wasmtime), engine(Count::Meter)];
        let module = wat::parse_str(BY_HAND).expect("it is valid");
        let mut fuels: Vec<u64> = (1..700).collect();
        fuels.extend([5_000, 20_000, 1 << 50]);
        assert!(compare(&engines, &module, &fuels) > 10_000);
    });
}
