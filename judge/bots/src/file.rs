//! The forms of a bot's file, and its parts.
//!
//! - `form`: what its first bytes are, and whether it is a program that reads lines;
//! - `core_parts`, `source_section`: the parts that are compiled by themselves, and the part that it reads as data.

pub(crate) mod core_parts;
pub(crate) mod form;
pub(crate) mod source_section;
