//! Grades: the table `[bands]` of a tournament, and the like of a season.

use std::collections::BTreeMap;

use toml::Spanned;

use super::source::Source;
use crate::error::Mistake;

/// Ratings that a band can begin at.
const RATINGS: std::ops::RangeInclusive<i32> = -10_000..=10_000;
/// Characters of a band's name.
const BAND_CHARACTERS_MAX: usize = 16;

/// A grade, and the rating that it takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Band {
    /// Its name.
    pub name: String,
    /// The lowest rating that is in it.
    pub at_least: i32,
}

impl Band {
    /// The name of the band that a rating is in; empty if it is below all. The highest band is the first.
    #[must_use]
    pub fn of(bands: &[Self], rating: f64) -> &str {
        // As it is shown: who has 1600 in the table is not below 1600.
        let shown = rating.round();
        let found = bands.iter().find(|band| shown >= f64::from(band.at_least));
        found.map_or("", |band| band.name.as_str())
    }

    /// The grade for a rating: its band, or `below` the lowest for one that is in none, and for nobody's. Empty if there are
    /// no bands.
    #[must_use]
    pub fn grade(bands: &[Self], rating: Option<f64>) -> String {
        match (rating.map_or("", |rating| Self::of(bands, rating)), bands.last()) {
            ("", Some(lowest)) => format!("below {}", lowest.name),
            (band, _) => band.to_owned(),
        }
    }
}

impl Source<'_> {
    /// The grades of this table, the highest first.
    ///
    /// # Errors
    /// A name that is none, no rating, or two that are the same.
    pub fn bands(&self, table: &str, typed: BTreeMap<String, Spanned<i32>>) -> Result<Vec<Band>, Mistake> {
        let mut bands = Vec::new();
        for (name, at_least) in typed {
            let letters = |c: char| c.is_ascii_alphanumeric() || " +-_.".contains(c);
            let is_name = name.len() <= BAND_CHARACTERS_MAX
                && name.starts_with(|c: char| c.is_ascii_alphanumeric())
                && name.chars().all(letters);
            if !is_name {
                let text = format!(
                    "[{table}] {name:?}: name a band with at most {BAND_CHARACTERS_MAX} letters, digits and + - _ ., a letter or digit first"
                );
                return Err(self.mistake(at_least.span(), text));
            }
            if !RATINGS.contains(at_least.get_ref()) {
                let text = format!("[{table}] {name}: write a rating, as in {name} = 1600");
                return Err(self.mistake(at_least.span(), text));
            }
            bands.push(Band { name, at_least: at_least.into_inner() });
        }
        bands.sort_by_key(|band| std::cmp::Reverse(band.at_least));
        match bands.windows(2).find(|pair| pair[0].at_least == pair[1].at_least) {
            Some([Band { name: one, .. }, Band { name: other, .. }]) => {
                let text =
                    format!("[{table}] {one} and {other} begin at the same rating; change one of them");
                Err(self.mistake_in_file(text))
            }
            _ => Ok(bands),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_band_begins_at_its_rating_as_it_is_shown() {
        let band_of = |name: &str, at_least| Band { name: name.to_owned(), at_least };
        let bands = [band_of("A", 1_600), band_of("B", 1_400)];
        for (rating, name) in [(1_700.0, "A"), (1_599.6, "A"), (1_599.4, "B"), (1_400.0, "B"), (1_399.0, "")]
        {
            assert_eq!(Band::of(&bands, rating), name, "{rating}");
        }
        let grade = |rating| Band::grade(&bands, rating);
        assert_eq!([grade(Some(1_500.0)), grade(Some(1_399.0)), grade(None)], ["B", "below B", "below B"]);
        assert_eq!(Band::grade(&[], None), "");
    }
}
