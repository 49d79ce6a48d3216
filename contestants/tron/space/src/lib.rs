//! Steps to where it would reach most squares before all others, if each went there straight.
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
}

thread_local! {
    static GAME: RefCell<Option<State>> = const { RefCell::new(None) };
}

/// The square in a direction, as a place on the board.
fn target(place: usize, way: usize, size: i16) -> Option<usize> {
    let (x, y) = (place as i16 % size + WAYS[way].1, place as i16 / size + WAYS[way].2);
    ((0..size).contains(&x) && (0..size).contains(&y)).then_some((y * size + x) as usize)
}

/// The number of squares that the first of the heads reaches before all others.
fn reached(mut free: Vec<bool>, heads: &[usize], size: i16) -> usize {
    let mut fronts: Vec<Vec<usize>> = heads.iter().map(|head| vec![*head]).collect();
    let mut count = 0;
    while fronts.iter().any(|front| !front.is_empty()) {
        // Others first: a square that is reached at the same time is no gain.
        for player in (0..fronts.len()).rev() {
            let mut next = Vec::new();
            for &place in &fronts[player] {
                for square in (0..4).filter_map(|way| target(place, way, size)) {
                    if std::mem::take(&mut free[square]) {
                        next.push(square);
                    }
                }
            }
            count += if player == 0 { next.len() } else { 0 };
            fronts[player] = next;
        }
    }
    count
}

impl Guest for Bot {
    fn name() -> String {
        "Space".into()
    }

    fn new_game(setup: Setup) {
        let random = Random::new(setup.seed);
        GAME.set(Some(State { random, seat: setup.seat.into(), size: setup.size.into() }));
    }

    fn step(board: String, heads: Vec<Option<Square>>) -> Direction {
        GAME.with_borrow_mut(|game| {
            let game = game.as_mut().expect("new-game comes first");
            let size = game.size;
            let place = |square: &Square| usize::from(square.y) * size as usize + usize::from(square.x);
            let own = place(heads[game.seat].as_ref().expect("who is asked is in"));
            let others = (0..).zip(&heads).filter(|(seat, _)| *seat != game.seat);
            let others: Vec<usize> = others.filter_map(|(_, head)| head.as_ref().map(place)).collect();
            let free: Vec<bool> = board.bytes().map(|cell| cell == b'.').collect();
            let value = |way: usize| {
                let to = target(own, way, size).filter(|to| free[*to])?;
                let mut free = free.clone();
                free[to] = false;
                let heads: Vec<usize> = std::iter::once(to).chain(others.iter().copied()).collect();
                Some(reached(free, &heads, size))
            };
            let values: Vec<Option<usize>> = (0..4).map(value).collect();
            let best = values.iter().max().copied().flatten();
            let ways: Vec<usize> = (0..4).filter(|way| values[*way] == best).collect();
            WAYS[*game.random.choose(&ways)].0
        })
    }
}

#[cfg(target_arch = "wasm32")]
export!(Bot);
