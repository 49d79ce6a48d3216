//! Goes on as long as it can, and then any way that is free.
#![allow(missing_docs, unreachable_pub, unsafe_code, clippy::pedantic, reason = "the bindings are generated")]

use std::cell::RefCell;

use exports::judge::arena::tron::{Direction, Guest, Setup, Square};
use judge_sdk::Random;

judge_sdk::contract!("../../../tournaments/games/tron/wit", "judge:arena/tron-bot");

/// The directions, each with the next square.
const WAYS: [(Direction, i16, i16); 4] =
    [(Direction::North, 0, -1), (Direction::East, 1, 0), (Direction::South, 0, 1), (Direction::West, -1, 0)];

/// The bot.
pub struct Bot;

struct State {
    random: Random,
    seat: usize,
    size: i16,
    way: usize,
}

thread_local! {
    static GAME: RefCell<Option<State>> = const { RefCell::new(None) };
}

impl Guest for Bot {
    fn name() -> String {
        "Straight".into()
    }

    fn new_game(setup: Setup) {
        let mut random = Random::new(setup.seed);
        let way = random.below(4) as usize;
        GAME.set(Some(State { random, seat: setup.seat.into(), size: setup.size.into(), way }));
    }

    fn step(board: String, heads: Vec<Option<Square>>) -> Direction {
        GAME.with_borrow_mut(|game| {
            let game = game.as_mut().expect("new-game comes first");
            let head = heads[game.seat].expect("who is asked is in");
            let is_free = |way: &usize| {
                let (_, dx, dy) = WAYS[*way];
                let (x, y) = (i16::from(head.x) + dx, i16::from(head.y) + dy);
                let is_on = (0..game.size).contains(&x) && (0..game.size).contains(&y);
                is_on && board.as_bytes()[(y * game.size + x) as usize] == b'.'
            };
            let free: Vec<usize> = (0..4).filter(is_free).collect();
            if !free.contains(&game.way) && !free.is_empty() {
                game.way = *game.random.choose(&free);
            }
            WAYS[game.way].0
        })
    }
}

#[cfg(target_arch = "wasm32")]
export!(Bot);
