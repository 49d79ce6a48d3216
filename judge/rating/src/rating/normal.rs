//! The normal distribution: a chance of error in, a multiple of the standard error out.

/// By how many standard errors a normal variable is off, to either side, with a chance of `error`.
pub(super) fn quantile(error: f64) -> f64 {
    let (mut low, mut high) = (0.0, 40.0);
    for _ in 0..80 {
        let middle = 0.5 * (low + high);
        if libm::erfc(middle / std::f64::consts::SQRT_2) > error {
            low = middle;
        } else {
            high = middle;
        }
    }
    high
}

#[cfg(test)]
mod tests {
    use super::quantile;

    #[test]
    fn quantiles_are_those_of_the_tables() {
        for (error, expected) in
            [(0.05, 1.959_963_984_540), (0.01, 2.575_829_303_549), (1e-6, 4.891_638_475_699)]
        {
            assert!((quantile(error) - expected).abs() < 1e-11, "{}", quantile(error));
        }
    }
}
