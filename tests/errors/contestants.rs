//! Files that contestants hand in and that cannot play.

use snapbox::data::Inline;
use snapbox::str;

use super::{CUP, cup, refused};
use crate::support::{assemble, guest, project_text};

/// The judge refuses a third contestant, `eve`, whose file is `bytes`, with the words expected.
#[track_caller]
fn unfit(bytes: impl AsRef<[u8]>, expected: Inline) {
    refused(&cup().file("bots/eve.wasm", bytes), expected);
}

/// An honest bot with `right` replaced by `wrong`.
fn walker_with(right: &str, wrong: &str) -> Vec<u8> {
    let walker = project_text("tests/guests/walker.wat");
    assert!(walker.contains(right), "{right}");
    assemble(&walker.replace(right, wrong))
}

#[test]
fn a_file_that_is_not_there() {
    let wrong = "[[contestant]]\nname = \"eve\"\nwasm = \"bots/eve.wasm\"";
    refused(
        &cup().file("cup.toml", format!("{CUP}{wrong}")),
        str![[r#"
error: cup.toml:5: contestant "eve": bots/eve.wasm: no such file; build the bot, or correct the path

"#]],
    );
}

#[test]
fn a_folder_instead_of_a_file() {
    refused(
        &cup().file("bots/eve.wasm/README", ""),
        str![[r#"
error: cup.toml:4: contestant "eve": bots/eve.wasm: it cannot be read: it is a folder

"#]],
    );
}

#[test]
fn a_file_that_is_no_wasm() {
    unfit(
        "print('hello')\n",
        str![[r#"
error: cup.toml:4: contestant "eve": bots/eve.wasm: it is not WebAssembly; hand in the .wasm file that is built of it; judge play, check and compare also take the command that runs a program, as in "python3 bot.py"

"#]],
    );
}

#[test]
fn an_empty_file() {
    unfit(
        "",
        str![[r#"
error: cup.toml:4: contestant "eve": bots/eve.wasm: it is empty; hand in the .wasm file that your compiler made

"#]],
    );
}

#[test]
fn text_instead_of_a_binary() {
    unfit(
        "\n(module)\n",
        str![[r#"
error: cup.toml:4: contestant "eve": bots/eve.wasm: it is WebAssembly text; make a binary of it with wat2wasm or wasm-tools parse

"#]],
    );
}

#[test]
fn what_is_handed_in_by_accident_is_told_as_what_it_is() {
    for (begins, told) in [
        (
            "version https://git-lfs.github.com/spec/v1\noid sha256:",
            "it is a pointer of Git LFS and not the file; get the file with git lfs pull",
        ),
        ("PK\x03\x04", "it is a ZIP archive; unpack it, and hand in the .wasm file in it"),
        (
            "\n <!DOCTYPE html><title>Sign in</title>",
            "it is a page of the web (HTML); it was saved in place of the file; download",
        ),
        ("<HTML>", "it is a page of the web (HTML)"),
        ("!<arch>\n", "it is a library for a linker; link it"),
        ("%PDF-1.7", "it is a PDF; hand in"),
        ("\0asm\x01\r\n", "it is WebAssembly of another version, or damaged; copy it as bytes, not as text"),
    ] {
        let ended = cup().file("bot.wasm", begins).judge("check bot.wasm");
        assert_eq!(ended.code, Some(2), "{begins:?}");
        assert!(
            ended.stderr.starts_with(&format!("error: bot.wasm: {told}")),
            "{begins:?}: {}",
            ended.stderr
        );
    }
    let ended = cup().file("bot.wasm", b"\x1f\x8b\x08\0").judge("check bot.wasm");
    assert_eq!(
        ended.stderr,
        "error: bot.wasm: it is packed with gzip; unpack it, and hand in the .wasm file in it\n"
    );
}

#[test]
fn modules_that_expect_a_browser() {
    for (import, told) in [
        (
            r#""__wbindgen_placeholder__" "__wbindgen_describe""#,
            "it imports __wbindgen_placeholder__.__wbindgen_describe, which bots cannot have; only a browser has them (wasm-bindgen): a dependency expects one, as chrono, getrandom or uuid with the feature js do; ",
        ),
        (
            r#""./bot_bg.js" "__wbg_now_807e54c39636c349""#,
            "it imports ./bot_bg.js.__wbg_now_807e54c39636c349, which bots cannot have; only a browser has them",
        ),
        (
            r#""gojs" "runtime.wasmExit""#,
            "it imports gojs.runtime.wasmExit, which bots cannot have; only JavaScript has them for Go; ",
        ),
        (
            r#""env" "emscripten_resize_heap""#,
            "it imports env.emscripten_resize_heap, which bots cannot have; Emscripten's JavaScript has them; build it without Emscripten",
        ),
    ] {
        let module = walker_with("(module", &format!("(module (import {import} (func))"));
        let ended = cup().file("bots/eve.wasm", module).judge("run cup.toml");
        assert_eq!(ended.code, Some(2), "{import}");
        assert!(ended.stderr.contains(told), "{import}: {}", ended.stderr);
    }
}

#[test]
fn native_code() {
    for (begins, format) in [("\x7fELF\x02\x01\x01\0", "ELF"), ("MZ\0\0\0\0\0\0", "PE")] {
        let folder = cup().file("lib.so", begins);
        let ended = folder.judge("check lib.so");
        assert_eq!(ended.code, Some(2));
        let told = format!(
            "error: lib.so: it is native code ({format}), a library or a program of one system; build for WebAssembly, in C with clang --target=wasm32-wasi, in Rust with cargo build --release --target wasm32-unknown-unknown, and hand in the .wasm file\n"
        );
        assert_eq!(ended.stderr, told);
    }
    unfit(
        b"\x7fELF\x02\x01\x01\0\0\0\0\0\0\0\0\0",
        str![[r#"
error: cup.toml:4: contestant "eve": bots/eve.wasm: it is native code (ELF), a library or a program of one system; build for WebAssembly, in C with clang --target=wasm32-wasi, in Rust with cargo build --release --target wasm32-unknown-unknown, and hand in the .wasm file

"#]],
    );
    // Wasmtime's own.
    unfit(
        b"\x7fELF\x02\x01\x01\xc8\0\0\0\0\0\0\0\0",
        str![[r#"
error: cup.toml:4: contestant "eve": bots/eve.wasm: it was compiled from WebAssembly already; hand in the .wasm file that your compiler made

"#]],
    );
}

#[test]
fn a_truncated_core_module() {
    let walker = guest("walker");
    unfit(
        &walker[..walker.len() / 2],
        str![[r#"
error: cup.toml:4: contestant "eve": bots/eve.wasm: it is not valid WebAssembly: unexpected end-of-file (at byte 242)

"#]],
    );
}

#[test]
fn a_truncated_component() {
    let component = assemble("(component (core module (func (export \"f\"))))");
    unfit(
        &component[..component.len() / 2],
        str![[r#"
error: cup.toml:4: contestant "eve": bots/eve.wasm: it is not valid WebAssembly: unexpected end-of-file (at byte 20)

"#]],
    );
}

#[test]
fn a_core_module_that_is_invalid() {
    unfit(
        walker_with("(module", "(module (func (result i32))"),
        str![[r#"
error: cup.toml:4: contestant "eve": bots/eve.wasm: it is not valid WebAssembly: type mismatch: expected i32 but nothing on stack (at byte 212)

"#]],
    );
}

#[test]
fn a_component_that_is_invalid() {
    unfit(
        assemble("(component (core module (func (result i32))))"),
        str![[r#"
error: cup.toml:4: contestant "eve": bots/eve.wasm: it is not valid WebAssembly: type mismatch: expected i32 but nothing on stack (at byte 34)

"#]],
    );
}

#[test]
fn a_core_module_without_exports() {
    unfit(
        assemble("(module)"),
        str![[r#"
error: cup.toml:4: contestant "eve": bots/eve.wasm: it does not export the function "judge:arena/battleship@1.0.0#name", or "name" for short, of type () -> (i32); see judge wit battleship --core

"#]],
    );
}

#[test]
fn a_core_module_without_one_of_the_functions() {
    unfit(
        walker_with("#take-turn", "#take-a-turn"),
        str![[r#"
error: cup.toml:4: contestant "eve": bots/eve.wasm: it does not export the function "judge:arena/battleship@1.0.0#take-turn", or "take-turn" or "take_turn" for short, of type (i32, i32, i32, i32) -> (i32); see judge wit battleship --core

"#]],
    );
}

#[test]
fn a_core_module_without_its_memory() {
    unfit(
        walker_with("(export \"memory\")", ""),
        str![[r#"
error: cup.toml:4: contestant "eve": bots/eve.wasm: it does not export its memory as "memory", which questions and answers need; see judge wit battleship --core

"#]],
    );
}

#[test]
fn a_core_module_with_a_function_of_another_type() {
    unfit(
        walker_with("(param $seed i64)", "(param $seed i32)"),
        str![[r#"
error: cup.toml:4: contestant "eve": bots/eve.wasm: its function "judge:arena/battleship@1.0.0#new-game" is of type (i32, i32, i32, i32, i32, i32, i32) -> (i32), and should be of (i64, i32, i32, i32, i32, i32, i32) -> (i32); see judge wit battleship --core

"#]],
    );
}

#[test]
fn a_component_without_exports() {
    unfit(
        assemble("(component)"),
        str![[r#"
error: cup.toml:4: contestant "eve": bots/eve.wasm: it is a component that does not export wasi:cli/run, as a program that reads lines does; it exports no interface; the judge calls the functions of core modules only: hand in the module without wasm-tools component new, or build a program that reads lines, as judge new makes one; see docs/lines.md

"#]],
    );
}

#[test]
fn a_component_that_exports_nothing() {
    unfit(
        assemble("(component)"),
        str![[r#"
error: cup.toml:4: contestant "eve": bots/eve.wasm: it is a component that does not export wasi:cli/run, as a program that reads lines does; it exports no interface; the judge calls the functions of core modules only: hand in the module without wasm-tools component new, or build a program that reads lines, as judge new makes one; see docs/lines.md

"#]],
    );
}

#[test]
fn a_component_whose_functions_would_be_called() {
    unfit(
        assemble(r#"(component (instance $bot) (export "judge:arena/battleship@1.0.0" (instance $bot)))"#),
        str![[r#"
error: cup.toml:4: contestant "eve": bots/eve.wasm: it is a component that does not export wasi:cli/run, as a program that reads lines does; it exports judge:arena/battleship@1.0.0; the judge calls the functions of core modules only: hand in the module without wasm-tools component new, or build a program that reads lines, as judge new makes one; see docs/lines.md

"#]],
    );
}

#[test]
fn an_import_that_is_not_on_offer() {
    let import = r#"(module (import "env" "now" (func (result i64)))"#;
    unfit(
        walker_with("(module", import),
        str![[r#"
error: cup.toml:4: contestant "eve": bots/eve.wasm: it imports env.now, which bots cannot have; they have log, fuel-left, bank-left and get-option of judge:arena/host@1.0.0, and WASI. A function that is declared but not defined becomes an import, too: define it, or remove it

"#]],
    );
}

#[test]
fn an_import_of_a_network() {
    unfit(
        assemble("(component (import \"wasi:sockets/network@0.2.0\" (instance)))"),
        str![[r#"
error: cup.toml:4: contestant "eve": bots/eve.wasm: it imports wasi:sockets/network@0.2.0, which bots cannot have; there is no network; build it without (componentize-py: --stub-wasi)

"#]],
    );
}

#[test]
fn an_import_of_the_host_that_it_does_not_have() {
    let import = r#"(module (import "judge:arena/host@1.0.0" "fuel-forever" (func (result i64)))"#;
    unfit(
        walker_with("(module", import),
        str![[r#"
error: cup.toml:4: contestant "eve": bots/eve.wasm: it imports fuel-forever of judge:arena/host@1.0.0, which has log, fuel-left, bank-left and get-option only; see sdk/wit/host.wit

"#]],
    );
}

#[test]
fn a_component_with_an_import_that_is_not_on_offer() {
    unfit(
        assemble("(component (import \"now\" (func (result u64))))"),
        str![[r#"
error: cup.toml:4: contestant "eve": bots/eve.wasm: it imports now, which bots cannot have; they have log, fuel-left, bank-left and get-option of judge:arena/host@1.0.0, and WASI. A function that is declared but not defined becomes an import, too: define it, or remove it

"#]],
    );
}

#[test]
fn a_proposal_that_is_not_on_offer() {
    let other = "(module (func (drop (v128.const i64x2 0 0)))";
    unfit(
        walker_with("(module", other),
        str![[r#"
error: cup.toml:4: contestant "eve": bots/eve.wasm: it uses SIMD; build without -msimd128, or the target feature simd128

"#]],
    );
}

#[test]
fn more_memory_than_the_limit_from_the_start() {
    unfit(
        walker_with("(export \"memory\") 1", "(export \"memory\") 1025"),
        str![[r#"
error: cup.toml:4: contestant "eve": bots/eve.wasm: it declares a memory of 1025 pages of 64 KiB, and the limit is 1024; let it start with less, or raise memory in [limits]

"#]],
    );
}

#[test]
fn a_file_that_is_too_large() {
    let small = format!("{CUP}[limits]\nfile_size = 1000\n");
    refused(
        &cup()
            .file("cup.toml", small)
            .file("bots/eve.wasm", [b"\0asm\x01\0\0\0".as_slice(), &[0; 1_000]].concat()),
        str![[r#"
error: cup.toml:4: contestant "eve": bots/eve.wasm: it has more than 1000 bytes; make it smaller, or raise file_size in [limits]

"#]],
    );
}

#[test]
fn a_start_that_traps() {
    unfit(
        walker_with("(module", "(module (func $start unreachable) (start $start)"),
        str![[r#"
error: cup.toml:4: contestant "eve": bots/eve.wasm: started and asked for its name, it trapped: wasm `unreachable` instruction executed

"#]],
    );
}

#[test]
fn a_start_without_end() {
    let other = "(module (func $start (loop $forever (br $forever))) (start $start)";
    unfit(
        walker_with("(module", other),
        str![[r#"
error: cup.toml:4: contestant "eve": bots/eve.wasm: started and asked for its name, it never answered

"#]],
    );
}

#[test]
fn a_name_that_traps() {
    unfit(
        walker_with("#name\") (result i32)", "#name\") (result i32) unreachable"),
        str![[r#"
error: cup.toml:4: contestant "eve": bots/eve.wasm: started and asked for its name, it trapped: wasm `unreachable` instruction executed

"#]],
    );
}

#[test]
fn a_name_without_end() {
    let other = "#name\") (result i32) (loop $forever (br $forever))";
    unfit(
        walker_with("#name\") (result i32)", other),
        str![[r#"
error: cup.toml:4: contestant "eve": bots/eve.wasm: started and asked for its name, it never answered

"#]],
    );
}

#[test]
fn a_name_that_is_no_text() {
    unfit(
        walker_with("Walker", "Walk\\ff\\ff"),
        str![[r#"
error: cup.toml:4: contestant "eve": bots/eve.wasm: started and asked for its name, its answer was malformed: invalid utf-8 sequence of 1 bytes from index 4

"#]],
    );
}

#[test]
fn all_unfit_contestants_are_told_at_once() {
    let folder = cup()
        .file("bots/carl.wasm", "(module)")
        .file("bots/dora.wasm", assemble("(component)"))
        .file("bots/eve.wasm", assemble("(module)"));
    let wrong = "\n[[contestant]]\nname = \"fay\"\nwasm = \"bots/fay.wasm\"\n";
    refused(
        &folder.file("cup.toml", format!("{CUP}{wrong}")),
        str![[r#"
error: cup.toml:4: contestant "carl": bots/carl.wasm: it is WebAssembly text; make a binary of it with wat2wasm or wasm-tools parse
error: cup.toml:4: contestant "dora": bots/dora.wasm: it is a component that does not export wasi:cli/run, as a program that reads lines does; it exports no interface; the judge calls the functions of core modules only: hand in the module without wasm-tools component new, or build a program that reads lines, as judge new makes one; see docs/lines.md
error: cup.toml:4: contestant "eve": bots/eve.wasm: it does not export the function "judge:arena/battleship@1.0.0#name", or "name" for short, of type () -> (i32); see judge wit battleship --core
error: cup.toml:6: contestant "fay": bots/fay.wasm: no such file; build the bot, or correct the path

"#]],
    );
}
