//! Each function of the first WASI, called by a module that is made of `preview1.txt`, with right and wrong arguments.

use std::fmt::Write;
use std::sync::Arc;

use judge_limits::{Account, Limits, Seed};
use judge_sandbox::{EngineVariant, Instance, Sandbox, Stop, compile};
use judge_wit::preview1::{FUNCTIONS, MODULE, Preview1};
use judge_wit::{Interface, Value, text};

const CALLS: &str = include_str!("preview1.txt");

/// A call of a function, and what comes of it.
struct Call {
    name: &'static str,
    arguments: Vec<&'static str>,
    outcome: &'static str,
    /// Numbers in the memory afterwards, by their addresses.
    memory: Vec<(u32, u32)>,
}

fn calls() -> Vec<Call> {
    let call = |line: &'static str| {
        let (call, outcome) = line.split_once("->").expect("it has an outcome");
        let mut words = call.split_whitespace();
        let (outcome, memory) = outcome.trim().split_once("  ").unwrap_or((outcome.trim(), ""));
        let number = |text: &str| text.parse().expect("it is a number");
        let place = |word: &'static str| {
            let (at, is) = word.split_once('=').expect("it says what stands where");
            (number(at), number(is))
        };
        Call {
            name: words.next().expect("it has a name"),
            arguments: words.collect(),
            outcome,
            memory: memory.split_whitespace().map(place).collect(),
        }
    };
    CALLS.lines().filter(|line| !line.starts_with('#')).map(call).collect()
}

/// A text of WebAssembly that stands for these numbers of 32 bits.
fn data(numbers: &[u32]) -> String {
    let mut text = String::new();
    for byte in numbers.iter().flat_map(|number| number.to_le_bytes()) {
        _ = write!(text, "\\{byte:02x}");
    }
    text
}

/// The module that makes the calls, each in a function of its own.
fn module(calls: &[Call]) -> String {
    let mut text = "(module\n".to_owned();
    let letter = |letter| if letter == 'i' { " i32" } else { " i64" };
    for Preview1 { name, params, .. } in FUNCTIONS {
        let params: String = params.chars().map(letter).collect();
        let result = if name == "proc_exit" { "" } else { "(result i32)" };
        _ = writeln!(text, "(import {MODULE:?} {name:?} (func ${name} (param{params}) {result}))");
    }
    let all: Vec<u32> = [0, 32 << 16].repeat(1024);
    let wait =
        |user: u32, kind: u32, which: u32, time: u32| [user, 0, kind, 0, which, 0, time, 0, 0, 0, 0, 0];
    let waits = [wait(7, 0, 1, 1_000_000_000), wait(8, 0, 9, 0), wait(8, 7, 0, 0), wait(9, 1, 5, 0)].concat();
    text.push_str("(memory (export \"memory\") 32)\n");
    for (at, numbers) in [
        (0, &[16, 4, 20, 5][..]),
        (32, &[0, u32::MAX, (32 << 16) - 4, 8]),
        (64, &waits),
        (512, &[512]),
        (1024, &all),
        (9216, &[16, 16].repeat(1024)),
    ] {
        _ = writeln!(text, "(data (i32.const {at}) \"{}\")", data(numbers));
    }
    text.push_str("(func (export \"calls#look\") (param i32) (result i32) (i32.load (local.get 0)))\n");
    for (number, call) in calls.iter().enumerate() {
        let function = Preview1::named(call.name).expect("it is a function of WASI's");
        assert_eq!(call.arguments.len(), function.params.len(), "{}", call.name);
        let given = function.params.chars().zip(&call.arguments);
        let given = given.map(|(ty, number)| format!("({}.const {number})", letter(ty).trim_start()));
        let given = given.collect::<Vec<_>>().join(" ");
        let after = if call.name == "proc_exit" { "unreachable" } else { "" };
        _ = writeln!(
            text,
            "(func (export \"calls#c{number}\") (result i32) (call ${} {given}) {after})",
            call.name
        );
    }
    text + ")"
}

/// The functions of that module, which the judge calls.
fn interface(calls: &[Call]) -> Arc<Interface> {
    let mut wit = "package judge:arena@1.0.0;\ninterface calls {\n look: func(at: u32) -> u32;\n".to_owned();
    for number in 0..calls.len() {
        _ = writeln!(wit, " c{number}: func() -> u32;");
    }
    let mut description = text::description(&(wit + "}\n")).expect("it is a contract");
    description.interface = "calls".into();
    Arc::new(Interface::new(&description).expect("it is an interface"))
}

fn ask(bot: &mut Instance, function: &str, arguments: &Value) -> Result<u32, Stop> {
    let mut answer = Value::default();
    bot.ask(function, arguments, &mut answer)?;
    Ok(u32::try_from(answer.reader().number()).expect("it is a number of 32 bits"))
}

/// Checks that the module is that of the file with which the page is tried.
fn is_written(module: &[u8]) {
    /// Set to write the file anew.
    const UPDATE: &str = "JUDGE_UPDATE";
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/preview1.wasm");
    if std::env::var_os(UPDATE).is_some() {
        std::fs::write(file, module).expect("the file can be written");
    }
    let written = std::fs::read(file).expect("the file is there");
    assert!(written == module, "preview1.wasm is old; set {UPDATE}=1 to write it anew");
}

#[test]
fn each_function_answers_and_costs_what_the_table_says() {
    let calls = calls();
    for function in FUNCTIONS {
        assert!(calls.iter().any(|call| call.name == function.name), "{}", function.name);
    }
    let limits = Limits { fuel_per_turn: 10_000_000, ..Limits::default() };
    let sandbox = Sandbox::new(limits, 1).expect("the sandbox starts");
    let module = wat::parse_str(module(&calls)).unwrap_or_else(|error| panic!("{error}"));
    is_written(&module);
    let artifact = compile(&module, EngineVariant::Usual).expect("it can be compiled");
    let program = sandbox.load(&artifact, &[]).expect("it imports what there is");
    let bot = program.functions(&interface(&calls)).expect("it has the functions");
    for (number, call) in calls.iter().enumerate() {
        let what = format!("{} {}", call.name, call.arguments.join(" "));
        let mut instance = sandbox.start(Seed(1), &bot).expect("it starts");
        let outcome = match ask(&mut instance, &format!("c{number}"), &Value::default()) {
            // The call stands in a function, with its arguments.
            Ok(errno) => format!("{errno}, {}", instance.usage().fuel - 4 - call.arguments.len() as u64),
            Err(Stop::Exit(status)) => format!("exit {status}"),
            Err(Stop::OutOfFuel) => "out of fuel".into(),
            Err(stop) => format!("{stop:?}"),
        };
        assert_eq!(outcome, call.outcome, "{what}");
        for (at, is) in &call.memory {
            let mut place = Value::default();
            place.numbers([u64::from(*at)]);
            assert_eq!(ask(&mut instance, "look", &place), Ok(*is), "{what}: at {at}");
        }
    }
}
