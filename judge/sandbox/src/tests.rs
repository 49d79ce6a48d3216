use wasmtime::component::Instance as Exports;

use super::*;
use judge_limits::{Account, Seed, Usage};

mod bank;
mod metered;

/// The cost of a function's end. Fuel is not checked after it.
const END: u64 = 2;

/// The cost of the last round of the guest's loop, with the ends of loop and function; fuel is checked before a round.
const ROUND: u64 = 5 + 2 * END;

/// A component that misbehaves on request, each function in one way.
const GUEST: &str = r#"
(component
  (import "judge:arena/host@1.0.0" (instance $host
    (export "log" (func (param "line" string)))
    (export "fuel-left" (func (result u64)))))
  (core module $memory (memory (export "memory") 1))
  (core instance $memory (instantiate $memory))
  (core func $log (canon lower (func $host "log") (memory (core memory $memory "memory"))))
  (core func $fuel-left (canon lower (func $host "fuel-left")))
  (core module $guest
    (import "memory" "memory" (memory 1))
    (import "host" "log" (func $log (param i32 i32)))
    (import "host" "fuel-left" (func $fuel-left (result i64)))
    (table $table 1 funcref)
    (func (export "nothing"))
    (func (export "burn") (param $rounds i32)
      (loop $next
        (br_if $next (local.tee $rounds (i32.sub (local.get $rounds) (i32.const 1))))))
    (func (export "for-ever") (loop $forever (br $forever)))
    (func (export "trap") unreachable)
    (func (export "grow") (param $pages i32)
      (drop (memory.grow (local.get $pages))))
    (func (export "grow-table") (param $elements i32)
      (drop (table.grow $table (ref.null func) (local.get $elements))))
    (func (export "log") (param $bytes i32) (call $log (i32.const 0) (local.get $bytes)))
    (func (export "fuel-left") (result i64) (call $fuel-left)))
  (core instance $guest (instantiate $guest
    (with "memory" (instance $memory))
    (with "host" (instance (export "log" (func $log)) (export "fuel-left" (func $fuel-left))))))
  (func (export "nothing") (canon lift (core func $guest "nothing")))
  (func (export "burn") (param "rounds" u32) (canon lift (core func $guest "burn")))
  (func (export "for-ever") (canon lift (core func $guest "for-ever")))
  (func (export "trap") (canon lift (core func $guest "trap")))
  (func (export "grow") (param "pages" u32) (canon lift (core func $guest "grow")))
  (func (export "grow-table") (param "elements" u32) (canon lift (core func $guest "grow-table")))
  (func (export "log") (param "bytes" u32) (canon lift (core func $guest "log")))
  (func (export "fuel-left") (result u64) (canon lift (core func $guest "fuel-left"))))
"#;

/// A request of a test to the guest.
enum Deed {
    Nothing,
    Burn(u32),
    ForEver,
    Trap,
    Grow(u32),
    GrowTable(u32),
    Log(u32),
}

fn sandbox(limits: Limits) -> Sandbox {
    Sandbox::new(limits, 1).expect("the sandbox starts")
}

fn program(sandbox: &Sandbox) -> Program {
    program_of(sandbox, GUEST)
}

fn program_of(sandbox: &Sandbox, text: &str) -> Program {
    let component = wat::parse_str(text).expect("it is a component");
    let artifact = compile(&component, EngineVariant::Usual).expect("it can be compiled");
    sandbox.load(&artifact).expect("it fits the sandbox")
}

fn start(sandbox: &Sandbox, program: &Program) -> Result<Instance<Exports>, Stop> {
    Ok(sandbox.start(Seed(0), |store| program.linked().instantiate(store))?)
}

fn guest(limits: Limits) -> (Sandbox, Instance<Exports>) {
    let sandbox = sandbox(limits);
    let program = program(&sandbox);
    let instance = start(&sandbox, &program).expect("it starts");
    (sandbox, instance)
}

fn with_fuel(fuel_per_turn: u64) -> Limits {
    Limits { fuel_per_turn, ..Limits::default() }
}

fn do_it(deed: &Deed, guest: &Exports, store: Call<'_>) -> wasmtime::Result<()> {
    let (name, parameter) = match *deed {
        Deed::Nothing => ("nothing", None),
        Deed::Burn(rounds) => ("burn", Some(rounds)),
        Deed::ForEver => ("for-ever", None),
        Deed::Trap => ("trap", None),
        Deed::Grow(pages) => ("grow", Some(pages)),
        Deed::GrowTable(elements) => ("grow-table", Some(elements)),
        Deed::Log(bytes) => ("log", Some(bytes)),
    };
    match parameter {
        None => guest.get_typed_func::<(), ()>(&mut *store, name)?.call(store, ()),
        Some(parameter) => guest.get_typed_func::<(u32,), ()>(&mut *store, name)?.call(store, (parameter,)),
    }
}

impl Instance<Exports> {
    /// Asks for the deed, and says what the bot has spent then, as far as the turn's fuel allows.
    fn does(&mut self, deed: &Deed) -> Result<u64, Stop> {
        self.ask(|guest, store| do_it(deed, guest, store)).map(|()| self.usage().fuel)
    }

    fn hears(&mut self, deed: &Deed) -> Result<u64, Stop> {
        self.tell(|guest, store| do_it(deed, guest, store)).map(|()| self.usage().fuel)
    }

    /// The answer of `fuel-left` in a turn of its own.
    fn fuel_left(&mut self) -> u64 {
        let ask = |guest: &Exports, store: Call<'_>| {
            guest.get_typed_func::<(), (u64,)>(&mut *store, "fuel-left")?.call(store, ())
        };
        self.ask(ask).expect("it has fuel enough").0
    }
}

/// The cost of a deed in fuel.
fn cost(deed: &Deed) -> u64 {
    guest(Limits::default()).1.does(deed).expect("a turn's fuel is enough")
}

/// A deed gets by with just its cost but for the end, and not with less.
#[track_caller]
fn costs_exactly(deed: &Deed, fuel: u64) {
    assert_eq!(cost(deed), fuel);
    assert_eq!(guest(with_fuel(fuel)).1.does(deed), Ok(fuel));
    assert_eq!(guest(with_fuel(fuel - END)).1.does(deed), Ok(fuel - END));
    assert_eq!(guest(with_fuel(fuel - END - 1)).1.does(deed), Err(Stop::OutOfFuel));
}

#[test]
fn a_bot_that_does_not_start_leaves_its_log_and_its_memory() {
    let sandbox = sandbox(Limits::default());
    let start = "(func $start (call $log (i32.const 0) (i32.const 3)) unreachable) (start $start)";
    let text =
        GUEST.replace("(func (export \"trap\") unreachable)", &format!("(func (export \"trap\")) {start}"));
    let program = program_of(&sandbox, &text);
    let Err(left) = sandbox.start(Seed(0), |store| program.linked().instantiate(store)) else {
        panic!("it starts")
    };
    assert!(matches!(left.stop, Stop::Trap(_)), "{:?}", left.stop);
    assert_eq!(left.log, "\0\0\0\n");
    assert_eq!(left.usage, Usage { fuel: 0, memory_bytes: Limits::PAGE_BYTES });
}

#[test]
fn calls_to_the_host_pay_by_the_call_and_by_the_byte() {
    // The guest's own instructions are few.
    let own = cost(&Deed::Log(0)) - 1_000;
    assert!(own < 10, "{own}");
    assert_eq!(cost(&Deed::Log(4_096)), own + 1_000 + 4_096 * 10);
    let mut guest = guest(Limits::default()).1;
    guest.fuel_left();
    assert!((1_000..1_010).contains(&guest.usage().fuel), "{}", guest.usage().fuel);
}

#[test]
fn a_call_to_the_host_that_cannot_be_paid_is_the_end() {
    costs_exactly(&Deed::Log(100), cost(&Deed::Log(100)));
}

#[test]
fn growing_is_paid_for() {
    let (page, element) = (cost(&Deed::Grow(1)), cost(&Deed::GrowTable(1)));
    assert_eq!(cost(&Deed::Grow(11)) - page, 10 * 255);
    assert_eq!(cost(&Deed::GrowTable(11)) - element, 10);
    for nothing in [Deed::Grow(0), Deed::GrowTable(0)] {
        assert!((255..265).contains(&cost(&nothing)), "{}", cost(&nothing));
    }
}

#[test]
fn a_trap_costs_the_turn() {
    let mut guest = guest(with_fuel(5_000)).1;
    assert!(matches!(guest.does(&Deed::Trap), Err(Stop::Trap(_))));
    assert_eq!(guest.usage().fuel, 5_000);
}

#[test]
fn what_a_bot_hears_and_what_it_is_asked_share_a_turn() {
    let deed = Deed::Burn(1_000);
    let once = cost(&deed);
    let mut inside = guest(with_fuel(3 * once)).1;
    for turn in 1..=2 {
        assert_eq!(inside.hears(&deed), Ok((3 * turn - 2) * once));
        assert_eq!(inside.hears(&deed), Ok((3 * turn - 1) * once));
        assert_eq!(inside.does(&deed), Ok(3 * turn * once));
    }
    let mut beyond = guest(with_fuel(3 * once - ROUND)).1;
    assert!(beyond.hears(&deed).is_ok() && beyond.hears(&deed).is_ok());
    assert_eq!(beyond.does(&deed), Err(Stop::OutOfFuel));
    assert_eq!(beyond.usage().fuel, 3 * once - ROUND);
}

#[test]
fn a_bank_lasts_just_as_long_as_it_holds() {
    let deed = Deed::Burn(1_000);
    let once = cost(&deed);
    let bank =
        |fuel, increment| guest(Limits { fuel_bank: fuel, fuel_increment: increment, ..Limits::default() }).1;
    let mut inside = bank(2 * once, 0);
    assert_eq!((inside.does(&deed), inside.does(&deed)), (Ok(once), Ok(2 * once)));
    assert_eq!(inside.does(&Deed::Nothing), Err(Stop::BankEmpty));

    let mut beyond = bank(2 * once - ROUND, 0);
    assert_eq!((beyond.does(&deed), beyond.does(&deed)), (Ok(once), Err(Stop::BankEmpty)));

    let mut paid = bank(once, once);
    assert!((0..10).all(|_| paid.does(&deed).is_ok()));
}

#[test]
fn fuel_left_tells_what_the_turn_may_still_spend() {
    let fee = 1_000;
    let told = |fuel_per_turn, (fuel_bank, fuel_increment)| {
        let limits = Limits { fuel_per_turn, fuel_bank, fuel_increment, ..Limits::default() };
        let mut guest = guest(limits).1;
        [guest.fuel_left(), guest.fuel_left()]
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
}

#[test]
fn the_watchdog_is_not_the_bots_doing() {
    // However slow the machine, the next tick comes before this fuel is spent.
    let limits = Limits {
        fuel_per_turn: u64::MAX / 2,
        fuel_bank: u64::MAX / 2,
        watchdog_seconds: 0,
        ..Limits::default()
    };
    assert_eq!(guest(limits).1.does(&Deed::ForEver), Err(Stop::Watchdog));
}

#[test]
fn a_bot_is_watched_as_long_as_it_runs() {
    let limits = Limits {
        fuel_per_turn: u64::MAX / 2,
        fuel_bank: u64::MAX / 2,
        watchdog_seconds: 0,
        ..Limits::default()
    };
    let (sandbox, mut instance) = guest(limits);
    drop(sandbox);
    assert_eq!(instance.does(&Deed::ForEver), Err(Stop::Watchdog));
}

#[test]
fn calls_end_when_they_are_to_and_that_is_not_the_bots_doing() {
    let limits = Limits { fuel_per_turn: u64::MAX / 2, fuel_bank: u64::MAX / 2, ..Limits::default() };
    let (sandbox, mut instance) = guest(limits);
    sandbox.interruption().set();
    assert_eq!(instance.does(&Deed::ForEver), Err(Stop::Interrupted));
    drop(instance);
    sandbox.interruption().clear();
    let mut instance = start(&sandbox, &program(&sandbox)).expect("there is room for another");
    assert!(instance.does(&Deed::Burn(1_000)).is_ok());
}

#[test]
fn the_time_that_a_program_takes_is_sampled() {
    let limits = Limits {
        fuel_per_turn: u64::MAX / 2,
        fuel_bank: u64::MAX / 2,
        watchdog_seconds: 0,
        ..Limits::default()
    };
    let sandbox = sandbox(limits);
    let program = program_of(&sandbox, GUEST);
    let start = |store: Call<'_>| program.linked().instantiate(store);
    let mut instance = sandbox.start_with(program.shared(), Seed(0), start).expect("it starts");
    let call = |name: &'static str| {
        move |guest: &Exports, store: Call<'_>| {
            guest.get_typed_func::<(), ()>(&mut *store, name)?.call(store, ())
        }
    };
    assert!(instance.ask(call("nothing")).is_ok());
    assert_eq!(instance.ask(call("for-ever")), Err(Stop::Watchdog));
    drop(instance);
    assert!(program.time_taken() >= watchdog::TICK);
}

/// Recurses as often as its argument says, and keeps floats on the stack meanwhile.
///
/// The depth it reaches depends on the baseline: with the host's features frames may have another size.
const DEEP: &str = r#"(component
  (core module $m
    (func $down (param $n i32) (param $a f64) (param $b f64) (result f64)
      (if (result f64) (local.get $n)
        (then (f64.add (f64.mul (local.get $a) (local.get $b))
          (call $down (i32.sub (local.get $n) (i32.const 1)) (f64.floor (local.get $b)) (f64.add (local.get $a) (local.get $b)))))
        (else (local.get $a))))
    (func (export "down") (param $n i32) (drop (call $down (local.get $n) (f64.const 1.5) (f64.const 2.5)))))
  (core instance $i (instantiate $m))
  (func (export "down") (param "n" u32) (canon lift (core func $i "down"))))"#;

/// The fuel for recursing so deep, or what stops it.
fn fuel_down(variant: EngineVariant, n: u32) -> Result<u64, Stop> {
    let sandbox = Sandbox::set_up(Limits::default(), 1, variant).expect("the sandbox starts");
    let component = wat::parse_str(DEEP).expect("it is a component");
    let artifact = compile(&component, variant).expect("it can be compiled");
    let program = sandbox.load(&artifact).expect("it fits the sandbox");
    let mut deep = start(&sandbox, &program)?;
    deep.ask(|deep, store| deep.get_typed_func::<(u32,), ()>(&mut *store, "down")?.call(store, (n,)))?;
    Ok(deep.usage().fuel)
}

#[test]
fn fuel_does_not_depend_on_what_else_the_processor_can_do() {
    for n in [0, 1, 1_000] {
        assert_eq!(fuel_down(EngineVariant::Usual, n), fuel_down(EngineVariant::HostFeatures, n));
    }
}

#[test]
fn recursion_ends_at_the_same_depth_however_often_it_is_tried() {
    let deepest = |variant| {
        let (mut comes_back, mut traps) = (0, 1 << 20);
        while traps - comes_back > 1 {
            let n = u32::midpoint(comes_back, traps);
            if fuel_down(variant, n).is_ok() { comes_back = n } else { traps = n }
        }
        comes_back
    };
    let depth = deepest(EngineVariant::Usual);
    assert!(depth > 1_000, "{depth}");
    assert_eq!(depth, deepest(EngineVariant::Unpooled));
}

const TIGHT: EngineVariant = EngineVariant::Tight { memory_bytes: 64 << 20 };

/// The fuel and memory of a bot that reads and writes at an address, or the reason why it stopped.
fn touched(variant: EngineVariant, address: u32) -> Result<Usage, Stop> {
    const TOUCHING: &str = r#"(component
      (core module $m
        (memory (export "memory") 2)
        (func (export "touch") (param $at i32)
          (drop (memory.grow (i32.const 1)))
          (i32.store8 offset=100000 (local.get $at) (i32.const 1))
          (drop (f64.load offset=3 (local.get $at)))))
      (core instance $i (instantiate $m))
      (func (export "touch") (param "at" u32) (canon lift (core func $i "touch"))))"#;
    let sandbox = Sandbox::set_up(Limits::default(), 1, variant).expect("the sandbox starts");
    let component = wat::parse_str(TOUCHING).expect("it is a component");
    let program = sandbox.load(&compile(&component, variant).expect("it can be compiled")).expect("it fits");
    let mut bot = start(&sandbox, &program)?;
    bot.ask(|bot, store| bot.get_typed_func::<(u32,), ()>(&mut *store, "touch")?.call(store, (address,)))?;
    Ok(bot.usage())
}

#[test]
fn where_address_space_is_scarce_fuel_memory_and_traps_are_the_same() {
    const PAGES_3: u32 = 3 << 16;
    for address in [0, PAGES_3 - 100_001, PAGES_3 - 100_000, PAGES_3 - 11, PAGES_3, 1 << 31, u32::MAX] {
        let usual = touched(EngineVariant::Usual, address);
        assert_eq!(usual.is_ok(), address < PAGES_3 - 100_000, "{address}: {usual:?}");
        assert_eq!(touched(TIGHT, address), usual, "{address}");
    }
    for n in [0, 1, 1_000] {
        assert_eq!(fuel_down(EngineVariant::Usual, n), fuel_down(TIGHT, n));
    }
}

#[test]
fn where_address_space_is_scarce_nothing_is_said_of_deep_recursion() {
    for n in [10_000, 1 << 20] {
        let usual = fuel_down(EngineVariant::Usual, n);
        let tight = fuel_down(TIGHT, n);
        assert!(tight == usual || tight == Err(Stop::TooDeep), "{n}: {tight:?}");
    }
    assert!(matches!(fuel_down(EngineVariant::Usual, 1 << 20), Err(Stop::Trap(_))));
    assert_eq!(fuel_down(TIGHT, 1 << 20), Err(Stop::TooDeep));
}

/// Prices count at the places where control flow meets, too.
#[test]
fn every_way_into_a_place_where_control_flow_meets_costs_something() {
    // The guest's loop and function end twice, and the loop begins.
    let fuel = |variant| {
        let sandbox = Sandbox::set_up(Limits::default(), 1, variant).expect("the sandbox starts");
        let component = wat::parse_str(GUEST).expect("it is a component");
        let program =
            sandbox.load(&compile(&component, variant).expect("it can be compiled")).expect("it fits");
        start(&sandbox, &program).expect("it starts").does(&Deed::Burn(10)).expect("it has fuel enough")
    };
    assert_eq!(fuel(EngineVariant::Usual), fuel(EngineVariant::Unpriced) + 3 * END);
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
fn a_pool_without_a_free_slot_is_the_machines_doing() {
    let sandbox = sandbox(Limits::default());
    let program = program(&sandbox);
    let first = start(&sandbox, &program).expect("there is one slot");
    let Err(stop) = start(&sandbox, &program) else { panic!("there is no second slot") };
    assert!(matches!(&stop, Stop::Machine(trouble) if trouble.contains("limit")), "{stop:?}");
    drop(first);
    assert!(start(&sandbox, &program).is_ok(), "the slot is free again");
}

#[test]
fn memory_counts_from_the_start_and_by_the_turn_and_only_if_it_was_granted() {
    const PAGE: u64 = 1 << 16;
    let mut guest = guest(Limits { memory_bytes: 10 * PAGE, ..Limits::default() }).1;
    let memory = |guest: &Instance<Exports>| (guest.usage().memory_bytes, guest.usage_in_turn().memory_bytes);
    assert_eq!(memory(&guest), (PAGE, PAGE), "before the first turn, all that it started with");
    for (pages, all, in_turn) in [(0, 1, 0), (4, 5, 4), (6, 5, 0), (5, 10, 5)] {
        guest.does(&Deed::Grow(pages)).expect("it goes on without");
        assert_eq!(memory(&guest), (all * PAGE, in_turn * PAGE), "{pages}");
    }
    assert!(guest.usage_in_turn().fuel < guest.usage().fuel);
}

/// Answers with the first byte of its program and the program's length, added up.
const INTERPRETER: &str = r#"(component
  (import "judge:arena/source@1.0.0" (instance $source (export "read" (func (result (list u8))))))
  (core module $room (memory (export "memory") 1)
    (func (export "realloc") (param i32 i32 i32 i32) (result i32) (i32.const 1024)))
  (core instance $room (instantiate $room))
  (core func $read (canon lower (func $source "read")
    (memory (core memory $room "memory")) (realloc (core func $room "realloc"))))
  (core module $m
    (import "" "read" (func $read (param i32)))
    (import "" "memory" (memory 1))
    (func (export "sum") (result i32)
      (call $read (i32.const 0))
      (i32.add (i32.load8_u (i32.load (i32.const 0))) (i32.load (i32.const 4)))))
  (core instance $i (instantiate $m
    (with "" (instance (export "read" (func $read)) (export "memory" (memory $room "memory"))))))
  (func (export "sum") (result u32) (canon lift (core func $i "sum"))))"#;

#[test]
fn an_interpreter_reads_its_program_and_pays_for_each_byte() {
    let sandbox = sandbox(Limits::default());
    let program = program_of(&sandbox, INTERPRETER);
    let run = |source: &[u8]| {
        let program = program.clone().with_source(source.into());
        let start = |store: Call<'_>| program.linked().instantiate(store);
        let mut instance = sandbox.start_with(program.shared(), Seed(0), start).expect("it starts");
        let sum = |guest: &Exports, store: Call<'_>| {
            guest.get_typed_func::<(), (u32,)>(&mut *store, "sum")?.call(store, ())
        };
        (instance.ask(sum).expect("it answers").0, instance.usage().fuel)
    };
    let (long, short) = (run(&[7; 100]), run(&[7; 50]));
    assert_eq!((long.0, short.0), (107, 57));
    assert_eq!(long.1 - short.1, 50 * 10);
}
