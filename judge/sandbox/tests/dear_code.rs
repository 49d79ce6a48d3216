//! The kernels of the benchmark `dear_code`, by what holds of them on every machine: no times.

#[path = "../benches/dear_code/kernels.rs"]
mod kernels;

use judge_limits::{Account, Seed};
use judge_sandbox::{
    EngineVariant, Invalid, Limits, ModuleLimits, Sandbox, Stop, Width, compile, count, validate,
};
use judge_wit::Value;
use kernels::{EDGES, Edge, Meeting, ORDERS, TYPES};

fn wide() -> Limits {
    Limits { width: Width::Wide, ..Limits::default() }
}

fn counted(meeting: &Meeting, limits: &Limits) -> Result<(), Invalid> {
    count(&wat::parse_str(meeting.text()).expect("it is a module"), limits).map(drop)
}

/// Every kind of kernel, with so many locals that are moved; two more choose the way.
fn meetings(locals: u64, merges: usize) -> impl Iterator<Item = Meeting> {
    let locals = usize::try_from(locals).expect("it is small");
    let of = move |edge| {
        TYPES.map(|types| ORDERS.map(|order| Meeting { locals, merges, edge, types, order, apart: 0 }))
    };
    EDGES.into_iter().flat_map(of).flatten()
}

#[test]
fn no_kernel_has_more_locals_alive_in_one_place_than_the_limits_say() {
    for (limits, most) in
        [(Limits::default(), ModuleLimits::NARROW.alive), (wide(), ModuleLimits::WIDE.alive)]
    {
        for meeting in meetings(most - 2, 1) {
            assert_eq!(counted(&meeting, &limits), Ok(()), "{meeting:?}");
        }
        for meeting in meetings(most + 1, 1) {
            let told = counted(&meeting, &limits).expect_err("it has too many").to_string();
            assert!(told.contains("locals alive in one place where branches meet"), "{meeting:?}: {told}");
        }
    }
}

#[test]
fn what_stalled_a_judge_is_refused() {
    let [types, ..] = TYPES;
    let [.., order] = ORDERS;
    for (locals, merges) in [(1_990, 8), (1_990, 1), (127, 1_000)] {
        let stalling = Meeting { locals, merges, edge: Edge::Br, types, order, apart: 0 };
        // As text, the third is too large for one function.
        assert!(counted(&stalling, &Limits::default()).is_err(), "{stalling:?}");
    }
}

#[test]
fn each_merge_on_the_way_costs_fuel() {
    let [types, ..] = TYPES;
    let [order, ..] = ORDERS;
    for edge in EDGES {
        let of = |merges| fuel_for_a_round(&Meeting { locals: 4, merges, edge, types, order, apart: 0 });
        let [few, many] = [10, 30].map(of);
        assert!(many - few >= 2 * 20, "{edge:?}: {few} with 10 merges, {many} with 30");
    }
}

#[test]
fn what_is_dear_in_other_ways_is_admitted_and_compiles() {
    let refused = [
        "a frame of 1,900 locals",
        "a frame of 60,000 operands",
        "a frame of 60,000 operands, 220 at a time",
    ];
    for (name, text) in kernels::others() {
        let module = wat::parse_str(text).expect("it is a module");
        let admitted = count(&module, &wide()).and_then(|_| validate(&module)).is_ok();
        assert!(admitted != refused.contains(&name), "{name}");
        assert!(!admitted || compile(&module, EngineVariant::Usual).is_ok(), "{name}");
    }
}

#[test]
fn recursion_with_large_frames_is_a_trap_and_no_crash() {
    // Each frame has more pages than one, and nobody touches them one by one.
    let (loads, adds) = ("(i64.load (i32.const 0)) ".repeat(950), "i64.add ".repeat(949));
    let text = kernels::module(&format!(
        "(memory 1) (func $run (export \"run\") (i32.const 0) {loads} (call $run) {adds} (i64.store))"
    ));
    let module = wat::parse_str(text).expect("it is a module");
    assert_eq!(validate(&module), Ok(()));
    let (_, run) = run(&module);
    assert!(matches!(run, Err(Stop::Trap(_))), "{run:?}");
}

fn fuel_for_a_round(meeting: &Meeting) -> u64 {
    let module = wat::parse_str(meeting.text_of_one_round()).expect("it is a module");
    let (fuel, run) = run(&module);
    run.expect("it returns");
    fuel
}

/// The fuel that a kernel takes, and how it ends.
fn run(module: &[u8]) -> (u64, Result<(), Stop>) {
    let sandbox = Sandbox::new(Limits::default(), 1).expect("the sandbox starts");
    let program = sandbox
        .load(&compile(module, EngineVariant::Usual).expect("it can be compiled"), &[])
        .expect("it fits");
    let kernel = program.functions(&kernels::interface()).expect("it exports this function");
    let mut instance = sandbox.start(Seed(0), &kernel).expect("it starts");
    let run = instance.tell("run", &Value::default());
    (instance.usage().fuel, run)
}
