use super::*;
use judge_limits::{Account, Usage};
use judge_wit::{Value, text};
use store_data::allowance::TICK;

mod metered;

/// The cost of a function's end, and of the end of what calls the judge. Fuel is not checked after them.
const ENDS: u64 = 2 * 2;

/// A module that misbehaves on request, each function in one way.
const GUEST: &str = r#"(module
  (import "judge:arena/host@1.0.0" "log" (func $log (param i32 i32)))
  (import "judge:arena/host@1.0.0" "fuel-left" (func $fuel-left (result i64)))
  (import "judge:arena/host@1.0.0" "bank-left" (func $bank-left (result i64)))
  (memory (export "memory") 1)
  (table $table 1 funcref)
  (global $at-start (mut i64) (i64.const -1))
  (func (export "_initialize") (global.set $at-start (call $bank-left)))
  (func (export "GUEST#burn") (param $rounds i32)
    (loop $next
      (br_if $next (local.tee $rounds (i32.sub (local.get $rounds) (i32.const 1))))))
  (func (export "GUEST#for-ever") (param i32) (loop $forever (br $forever)))
  (func (export "GUEST#grow") (param $pages i32)
    (drop (memory.grow (local.get $pages))))
  (func (export "GUEST#grow-table") (param $elements i32)
    (drop (table.grow $table (ref.null func) (local.get $elements))))
  (func (export "GUEST#log") (param $bytes i32) (call $log (i32.const 0) (local.get $bytes)))
  (func (export "GUEST#fuel-left") (param i32) (result i64) (call $fuel-left))
  (func (export "GUEST#bank-left") (param i32) (result i64) (call $bank-left))
  (func (export "GUEST#at-start") (param i32) (result i64) (global.get $at-start)))"#;

/// A request of a test to the guest: a function, and what it takes.
type Deed = (&'static str, u32);

/// A program in a sandbox for one instance.
struct Loaded {
    sandbox: Sandbox,
    program: Program,
    interface: Arc<Interface>,
}

impl Loaded {
    fn new(limits: Limits, variant: EngineVariant, guest: &str) -> Self {
        let sandbox = Sandbox::set_up(limits, 1, variant).expect("the sandbox starts");
        let module = guest.replace("GUEST", "judge:arena/guest@1.0.0");
        let module = wat::parse_str(module).expect("it is a module");
        let artifact = compile(&module, variant).expect("it can be compiled");
        let program = sandbox.load(&artifact, &[]).expect("it fits the sandbox");
        // Each function takes a number, and some answer one.
        let function = |export: &str| {
            let name = export.split('"').next().unwrap_or_default();
            let answers = export.lines().next().is_some_and(|line| line.contains("(result i64)"));
            format!("{name}: func(n: u32){};", if answers { " -> u64" } else { "" })
        };
        let functions: String = guest.split("(export \"GUEST#").skip(1).map(function).collect();
        let description = text::description(&format!("interface guest {{ {functions} }}"));
        let interface = Interface::new(&description.expect("it is WIT")).expect("it is an interface");
        Self { sandbox, program, interface: Arc::new(interface) }
    }

    fn start(&self) -> Result<Instance, NotStarted> {
        let functions = self.program.functions(&self.interface).expect("it has these");
        self.sandbox.start(Seed(0), &functions)
    }
}

fn guest(limits: Limits) -> Instance {
    Loaded::new(limits, EngineVariant::Usual, GUEST).start().expect("it starts")
}

fn with_fuel(fuel_per_turn: u64) -> Limits {
    Limits { fuel_per_turn, ..Limits::default() }
}

/// What no call comes to the end of.
fn without_end(watchdog_seconds: u64) -> Limits {
    let fuel = u64::MAX / 2;
    Limits { fuel_per_turn: fuel, fuel_bank: fuel, watchdog_seconds, ..Limits::default() }
}

impl Instance {
    /// Asks for the deed, and says what the bot has spent then, as far as the turn's fuel allows.
    fn does(&mut self, (function, number): Deed) -> Result<u64, Stop> {
        let mut arguments = Value::default();
        arguments.number(number);
        self.ask(function, &arguments, &mut Value::default()).map(|()| self.usage().fuel)
    }

    /// The number that a function answers in a turn of its own.
    fn number(&mut self, function: &str) -> u64 {
        let (mut arguments, mut answer) = (Value::default(), Value::default());
        arguments.number(0_u32);
        self.ask(function, &arguments, &mut answer).expect("it has fuel enough");
        answer.reader().number()
    }
}

/// The cost of a deed in fuel.
fn cost(deed: Deed) -> u64 {
    guest(Limits::default()).does(deed).expect("a turn's fuel is enough")
}

#[test]
fn a_bot_that_does_not_start_leaves_its_log_and_its_memory() {
    let begins = "(func (export \"_initialize\")";
    let text =
        GUEST.replace(begins, &format!("{begins} (call $log (i32.const 0) (i32.const 3)) unreachable"));
    let not_started = Loaded::new(Limits::default(), EngineVariant::Usual, &text).start().err();
    let NotStarted { stop, usage, log } = not_started.expect("it traps");
    assert!(matches!(stop, Stop::Trap(_)), "{stop:?}");
    assert_eq!(log, "\0\0\0\n");
    assert_eq!(usage, Usage { fuel: 0, memory_bytes: Limits::PAGE_BYTES });
}

#[test]
fn calls_to_the_host_pay_by_the_call_and_by_the_byte_or_are_the_end() {
    // The guest's own instructions are few.
    let own = cost(("log", 0)) - 1_000;
    assert!(own < 20, "{own}");
    assert_eq!(cost(("log", 4_096)), own + 1_000 + 4_096 * 10);
    let mut asking = guest(Limits::default());
    asking.number("fuel-left");
    assert!((1_000..1_010).contains(&asking.usage().fuel), "{}", asking.usage().fuel);

    let fuel = cost(("log", 100));
    let with = |fuel| guest(with_fuel(fuel)).does(("log", 100));
    assert_eq!([fuel, fuel - ENDS].map(with), [Ok(fuel), Ok(fuel - ENDS)]);
    assert_eq!(with(fuel - ENDS - 1), Err(Stop::OutOfFuel));
}

#[test]
fn growing_is_paid_for() {
    let (page, element) = (cost(("grow", 1)), cost(("grow-table", 1)));
    assert_eq!(cost(("grow", 11)) - page, 10 * 255);
    assert_eq!(cost(("grow-table", 11)) - element, 10);
    for nothing in [("grow", 0), ("grow-table", 0)] {
        assert!((255..265).contains(&cost(nothing)), "{}", cost(nothing));
    }
}

#[test]
fn fuel_left_tells_what_the_turn_may_still_spend_and_bank_left_what_the_game_may() {
    let fee = 1_000;
    let told = |fuel_per_turn, (fuel_bank, fuel_increment)| {
        let limits = Limits { fuel_per_turn, fuel_bank, fuel_increment, ..Limits::default() };
        let mut guest = guest(limits);
        [guest.number("fuel-left"), guest.number("fuel-left")]
    };
    let full = (1_000_000, 0);
    let own = 50_000 - fee - told(50_000, full)[0];
    assert!(own < 10, "{own}");
    let asked = fee + own;
    assert_eq!(told(50_000, full), [50_000 - asked; 2]);
    assert_eq!(told(50_000, (20_000, 0))[0], 20_000 - asked);
    let second = told(50_000, (20_000, 500))[1];
    assert!((20_000 - 2 * asked..20_000 - asked + 500).contains(&second), "{second}");
    assert_eq!(told(50_000, (80_000, 0)), [50_000 - asked; 2]);

    let increment = 300;
    for (fuel_per_turn, fuel_bank) in [(5_000, 50_000), (50_000, 20_000)] {
        let limits = Limits { fuel_per_turn, fuel_bank, fuel_increment: increment, ..Limits::default() };
        let mut guest = guest(limits);
        assert_eq!(guest.number("at-start"), 0);
        let mut holds = fuel_bank + increment;
        for _ in 0..5 {
            let used = guest.usage().fuel;
            assert_eq!(guest.number("bank-left"), holds - used - asked);
            holds += increment;
        }
    }
}

#[test]
fn the_watchdog_watches_and_samples_a_bot_as_long_as_it_runs() {
    let loaded = Loaded::new(without_end(0), EngineVariant::Usual, GUEST);
    let mut instance = loaded.start().expect("it starts");
    let Loaded { program, .. } = loaded;
    // However slow the machine, the next tick comes before all that fuel is spent. Nobody has the sandbox any more.
    assert_eq!(instance.does(("for-ever", 0)), Err(Stop::Watchdog));
    assert!(program.time_taken() >= TICK);
}

#[test]
fn calls_end_when_they_are_to_and_that_is_not_the_bots_doing() {
    let loaded = Loaded::new(without_end(100), EngineVariant::Usual, GUEST);
    let mut instance = loaded.start().expect("it starts");
    loaded.sandbox.interruption().set();
    assert_eq!(instance.does(("for-ever", 0)), Err(Stop::Interrupted));
    drop(instance);
    loaded.sandbox.interruption().clear();
    let mut instance = loaded.start().expect("there is room for another");
    assert!(instance.does(("burn", 1_000)).is_ok());
}

/// What a bot of this text has used after a deed, or the reason why it stopped.
fn used(variant: EngineVariant, text: &str, deed: Deed) -> Result<Usage, Stop> {
    let mut instance = Loaded::new(Limits::default(), variant, text).start().map_err(|not| not.stop)?;
    instance.does(deed).map(|_| instance.usage())
}

/// Recurses as often as its argument says, and keeps floats on the stack meanwhile.
///
/// The depth it reaches depends on the baseline: with the host's features frames may have another size.
fn down(variant: EngineVariant, n: u32) -> Result<Usage, Stop> {
    const DEEP: &str = r#"(module (memory (export "memory") 0)
      (func $down (param $n i32) (param $a f64) (param $b f64) (result f64)
        (if (result f64) (local.get $n)
          (then (f64.add (f64.mul (local.get $a) (local.get $b))
            (call $down (i32.sub (local.get $n) (i32.const 1)) (f64.floor (local.get $b)) (f64.add (local.get $a) (local.get $b)))))
          (else (local.get $a))))
      (func (export "GUEST#down") (param $n i32) (drop (call $down (local.get $n) (f64.const 1.5) (f64.const 2.5)))))"#;
    used(variant, DEEP, ("down", n))
}

#[test]
fn fuel_does_not_depend_on_what_else_the_processor_can_do() {
    for n in [0, 1, 1_000] {
        assert_eq!(down(EngineVariant::Usual, n), down(EngineVariant::HostFeatures, n));
    }
}

#[test]
fn recursion_ends_at_the_same_depth_however_often_it_is_tried() {
    let deepest = |variant| {
        let (mut comes_back, mut traps) = (0, 1 << 20);
        while traps - comes_back > 1 {
            let n = u32::midpoint(comes_back, traps);
            if down(variant, n).is_ok() { comes_back = n } else { traps = n }
        }
        comes_back
    };
    let depth = deepest(EngineVariant::Usual);
    assert!(depth > 1_000, "{depth}");
    assert_eq!(depth, deepest(EngineVariant::Unpooled));
}

const TIGHT: EngineVariant = EngineVariant::Tight { memory_bytes: 64 << 20 };

#[test]
fn where_address_space_is_scarce_fuel_memory_and_traps_are_the_same() {
    /// Reads and writes at an address.
    const TOUCHING: &str = r#"(module
      (memory (export "memory") 2)
      (func (export "GUEST#touch") (param $at i32)
        (drop (memory.grow (i32.const 1)))
        (i32.store8 offset=100000 (local.get $at) (i32.const 1))
        (drop (f64.load offset=3 (local.get $at)))))"#;
    const PAGES_3: u32 = 3 << 16;
    for address in [0, PAGES_3 - 100_001, PAGES_3 - 100_000, PAGES_3 - 11, PAGES_3, 1 << 31, u32::MAX] {
        let usual = used(EngineVariant::Usual, TOUCHING, ("touch", address));
        assert_eq!(usual.is_ok(), address < PAGES_3 - 100_000, "{address}: {usual:?}");
        assert_eq!(used(TIGHT, TOUCHING, ("touch", address)), usual, "{address}");
    }
    for n in [0, 1, 1_000] {
        assert_eq!(down(EngineVariant::Usual, n), down(TIGHT, n));
    }
}

#[test]
fn where_address_space_is_scarce_nothing_is_said_of_deep_recursion() {
    for n in [10_000, 1 << 20] {
        let (usual, tight) = (down(EngineVariant::Usual, n), down(TIGHT, n));
        assert!(tight == usual || tight == Err(Stop::TooDeep), "{n}: {tight:?}");
    }
    assert!(matches!(down(EngineVariant::Usual, 1 << 20), Err(Stop::Trap(_))));
    assert_eq!(down(TIGHT, 1 << 20), Err(Stop::TooDeep));
}

#[test]
fn components_that_hand_each_other_memory_are_refused_without_a_panic() {
    let text = r#"(component
      (component $taker
        (core module $m (memory (export "memory") 1)
          (func (export "realloc") (param i32 i32 i32 i32) (result i32) (i32.const 16))
          (func (export "take") (param i32 i32)))
        (core instance $i (instantiate $m))
        (func (export "take") (param "text" string) (canon lift (core func $i "take")
          (memory (core memory $i "memory")) (realloc (core func $i "realloc")))))
      (component $giver
        (import "take" (func $take (param "text" string)))
        (core module $l (memory (export "memory") 1))
        (core instance $l (instantiate $l))
        (core func $take (canon lower (func $take) (memory (core memory $l "memory"))))
        (core module $m (import "" "take" (func $take (param i32 i32))))
        (core instance (instantiate $m (with "" (instance (export "take" (func $take)))))))
      (instance $taker (instantiate $taker))
      (instance (instantiate $giver (with "take" (func $taker "take")))))"#;
    let component = wat::parse_str(text).expect("it is a component");
    let told = compile(&component, EngineVariant::Usual).expect_err("it wants several memories").to_string();
    assert_eq!(told, "it cannot be compiled: the compiler gives up");
}

#[test]
fn memory_counts_from_the_start_and_by_the_turn_and_only_if_it_was_granted() {
    const PAGE: u64 = 1 << 16;
    let mut guest = guest(Limits { memory_bytes: 10 * PAGE, ..Limits::default() });
    let memory = |guest: &Instance| (guest.usage().memory_bytes, guest.usage_in_turn().memory_bytes);
    assert_eq!(memory(&guest), (PAGE, PAGE), "before the first turn, all that it started with");
    for (pages, all, in_turn) in [(0, 1, 0), (4, 5, 4), (6, 5, 0), (5, 10, 5)] {
        guest.does(("grow", pages)).expect("it goes on without");
        assert_eq!(memory(&guest), (all * PAGE, in_turn * PAGE), "{pages}");
    }
    assert!(guest.usage_in_turn().fuel < guest.usage().fuel);
}

#[test]
fn an_interpreter_reads_its_program_and_pays_for_each_byte() {
    /// Answers with the first byte of its program and the program's length, added up.
    const INTERPRETER: &str = r#"(module
      (import "judge:arena/source@1.0.0" "read" (func $read (param i32)))
      (memory (export "memory") 1)
      (func (export "cabi_realloc") (param i32 i32 i32 i32) (result i32) (i32.const 1024))
      (func (export "GUEST#sum") (param i32) (result i64)
        (call $read (i32.const 0))
        (i64.add (i64.load8_u (i32.load (i32.const 0))) (i64.load32_u (i32.const 4)))))"#;
    let run = |source: &[u8]| {
        let Loaded { program, sandbox, interface } =
            Loaded::new(Limits::default(), EngineVariant::Usual, INTERPRETER);
        let loaded = Loaded { program: program.with_source(source.into()), sandbox, interface };
        let mut instance = loaded.start().expect("it starts");
        (instance.number("sum"), instance.usage().fuel)
    };
    let (long, short) = (run(&[7; 100]), run(&[7; 50]));
    assert_eq!((long.0, short.0), (107, 57));
    assert_eq!(long.1 - short.1, 50 * 10);
}
