//! The exact likelihood of a mean score: how often each score was seen in, logarithms of likelihoods out.
//!
//! The usual quadratic approximation fails for bots, which differ by hundreds of points where
//! versions of a chess engine differ by two.

/// The weight of all unseen scores together, so that every mean is possible: a table of eight has a thousand
/// of them, and each as much would weigh more than the first rounds.
const UNSEEN: f64 = 1e-3;
/// Each halves the interval of the solution; more change nothing in a double.
const HALVINGS: u32 = 100;

/// The number of times that each score was seen, over all the scores that can be.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Counts {
    /// Scores, the smallest first, each with how often it was seen.
    cells: Vec<(f64, f64)>,
    /// The number of all observations.
    all: f64,
}

impl Counts {
    /// Takes scores, the smallest first, each with how often it was seen.
    ///
    /// # Panics
    /// If there are fewer than two scores, or they do not grow.
    pub(super) fn new(seen: &[(f64, u64)]) -> Self {
        assert!(seen.len() >= 2 && seen.is_sorted_by(|one, other| one.0 < other.0), "scores grow");
        let unseen = UNSEEN / seen.iter().filter(|cell| cell.1 == 0).count() as f64;
        let count = |seen: u64| if seen == 0 { unseen } else { seen as f64 };
        let cells: Vec<(f64, f64)> = seen.iter().map(|&(score, seen)| (score, count(seen))).collect();
        let all = cells.iter().map(|cell| cell.1).sum();
        Self { cells, all }
    }

    /// The mean score.
    pub(super) fn mean(&self) -> f64 {
        self.cells.iter().map(|(score, count)| score * count).sum::<f64>() / self.all
    }

    /// The smallest and the largest score that there are; all means lie between them.
    pub(super) fn range(&self) -> (f64, f64) {
        (self.cells[0].0, self.cells[self.cells.len() - 1].0)
    }

    /// The logarithm of how much likelier `one` is as the true mean than `zero`.
    ///
    /// For each of them the likeliest distribution is taken that has this mean.
    pub(super) fn ratio(&self, zero: f64, one: f64) -> f64 {
        self.loss(zero) - self.loss(one)
    }

    /// The logarithm of how much likelier what was seen is than the likeliest distribution with the mean
    /// `mean`, which is not at the end of the range: N Σ p̂ᵢ ln(1 + θ(aᵢ − s)).
    pub(super) fn loss(&self, mean: f64) -> f64 {
        let tilt = self.tilt(mean);
        self.cells.iter().map(|(score, count)| count * libm::log1p(tilt * (score - mean))).sum()
    }

    /// θ for which pᵢ = p̂ᵢ / (1 + θ(aᵢ − s)) has the mean s: the solution of Σ p̂ᵢ(aᵢ − s) / (1 + θ(aᵢ − s)) = 0.
    fn tilt(&self, mean: f64) -> f64 {
        let (least, most) = self.range();
        let (mut low, mut high) = (-1.0 / (most - mean), -1.0 / (least - mean));
        for _ in 0..HALVINGS {
            let middle = f64::midpoint(low, high);
            if middle <= low || middle >= high {
                break;
            }
            // The sum falls as θ grows.
            if self.slope(mean, middle) > 0.0 {
                low = middle;
            } else {
                high = middle;
            }
        }
        f64::midpoint(low, high)
    }

    fn slope(&self, mean: f64, tilt: f64) -> f64 {
        let term = |&(score, count): &(f64, f64)| {
            let off = score - mean;
            count * off / (1.0 + tilt * off)
        };
        self.cells.iter().map(term).sum()
    }
}
