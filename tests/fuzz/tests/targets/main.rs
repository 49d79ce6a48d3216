//! The fuzz targets. Each turns an input into what the judge is given, and states what must hold of any.
//!
//! Under `cargo test` each tries its corpus, in `__fuzz__/<target>/corpus`, and a bounded number of random
//! inputs. How to try more of them, and how to let a fuzzing engine find them, is in the crate's front page.

mod bots;
mod dear_code;
mod edited;
mod games;
mod lines;
#[allow(dead_code, reason = "the end-to-end tests use more of it")]
#[path = "../../../game_files/made.rs"]
mod made;
mod modules;
mod notations;
mod sandboxes;
mod tournaments;
