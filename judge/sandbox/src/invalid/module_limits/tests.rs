//! Every module limit, just inside and just beyond.

use super::*;
use crate::Width;

/// A name of countable items, their limit, and a module or component as text with `n` of them.
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
    (
        "locals alive in one place",
        |limits| limits.alive,
        |n| {
            let locals =
                |text: &str| (0..n).map(|local| text.replace('#', &local.to_string())).collect::<String>();
            let sets = locals("(local.set # (i64.const #))");
            let block = format!("(block (br_if 0 (i32.const 0)) {sets})");
            module(&format!("(func (local {}) {block} {})", "i64 ".repeat(n), locals("(drop (local.get #))")))
        },
    ),
    ("locals carried along the branches of one", |limits| limits.carried, |n| module(&carrying(n))),
    (
        "locals carried along the branches of all",
        |limits| limits.carried_in_all,
        |n| {
            let functions = 1 + n / 200_000;
            module(
                &(carrying(n / functions).repeat(functions - 1) + &carrying(n / functions + n % functions)),
            )
        },
    ),
    (
        "segments and elements to copy",
        |limits| limits.copied_at_start,
        |n| {
            let segments = |n: usize| "(elem func)".repeat(n);
            let ten = "(core instance (instantiate $m))".repeat(10);
            let module = |name: &str, parts: &str| format!("(core module {name} {parts})");
            // A segment of elements, and nine elements in it.
            let (pairs, one) = ("(elem func 0)".repeat(n % 10 / 2), segments(n % 2));
            let rest = module("$r", &format!("(func) {pairs} {one}"));
            component(&format!(
                "{} {ten} {rest} (core instance (instantiate $r))",
                module("$m", &segments(n / 10))
            ))
        },
    ),
    (
        "segments and elements to copy",
        |limits| limits.copied_at_start,
        |n| {
            let inner = |name: &str, n: usize| {
                let segments = "(elem func)".repeat(n);
                format!("(component {name} (core module $m {segments}) (core instance (instantiate $m)))")
            };
            let (five, one) = ("(instance (instantiate $five))".repeat(5), "(instance (instantiate $one))");
            component(&format!("{} {} {five} {one}", inner("$five", n / 5), inner("$one", n % 5)))
        },
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

/// A function whose branches carry so many locals: each all but the last, and the first of them that one, too.
fn carrying(n: usize) -> String {
    const BRANCHES: usize = 1_000;
    let (locals, rest) = (n / BRANCHES, n % BRANCHES);
    let branches = |n: usize| "(br_if 0 (i32.const 0))".repeat(n);
    let reads = (0..locals).fold(String::new(), |text, local| format!("{text}(drop (local.get {local}))"));
    let (first, last) = (branches(rest), branches(BRANCHES - rest));
    // The first is a parameter.
    let declared = "i64 ".repeat(locals);
    format!("(func (param i64) (local {declared}) {first} (drop (local.get {locals})) {last} {reads})")
}

fn counted(text: &str, limits: &Limits) -> Result<(), String> {
    count(&wat::parse_str(text).expect("it is WebAssembly"), limits)
        .map(|_| ())
        .map_err(|invalid| invalid.to_string())
}

#[test]
fn what_is_there_is_told_of_the_whole_file_and_of_its_largest_parts() {
    let limits = Limits { memory_bytes: 8 * Limits::PAGE_BYTES, ..Limits::default() };
    let text = r#"(component
        (core module (memory 3) (func nop nop nop) (func) (export "a" (func 0)) (export "b" (func 0)))
        (core module (func) (export "a" (func 0))))"#;
    let bytes = wat::parse_str(text).expect("it is WebAssembly");
    let counted = count(&bytes, &limits).expect("it is small");
    let there: Vec<(&str, u64)> = counted.iter().map(|counted| (counted.what, counted.used)).collect();
    let expected = [
        ("types", 2),
        ("functions", 3),
        ("globals", 0),
        ("bytes of memory at the start", 3 * Limits::PAGE_BYTES),
        ("bytes of code in one function", 5),
        ("imports", 0),
        ("exports", 2),
    ];
    assert_eq!(there, expected);
    assert_eq!(counted[3].limit, limits.memory_bytes);
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
    let wide = Limits { width: Width::Wide, ..Limits::default() };
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

/// Checks the values that a function's branches carry: at one merge, and over all.
#[track_caller]
fn carries(body: &str, at_one_merge: u64, over_all: u64) {
    let many = "(type $many (func (param i32 i32 i32) (result i64 i64 i64 i64 i64)))";
    let bytes = wat::parse_str(module(&format!("{many} (func (param $x i32) (local $y i32) {body})")))
        .expect("it is WebAssembly");
    let types = [Arity { params: 3, results: 5 }, Arity { params: 1, results: 0 }];
    let mut flow = Flow::new(7, &types);
    for payload in Parser::new(0).parse_all(&bytes) {
        if let Payload::CodeSectionEntry(body) = payload.expect("it is valid") {
            let operators = body.get_operators_reader().expect("it has operators");
            operators.into_iter().for_each(|operator| flow.operator(&operator.expect("it is valid")));
        }
    }
    let found = flow.carried(u64::MAX).expect("there is no limit");
    assert_eq!((found.at_one_merge, found.over_all), (at_one_merge, over_all), "{body}");
}

#[test]
fn a_local_counts_where_branches_meet_as_long_as_it_is_read_later() {
    const READ: &str = "(drop (local.get $y))";
    const SET: &str = "(local.set $y (i32.const 1))";
    const IF: &str = "(if (i32.const 0) (then";
    // One way leads into an arm and another past it, and two meet at the end.
    carries(&format!("{IF} {SET})) {READ}"), 1, 2);
    carries(&format!("{IF} nop)) {READ}"), 1, 3);
    carries(&format!("{IF} {SET})) {SET} {READ}"), 0, 0);
    carries(&format!("{IF} {SET})) "), 0, 0);
    carries(&format!("{IF} {SET} {READ})) nop"), 0, 0);
    carries(&format!("{IF} {SET}) (else {SET})) {READ} (drop (local.get $x))"), 2, 6);
    carries(&format!("{IF} unreachable)) {READ}"), 0, 1);
    // A loop's head is met from before it and from within.
    carries(&format!("(loop $l {READ} {SET} (br_if $l (i32.const 0)))"), 1, 2);
    carries(&format!("(loop $l {SET} {READ} (br_if $l (i32.const 0)))"), 0, 0);
    carries(&format!("(loop $l {READ} {SET} (br $l)) {READ}"), 1, 2);
    // Code that nothing leads to does not count, nor does a target that is named twice.
    carries(&format!("(block (br 0) (loop {READ} (br 0))) "), 0, 0);
    carries(&format!("(block (br_table 0 0 0 (i32.const 0))) {READ}"), 0, 1);
    carries(&format!("(block $a (block $b (br_table $a $b $a $b (i32.const 0))) {SET}) {READ}"), 1, 2);
    carries(&format!("(block (br_if 0 (i32.const 0)) (br_if 0 (i32.const 0))) {READ}"), 1, 5);
}

#[test]
fn what_blocks_return_counts_where_branches_meet() {
    const ARM: &str = "drop drop drop (i64.const 1) (i64.const 2) (i64.const 3) (i64.const 4) (i64.const 5)";
    const TAKEN: &str = "(i32.const 0) (i32.const 0) (i32.const 0)";
    // Two arms meet, each with five values.
    carries(&format!("{TAKEN} (i32.const 0) (if (type $many) (then {ARM}) (else {ARM})) unreachable"), 5, 10);
    // One way out of the block, and one that goes on within.
    let leave = format!("{ARM} (br_if 0 (i32.const 0)) (br 0)");
    carries(&format!("{TAKEN} (block (type $many) {leave}) unreachable"), 5, 10);
    carries("(drop (if (result i32) (i32.const 0) (then (i32.const 1)) (else (i32.const 2))))", 1, 2);
    // A loop takes three on each way in; out of it leads one way only.
    let again = format!("(br_if 0 (i32.const 0)) {ARM}");
    carries(&format!("{TAKEN} (loop (type $many) {again}) unreachable"), 3, 6);
    // With a local, which is read later, and out of the whole function, which returns seven.
    let (read, block) = ("(drop (local.get $x))", format!("{TAKEN} (block (type $many) {leave})"));
    carries(&format!("{block} {read} unreachable"), 6, 12 + 1);
    carries("(br_if 0 (i32.const 0)) (br_if 0 (i32.const 0))", 7, 21);
}

#[test]
fn a_function_returns_what_its_own_type_says() {
    // Of functions that are imported nothing is read, and modules in a component have their own types.
    let function = |results: usize| {
        let (types, values) = ("i64 ".repeat(results), "(i64.const 1)".repeat(results));
        format!("(func (result {types}) {values} (br_if 0 (i32.const 0)))")
    };
    let text = |most| {
        let import = "(type (func)) (import \"a\" \"b\" (func (type 0)))";
        let inner = format!("(core module {import} {} {})", function(1), function(most));
        component(&format!("{inner} (core module {})", function(1)))
    };
    let limits = Limits { width: Width::Narrow, ..Limits::default() };
    assert_eq!(counted(&text(100), &limits), Ok(()));
    // As many locals as are allowed, but for those that the function returns.
    let alive = usize::try_from(ModuleLimits::NARROW.alive).expect("it is small");
    let function = |locals: usize| {
        let each =
            |text: &str| (0..locals).map(|local| text.replace('#', &local.to_string())).collect::<String>();
        let (sets, reads) = (each("(local.set # (i64.const 1))"), each("(drop (local.get #))"));
        let (types, values) = ("i64 ".repeat(100), "(i64.const 1)".repeat(100));
        let block = format!("(block $b (type $t) {values} (br_if $b (i32.const 0)) {sets})");
        let drops = "drop ".repeat(100);
        module(&format!(
            "(type $t (func (result {types}))) (func (local {}) {block} {drops} {reads})",
            "i64 ".repeat(locals)
        ))
    };
    assert_eq!(counted(&function(alive - 100), &limits), Ok(()));
    let told = counted(&function(alive - 99), &limits).expect_err("they are too many");
    assert!(told.starts_with("it has more than 200 locals alive in one place"), "{told}");
}

#[test]
fn types_inside_one_another_are_refused_before_they_are_read() {
    let nested = |levels: usize| {
        let mut section = vec![1];
        section.extend([0x41, 1, 1].repeat(levels));
        section.extend([0x41, 0]);
        let mut file = b"\0asm\x0d\0\x01\0\x07".to_vec();
        let mut length = section.len();
        while length >= 0x80 {
            file.push(0x80 | u8::try_from(length % 0x80).expect("it is small"));
            length /= 0x80;
        }
        file.push(u8::try_from(length).expect("it is small"));
        [file, section].concat()
    };
    let limits = Limits { width: Width::Wide, ..Limits::default() };
    // The number of types before them looks like one more.
    assert!(count(&nested(99), &limits).is_ok());
    for levels in [100, 8_000, 1_000_000] {
        let told = count(&nested(levels), &limits).expect_err("they are too many").to_string();
        assert_eq!(told, "it has more than 100 types of components inside types", "{levels}");
    }
}

#[test]
fn types_inside_one_another_are_refused_in_the_description_of_a_modules_interface_too() {
    let described = |name: &str, levels: usize| {
        let types = "\\41\\01\\01".repeat(levels);
        module(&format!("(@custom \"{name}\" \"\\00asm\\0d\\00\\01\\00\\07\\7f\\01{types}\")"))
    };
    let limits = Limits { width: Width::Wide, ..Limits::default() };
    assert_eq!(counted(&described("component-type:bot", 100), &limits), Ok(()));
    assert_eq!(counted(&described("else", 1_000_000), &limits), Ok(()));
    for levels in [200, 1_000_000] {
        let told = counted(&described("component-type:bot", levels), &limits).expect_err("they are too many");
        assert_eq!(told, "it has more than 100 types of components inside types", "{levels}");
    }
}
