use super::*;
use crate::Core::{I32, I64};
use crate::json::from_json;
use crate::{Description, Interface, no_interface, to_json};

const BYTES_MAX: usize = 8;

/// The function `f` of an interface with these types and this signature, in JSON.
fn function(types: &str, signature: &str) -> Function {
    let text =
        format!(r#"{{"interface": "i", "types": [{types}], "functions": [{{"name": "f", {signature}}}]}}"#);
    let interface = Interface::new(&Description::parse(&text).expect("it is a description"));
    interface.expect("it is valid").functions.swap_remove(0)
}

const SHIP: &str = r#"{"name": "way", "enum": ["across", "down"]},
    {"name": "ship", "record": [{"name": "at", "type": "u32"}, {"name": "way", "type": "way"}]},
    {"name": "action", "variant": [{"name": "stay"}, {"name": "go", "type": "u64"}, {"name": "place", "type": "ship"}]}"#;

/// A function that answers with this type.
fn answers(ty: &str) -> Function {
    function(SHIP, &format!(r#""params": [], "result": {ty}"#))
}

/// The answer read from a memory, as JSON.
fn read(function: &Function, returned: u64, memory: &[u8]) -> Result<String, String> {
    let mut answer = Value::default();
    lift(function, returned, memory, BYTES_MAX, &mut answer).map_err(|malformed| malformed.to_string())?;
    let mut reader = answer.reader();
    let json = to_json(function.result.as_ref().expect("it answers"), &mut reader);
    assert!(reader.is_at_end());
    Ok(json.to_string())
}

/// A memory whose first two words are these.
fn pair(at: u32, length: u32) -> Vec<u8> {
    [at.to_le_bytes(), length.to_le_bytes(), *b"abcd", *b"efg\xff"].concat()
}

#[test]
fn a_value_lies_within_the_memory() {
    let option = answers(r#"{"option": "u8"}"#);
    let (given, outside) = (Ok("255".to_owned()), Err("pointer out of bounds of memory".to_owned()));
    let memory = [0, 0, 0, 1, 255];
    assert_eq!(read(&option, 3, &memory), given);
    assert_eq!(read(&option, 0, &memory), Ok("null".into()));
    assert_eq!(read(&option, 4, &memory), outside);
    assert_eq!(read(&option, u64::from(u32::MAX), &memory), outside);
    assert_eq!(read(&option, 0, &[2, 0]), Err("invalid option discriminant".into()));
}

#[test]
fn a_text_is_utf8_of_bounded_length() {
    let text = answers(r#""string""#);
    let read = |memory: Vec<u8>, at: u64| read(&text, at, &memory);
    assert_eq!(read(pair(8, 7), 0), Ok("\"abcdefg\"".into()));
    assert_eq!(read(pair(8, 8), 0), Err("invalid utf-8 sequence of 1 bytes from index 7".into()));
    assert!(read(pair(7, 9), 0).is_err_and(|error| error.ends_with("hostcalls has been exhausted")));
    let outside = Err("string pointer/length out of bounds of memory".into());
    assert_eq!(read(pair(8, 9), 0), outside);
    assert_eq!(read(pair(u32::MAX, u32::MAX), 0), outside);
    assert_eq!(read(pair(8, 7), 2), Err("return pointer not aligned".into()));
}

#[test]
fn a_list_has_whole_items_within_the_memory() {
    let list = answers(r#"{"list": "s32"}"#);
    let read = |memory: Vec<u8>, at: u64| read(&list, at, &memory);
    assert_eq!(read(pair(8, 2), 0), Ok(format!("[{},{}]", 0x6463_6261, 0xff67_6665_u32.cast_signed())));
    assert_eq!(read(pair(16, 0), 0), Ok("[]".into()));
    let outside = Err("list pointer/length out of bounds of memory".into());
    assert_eq!(read(pair(8, 3), 0), outside);
    assert_eq!(read(pair(8, u32::MAX), 0), outside);
    assert!(read(pair(0, 3), 0).is_err_and(|error| error.ends_with("hostcalls has been exhausted")));
    assert_eq!(read(pair(8, 2), 12), Err("pointer out of bounds of memory".into()));
    assert_eq!(read(pair(7, 2), 0), Err("list pointer is not aligned".into()));
}

#[test]
fn all_lists_of_an_answer_share_what_they_may_take() {
    let lists = answers(r#"{"list": {"list": "u8"}}"#);
    let memory = |inner: u32| [8, 1, 0, inner].map(u32::to_le_bytes).concat();
    assert_eq!(read(&lists, 0, &memory(0)), Ok("[[]]".into()));
    assert!(read(&lists, 0, &memory(1)).is_err_and(|error| error.ends_with("hostcalls has been exhausted")));
}

#[test]
fn a_case_exists() {
    let ship = answers(r#""ship""#);
    assert_eq!(read(&ship, 0, &[7, 0, 0, 0, 1, 9, 9, 9]), Ok(r#"{"at":7,"way":"down"}"#.into()));
    assert_eq!(read(&ship, 0, &[7, 0, 0, 0, 2, 9, 9, 9]), Err("unexpected discriminant: 2".into()));
    // One core value is returned as it is.
    let way = answers(r#""way""#);
    assert_eq!(read(&way, 1, &[]), Ok("\"down\"".into()));
    assert_eq!(read(&way, 2, &[]), Err("unexpected discriminant: 2".into()));
    assert!(read(&way, 0x100, &[]).is_err());
    let action = answers(r#""action""#);
    let memory = |case: u8| [vec![case], vec![0; 7], 5_u64.to_le_bytes().to_vec()].concat();
    assert_eq!(read(&action, 0, &memory(1)), Ok(r#"{"tag":"go","value":"5"}"#.into()));
    assert_eq!(read(&action, 0, &memory(2)), Ok(r#"{"tag":"place","value":{"at":5,"way":"across"}}"#.into()));
    assert_eq!(read(&action, 0, &memory(3)), Err("unexpected discriminant: 3".into()));
}

/// Core values, and a memory in which room is made one piece after the other.
#[derive(Default)]
struct Memory(Vec<u64>, Vec<u8>);

impl Target for Memory {
    type Error = ();

    fn push(&mut self, word: u64) {
        self.0.push(word);
    }

    fn make_room(&mut self, size: usize, align: u32) -> Result<u32, ()> {
        let at = self.1.len().next_multiple_of(align as usize);
        self.1.resize(at + size, 0);
        u32::try_from(at).map_err(drop)
    }

    fn write(&mut self, at: u32, bytes: &[u8]) {
        self.1[at as usize..][..bytes.len()].copy_from_slice(bytes);
    }
}

/// Core values and memory of a call with these arguments.
fn lowered(function: &Function, arguments: &[&str]) -> (Vec<u64>, Vec<u8>) {
    let mut value = Value::default();
    for ((_, ty), json) in function.params.fields().zip(arguments) {
        from_json(ty, &serde_json::from_str(json).expect("it is JSON"), &mut value).expect("it has the type");
    }
    let mut memory = Memory::default();
    lower(function, &value, &mut memory).expect("there is room");
    (memory.0, memory.1)
}

#[test]
fn arguments_become_core_values() {
    let signature = r#""params": [{"name": "a", "type": "s8"}, {"name": "b", "type": "s64"}, {"name": "c", "type": "string"},
        {"name": "d", "type": "action"}, {"name": "e", "type": {"option": "ship"}}]"#;
    let many = function(SHIP, signature);
    assert_eq!(many.core_params(), [I32, I64, I32, I32, I32, I64, I32, I32, I32, I32]);
    let minus_one = u64::from(u32::MAX);
    let (cores, memory) =
        lowered(&many, &["-1", "\"-1\"", "\"hey\"", r#"{"tag": "go", "value": "9"}"#, "null"]);
    assert_eq!(
        (cores, memory.as_slice()),
        (vec![minus_one, u64::MAX, 0, 3, 1, 9, 0, 0, 0, 0], b"hey".as_slice())
    );
    let ship = r#"{"at": 4, "way": "down"}"#;
    let place = format!(r#"{{"tag": "place", "value": {ship}}}"#);
    let (cores, _) = lowered(&many, &["1", "\"1\"", "\"\"", &place, ship]);
    assert_eq!(cores, [1, 1, 0, 0, 2, 4, 1, 1, 4, 1]);
}

#[test]
fn lists_of_other_things_than_bytes_lie_item_by_item() {
    let ships = function(SHIP, r#""params": [{"name": "a", "type": {"list": "ship"}}]"#);
    let (cores, memory) = lowered(&ships, &[r#"[{"at": 1, "way": "down"}, {"at": 2, "way": "across"}]"#]);
    assert_eq!((cores, memory), (vec![0, 2], vec![1, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0, 0, 0, 0, 0]));
    let texts = function("", r#""params": [{"name": "a", "type": {"list": "string"}}]"#);
    let (_, memory) = lowered(&texts, &[r#"["b"]"#]);
    assert_eq!(memory, [8, 0, 0, 0, 1, 0, 0, 0, b'b']);
}

#[test]
fn arguments_beyond_sixteen_are_passed_in_memory() {
    let param = |i: usize| format!(r#"{{"name": "p{i}", "type": "u16"}}"#);
    let params: Vec<String> = (0..17).map(param).collect();
    let many = function("", &format!(r#""params": [{}]"#, params.join(",")));
    assert_eq!(many.core_params(), [I32]);
    let (cores, memory) = lowered(&many, &["1"; 17]);
    assert_eq!((cores, memory), (vec![0], [1, 0].repeat(17)));
}

#[test]
fn types_that_grow_without_end_are_refused() {
    let pairs = |kind: &str, part: &dyn Fn(&str, usize) -> String| {
        let mut types = vec![r#"{"name": "t0", "record": [{"name": "a", "type": "u8"}]}"#.to_owned()];
        types.extend((1..100).map(|i| {
            format!(r#"{{"name": "t{i}", "{kind}": [{}, {}]}}"#, part("a", i - 1), part("b", i - 1))
        }));
        let signature = r#"{"name": "f", "params": [{"name": "a", "type": "t99"}]}"#;
        let text =
            format!(r#"{{"interface": "i", "types": [{}], "functions": [{signature}]}}"#, types.join(","));
        Interface::new(&Description::parse(&text).expect("it is a description"))
    };
    let part = |name: &str, i: usize| format!(r#"{{"name": "{name}", "type": "t{i}"}}"#);
    assert_eq!(pairs("record", &part), no_interface("t10 has more than 1000 fields"));
    let variants = pairs("variant", &part).expect("each is one byte larger");
    assert_eq!(variants.functions[0].core_params(), [I32]);
}

#[test]
fn a_tuple_is_a_record_and_a_result_a_variant() {
    let pairs = r#"{"list": {"tuple": ["string", "u8"]}}"#;
    let result = format!(r#"{{"result": {{"ok": {pairs}, "err": "string"}}}}"#);
    let f = function("", &format!(r#""params": [{{"name": "a", "type": {pairs}}}], "result": {result}"#));
    let (cores, memory) = lowered(&f, &[r#"[{"0": "b", "1": 7}]"#]);
    assert_eq!(
        (cores, memory.as_slice()),
        (vec![0, 1], [12, 0, 0, 0, 1, 0, 0, 0, 7, 0, 0, 0, b'b'].as_slice())
    );
    let plain = answers(r#"{"result": {"ok": {"tuple": ["u8", "u16"]}}}"#);
    assert_eq!(read(&plain, 0, &[0, 0, 5, 0, 6, 1]), Ok(r#"{"tag":"ok","value":{"0":5,"1":262}}"#.into()));
    assert_eq!(read(&plain, 0, &[1, 0, 5, 0, 6, 1]), Ok(r#"{"tag":"err","value":null}"#.into()));
    assert_eq!(read(&plain, 0, &[2, 0, 0, 0, 0, 0]), Err("unexpected discriminant: 2".into()));
    let empty = r#"{"interface": "i", "types": [], "functions": [{"name": "f", "params": [], "result": {"tuple": []}}]}"#;
    let empty = Description::parse(empty).expect("it is a description");
    assert_eq!(Interface::new(&empty), no_interface("a tuple is empty"));
}
