#[cfg(target_os = "linux")]
use std::fs;

use crate::{EngineVariant, Limits, LineInstance, NotStarted, Sandbox, Stop, compile};
use judge_limits::{Account, Seed};

/// A program that does something with what a component has of the judge, and waits for a line then.
const GUEST: &str = r#"
(component
  (import "wasi:io/poll@0.2.12" (instance $poll
    (export "pollable" (type $pollable (sub resource)))
    (export "[method]pollable.block" (func (param "self" (borrow $pollable))))))
  (alias export $poll "pollable" (type $pollable))
  (import "wasi:io/error@0.2.12" (instance $error
    (export "error" (type $error (sub resource)))))
  (alias export $error "error" (type $error))
  (import "wasi:io/streams@0.2.12" (instance $streams
    (alias outer 1 $pollable (type $pollable))
    (alias outer 1 $error (type $error))
    (export "output-stream" (type $stream (sub resource)))
    (type $kinds (variant (case "last-operation-failed" (own $error)) (case "closed")))
    (export "stream-error" (type $stream-error (eq $kinds)))
    (type $done (result (error $stream-error)))
    (export "[method]output-stream.write"
      (func (param "self" (borrow $stream)) (param "contents" (list u8)) (result $done)))
    (export "[method]output-stream.blocking-write-and-flush"
      (func (param "self" (borrow $stream)) (param "contents" (list u8)) (result $done)))
    (export "[method]output-stream.blocking-flush" (func (param "self" (borrow $stream)) (result $done)))
    (export "[method]output-stream.subscribe" (func (param "self" (borrow $stream)) (result (own $pollable))))))
  (alias export $streams "output-stream" (type $stream))
  (import "wasi:cli/stderr@0.2.3" (instance $stderr
    (alias outer 1 $stream (type $stream))
    (export "get-stderr" (func (result (own $stream))))))
  (import "judge:arena/host@1.0.0" (instance $host
    (export "log" (func (param "line" string)))
    (export "fuel-left" (func (result u64)))
    (export "bank-left" (func (result u64)))
    (export "get-option" (func (param "name" string) (result (option string))))))
  (import "judge:arena/source@1.0.0" (instance $source (export "read" (func (result (list u8))))))
  (import "judge:arena/lines@1.0.0" (instance $lines
    (export "read" (func (param "bytes" u32) (result (list u8))))))
  (core module $room (memory (export "memory") 2)
    (data (i32.const 16) "0123456789\n")
    (func (export "realloc") (param i32 i32 i32 i32) (result i32) (i32.const 1024)))
  (core instance $room (instantiate $room))
  (alias core export $room "memory" (core memory $memory))
  (alias core export $room "realloc" (core func $realloc))
  (core func $get (canon lower (func $stderr "get-stderr")))
  (core func $write (canon lower (func $streams "[method]output-stream.write") (memory $memory)))
  (core func $blocking-write
    (canon lower (func $streams "[method]output-stream.blocking-write-and-flush") (memory $memory)))
  (core func $blocking-flush (canon lower (func $streams "[method]output-stream.blocking-flush") (memory $memory)))
  (core func $subscribe (canon lower (func $streams "[method]output-stream.subscribe")))
  (core func $block (canon lower (func $poll "[method]pollable.block")))
  (core func $drop-stream (canon resource.drop $stream))
  (core func $drop-pollable (canon resource.drop $pollable))
  (core func $log (canon lower (func $host "log") (memory $memory)))
  (core func $fuel-left (canon lower (func $host "fuel-left")))
  (core func $bank-left (canon lower (func $host "bank-left")))
  (core func $option (canon lower (func $host "get-option") (memory $memory) (realloc $realloc)))
  (core func $source (canon lower (func $source "read") (memory $memory) (realloc $realloc)))
  (core func $line (canon lower (func $lines "read") (memory $memory) (realloc $realloc)))
  (core module $guest
    (import "memory" "memory" (memory 1))
    (import "host" "get" (func $get (result i32)))
    (import "host" "write" (func $write (param i32 i32 i32 i32)))
    (import "host" "blocking-write" (func $blocking-write (param i32 i32 i32 i32)))
    (import "host" "blocking-flush" (func $blocking-flush (param i32 i32)))
    (import "host" "subscribe" (func $subscribe (param i32) (result i32)))
    (import "host" "block" (func $block (param i32)))
    (import "host" "drop-stream" (func $drop-stream (param i32)))
    (import "host" "drop-pollable" (func $drop-pollable (param i32)))
    (import "host" "log" (func $log (param i32 i32)))
    (import "host" "fuel-left" (func $fuel-left (result i64)))
    (import "host" "bank-left" (func $bank-left (result i64)))
    (import "host" "option" (func $option (param i32 i32 i32)))
    (import "host" "source" (func $source (param i32)))
    (import "host" "line" (func $line (param i32 i32)))
    (func $ok (if (i32.load8_u (i32.const 0)) (then unreachable)))
    (func (export "run") (result i32)
      (local $stream i32) (local $pollable i32)
      (local.set $stream (call $get))
      BODY
      (call $line (i32.const 8) (i32.const 8))
      (i32.const 0)))
  (core instance $guest (instantiate $guest
    (with "memory" (instance $room))
    (with "host" (instance
      (export "get" (func $get)) (export "write" (func $write))
      (export "blocking-write" (func $blocking-write)) (export "blocking-flush" (func $blocking-flush))
      (export "subscribe" (func $subscribe)) (export "block" (func $block))
      (export "drop-stream" (func $drop-stream)) (export "drop-pollable" (func $drop-pollable))
      (export "log" (func $log)) (export "fuel-left" (func $fuel-left)) (export "bank-left" (func $bank-left))
      (export "option" (func $option)) (export "source" (func $source)) (export "line" (func $line))))))
  (func $run (result (result)) (canon lift (core func $guest "run")))
  (instance $exported (export "run" (func $run)))
  (export "wasi:cli/run@0.2.0" (instance $exported)))
"#;

fn started(body: &str) -> Result<LineInstance, NotStarted> {
    let limits = Limits { reply_bytes: 1 << 20, ..Limits::default() };
    let sandbox = Sandbox::new(limits, 1).expect("the sandbox starts");
    let sandbox = sandbox.with_options(&[("0123".to_owned(), "yes\n".to_owned())].into());
    let component = wat::parse_str(GUEST.replace("BODY", body)).expect("it is a component");
    let artifact = compile(&component, EngineVariant::Usual).expect("it can be compiled");
    let program = sandbox
        .load(&artifact, &[])
        .expect("it fits the sandbox")
        .with_source(b"program\n".as_slice().into());
    sandbox.start_lines(Seed(0), &program.lines().expect("it is one that reads lines"))
}

/// The guest's instance after it printed so many bytes twice. It has made six calls, each of which could wait.
fn printed(bytes: u32) -> LineInstance {
    let body = format!(
        "(call $write (local.get $stream) (i32.const 16) (i32.const {bytes}) (i32.const 0)) (call $ok)
         (call $blocking-write (local.get $stream) (i32.const 16) (i32.const {bytes}) (i32.const 0)) (call $ok)
         (call $blocking-flush (local.get $stream) (i32.const 0)) (call $ok)
         (local.set $pollable (call $subscribe (local.get $stream)))
         (call $block (local.get $pollable))
         (call $drop-pollable (local.get $pollable))
         (call $drop-stream (local.get $stream))"
    );
    started(&body).expect("it prints")
}

#[test]
fn a_component_has_the_functions_of_the_judge() {
    let body = "(if (i64.ne (i64.const 0) (i64.or (call $fuel-left) (call $bank-left))) (then unreachable))
        (call $log (i32.const 16) (i32.const 10))
        (call $option (i32.const 16) (i32.const 4) (i32.const 64))
        (if (i32.ne (i32.load8_u (i32.const 64)) (i32.const 1)) (then unreachable))
        (call $log (i32.load (i32.const 68)) (i32.load (i32.const 72)))
        (call $source (i32.const 64))
        (call $log (i32.load (i32.const 64)) (i32.load (i32.const 68)))";
    assert_eq!(started(body).expect("it does").log(), "0123456789\nyes\n\nprogram\n\n");
}

#[test]
fn a_handle_used_in_a_wrong_way_is_a_trap_and_no_bad_reply() {
    for (misuse, words) in [
        ("(call $block (i32.const 77))", "unknown handle index 77"),
        (
            "(call $drop-stream (local.get $stream)) (call $drop-stream (local.get $stream))",
            "unknown handle index",
        ),
        ("(call $block (local.get $stream))", "wrong type"),
    ] {
        let stop = started(misuse).err().map(|not_started| not_started.stop);
        let Some(Stop::Trap(told)) = stop else { panic!("{misuse}: {stop:?}") };
        assert!(
            told.starts_with("it used a handle in a wrong way: ") && told.contains(words),
            "{misuse}: {told}"
        );
    }
}

#[test]
fn what_is_written_to_standard_error_goes_to_the_log_and_is_cut_beyond_what_is_looked_at() {
    assert_eq!(printed(11).log(), "0123456789\n0123456789\n");
    assert_eq!(printed(4).log(), "01230123\n");
    let all = 2 * 100_000;
    let log = printed(100_000).log();
    let kept = log.find('(').expect("it was cut");
    assert!(log.contains(&format!("\n({} more bytes were cut)\n", all - kept)), "{log}");
}

#[test]
fn every_call_takes_its_fee_and_each_byte_besides() {
    // And one for the line that it waits for.
    let seven_calls = printed(0).start_fuel();
    assert!((7_000..7_100).contains(&seven_calls), "{seven_calls}");
    assert_eq!(printed(1_000).start_fuel(), seven_calls + 2 * 10 * 1_000);
}

/// Such a runtime names its threads after itself.
#[cfg(target_os = "linux")]
#[test]
fn no_runtime_is_started() {
    drop(printed(11));
    let threads = fs::read_dir("/proc/self/task").expect("Linux has it");
    for thread in threads {
        let name = fs::read_to_string(thread.expect("it can be read").path().join("comm"));
        assert!(!name.unwrap_or_default().contains("tokio"));
    }
}
