//! Numbers on the command line: text into a number within its range, or the words that say which numbers are right.

use std::fmt::Display;
use std::ops::{Bound, RangeBounds};
use std::str::FromStr;

/// The last seat of the largest table.
pub(crate) const SEAT_MAX: u8 = 8;

/// Reads a whole number of a range.
pub(crate) fn whole<N: FromStr + PartialOrd + Display>(
    range: impl RangeBounds<N> + Clone,
) -> impl Fn(&str) -> Result<N, String> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| match (range.start_bound(), range.end_bound()) {
            (Bound::Included(least), Bound::Included(most)) => {
                format!("write a whole number from {least} to {most}")
            }
            (Bound::Included(least), _) => format!("write a whole number, {least} or more"),
            _ => "write a whole number".to_owned(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_types_a_wrong_number_learns_which_are_right() {
        let (jobs, rows) = (whole(1..=256_u16), whole(0_usize..));
        assert_eq!((jobs("256"), rows("0")), (Ok(256), Ok(0)));
        for wrong in ["0", "257", "99999", "-1", "1.5", "x", ""] {
            assert_eq!(jobs(wrong), Err("write a whole number from 1 to 256".into()));
        }
        assert_eq!(rows("-1"), Err("write a whole number, 0 or more".into()));
    }
}
