//! Cannot be beaten in the long run: bets with the king, and with every third jack.
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

/// Whether something happens that is as likely as `parts` of `of`.
fn happens(parts: u32, of: u32) -> bool {
    RANDOM.with_borrow_mut(|random| random.as_mut().expect("new-game comes first").below(of) < parts)
}

impl Guest for Bot {
    fn name() -> String {
        "Bluffer".into()
    }

    fn new_game(seed: u64, _seat: u8, _hands: u32) {
        RANDOM.set(Some(Random::new(seed)));
    }

    fn act(_hand: u32, card: Card, history: String) -> Action {
        // Harold Kuhn's strategies of 1950, those with a bluff of one third.
        let bets = match (card, history.as_str()) {
            (Card::King, _) => true,
            (Card::Jack, "" | "p") => happens(1, 3),
            (Card::Queen, "b") => happens(1, 3),
            (Card::Queen, "pb") => happens(2, 3),
            _ => false,
        };
        if bets { Action::Bet } else { Action::Pass }
    }
}

#[cfg(target_arch = "wasm32")]
export!(Bot);
