//! The sequential test: two hypotheses and what was seen so far in, a decision out as soon as there is one.

use std::fmt;
use std::str::FromStr;

use super::interval::score;
use super::likelihood::Counts;

/// The chance that the test decides for the wrong hypothesis, whichever of the two is true.
const ERROR: f64 = 0.05;
/// The largest difference that can be asked for.
const ELO_MAX: f64 = 1_000.0;

/// By how many points on the Elo scale the one is stronger, as two hypotheses have it.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hypotheses {
    /// The first: no more than this.
    pub zero: f64,
    /// The second: this or more.
    pub one: f64,
}

/// For which hypothesis a test has decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Conclusion {
    /// The first.
    Zero,
    /// The second.
    One,
}

/// What is said of a text that is no pair of hypotheses.
pub(super) const INVALID: &str = "write two numbers of Elo from -1000 to 1000, the smaller first, as in 0,30";

impl Default for Hypotheses {
    /// No difference, and one that is worth having; narrower bounds need many more rounds.
    fn default() -> Self {
        Self { zero: 0.0, one: 30.0 }
    }
}

impl FromStr for Hypotheses {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, &'static str> {
        let (zero, one) = text.split_once(',').ok_or(INVALID)?;
        let number = |text: &str| text.trim().parse::<f64>().map_err(|_| INVALID);
        let (zero, one) = (number(zero)?, number(one)?);
        let are_valid = zero.abs() <= ELO_MAX && one.abs() <= ELO_MAX && zero < one;
        if are_valid { Ok(Self { zero, one }) } else { Err(INVALID) }
    }
}

impl fmt::Display for Hypotheses {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{},{}", self.zero, self.one)
    }
}

impl Hypotheses {
    /// The logarithm of the likelihood ratio at which the test decides: at this for the second
    /// hypothesis, at its negative for the first. It is ln((1 − β) / α) with α = β = 0.05.
    #[must_use]
    pub fn bound() -> f64 {
        libm::log((1.0 - ERROR) / ERROR)
    }

    /// The logarithm of how much likelier the second hypothesis is than the first.
    pub(super) fn ratio(&self, counts: &Counts) -> f64 {
        counts.ratio(score(self.zero), score(self.one))
    }

    /// The decision at a ratio, if there is one.
    pub(super) fn decide(ratio: f64) -> Option<Conclusion> {
        let likelier = if ratio > 0.0 { Conclusion::One } else { Conclusion::Zero };
        (ratio.abs() >= Self::bound()).then_some(likelier)
    }
}
