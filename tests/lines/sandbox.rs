//! Programs that read and write lines, as text, each of which does one thing: what the sandbox makes of them.

use std::thread;

use judge_bots::{FileKind, compile};
use judge_play::{Account, Seed};
use judge_sandbox::{EngineVariant, Limits, LineInstance, LineProgram, NotStarted, Sandbox, Stop};

/// Reads what there is, and prints from 1024 on: an answer, half of one, two of them, a note and a long line.
const GUEST: &str = r#"(module
  (import "wasi_snapshot_preview1" "fd_read" (func $fd_read (param i32 i32 i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "fd_seek" (func $fd_seek (param i32 i64 i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "fd_close" (func $fd_close (param i32) (result i32)))
  (import "wasi_snapshot_preview1" "fd_filestat_get" (func $fd_filestat_get (param i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "fd_fdstat_get" (func $fd_fdstat_get (param i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "poll_oneoff" (func $poll_oneoff (param i32 i32 i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "clock_time_get" (func $clock_time_get (param i32 i64 i32) (result i32)))
  (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
  (memory (export "memory") 2)
  (data (i32.const 1024) "3,4\n5,6\ndebug: 3\n\073,4\n\n \r\n")
  (func $read (param $most i32) (result i32)
    (i32.store (i32.const 0) (i32.const 4096)) (i32.store (i32.const 4) (local.get $most))
    (if (call $fd_read (i32.const 0) (i32.const 0) (i32.const 1) (i32.const 8)) (then unreachable))
    (i32.load (i32.const 8)))
  (func $line
    (loop $more
      (br_if $more (i32.ne (i32.const 10)
        (i32.load8_u (i32.add (i32.const 4095) (call $read (i32.const 512))))))))
  (func $print (param $fd i32) (param $at i32) (param $length i32)
    (i32.store (i32.const 0) (local.get $at)) (i32.store (i32.const 4) (local.get $length))
    (drop (call $fd_write (local.get $fd) (i32.const 0) (i32.const 1) (i32.const 8))))
  (func $say (param $at i32) (param $length i32) (call $print (i32.const 1) (local.get $at) (local.get $length)))
  (func $ask_clock (drop (call $clock_time_get (i32.const 1) (i64.const 0) (i32.const 2048))))
  (func $answer (call $say (i32.const 1024) (i32.const 4)))
  (func $deep (param $levels i32)
    (if (local.get $levels)
      (then (call $deep (i32.sub (local.get $levels) (i32.const 1))))
      (else (call $line) (call $answer)))
    (drop (i32.load (i32.const 8))))
  (func (export "_start") BODY))"#;

const QUESTION: &str = "{\"ask\":\"choose\"}\n";
const ANSWERS: &str = "(loop $next (call $line) (call $answer) (br $next))";

fn sandbox() -> Sandbox {
    let limits = Limits { fuel_per_turn: 1_000_000, memory_bytes: 4 << 20, ..Limits::default() };
    Sandbox::new(limits, 2).expect("the sandbox starts")
}

/// An interpreter's way to lines: it reads what there is, and prints as many bytes of its answer.
pub(crate) const INTERPRETER: &str = r#"(component
  (import "judge:arena/lines@1.0.0" (instance $lines
    (export "read" (func (param "bytes" u32) (result (list u8))))
    (export "print" (func (param "text" string)))))
  (core module $room
    (memory (export "memory") 1)
    (func (export "realloc") (param i32 i32 i32 i32) (result i32) (i32.const 4096)))
  (core instance $room (instantiate $room))
  (core func $read (canon lower (func $lines "read") (memory (core memory $room "memory")) (realloc (core func $room "realloc"))))
  (core func $print (canon lower (func $lines "print") (memory (core memory $room "memory"))))
  (core module $main
    (import "room" "memory" (memory 1))
    (import "lines" "read" (func $read (param i32 i32)))
    (import "lines" "print" (func $print (param i32 i32)))
    (data (i32.const 1024) "3,4\n")
    (func (export "run") (result i32)
      (loop $next
        (call $read (i32.const 8) (i32.const 8))
        (call $print (i32.const 1024) (i32.const BYTES))
        (br $next))
      (unreachable)))
  (core instance $main (instantiate $main
    (with "room" (instance $room))
    (with "lines" (instance (export "read" (func $read)) (export "print" (func $print))))))
  (func $run (result (result)) (canon lift (core func $main "run")))
  (instance $exported (export "run" (func $run)))
  (export "wasi:cli/run@0.2.0" (instance $exported)))"#;

/// The same as a core module.
const CORE_INTERPRETER: &str = r#"(module
  (import "judge:arena/lines@1.0.0" "read" (func $read (param i32 i32)))
  (import "judge:arena/lines@1.0.0" "print" (func $print (param i32 i32)))
  (memory (export "memory") 1)
  (data (i32.const 1024) "3,4\n")
  (func (export "cabi_realloc") (param i32 i32 i32 i32) (result i32) (i32.const 4096))
  (func (export "wasi:cli/run@0.2.0#run") (result i32)
    (loop $next
      (call $read (i32.const 8) (i32.const 8))
      (call $print (i32.const 1024) (i32.const BYTES))
      (br $next))
    (unreachable)))"#;

fn program(sandbox: &Sandbox, body: &str) -> LineProgram {
    of_text(sandbox, &GUEST.replace("BODY", body))
}

fn of_text(sandbox: &Sandbox, text: &str) -> LineProgram {
    let module = wat::parse_str(text).expect("it is WebAssembly");
    let artifact = compile(&module, &FileKind::bot("othello"), EngineVariant::Usual).expect("it is a bot");
    sandbox.load(&artifact, &[]).expect("it fits the sandbox").lines().expect("it reads lines")
}

#[test]
fn an_interpreter_reads_and_prints_through_the_judge() {
    let sandbox = sandbox();
    for form in [INTERPRETER, CORE_INTERPRETER] {
        let start = |bytes: &str| {
            let program = of_text(&sandbox, &form.replace("BYTES", bytes));
            sandbox.start_lines(Seed(1), &program).expect("it starts")
        };
        // It wants eight bytes at a time, and answers when it has read the first.
        let mut early = start("4");
        assert!(
            matches!(early.ask(QUESTION), Err(Stop::OffProtocol(why)) if why.contains("before it had read"))
        );
        let mut whole = start("4");
        assert_eq!(whole.ask("{}\n"), Ok("3,4".to_owned()));
        assert_eq!(whole.ask("{}\n"), Ok("3,4".to_owned()));
        let mut half = start("3");
        assert!(
            matches!(half.ask("{}\n"), Err(Stop::OffProtocol(why)) if why.contains("without a line end"))
        );
    }
}

#[test]
fn an_interpreter_has_the_clock_of_the_game_and_its_random_numbers() {
    let imports = r#"(module
      (import "judge:arena/lines@1.0.0" "now" (func $now (result i64)))
      (import "judge:arena/lines@1.0.0" "sleep" (func $sleep (param i64)))
      (import "judge:arena/lines@1.0.0" "random" (func $random (result i64)))"#;
    let looks = "(call $sleep (i64.const 5000000000))
      (if (i64.lt_u (call $now) (i64.const 5000000000)) (then unreachable))
      (if (i64.gt_u (call $now) (i64.const 5001000000)) (then unreachable))
      (if (i64.eq (call $random) (call $random)) (then unreachable))
      (call $print (i32.const 1024) (i32.const 4))
      (call $read (i32.const 8) (i32.const 8)) (loop $forever (br $forever))";
    let text = CORE_INTERPRETER
        .replace("(module", imports)
        .replace("(call $print (i32.const 1024) (i32.const BYTES))", looks);
    let sandbox = sandbox();
    let program = of_text(&sandbox, &text);
    let mut instance = sandbox.start_lines(Seed(1), &program).expect("it starts");
    assert_eq!(instance.ask("{}\n"), Ok("3,4".to_owned()));
    assert_eq!(instance.ask("{}\n"), Err(Stop::OutOfFuel));
    assert!(instance.asked_clock());
}

#[test]
fn a_search_that_stops_by_the_clock_takes_the_same_by_wasi_and_behind_an_interpreter() {
    let think = |look: &str, now: &str| {
        format!(
            "{look} (i64.store (i32.const 2056) {now})
             (loop $think {look}
               (br_if $think (i64.lt_u (i64.sub {now} (i64.load (i32.const 2056))) (i64.const 500000))))"
        )
    };
    let by_wasi = think("(call $ask_clock)", "(i64.load (i32.const 2048))");
    let by_wasi = GUEST.replace("BODY", &format!("(call $line) {by_wasi} (call $answer) (call $line)"));
    let now = r#"(module (import "judge:arena/lines@1.0.0" "now" (func $now (result i64)))"#;
    let answer = "(call $print (i32.const 1024) (i32.const BYTES))";
    let behind = CORE_INTERPRETER.replace("(module", now);
    let behind =
        behind.replace(answer, &format!("{} {}", think("", "(call $now)"), answer.replace("BYTES", "4")));
    for text in [by_wasi, behind] {
        let sandbox = sandbox();
        let program = of_text(&sandbox, &text);
        let mut instance = sandbox.start_lines(Seed(1), &program).expect("it starts");
        assert_eq!(instance.ask("{}\n"), Ok("3,4".to_owned()), "{text}");
        let fuel = instance.usage_in_turn().fuel;
        assert!((500_000..505_000).contains(&fuel), "{fuel}: {text}");
    }
}

#[test]
fn who_asks_the_clock_in_a_turn_is_known() {
    for (body, asked) in [
        ("(call $line) (call $ask_clock) (loop $forever (br $forever))", true),
        ("(call $ask_clock) (call $line) (loop $forever (br $forever))", false),
        ("(call $line) (loop $forever (br $forever))", false),
    ] {
        let mut instance = running(body);
        assert_eq!(instance.ask(QUESTION), Err(Stop::OutOfFuel));
        assert_eq!(instance.asked_clock(), asked, "{body}");
    }
}

fn started(body: &str) -> Result<LineInstance, NotStarted> {
    let sandbox = sandbox();
    let program = program(&sandbox, body);
    sandbox.start_lines(Seed(1), &program)
}

fn running(body: &str) -> LineInstance {
    started(body).unwrap_or_else(|not| panic!("{body}: {not:?}"))
}

fn stop(body: &str) -> Stop {
    running(body).ask(QUESTION).expect_err(body)
}

#[test]
fn a_program_answers_line_by_line_and_is_told_news_between() {
    let news = "(loop $next (call $line) (br_if $next (i32.eq (i32.load8_u (i32.const 4098)) (i32.const 116))) (call $answer) (br $next))";
    let mut instance = running(news);
    for _ in 0..3 {
        instance.tell("{\"tell\":\"update\"}\n").expect("it reads");
        instance.tell("{\"tell\":\"update\"}\n").expect("it reads");
        assert_eq!(instance.ask(QUESTION).as_deref(), Ok("3,4"));
    }
}

#[test]
fn a_turn_takes_the_same_fuel_each_time_and_a_question_by_its_bytes() {
    let mut instance = running(ANSWERS);
    let mut fuel = |question: &str| {
        instance.ask(question).expect("it answers");
        instance.usage_in_turn().fuel
    };
    let first = fuel(QUESTION);
    let turns: Vec<u64> = (0..10).map(|_| fuel(QUESTION)).collect();
    assert!(turns.iter().all(|fuel| *fuel == turns[0]), "{turns:?}");
    assert!(first.abs_diff(turns[0]) < 2_000, "{first}: it goes on where it was suspended");
    assert_eq!(fuel(&format!("{}{QUESTION}", " ".repeat(10))) - turns[0], 10 * 10);
}

#[test]
fn each_way_to_break_the_protocol_has_words_of_its_own() {
    for (body, words) in [
        (
            "(call $line) (call $line)",
            "it waits for the next line and has not answered; print an answer, and flush the output after it",
        ),
        (
            "(call $line) (call $say (i32.const 1024) (i32.const 3)) (call $line)",
            "it printed \"3,4\" without a line end, and waits for the next line; end the line, and flush the output",
        ),
        (
            "(call $line) (call $say (i32.const 1024) (i32.const 8))",
            "it answered \"3,4\", and printed \"5,6\" behind it; print one line for each question, and notes to standard error",
        ),
        (
            "(loop $next (call $answer) (br $next))",
            "it printed \"3,4\" before it was asked; print notes to standard error",
        ),
        (
            "(drop (call $read (i32.const 3))) (call $answer)",
            "it printed \"3,4\" before it had read the question; print one line for each question, and notes to standard error",
        ),
    ] {
        let stop =
            started(body).map_or_else(|not| not.stop, |mut instance| instance.ask(QUESTION).expect_err(body));
        assert_eq!(stop, Stop::OffProtocol(words.into()));
    }
}

#[test]
fn an_answer_too_many_comes_to_light_with_the_next_question() {
    let mut instance = running("(loop $next (call $line) (call $answer) (call $answer) (br $next))");
    assert_eq!(instance.ask(QUESTION).as_deref(), Ok("3,4"));
    let Err(Stop::OffProtocol(told)) = instance.ask(QUESTION) else { panic!("it answered twice") };
    assert!(told.starts_with("it printed \"3,4\" before it had read the question"), "{told}");
}

#[test]
fn an_empty_line_behind_an_answer_costs_nothing() {
    let at = |from: usize, bytes: usize| format!("(call $say (i32.const {from}) (i32.const {bytes}))");
    // With the answer, after it, and half with it.
    let (with, answer, behind) = (at(1042, 8), at(1042, 4), at(1046, 4));
    let (half, rest) = (at(1042, 6), at(1048, 2));
    for answers in
        [with.clone(), format!("{answer}{behind}"), format!("{half}{rest}"), format!("{with}{behind}")]
    {
        for begin in ["", behind.as_str()] {
            let mut instance = running(&format!("{begin} (loop $next (call $line) {answers} (br $next))"));
            for _ in 0..3 {
                assert_eq!(instance.ask(QUESTION).as_deref(), Ok("3,4"), "{answers}");
            }
        }
    }
    let news = format!(
        "(loop $next (call $line) (br_if $next (i32.eq (i32.load8_u (i32.const 4098)) (i32.const 116))) {answer}{behind} (br $next))"
    );
    let mut instance = running(&news);
    assert_eq!(instance.ask(QUESTION).as_deref(), Ok("3,4"));
    instance.tell("{\"tell\":\"update\"}\n").expect("it reads");
    assert_eq!(instance.ask(QUESTION).as_deref(), Ok("3,4"));
    // Where a question was read, an empty line answers it.
    let mut empty = running(&format!("(loop $next (call $line) {behind} (br $next))"));
    assert_eq!(empty.ask(QUESTION).as_deref(), Ok(""));
}

#[test]
fn what_is_printed_at_news_is_no_answer() {
    let mut instance = running(ANSWERS);
    let Err(Stop::OffProtocol(told)) = instance.tell("{\"tell\":\"update\"}\n") else {
        panic!("nothing was asked")
    };
    assert_eq!(told, "it printed \"3,4\" before it was asked; print notes to standard error");
}

#[test]
fn a_program_that_ends_says_how() {
    assert_eq!(stop("(call $line) (call $exit (i32.const 7))"), Stop::Exit(7));
    assert_eq!(stop("(call $line) (call $exit (i32.const 300))"), Stop::Exit(255));
    assert_eq!(stop("(call $line) (call $exit (i32.const 0))"), Stop::Exit(0));
    assert_eq!(stop("(call $line)"), Stop::Exit(0));
    assert!(matches!(started("nop"), Err(NotStarted { stop: Stop::Exit(0), .. })));
    assert!(matches!(stop("(call $line) unreachable"), Stop::Trap(_)));
}

#[test]
fn output_without_a_line_end_comes_to_an_end() {
    assert_eq!(
        stop("(call $line) (loop $next (call $say (i32.const 1024) (i32.const 3)) (br $next))"),
        Stop::OutOfFuel
    );
    let long = "(call $line) (loop $next (call $say (i32.const 8192) (i32.const 100000)) (br $next))";
    let limits = Limits { fuel_per_turn: 1 << 40, ..Limits::default() };
    let sandbox = Sandbox::new(limits, 1).expect("the sandbox starts");
    let program = program(&sandbox, long);
    let mut instance = sandbox.start_lines(Seed(1), &program).expect("it starts");
    assert_eq!(instance.ask(QUESTION), Err(Stop::ReplyTooLong));
}

#[test]
fn fuel_ends_whatever_never_ends() {
    for body in [
        "(call $line) (loop $forever (br $forever))",
        "(call $line) (loop $next (drop (call $read (i32.const 0))) (br $next))",
        "(call $line) (loop $next (drop (call $fd_seek (i32.const 0) (i64.const 0) (i32.const 0) (i32.const 8))) (br $next))",
        "(call $line) (loop $next (drop (call $fd_filestat_get (i32.const 1) (i32.const 2048))) (br $next))",
        "(call $line) (loop $next (i32.store8 (i32.const 3000) (i32.const 0)) (i64.store (i32.const 3024) (i64.const -1)) (drop (call $poll_oneoff (i32.const 3000) (i32.const 3100) (i32.const 1) (i32.const 8))) (br $next))",
    ] {
        let mut instance = running(body);
        assert_eq!(instance.ask(QUESTION), Err(Stop::OutOfFuel), "{body}");
        assert_eq!(instance.usage_in_turn().fuel, 1_000_000, "{body}: all of the turn's");
    }
    assert!(matches!(
        started("(loop $forever (br $forever))"),
        Err(NotStarted { stop: Stop::OutOfFuel, .. })
    ));
}

#[test]
fn closed_streams_answer_nothing_and_read_nothing() {
    let no_input = "(call $line) (drop (call $fd_close (i32.const 0))) (call $line)";
    assert!(matches!(stop(no_input), Stop::Trap(_)), "it stops at the errno");
    let closed = "(call $line) (drop (call $fd_close (i32.const 1))) (call $answer) (call $line)";
    assert!(
        matches!(stop(closed), Stop::OffProtocol(told) if told.starts_with("it waits for the next line"))
    );
}

#[test]
fn each_standard_stream_is_a_terminal() {
    let is_terminal = |fd| {
        format!(
            "(drop (call $fd_fdstat_get (i32.const {fd}) (i32.const 2048)))
             (if (i32.ne (i32.load8_u (i32.const 2048)) (i32.const 2)) (then (call $exit (i32.const 5)))) (call $line)"
        )
    };
    assert!((0..3).all(|stream| started(&is_terminal(stream)).is_ok()));
}

#[test]
fn standard_error_is_the_log_also_while_the_program_is_suspended() {
    let note = "(call $print (i32.const 2) (i32.const 1032) (i32.const 9))";
    let mut instance = running(&format!("{note} (loop $next (call $line) {note} (call $answer) (br $next))"));
    assert_eq!(instance.log(), "debug: 3\n");
    instance.ask(QUESTION).expect("it answers");
    assert_eq!((instance.log().as_str(), instance.log_kept_bytes()), ("debug: 3\ndebug: 3\n", 18));
}

#[test]
fn memory_is_limited_and_counted_as_of_any_bot() {
    let mut instance =
        running("(loop $next (call $line) (drop (memory.grow (i32.const 16))) (call $answer) (br $next))");
    let begins_with = instance.usage().memory_bytes;
    instance.ask(QUESTION).expect("it answers");
    assert_eq!(instance.usage().memory_bytes - begins_with, 1 << 20);
    for _ in 0..10 {
        instance.ask(QUESTION).expect("a growth that is refused does not end it");
    }
    assert!(instance.usage().memory_bytes <= 4 << 20);
    let gives_up = "(call $line) (loop $next (if (i32.eq (memory.grow (i32.const 16)) (i32.const -1)) (then unreachable)) (br $next))";
    assert_eq!(stop(gives_up), Stop::OutOfMemory);
}

#[test]
fn a_program_deep_in_its_stack_can_wait_there_and_recursion_without_end_traps() {
    let mut instance = running("(call $deep (i32.const 4000))");
    assert_eq!(instance.ask(QUESTION).as_deref(), Ok("3,4"));
    let limits = Limits { fuel_per_turn: 1 << 40, ..Limits::default() };
    let sandbox = Sandbox::new(limits, 1).expect("the sandbox starts");
    let program = program(&sandbox, "(call $line) (call $deep (i32.const 100000000))");
    let mut instance = sandbox.start_lines(Seed(1), &program).expect("it starts");
    assert!(matches!(instance.ask(QUESTION), Err(Stop::Trap(told)) if told.contains("stack")));
}

#[test]
fn stacks_and_memories_of_programs_that_are_left_where_they_wait_are_used_again() {
    let sandbox = sandbox();
    let program = program(&sandbox, ANSWERS);
    for game in 0..10_000 {
        let start = || sandbox.start_lines(Seed(1), &program).expect("there is room");
        let (mut one, mut other) = (start(), start());
        for _ in 0..game % 3 {
            assert_eq!(one.ask(QUESTION).as_deref(), Ok("3,4"));
            assert_eq!(other.ask(QUESTION).as_deref(), Ok("3,4"));
        }
    }
}

#[test]
fn a_program_goes_on_in_another_thread_as_it_would_have_in_its_own() {
    let fuel = |moves: bool| {
        let mut instance = running(ANSWERS);
        for _ in 0..20 {
            let ask = move |mut instance: LineInstance| {
                instance.ask(QUESTION).expect("it answers");
                instance
            };
            instance = if moves {
                thread::spawn(move || ask(instance)).join().expect("nothing panics")
            } else {
                ask(instance)
            };
        }
        instance.usage()
    };
    assert_eq!(fuel(true), fuel(false));
}

#[test]
fn a_program_with_a_function_of_the_game_is_called_and_not_asked_by_lines() {
    let module = GUEST.replace("BODY", ") (func (export \"choose\")");
    let module = wat::parse_str(module).expect("it is a module");
    let compiled = |game| compile(&module, &FileKind::bot(game), EngineVariant::Usual);
    let told = compiled("othello").expect_err("it lacks functions").to_string();
    assert!(told.contains("does not export the function"), "{told}");
    assert!(compiled("stones").is_ok(), "there it has none");
}
