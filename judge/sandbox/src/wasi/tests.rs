#[cfg(target_os = "linux")]
use std::fs;

use wasmtime::component::Instance as Exports;

use crate::{EngineVariant, Instance, Limits, Sandbox, Stop, compile};
use judge_limits::{Account, Seed};

/// Has one function, which does all with standard output that could wait; it makes six calls.
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
  (import "wasi:cli/stdout@0.2.3" (instance $stdout
    (alias outer 1 $stream (type $stream))
    (export "get-stdout" (func (result (own $stream))))))
  (core module $memory (memory (export "memory") 2)
    (data (i32.const 16) "0123456789\n"))
  (core instance $memory (instantiate $memory))
  (alias core export $memory "memory" (core memory $memory))
  (core func $get (canon lower (func $stdout "get-stdout")))
  (core func $write (canon lower (func $streams "[method]output-stream.write") (memory $memory)))
  (core func $blocking-write
    (canon lower (func $streams "[method]output-stream.blocking-write-and-flush") (memory $memory)))
  (core func $blocking-flush (canon lower (func $streams "[method]output-stream.blocking-flush") (memory $memory)))
  (core func $subscribe (canon lower (func $streams "[method]output-stream.subscribe")))
  (core func $block (canon lower (func $poll "[method]pollable.block")))
  (core func $drop-stream (canon resource.drop $stream))
  (core func $drop-pollable (canon resource.drop $pollable))
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
    (func $ok (if (i32.load8_u (i32.const 0)) (then unreachable)))
    (func (export "print") (param $bytes i32)
      (local $stream i32) (local $pollable i32)
      (local.set $stream (call $get))
      (call $write (local.get $stream) (i32.const 16) (local.get $bytes) (i32.const 0)) (call $ok)
      (call $blocking-write (local.get $stream) (i32.const 16) (local.get $bytes) (i32.const 0)) (call $ok)
      (call $blocking-flush (local.get $stream) (i32.const 0)) (call $ok)
      (local.set $pollable (call $subscribe (local.get $stream)))
      (call $block (local.get $pollable))
      (call $drop-pollable (local.get $pollable))
      (call $drop-stream (local.get $stream)))
    (func (export "misuse") (param $way i32)
      (local $stream i32)
      (local.set $stream (call $get))
      (block $unknown (block $twice (block $wrong-type (block $borrowed
        (br_table $unknown $twice $wrong-type $borrowed (local.get $way)))
        (drop (call $subscribe (local.get $stream))) (call $drop-stream (local.get $stream)) (return))
        (call $block (local.get $stream)) (return))
        (call $drop-stream (local.get $stream)) (call $drop-stream (local.get $stream)) (return))
      (call $block (i32.const 77))))
  (core instance $guest (instantiate $guest
    (with "memory" (instance $memory))
    (with "host" (instance
      (export "get" (func $get)) (export "write" (func $write))
      (export "blocking-write" (func $blocking-write)) (export "blocking-flush" (func $blocking-flush))
      (export "subscribe" (func $subscribe)) (export "block" (func $block))
      (export "drop-stream" (func $drop-stream)) (export "drop-pollable" (func $drop-pollable))))))
  (func (export "print") (param "bytes" u32) (canon lift (core func $guest "print")))
  (func (export "misuse") (param "way" u32) (canon lift (core func $guest "misuse"))))
"#;

fn started() -> Instance<Exports> {
    let limits = Limits { reply_bytes: 1 << 20, ..Limits::default() };
    let sandbox = Sandbox::new(limits, 1).expect("the sandbox starts");
    let component = wat::parse_str(GUEST).expect("it is a component");
    let artifact = compile(&component, EngineVariant::Usual).expect("it can be compiled");
    let program = sandbox.load(&artifact).expect("it fits the sandbox");
    let start = sandbox.start(Seed(0), |store| program.linked().instantiate(store));
    start.expect("it starts")
}

/// The guest's instance after it printed so many bytes twice.
fn printed(bytes: u32) -> Instance<Exports> {
    let mut instance = started();
    instance
        .ask(|guest, store| guest.get_typed_func::<(u32,), ()>(&mut *store, "print")?.call(store, (bytes,)))
        .expect("it prints");
    instance
}

#[test]
fn a_handle_used_in_a_wrong_way_is_a_trap_and_no_bad_reply() {
    for (way, words) in [(0, "unknown handle index 77"), (1, "unknown handle index"), (2, "wrong type")] {
        let stop = started().ask(|guest, store| {
            guest.get_typed_func::<(u32,), ()>(&mut *store, "misuse")?.call(store, (way,))
        });
        let Err(Stop::Trap(told)) = stop else { panic!("{way}: {stop:?}") };
        assert!(
            told.starts_with("it used a handle in a wrong way: ") && told.contains(words),
            "{way}: {told}"
        );
    }
}

#[test]
fn whatever_is_written_goes_to_the_log() {
    assert_eq!(printed(11).log(), "0123456789\n0123456789\n");
    assert_eq!(printed(4).log(), "01230123\n");
}

#[test]
fn a_write_beyond_what_is_looked_at_is_cut() {
    let all = 2 * 100_000;
    let log = printed(100_000).log();
    let kept = log.find('(').expect("it was cut") - 1;
    assert!(log.contains(&format!("\n({} more bytes were cut)\n", all - kept)), "{log}");
}

#[test]
fn every_call_takes_its_fee_and_each_byte_besides() {
    let six_calls = printed(0).usage().fuel;
    assert!((6_000..6_100).contains(&six_calls), "{six_calls}");
    assert_eq!(printed(1_000).usage().fuel, six_calls + 2 * 10 * 1_000);
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
