//! The rules of the example: its own tests, which no workspace has.

#[path = "../examples/ludo/src/lib.rs"]
pub mod ludo;
