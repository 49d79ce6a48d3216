//! What kind of file a bot's is, and what is in it.
//!
//! - `component`: all forms that it may have, made into one, with what `module_info` says of it and, for some, `small_wasi`;
//! - `core_parts`, `source_section`: what of it is compiled by itself, and what it reads as data;
//! - `direct`: whether it can be called without the component.

pub(crate) mod component;
pub(crate) mod core_parts;
pub(crate) mod direct;
mod module_info;
mod small_wasi;
pub(crate) mod source_section;
