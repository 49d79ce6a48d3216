//! Looks for the dearest code: which kernel takes most processor time for a unit of fuel.
//!
//! `cargo bench -p judge-sandbox --bench dear_code -- [SECONDS [SEED]]` measures the fixed kernels and then
//! varies the dearest of the others for so many seconds (60 by default). Cranelift's code is the
//! same in every profile, so `--profile dev` measures the same and is built sooner.
//!
//! Each is measured twice: with wasmtime's own prices, and with ours. A kernel that the limits refuse is
//! marked; its second figure is the cost if it were admitted.
//!
//! The kernels that the search has found are measured again at the end, each right after loads that miss every cache:
//! those are the yardstick, since they slow down with everything else where the machine has more to do.
#![expect(clippy::print_stdout, reason = "it is a program that prints a table")]

mod kernels;

use std::time::{Duration, Instant};

use judge_limits::Seed;
use judge_sandbox::{
    Artifact, EngineVariant, Limits, Sandbox, Stop, Width, compile, count, processor_time, validate,
};
use judge_wit::Value;
use kernels::{EDGES, Edge, Meeting, ORDERS, Order, TYPES};

/// Fuel for one measurement: the next more if one took too little time to tell.
const FUELS: [u32; 4] = [20_000, 400_000, 8_000_000, 160_000_000];
const LONG_ENOUGH: Duration = Duration::from_millis(15);

/// The number of the dearest kernels that are measured again, and the yardstick for them.
const SHOWN: usize = 25;
const YARDSTICK: &str = "dependent loads across pages";

struct KernelRow {
    name: String,
    before: f64,
    after: f64,
    admitted: &'static str,
}

struct Bench {
    /// By variant, wasmtime's own prices first, then by fuel.
    sandboxes: [(EngineVariant, Vec<Sandbox>); 2],
}

impl Bench {
    fn new() -> Self {
        let sandbox = |variant, fuel: u32| {
            let fuel = u64::from(fuel);
            let limits = Limits {
                fuel_per_turn: fuel,
                fuel_bank: fuel,
                fuel_to_start: fuel,
                watchdog_seconds: 100_000,
                ..Limits::default()
            };
            Sandbox::set_up(limits, 1, variant).expect("the sandbox starts")
        };
        let of = |variant| (variant, FUELS.map(|fuel| sandbox(variant, fuel)).into());
        Self { sandboxes: [EngineVariant::Unpriced, EngineVariant::Usual].map(of) }
    }

    fn row(&self, name: String, text: &str) -> KernelRow {
        let module = parsed(text);
        let [before, after] =
            self.sandboxes.each_ref().map(|(variant, sandboxes)| measured(&module, *variant, sandboxes));
        KernelRow { name, before, after, admitted: admitted(&module) }
    }

    /// Nanoseconds a unit, with our prices.
    fn priced(&self, module: &[u8]) -> f64 {
        let [_, (variant, sandboxes)] = &self.sandboxes;
        measured(module, *variant, sandboxes)
    }
}

fn parsed(text: &str) -> Vec<u8> {
    wat::parse_str(text).expect("a kernel is a module")
}

fn measured(module: &[u8], variant: EngineVariant, sandboxes: &[Sandbox]) -> f64 {
    let artifact = compile(module, variant).expect("a kernel can be compiled");
    nanoseconds(sandboxes, &artifact)
}

/// The limits by which a module is admitted.
fn admitted(module: &[u8]) -> &'static str {
    if validate(module).is_err() {
        return "no";
    }
    let wide = Limits { width: Width::Wide, ..Limits::default() };
    match (count(module, &Limits::default()), count(module, &wide)) {
        (Ok(_), _) => "yes",
        (_, Ok(_)) => "wide",
        _ => "no",
    }
}

/// Nanoseconds of processor time for a unit of fuel: the least of three runs.
fn nanoseconds(sandboxes: &[Sandbox], artifact: &Artifact) -> f64 {
    for (sandbox, fuel) in sandboxes.iter().zip(FUELS) {
        let first = run(sandbox, artifact);
        if first >= LONG_ENOUGH || fuel == FUELS[FUELS.len() - 1] {
            let least = (0..2).map(|_| run(sandbox, artifact)).fold(first, Duration::min);
            return least.as_secs_f64() * 1e9 / f64::from(fuel);
        }
    }
    unreachable!("the last sandbox returns")
}

fn run(sandbox: &Sandbox, artifact: &Artifact) -> Duration {
    let program = sandbox.load(artifact, &[]).expect("it was made for this sandbox");
    let timed = |run: &mut dyn FnMut() -> Result<(), Stop>| {
        let before = processor_time();
        assert_eq!(run(), Err(Stop::OutOfFuel));
        processor_time().saturating_sub(before)
    };
    if let Some(program) = program.lines() {
        return timed(&mut || sandbox.start_lines(Seed(0), &program).map(drop).map_err(|not| not.stop));
    }
    let kernel = program.functions(&kernels::interface()).expect("it exports this function");
    let mut instance = sandbox.start(Seed(0), &kernel).expect("it starts");
    timed(&mut || instance.tell("run", &Value::default()))
}

/// Tries variations of the dearest so far, until the time is over: the dearest first.
fn search(bench: &Bench, seconds: u64, seed: u64) -> Vec<Meeting> {
    let deadline = Instant::now() + Duration::from_secs(seconds);
    let mut dice = Dice(seed);
    let mut tried: Vec<Meeting> = Vec::new();
    let mut found: Vec<(Meeting, f64)> = Vec::new();
    while Instant::now() < deadline {
        // Half of them anew, half near one of the ten dearest that are admitted.
        let meeting = match found.len() {
            0..20 => dice.meeting(),
            _ if dice.below(2) == 0 => dice.meeting(),
            n => {
                let index = dice.below(n.min(10));
                dice.near(found[index].0)
            }
        };
        if tried.contains(&meeting) {
            continue;
        }
        tried.push(meeting);
        let module = parsed(&meeting.text());
        if admitted(&module) == "no" {
            continue;
        }
        let taken = bench.priced(&module);
        // A search of hours may be stopped at any time.
        if found.first().is_none_or(|(_, dearest)| *dearest < taken) {
            println!("dearest of {}: {taken:.2} ns, {meeting:?}", tried.len());
        }
        found.push((meeting, taken));
        found.sort_by(|a, b| b.1.total_cmp(&a.1));
    }
    println!("\n{} variations tried, {} of them admitted", tried.len(), found.len());
    found.into_iter().map(|(meeting, _)| meeting).collect()
}

/// Measures kernels once more, each right after the yardstick.
fn print_again(bench: &Bench, meetings: &[Meeting], yardstick: &str) {
    let yardstick = parsed(yardstick);
    println!(
        "\nFound by the search, measured once more\n{:>12} {:>12}  admitted  kernel",
        "ns priced", "loads"
    );
    for meeting in meetings {
        let module = parsed(&meeting.text());
        let (loads, taken) = (bench.priced(&yardstick), bench.priced(&module));
        println!("{taken:>12.2} {loads:>12.2}  {:<8}  {meeting:?}", admitted(&module));
    }
}

struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).expect("it is small") % n
    }

    fn meeting(&mut self) -> Meeting {
        Meeting {
            locals: 8 + self.below(390),
            merges: 1 + self.below(60),
            edge: EDGES[self.below(EDGES.len())],
            types: TYPES[self.below(TYPES.len())],
            order: ORDERS[self.below(ORDERS.len())],
            apart: [0, 0, 512, 512, 511, 448, 200][self.below(7)],
        }
    }

    fn near(&mut self, meeting: Meeting) -> Meeting {
        let other = self.meeting();
        match self.below(6) {
            0 => Meeting { locals: (meeting.locals + self.below(33)).saturating_sub(16).max(1), ..meeting },
            1 => Meeting { merges: (meeting.merges * 2 / (1 + self.below(4))).max(1), ..meeting },
            2 => Meeting { edge: other.edge, ..meeting },
            3 => Meeting { types: other.types, ..meeting },
            4 => Meeting { apart: other.apart, ..meeting },
            _ => Meeting { order: other.order, ..meeting },
        }
    }
}

/// Code as it stalled our own judge, before there were prices and limits for it.
fn known() -> Vec<Meeting> {
    let meeting = |locals, merges, edge| Meeting {
        locals,
        merges,
        edge,
        types: TYPES[0],
        order: Order::Shuffled,
        apart: 0,
    };
    let mut known =
        vec![meeting(127, 150, Edge::End), meeting(1_990, 8, Edge::End), meeting(1_990, 1, Edge::Br)];
    // More code than a cache holds.
    known.extend([TYPES[0], TYPES[1]].map(|types| Meeting {
        types,
        order: Order::Rotated(2),
        ..meeting(392, 216, Edge::Br)
    }));
    for locals in [195, 395] {
        known.extend(EDGES.map(|edge| meeting(locals, 20, edge)));
    }
    // Places of the locals that are whole pages apart, in a large frame.
    for edge in [Edge::BrIf, Edge::If, Edge::Else, Edge::End] {
        known.extend(
            [(100, 12), (195, 20), (395, 20)]
                .map(|(locals, merges)| Meeting { apart: 512, ..meeting(locals, merges, edge) }),
        );
    }
    known
}

fn print(title: &str, mut rows: Vec<KernelRow>) {
    rows.sort_by(|a, b| b.after.total_cmp(&a.after));
    println!("\n{title}\n{:>12} {:>12}  admitted  kernel", "ns unpriced", "ns priced");
    for KernelRow { name, before, after, admitted } in rows {
        println!("{before:>12.2} {after:>12.2}  {admitted:<8}  {name}");
    }
}

fn main() {
    let mut numbers = std::env::args().filter_map(|argument| argument.parse().ok());
    let (seconds, seed) = (numbers.next().unwrap_or(60), numbers.next().unwrap_or(1));
    let bench = Bench::new();
    let others = kernels::others();
    let rows = others.iter().map(|(name, text)| bench.row((*name).to_owned(), text));
    print("Single instructions and calls", rows.collect());
    let known = known().into_iter().map(|meeting| bench.row(format!("{meeting:?}"), &meeting.text()));
    print("Where control flow meets", known.collect());
    println!();
    let mut found = search(&bench, seconds, seed);
    found.truncate(SHOWN);
    let (_, loads) = others.iter().find(|(name, _)| *name == YARDSTICK).expect("it is among them");
    print_again(&bench, &found, loads);
}
