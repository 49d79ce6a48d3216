//! Write a bot for the judge in Rust.
//!
//! Implement the trait of your game, export your type, build for
//! `wasm32-unknown-unknown`; the `.wasm` is your contestant. This is a whole bot:
//!
//! ```
//! use judge_sdk::Random;
//! use judge_sdk::battleship::{Battleship, Setup, Ship, Square, View};
//!
//! struct Sailor(Random);
//!
//! impl Battleship for Sailor {
//!     fn name() -> String {
//!         "Sailor".into()
//!     }
//!     fn new_game(setup: &Setup) -> (Self, Vec<Ship>) {
//!         let ships = (0..).zip(&setup.fleet).map(|(y, &length)| Ship::across(0, y, length)).collect();
//!         (Sailor(Random::new(setup.seed)), ships)
//!     }
//!     fn take_turn(&mut self, view: &View) -> Square {
//!         let unknown: Vec<Square> = view.unknown().collect();
//!         *self.0.choose(&unknown)
//!     }
//! }
//!
//! judge_sdk::export!(battleship, Sailor);
//! ```
//!
//! The crate needs `crate-type = ["cdylib"]`. What a bot writes with [`log!`],
//! and the message of its panics, goes to the bot's log. Its only source of
//! randomness is the seed of the game's setup; [`Random`] makes numbers of it, the
//! same ones on every machine. [`fuel_left`] gives the fuel that is left in this turn,
//! [`bank_left`] in this game, and [`Budget`] keeps to both.
//!
//! A bot runs natively too, as any Rust type does, so it can be tested and
//! profiled without a judge.

// Generated code names this crate by its own name, here as in a bot.
extern crate self as judge_sdk;

pub mod battleship;
mod budget;
mod deepening;
#[doc(hidden)]
pub mod export;
pub mod freedom;
pub mod gobblet;
// The conditions are those of its dependency in Cargo.toml, and that there is one thread.
#[cfg(all(feature = "heap", target_arch = "wasm32", target_os = "unknown", not(target_feature = "atomics")))]
mod heap;
#[doc(hidden)]
pub mod host;
pub mod memo;
pub mod othello;
mod random;
pub mod stones;

pub use budget::{Budget, Spent};
pub use deepening::best_first;
pub use host::{bank_left, fuel_left, log_line, option, option_or};
pub use judge_games as games;
pub use random::Random;

#[doc(hidden)]
pub use host::log_panics;
#[doc(hidden)]
pub use wit_bindgen;

/// Writes a line to the bot's log, with the arguments of [`format!`].
#[macro_export]
macro_rules! log {
    ($($argument:tt)*) => {
        $crate::log_line(&::std::format!($($argument)*))
    };
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
