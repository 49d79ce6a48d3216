//! Programs that read and print anything at any time: they play the same twice, and faults are reported in words that
//! can be shown.

use std::fmt::Write;

use bolero::TypeGenerator;
use judge_play::Rules;
use judge_play::games::battleship::Params;

use super::bots::play;
use super::sandboxes::{SANDBOXES, is_plain, offer};

/// The place in its memory where the texts that a program prints begin.
const TEXTS: usize = 2 << 16;
/// The longest text in a program's memory: it ends before the memory does.
const TEXT_BYTES_MAX: usize = 1 << 12;

/// The actions of a program, from its first question on.
#[derive(Clone, Debug, TypeGenerator)]
enum Deed {
    ReadLine,
    Read(u8),
    PlaceTheShip,
    Shoot,
    Print(Vec<u8>),
    PrintWithoutEnd(u8),
    Log(Vec<u8>),
    End(u8),
}

impl Deed {
    /// Its code; what it prints lies behind `texts`.
    fn code(&self, texts: &mut Vec<u8>) -> String {
        match self {
            Self::ReadLine => "(call $line)".to_owned(),
            Self::Read(bytes) => format!("(drop (call $read (i32.const 65536) (i32.const {bytes})))"),
            Self::PlaceTheShip => written(1, b"1a@0,0\n", texts),
            Self::Shoot => written(1, b"0,0\n", texts),
            Self::Print(bytes) => written(1, bytes, texts),
            Self::PrintWithoutEnd(byte) => {
                let text = [*byte; 64];
                format!("(loop $again {} (br $again))", written(1, &text, texts))
            }
            Self::Log(bytes) => written(2, bytes, texts),
            Self::End(code) => format!("(call $exit (i32.const {code}))"),
        }
    }
}

/// The code that writes these bytes, or as many of them as there is room for.
fn written(to: u8, bytes: &[u8], texts: &mut Vec<u8>) -> String {
    let bytes = &bytes[..bytes.len().min(TEXT_BYTES_MAX - texts.len().min(TEXT_BYTES_MAX))];
    let at = TEXTS + texts.len();
    texts.extend_from_slice(bytes);
    format!("(call $write (i32.const {to}) (i32.const {at}) (i32.const {}))", bytes.len())
}

/// A program that says its name, and does these things when it is asked for anything else.
fn program(deeds: &[Deed]) -> Vec<u8> {
    let mut texts = b"Anything\n".to_vec();
    let code: String = deeds.iter().map(|deed| deed.code(&mut texts)).collect();
    let mut data = String::new();
    for byte in texts {
        let _ = write!(data, "\\{byte:02x}");
    }
    let text = format!(
        r#"(module
  (import "wasi_snapshot_preview1" "fd_read" (func $fd_read (param i32 i32 i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "fd_write" (func $fd_write (param i32 i32 i32 i32) (result i32)))
  (import "wasi_snapshot_preview1" "proc_exit" (func $exit (param i32)))
  (memory (export "memory") 3)
  (data (i32.const {TEXTS}) "{data}")
  (func $read (param $to i32) (param $bytes i32) (result i32)
    (i32.store (i32.const 0) (local.get $to))
    (i32.store (i32.const 4) (local.get $bytes))
    (drop (call $fd_read (i32.const 0) (i32.const 0) (i32.const 1) (i32.const 8)))
    (i32.load (i32.const 8)))
  (func $line
    (local $to i32)
    (local.set $to (i32.const 1024))
    (loop $more
      (local.set $to (i32.add (local.get $to) (call $read (local.get $to) (i32.const 60000))))
      (br_if $more (i32.ne (i32.load8_u (i32.sub (local.get $to) (i32.const 1))) (i32.const 10)))))
  (func $write (param $to i32) (param $at i32) (param $bytes i32)
    (i32.store (i32.const 0) (local.get $at))
    (i32.store (i32.const 4) (local.get $bytes))
    (drop (call $fd_write (local.get $to) (i32.const 0) (i32.const 1) (i32.const 8))))
  (func (export "_start")
    (call $line)
    (if (i32.eq (i32.load16_u (i32.const 1032)) (i32.const 0x616e)) ;; "na", of name
      (then (call $write (i32.const 1) (i32.const {TEXTS}) (i32.const 9)) (call $line)))
    {code}))"#
    );
    wat::parse_str(text).expect("it is WebAssembly text")
}

#[test]
fn anything_printed() {
    bolero::check!(name = "anything_printed").with_iterations(100).with_type::<Vec<Deed>>().for_each(
        |deeds| {
            let rules = Rules::Battleship(Params::new(2, vec![1]).expect("they are valid"));
            let bot = offer(&program(deeds), &rules, &SANDBOXES[0]).expect("it has a name");
            let finished = play(&bot);
            assert_eq!(play(&bot), finished);
            for fault in &finished.record.faults {
                assert!(is_plain(&fault.detail) && fault.detail.len() < 1_000, "{:?}", fault.detail);
            }
        },
    );
}

#[test]
fn a_program_that_answers_each_question_commits_no_fault() {
    let turn = [Deed::ReadLine, Deed::Shoot];
    let deeds = [&[Deed::PlaceTheShip][..], &turn, &turn, &turn].concat();
    let rules = Rules::Battleship(Params::new(2, vec![1]).expect("they are valid"));
    let bot = offer(&program(&deeds), &rules, &SANDBOXES[0]).expect("it has a name");
    assert_eq!(play(&bot).record.faults, []);
}
