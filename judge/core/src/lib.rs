//! Tournaments between bots that nobody has to trust.
//!
//! Text becomes a tournament, a schedule says who meets whom, bots are loaded, games are run on all
//! threads, and results are published as files that anybody can check. Prints nothing, handles no
//! signal and never ends the process: a program, a server or a test is built on top.
//!
//! The modules, in the order the data moves:
//!
//! - [`tournament`]: a TOML file becomes a valid tournament;
//! - [`phases`]: contestants become rounds and games;
//! - [`bot_word`]: a bot as a person names it; [`bot_word::examples`] are those that come with the judge;
//! - [`beacon`]: a public value and the bots become a seed that nobody can choose;
//! - [`host`]: the machine: threads, the sandbox, the compiler with its cache, and cancellation;
//! - [`journal`]: finished games on disk;
//! - [`play`]: each contestant's `.wasm` becomes a bot, see `judge-bots`, and games are played on all threads;
//! - [`publish`]: results in a folder;
//! - [`run`]: a whole tournament is played and published;
//! - [`cluster`]: the same in parts on several machines;
//! - [`game`]: one game away from any tournament: played by hand, played again, branched;
//! - [`several`]: several tournaments become one rating, or one table;
//! - [`verify`]: published results are played again and compared;
//! - [`results`]: games become standings, files and comparisons;
//! - [`error`] and [`file`](mod@file): errors of commands; reading strangers' files and writing ours.
//!
//! One tournament from a string, between a bot and itself:
//!
//! ```
//! use std::path::Path;
//!
//! use judge_core::host::{Cancellation, Options};
//! use judge_core::play::Runner;
//! use judge_core::run::{self, RunEnded, Request};
//! use judge_core::tournament::Tournament;
//!
//! # let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
//! let text = "game = \"othello\"\nseed = 1\nrounds = 1\ncontestants = [\"contestants/othello/g*.wasm\", \"contestants/othello/r*.wasm\"]";
//! let tournament = Tournament::parse(&root.join("evening.toml"), text)?;
//! let runner = Runner::new(tournament, &Options::default(), &())?;
//! let folder = tempfile::tempdir().unwrap();
//! let request = Request { out: Some(folder.path().to_owned()), ..Request::default() };
//! let RunEnded::Published { table, .. } = run::run(&runner, &request, &Cancellation::default(), &())? else {
//!     panic!("nobody cancels it")
//! };
//! assert_eq!(table.rows[0].contestant.to_string(), "greedy");
//! # Ok::<(), judge_core::error::Error>(())
//! ```
//!
//! One game between two `.wasm` files, stepped:
//!
//! ```
//! # use std::{fs, path::Path};
//! use judge_bots::{Compiler, Name, from_bytes, start};
//! use judge_play::{Event, Line, Rules, SeatLine, Seed};
//! use judge_sandbox::{Limits, Sandbox};
//!
//! # let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../contestants/othello");
//! let rules = Rules::new("othello", [("size", "6")])?;
//! let sandbox = Sandbox::new(Limits::default(), 2)?;
//! let load = |name: &str| {
//!     let bytes = fs::read(folder.join(name).with_extension("wasm")).unwrap();
//!     from_bytes(&Name::new(name).unwrap(), &bytes, &rules, &sandbox, &Compiler::here())
//! };
//! let bots = [load("greedy")?, load("random")?];
//! let line = Line::new(rules.clone(), Seed(1), vec![SeatLine::bot(0), SeatLine::bot(1)]);
//! let mut game = start(&line, &sandbox, &bots).unwrap();
//! loop {
//!     match game.step() {
//!         Event::Moved(moved) => println!("seat {}: {}, {} of fuel", moved.seat, moved.action, moved.usage.fuel),
//!         Event::Over(verdict) => break println!("{verdict}"),
//!         _ => {}
//!     }
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

pub mod tournament;

pub use judge_rating::phases;

pub mod beacon;

pub mod results;

pub mod host;

pub mod journal;

pub mod play;

pub mod publish;

pub mod several;

pub mod run;

pub mod cluster;

pub mod game;

pub mod verify;

pub mod error;

pub mod file;

pub mod bot_word;
