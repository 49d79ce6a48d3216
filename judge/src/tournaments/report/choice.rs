//! The choice of games that a report records, as a person types it.

use std::path::Path;
use std::str::FromStr;

use judge_core::error::Mistake;
use judge_page::published::Published;

/// Games that a page records if nobody says which: 5,000 games of Battleship take half a megabyte.
const GAMES_DEFAULT: usize = 5_000;

/// The games that are recorded.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Games {
    /// The first ones.
    #[default]
    First,
    /// All.
    All,
    /// None.
    None,
    /// Those that somebody has won by the rules.
    Decided,
    /// Those with these numbers, the last included.
    Range(usize, usize),
}

impl FromStr for Games {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "all" => return Ok(Self::All),
            "none" => return Ok(Self::None),
            "decided" => return Ok(Self::Decided),
            _ => {}
        }
        let wrong = || "write all, none, decided, or numbers as 1..200".to_owned();
        let (first, last) = text.split_once("..").ok_or_else(wrong)?;
        let number = |text: &str| text.trim_start_matches('=').parse::<usize>().map_err(|_| wrong());
        let (first, last) = (number(first)?, number(last)?);
        if first == 0 || first > last { Err(wrong()) } else { Ok(Self::Range(first, last)) }
    }
}

impl Games {
    /// The chosen ones of these places.
    pub(super) fn choose(self, published: &Published, places: &[usize]) -> Result<Vec<usize>, Mistake> {
        let chosen = places.iter().copied();
        Ok(match self {
            Self::First => chosen.take(GAMES_DEFAULT).collect(),
            Self::All => chosen.collect(),
            Self::None => Vec::new(),
            Self::Decided => chosen.filter(|&place| is_decided(published, place)).collect(),
            Self::Range(first, last) if last <= published.games.len() => {
                chosen.filter(|place| (first..=last).contains(&(place + 1))).collect()
            }
            Self::Range(..) => {
                let text = format!("the games are 1 to {}", published.games.len());
                return Err(Mistake::in_file(Path::new("--games"), text));
            }
        })
    }
}

/// Whether somebody has won by the rules.
fn is_decided(published: &Published, place: usize) -> bool {
    let game = &published.games[place];
    let most = game.points.0.iter().max();
    game.outcome == "decided" && game.points.0.iter().any(|points| Some(points) != most)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn games_are_words_or_a_range() {
        assert_eq!("all".parse(), Ok(Games::All));
        assert_eq!("1..200".parse(), Ok(Games::Range(1, 200)));
        assert_eq!("7..=7".parse(), Ok(Games::Range(7, 7)));
        for wrong in ["", "some", "0..5", "5..4", "..", "3..", "-1..5"] {
            assert!(wrong.parse::<Games>().is_err(), "{wrong}");
        }
    }
}
