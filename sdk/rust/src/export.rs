//! From a type to the functions that its game's contract wants: what is the same in all games.

use std::marker::PhantomData;

/// Stands for a bot's type where generated code wants one that has the exports.
pub struct Exported<B>(PhantomData<B>);

/// The one bot of an instance, with what its game's glue knows of the game: `S`.
///
/// It lives in a static. That cannot be generic, so [`export!`](crate::export) makes one for each bot.
pub trait InPlay<S> {
    /// A new game begins.
    fn begin(seated: S);

    /// The game goes on.
    fn with<R>(play: impl FnOnce(&mut S) -> R) -> R;
}

/// Generates the types and exports of the contract of a game that is a file: `contract!("wit", "judge:arena/hex-bot");`.
///
/// The first text is the folder with the contract's WIT, from the crate's own; the second is the world of the game's
/// bots. Then `exports::judge::arena` has the game's types and the trait `Guest`, to be implemented by a type of yours
/// that `export!` names.
#[macro_export]
macro_rules! contract {
    ($path:tt, $world:tt $(, $option:ident: $value:tt)?) => {
        $crate::wit_bindgen::generate!({
            path: $path,
            world: $world,
            with: { "judge:arena/host@1.0.0": judge_sdk::host::bindings::judge::arena::host },
            runtime_path: "::judge_sdk::wit_bindgen::rt",
            $($option: $value,)?
        });
    };
}

/// The contract's types and exports, as generated from its WIT.
macro_rules! bindings {
    ($world:tt) => {
        #[doc(hidden)]
        #[allow(missing_docs, unreachable_pub, clippy::pedantic, reason = "generated")]
        pub mod bindings {
            judge_sdk::contract!("wit", $world, pub_export_macro: true);
        }
    };
}
pub(crate) use bindings;

/// Exports a type as a bot: `export!(battleship, Sailor);`.
///
/// The first word is the game, the second the type that implements its trait. Write it
/// once, in the crate of the bot: without it the `.wasm` has no functions for the judge.
///
/// The error for an unknown game gives its name:
///
/// ```compile_fail
/// struct Deep;
/// judge_sdk::export!(chess, Deep); // error: there is no game `chess`
/// ```
///
/// The error for a type that plays another game, or none, is as plain:
///
/// ```compile_fail
/// struct Deep;
/// judge_sdk::export!(othello, Deep); // error: `Deep` is no bot for Othello
/// ```
#[macro_export]
macro_rules! export {
    (battleship, $bot:ty $(,)?) => {
        $crate::export_bot!(battleship, Battleship, $bot);
    };
    (freedom, $bot:ty $(,)?) => {
        $crate::export_bot!(freedom, Freedom, $bot);
    };
    (gobblet, $bot:ty $(,)?) => {
        $crate::export_bot!(gobblet, Gobblet, $bot);
    };
    (othello, $bot:ty $(,)?) => {
        $crate::export_bot!(othello, Othello, $bot);
    };
    (stones, $bot:ty $(,)?) => {
        $crate::export_bot!(stones, Stones, $bot);
    };
    ($game:ident, $bot:ty $(,)?) => {
        ::std::compile_error!(::std::concat!(
            "there is no game `",
            ::std::stringify!($game),
            "`; the games are battleship, freedom, gobblet, othello and stones"
        ));
    };
    ($($other:tt)*) => {
        ::std::compile_error!(
            "write the game and the type of your bot: judge_sdk::export!(battleship, Sailor);"
        );
    };
}

/// Gives the bot its static, and the contract's exports their names.
#[doc(hidden)]
#[macro_export]
macro_rules! export_bot {
    ($game:ident, $trait:ident, $bot:ty) => {
        const _: fn() = || {
            fn is_a_bot<B: $crate::$game::$trait>() {}
            is_a_bot::<$bot>();
        };

        const _: () = {
            // Macros cannot hide the names of items: none here may be one that a bot's type may have.
            #[allow(dead_code, reason = "native code exports nothing")]
            type SeatedInJudge = $crate::$game::glue::Seated<$bot>;
            #[allow(dead_code, reason = "native code exports nothing")]
            type ExportedToJudge = $crate::export::Exported<$bot>;

            ::std::thread_local! {
                static SEATED: ::std::cell::RefCell<::std::option::Option<SeatedInJudge>> =
                    const { ::std::cell::RefCell::new(::std::option::Option::None) };
            }

            impl $crate::export::InPlay<SeatedInJudge> for $bot {
                fn begin(seated: SeatedInJudge) {
                    SEATED.set(::std::option::Option::Some(seated));
                }

                fn with<R>(play: impl ::std::ops::FnOnce(&mut SeatedInJudge) -> R) -> R {
                    SEATED.with_borrow_mut(|seated| play(seated.as_mut().expect("new-game comes first")))
                }
            }

            // The contract's names mean nothing to a native linker.
            #[cfg(target_arch = "wasm32")]
    $crate::$game::bindings::export!(ExportedToJudge with_types_in $crate::$game::bindings);
        };
    };
}
