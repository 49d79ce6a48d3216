//! A bot's knowledge of its bank.

use super::*;

/// Asks for its bank, too: what [`GUEST`] imports is the host as it was before there was that function.
const BANKER: &str = r#"
(component
  (import "judge:arena/host@1.0.0" (instance $host
    (export "fuel-left" (func (result u64)))
    (export "bank-left" (func (result u64)))))
  (core func $fuel-left (canon lower (func $host "fuel-left")))
  (core func $bank-left (canon lower (func $host "bank-left")))
  (core module $guest
    (import "host" "fuel-left" (func $fuel-left (result i64)))
    (import "host" "bank-left" (func $bank-left (result i64)))
    (global $at-start (mut i64) (i64.const -1))
    (func $start (global.set $at-start (call $bank-left)))
    (start $start)
    (func (export "at-start") (result i64) (global.get $at-start))
    (func (export "beyond") (result i64)
      (i64.sub (call $bank-left) (i64.sub (call $fuel-left) (i64.const -1000))))
    (func (export "bank-left") (result i64) (call $bank-left)))
  (core instance $guest (instantiate $guest
    (with "host" (instance (export "fuel-left" (func $fuel-left)) (export "bank-left" (func $bank-left))))))
  (func (export "at-start") (result u64) (canon lift (core func $guest "at-start")))
  (func (export "beyond") (result u64) (canon lift (core func $guest "beyond")))
  (func (export "bank-left") (result u64) (canon lift (core func $guest "bank-left"))))
"#;

impl Instance<Exports> {
    /// The answer of a function without parameters that gives a number.
    fn number(&mut self, name: &str) -> u64 {
        let ask = |guest: &Exports, store: Call<'_>| {
            guest.get_typed_func::<(), (u64,)>(&mut *store, name)?.call(store, ())
        };
        self.ask(ask).expect("it has fuel enough").0
    }
}

#[test]
fn bank_left_tells_what_the_game_may_still_spend() {
    let increment = 300;
    let banker = |fuel_per_turn, fuel_bank| {
        let sandbox =
            sandbox(Limits { fuel_per_turn, fuel_bank, fuel_increment: increment, ..Limits::default() });
        let program = program_of(&sandbox, BANKER);
        start(&sandbox, &program).expect("it starts")
    };
    for (fuel_per_turn, fuel_bank) in [(5_000, 50_000), (50_000, 20_000)] {
        let mut guest = banker(fuel_per_turn, fuel_bank);
        assert_eq!(guest.number("at-start"), 0);
        let (mut holds, mut used) = (fuel_bank + increment, guest.usage().fuel);
        let own = holds - used - guest.number("bank-left");
        assert!((1_000..1_010).contains(&own), "{own}");
        for _ in 0..5 {
            holds += increment;
            used = guest.usage().fuel;
            assert_eq!(guest.number("bank-left"), holds - used - own);
        }
    }
    // What is beyond the turn's fuel does not depend on what the turn has spent; the first call's fee is between.
    let beyond = |fuel_bank| banker(5_000, fuel_bank).number("beyond");
    assert_eq!([5_000, 5_001, 9_000].map(|bank| beyond(bank) - beyond(5_000)), [0, 1, 4_000]);
}
