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
//! same ones on every machine. [`fuel_left`] tells how long it may still think.
//!
//! A bot runs natively too, as any Rust type does, so it can be tested and
//! profiled without a judge.

// Generated code names this crate by its own name, here as in a bot.
extern crate self as judge_sdk;

pub mod battleship;
pub mod freedom;
pub mod gobblet;
#[doc(hidden)]
pub mod host;
pub mod othello;
mod random;
pub mod stones;

pub use host::{fuel_left, log_line};
pub use judge_games as games;
pub use random::Random;

#[doc(hidden)]
pub use host::log_panics;
#[doc(hidden)]
pub use wit_bindgen;

/// Exports a type as a bot: `export!(battleship, Sailor);`.
///
/// The first word is the game, the second the type that implements its trait.
#[macro_export]
macro_rules! export {
    (battleship, $bot:ident) => {
        $crate::export_battleship!($bot);
    };
    (freedom, $bot:ident) => {
        $crate::export_freedom!($bot);
    };
    (gobblet, $bot:ident) => {
        $crate::export_gobblet!($bot);
    };
    (othello, $bot:ident) => {
        $crate::export_othello!($bot);
    };
    (stones, $bot:ident) => {
        $crate::export_stones!($bot);
    };
}

/// What the exports of all games have in common: one bot, seated when a game begins.
#[doc(hidden)]
#[macro_export]
macro_rules! export_bot {
    ($bot:ident, $game:ident :: $trait:ident, { $($functions:tt)* }) => {
        const _: fn() = || {
            fn is_a_bot<B: $crate::$game::$trait>() {}
            is_a_bot::<$bot>();
        };

        // The contract's names mean nothing to a native linker.
        #[cfg(target_arch = "wasm32")]
        const _: () = {
            use $crate::$game::bindings::exports::judge::arena::$game as wire;
            use $crate::$game::glue::Seated;

            ::std::thread_local! {
                static SEATED: ::std::cell::RefCell<::std::option::Option<Seated<$bot>>> =
                    const { ::std::cell::RefCell::new(::std::option::Option::None) };
            }

            fn take_seat(seated: Seated<$bot>) {
                SEATED.set(::std::option::Option::Some(seated));
            }

            fn with_seated<R>(play: impl ::std::ops::FnOnce(&mut Seated<$bot>) -> R) -> R {
                SEATED.with_borrow_mut(|seated| play(seated.as_mut().expect("new-game comes first")))
            }

            struct Exported;

            impl wire::Guest for Exported {
                fn name() -> ::std::string::String {
                    $crate::log_panics();
                    <$bot as $crate::$game::$trait>::name()
                }
                $($functions)*
            }

            $crate::$game::bindings::export!(Exported with_types_in $crate::$game::bindings);
        };
    };
}

/// Writes a line to the bot's log, with the arguments of [`format!`].
#[macro_export]
macro_rules! log {
    ($($argument:tt)*) => {
        $crate::log_line(&::std::format!($($argument)*))
    };
}
