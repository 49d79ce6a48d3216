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
    from_json_text(ty, text, &mut value)?;
    Ok(value)
}

fn written(ty: &Type, value: &Value) -> String {
    let (mut text, mut reader) = (String::new(), value.reader());
    write_json(ty, &mut reader, &mut text).expect("it fits");
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

/// A type that is made of records, enums and variants.
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

#[test]
fn what_is_written_is_read_again() {
    let mut random = Random(7);
    for _ in 0..5_000 {
        let ty = random_type(&mut random);
        let mut value = Value::default();
        random_value(&ty, &mut random, &mut value);
        // An option that holds an option without a value looks as one without a value.
        let text = written(&ty, &value);
        let again = parsed(&ty, &text).unwrap_or_else(|why| panic!("{text}: {why}"));
        assert_eq!(written(&ty, &again), text);
        if !text.contains("null") {
            assert_eq!(again, value, "{text}");
        }
    }
}

const SHIP: &str = r#"{"name": "ship", "record": [{"name": "x", "type": "u8"}, {"name": "y", "type": {"option": "string"}},
    {"name": "z", "type": {"list": "s8"}}]}"#;

#[test]
fn fields_come_in_any_order_and_options_may_be_missing() {
    let ship = answer(&[SHIP.to_owned()], r#"{"list": "ship"}"#);
    let swapped = parsed(&ship, r#"[{"z": [-1, 2], "x": 3}, {"x": 2, "z": [9], "y": "b"}]"#);
    let in_order = r#"[{"x":3,"y":null,"z":[-1,2]},{"x":2,"y":"b","z":[9]}]"#;
    assert_eq!(swapped.map(|value| written(&ship, &value)), Ok(in_order.to_owned()));
}

#[test]
fn a_mistake_says_where_it_is_and_what_should_be_there() {
    let ship = answer(&[SHIP.to_owned()], r#""ship""#);
    for (text, mistake) in [
        ("", "\"\" is no JSON: EOF while parsing a value at line 1 column 0"),
        ("[1]", "[1] should be an object with x, y, z"),
        (r#"{"x": 256, "z": []}"#, "x: 256 should be a whole number from 0 to 255"),
        (r#"{"x": 1, "u": 1}"#, "there is no \"u\"; there is x, y, z"),
        (r#"{"x": 1}"#, "z is missing"),
        (r#"{"x": 1, "z": 7}"#, "z: 7 should be a list"),
        (r#"{"x": 1, "z": [0, 200]}"#, "z: item 1: 200 should be a whole number from -128 to 127"),
        (r#"{"x": 1, "y": 3, "z": []}"#, "y: 3 should be a text"),
    ] {
        assert_eq!(parsed(&ship, text), Err(mistake.to_owned()), "{text}");
    }
    let colour = answer(&[r#"{"name": "colour", "enum": ["red", "green"]}"#.to_owned()], r#""colour""#);
    assert_eq!(parsed(&colour, "\"blue\""), Err("\"blue\" should be one of red, green".to_owned()));
    let long = format!("{:?}", "x".repeat(1_000));
    assert!(parsed(&colour, &long).is_err_and(|why| why.len() < 200));
}

#[test]
fn what_authors_write_otherwise_is_read_too() {
    let tuple = answer(&[], r#"{"tuple": ["u8", "u64"]}"#);
    let written_so = |text| parsed(&tuple, text).map(|value| written(&tuple, &value));
    assert_eq!(written_so("[1, 2]"), written_so(r#"{"0": 1, "1": "2"}"#));
    let bytes = answer(&[], r#"{"list": "u8"}"#);
    assert_eq!(parsed(&bytes, "\"ab\""), parsed(&bytes, "[97, 98]"));
    let weight = r#"{"name": "weight", "variant": [{"name": "usual"}, {"name": "event", "type": "string"}]}"#;
    let weight = answer(&[weight.to_owned()], r#""weight""#);
    assert_eq!(parsed(&weight, "\"usual\""), parsed(&weight, r#"{"tag": "usual", "value": null}"#));
}

#[test]
fn arguments_are_there_by_name() {
    let text = r#"{"interface": "i", "types": [], "functions": [{"name": "f", "params": [
        {"name": "left", "type": "u32"}, {"name": "cards", "type": {"list": "string"}}]}]}"#;
    let interface =
        Interface::new(&Description::parse(text).expect("it is a description")).expect("it is valid");
    let function = &interface.functions[0];
    let arguments = function.arguments_from_json(r#"{"cards": ["a"], "left": 3}"#).expect("they are right");
    let text = function.arguments_to_json(&arguments).expect("they are its own");
    assert_eq!(text, r#"{"left":3,"cards":["a"]}"#);
    assert_eq!(function.arguments_from_json("{\"left\": 3}"), Err("cards is missing".to_owned()));
    let mut other = Value::default();
    other.number(3_u8);
    let told = |other: &Value| function.arguments_to_json(other).expect_err("they are another's");
    assert_eq!(told(&other), "cards: there are too few values");
    other.list(0);
    other.list(0);
    assert!(told(&other).starts_with("there are more values"));
}

#[test]
fn a_value_of_another_type_is_told() {
    let misfit = |ty: &Type, write: fn(&mut Value)| {
        let mut value = Value::default();
        write(&mut value);
        write_json(ty, &mut value.reader(), &mut String::new()).expect_err("it does not fit")
    };
    let bytes = answer(&[], r#"{"list": "u8"}"#);
    let list_of_numbers = |value: &mut Value| {
        value.list(2);
        value.numbers([1_u8, 2]);
    };
    let of_bytes = "it is no string or list of bytes; these are written with `text` and `bytes`";
    assert_eq!(misfit(&bytes, list_of_numbers), of_bytes);
    let pair = answer(&[], r#"{"tuple": ["u8", "u8"]}"#);
    assert_eq!(misfit(&pair, |value| value.number(1_u8)), "1: there are too few values");
    let colour = answer(&[r#"{"name": "colour", "enum": ["red", "green"]}"#.to_owned()], r#""colour""#);
    assert_eq!(misfit(&colour, |value| value.case(2)), "case 2 of a type that has 2 cases, from 0");
}

#[test]
fn a_short_text_that_says_too_much_is_refused() {
    let fields: Vec<String> =
        (0..900).map(|i| format!(r#"{{"name": "f{i}", "type": {{"option": "u8"}}}}"#)).collect();
    let many =
        answer(&[format!(r#"{{"name": "many", "record": [{}]}}"#, fields.join(", "))], r#"{"list": "many"}"#);
    let text = format!("[{}]", vec!["{}"; 5_000].join(","));
    let error = parsed(&many, &text).expect_err("it says too much");
    assert!(error.ends_with("there are more than 4194304 numbers"), "{error}");
}
