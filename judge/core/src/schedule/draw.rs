//! The draw of a knockout: contestants in order, best first, into the tree of matches.

use std::fmt;

use super::EntrantId;

/// The tree of a knockout's matches, with the contestants in their places.
///
/// It is the usual one: its size is the next power of two, the best get the byes, and the first and the second of the
/// order can meet in the final only.
#[derive(Clone, Debug)]
pub struct Draw {
    slots: Vec<Slot>,
    /// The line of each contestant, by id.
    lines: Vec<usize>,
}

/// A place in the bracket; a contestant is its place in the order, best first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Slot {
    /// There is nobody: a bye for the neighbour.
    Empty,
    /// The contestant is not known yet.
    Open,
    Taken(usize),
}

/// A match of a knockout, in words `final`, `semi-1`, `quarter-3`, `last-16-8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct MatchName {
    /// The number of matches in its stage, were there no byes: 1 for the final.
    pub of: usize,
    /// Its number among them, from 1, from the top of the draw.
    pub number: usize,
}

impl Draw {
    /// The draw of contestants in this order, best first.
    #[must_use]
    pub fn new(order: &[EntrantId]) -> Self {
        let slots = slots(order.len());
        let mut lines = vec![0; order.len()];
        for (line, slot) in slots.iter().enumerate() {
            if let Slot::Taken(place) = slot {
                lines[order[*place].0] = line;
            }
        }
        Self { slots, lines }
    }

    /// The first stage: neighbours meet.
    pub(super) fn slots(&self) -> &[Slot] {
        &self.slots
    }

    /// The number of the stage in which two meet, if they do, from 1.
    pub(super) fn stage_of(&self, a: EntrantId, b: EntrantId) -> u32 {
        usize::BITS - (self.lines[a.0] ^ self.lines[b.0]).leading_zeros()
    }

    /// The match in which two meet, if they do.
    #[must_use]
    pub(crate) fn match_of(&self, a: EntrantId, b: EntrantId) -> MatchName {
        let stage = self.stage_of(a, b);
        MatchName { of: self.slots.len() >> stage, number: (self.lines[a.0] >> stage) + 1 }
    }
}

impl MatchName {
    /// The two matches whose winners meet in this one.
    #[must_use]
    pub fn before(self) -> [Self; 2] {
        [2 * self.number - 1, 2 * self.number].map(|number| Self { of: 2 * self.of, number })
    }
}

impl fmt::Display for MatchName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { of, number } = self;
        match of {
            1 => write!(f, "final"),
            2 => write!(f, "semi-{number}"),
            4 => write!(f, "quarter-{number}"),
            _ => write!(f, "last-{}-{number}", 2 * of),
        }
    }
}

/// Neighbours meet, and the sum of a match's places is always the same.
fn slots(contestants: usize) -> Vec<Slot> {
    let size = contestants.next_power_of_two();
    let mut places = vec![0];
    while places.len() < size {
        let last = 2 * places.len() - 1;
        places = places.iter().flat_map(|&place| [place, last - place]).collect();
    }
    let slot = |place| if place < contestants { Slot::Taken(place) } else { Slot::Empty };
    places.into_iter().map(slot).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn name(contestants: usize, a: usize, b: usize) -> String {
        let order: Vec<EntrantId> = (0..contestants).map(EntrantId).collect();
        Draw::new(&order).match_of(EntrantId(a), EntrantId(b)).to_string()
    }

    #[test]
    fn matches_have_the_names_that_people_give_them() {
        assert_eq!(name(8, 0, 1), "final");
        assert_eq!([name(8, 0, 3), name(8, 1, 2)], ["semi-1", "semi-2"]);
        assert_eq!(
            [name(8, 0, 7), name(8, 3, 4), name(8, 1, 6), name(8, 2, 5)],
            ["quarter-1", "quarter-2", "quarter-3", "quarter-4"]
        );
        assert_eq!([name(16, 0, 15), name(17, 15, 16)], ["last-16-1", "last-32-2"]);
        assert_eq!(name(2, 0, 1), "final");
    }

    #[test]
    fn the_winners_of_two_neighbours_meet() {
        let semi = MatchName { of: 2, number: 2 };
        assert_eq!(semi.before().map(|before| before.to_string()), ["quarter-3", "quarter-4"]);
    }
}
