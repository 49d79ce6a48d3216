//! The judge's overhead for a turn: games of a bot that answers at once, against bare calls; of a bot whose functions are
//! called, and of a program that reads the same questions as lines.

use std::path::{Path, PathBuf};
use std::time::Instant;

use judge_core::phases::GameResult;
use judge_play::Seed;
use judge_play::contract;
use judge_play::wit::Value;
use judge_sandbox::{DirectProgram, Program};

use super::{Pair, RUNS, median, repository, threads};

/// Rounds played in a run, of two games each.
const ROUNDS: u32 = 500;

/// An Othello bot that answers with the first legal square.
pub(super) const QUICK: &str = r#"(module
  (memory (export "memory") 1)
  (data (i32.const 0) "\80\00\00\00" "\05\00\00\00")
  (data (i32.const 128) "Quick")
  (func (export "cabi_realloc") (param i32 i32 i32 i32) (result i32) (i32.const 1024))
  (func (export "judge:arena/othello@1.0.0#name") (result i32) (i32.const 0))
  (func (export "judge:arena/othello@1.0.0#new-game") (param i64 i32 i32 i32))
  (func (export "judge:arena/othello@1.0.0#choose") (param i64 i64) (param $legal i64) (result i32)
    (local $square i32)
    (local.set $square (i32.wrap_i64 (i64.ctz (local.get $legal))))
    (i32.store8 offset=64 (i32.const 0) (i32.and (local.get $square) (i32.const 7)))
    (i32.store8 offset=65 (i32.const 0) (i32.shr_u (local.get $square) (i32.const 3)))
    (i32.const 64)))"#;

/// A question as a program reads it.
const QUESTION: &str = "{\"ask\":\"choose\",\"own\":\"34628173824\",\"opponent\":\"68853694464\",\"legal\":\"17729692631040\",\"fuel_left\":100000000,\"legal_actions\":[\"d3\",\"c4\",\"f5\",\"e6\"]}\n";

/// Prints what a turn takes in a game and as a bare call, and what the judge adds to it.
pub(crate) fn print() {
    let folder = tempfile::tempdir().expect("a temporary folder can be made");
    let forms = ["functions", "lines"];
    let pairs = forms.map(|form| Pair::of("othello", &written(form, folder.path()), ROUNDS));
    let thread = threads(1);
    let asked = pairs.each_ref().map(|pair| asked(&pair.results(&thread)));
    assert_eq!(asked, [asked[0]; 2], "both take the first legal square");
    let asked = asked[0];
    let run = |pair: &Pair| {
        let games = pair.sandboxed(&thread).as_secs_f64();
        thread.install(|| [games, starts(pair), calls(pair, asked)])
    };
    let runs: Vec<[[f64; 3]; 2]> = (0..RUNS).map(|_| pairs.each_ref().map(run)).collect();
    #[expect(clippy::cast_precision_loss, reason = "shown to the nanosecond")]
    let turns = asked as f64;
    println!("\nothello, a bot that answers at once: nanoseconds a turn, of {asked} turns");
    println!("{:<36} {:>12} {:>12} {:>8}", "", "by functions", "by lines", "ratio");
    let line = |what: &str, value: fn(&[f64; 3]) -> f64| {
        let [functions, lines] =
            [0, 1].map(|form| median(runs.iter().map(|run| value(&run[form])).collect()) * 1e9 / turns);
        println!("{what:<36} {functions:>12.0} {lines:>12.0} {:>8.1}", lines / functions);
    };
    line("whole games", |run| run[0]);
    line("of that, starting the instances", |run| run[1]);
    line("of that, bare calls", |run| run[2]);
    line("what the judge adds", |run| run[0] - run[1] - run[2]);
}

/// Writes a bot that answers at once, in one of its forms, into a folder.
pub(super) fn written(form: &str, folder: &Path) -> PathBuf {
    let module = wat::parse_str(QUICK).expect("it is a module");
    let bytes = match form {
        "lines" => {
            wat::parse_file(repository().join("tests/guests/line-walker.wat")).expect("it is a module")
        }
        _ => module,
    };
    let wasm = folder.join(form).with_extension("wasm");
    std::fs::write(&wasm, bytes).expect("it can be written");
    wasm
}

pub(super) fn asked(results: &[GameResult]) -> u64 {
    let asked = |result: &GameResult| match result {
        GameResult::Played(record) => record.asked.iter().map(|asked| u64::from(*asked)).sum(),
        _ => 0,
    };
    results.iter().map(asked).sum()
}

/// Seconds for starting as many instances as the games have, two at a time.
fn starts(pair: &Pair) -> f64 {
    fn times<T>(start: impl Fn() -> T) -> f64 {
        let begin = Instant::now();
        for _ in 0..ROUNDS * 2 {
            std::hint::black_box([start(), start()]);
        }
        begin.elapsed().as_secs_f64()
    }
    if let Some(lines) = program(pair).lines() {
        return times(|| pair.sandbox.start_lines(Seed(1), &lines).expect("it starts"));
    }
    let functions = functions(pair);
    times(|| pair.sandbox.start(Seed(1), &functions).expect("it starts"))
}

/// Seconds for so many questions to one instance.
fn calls(pair: &Pair, count: u64) -> f64 {
    if let Some(lines) = program(pair).lines() {
        let mut instance = pair.sandbox.start_lines(Seed(1), &lines).expect("it starts");
        let begin = Instant::now();
        for _ in 0..count {
            instance.ask(QUESTION).expect("it answers");
        }
        return begin.elapsed().as_secs_f64();
    }
    let functions = functions(pair);
    let mut instance = pair.sandbox.start(Seed(1), &functions).expect("it starts");
    let (mut arguments, mut answer) = (Value::default(), Value::default());
    let begin = Instant::now();
    for i in 0..count {
        arguments.clear();
        answer.clear();
        arguments.numbers([i, 0, 1 << (i % 64)]);
        instance.ask("choose", &arguments, &mut answer).expect("it answers");
    }
    begin.elapsed().as_secs_f64()
}

fn program(pair: &Pair) -> &Program {
    pair.bots[0].program.as_ref().expect("it is loaded")
}

fn functions(pair: &Pair) -> DirectProgram {
    program(pair).functions(contract::described("othello")).expect("they were checked")
}
