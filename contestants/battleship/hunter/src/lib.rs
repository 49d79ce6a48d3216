//! Hunt and target: random shots at every other square, and once one hits, its four neighbours.

use judge_sdk::Random;
use judge_sdk::battleship::{Battleship, Cell, Setup, Ship, Square, View, random_fleet};

/// The bot.
pub struct Hunter {
    random: Random,
    /// Neighbours of hits, the next target last. Some have been shot at since.
    targets: Vec<Square>,
    last: Option<Square>,
}

impl Battleship for Hunter {
    fn name() -> String {
        "Hunter".into()
    }

    fn new_game(setup: &Setup) -> (Self, Vec<Ship>) {
        let mut random = Random::new(setup.seed);
        let ships = random_fleet(setup, &mut random);
        (Self { random, targets: Vec::new(), last: None }, ships)
    }

    fn take_turn(&mut self, view: &View) -> Square {
        let hit = self.last.filter(|last| view.at(last.x, last.y) == Some(Cell::Hit));
        self.targets.extend(hit.into_iter().flat_map(neighbours));
        let shot = self.target(view).unwrap_or_else(|| self.hunt(view));
        self.last = Some(shot);
        shot
    }
}

impl Hunter {
    fn target(&mut self, view: &View) -> Option<Square> {
        let is_unknown = |square: &Square| view.at(square.x, square.y) == Some(Cell::Unknown);
        while let Some(target) = self.targets.pop() {
            if is_unknown(&target) {
                return Some(target);
            }
        }
        None
    }

    /// A ship of two squares or more lies on a light square as well as on a dark one.
    fn hunt(&mut self, view: &View) -> Square {
        let any: Vec<Square> = view.unknown().collect();
        let smallest = view.ships_remaining().last().copied().unwrap_or(1);
        let is_light = |square: &Square| (square.x + square.y).is_multiple_of(2);
        let light: Vec<Square> =
            any.iter().copied().filter(|square| smallest > 1 && is_light(square)).collect();
        *self.random.choose(if light.is_empty() { &any } else { &light })
    }
}

fn neighbours(square: Square) -> [Square; 4] {
    let Square { x, y } = square;
    // Those beyond an edge are unknown to no view.
    [
        Square::new(x.wrapping_sub(1), y),
        Square::new(x + 1, y),
        Square::new(x, y.wrapping_sub(1)),
        Square::new(x, y + 1),
    ]
}

judge_sdk::export!(battleship, Hunter);
