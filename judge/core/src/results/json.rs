//! Rows and objects for other programs, as JSON and CSV.

use serde::Serialize;
use serde_json::Value;

/// Plain data whose keys have this order: a value each, or a variable of the key's name. An attribute of serde may stand
/// before a key.
#[macro_export]
macro_rules! object {
    ($($(#[$how:meta])? $key:ident $(: $value:expr)?),* $(,)?) => {{
        #[expect(non_camel_case_types, reason = "the type of a value is called as its key")]
        let object = {
            #[derive(serde::Serialize)]
            struct Object<$($key),*> { $($(#[$how])? $key: $key),* }
            Object { $($key $(: $value)?),* }
        };
        object
    }};
}

/// An object as a text, with a line for each key.
///
/// # Panics
/// If it is no plain data.
pub fn text(object: &impl Serialize) -> String {
    let json = serde_json::to_string_pretty(object).expect("it is plain data");
    format!("{json}\n")
}

/// Whether a value says nothing: it is none, or an empty list or table. Its key may be left out.
pub fn is_nothing(value: &impl Serialize) -> bool {
    match serde_json::to_value(value) {
        Ok(Value::Null) => true,
        Ok(Value::Array(list)) => list.is_empty(),
        Ok(Value::Object(table)) => table.is_empty(),
        _ => false,
    }
}
