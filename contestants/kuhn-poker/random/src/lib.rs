//! Passes or bets, one as likely as the other.
#![allow(missing_docs, unreachable_pub, unsafe_code, clippy::pedantic, reason = "the bindings are generated")]

use std::cell::RefCell;

use exports::judge::arena::kuhn_poker::{Action, Card, Guest};
use judge_sdk::Random;

judge_sdk::contract!("../../../tournaments/games/kuhn-poker/wit", "judge:arena/kuhn-poker-bot");

/// The bot.
pub struct Bot;

thread_local! {
    static RANDOM: RefCell<Option<Random>> = const { RefCell::new(None) };
}

impl Guest for Bot {
    fn name() -> String {
        "Random".into()
    }

    fn new_game(seed: u64, _seat: u8, _hands: u32) {
        RANDOM.set(Some(Random::new(seed)));
    }

    fn act(_hand: u32, _card: Card, _history: String) -> Action {
        let coin = RANDOM.with_borrow_mut(|random| random.as_mut().expect("new-game comes first").below(2));
        if coin == 0 { Action::Bet } else { Action::Pass }
    }
}

#[cfg(target_arch = "wasm32")]
export!(Bot);
