//! The groups of those who met, directly or through others: between them nothing is known. In them the circles of those who
//! have held their own against one another, directly or through others: between these, results alone tell no distance
//! (L. R. Ford, "Solution of a ranking problem from binary comparisons", 1957).

/// The number of each contestant's group, in the order of their first members. `met` are tables whose contestants met.
pub(super) fn groups<'a>(contestants: usize, met: impl Iterator<Item = &'a [usize]>) -> Vec<usize> {
    let mut ways = vec![vec![]; contestants];
    for pair in met.flat_map(|table| table.windows(2)) {
        ways[pair[0]].push(pair[1]);
        ways[pair[1]].push(pair[0]);
    }
    let (mut numbers, mut next) = (vec![None; contestants], 0);
    for first in 0..contestants {
        if numbers[first].is_none() {
            let is_reached = reached(first, &ways).into_iter();
            numbers.iter_mut().zip(is_reached).filter(|(_, is)| *is).for_each(|(of, _)| *of = Some(next));
            next += 1;
        }
    }
    numbers.into_iter().flatten().collect()
}

/// The largest circle among these, the first of equally large ones. `held_own` are the pairs of which the first was level with the
/// second or better in some game.
pub(super) fn largest_circle(
    members: &[usize],
    held_own: impl Iterator<Item = (usize, usize)>,
) -> Vec<usize> {
    let size = members.iter().max().map_or(0, |last| last + 1);
    let (mut below, mut above) = (vec![vec![]; size], vec![vec![]; size]);
    for (better, worse) in held_own.filter(|(one, other)| *one.max(other) < size) {
        below[better].push(worse);
        above[worse].push(better);
    }
    let mut largest = Vec::new();
    let mut is_known = vec![false; size];
    for &first in members {
        if !is_known[first] {
            let (down, up) = (reached(first, &below), reached(first, &above));
            let circle: Vec<usize> = members.iter().copied().filter(|&i| down[i] && up[i]).collect();
            for &i in &circle {
                is_known[i] = true;
            }
            largest = std::cmp::max_by_key(circle, largest, Vec::len);
        }
    }
    largest
}

/// Who can be reached along these ways.
fn reached(first: usize, ways: &[Vec<usize>]) -> Vec<bool> {
    let mut is_reached = vec![false; ways.len()];
    is_reached[first] = true;
    let mut left = vec![first];
    while let Some(i) = left.pop() {
        for &j in &ways[i] {
            if !std::mem::replace(&mut is_reached[j], true) {
                left.push(j);
            }
        }
    }
    is_reached
}

/// The members of each of the numbered sets.
pub(super) fn members(numbers: &[usize]) -> Vec<Vec<usize>> {
    let mut members = vec![vec![]; numbers.iter().max().map_or(0, |last| last + 1)];
    numbers.iter().enumerate().for_each(|(i, number)| members[*number].push(i));
    members
}

#[cfg(test)]
mod tests {
    use super::{groups, largest_circle, members};

    #[test]
    fn groups_are_those_who_met_directly_or_through_others() {
        let met: [&[usize]; 3] = [&[4, 5], &[3, 1], &[0, 2, 1]];
        let numbers = groups(7, met.into_iter());
        assert_eq!(numbers, [0, 0, 0, 0, 1, 1, 2]);
        assert_eq!(members(&numbers), [vec![0, 1, 2, 3], vec![4, 5], vec![6]]);
    }

    #[test]
    fn a_circle_is_those_who_held_their_own_against_one_another() {
        // 0 beats 1; 1, 2 and 3 beat one another in turn; 3 beats 4; 4 and 5 are level.
        let held_own = [(0, 1), (1, 2), (2, 3), (3, 1), (3, 4), (4, 5), (5, 4)];
        assert_eq!(largest_circle(&[0, 1, 2, 3, 4, 5], held_own.into_iter()), [1, 2, 3]);
        assert_eq!(largest_circle(&[0, 1], held_own.into_iter()), [0]);
    }
}
