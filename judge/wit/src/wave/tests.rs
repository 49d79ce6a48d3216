use wasm_wave::value as theirs;
use wasm_wave::wasm::WasmValue;

use super::*;
use crate::{Description, Interface};

/// Numbers that look random.
struct Random(u64);

impl Random {
    fn bits(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }

    fn below(&mut self, end: usize) -> usize {
        usize::try_from((self.bits() >> 33) % end as u64).expect("it is small")
    }

    fn one_of<T: Copy>(&mut self, items: &[T]) -> T {
        items[self.below(items.len())]
    }
}

/// The type that a function answers with; `types` are the interface's.
fn answer(types: &[String], result: &str) -> Type {
    let functions = format!(r#"[{{"name": "f", "params": [], "result": {result}}}]"#);
    let text = format!(r#"{{"interface": "i", "types": [{}], "functions": {functions}}}"#, types.join(", "));
    let interface = Interface::new(&Description::parse(&text).expect("it is a description"));
    interface.expect("it is valid").functions.swap_remove(0).result.expect("it answers")
}

fn parsed(ty: &Type, text: &str) -> Result<Value, String> {
    let mut value = Value::default();
    from_wave(ty, text, &mut value)?;
    Ok(value)
}

fn written(ty: &Type, value: &Value) -> String {
    let (mut text, mut reader) = (String::new(), value.reader());
    to_wave(ty, &mut reader, &mut text).expect("it fits");
    assert!(reader.is_at_end(), "{text}");
    text
}

const NAMES: [&str; 8] = ["a", "b-c", "none", "some", "inf", "true", "x1", "SHIP"];

fn random_type_name(random: &mut Random, named: usize) -> String {
    let simple = ["bool", "u8", "s8", "u16", "s16", "u32", "s32", "u64", "s64", "string"];
    match random.below(10) {
        0 => format!(r#"{{"list": {}}}"#, random_type_name(random, named)),
        1 => format!(r#"{{"option": {}}}"#, random_type_name(random, named)),
        2 => format!(
            r#"{{"tuple": [{}, {}]}}"#,
            random_type_name(random, named),
            random_type_name(random, named)
        ),
        3 => format!(r#"{{"result": {{"ok": {}}}}}"#, random_type_name(random, named)),
        4 => format!(r#"{{"result": {{"err": {}}}}}"#, random_type_name(random, named)),
        5..=7 if named > 0 => format!(r#""t{}""#, random.below(named)),
        _ => format!("{:?}", random.one_of(&simple)),
    }
}

/// A type that is made of records, enums and variants, some of whose names are keywords.
fn random_type(random: &mut Random) -> Type {
    let mut types = Vec::new();
    for number in 0..4 {
        let names = &NAMES[random.below(4)..][..=random.below(4)];
        let ty = |random: &mut Random| random_type_name(random, number);
        let items = names.iter().map(|name| match number % 3 {
            0 => format!("{name:?}"),
            1 if random.below(2) == 0 => {
                format!(r#"{{"name": {name:?}, "type": {{"option": {}}}}}"#, ty(random))
            }
            2 if random.below(2) == 0 => format!(r#"{{"name": {name:?}}}"#),
            _ => format!(r#"{{"name": {name:?}, "type": {}}}"#, ty(random)),
        });
        let items = items.collect::<Vec<_>>().join(", ");
        let kind = ["enum", "record", "variant"][number % 3];
        types.push(format!(r#"{{"name": "t{number}", "{kind}": [{items}]}}"#));
    }
    let result = random_type_name(random, types.len());
    answer(&types, &result)
}

fn random_text(random: &mut Random) -> String {
    let chars = ['a', '"', '\'', '\\', '\n', '\r', '\t', '\0', '\u{7f}', 'ß', '☃', '\u{202e}', '{', '/', ' '];
    (0..random.below(6)).map(|_| random.one_of(&chars)).collect()
}

fn random_value(ty: &Type, random: &mut Random, to: &mut Value) {
    let length = random.below(4);
    match ty {
        Type::Bool => to.number(random.below(2) as u64),
        Type::U8 => to.number(random.bits().to_le_bytes()[0]),
        Type::U16 => to.number(random.bits() >> 48),
        Type::U32 => to.number(random.bits() >> 32),
        Type::U64 => to.number(random.bits()),
        Type::S8 => to.signed(random.bits().to_le_bytes()[0].cast_signed()),
        Type::S16 => to.signed(random.bits().cast_signed() >> 48),
        Type::S32 => to.signed(random.bits().cast_signed() >> 32),
        Type::S64 => to.signed(random.bits().cast_signed()),
        Type::String => to.text(&random_text(random)),
        Type::List(item) if item.is_byte() => to.bytes(&random.bits().to_le_bytes()[..length]),
        Type::List(item) => {
            to.list(length);
            (0..length).for_each(|_| random_value(item, random, to));
        }
        Type::Option(ty) => {
            to.case(u32::from(length > 0));
            if length > 0 {
                random_value(ty, random, to);
            }
        }
        Type::Record(record) | Type::Tuple(record) => {
            record.fields.iter().for_each(|(_, ty)| random_value(ty, random, to));
        }
        Type::Enum(cases) => to.case(u32::try_from(random.below(cases.len())).expect("they are few")),
        Type::Variant(variant) | Type::Result(variant) => {
            let case = random.below(variant.cases.len());
            to.case(u32::try_from(case).expect("they are few"));
            if let Some(ty) = &variant.cases[case].1 {
                random_value(ty, random, to);
            }
        }
    }
}

/// The same type as the crate `wasm-wave` has it.
fn their_type(ty: &Type) -> theirs::Type {
    let of_fields = |fields: &[(String, Type)]| -> Vec<(String, theirs::Type)> {
        fields.iter().map(|(name, ty)| (name.clone(), their_type(ty))).collect()
    };
    match ty {
        Type::Bool => theirs::Type::BOOL,
        Type::U8 => theirs::Type::U8,
        Type::S8 => theirs::Type::S8,
        Type::U16 => theirs::Type::U16,
        Type::S16 => theirs::Type::S16,
        Type::U32 => theirs::Type::U32,
        Type::S32 => theirs::Type::S32,
        Type::U64 => theirs::Type::U64,
        Type::S64 => theirs::Type::S64,
        Type::String => theirs::Type::STRING,
        Type::List(item) => theirs::Type::list(their_type(item)),
        Type::Option(ty) => theirs::Type::option(their_type(ty)),
        Type::Record(record) => theirs::Type::record(of_fields(&record.fields)).expect("it has fields"),
        Type::Enum(cases) => theirs::Type::enum_ty(cases.iter().map(String::as_str)).expect("it has cases"),
        Type::Tuple(tuple) => {
            theirs::Type::tuple(tuple.fields.iter().map(|(_, ty)| their_type(ty)).collect::<Vec<_>>())
                .expect("it has items")
        }
        Type::Result(result) => {
            let [ok, err] = [0, 1].map(|case: usize| result.cases[case].1.as_ref().map(their_type));
            theirs::Type::result(ok, err)
        }
        Type::Variant(variant) => {
            let case = |(name, ty): &(String, Option<Type>)| (name.clone(), ty.as_ref().map(their_type));
            theirs::Type::variant(variant.cases.iter().map(case).collect::<Vec<_>>()).expect("it has cases")
        }
    }
}

fn their_value(ty: &Type, text: &str) -> Option<theirs::Value> {
    wasm_wave::from_str(&their_type(ty), text).ok()
}

/// Text that the crate writes differs in the characters that are escaped, so it is read again.
fn same(ty: &Type, ours: &Value, theirs: &theirs::Value) -> bool {
    let text = wasm_wave::to_string(theirs).expect("it is written");
    parsed(ty, &text).as_ref() == Ok(ours)
}

#[test]
fn what_is_written_is_read_by_others_and_what_they_write_by_us() {
    let mut random = Random(7);
    for _ in 0..5_000 {
        let ty = random_type(&mut random);
        let mut value = Value::default();
        random_value(&ty, &mut random, &mut value);
        let text = written(&ty, &value);
        assert_eq!(parsed(&ty, &text).as_ref(), Ok(&value), "{text}");
        let theirs = their_value(&ty, &text).unwrap_or_else(|| panic!("they do not read {text}"));
        assert!(same(&ty, &value, &theirs), "{text}");
        if text.is_ascii() {
            assert_eq!(wasm_wave::to_string(&theirs).expect("it is written"), text);
        }
    }
}

#[test]
fn a_text_that_was_changed_is_read_as_others_read_it() {
    let mut random = Random(8);
    let (mut both, mut neither) = (0, 0);
    let parts = [
        "(", ")", "[", "]", "{", "}", ":", ",", "\"", "\\", "%", "-", "0", "1", "e", ".", " ", "//", "\n",
        "none", "some",
    ];
    for _ in 0..30_000 {
        let ty = random_type(&mut random);
        let mut value = Value::default();
        random_value(&ty, &mut random, &mut value);
        let mut text = written(&ty, &value);
        for _ in 0..=random.below(2) {
            let places: Vec<usize> = text.char_indices().map(|(at, _)| at).chain([text.len()]).collect();
            let [from, to] = [random.below(places.len()), random.below(3)];
            let to = places[(from + to).min(places.len() - 1)];
            text.replace_range(places[from]..to, random.one_of(&parts));
        }
        match (parsed(&ty, &text), their_value(&ty, &text)) {
            (Ok(ours), Some(theirs)) => {
                assert!(same(&ty, &ours, &theirs), "{text}");
                both += 1;
            }
            (Err(_), None) => neither += 1,
            // They read records without commas between fields, or with fields that are unknown; WAVE has neither.
            (Err(_), Some(_)) => assert!(text.contains('{'), "they read {text}"),
            (Ok(_), None) => panic!("they do not read {text}"),
        }
    }
    assert!(both > 1_000 && neither > 10_000, "{both} {neither}");
}

const SHIP: &str = r#"{"name": "ship", "record": [{"name": "x", "type": "u8"}, {"name": "y", "type": {"option": "string"}},
    {"name": "z", "type": {"list": "s8"}}]}"#;

#[test]
fn fields_come_in_any_order_and_options_may_be_missing() {
    let ship = answer(&[SHIP.to_owned()], r#"{"list": "ship"}"#);
    let same =
        ["[{x: 3, z: [-1, 2]}]", "[{z: [-1, 2], x: 3}]", "[{y: none, %z: [-1,2,], x: 3,},] // a fleet"];
    for text in same {
        assert_eq!(parsed(&ship, text).map(|value| written(&ship, &value)), Ok(same[0].to_owned()), "{text}");
    }
    let swapped = parsed(&ship, r#"[{z: [], y: "a", x: 1}, {x: 2, z: [9], y: some("b")}]"#);
    let in_order = r#"[{x: 1, y: some("a"), z: []}, {x: 2, y: some("b"), z: [9]}]"#;
    assert_eq!(swapped.map(|value| written(&ship, &value)), Ok(in_order.to_owned()));
}

#[test]
fn a_mistake_says_what_was_expected_and_where() {
    let ship = answer(&[SHIP.to_owned()], r#""ship""#);
    for (text, mistake) in [
        ("", "'{' expected at byte 0"),
        ("{x: 256}", "a number from 0 to 255 expected at byte 4"),
        ("{x: 1, x: 1}", "x is there twice at byte 7"),
        ("{x: 1, u: 1}", "a field expected at byte 7"),
        ("{x: 1}", "field z before the end that is expected at byte 6"),
        ("{x: 1, z: []} 1", "the end expected at byte 14"),
        ("{x: 1, y: \"a\n\"}", "a string that ends expected at byte 11"),
    ] {
        assert_eq!(parsed(&ship, text), Err(mistake.to_owned()), "{text}");
    }
}

#[test]
fn a_value_of_another_type_is_told() {
    let misfit = |ty: &Type, write: fn(&mut Value)| {
        let mut value = Value::default();
        write(&mut value);
        to_wave(ty, &mut value.reader(), &mut String::new()).expect_err("it does not fit")
    };
    let bytes = answer(&[], r#"{"list": "u8"}"#);
    let list_of_numbers = |value: &mut Value| {
        value.list(2);
        value.numbers([1_u8, 2]);
    };
    let of_bytes = "it is no string or list of bytes; these are written with `text` and `bytes`";
    assert_eq!(misfit(&bytes, list_of_numbers), of_bytes);
    let pair = answer(&[], r#"{"tuple": ["u8", "u8"]}"#);
    assert_eq!(misfit(&pair, |value| value.number(1_u8)), "there are too few values");
    let colour = answer(&[r#"{"name": "colour", "enum": ["red", "green"]}"#.to_owned()], r#""colour""#);
    assert_eq!(misfit(&colour, |value| value.case(2)), "case 2 of a type that has 2 cases, from 0");
}

#[test]
fn a_short_text_that_says_too_much_is_refused() {
    let fields: Vec<String> =
        (0..900).map(|i| format!(r#"{{"name": "f{i}", "type": {{"option": "u8"}}}}"#)).collect();
    let many =
        answer(&[format!(r#"{{"name": "many", "record": [{}]}}"#, fields.join(", "))], r#"{"list": "many"}"#);
    let error = parsed(&many, &format!("[{}]", "{:},".repeat(5_000))).expect_err("it says too much");
    assert!(error.starts_with("more than 4194304 numbers at byte"), "{error}");
}

#[test]
fn strings_of_several_lines_lose_their_indent() {
    let text = answer(&[], r#""string""#);
    let read = |wave: &str| parsed(&text, wave).ok().map(|value| value.reader().text().to_owned());
    for wave in [
        "\"\"\"\n  a\n    b\\t\n  \"\"\"",
        "\"\"\"\n\"\"\"",
        "\"\"\"\n\n\"\"\"",
        "\"\"\"\r\na\r\nb\r\n\"\"\"",
        "\"\"\"a\"\"\"",
        "\"\"\"\n a\n  \"\"\"",
    ] {
        let theirs = their_value(&text, wave).map(|value| value.unwrap_string().into_owned());
        assert_eq!(read(wave), theirs, "{wave:?}");
    }
    assert_eq!(read("\"\"\"\n  a\n    b\\t\n  \"\"\"").as_deref(), Some("a\n  b\t"));
}
