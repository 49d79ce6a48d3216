//! The choice of games that a report records, as a person types it, and an order by how much they are worth watching.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::str::FromStr;

use judge_core::error::Mistake;
use judge_core::results::GameRow;
use judge_page::published::Published;
use judge_sandbox::Limits;

use crate::tournaments::moves::range;

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
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Ok(match text {
            "all" => Self::All,
            "none" => Self::None,
            "decided" => Self::Decided,
            numbers => {
                let numbers = range(numbers).ok_or("write all, none, decided, or numbers as 1..200")?;
                Self::Range(*numbers.start(), *numbers.end())
            }
        })
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
                return Err(Mistake::in_file("--games", text));
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

/// How many games, as a person types it.
pub(super) fn how_many(text: &str) -> Result<usize, &'static str> {
    let number = if text == "all" { Ok(usize::MAX) } else { text.parse() };
    number.map_err(|_| "write all, or how many games")
}

/// A number of bytes, as a person types it.
pub(super) fn size(text: &str) -> Result<u64, String> {
    let size = parse_size::parse_size(text).ok().filter(|size| *size <= Limits::FILE_BYTES_MAX);
    size.ok_or_else(|| format!("write a number of bytes, as in \"8 MiB\", up to {}", Limits::FILE_BYTES_MAX))
}

/// The places of the games that were played, those most worth watching first: the one that decided the final, the closest game
/// of the best, the greatest upset, one of each pairing, and the rest.
pub(super) fn worth_watching(published: &Published) -> Vec<usize> {
    let game = |place: &usize| &published.games[*place];
    let played = (0..published.games.len()).filter(|place| game(place).is_played());
    let played: Vec<usize> = played.collect();
    let rank = |name: &String| {
        let row = published.rows.iter().find(|row| row.contestant.0 == *name);
        row.and_then(|row| row.rank).unwrap_or(published.rows.len() + 1)
    };
    let strength = |place: &usize| game(place).seats.0.iter().map(rank).sum::<usize>();
    let decided = || played.iter().filter(|place| game(place).outcome == "decided");
    let in_matches = judge_page::in_matches(published);
    let is_decider = |place: &&usize| in_matches[**place].as_ref().is_some_and(|of| of.is_last && of.decides);
    let final_game = played.iter().find(is_decider);
    let closest = |place: &&usize| (strength(place), margin(game(place)), Reverse(game(place).turns));
    let closest = decided().min_by_key(closest);
    let upset = decided().max_by_key(|place| (upset_by(game(place), rank), Reverse(**place)));
    let upset = upset.filter(|place| upset_by(game(place), rank).is_some());
    let mut by_strength = played.clone();
    by_strength.sort_by_cached_key(strength);
    let mut pairings = BTreeSet::new();
    by_strength.retain(|place| pairings.insert(game(place).seats.0.iter().collect::<BTreeSet<_>>()));
    let mut taken = BTreeSet::new();
    let all = final_game.into_iter().chain(closest).chain(upset).chain(&by_strength).chain(&played);
    all.copied().filter(|&place| taken.insert(place)).collect()
}

/// By how much the first was ahead of the second.
fn margin(game: &GameRow) -> Option<i64> {
    let mut scores: Vec<i64> = game.scores.0.iter().map(|&score| score.into()).collect();
    scores.sort_unstable();
    let best = scores.pop()?;
    Some(best - scores.pop()?)
}

/// By how many places the winner is behind the best that it beat; `None` if the better one won.
fn upset_by(game: &GameRow, rank: impl Fn(&String) -> usize) -> Option<usize> {
    let most = game.points.0.iter().max()?;
    let seats: Vec<(usize, &u64)> = game.seats.0.iter().map(rank).zip(&game.points.0).collect();
    let best = |has_won| {
        seats.iter().filter(|(_, points)| (*points == most) == has_won).map(|(rank, _)| *rank).min()
    };
    best(true)?.checked_sub(best(false)?).filter(|&behind| behind > 0)
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
