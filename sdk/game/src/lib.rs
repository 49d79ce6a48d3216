//! Write a game for the judge in Rust, and hand it out as a file.
//!
//! Implement [`Game`] and [`Parameters`] for the rules, [`Contract`] for what bots are asked, [`Shown`] for what people
//! see, and export your type: `judge_game::export_game!(ConnectFour, include_str!("../wit/connect-four.wit"));`. Build it
//! for `wasm32-unknown-unknown` as a `cdylib`. The `.wasm` is the game: `game = "connect-four.wasm"` in a tournament.
//!
//! Nothing is to be serialised. A state is the record of play: the settings, the seed and the actions so far. The file
//! keeps the last positions it saw, so it does not play the line again for each question.

// Generated code names this crate by its own name, here as in a game.
extern crate self as judge_game;

mod chance;
mod export;
mod kept;
mod wire;

pub use judge_games::{
    Ending, Game, Key, Kind, Outcome, Parameters, ParseError, Seat, SettingError, Settings, Square,
};
pub use judge_play::Seed;
pub use judge_play::contract::{Asked, Contract, Notice, Phase};
pub use judge_scenes::{
    BoardScene, CellScene, Changes, Choice, Facts, FirstRow, Hidden, Hull, Line, Mark, MarkKind, Number,
    Orientation, Piece, PieceFacts, Place, Placing, PlacingFacts, Secret, Shown, Stacks, ToPlace, Tone,
    Trial, Unit, Viewpoint, Weight,
};
pub use judge_wit::{Reader, Value};

pub use chance::{Chance, Over};
pub use export::Exported;
pub use judge_wit::text::description;
pub use kept::{File, Kept};

#[doc(hidden)]
pub use judge_wit::check_names;
#[doc(hidden)]
pub use wire::bindings;

/// Exports a type as a game: `export_game!(ConnectFour, include_str!("../wit/connect-four.wit"));`.
///
/// The text is the contract, in WIT: `interface connect-four { … }`, of the game's name. A package and a world around it
/// may be there; the judge brings its own. Write it once, in the crate of the game. A word of WIT's own as a name does not
/// compile, and the compiler says what to write.
#[macro_export]
macro_rules! export_game {
    ($game:ty, $wit:expr $(,)?) => {
        #[allow(long_running_const_eval, reason = "a contract is short")]
        const _: () = $crate::check_names($wit);

        const _: () = {
            // Macros cannot hide the names of items: none here may be one that a game's type may have.
            #[allow(dead_code, reason = "native code exports nothing")]
            struct FileForJudge;

            ::std::thread_local! {
                static KEPT_FOR_JUDGE: ::std::cell::RefCell<::std::option::Option<$crate::Kept<$game>>> =
                    const { ::std::cell::RefCell::new(::std::option::Option::None) };
            }

            impl $crate::File for FileForJudge {
                type Game = $game;

                const WIT: &'static str = $wit;

                fn with<R>(act: impl ::std::ops::FnOnce(&mut $crate::Kept<$game>) -> R) -> R {
                    KEPT_FOR_JUDGE
                        .with_borrow_mut(|kept| act(kept.get_or_insert_with(|| $crate::Kept::new(Self::WIT))))
                }
            }

            #[allow(dead_code, reason = "native code exports nothing")]
            type ExportedToJudge = $crate::Exported<FileForJudge>;

            // The names of exports mean nothing to a native linker.
            #[cfg(target_arch = "wasm32")]
    $crate::bindings::export!(ExportedToJudge with_types_in $crate::bindings);
        };
    };
}

#[doc(hidden)]
pub use wit_bindgen;

#[cfg(test)]
mod tests;
