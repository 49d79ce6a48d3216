//! Core modules of languages without a binding generator: short names, and a runtime as large as Go's.

use crate::support::{Folder, assemble, guest, project_text, rows};

const CUP: &str = "game = \"battleship\"\nseed = 7\nrounds = 2\ncontestants = [\"bots/*.wasm\"]\n";

/// A tournament between stupid and `bot`.
fn cup(bot: Vec<u8>, limits: &str) -> Folder {
    let folder = Folder::new().file("cup.toml", format!("{CUP}[limits]\n{limits}\n"));
    folder.bots(&["stupid"]).file("bots/eve.wasm", bot)
}

fn with(text: &str, changes: &[(&str, &str)]) -> String {
    changes.iter().fold(text.to_owned(), |text, (from, to)| {
        assert!(text.contains(from), "{from}");
        text.replacen(from, to, 1)
    })
}

#[test]
fn a_bot_with_short_names_plays_as_one_with_long_ones() {
    let walker = project_text("tests/guests/walker.wat");
    let short = walker.replace("judge:arena/battleship@1.0.0#", "").replace("take-turn", "take_turn");
    assert_ne!(short, walker);
    // The seeds depend on the files, and walkers on no seed.
    let turns = |bot| {
        let played = cup(bot, "").play("");
        played.games.lines().filter(|line| line.contains("eve")).count()
    };
    assert_eq!(turns(assemble(&short)), turns(guest("walker")));
    let row = cup(assemble(&short), "").play("").line("eve");
    assert_eq!(
        (row["status"].as_str(), row["faults"].as_str(), row["name"].as_str()),
        ("ranked", "0", "Walker")
    );
}

#[test]
fn a_function_with_a_short_name_and_a_wrong_type_is_told() {
    let walker = project_text("tests/guests/walker.wat").replace("judge:arena/battleship@1.0.0#", "");
    let wrong = walker.replace("(param $seed i64) ", "");
    let ended = cup(assemble(&wrong), "").judge("run cup.toml");
    let told = "its function \"judge:arena/battleship@1.0.0#new-game\" is of type (i32, i32, i32, i32, i32, i32) -> (i32), and should be of (i64, i32, i32, i32, i32, i32, i32) -> (i32); see judge wit battleship --core";
    assert_eq!(ended.code, Some(2));
    assert!(ended.stderr.contains(told), "{}", ended.stderr);
}

/// A module of the shape of Go's: memory cannot be asked for before it is initialised, which fails with a clock at 0 or
/// if anybody has taken the memory behind its own, and a function has blocks deep inside one another.
fn like_go() -> Vec<u8> {
    const DEPTH: usize = 300;
    let deep = format!("(func {} {})", "(block".repeat(DEPTH), ")".repeat(DEPTH));
    let initialize = format!(
        "(@producers (language \"Go\" \"go1.27\") (processed-by \"Go cmd/compile\" \"go1.27\"))
         (global $begun (mut i32) (i32.const 0))
         (func (export \"_initialize\")
           (if (i64.eqz (call $now)) (then unreachable))
           (if (i32.ne (memory.grow (i32.const 1)) (i32.const 1)) (then unreachable))
           (global.set $begun (i32.const 1)))
         {deep}"
    );
    let text = project_text("tests/guests/wasi-player.wat");
    assemble(&with(
        &text,
        &[
            (
                "  (func (export \"cabi_realloc\")",
                &format!("{initialize}\n  (func (export \"cabi_realloc\")"),
            ),
            (
                "(param i32 i32 i32) (param $size i32) (result i32)\n",
                "(param i32 i32 i32) (param $size i32) (result i32)\n (if (i32.eqz (global.get $begun)) (then unreachable))\n",
            ),
        ],
    ))
}

#[test]
fn a_runtime_like_gos_needs_wide_module_limits_and_plays() {
    let ended = cup(like_go(), "").judge("run cup.toml");
    let told = "it has more than 256 blocks inside one another; build it smaller, or write module_limits = \"wide\" in [limits], which allows 1500";
    assert_eq!(ended.code, Some(2));
    assert!(ended.stderr.contains(told), "{}", ended.stderr);
    let played = cup(like_go(), "module_limits = \"wide\"").play("");
    assert_eq!(played.line("eve")["status"], "ranked");
}

#[test]
fn tools_for_authors_admit_it_without_being_told() {
    let folder = Folder::new().file("bot.wasm", like_go());
    let ended = folder.judge("check bot.wasm --game battleship --set size=10 --quiet");
    assert_eq!(ended.code, Some(0), "{}{}", ended.stdout, ended.stderr);
}

#[test]
fn an_import_of_assembly_script_is_told_with_the_flag_that_avoids_it() {
    let abort = r#"(module (import "env" "abort" (func (param i32 i32 i32 i32)))"#;
    let walker = with(&project_text("tests/guests/walker.wat"), &[("(module", abort)]);
    let ended = cup(assemble(&walker), "").judge("run cup.toml");
    let told = "it imports env.abort, which bots cannot have; AssemblyScript: build it with --use abort=, or as sdk/assemblyscript/build does";
    assert_eq!(ended.code, Some(2));
    assert!(ended.stderr.contains(told), "{}", ended.stderr);
}

#[test]
fn reasons_name_what_is_so() {
    let walker = project_text("tests/guests/walker.wat");
    let refused = |text: &str, notes: bool| {
        let mut bot = assemble(text);
        if notes {
            bot.extend(b"\0\x0d\x0b.debug_infox");
        }
        let ended = cup(bot, "").judge("run cup.toml");
        assert_eq!(ended.code, Some(2));
        ended.stderr
    };
    let memory = "(memory (export \"memory\") 1)";
    let large = with(&walker, &[(memory, "(memory (export \"memory\") 5000)")]);
    for notes in [false, true] {
        let told = refused(&large, notes);
        assert!(told.ends_with("let it start with less, or raise memory in [limits]\n"), "{told}");
    }
    let deep = format!("(module (func {} {})", "(block".repeat(300), ")".repeat(300));
    let told = refused(&with(&walker, &[("(module", &deep)]), true);
    assert!(told.ends_with("which allows 1500, and with --release if this is a debug build\n"), "{told}");
    let told = refused(&with(&walker, &[(memory, &format!("{memory} (memory 1)"))]), false);
    assert!(
        told.contains(
            "it has more than 1 memories; a bot has one: build it as one module, without -mmultimemory"
        ),
        "{told}"
    );
}

/// As `cargo build --target wasm32-unknown-unknown` makes a program.
#[test]
fn a_program_of_lines_without_wasi_is_told_the_target() {
    let text = "(module (memory (export \"memory\") 1) (func (export \"main\") (param i32 i32) (result i32) (i32.const 0)))";
    let told = cup(assemble(text), "").judge("run cup.toml").stderr;
    assert!(told.contains("it is a program, with the function \"main\", and none of the functions of a bot for battleship; a program that reads lines is built for wasm32-wasip1"), "{told}");
    // A bot with a main lacks something else.
    let half = text.replace("(func (export", "(func (export \"name\")) (func (export");
    let told = cup(assemble(&half), "").judge("run cup.toml").stderr;
    assert!(told.contains("its function \"judge:arena/battleship@1.0.0#name\" is of type"), "{told}");
}

/// A walker whose name is its program, which it reads.
fn interpreter(program: &str) -> Vec<u8> {
    let import = r#"(module (import "judge:arena/source@1.0.0" "read" (func $read (param i32)))"#;
    let store = "(i32.store (i32.const 0) (i32.const 64))\n    (i32.store (i32.const 4) (i32.const 6))";
    let named = with(
        &project_text("tests/guests/walker.wat"),
        &[("(module", import), (store, "(call $read (i32.const 0))")],
    );
    let mut bot = assemble(&named);
    let content = [b"\x0cjudge:source", program.as_bytes()].concat();
    bot.extend([0, u8::try_from(content.len()).expect("it is short")]);
    bot.extend(content);
    bot
}

#[test]
fn a_core_module_may_be_an_interpreter_that_reads_its_program() {
    let row = cup(interpreter("Program of Eve"), "").play("").line("eve");
    assert_eq!((row["status"].as_str(), row["name"].as_str()), ("ranked", "Program of Eve"));
}

/// What is told of a walker with these changes, which is refused.
fn refused(changes: &[(&str, &str)]) -> String {
    let walker = with(&project_text("tests/guests/walker.wat"), changes);
    let ended = cup(assemble(&walker), "").judge("run cup.toml");
    assert_eq!(ended.code, Some(2));
    ended.stderr
}

#[test]
fn an_import_of_wasi_that_is_not_there_or_of_another_type_is_told() {
    for (import, told) in [
        (
            "\"fd_open\" (func)",
            "it imports wasi_snapshot_preview1.fd_open, which bots cannot have; they have ",
        ),
        (
            "\"fd_write\" (func (param i64))",
            "it imports fd_write of wasi_snapshot_preview1 as a function of type (i64) -> (), and it is one of (i32, i32, i32, i32) -> (i32); build it",
        ),
        (
            "\"proc_exit\" (global i32)",
            "it imports proc_exit of wasi_snapshot_preview1 as no function, and it is one of (i32) -> (); build it",
        ),
    ] {
        let text = refused(&[("(module", &format!("(module (import \"wasi_snapshot_preview1\" {import})"))]);
        assert!(text.contains(told), "{text}");
    }
}

#[test]
fn a_function_that_is_called_if_it_is_there_has_its_type() {
    let text = refused(&[("(module", "(module (func (export \"_initialize\") (param i32))")]);
    let told = "its function \"_initialize\" is of type (i32) -> (), and should be of () -> (); see judge wit battleship --core";
    assert!(text.contains(told), "{text}");
}

/// A walker that asks for its option at each turn, and makes room for the answer so.
pub(crate) fn asking(room: &str) -> Vec<u8> {
    let imports = r#"(module
        (import "judge:arena/host@1.0.0" "get-option" (func $option (param i32 i32 i32)))
        (import "judge:arena/host@1.0.0" "log" (func $log (param i32 i32)))
        (data (i32.const 2048) "style")"#;
    let tells = "(local $square i32)
        (call $option (i32.const 2048) (i32.const 5) (i32.const 2056))
        (if (i32.load8_u (i32.const 2056))
          (then (call $log (i32.load (i32.const 2060)) (i32.load (i32.const 2064)))))";
    let room = format!(
        "(param $size i32) (result i32)\n (if (i32.eq (local.get $size) (i32.const 9)) (then {room}))"
    );
    let changes =
        [("(module", imports), ("(local $square i32)", tells), ("(param $size i32) (result i32)", &room)];
    assemble(&with(&project_text("tests/guests/walker.wat"), &changes))
}

#[test]
fn an_option_goes_where_the_bot_makes_room_and_nowhere_else() {
    let fault = |room: &str| {
        let cup = "game = \"battleship\"\nseed = 7\nrounds = 1\nexamples = [\"stupid\"]\n\n[[contestant]]\nname = \"eve\"\nwasm = \"eve.wasm\"\noptions = { style = \"carefully\" }\n";
        Folder::new().file("cup.toml", cup).file("eve.wasm", asking(room)).play("").games
    };
    let plays = fault("");
    assert!(rows(&plays).iter().all(|game| game["reason"] == "rules"), "{plays}");
    let outside = fault("(return (i32.const -4))");
    assert!(outside.contains("bad-reply"), "{outside}");
    assert!(outside.contains("realloc return: beyond end of memory"), "{outside}");
    let calls = fault("(call $log (i32.const 0) (i32.const 0))");
    assert!(calls.contains("it called the judge or WASI in cabi_realloc"), "{calls}");
}
