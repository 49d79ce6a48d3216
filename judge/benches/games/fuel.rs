//! The time of a unit of fuel, over kernels that do one thing each.

use std::sync::Arc;
use std::time::{Duration, Instant};

use judge_play::wit::{Interface, Value, text};
use judge_play::{Account, Seed};
use judge_sandbox::{LIMITS, Limits, Sandbox};

/// Calls of each kernel, of which the fastest counts.
const RUNS: usize = 5;
/// Rounds of a kernel's loop in one call.
const ROUNDS: u32 = 200_000;

/// A kernel: what it is, how many rounds its loop goes, and the body of that loop.
///
/// `$i` counts down; `$a`, `$b` and `$x` are for the kernel's own use. `$lcg` draws a number.
const KERNELS: &[(&str, u32, &str)] = &[
    (
        "integer arithmetic",
        ROUNDS,
        "(local.set $a (i64.xor (i64.mul (local.get $a) (i64.const 0x5851f42d4c957f2d)) (i64.extend_i32_u (local.get $i))))",
    ),
    ("division", ROUNDS, "(local.set $a (i64.div_u (i64.const -3) (i64.or (local.get $a) (i64.const 1))))"),
    (
        "remainder, 32 bits",
        ROUNDS,
        "(local.set $b (i32.rem_u (i32.const -3) (i32.or (local.get $b) (i32.const 1))))",
    ),
    (
        "loads in order",
        ROUNDS,
        "(local.set $b (i32.add (local.get $b) (i32.load (i32.shl (local.get $i) (i32.const 2)))))",
    ),
    (
        "loads at random in 64 MiB",
        ROUNDS,
        "(local.set $b (i32.load (i32.and (i32.mul (i32.add (local.get $b) (local.get $i)) (i32.const 0x9e3779b1)) (i32.const 0x3fffffc))))",
    ),
    (
        "stores at random in 64 MiB",
        ROUNDS,
        "(i32.store (i32.and (i32.mul (local.get $i) (i32.const 0x9e3779b1)) (i32.const 0x3fffffc)) (i32.const 0))",
    ),
    (
        "memory.copy of 8 bytes",
        ROUNDS,
        "(memory.copy (i32.and (local.get $i) (i32.const 0xfff8)) (i32.const 131072) (global.get $eight))",
    ),
    ("memory.copy of 16 MiB", 4, "(memory.copy (i32.const 0) (i32.const 0x1000000) (i32.const 0x1000000))"),
    (
        "memory.fill of 8 bytes",
        ROUNDS,
        "(memory.fill (i32.and (local.get $i) (i32.const 0xfff8)) (i32.const 0) (global.get $eight))",
    ),
    ("memory.fill of 16 MiB", 4, "(memory.fill (i32.const 0) (i32.const 0) (i32.const 0x1000000))"),
    ("memory.grow by 0", ROUNDS, "(drop (memory.grow (i32.const 0)))"),
    ("memory.grow beyond the limit", ROUNDS / 10, "(drop (memory.grow (global.get $eight)))"),
    ("table.grow by 0", ROUNDS, "(drop (table.grow $table (ref.null func) (i32.const 0)))"),
    ("table.fill of 1 000", 1_000, "(table.fill $table (i32.const 0) (ref.func $leaf) (i32.const 1000))"),
    ("calls", ROUNDS, "(call $leaf)"),
    ("indirect calls", ROUNDS, "(call_indirect $table (i32.and (local.get $i) (i32.const 7)))"),
    (
        "branches nobody foresees",
        ROUNDS,
        "(call $lcg) (if (i32.and (global.get $seed) (i32.const 0x10000)) (then (local.set $b (i32.add (local.get $b) (i32.const 3)))) (else (call $leaf)))",
    ),
    (
        "br_table nobody foresees",
        ROUNDS,
        "(call $lcg) (block $d (block $c (block $b (block $a (br_table $a $b $c $d (i32.shr_u (global.get $seed) (i32.const 30)))) (call $leaf) (br $d)) (global.set $sink (i32.const 1)) (br $d)) (global.set $sink (i32.const 2)))",
    ),
    (
        "float arithmetic",
        ROUNDS,
        "(local.set $x (f64.add (f64.mul (local.get $x) (f64.const 1.0000001)) (f64.const 0.5)))",
    ),
    (
        "float division",
        ROUNDS,
        "(local.set $x (f64.div (f64.const 3.7) (f64.add (local.get $x) (f64.const 0.5))))",
    ),
    (
        "float arithmetic on NaN",
        ROUNDS,
        "(local.set $x (f64.mul (f64.add (local.get $x) (f64.const nan)) (f64.const 0.5)))",
    ),
    (
        "float arithmetic on denormals",
        ROUNDS,
        "(local.set $x (f64.mul (f64.const 0x1p-1040) (f64.add (local.get $x) (f64.const 0.5))))",
    ),
    ("square roots", ROUNDS, "(local.set $x (f64.sqrt (f64.add (local.get $x) (f64.const 2))))"),
    (
        "float to integer",
        ROUNDS,
        "(local.set $a (i64.trunc_sat_f64_u (f64.convert_i64_u (i64.add (local.get $a) (i64.const 7)))))",
    ),
    ("log, an empty line", 20_000, "(call $log (i32.const 0) (i32.const 0))"),
    ("log, 4 KiB", 2_000, "(call $log (i32.const 0) (i32.const 4096))"),
    ("fuel-left", 20_000, "(drop (call $fuel-left))"),
];

/// A page of the processor's touched for the first time, which memory bounds and fuel does not.
const TOUCH: (&str, u32, &str) = (
    "touching 60 MiB for the first time",
    15_000,
    "(i32.store (i32.shl (local.get $i) (i32.const 12)) (i32.const 1))",
);

/// Loads each of which gives the address of the next: nothing can be done ahead, and each misses all caches.
const CHAIN: (&str, u32, &str) = (
    "a chain of loads in 64 MiB",
    ROUNDS / 10,
    "(local.set $b (i32.load (i32.load (i32.load (i32.load (i32.load (i32.load (i32.load (i32.load (i32.load (i32.load (local.get $b))))))))))))",
);

/// Makes of all lines of 64 bytes one chain, in an order that no processor foresees, when the bot starts.
const LINK_ALL: &str = "(func $link-all (local $i i32)
  (loop $next
    (i32.store (i32.shl (local.get $i) (i32.const 6)) (i32.shl (i32.and
      (i32.add (i32.mul (local.get $i) (i32.const 1664525)) (i32.const 1013904223)) (i32.const 0xfffff)) (i32.const 6)))
    (br_if $next (i32.lt_u (local.tee $i (i32.add (local.get $i) (i32.const 1))) (i32.const 0x100000)))))
  (start $link-all)";

/// Writes to all memory when the bot starts.
const WRITE_ALL: &str =
    "(func $write-all (memory.fill (i32.const 0) (i32.const 0) (i32.const 0x4000000))) (start $write-all)";

pub(crate) fn print() {
    let mut limits = Limits::default();
    // Neither a turn nor all runs of a kernel together come near to these.
    for limit in LIMITS.iter().filter(|limit| ["fuel_per_turn", "fuel_bank"].contains(&limit.key)) {
        (limit.set)(&mut limits, *limit.range.end());
    }
    let sandbox = Sandbox::new(limits, 2).expect("the sandbox starts");
    // Memory that was never written to is one page of zeros, however large.
    let usual = |kernel| (nanoseconds_a_unit(&sandbox, kernel, RUNS, WRITE_ALL), kernel.0);
    let mut costs: Vec<(f64, &str)> = KERNELS.iter().map(usual).collect();
    costs.push((nanoseconds_a_unit(&sandbox, &CHAIN, RUNS, LINK_ALL), CHAIN.0));
    costs.sort_by(|a, b| a.0.total_cmp(&b.0));
    println!("\n{:<36} {:>12}", "fuel", "ns a unit");
    for (cost, kernel) in &costs {
        println!("{kernel:<36} {cost:>12.3}");
    }
    let median = costs[costs.len() / 2].0;
    let (least, most) = (costs[0].0, costs[costs.len() - 1].0);
    println!(
        "spread: the dearest is {:.0} times the median and {:.0} times the cheapest",
        most / median,
        most / least
    );
    println!(
        "{:<36} {:>12.3} (at most once a page and game)",
        TOUCH.0,
        nanoseconds_a_unit(&sandbox, &TOUCH, 1, "")
    );
}

/// Nanoseconds that a unit of fuel takes in a kernel, in the fastest of some calls, after `start`.
fn nanoseconds_a_unit(sandbox: &Sandbox, kernel: &(&str, u32, &str), runs: usize, start: &str) -> f64 {
    let &(_, rounds, body) = kernel;
    let module = wat::parse_str(module(body, start)).unwrap_or_else(|error| panic!("{}: {error}", kernel.0));
    let artifact = judge_sandbox::compile(&module, sandbox.variant()).expect("kernels fit the sandbox");
    let program = sandbox.load(&artifact, &[]).expect("it was compiled here");
    let description = text::description("interface kernel { run: func(rounds: u32); }");
    let interface = Interface::new(&description.expect("it is WIT")).expect("it is an interface");
    let kernel = program.functions(&Arc::new(interface)).expect("it exports this function");
    let mut instance = sandbox.start(Seed(1), &kernel).expect("kernels start");
    let mut arguments = Value::default();
    arguments.number(rounds);
    let mut fastest = (Duration::MAX, 1);
    for _ in 0..runs {
        let (before, start) = (instance.usage().fuel, Instant::now());
        instance.tell("run", &arguments).expect("kernels come to their end");
        fastest = fastest.min((start.elapsed(), instance.usage().fuel - before));
        instance.skip_turn();
    }
    #[expect(clippy::cast_precision_loss, reason = "shown to three digits")]
    let fuel = fastest.1 as f64;
    fastest.0.as_secs_f64() * 1e9 / fuel
}

fn module(body: &str, start: &str) -> String {
    format!(
        r#"(module
  (import "judge:arena/host@1.0.0" "log" (func $log (param i32 i32)))
  (import "judge:arena/host@1.0.0" "fuel-left" (func $fuel-left (result i64)))
  (memory (export "memory") 1024)
  (type $nothing (func))
  (table $table 1000 funcref)
  (elem (table $table) (i32.const 0) func $leaf $other $leaf $other $leaf $other $leaf $other)
  (global $seed (mut i32) (i32.const 1))
  (global $sink (mut i32) (i32.const 0))
  (global $eight (mut i32) (i32.const 8))
  (func $leaf (global.set $sink (i32.const 3)))
  (func $other (global.set $sink (i32.const 4)))
  (func $lcg (global.set $seed
    (i32.add (i32.mul (global.get $seed) (i32.const 1664525)) (i32.const 1013904223))))
  {start}
  (func (export "judge:arena/kernel@1.0.0#run") (param $i i32) (local $a i64) (local $b i32) (local $x f64)
    (loop $next
      {body}
      (br_if $next (local.tee $i (i32.sub (local.get $i) (i32.const 1)))))
    (global.set $sink (i32.add (local.get $b) (i32.wrap_i64 (i64.add (local.get $a) (i64.reinterpret_f64 (local.get $x))))))))"#
    )
}
