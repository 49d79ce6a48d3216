//! Code that takes much time for little fuel, or makes the tools fail: refused, or excluded by the organiser.

use crate::guests::cup;
use crate::support::{Folder, assemble, guest, project_text};

/// The bot `walker` with another function, which nobody calls.
fn walker_with(function: &str) -> Vec<u8> {
    assemble(&project_text("tests/guests/walker.wat").replacen("(module", &format!("(module {function}"), 1))
}

/// The judge's message about `eve`, which has this file.
fn refused(eve: &[u8]) -> String {
    let folder = cup().bots(&["tidy"]).file("bots/eve.wasm", eve);
    let ended = folder.judge("run cup.toml");
    assert_eq!(ended.code, Some(2), "{}", ended.stderr);
    assert!(ended.stderr.contains("contestant \"eve\": bots/eve.wasm: "), "{}", ended.stderr);
    ended.stderr
}

#[test]
fn many_locals_alive_where_branches_meet_are_refused() {
    let many = |locals: usize| {
        let each = |text: &str| (0..locals).map(|i| text.replace('#', &i.to_string())).collect::<String>();
        let (set, read) = (each("(local.set # (i64.const #))"), each("(drop (local.get #))"));
        let declared = "i64 ".repeat(locals);
        walker_with(&format!("(func (local {declared}) (block (br_if 0 (i32.const 0)) {set}) {read})"))
    };
    let said = refused(&many(201));
    assert!(said.contains("more than 200 locals alive in one place where branches meet"), "{said}");
    cup().bots(&["tidy"]).file("bots/eve.wasm", many(200)).play("--quiet");
}

#[test]
fn many_values_kept_over_a_call_are_refused() {
    let many = |values: usize| {
        let (set, read) = ("(i64.const 1)".repeat(values), "(drop)".repeat(values));
        walker_with(&format!("(func $large {set} (call $large) {read})"))
    };
    let said = refused(&many(1_001));
    assert!(said.contains("more than 1000 values at a time in one function"), "{said}");
    cup().bots(&["tidy"]).file("bots/eve.wasm", many(1_000)).play("--quiet");
}

#[test]
fn a_file_that_the_tools_fail_on_is_the_bots_fault() {
    // A component that imports a type of its own: the component model's own parser panics on it.
    let component =
        wat::parse_str(r#"(component (type $f (func (param "x" u8))) (import "a" (type $x (eq $f))))"#);
    let said = refused(&component.expect("it is a component"));
    assert!(!said.contains("please report it") && !said.contains(".rs:"), "{said}");
}

#[test]
fn a_resource_of_ones_own_is_refused() {
    // Its calls are the host's and take no fuel, at some hundred nanoseconds each.
    let component =
        wat::parse_str("(component (type $r (resource (rep i32))) (core func $new (canon resource.new $r)))");
    let said = refused(&component.expect("it is a component"));
    assert!(said.contains("it defines a resource of its own, which bots cannot have"), "{said}");
}

#[test]
fn components_that_hand_each_other_texts_are_refused() {
    // Each would have a memory of its own, and the engine would copy and check megabytes for one call.
    let inner = "(component (core module $m (memory (export \"m\") 100)) (core instance (instantiate $m)))";
    let said = refused(&wat::parse_str(format!("(component {inner} {inner})")).expect("it is a component"));
    assert!(said.contains("it has more than 1 memories"), "{said}");
}

#[test]
fn a_type_that_doubles_again_and_again_is_refused() {
    let doubled = |n: usize| format!("(type $t{n} (tuple $t{0} $t{0}))", n - 1);
    let types: String = (1..40).map(doubled).collect();
    let said =
        refused(&wat::parse_str(format!("(component (type $t0 u64) {types})")).expect("it is a component"));
    assert!(said.contains("effective type size exceeds the limit"), "{said}");
}

#[test]
fn types_deep_inside_one_another_are_refused() {
    // Whoever reads them calls itself 8,000 times, and so would overflow the judge's stack.
    let section = [vec![1], [0x41, 1, 1].repeat(8_000), vec![0x41, 0]].concat();
    let length = [0, 7, 14].map(|shift| u8::try_from(section.len() >> shift & 0x7f).expect("it is small"));
    let size = [0x80 | length[0], 0x80 | length[1], length[2]];
    let said = refused(&[b"\0asm\x0d\0\x01\0\x07".as_slice(), &size, &section].concat());
    assert!(said.contains("it has more than 100 types of components inside types"), "{said}");
}

/// A cup whose contestant `eve` must not be run.
fn excluded() -> Folder {
    let cup = project_text("tests/guests/walker.wat");
    let eve = assemble(&cup.replacen("(module", "(module (func $stall (loop (br 0))) (start $stall)", 1));
    let toml = "game = \"battleship\"\nseed = 7\nrounds = 2\ncontestants = [\"bots/*.wasm\"]\n";
    Folder::new()
        .file("cup.toml", format!("{toml}exclude = [\"eve\"]\n"))
        .bots(&["tidy"])
        .guests(&["walker"])
        .file("bots/eve.wasm", eve)
}

#[test]
fn an_excluded_bot_is_never_run() {
    let played = excluded().play("--quiet");
    let eve = played.line("eve");
    assert_eq!(
        (eve["status"].as_str(), eve["reason"].as_str(), eve["rank"].as_str()),
        ("disqualified", "excluded by the organiser", "3")
    );
    let without = cup().bots(&["tidy"]).guests(&["walker"]).file("bots/eve.wasm", guest("walker"));
    let honest = |played: &crate::support::Played| played.games_without("eve");
    let seeds = |rows: Vec<crate::support::Row>| -> Vec<String> {
        rows.into_iter().map(|row| row["transcript_sha256"].clone()).collect()
    };
    assert_eq!(seeds(honest(&played)), seeds(honest(&without.play("--quiet"))));
}
