//! The precision of a mean score: observations in, an interval out; and scores on the Elo scale.

use serde::Serialize;

use super::likelihood::Counts;

/// The number of standard errors that a normal variable exceeds, to either side, with a chance of 5 %.
const NORMAL: f64 = 1.959_963_984_540_054;
const HALVINGS: u32 = 60;

/// A mean with its interval: in 95 of 100 cases the true mean lies in it. As JSON, what is infinite is null.
#[derive(Clone, Copy, Debug, PartialEq, Serialize)]
pub struct Interval {
    /// The lower end.
    pub low: f64,
    /// The mean that was seen.
    pub mean: f64,
    /// The upper end.
    pub high: f64,
}

/// The score that a player expects who is stronger by so many points on the Elo scale.
pub(super) fn score(elo: f64) -> f64 {
    1.0 / (1.0 + libm::exp10(-elo / 400.0))
}

/// By how many points on the Elo scale a player is stronger who has this score; infinite at 0 and at 1.
#[must_use]
pub fn elo(score: f64) -> f64 {
    if score <= 0.0 {
        f64::NEG_INFINITY
    } else if score >= 1.0 {
        f64::INFINITY
    } else {
        -400.0 * libm::log10(1.0 / score - 1.0)
    }
}

impl Interval {
    /// The mean of so many rounds with all means that are not much less likely; nothing for fewer than two.
    ///
    /// The threshold is that of Student's t, which goes to χ² as rounds become many. If all rounds
    /// ended alike the interval still has a width, unlike one made of a variance.
    pub(super) fn of(counts: &Counts, rounds: u64) -> Option<Self> {
        let freedom = rounds.checked_sub(1).filter(|&freedom| freedom > 0)?;
        let limit = 0.5 * student(freedom).powi(2);
        let (mean, (least, most)) = (counts.mean(), counts.range());
        let end = |far: f64| {
            let (mut inside, mut outside) = (mean, far);
            for _ in 0..HALVINGS {
                let middle = f64::midpoint(inside, outside);
                if counts.loss(middle) <= limit {
                    inside = middle;
                } else {
                    outside = middle;
                }
            }
            inside
        };
        Some(Self { low: end(least), mean, high: end(most) })
    }
}

/// The quantile of Student's t with a chance of 5 %, to both sides together.
fn student(freedom: u64) -> f64 {
    match freedom {
        1 => 12.706_204_736_432_1,
        2 => 4.302_652_729_696_14,
        3 => 3.182_446_305_284_26,
        _ => student_of_many(freedom),
    }
}

/// The same after Cornish and Fisher, whose series is far off for few degrees of freedom.
fn student_of_many(freedom: u64) -> f64 {
    let n = freedom as f64;
    let z = NORMAL;
    let (z3, z5, z7) = (z.powi(3), z.powi(5), z.powi(7));
    z + (z3 + z) / (4.0 * n)
        + (5.0 * z5 + 16.0 * z3 + 3.0 * z) / (96.0 * n * n)
        + (3.0 * z7 + 19.0 * z5 + 17.0 * z3 - 15.0 * z) / (384.0 * n * n * n)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quantiles_of_student_are_those_of_the_tables() {
        for (freedom, expected, off) in [
            (1, 12.706, 0.001),
            (2, 4.303, 0.001),
            (3, 3.182, 0.001),
            (4, 2.776, 0.01),
            (5, 2.571, 0.005),
            (10, 2.228, 0.001),
            (30, 2.042, 0.001),
            (1_000, 1.962, 0.001),
        ] {
            assert!((student(freedom) - expected).abs() < off, "{freedom}: {}", student(freedom));
        }
    }

    #[test]
    fn a_score_and_its_rating_go_back_and_forth() {
        assert!((score(0.0) - 0.5).abs() < 1e-15 && (score(400.0) - 10.0 / 11.0).abs() < 1e-12);
        for rating in [-700.0, -30.0, 0.0, 2.5, 800.0] {
            assert!((elo(score(rating)) - rating).abs() < 1e-9);
        }
        assert_eq!((elo(0.0), elo(1.0)), (f64::NEG_INFINITY, f64::INFINITY));
    }
}
