//! The results of each pair: games in, one cell for each pair out.

use judge_rating::rows::GameRow;

use crate::Results;

/// The results of one contestant against another.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct PairResults {
    pub(crate) won: u32,
    pub(crate) drawn: u32,
    pub(crate) lost: u32,
}

impl PairResults {
    pub(crate) fn games(self) -> u32 {
        self.won + self.drawn + self.lost
    }

    /// 2 for each game won and 1 for each drawn.
    pub(crate) fn points(self) -> u32 {
        2 * self.won + self.drawn
    }

    /// The share of the points in tenths, from 0 to 10.
    pub(crate) fn tenths(self) -> u32 {
        (10 * self.points() + self.games()) / (2 * self.games()).max(1)
    }

    fn add(&mut self, mine: u64, theirs: u64) {
        match mine.cmp(&theirs) {
            std::cmp::Ordering::Greater => self.won += 1,
            std::cmp::Ordering::Equal => self.drawn += 1,
            std::cmp::Ordering::Less => self.lost += 1,
        }
    }
}

/// Whether a game counts, and was not won without playing.
fn counts(game: &GameRow) -> bool {
    let points = &game.points.0;
    points.len() == game.ids.len() && game.ids.len() > 1 && points.iter().any(|&points| points > 0)
}

/// One row for each contestant of the standings, one cell for each other.
pub(crate) fn crosstable(results: &Results) -> Vec<Vec<PairResults>> {
    let places = results.places();
    let mut table = vec![vec![PairResults::default(); results.standings.len()]; results.standings.len()];
    for game in results.games.iter().filter(|game| counts(game)) {
        for (mine, contestant) in game.ids.iter().enumerate() {
            for (theirs, other) in game.ids.iter().enumerate().filter(|(other, _)| *other != mine) {
                if let (Some(&row), Some(&column)) = (places.get(contestant), places.get(other)) {
                    table[row][column].add(game.points.0[mine], game.points.0[theirs]);
                }
            }
        }
    }
    table
}

/// The worth of each seat: the share of the points in games that were decided, in per cent.
#[allow(clippy::cast_precision_loss, reason = "games are counted to some millions")]
pub(crate) fn seats(results: &Results, seats: usize) -> Vec<SeatWorth> {
    let mut sums = vec![(0_u64, 0_u64, 0_u64); seats];
    for game in results.games.iter().filter(|game| counts(game) && game.outcome == "decided") {
        let all: u64 = game.points.0.iter().sum();
        for (sum, &points) in sums.iter_mut().zip(&game.points.0) {
            *sum = (sum.0 + points, sum.1 + all, sum.2 + 1);
        }
    }
    let worth = |(points, all, games): (u64, u64, u64)| {
        let share = points as f64 / all.max(1) as f64;
        let margin = 1.96 * (share * (1.0 - share) / games.max(1) as f64).sqrt();
        SeatWorth { share: 100.0 * share, margin: 100.0 * margin, games }
    };
    sums.into_iter().map(worth).collect()
}

/// The worth of a seat.
pub(crate) struct SeatWorth {
    /// Per cent of the points.
    pub(crate) share: f64,
    /// How far the truth may be from that, at 95 %.
    pub(crate) margin: f64,
    /// Games.
    pub(crate) games: u64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_is_rounded_to_tenths() {
        let tenths = |won, drawn, lost| PairResults { won, drawn, lost }.tenths();
        assert_eq!([tenths(0, 0, 0), tenths(1, 0, 0), tenths(0, 1, 0), tenths(0, 0, 9)], [0, 10, 5, 0]);
        assert_eq!(tenths(97, 0, 3), 10);
    }
}
