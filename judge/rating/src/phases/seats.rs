//! Who sits where: contestants in order in, the order of the seeds out, in which those of one team do not meet first, and those
//! of one former group as late as can be. Knows no points.

use std::collections::BTreeSet;

use super::matching::Matching;
use super::plan::lines;
use super::{EntrantId, In};

/// One who goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Member {
    pub(super) id: EntrantId,
    /// The number of its group.
    pub(super) group: usize,
    /// Its place in that, from 0; where there are pots, the number of its pot.
    pub(super) class: usize,
}

/// The seeds, best first, of those in `order`, of whom the first are placed: the others sit as they come, but where one would
/// meet one of its own team first. Then another sits there, or the two trade that both can.
pub(super) fn teams_apart(
    come: &In<'_>,
    mut order: Vec<EntrantId>,
    meet: impl Fn(usize, usize) -> bool,
) -> Vec<EntrantId> {
    let mut left = order.split_off(come.placed);
    let meets_mate = |order: &[EntrantId], place: usize, id: EntrantId| {
        let is_first =
            |(at, other): (usize, &EntrantId)| at != place && meet(at, place) && come.are_mates(*other, id);
        order.iter().enumerate().any(is_first)
    };
    while let Some(best) = left.first().copied() {
        let place = order.len();
        if let Some(next) = left.iter().position(|id| !meets_mate(&order, place, *id)) {
            order.push(left.remove(next));
        } else {
            let can = |&at: &usize| !meets_mate(&order, at, best) && !meets_mate(&order, place, order[at]);
            let trade = (come.placed..place).rev().find(can);
            order.push(left.remove(0));
            order.swap(trade.unwrap_or(place), place);
        }
    }
    order
}

/// The seeds, best first, of those in `order`: first come the winners of groups, then those who are second, and so on.
///
/// - Winners sit as they come.
/// - Each next class has the next seeds. Of all ways to give it those, it is one in which the fewest meet one of their group
///   in the first round of the tree, then in the second, and so on; of equal ways that in which the first has the best seed,
///   then the second.
/// - While two of a group are sure to meet in a first match, or one with a bye can in its first, two of a class or of
///   neighbouring ones trade seeds, but no winner: the two with whom the fewest do so, or are winner and second of a group in
///   one half; of equal ones the nearest, then the highest.
pub(super) fn seats(order: &[Member]) -> Vec<Member> {
    let tree = Tree::of(order.len());
    let mut seated = by_class(order, |seed, other| tree.cost(seed, other));
    while let Some((one, other)) = tree.trade(&seated) {
        seated.swap(one, other);
    }
    seated
}

/// The seeds, best first, of those in `order` for groups of a new phase, of which each seed has one: those of a class trade seeds
/// so that the fewest of a former group are in a group again.
pub(super) fn dealt(order: &[Member], group: impl Fn(usize) -> usize) -> Vec<Member> {
    by_class(order, |seed, other| i128::from(group(seed) == group(other)))
}

/// Gives each class the seeds that its members have: of all ways to do so the one that costs least. A seed costs something for
/// each of one's own group that has another already.
fn by_class(order: &[Member], cost: impl Fn(usize, usize) -> i128) -> Vec<Member> {
    let mut seated: Vec<Option<Member>> = vec![None; order.len()];
    let classes: BTreeSet<usize> = order.iter().map(|member| member.class).collect();
    for class in classes {
        let seeds: Vec<usize> = (0..order.len()).filter(|seed| order[*seed].class == class).collect();
        let row = |&of: &usize| -> Vec<i128> {
            let is_mate = |other: &usize| seated[*other].is_some_and(|other| other.group == order[of].group);
            let mates: Vec<usize> = (0..order.len()).filter(is_mate).collect();
            seeds.iter().map(|seed| mates.iter().map(|other| cost(*seed, *other)).sum()).collect()
        };
        let costs: Vec<Vec<i128>> = seeds.iter().map(row).collect();
        for (seed, row) in seeds.iter().zip(assign(&costs)) {
            seated[*seed] = Some(order[seeds[row]]);
        }
    }
    seated.into_iter().flatten().collect()
}

/// The tree of a knockout.
pub(super) struct Tree {
    contestants: usize,
    /// The line of each seed, from the top of the draw.
    line: Vec<usize>,
}

impl Tree {
    pub(super) fn of(contestants: usize) -> Self {
        let lines = lines(contestants.next_power_of_two());
        let mut line = vec![0; lines.len()];
        lines.into_iter().enumerate().for_each(|(at, seed)| line[seed] = at);
        Self { contestants, line }
    }

    /// The round, from 1, in which two seeds can meet.
    fn meet(&self, one: usize, other: usize) -> u32 {
        usize::BITS - (self.line[one] ^ self.line[other]).leading_zeros()
    }

    fn has_bye(&self, seed: usize) -> bool {
        self.line.len() - 1 - seed >= self.contestants
    }

    /// Whether two are sure to meet in a first match: nobody but them can, and both play, or neither before.
    pub(super) fn first_meet(&self, one: usize, other: usize) -> bool {
        let meet = self.meet(one, other);
        meet == 1 || (meet == 2 && self.has_bye(one) && self.has_bye(other))
    }

    /// What it costs that two of one group have these seeds: if they can meet in an earlier round more than all that can be in
    /// later ones. Above 1,024 contestants the last rounds count as one, so that the sums stay numbers.
    fn cost(&self, seed: usize, other: usize) -> i128 {
        let bits = self.contestants.ilog2() + 1;
        let levels = self.line.len().ilog2().min(110 / bits);
        1 << (bits * levels.saturating_sub(self.meet(seed, other)))
    }

    /// The two who trade seeds next, if that helps.
    fn trade(&self, seated: &[Member]) -> Option<(usize, usize)> {
        let now = self.faults(seated);
        let can = |one: &Member, other: &Member| {
            now[0] + now[2] > 0 && one.class > 0 && one.class.abs_diff(other.class) < 2
        };
        let pairs = (0..seated.len()).flat_map(|other| (0..other).map(move |one| (one, other)));
        let traded = pairs.filter(|&(one, other)| can(&seated[one], &seated[other])).map(|(one, other)| {
            let mut seated = seated.to_vec();
            seated.swap(one, other);
            (self.faults(&seated), other - one, one)
        });
        traded.min().filter(|(faults, ..)| *faults < now).map(|(_, apart, one)| (one, one + apart))
    }

    /// Pairs of one group who are sure to meet in a first match; who are winner and second, and in one half; of whom one has
    /// a bye, and can meet the other in its first match.
    fn faults(&self, seated: &[Member]) -> [usize; 3] {
        let mut by_group: Vec<(usize, &Member)> = seated.iter().enumerate().collect();
        by_group.sort_by_key(|(_, member)| member.group);
        let mut faults = [0; 3];
        for mates in by_group.chunk_by(|(_, one), (_, other)| one.group == other.group) {
            for (at, &(one, of_one)) in mates.iter().enumerate() {
                for &(other, of_other) in &mates[..at] {
                    let meet = self.meet(one, other);
                    let are_best = of_one.class + of_other.class == 1;
                    faults[0] += usize::from(self.first_meet(one, other));
                    faults[1] += usize::from(are_best && meet < self.line.len().ilog2());
                    faults[2] += usize::from(meet == 2 && self.has_bye(one) != self.has_bye(other));
                }
            }
        }
        faults
    }
}

/// The row for each column, so that they cost least together; of such ways that in which the first column has the first
/// row, then the second.
fn assign(costs: &[Vec<i128>]) -> Vec<usize> {
    let (count, (of_rows, of_columns)) = (costs.len(), prices(costs));
    // All cheapest ways are made of the pairs that cost what is paid for both, and of no others.
    let mut is_dear = vec![vec![1; 2 * count]; 2 * count];
    for (row, column) in (0..count).flat_map(|row| (0..count).map(move |column| (row, column))) {
        let dear = u32::from(costs[row][column] > of_rows[row] + of_columns[column]);
        (is_dear[column][count + row], is_dear[count + row][column]) = (dear, dear);
    }
    let columns_then_rows: Vec<usize> = (0..2 * count).collect();
    Matching::maximum(&columns_then_rows, &is_dear).pairs().into_iter().map(|(_, row)| row - count).collect()
}

/// What is paid for each row and for each column: never more for two than they cost, and for all as much as the cheapest
/// assignment costs.
///
/// H. W. Kuhn, "The Hungarian method for the assignment problem", 1955; row by row, each by a shortest path to a free column.
///
/// Why no crate: those that have this method, as `pathfinding`, give one assignment, and not the prices, from which all others
/// that cost as little follow.
fn prices(costs: &[Vec<i128>]) -> (Vec<i128>, Vec<i128>) {
    let count = costs.len();
    // Beside the columns there is one, the last, at which the row stands that has none yet.
    let (mut of_rows, mut of_columns) = (vec![0; count], vec![0; count + 1]);
    let mut row_of = vec![None; count + 1];
    for row in 0..count {
        let (mut column, mut reached) = (count, vec![false; count + 1]);
        let (mut surplus, mut before) = (vec![i128::MAX; count], vec![count; count]);
        row_of[column] = Some(row);
        while let Some(from) = row_of[column] {
            reached[column] = true;
            let open: Vec<usize> = (0..count).filter(|next| !reached[*next]).collect();
            for &next in &open {
                let more = costs[from][next] - of_rows[from] - of_columns[next];
                if more < surplus[next] {
                    (surplus[next], before[next]) = (more, column);
                }
            }
            column = open.iter().copied().min_by_key(|next| surplus[*next]).expect("a column is free");
            let least = surplus[column];
            for next in open {
                surplus[next] -= least;
            }
            for at in (0..=count).filter(|at| reached[*at]) {
                of_columns[at] -= least;
                of_rows[row_of[at].expect("a row led to it")] += least;
            }
        }
        while column != count {
            row_of[column] = row_of[before[column]];
            column = before[column];
        }
    }
    (of_rows, of_columns)
}

#[cfg(test)]
mod tests;
