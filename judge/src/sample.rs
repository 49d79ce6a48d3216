//! Which games are looked at twice: a share and a seed in, a yes or no for each game out.
//!
//! Knows no time and no order, so the same games are drawn whatever the number of threads.

use std::str::FromStr;

use crate::schedule::Fixture;
use crate::seed::Seed;

/// A share of something, to a millionth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share(u32);

impl Share {
    /// All of it.
    pub const ALL: Self = Self(1_000_000);
    /// Nothing of it.
    pub const NOTHING: Self = Self(0);

    /// A share from 0 to 1; `None` if it is not.
    #[must_use]
    pub fn new(share: f64) -> Option<Self> {
        #[allow(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "it is from 0 to a million"
        )]
        (0.0..=1.0).contains(&share).then(|| Self((share * 1e6).round() as u32))
    }
}

impl FromStr for Share {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = |text: &str| text.trim_end().parse::<f64>().ok();
        let share = match text.strip_suffix('%') {
            Some(percent) => number(percent).map(|percent| percent / 100.0),
            None => number(text),
        };
        share.and_then(Self::new).ok_or_else(|| format!("{text:?} is no share; write it as in 5% or 0.05"))
    }
}

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
        self.seed.derive(&parts).0 % u64::from(Share::ALL.0) < u64::from(self.share.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::schedule::{Round, round_robin};

    #[test]
    fn a_share_is_a_fraction_or_so_many_of_a_hundred() {
        let parsed = |text: &str| text.parse::<Share>().ok();
        assert_eq!(parsed("5%"), Some(Share(50_000)));
        assert_eq!((parsed("0.05"), parsed("2.5 %")), (Some(Share(50_000)), Some(Share(25_000))));
        assert_eq!(
            (parsed("0"), parsed("100%"), parsed("1")),
            (Some(Share::NOTHING), Some(Share::ALL), Some(Share::ALL))
        );
        for wrong in ["", "%", "5", "-1%", "101%", "nan", "five"] {
            assert_eq!(parsed(wrong), None, "{wrong}");
        }
    }

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
