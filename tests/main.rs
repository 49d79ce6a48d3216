//! The whole program, from the outside: the real binary is given files, and what it says and writes is checked.
//!
//! Expected output is kept beside the tests, as text in `str![[…]]`, and expected files in `golden/`.
//! When either is to change, `SNAPSHOTS=overwrite cargo test` writes it anew; read the difference before you
//! commit it.

#![allow(clippy::needless_raw_string_hashes, reason = "this is how snapbox writes text")]

mod audit;
mod bots;
mod browser;
mod check;
mod commands;
mod compare;
mod core_modules;
mod disks;
mod docs;
mod errors;
mod evidence;
mod features;
mod feedback;
mod formats;
mod fuel;
mod game_files;
mod game_names;
mod guests;
mod help;
#[cfg(target_os = "linux")]
mod installer;
mod json;
mod left_out;
mod limits;
mod lines;
mod loading;
mod moves;
#[cfg(unix)]
mod native;
mod new;
mod openings;
mod options;
mod phase_files;
mod phase_kinds;
mod phases;
mod piped;
mod play;
mod profile;
mod rate;
mod replay;
mod report;
mod results;
mod resume;
mod sdk;
mod seed;
mod serve;
mod shape;
mod shards;
mod sources;
mod stages;
mod strengths;
mod support;
mod teams;
mod term;
#[cfg(unix)]
mod terminal;
mod terms;
mod threats;
mod tournaments;
mod verify;
mod voids;
mod wasi;
