//! Placement density: shoots where the most layouts have a ship, given all that is known.
//!
//! Which hits belong to which ship is never reported, but much of it follows: see `guess.rs`
//! for how the layouts are weighed, and `chart.rs` for what is known of the ships sunk.

mod chart;
mod guess;

use judge_sdk::Random;
use judge_sdk::battleship::{Battleship, Setup, Ship, Square, View, random_fleet};

use chart::Chart;

/// The bot.
pub struct Density {
    random: Random,
    chart: Chart,
    last: Option<Square>,
}

impl Battleship for Density {
    fn name() -> String {
        "Density".into()
    }

    fn new_game(setup: &Setup) -> (Self, Vec<Ship>) {
        let mut random = Random::new(setup.seed);
        let ships = random_fleet(setup, &mut random);
        (Self { random, chart: Chart::new(setup), last: None }, ships)
    }

    fn take_turn(&mut self, view: &View) -> Square {
        self.chart.update(view, self.last);
        let scores = guess::scores(&self.chart);
        let score = |square: &Square| scores[square.index(view.size())];
        let best = view.unknown().map(|square| score(&square)).max();
        let squares: Vec<Square> = view.unknown().filter(|square| Some(score(square)) == best).collect();
        let shot = *self.random.choose(&squares);
        self.last = Some(shot);
        shot
    }
}

judge_sdk::export!(battleship, Density);
