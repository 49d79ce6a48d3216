//! Live sets: from one colour's stones to runs of exactly four, and what one more
//! stone changes. It knows neither turns nor the other colour, which never matters.

use super::{Scoring, SquareSet};
use crate::Square;

/// Stones in a live set, no more and no fewer.
const LIVE: u8 = 4;

/// The directions in which stones make runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Direction {
    /// To the right: →.
    Across,
    /// Upwards: ↑.
    Up,
    /// Upwards and to the right: ↗.
    Rising,
    /// Downwards and to the right: ↘.
    Falling,
}

impl Direction {
    /// All directions, in the order in which live sets are listed.
    pub const ALL: [Self; 4] = [Self::Across, Self::Up, Self::Rising, Self::Falling];

    /// From one square of a run to the next.
    const fn step(self) -> Step {
        match self {
            Self::Across => (1, 0),
            Self::Up => (0, 1),
            Self::Rising => (1, 1),
            Self::Falling => (1, -1),
        }
    }
}

/// Columns to the right and rows upwards.
type Step = (i8, i8);

const fn back((dx, dy): Step) -> Step {
    (-dx, -dy)
}

/// A maximal run of exactly four stones of one colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct LiveSet {
    first: Square,
    direction: Direction,
}

impl LiveSet {
    /// The direction of the run.
    #[must_use]
    pub fn direction(&self) -> Direction {
        self.direction
    }

    /// The four squares of the run, in its direction.
    #[must_use]
    pub fn squares(&self) -> [Square; LIVE as usize] {
        let (dx, dy) = self.direction.step();
        [0, 1, 2, 3].map(|k| self.first.beside((k * dx, k * dy)))
    }
}

/// Live sets of one colour and the stones in them; also a difference of two such counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub(super) struct Tally {
    sets: i16,
    stones: i16,
}

impl Tally {
    /// Counts from scratch.
    pub(super) fn of(stones: &SquareSet) -> Self {
        let count = |set: SquareSet| i16::try_from(set.len()).expect("a board has at most 676 squares");
        let sets = Direction::ALL.map(|direction| count(firsts(stones, direction)));
        Self { sets: sets.iter().sum(), stones: count(live_stones(stones)) }
    }

    /// The change by a stone on `square`, where none lies yet.
    pub(super) fn gain(stones: &SquareSet, square: Square) -> Self {
        let mut gain = Self::default();
        let mut is_live = false;
        for direction in Direction::ALL {
            let step = direction.step();
            let (ahead, behind) = (run(stones, square, step), run(stones, square, back(step)));
            if ahead + behind + 1 == LIVE {
                is_live = true;
                gain.sets += 1;
                gain.stones += live_here_alone(stones, square, step, ahead);
                gain.stones += live_here_alone(stones, square, back(step), behind);
            }
            for (step, length) in [(step, ahead), (back(step), behind)] {
                if length == LIVE {
                    gain.sets -= 1;
                    gain.stones -= live_here_alone(stones, square, step, length);
                }
            }
        }
        gain.stones += i16::from(is_live);
        gain
    }

    pub(super) fn add(&mut self, gain: Self) {
        self.sets += gain.sets;
        self.stones += gain.stones;
    }

    /// The points.
    pub(super) fn score(self, scoring: Scoring) -> i32 {
        match scoring {
            Scoring::Multiplicity => i32::from(self.sets) * i32::from(LIVE),
            Scoring::Distinct => i32::from(self.stones),
        }
    }
}

/// Stones in a row from `square`, itself left out; more than [`LIVE`] are as good as one more.
fn run(stones: &SquareSet, square: Square, step: Step) -> u8 {
    let mut length = 0;
    let mut next = square.beside(step);
    while length <= LIVE && stones.contains(next) {
        length += 1;
        next = next.beside(step);
    }
    length
}

/// Of the `length` stones after `square`, how many depend on this line alone to be
/// live. A new stone on `square` changes nothing for them in the other directions.
fn live_here_alone(stones: &SquareSet, square: Square, step: Step, length: u8) -> i16 {
    let line = std::iter::successors(Some(square.beside(step)), |&next| Some(next.beside(step)));
    let others = || Direction::ALL.into_iter().filter(|other| ![step, back(step)].contains(&other.step()));
    let alone = |&stone: &Square| !others().any(|other| is_in_live_set(stones, stone, other));
    line.take(length.into()).filter(alone).map(|_| 1).sum()
}

fn is_in_live_set(stones: &SquareSet, stone: Square, direction: Direction) -> bool {
    let step = direction.step();
    run(stones, stone, step) + run(stones, stone, back(step)) + 1 == LIVE
}

/// The first squares of all live sets in one direction: four stones, none before, none after.
fn firsts(stones: &SquareSet, direction: Direction) -> SquareSet {
    let (dx, dy) = direction.step();
    let mut firsts = SquareSet::default();
    for y in SquareSet::ROWS {
        let ahead = |k: i8| stones.row(y + k * dy) >> (k * dx);
        let before = stones.row(y - dy) << dx;
        firsts.add_to_row(y, ahead(0) & ahead(1) & ahead(2) & ahead(3) & !ahead(4) & !before);
    }
    firsts
}

/// All live sets: direction by direction, each row by row from the bottom by the first square.
pub(super) fn live_sets(stones: SquareSet) -> impl Iterator<Item = LiveSet> {
    Direction::ALL.into_iter().flat_map(move |direction| {
        firsts(&stones, direction).into_iter().map(move |first| LiveSet { first, direction })
    })
}

/// The stones that are in any live set.
pub(super) fn live_stones(stones: &SquareSet) -> SquareSet {
    let mut live = SquareSet::default();
    for direction in Direction::ALL {
        let (dx, dy) = direction.step();
        let firsts = firsts(stones, direction);
        for y in SquareSet::ROWS {
            for k in [0, 1, 2, 3] {
                live.add_to_row(y + k * dy, firsts.row(y) << (k * dx));
            }
        }
    }
    live
}
