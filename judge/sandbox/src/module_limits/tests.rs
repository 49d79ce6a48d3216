//! Every module limit, just inside and just beyond.

use super::*;

/// What of a module or component is counted, and a text with `n` of it.
type Sample = (&'static str, fn(&ModuleLimits) -> u64, fn(usize) -> String);

fn module(parts: &str) -> String {
    format!("(module {parts})")
}

fn component(parts: &str) -> String {
    format!("(component {parts})")
}

const SAMPLES: &[Sample] = &[
    ("types", |limits| limits.types, |n| module(&"(type (func))".repeat(n))),
    ("types", |limits| limits.types, |n| module(&format!("(rec {})", "(type (func))".repeat(n)))),
    (
        "parameters and results",
        |limits| limits.params,
        |n| module(&format!("(type (func (param {}) (result i32)))", "i32 ".repeat(n - 1))),
    ),
    ("functions", |limits| limits.functions, |n| module(&"(func)".repeat(n))),
    ("imports", |limits| limits.imports, |n| module(&"(import \"a\" \"b\" (func))".repeat(n))),
    (
        "imports",
        |limits| limits.imports,
        |n| component(&(0..n).fold(String::new(), |text, i| format!("{text}(import \"a{i}\" (func))"))),
    ),
    (
        "exports",
        |limits| limits.exports,
        |n| module(&(0..n).fold("(func)".to_owned(), |text, i| format!("{text}(export \"{i}\" (func 0))"))),
    ),
    ("globals", |limits| limits.globals, |n| module(&"(global i32 (i32.const 0))".repeat(n))),
    ("tables", |limits| limits.tables, |n| module(&"(table 0 funcref)".repeat(n))),
    ("memories", |limits| limits.memories, |n| module(&"(memory 0)".repeat(n))),
    (
        "data and element segments",
        |limits| limits.segments,
        |n| module(&format!("(memory 0) (func) (elem func 0) {}", "(data \"\")".repeat(n - 1))),
    ),
    (
        "elements to fill tables with",
        |limits| limits.elements,
        |n| module(&format!("(func) (elem func 0) (elem func {})", "0 ".repeat(n - 1))),
    ),
    (
        "bytes of code in one function",
        |limits| limits.body_bytes,
        |n| module(&format!("(func {})", "nop ".repeat(n - 2))),
    ),
    (
        "locals in one function",
        |limits| limits.locals,
        |n| module(&format!("(func (local {}))", "i32 i64 ".repeat(n / 2) + ["", "i32"][n % 2])),
    ),
    (
        "blocks inside one another",
        |limits| limits.nesting,
        |n| module(&format!("(func {} {})", "block ".repeat(n), "end ".repeat(n))),
    ),
    (
        "branches in one br_table",
        |limits| limits.branches,
        |n| module(&format!("(func (br_table {} 0 (i32.const 0)))", "0 ".repeat(n))),
    ),
    ("modules and components", |limits| limits.modules, |n| component(&"(core module)".repeat(n))),
    ("components inside one another", |limits| limits.depth, |n| "(component ".repeat(n) + &")".repeat(n)),
    (
        "instances of modules",
        |limits| limits.core_instances,
        |n| component(&format!("(core module $m) {}", "(core instance (instantiate $m))".repeat(n))),
    ),
    (
        "types, aliases and functions of a component",
        |limits| limits.component_items,
        |n| component(&"(type u8)".repeat(n)),
    ),
    (
        "types, aliases and functions of a component",
        |limits| limits.component_items,
        |n| {
            let instance = "(core module $m (memory (export \"m\") 0)) (core instance $i (instantiate $m))";
            component(&format!("{instance} {}", "(alias core export $i \"m\" (core memory))".repeat(n - 1)))
        },
    ),
    (
        "exports",
        |limits| limits.exports,
        |n| {
            let export = |text, i| format!("{text}(export \"a{i}\" (instance $i))");
            component(&(0..n).fold("(import \"i\" (instance $i))".to_owned(), export))
        },
    ),
];

fn counted(text: &str, limits: &Limits) -> Result<(), String> {
    count(&wat::parse_str(text).expect("it is WebAssembly"), limits).map_err(|invalid| invalid.to_string())
}

#[test]
fn as_much_of_everything_as_the_caps_say_is_admitted_and_one_more_is_not() {
    let limits = Limits::default();
    for (what, cap, sample) in SAMPLES {
        let most = cap(limits.module_limits());
        let n = usize::try_from(most).expect("it is small");
        assert_eq!(counted(&sample(n), &limits), Ok(()), "{what}");
        let told = counted(&sample(n + 1), &limits).expect_err(what);
        assert!(told.starts_with(&format!("it has more than {most} {what}")), "{what}: {told}");
    }
}

#[test]
fn a_tournament_that_admits_larger_files_admits_more_in_them() {
    let text = module(&"(func)".repeat(10_001));
    let excess = count(&wat::parse_str(&text).expect("it is WebAssembly"), &Limits::default());
    let told = Invalid::TooMany { what: "functions", most: 10_000, most_when_wide: 50_000 };
    assert_eq!(excess, Err(told));
    let wide = Limits { file_bytes: Limits::FILE_BYTES_NARROW + 1, ..Limits::default() };
    assert_eq!(counted(&text, &wide), Ok(()));
}

#[test]
fn memory_and_tables_may_be_declared_up_to_the_tournaments_limits() {
    let limits = Limits { memory_bytes: 3 * Limits::PAGE_BYTES, table_elements: 5, ..Limits::default() };
    assert_eq!(counted("(module (memory 3) (table 5 funcref))", &limits), Ok(()));
    let told = counted("(module (memory 4))", &limits).expect_err("it is too much memory");
    assert!(told.contains("a memory of 4 pages of 64 KiB, and the limit is 3"), "{told}");
    let told = counted("(module (table 6 funcref))", &limits).expect_err("it is too large a table");
    assert!(told.contains("a table of 6 elements, and the limit is 5"), "{told}");
}

#[test]
fn what_lies_deep_inside_is_counted_too() {
    let text = format!("(component (component (core module {})))", "(memory 0)".repeat(2));
    let told = counted(&text, &Limits::default()).expect_err("there are two memories");
    assert!(told.starts_with("it has more than 1 memories"), "{told}");
}

#[test]
fn counting_stops_at_the_first_excess() {
    // A section of functions which says that it has a million, and holds none; and then rubbish.
    let mut bomb = b"\0asm\x01\0\0\0\x03\x03\xc0\x84\x3d".to_vec();
    bomb.extend([0xff; 100]);
    let told = count(&bomb, &Limits::default()).expect_err("it is a bomb").to_string();
    assert!(told.starts_with("it has more than 10000 functions"), "{told}");
}

#[test]
fn what_is_no_webassembly_is_told_with_its_place() {
    let told = count(b"\0asm\x01\0\0\0\x03", &Limits::default()).expect_err("it is cut short").to_string();
    assert_eq!(told, "it is not valid WebAssembly: unexpected end-of-file (at byte 9)");
}
