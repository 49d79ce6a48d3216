//! A share of something, such as of a tournament's games.

use std::str::FromStr;

/// A share of something, to a millionth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share(u32);

impl Share {
    /// All of it.
    pub const ALL: Self = Self(1_000_000);
    /// Nothing of it.
    pub const NOTHING: Self = Self(0);

    /// The share in millionths.
    #[must_use]
    pub fn millionths(self) -> u32 {
        self.0
    }

    /// So many times the share, but not more than all.
    #[must_use]
    pub fn times(self, times: u32) -> Self {
        Self(self.0.saturating_mul(times).min(Self::ALL.0))
    }

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
        share.and_then(Self::new).ok_or_else(|| format!("{text:?} is not a share; write it like 5% or 0.05"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
}
