//! Contracts are read, refused and written anew.

use super::*;

fn description(wit: &str) -> Result<Description, String> {
    super::description(wit)
}

#[test]
fn what_is_written_anew_is_read_as_the_same() {
    let text = "interface x { record r { a: u8, %list: list<string> } variant v { none, one(r), two(tuple<s8, option<r>>) } enum e { x, y } \
                f: func(a: v, b: e) -> result<_, string>; g: func() -> result; h: func() -> result<u8>; }";
    let read = description(text).expect("it is WIT");
    assert_eq!(description(&wit(&read, "x")), Ok(read));
}

#[test]
fn types_neither_go_deep_nor_grow() {
    let deep = format!("interface x {{ f: func(a: {}u8{}); }}", "list<".repeat(40), ">".repeat(40));
    assert!(description(&deep).is_err_and(|wrong| wrong.contains("too deep")));
    let double = |n: usize| format!("type a{n} = tuple<a{0}, a{0}>;", n - 1);
    let large = format!("interface x {{ type a0 = u8; {} }}", (1..40).map(double).collect::<String>());
    assert!(description(&large).is_err_and(|wrong| wrong.contains("10000 parts")));
    assert!(description(&" ".repeat(CONTRACT_BYTES_MAX + 1)).is_err());
}

#[test]
fn all_types_are_read() {
    let wit = "interface x { type xs = list<u8>; f: func(%a: xs, b: tuple<u8, option<string>>) -> result<_, string>; /* - */ g: func(); }";
    let read = description(wit).expect("it is WIT");
    assert_eq!(read.functions.len(), 2);
    assert_eq!(
        read.functions[0].params[0].ty,
        TypeName::List { list: Box::new(TypeName::Name("u8".into())) }
    );
    assert!(crate::Interface::new(&read).is_ok());
    assert!(description("interface x { resource r; }").is_err_and(|wrong| wrong.contains("resource")));
    assert!(description("interface x {").is_err_and(|wrong| wrong == "the contract ends too early"));
}

#[test]
fn types_come_in_the_order_of_their_use() {
    let read = |inside: &str| description(&format!("interface x {{ {inside} }}"));
    let read_names = |inside| {
        read(inside).map(|read| read.types.into_iter().map(|named| named.name).collect::<Vec<_>>().join(" "))
    };
    assert_eq!(
        read_names(
            "f: func(a: list<r>) -> e; enum e { a } record r { v: option<v> } enum idle { x } variant v { a(w) } record w { n: u8 }"
        ),
        Ok("w v r e".into())
    );
    for (inside, told) in [
        ("record r { v: v } variant v { a, b(tuple<r>) }", "the type r is made of itself"),
        ("record r { a: s }", "there is no type s"),
        ("f: func() -> result<_, s>;", "there is no type s"),
        ("enum e { a-1 }", "there should be a name in place of \"a-1\""),
        ("record r { a--b: u8 }", "there should be a name in place of \"a--b\""),
        ("enum go { a } go: func();", "the contract has the name go twice"),
    ] {
        assert!(
            read_names(inside).is_err_and(|why| why.contains(told)),
            "{inside}: {:?}",
            read_names(inside)
        );
    }
}

#[test]
fn a_word_of_wit_is_a_name_only_with_a_sign() {
    let inside =
        ["f: func(own: u8);", "record own { a: u8 }", "enum e { own }", "type own = u8;", "own: func();"];
    for line in inside {
        let wit = |line: &str| format!("interface x {{\n  g: func();\n  {line}\n  h: func();\n}}");
        let why = format!("{line:?}: own is a word of WIT; write %own, or another name");
        assert_eq!(description(&wit(line)), Err(why));
        assert!(description(&wit(&line.replace("own", "%own"))).is_ok(), "{line}");
    }
    assert!(
        description("interface x { f: func(a: borrow); }").is_err_and(|wrong| wrong.contains("word of WIT"))
    );
}

#[test]
fn no_two_names_are_one_in_any_language() {
    for (inside, told) in [
        ("record r { a: u8, a: u8 }", "the record r has the name a twice"),
        (
            "record r { a-b: u8, ab: u8 }",
            "the record r has the names a-b and ab, which some languages write alike",
        ),
        ("enum e { x, x }", "the enum e has the name x twice"),
        ("variant v { x, x(u8) }", "the variant v has the name x twice"),
        ("f: func(a: u8, a: u8);", "the function f has the name a twice"),
        ("f: func(); f: func();", "the contract has the name f twice"),
        ("enum e { x } enum e { y }", "the contract has the name e twice"),
        ("record g { a: u8 }", "the contract has the name g twice"),
        ("record %string { a: u8 }", "every contract has the type string already"),
        ("record r { Left: u8 }", "write the name Left in small letters"),
    ] {
        let why = description(&format!("interface g {{ {inside} }}")).expect_err(inside);
        assert!(why.contains(told), "{why}");
    }
}

#[test]
fn the_interface_stands_alone() {
    let wit = "package a:b;\n\n/// Doc.\ninterface x {\n  record r { a: u8 }\n}\n\n/// World.\nworld w { export x; }\n";
    assert_eq!(interface_of(wit), "/// Doc.\ninterface x {\n  record r { a: u8 }\n}");
}
