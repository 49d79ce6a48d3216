//! The tree of calls and their fuel: functions entered and left in, a tree of calls with exact fuel out.

use std::collections::BTreeMap;

use judge_sandbox::Probe;

/// The most paths of calls that are counted each by itself; the others count for [`BEYOND`].
const PATHS_MAX: usize = 200_000;
/// The number that stands for functions on all other paths.
pub(super) const BEYOND: u32 = u32::MAX;
/// The number that stands for fuel that a bot lost because it did not come back.
pub(super) const LOST: u32 = u32::MAX - 1;

/// A path of calls, of which only the last is kept.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Node {
    /// The function, by the number of its name.
    pub(super) function: u32,
    /// Its caller; its own place for one that the judge called.
    parent: usize,
    /// The fuel that it took itself.
    pub(super) own: u64,
    /// The number of its calls.
    pub(super) calls: u64,
    /// The functions that it called.
    pub(super) callees: BTreeMap<u32, usize>,
}

/// The calls of a part of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct FuelTree {
    pub(super) nodes: Vec<Node>,
    /// The functions that the judge called.
    pub(super) roots: BTreeMap<u32, usize>,
}

impl FuelTree {
    /// The node for a call of `function` from `caller`. A function that calls itself stays where it is.
    fn callee(&mut self, caller: Option<usize>, function: u32) -> usize {
        if let Some(caller) = caller.filter(|caller| self.nodes[*caller].function == function) {
            return caller;
        }
        let full = self.nodes.len() >= PATHS_MAX;
        let next = self.nodes.len();
        let callees = match caller {
            Some(caller) => &mut self.nodes[caller].callees,
            None => &mut self.roots,
        };
        if let Some(known) = callees.get(&function) {
            return *known;
        }
        if full && function != BEYOND {
            return self.callee(caller, BEYOND);
        }
        callees.insert(function, next);
        let parent = caller.unwrap_or(next);
        self.nodes.push(Node { function, parent, own: 0, calls: 0, callees: BTreeMap::new() });
        next
    }

    /// Fuel of all calls.
    pub(super) fn fuel(&self) -> u64 {
        self.nodes.iter().map(|node| node.own).sum()
    }

    /// Adds fuel that the bot lost because it did not come back.
    pub(super) fn lose(&mut self, fuel: u64) {
        if fuel > 0 {
            let node = self.callee(None, LOST);
            self.nodes[node].own += fuel;
            self.nodes[node].calls += 1;
        }
    }

    /// Adds all calls of another tree.
    pub(super) fn add(&mut self, other: &Self) {
        // Callers come before whom they call.
        let mut places = Vec::with_capacity(other.nodes.len());
        for (index, node) in other.nodes.iter().enumerate() {
            let caller = (node.parent != index).then(|| places[node.parent]);
            let place = self.callee(caller, node.function);
            self.nodes[place].own += node.own;
            self.nodes[place].calls += node.calls;
            places.push(place);
        }
    }

    /// The functions on the way to a node, the one that the judge called first.
    pub(super) fn path(&self, mut index: usize) -> Vec<u32> {
        let mut path = vec![self.nodes[index].function];
        while self.nodes[index].parent != index {
            index = self.nodes[index].parent;
            path.push(self.nodes[index].function);
        }
        path.reverse();
        path
    }

    /// Fuel of each node with all that it called.
    pub(super) fn with_callees(&self) -> Vec<u64> {
        let mut fuel: Vec<u64> = self.nodes.iter().map(|node| node.own).collect();
        for (index, node) in self.nodes.iter().enumerate().rev() {
            if node.parent != index {
                fuel[node.parent] += fuel[index];
            }
        }
        fuel
    }

    /// Of each node, whether a function of the same name is further up on the way to it.
    pub(super) fn within_themselves(&self) -> Vec<bool> {
        let mut within = vec![false; self.nodes.len()];
        let mut open: BTreeMap<u32, u32> = BTreeMap::new();
        // The nodes that are passed next, and whether on the way up.
        let mut steps: Vec<(usize, bool)> = self.roots.values().map(|root| (*root, false)).collect();
        while let Some((index, is_up)) = steps.pop() {
            let node = &self.nodes[index];
            let above = open.entry(node.function).or_default();
            if is_up {
                *above -= 1;
                continue;
            }
            within[index] = *above > 0;
            *above += 1;
            steps.push((index, true));
            steps.extend(node.callees.values().map(|callee| (*callee, false)));
        }
        within
    }
}

/// Writes a tree while a bot runs.
#[derive(Debug, Default)]
pub(super) struct TreeWriter {
    /// The number of the name of each function.
    names: Vec<u32>,
    tree: FuelTree,
    /// The calls that are open.
    open: Vec<usize>,
    /// The functions of the calls in which the bot is suspended.
    suspended: Vec<u32>,
    /// Fuel that was left at the last event.
    left: u64,
}

impl TreeWriter {
    pub(super) fn new(names: Vec<u32>) -> Self {
        Self { names, ..Self::default() }
    }

    /// The records since the last time. Calls that are open did not come back.
    pub(super) fn take(&mut self) -> FuelTree {
        self.open.clear();
        std::mem::take(&mut self.tree)
    }

    /// Counts what was taken since the last event for the call that is open.
    fn count(&mut self, left: u64) {
        if let Some(open) = self.open.last() {
            self.tree.nodes[*open].own += self.left.saturating_sub(left);
        }
        self.left = left;
    }
}

impl Probe for TreeWriter {
    fn enter(&mut self, function: u32, fuel_left: u64) {
        self.count(fuel_left);
        let name = self.names.get(function as usize).copied().unwrap_or(BEYOND);
        let node = self.tree.callee(self.open.last().copied(), name);
        self.tree.nodes[node].calls += 1;
        self.open.push(node);
    }

    fn leave(&mut self, fuel_left: u64) {
        self.count(fuel_left);
        self.open.pop();
    }

    fn suspend(&mut self, fuel_left: u64) {
        self.count(fuel_left);
        self.suspended = self.open.drain(..).map(|open| self.tree.nodes[open].function).collect();
    }

    fn resume(&mut self, fuel_left: u64) {
        for function in std::mem::take(&mut self.suspended) {
            let node = self.tree.callee(self.open.last().copied(), function);
            self.open.push(node);
        }
        self.left = fuel_left;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Plays events: a number enters that function, nothing leaves the last; one unit is taken before each.
    fn record(events: &[Option<u32>]) -> FuelTree {
        let mut recorder = TreeWriter::new((0..10).collect());
        for (left, event) in (0..1_000).rev().zip(events) {
            match event {
                Some(function) => recorder.enter(*function, left),
                None => recorder.leave(left),
            }
        }
        recorder.take()
    }

    fn paths(tree: &FuelTree) -> Vec<(Vec<u32>, u64, u64)> {
        (0..tree.nodes.len())
            .map(|node| (tree.path(node), tree.nodes[node].own, tree.nodes[node].calls))
            .collect()
    }

    #[test]
    fn fuel_counts_for_the_function_that_runs() {
        let tree = record(&[Some(1), Some(2), None, Some(2), None, None]);
        assert_eq!(paths(&tree), [(vec![1], 3, 1), (vec![1, 2], 2, 2)]);
        assert_eq!(tree.fuel(), 5);
        assert_eq!(tree.with_callees(), [5, 2]);
    }

    #[test]
    fn between_two_calls_of_the_judge_nothing_is_counted() {
        let tree = record(&[Some(1), None, Some(1), None]);
        assert_eq!(paths(&tree), [(vec![1], 2, 2)]);
    }

    #[test]
    fn a_function_that_calls_itself_is_one_node() {
        let tree = record(&[Some(1), Some(1), Some(1), Some(2), None, None, None, None]);
        assert_eq!(paths(&tree), [(vec![1], 6, 3), (vec![1, 2], 1, 1)]);
    }

    #[test]
    fn functions_that_call_each_other_are_within_themselves() {
        let tree = record(&[Some(1), Some(2), Some(1), None, None, None]);
        assert_eq!(paths(&tree).len(), 3);
        assert_eq!(tree.within_themselves(), [false, false, true]);
    }

    #[test]
    fn a_call_that_does_not_come_back_is_closed_and_its_fuel_lost() {
        let mut recorder = TreeWriter::new((0..10).collect());
        recorder.enter(1, 100);
        recorder.enter(2, 90);
        let mut tree = recorder.take();
        tree.lose(90);
        assert_eq!(paths(&tree), [(vec![1], 10, 1), (vec![1, 2], 0, 1), (vec![LOST], 90, 1)]);
        recorder.enter(3, 50);
        recorder.leave(45);
        assert_eq!(paths(&recorder.take()), [(vec![3], 5, 1)]);
    }

    #[test]
    fn a_suspended_call_goes_on_in_the_next_part_with_other_fuel() {
        let mut recorder = TreeWriter::new((0..10).collect());
        recorder.enter(1, 100);
        recorder.enter(2, 90);
        recorder.suspend(85);
        assert_eq!(paths(&recorder.take()), [(vec![1], 10, 1), (vec![1, 2], 5, 1)]);
        assert_eq!(recorder.take(), FuelTree::default(), "nothing was done");
        recorder.resume(50);
        recorder.leave(47);
        recorder.enter(3, 40);
        recorder.suspend(38);
        assert_eq!(paths(&recorder.take()), [(vec![1], 7, 0), (vec![1, 2], 3, 0), (vec![1, 3], 2, 1)]);
    }

    #[test]
    fn trees_add_up() {
        let (one, other) = (record(&[Some(1), Some(2), None, None]), record(&[Some(1), Some(3), None, None]));
        let mut both = one.clone();
        both.add(&other);
        assert_eq!(both.fuel(), one.fuel() + other.fuel());
        assert_eq!(paths(&both), [(vec![1], 4, 2), (vec![1, 2], 1, 1), (vec![1, 3], 1, 1)]);
    }

    #[test]
    fn paths_without_end_are_cut() {
        let mut recorder = TreeWriter::new((0..1_000).collect());
        let mut left = 10_000_000;
        for step in 0..PATHS_MAX + 5_000 {
            left -= 1;
            recorder.enter(u32::try_from(step % 999).expect("it is little"), left);
        }
        let tree = recorder.take();
        assert!(tree.nodes.len() <= PATHS_MAX + 1, "{}", tree.nodes.len());
        assert_eq!(tree.fuel(), PATHS_MAX as u64 + 4_999);
    }
}
