//! The limits that a tournament may set, each just inside and just beyond.
//!
//! Those on fuel for a turn and in the bank, on memory and on the file's size are held elsewhere:
//! in `guests`, `fuel` and `errors`; that on the wall in the sandbox's own tests.

use crate::support::{Ended, Folder, assemble, bot, project_text};

/// A tournament between tidy and `bot`, under a limit.
fn judged(limit: &str, bot: Vec<u8>) -> Ended {
    let cup = format!(
        "game = \"battleship\"\nseed = 7\nrounds = 1\ncontestants = [\"bots/*.wasm\"]\n[limits]\n{limit}\n"
    );
    Folder::new().file("cup.toml", cup).bots(&["tidy"]).file("bots/eve.wasm", bot).judge("run cup.toml")
}

#[track_caller]
fn allowed(limit: &str, bot: Vec<u8>) {
    let ended = judged(limit, bot);
    assert_eq!(ended.code, Some(0), "{}", ended.stderr);
    assert!(!ended.stdout.contains("disqualified"), "{}", ended.stdout);
}

#[track_caller]
fn refused(limit: &str, bot: Vec<u8>, because: &str) {
    let ended = judged(limit, bot);
    assert_eq!(ended.code, Some(2), "{}", ended.stdout);
    assert!(ended.stderr.contains(because), "{}", ended.stderr);
}

/// The guest that walks along the rows, with something changed.
fn walker(from: &str, to: &str) -> Vec<u8> {
    let text = project_text("tests/guests/walker.wat");
    assert!(text.contains(from), "{from}");
    assemble(&text.replacen(from, to, 1))
}

#[test]
fn fuel_to_start() {
    // Eight units a round, a million rounds.
    let start = "(func $begin (local $i i32)
        (loop $again
          (local.set $i (i32.add (local.get $i) (i32.const 1)))
          (br_if $again (i32.lt_u (local.get $i) (i32.const 1000000)))))
      (start $begin)
      (memory (export \"memory\") 1)";
    let guest = || walker("(memory (export \"memory\") 1)", start);
    allowed("fuel_to_start = 8_010_000", guest());
    refused("fuel_to_start = 7_990_000", guest(), "started and asked for its name, it never answered");
}

#[test]
fn table_elements() {
    let table = "(table 100 funcref) (memory (export \"memory\") 1)";
    let guest = || walker("(memory (export \"memory\") 1)", table);
    allowed("table_elements = 100", guest());
    refused("table_elements = 99", guest(), "it declares a table of 100 elements, and the limit is 99");
}

#[test]
fn reply_size() {
    let name =
        |bytes: u32| walker("(i32.const 4) (i32.const 6)", &format!("(i32.const 4) (i32.const {bytes})"));
    allowed("reply_size = 1024", name(1_024));
    refused("reply_size = 1024", name(1_025), "its answer was longer than reply_size in [limits]");
}

#[test]
fn log_of_a_turn_and_of_a_game() {
    // The output of crasher before it crashes, with its line's end.
    let written = "panicked at contestants/battleship/crasher/src/lib.rs:21:60:\nI crash in my fourth turn\n";
    let crasher = || bot("crasher");
    for key in ["log_per_turn", "log_per_game"] {
        let inside = judged(&format!("{key} = {}", written.len()), crasher()).stdout;
        assert!(inside.contains("I crash in my fourth turn\n"), "{inside}");
        let beyond = judged(&format!("{key} = {}", written.len() - 1), crasher()).stdout;
        assert!(beyond.contains(" (1 more bytes were cut)\n"), "{beyond}");
    }
}
