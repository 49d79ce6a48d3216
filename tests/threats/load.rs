//! Bots that are refused when they are loaded, and bots that are let in.

use snapbox::data::Inline;
use snapbox::{IntoData, assert_data_eq, str};

use crate::support::{Folder, assemble, guest, project_text};

const CUP: &str = r#"
game = "battleship"
seed = 7
rounds = 1
contestants = ["bots/*.wasm"]
"#;

fn cup() -> Folder {
    Folder::new().file("cup.toml", CUP).guests(&["walker"])
}

/// The judge refuses `eve`, whose file is `bytes`, with the words expected.
#[track_caller]
fn refused(bytes: impl AsRef<[u8]>, expected: Inline) {
    let ended = cup().file("bots/eve.wasm", bytes).judge("run cup.toml --quiet");
    assert_eq!((ended.code, ended.stdout.as_str()), (Some(2), ""), "{}", ended.stderr);
    assert_data_eq!(ended.stderr, expected.raw());
}

/// An honest bot with `right` replaced by `wrong`.
fn walker_with(right: &str, wrong: &str) -> Vec<u8> {
    let walker = project_text("tests/guests/walker.wat");
    assert!(walker.contains(right), "{right}");
    assemble(&walker.replace(right, wrong))
}

#[test]
fn a_table_beyond_the_limit() {
    refused(
        walker_with("(memory", "(table 10001 funcref) (memory"),
        str![[r#"
error: cup.toml:5: contestant "eve": bots/eve.wasm: it declares a table of 10001 elements, and the limit is 10000; build it smaller, or raise table_elements in [limits]

"#]],
    );
}

#[test]
fn a_function_without_end() {
    let steps = "(local.set 0 (i32.const 1))".repeat(40_000);
    refused(
        walker_with("(module", &format!("(module (func (local i32) {steps})")),
        str![[r#"
error: cup.toml:5: contestant "eve": bots/eve.wasm: it has more than 131072 bytes of code in one function; build it smaller, or write module_limits = "wide" in [limits], which allows 1048576

"#]],
    );
}

#[test]
fn fifty_thousand_locals() {
    let locals = "i32 ".repeat(50_000);
    refused(
        walker_with("(module", &format!("(module (func (local {locals}))")),
        str![[r#"
error: cup.toml:5: contestant "eve": bots/eve.wasm: it has more than 2000 locals in one function; build it smaller, or write module_limits = "wide" in [limits], which allows 5000

"#]],
    );
}

#[test]
fn blocks_within_blocks() {
    let (open, close) = ("(block ".repeat(5_000), ")".repeat(5_000));
    refused(
        walker_with("(module", &format!("(module (func {open}{close})")),
        str![[r#"
error: cup.toml:5: contestant "eve": bots/eve.wasm: it has more than 256 blocks inside one another; build it smaller, or write module_limits = "wide" in [limits], which allows 1500

"#]],
    );
}

#[test]
fn a_branch_with_65_000_ways() {
    let ways = "0 ".repeat(65_000);
    refused(
        walker_with("(module", &format!("(module (func (br_table {ways} (i32.const 0)))")),
        str![[r#"
error: cup.toml:5: contestant "eve": bots/eve.wasm: it has more than 4096 branches in one br_table; build it smaller, or write module_limits = "wide" in [limits], which allows 10000

"#]],
    );
}

#[test]
fn code_that_wasmtime_compiled() {
    let engine = wasmtime::Engine::default();
    refused(
        engine.precompile_module(&guest("walker")).expect("it is valid"),
        str![[r#"
error: cup.toml:5: contestant "eve": bots/eve.wasm: it was compiled from WebAssembly already; hand in the .wasm file that your compiler made

"#]],
    );
}

#[test]
fn a_huge_name() {
    let walker =
        project_text("tests/guests/walker.wat").replace("(export \"memory\") 1)", "(export \"memory\") 2)");
    let named = |bytes: u32| {
        assemble(
            &walker.replace("(i32.const 4) (i32.const 6)", &format!("(i32.const 4) (i32.const {bytes})")),
        )
    };
    refused(
        named(100_000),
        str![[r#"
error: cup.toml:5: contestant "eve": bots/eve.wasm: started and asked for its name, its answer was longer than reply_size in [limits]

"#]],
    );
    let manifest = cup().file("bots/eve.wasm", named(60_000)).play("").manifest;
    assert!(manifest.lines().all(|line| line.len() < 200), "{manifest}");
}

#[test]
fn a_name_in_an_import_moves_no_cursor() {
    let import = r#"(module (import "\1b[2J\e2\80\ae" "\07" (func))"#;
    refused(
        walker_with("(module", import),
        str![[r#"
error: cup.toml:5: contestant "eve": bots/eve.wasm: it imports \u{1b}[2J\u{202e}.\u{7}, which bots cannot have; they have log, fuel-left, bank-left and get-option of judge:arena/host@1.0.0, and WASI. A function that is declared but not defined becomes an import, too: define it, or remove it

"#]],
    );
}

#[test]
fn a_start_that_logs() {
    let log = r#"(module (import "judge:arena/host@1.0.0" "log" (func $log (param i32 i32)))
        (func $start (call $log (i32.const 64) (i32.const 6))) (start $start)"#;
    refused(
        walker_with("(module", log),
        str![[r#"
error: cup.toml:5: contestant "eve": bots/eve.wasm: started and asked for its name, it trapped: it called the judge or WASI while it was started, where its memory is not known; let it call from _initialize on

"#]],
    );
}

#[test]
fn another_version_of_the_judges_interface() {
    let import = r#"(module (import "judge:arena/host@2.0.0" "fuel-left" (func (result i64)))"#;
    refused(
        walker_with("(module", import),
        str![[r#"
error: cup.toml:5: contestant "eve": bots/eve.wasm: it imports judge:arena/host@2.0.0.fuel-left, which bots cannot have; they have log, fuel-left, bank-left and get-option of judge:arena/host@1.0.0, and WASI. A function that is declared but not defined becomes an import, too: define it, or remove it

"#]],
    );
}

/// A pipe would keep the judge waiting, and a device would never end.
#[cfg(unix)]
#[test]
fn only_plain_files_are_read() {
    use std::os::unix::fs::symlink;
    use std::process::Command;
    let folder = cup();
    let eve = folder.path("bots/eve.wasm");
    let refused = || {
        let ended = folder.judge("run cup.toml");
        assert_eq!(ended.code, Some(2), "{}", ended.stderr);
        assert!(
            ended.stderr.contains("bots/eve.wasm: it cannot be read: it is not a plain file"),
            "{}",
            ended.stderr
        );
    };
    assert!(Command::new("mkfifo").arg(&eve).status().expect("there is mkfifo").success());
    refused();
    std::fs::remove_file(&eve).expect("it is there");
    symlink("/dev/zero", &eve).expect("it can be made");
    refused();
}
