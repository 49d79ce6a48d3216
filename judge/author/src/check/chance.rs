//! Whether a bot is worse than chance: games against the weakest example bot, which plays at random, into a finding.

use judge_core::bot_word::examples;
use judge_core::game::{Fate, LoadedBots, fate};
use judge_play::games::Seat;
use judge_play::{Line, Rules, SeatLine, Seed};
use rayon::prelude::*;

use super::report::Finding;

/// A bot that is as good as chance loses so many games in a row once in a thousand times.
const GAMES: u8 = 10;

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

fn is_lost(loaded_bots: &LoadedBots, rules: &Rules, number: u8) -> bool {
    let (own, other) = (number % 2, 1 - number % 2);
    let seed = Seed(1).derive(&["chance", &number.to_string()]);
    let seats = [own, other].map(|bot| SeatLine::bot(bot.into()));
    fate(loaded_bots, &Line::new(rules.clone(), seed, seats.into()), Seat(own)) == Fate::Lost
}
