//! The sample of games that are checked twice: a share and a seed in, a yes or no for each game out.
//!
//! Knows no time and no order, so the same games are drawn whatever the number of threads.

use judge_play::Seed;
use serde::Serialize;

use crate::phases::Fixture;
use crate::tournament::Share;

/// The chance that a sample misses so many forged games.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Miss {
    /// The games.
    pub forged_games: u32,
    /// The chance.
    pub chance: f64,
}

/// The numbers of forged games for which the output says how likely a sample misses them.
const FORGED: [u32; 3] = [1, 20, 100];

/// A chance in per cent; one that is nearly nothing or nearly certain is not rounded to that.
#[must_use]
pub fn percent(chance: f64) -> String {
    match 100.0 * chance {
        percent if percent > 0.0 && percent < 1.0 => "less than 1 %".to_owned(),
        percent if percent > 99.0 && percent < 100.0 => "more than 99 %".to_owned(),
        percent => format!("{percent:.0} %"),
    }
}

/// A sample of a tournament's games.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// Its purpose: samples for different purposes are different.
    pub purpose: &'static str,
    /// The share of the games that are in it, on average.
    pub share: Share,
    /// The seed that they are drawn from.
    pub seed: Seed,
}

impl Sample {
    /// A sample of the same games and more: so many times as many, on average.
    pub(crate) fn enlarged(self, times: u32) -> Self {
        Self { share: self.share.times(times), ..self }
    }

    /// The chance that none of so many games is in the sample.
    #[must_use]
    pub fn misses(&self, games: u32) -> f64 {
        let share = f64::from(self.share.millionths()) / f64::from(Share::ALL.millionths());
        // Not `powi`, which may differ from machine to machine.
        (0..games).fold(1.0, |chance, _| chance * (1.0 - share))
    }

    /// The chances that the sample misses so many forged games of `games`: one, and some more.
    #[must_use]
    pub fn power(&self, games: u64) -> Vec<Miss> {
        let forged = FORGED.into_iter().filter(|&forged| u64::from(forged) <= games);
        forged.map(|forged_games| Miss { forged_games, chance: self.misses(forged_games) }).collect()
    }

    /// Whether a game is in the sample.
    #[must_use]
    pub fn has(&self, fixture: &Fixture<'_>) -> bool {
        // Most tournaments have no sample, and a hash for each game is not free.
        if self.share.millionths() == 0 {
            return false;
        }
        let parts = [self.purpose, &fixture.round.seed.to_string(), &fixture.order.to_string()];
        self.seed.derive(&parts).0 % u64::from(Share::ALL.millionths()) < u64::from(self.share.millionths())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::phases::{Round, round_robin};

    fn sample(share: &str, seed: u64) -> Sample {
        Sample { purpose: "test", share: share.parse().expect("it is a share"), seed: Seed(seed) }
    }

    #[test]
    fn a_larger_sample_has_the_same_games_and_more() {
        let rounds: Vec<Round> = round_robin(&["a", "b", "c"], 2, 500, Seed(1)).collect();
        let games = |sample: Sample| -> Vec<bool> {
            rounds.iter().flat_map(Round::fixtures).map(|fixture| sample.has(&fixture)).collect()
        };
        let (few, more) = (games(sample("5%", 1)), games(sample("5%", 1).enlarged(4)));
        assert!(few.iter().zip(&more).all(|(few, more)| more >= few));
        let more = more.into_iter().filter(|drawn| *drawn).count();
        assert!((400..800).contains(&more), "{more}");
        assert_eq!(sample("30%", 1).enlarged(4).share, Share::ALL);
    }

    #[test]
    fn a_chance_is_certain_only_if_it_is() {
        let shown = [0.0, 0.001, 0.634, 0.999, 1.0].map(percent);
        assert_eq!(shown, ["0 %", "less than 1 %", "63 %", "more than 99 %", "100 %"]);
    }

    #[test]
    fn a_sample_of_a_twentieth_misses_20_games_with_a_chance_of_36_percent() {
        let misses = |share: &str, games| format!("{:.0}", 100.0 * sample(share, 1).misses(games));
        assert_eq!([misses("5%", 1), misses("5%", 20), misses("5%", 100)], ["95", "36", "1"]);
        assert_eq!([misses("0", 20), misses("1", 1), misses("1", 0)], ["100", "0", "100"]);
    }

    #[test]
    fn a_sample_has_about_its_share_and_depends_on_the_seed() {
        let rounds: Vec<Round> = round_robin(&["a", "b", "c"], 2, 500, Seed(1)).collect();
        let games = |share: &str, seed| -> Vec<bool> {
            let sample = sample(share, seed);
            rounds.iter().flat_map(Round::fixtures).map(|fixture| sample.has(&fixture)).collect()
        };
        let count = |games: Vec<bool>| games.into_iter().filter(|drawn| *drawn).count();
        assert_eq!((count(games("0", 1)), count(games("1", 1))), (0, 3_000));
        let tenth = games("10%", 1);
        assert!(tenth == games("10%", 1) && tenth != games("10%", 2));
        assert!((200..400).contains(&count(tenth)));
    }
}
