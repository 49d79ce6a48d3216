//! Code that moves many values and spends little fuel: the generator of the benchmark `dear_code`, without a clock.
//!
//! A place where control flow meets may move all locals that are alive there, at about 0.4 ns each. What is admitted must
//! spend a unit of fuel for so few of them that no code is dearer than a cache miss.

#[path = "../../../../judge/sandbox/benches/dear_code/kernels.rs"]
#[allow(dead_code, reason = "the benchmark has more kernels")]
mod kernels;

use arbitrary::{Result, Unstructured};
use judge_play::wit::Value;
use judge_play::{Account, Seed};
use judge_sandbox::{EngineVariant, Limits, Sandbox, Width, compile, count};
use kernels::{EDGES, Meeting, ORDERS, TYPES};

/// Values that may be moved for a unit of fuel: 150 ns, at 0.4 ns each.
const MOVES_A_UNIT: u64 = 375;

fn meeting(bytes: &mut Unstructured<'_>) -> Result<Meeting> {
    Ok(Meeting {
        locals: bytes.int_in_range(1..=420)?,
        merges: bytes.int_in_range(1..=30)?,
        edge: *bytes.choose(&EDGES)?,
        types: *bytes.choose(&TYPES)?,
        order: *bytes.choose(&ORDERS)?,
        apart: *bytes.choose(&[0, 512])?,
    })
}

/// The fuel of one round of a kernel; nothing if it is refused.
fn fuel(meeting: &Meeting, limits: &Limits) -> Option<u64> {
    let module = wat::parse_str(meeting.text_of_one_round()).expect("it is a module");
    count(&module, limits).ok()?;
    let sandbox = Sandbox::new(limits.clone(), 1).expect("the sandbox starts");
    let artifact = compile(&module, EngineVariant::Usual).expect("what is admitted can be compiled");
    let program = sandbox.load(&artifact, &[]).expect("it fits");
    let kernel = program.functions(&kernels::interface()).expect("it exports this function");
    let mut instance = sandbox.start(Seed(0), &kernel).expect("it starts");
    instance.tell("run", &Value::default()).expect("it returns");
    Some(instance.usage().fuel)
}

#[test]
fn a_kernel() {
    let wide = Limits { width: Width::Wide, ..Limits::default() };
    bolero::check!(name = "a_kernel").with_iterations(10).for_each(|bytes: &[u8]| {
        let Ok(meeting) = meeting(&mut Unstructured::new(bytes)) else { return };
        for limits in [&Limits::default(), &wide] {
            if let Some(fuel) = fuel(&meeting, limits) {
                let moves = (meeting.locals * meeting.merges) as u64;
                assert!(moves <= MOVES_A_UNIT * fuel, "{meeting:?}: {moves} moves for {fuel} of fuel");
            }
        }
    });
}
