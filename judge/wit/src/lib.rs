//! The contract as data: the part of WIT that contracts use, and the canonical ABI driven by it.
//!
//! An [`Interface`] says which functions a bot exports. A [`Value`] holds the arguments of a call or its answer. [`abi`]
//! turns values into the numbers and bytes of a core module, and back. Nothing here knows a game, an engine or a file, and
//! it builds for `wasm32-unknown-unknown`.
//!
//! Data from a bot is hostile: [`abi::lift`] checks it. Data from us is not: a value that does not fit its type is our
//! mistake, and panics.

pub mod abi;
pub mod preview1;

mod core;
mod description;
mod error;
mod json;
mod keywords;
pub mod text;
mod types;
mod value;

pub use core::InWords;
pub use description::{Case, Description, Field, Kind, Named, Outcomes, Signature, TypeName};
pub use error::{Misfit, NoInterface, no_interface};
pub use json::{end_quoted, from_json_text, to_json, write_field, write_json};
pub use keywords::{check_names, comment_end};
pub use types::{Core, Function, Interface, Layout, RecordType, Type, VariantType};
pub use value::{Reader, Value};
