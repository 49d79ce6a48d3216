//! The connectivity of results: pairs of which one held its own in, contestants that can be compared out.
//!
//! A likelihood has its maximum at finite strengths just if everybody has held its own, directly or
//! through others, against everybody (L. R. Ford, "Solution of a ranking problem from binary comparisons", 1957).
//! So contestants fall into circles, in which this is so.

/// The graph of contestants that have held their own against others.
pub(super) struct Connectivity {
    /// For each those against whom it held its own.
    beaten: Vec<Vec<usize>>,
    /// For each those who held their own against it.
    lost_to: Vec<Vec<usize>>,
    /// The number of each one's circle.
    pub(super) circle: Vec<usize>,
    /// For each the number of its group, in which all have met, directly or through others.
    pub(super) group: Vec<usize>,
}

/// A direction along the results.
#[derive(Clone, Copy)]
pub(super) enum Direction {
    /// From each to those against whom it held its own.
    Down,
    /// From each to those who held their own against it.
    Up,
}

impl Connectivity {
    /// `held_own` are the pairs of which the first was at least level with the second in some game.
    pub(super) fn new(contestants: usize, held_own: &[(usize, usize)]) -> Self {
        let (mut beaten, mut lost_to) = (vec![vec![]; contestants], vec![vec![]; contestants]);
        for &(better, worse) in held_own {
            beaten[better].push(worse);
            lost_to[worse].push(better);
        }
        let mut reach = Self { beaten, lost_to, circle: vec![], group: vec![] };
        // Who reaches one another is in one circle. There are quicker ways for many circles, but the fits take longer yet.
        let along = |first: usize, way: Direction| reach.distances(&[first], &[way]).into_iter();
        reach.circle = numbered(contestants, |first| {
            let both = along(first, Direction::Down).zip(along(first, Direction::Up));
            both.map(|(down, up)| down.is_some() && up.is_some()).collect()
        });
        reach.group = numbered(contestants, |first| {
            reach.distances(&[first], &[Direction::Down, Direction::Up]).iter().map(Option::is_some).collect()
        });
        reach
    }

    /// The number of results between `from` and each other one, in these directions; `None` if there is no way.
    pub(super) fn distances(&self, from: &[usize], ways: &[Direction]) -> Vec<Option<usize>> {
        let mut distances = vec![None; self.beaten.len()];
        for &i in from {
            distances[i] = Some(0);
        }
        let mut found = from.to_vec();
        let mut next = 0;
        while let Some(&i) = found.get(next) {
            next += 1;
            for &j in ways.iter().flat_map(|way| self.neighbours(i, *way)) {
                if distances[j].is_none() {
                    distances[j] = distances[i].map(|distance| distance + 1);
                    found.push(j);
                }
            }
        }
        distances
    }

    /// Those one result away.
    pub(super) fn neighbours(&self, i: usize, way: Direction) -> &[usize] {
        match way {
            Direction::Down => &self.beaten[i],
            Direction::Up => &self.lost_to[i],
        }
    }
}

/// The members of each of the numbered sets.
pub(super) fn members(numbers: &[usize]) -> Vec<Vec<usize>> {
    let mut members = vec![vec![]; numbers.iter().max().map_or(0, |last| last + 1)];
    numbers.iter().enumerate().for_each(|(i, number)| members[*number].push(i));
    members
}

/// The number of each one's set, where `is_in` says who is in that of a contestant: in the order of their first members.
fn numbered(contestants: usize, is_in: impl Fn(usize) -> Vec<bool>) -> Vec<usize> {
    let mut numbers = vec![None; contestants];
    let mut next = 0;
    for first in 0..contestants {
        if numbers[first].is_none() {
            numbers
                .iter_mut()
                .zip(is_in(first))
                .filter(|(_, is_in)| *is_in)
                .for_each(|(n, _)| *n = Some(next));
            next += 1;
        }
    }
    numbers.into_iter().flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::{Connectivity, Direction};

    #[test]
    fn circles_are_those_who_held_their_own_against_one_another_and_groups_those_who_met() {
        // 0 beats 1; 1, 2 and 3 beat one another in turn; 4 and 5 are level; 6 met nobody.
        let reach = Connectivity::new(7, &[(0, 1), (1, 2), (2, 3), (3, 1), (4, 5), (5, 4)]);
        assert_eq!(reach.circle, [0, 1, 1, 1, 2, 2, 3]);
        assert_eq!(reach.group, [0, 0, 0, 0, 1, 1, 2]);
        assert_eq!(
            reach.distances(&[0], &[Direction::Down]),
            [Some(0), Some(1), Some(2), Some(3), None, None, None]
        );
        assert_eq!(reach.distances(&[3], &[Direction::Up])[0], Some(3));
    }
}
