//! The forms of a bot's file, and its parts.
//!
//! - `component`: makes a component of any form, by the facts in `module_info` and, for some, with `small_wasi`;
//! - `core_parts`, `source_section`: the parts that are compiled by themselves, and the part that it reads as data;
//! - `direct`: whether it can be called without the component.

pub(crate) mod component;
pub(crate) mod core_parts;
pub(crate) mod direct;
mod module_info;
mod small_wasi;
pub(crate) mod source_section;
