//! Pairs contestants so that as few pairs as possible cost something.
//!
//! Edmonds' algorithm for maximum matchings in general graphs (J. Edmonds, "Paths, trees, and
//! flowers", 1965) finds the most pairs that are free; on it stands the choice of partners in
//! an order of preference that never makes a pair elsewhere cost. Knows no contestants and no points.
//!
//! Why no crate: those that have this algorithm, as petgraph, make a whole matching at a time. Here one that exists is
//! mended after two are taken out, which takes two searches and not one for each place; and that is done for each candidate
//! of each place.

use std::collections::VecDeque;

/// The most free pairs among those who are left.
#[derive(Clone)]
pub(super) struct Matching<'a> {
    costs: &'a [Vec<u32>],
    left: Vec<usize>,
    mate: Vec<Option<usize>>,
}

impl<'a> Matching<'a> {
    /// Of all in `order`, best first, which are places in `costs` (symmetric).
    pub(super) fn maximum(order: &[usize], costs: &'a [Vec<u32>]) -> Self {
        let mut matching = Self { costs, left: order.to_vec(), mate: vec![None; costs.len()] };
        // If no way leads on from a place now, none does when others have found partners: once is enough.
        for &place in order {
            matching.augment(place);
        }
        matching
    }

    /// The pairs of all who are left, an even number, each once.
    ///
    /// Of all ways to pair them it is one with the most pairs that cost nothing. Among those the
    /// first gets the cheapest partner it can have, and of equals the first; then
    /// the next who is left, and so on.
    pub(super) fn pairs(mut self) -> Vec<(usize, usize)> {
        let mut pairs = Vec::new();
        while let Some((&first, rest)) = self.left.clone().split_first() {
            let partner = self.pair_with_one_of(first, rest.to_vec());
            pairs.push((first, partner.expect("an even number of places can be paired")));
        }
        pairs
    }

    fn size(&self) -> usize {
        self.left.iter().filter(|&&place| self.mate[place].is_some()).count() / 2
    }

    /// Takes out `place` with the cheapest of `candidates`, and of equals the first, with whom it can be paired while no pair of the
    /// others has to cost something for that.
    pub(super) fn pair_with_one_of(&mut self, place: usize, mut candidates: Vec<usize>) -> Option<usize> {
        candidates.sort_by_key(|&other| self.costs[place][other]);
        candidates.into_iter().find(|&other| self.pair(place, other))
    }

    /// Takes two out as a pair, if the most free pairs are then those of the others and, maybe, this one.
    fn pair(&mut self, a: usize, b: usize) -> bool {
        // A free pair is one of the most; any other must leave as many to the others.
        let goal = self.size() - usize::from(self.costs[a][b] == 0);
        let mut rest = self.clone();
        rest.left.retain(|&place| place != a && place != b);
        // A way to more pairs must begin at one of those whom they leave: it would have been there before otherwise.
        let widows: Vec<usize> = [a, b].into_iter().filter_map(|place| rest.mate[place].take()).collect();
        for &widow in &widows {
            rest.mate[widow] = None;
        }
        let left = widows.into_iter().filter(|&widow| widow != a && widow != b);
        left.for_each(|widow| rest.augment(widow));
        let kept = rest.size() == goal;
        if kept {
            *self = rest;
        }
        kept
    }

    /// Finds a partner for `root`, others changing theirs for it; nothing changes if there is no way.
    fn augment(&mut self, root: usize) {
        if self.mate[root].is_some() {
            return;
        }
        let places = self.mate.len();
        let (parent, base, reached) = (vec![None; places], (0..places).collect(), vec![false; places]);
        let mut search = PathSearch { matching: self, parent, base, reached, queue: VecDeque::new() };
        search.reach(root);
        let (mut end, parent) = (search.run(), search.parent);
        // Swaps the pairs along the path that ends there.
        while let Some(odd) = end {
            let even = parent[odd].expect("the path leads to its root");
            end = self.mate[even];
            self.mate[odd] = Some(even);
            self.mate[even] = Some(odd);
        }
    }
}

/// A breadth-first search for a path from an unpaired place to another, free pairs and made pairs in turn.
struct PathSearch<'m> {
    matching: &'m Matching<'m>,
    /// On the way from the root, the place before one that an odd number of steps leads to.
    parent: Vec<Option<usize>>,
    /// The place that stands for the blossom in which a place lies.
    base: Vec<usize>,
    reached: Vec<bool>,
    queue: VecDeque<usize>,
}

impl PathSearch<'_> {
    /// The unpaired place found, if any.
    fn run(&mut self) -> Option<usize> {
        let matching = self.matching;
        while let Some(place) = self.queue.pop_front() {
            for &next in
                matching.left.iter().filter(|&&next| next != place && matching.costs[place][next] == 0)
            {
                if self.base[place] == self.base[next] || matching.mate[place] == Some(next) {
                    continue;
                }
                // Even are the root and whoever's partner has a way to it. A step between two even places closes an odd
                // circle, and in that everybody can be reached in an even number of steps: one way round or the other.
                let is_even =
                    matching.mate[next].map_or(self.reached[next], |mate| self.parent[mate].is_some());
                if is_even {
                    self.contract(place, next);
                } else if self.parent[next].is_none() {
                    self.parent[next] = Some(place);
                    let Some(mate) = matching.mate[next] else { return Some(next) };
                    self.reach(mate);
                }
            }
        }
        None
    }

    fn reach(&mut self, place: usize) {
        if !self.reached[place] {
            self.reached[place] = true;
            self.queue.push_back(place);
        }
    }

    /// Makes one of the odd circle that the step from `a` to `b` closes.
    fn contract(&mut self, a: usize, b: usize) {
        let top = self.common_base(a, b);
        let mut blossom = vec![false; self.base.len()];
        self.mark(&mut blossom, a, top, b);
        self.mark(&mut blossom, b, top, a);
        for place in self.matching.left.clone() {
            if blossom[self.base[place]] {
                self.base[place] = top;
                self.reach(place);
            }
        }
    }

    /// The base at which the ways from the root to `a` and to `b` part.
    fn common_base(&self, a: usize, b: usize) -> usize {
        let base = |place: usize| self.base[place];
        let way = |from| std::iter::successors(Some(base(from)), |at| self.before(*at).map(base));
        let mut on_way = vec![false; self.base.len()];
        way(a).for_each(|at| on_way[at] = true);
        way(b).find(|at| on_way[*at]).expect("both ways begin at the root")
    }

    /// Two steps back from a place that an even number of steps leads to.
    fn before(&self, place: usize) -> Option<usize> {
        self.parent[self.matching.mate[place]?]
    }

    /// Marks the blossoms from `place` up to `top`, and lets the way back go through `child`.
    fn mark(&mut self, blossom: &mut [bool], mut place: usize, top: usize, mut child: usize) {
        while self.base[place] != top {
            let mate = self.matching.mate[place].expect("below the top everybody is paired");
            blossom[self.base[place]] = true;
            blossom[self.base[mate]] = true;
            // The way back from an odd place of the circle leads round its other side.
            self.parent[place] = Some(child);
            child = mate;
            place = self.parent[mate].expect("the way leads to the root");
        }
    }
}

#[cfg(test)]
mod tests;
