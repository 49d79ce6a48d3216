//! Drops into any column that has room, each as likely as another.
#![allow(missing_docs, unreachable_pub, unsafe_code, clippy::pedantic, reason = "the bindings are generated")]

use std::cell::RefCell;

use exports::judge::arena::connect_four::{Guest, Setup};
use judge_sdk::Random;

judge_sdk::contract!("../../../tournaments/games/connect-four/wit", "judge:arena/connect-four-bot");

/// The bot.
pub struct Bot;

thread_local! {
    static RANDOM: RefCell<Option<Random>> = const { RefCell::new(None) };
}

impl Guest for Bot {
    fn name() -> String {
        "Random".into()
    }

    fn new_game(setup: Setup) {
        RANDOM.set(Some(Random::new(setup.seed)));
    }

    fn drop(_: String, open: Vec<u8>) -> u8 {
        RANDOM.with_borrow_mut(|random| *random.as_mut().expect("new-game comes first").choose(&open))
    }
}

#[cfg(target_arch = "wasm32")]
export!(Bot);
