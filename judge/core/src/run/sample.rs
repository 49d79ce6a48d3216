//! Which games are looked at twice: a share and a seed in, a yes or no for each game out.
//!
//! Knows no time and no order, so the same games are drawn whatever the number of threads.

use judge_play::Seed;

use crate::schedule::Fixture;
use crate::tournament::Share;

/// A sample of a tournament's games.
#[derive(Clone, Copy, Debug)]
pub struct Sample {
    /// What it is for: samples for different purposes are different.
    pub purpose: &'static str,
    /// How many of them, on average.
    pub share: Share,
    /// What they are drawn from.
    pub seed: Seed,
}

impl Sample {
    /// Whether a game is in the sample.
    #[must_use]
    pub fn has(&self, fixture: &Fixture<'_>) -> bool {
        let parts = [self.purpose, &fixture.round.seed.to_string(), &fixture.order.to_string()];
        self.seed.derive(&parts).0 % u64::from(Share::ALL.millionths()) < u64::from(self.share.millionths())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::{Round, round_robin};

    #[test]
    fn a_sample_has_about_its_share_and_depends_on_the_seed() {
        let rounds: Vec<Round> = round_robin(&["a", "b", "c"], 2, 500, Seed(1)).collect();
        let games = |share: &str, seed| -> Vec<bool> {
            let sample =
                Sample { purpose: "test", share: share.parse().expect("it is a share"), seed: Seed(seed) };
            rounds.iter().flat_map(Round::fixtures).map(|fixture| sample.has(&fixture)).collect()
        };
        let count = |games: Vec<bool>| games.into_iter().filter(|drawn| *drawn).count();
        assert_eq!((count(games("0", 1)), count(games("1", 1))), (0, 3_000));
        let tenth = games("10%", 1);
        assert!(tenth == games("10%", 1) && tenth != games("10%", 2));
        assert!((200..400).contains(&count(tenth)));
    }
}
