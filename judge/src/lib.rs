//! Tournaments between programs nobody has to trust, with standings anybody can check.
//!
//! The modules, in the order the data flows:
//!
//! - [`tournament`]: a TOML file becomes a valid tournament;
//! - [`entrant`]: each contestant's `.wasm` is read, checked, hashed, compiled;
//! - [`schedule`]: contestants become rounds and games;
//! - [`arena`]: the games are played on all threads, each into a slot of its own;
//! - [`contest`]: all rounds pass the arena, and the results are kept;
//! - [`audit`]: some games are played twice, and must be the same;
//! - [`game`]: one game's entrants are seated, after an [`opening`];
//! - [`referee`]: one game, rules and [`players`] in, a verdict out;
//! - [`journal`]: finished games are kept on disk, [`ledger`]: and put in the schedule's order;
//! - [`standings`]: results become contestants in order;
//! - [`report`]: standings and results become files and a table, [`evidence`]: and faults become files;
//! - [`comparison`]: what was written is compared with what comes of playing again, all or a [`sample`].
//!
//! Two leaves never meet: the `judge-games` crate knows the rules and no
//! WebAssembly, [`sandbox`] narrows wasmtime and knows no game. [`players`]
//! adapts one to the other by the [`contract`].

pub mod cli;

pub mod tournament;

pub mod entrant;

pub mod schedule;

pub mod arena;

pub mod game;

pub mod opening;

pub mod referee;

pub mod players;

pub mod contract;

pub mod record;

pub mod journal;

pub mod ledger;

pub mod contest;

pub mod halt;

pub mod audit;

pub mod standings;

pub mod report;

pub mod evidence;

pub mod sample;

pub mod comparison;

pub mod sandbox;

pub mod fault;

pub mod seed;

pub mod error;

mod printable;

/// The judge's version, and after it a hash of its sources.
pub const VERSION: &str = env!("JUDGE_VERSION");
