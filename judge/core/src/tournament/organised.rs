//! What organisers decide of a season beside the ladder: when it closes, its final, its grades. As typed, and as it
//! is to be.

use std::collections::BTreeMap;
use std::time::UNIX_EPOCH;

use serde::Deserialize;
use toml::Spanned;

use super::keys::{ROUNDS_MAX, unknown};
use super::source::Source;
use super::template::Template;
use crate::error::Mistake;
use crate::schedule::Format;

/// Contestants of a final if nobody says otherwise.
const TOP: usize = 8;
/// Ratings that a band can begin at.
const RATINGS: std::ops::RangeInclusive<i32> = -10_000..=10_000;
/// Characters of a band's name.
const BAND_CHARACTERS_MAX: usize = 16;

/// How the final of a season is played, if the organiser says nothing else on the day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Final {
    /// Who meets whom: no gauntlet.
    pub format: Format,
    /// Contestants, the best of the ladder.
    pub top: usize,
    /// Rounds per pairing, of a Swiss in all, of a knockout per match.
    pub rounds: u32,
    /// Which public value makes its seed; if there is none, the season's secret does.
    pub announced: Option<Template>,
}

impl Final {
    /// The formats that a final can have: a gauntlet would need champions.
    pub const FORMATS: [(&'static str, Format); 3] =
        [("round-robin", Format::RoundRobin), ("swiss", Format::Swiss), ("knockout", Format::Knockout)];

    /// The format of this name.
    ///
    /// # Errors
    /// What is wrong with it, and what to write.
    pub fn format(typed: &str) -> Result<Format, String> {
        let names @ [one, two, three] = Self::FORMATS.map(|(name, _)| name);
        let found = Self::FORMATS.into_iter().find(|(name, _)| *name == typed);
        found.map(|(_, format)| format).ok_or_else(|| match typed {
            "gauntlet" => {
                format!("format: a gauntlet needs champions; write {one:?}, {two:?} or {three:?}")
            }
            _ => format!("format: {}", unknown("value", typed, &names)),
        })
    }
}

/// A grade, and what it takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Band {
    /// What it is called.
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

/// The table of a final as typed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct TypedFinal {
    format: Option<Spanned<String>>,
    top: Option<Spanned<usize>>,
    rounds: Option<Spanned<u32>>,
    announced: Option<Spanned<String>>,
}

impl Source<'_> {
    /// The moment at which no file is taken any more, in seconds since 1970.
    pub(super) fn closes(&self, typed: &Spanned<toml::Value>) -> Result<u64, Mistake> {
        let text = match typed.get_ref() {
            toml::Value::String(text) => text.clone(),
            other => other.to_string(),
        };
        let time = humantime::parse_rfc3339(&text).ok();
        let seconds = time.and_then(|time| time.duration_since(UNIX_EPOCH).ok()).map(|since| since.as_secs());
        seconds.ok_or_else(|| {
            let text = format!(
                "[serve] closes = {}: write a time of the world's clock, UTC, as in \"2026-12-24T18:00:00Z\"",
                typed.get_ref()
            );
            self.mistake(typed.span(), text)
        })
    }

    /// The final; `rounds` are those of the ladder.
    pub(super) fn final_tournament(&self, typed: Option<TypedFinal>, rounds: u32) -> Result<Final, Mistake> {
        let usual = Final { format: Format::RoundRobin, top: TOP, rounds, announced: None };
        let Some(TypedFinal { format, top, rounds, announced }) = typed else { return Ok(usual) };
        let format = format.map(|typed| {
            let wrong = |problem| self.mistake(typed.span(), format!("[serve.final] {problem}"));
            Final::format(typed.get_ref()).map_err(wrong)
        });
        let format = format.transpose()?;
        if let Some(top) = top.as_ref().filter(|top| *top.get_ref() < 2) {
            return Err(self.mistake(top.span(), "[serve.final] top: write a number of at least 2"));
        }
        if let Some(rounds) = rounds.as_ref().filter(|rounds| !(1..=ROUNDS_MAX).contains(rounds.get_ref())) {
            let text = format!("[serve.final] rounds: write a number from 1 to {ROUNDS_MAX}");
            return Err(self.mistake(rounds.span(), text));
        }
        Ok(Final {
            format: format.unwrap_or(usual.format),
            top: top.map_or(usual.top, Spanned::into_inner),
            rounds: rounds.map_or(usual.rounds, Spanned::into_inner),
            announced: self.announced("serve.final", announced)?,
        })
    }

    /// The grades of this table, the highest first.
    pub(super) fn bands(
        &self,
        table: &str,
        typed: BTreeMap<String, Spanned<i32>>,
    ) -> Result<Vec<Band>, Mistake> {
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
            Some([one, other]) => {
                let text = format!(
                    "[{table}] {} and {} begin at the same rating; change one of them",
                    one.name, other.name
                );
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
