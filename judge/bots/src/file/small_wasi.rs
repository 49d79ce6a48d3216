//! An adapter from the first WASI to the second that takes no memory: nothing in, a module for `wit-component` out.
//!
//! For modules that take all memory behind their own to be theirs. `adapter.wat` says how; `adapter.wasm` is what it
//! assembles to, so that nobody who builds the judge needs an assembler.

use wit_component::{StringEncoding, embed_component_metadata};
use wit_parser::{Resolve, SourceMap};

/// The adapter, with what it imports.
pub(crate) fn adapter() -> Vec<u8> {
    let mut sources = SourceMap::new();
    sources.push(std::path::Path::new("world.wit"), include_str!("small_wasi/world.wit"));
    let group = sources.parse().expect("our world is valid WIT");
    let mut resolve = Resolve::default();
    let package = resolve.push_group(group).expect("our world is whole");
    let world = resolve.select_world(&[package], None).expect("there is one world");
    let mut module = include_bytes!("small_wasi/adapter.wasm").to_vec();
    embed_component_metadata(&mut module, &resolve, world, StringEncoding::UTF8)
        .expect("our adapter is a module");
    module
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_adapter_is_what_its_text_assembles_to() {
        let text = include_str!("small_wasi/adapter.wat");
        assert_eq!(wat::parse_str(text).expect("it is a module"), include_bytes!("small_wasi/adapter.wasm"));
    }
}
