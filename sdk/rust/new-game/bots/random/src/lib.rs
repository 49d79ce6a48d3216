//! Takes any number that is legal, each as likely as another.

use std::cell::RefCell;

use exports::judge::arena::my_game::Guest;
use judge_sdk::Random;

judge_sdk::contract!("../../wit", "judge:arena/my-game-bot");

struct Bot;

thread_local! {
    static RANDOM: RefCell<Option<Random>> = const { RefCell::new(None) };
}

impl Guest for Bot {
    fn name() -> String {
        "Random".into()
    }

    fn new_game(seed: u64, _seat: u8) {
        RANDOM.set(Some(Random::new(seed)));
    }

    fn take(left: u8) -> u8 {
        let legal: Vec<u8> = (1..=left.min(3)).collect();
        RANDOM.with_borrow_mut(|random| *random.as_mut().expect("new-game comes first").choose(&legal))
    }
}

export!(Bot);
