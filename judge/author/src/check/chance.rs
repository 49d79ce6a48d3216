//! Whether a bot is worse than chance: games against the weakest example bot, which plays at random, into a finding.

use judge_core::bot_word::examples;
use judge_core::game::LoadedBots;
use judge_play::{Event, Line, Rules, SeatLine, Seed};
use rayon::prelude::*;

use super::report::Finding;

/// A bot that is as good as chance loses so many games in a row once in a thousand times.
const GAMES: usize = 10;

/// The warning for bot 0 of the loaded bots if it loses all games against bot 1, the weakest example bot. The first that it
/// does not lose is the last. Nothing in a game that is a file, or not for two.
#[must_use]
pub fn worse_than_chance(loaded_bots: &LoadedBots, rules: &Rules) -> Option<Finding> {
    let weakest = examples::opponents(rules.game()).next().filter(|_| rules.seats() == 2)?.name;
    let is_worse = (0..GAMES).into_par_iter().all(|number| is_lost(loaded_bots, rules, number));
    let words = format!(
        "worse than chance: it lost all of {GAMES} games against {weakest}, which plays at random; does it take its opponent's side for its own?"
    );
    is_worse.then_some(Finding::Advice { words })
}

fn is_lost(loaded_bots: &LoadedBots, rules: &Rules, number: usize) -> bool {
    let (own, other) = (number % 2, 1 - number % 2);
    let seed = Seed(1).derive(&["chance", &number.to_string()]);
    let line = Line::new(rules.clone(), seed, [own, other].map(SeatLine::bot).into());
    let mut game = loaded_bots.start(&line).expect("no action is set by hand");
    loop {
        if let Event::Over(verdict) = game.step() {
            return verdict.ranks().is_some_and(|ranks| ranks[own] > ranks[other]);
        }
    }
}
