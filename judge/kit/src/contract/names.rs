//! A contract's names as a bot in Rust has them. A word of the language gets an underscore, as `wit-bindgen` writes it, too.

use crate::words::{pascal, snake};

/// Words of the language that `wit-bindgen` knows. It knows no word of the newest edition, and writes a type `Self`.
const WORDS: &str = "abstract as async await become box break const continue crate do dyn else enum extern false final fn \
    for if impl in let loop macro match mod move mut override priv pub ref return static struct super trait true try type \
    typeof unsafe unsized use virtual where while yield";
/// Names that the bot's file has itself, or uses: no parameter may hide them.
const OWN: &str = "any Bot Box Clone Option Random RefCell Result Some String Vec";
/// Words that `wit-bindgen` writes as they are, so that its files do not parse.
const UNWRITTEN: &str = "gen self";

fn has(list: &str, name: &str) -> bool {
    list.split_whitespace().any(|word| word == name)
}

/// Whether the generator cannot write a name, which is as in WIT.
pub(super) fn is_unwritten(name: &str) -> bool {
    has(UNWRITTEN, name)
}

/// A name as all files have it.
pub(super) fn identifier(name: &str) -> String {
    let name = snake(name);
    if has(WORDS, &name) { name + "_" } else { name }
}

/// A parameter, which has its name in the bot's file only.
pub(super) fn local(name: &str) -> String {
    free(identifier(name))
}

fn free(name: String) -> String {
    if has(OWN, &name) { name + "_" } else { name }
}

/// A type as `wit-bindgen` calls it, which has a trait of the name `Guest`.
pub(super) fn exported_type(name: &str) -> String {
    if name == "guest" { "Guest_".into() } else { pascal(name) }
}

/// A type as the bot's file calls it.
pub(super) fn type_name(name: &str) -> String {
    free(exported_type(name))
}

#[cfg(test)]
pub(super) fn words() -> impl Iterator<Item = &'static str> {
    [WORDS, OWN].into_iter().flat_map(str::split_whitespace)
}
