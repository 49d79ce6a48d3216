//! The choice of games that a report records, as a person types it, and an order by how much they are worth watching.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::path::Path;
use std::str::FromStr;

use judge_core::error::Mistake;
use judge_core::results::GameRow;
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

/// Games of which a page shows recorded scenes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scenes {
    /// All.
    All,
    /// So many of those that are most worth watching.
    Best(usize),
}

impl FromStr for Scenes {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        if text == "all" {
            return Ok(Self::All);
        }
        text.parse().map(Self::Best).map_err(|_| "write all, or how many games".to_owned())
    }
}

/// The numbers of the games that were played, those most worth watching first: the final of a knockout, the closest game of
/// the best, the greatest upset, one of each pairing, and the rest.
pub(super) fn worth_watching(published: &Published) -> Vec<usize> {
    let played: Vec<&GameRow> =
        published.games.iter().filter(|game| !game.transcript_sha256.is_empty()).collect();
    let last = published.rows.len() + 1;
    let place_of = |name: &String| {
        published.rows.iter().find(|row| row.contestant.0 == *name).and_then(|row| row.rank).unwrap_or(last)
    };
    let strength = |game: &&GameRow| game.seats.0.iter().map(place_of).sum::<usize>();
    let final_game = played.iter().rfind(|game| !game.match_name.is_empty());
    let decided = || played.iter().filter(|game| game.outcome == "decided");
    let closest = decided().min_by_key(|game| (strength(game), margin(game), Reverse(game.turns)));
    let upset = decided().filter_map(|game| Some((upset(game, &place_of)?, game)));
    let upset = upset.max_by_key(|(places, game)| (*places, Reverse(game.game))).map(|(_, game)| game);
    let mut by_strength = played.clone();
    by_strength.sort_by_key(|game| (strength(game), game.game));
    let mut pairings = BTreeSet::new();
    by_strength.retain(|game| pairings.insert(game.seats.0.iter().collect::<BTreeSet<_>>()));
    let first = final_game.into_iter().chain(closest).chain(upset);
    let mut taken = BTreeSet::new();
    let all = first.chain(&by_strength).chain(&played).map(|game| game.game);
    all.filter(|number| taken.insert(*number)).collect()
}

/// By how much the first was ahead of the second.
fn margin(game: &GameRow) -> Option<i64> {
    let mut scores: Vec<i64> = game.scores.0.iter().map(|&score| score.into()).collect();
    scores.sort_unstable();
    let best = scores.pop()?;
    Some(best - scores.pop()?)
}

/// By how many places the winner is behind the best that it beat; `None` if the better one won.
fn upset(game: &GameRow, place_of: &impl Fn(&String) -> usize) -> Option<usize> {
    let most = game.points.0.iter().max()?;
    let places = |won: bool| {
        let seats =
            game.seats.0.iter().zip(&game.points.0).filter(move |(_, points)| (*points == most) == won);
        seats.map(|(name, _)| place_of(name)).min()
    };
    places(true)?.checked_sub(places(false)?).filter(|&behind| behind > 0)
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
