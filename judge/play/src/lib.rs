//! One game, from its rules to its verdict.
//!
//! Rules, an opening, a seed and players go in; events come out step by step, and at the end a
//! record, a transcript and the faults. There is no WebAssembly here, no file, no thread and no
//! clock, so this crate runs anywhere: in the judge, in a server, in a page.
//!
//! The modules, in the order the data moves:
//!
//! - [`rules`]: a game's name and settings become rules;
//! - [`terms`]: all that decides a game beside its bots and its seed, and a bot beside its file;
//! - [`contract`]: what each game asks and tells its players;
//! - [`file`](mod@file): a game that is a file, and plays like the judge's own;
//! - [`seed`] and [`opening`]: one number becomes each bot's own seed, and a few actions to begin with;
//! - [`opening::replayed_position`]: actions as a person writes them, checked by the rules;
//! - [`player`]: the players that answer; [`last_words`] is what of a log tells why a bot ended;
//! - [`referee`]: the match, stepped from start to verdict;
//! - [`watched`]: a match without its types, as front ends use it;
//! - [`line`](mod@line): a match as plain data, to take back, to fork and to hand seats over;
//! - [`page_game`]: a line with its match as JSON, for a page that shows and changes it;
//! - [`fault`], [`verdict`], [`record`]: what is kept;
//! - [`text`]: strangers' text, made safe.
//!
//! A whole game between a script and a person:
//!
//! ```
//! use judge_play::games::othello::{Othello, Params};
//! use judge_play::player::scripted::Scripted;
//! use judge_play::{Match, Seated, Step};
//!
//! let script = Scripted::new([Ok("d3".parse()?)]);
//! let mut game = Match::<Othello>::new(&Params::new(4)?, vec![], vec![Seated::person(), Seated::player(script)]);
//! while !matches!(game.step(), Step::Waiting(_)) {}
//! assert!(game.act("a1".parse()?).is_err(), "that flips nothing; the person is asked again");
//! game.act("b1".parse()?)?;
//! assert_eq!(game.run().map_err(|seat| seat.0), Ok(()));
//! println!("{}", game.finish().transcript);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#[macro_use]
pub mod rules;

pub mod terms;

pub mod contract;

pub mod file;

pub mod opening;

pub mod player;

pub mod referee;

pub mod watched;

pub mod line;

pub mod page_game;

pub mod fault;

pub mod verdict;

pub mod record;

mod game_info;
mod seeds;
pub use judge_games as games;
pub use judge_limits::{Account, LimitUse, Random, Seed, Traces, Usage, seed, talk, text};
pub use judge_scenes as scenes;
pub use judge_wit as wit;

pub use fault::{Fault, FaultKind};
pub use file::GameFile;
pub use game_info::{GameInfo, RulesError};
pub use line::{Line, LineText, SeatLine};
pub use player::{NoAnswer, Player, last_words};
pub use record::{Finished, Record, Thought};
pub use referee::{By, Holder, Match, Seated, Step};
pub use rules::{GAMES, Rules};
pub use seeds::Seeds;
pub use terms::{BotTerms, GameTerms, is_option_name};
pub use verdict::{Call, Verdict, Void, VoidCause};
pub use watched::{AnyMatch, Event, Moved, NotPlayed, Watched};
