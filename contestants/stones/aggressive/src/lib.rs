//! The original's `AggressivePlayer`: steps towards the nearest enemy, come what may.
//!
//! Of all pairs of an own stone and an enemy's, both row by row from the top, the first
//! with the smallest distance counts, as the crow flies. The own stone takes the king's
//! way to the enemy's: diagonal as long as neither column nor row agrees.
//!
//! No own stone lies in the way, for it would be nearer. The original knows no board on
//! which stones go straight only; here it leaves a diagonal step out and goes along the
//! longer side, or along the row if both are as long.

use std::cmp::Ordering;

use judge_sdk::stones::{Adjacency, Direction, Game, Seat, Setup, Square, Step, Stones};

/// The bot.
pub struct Aggressive(Seat);

impl Stones for Aggressive {
    fn name() -> String {
        "Aggressive".into()
    }

    fn new_game(setup: &Setup) -> Self {
        Self(setup.seat)
    }

    fn next_move(&mut self, game: &Game) -> Step {
        let (own, enemy) = nearest(game, self.0);
        let corner = match game.rules().adjacency() {
            Adjacency::Eight => enemy,
            Adjacency::Four => straight(own, enemy),
        };
        let way = Direction::towards(own, corner).expect("an enemy's stone lies elsewhere");
        Step::new(own, way.next(own).expect("the way leads to a square of the board"))
    }
}

/// The first pair of stones that are as near as any.
fn nearest(game: &Game, own: Seat) -> (Square, Square) {
    let board = game.board();
    let is_enemy = |square: &Square| board.owner(*square).is_some_and(|owner| owner != own);
    let enemies: Vec<Square> = Square::all(board.columns(), board.rows()).filter(is_enemy).collect();
    let pairs = board.stones(own).flat_map(|stone| enemies.iter().map(move |&enemy| (stone, enemy)));
    pairs.min_by_key(|&(stone, enemy)| distance(stone, enemy)).expect("whoever moves has an enemy")
}

/// The distance as the crow flies, squared.
fn distance(from: Square, to: Square) -> u32 {
    let square = |gap: u8| u32::from(gap) * u32::from(gap);
    square(from.x.abs_diff(to.x)) + square(from.y.abs_diff(to.y))
}

/// The corner at which a way from `from` to `to` turns, if it goes along the longer side first.
fn straight(from: Square, to: Square) -> Square {
    match from.x.abs_diff(to.x).cmp(&from.y.abs_diff(to.y)) {
        Ordering::Less => Square::new(from.x, to.y),
        Ordering::Equal | Ordering::Greater => Square::new(to.x, from.y),
    }
}

judge_sdk::export!(stones, Aggressive);
