//! The total fuel of each function: trees of calls in, rows of a table out.

use std::collections::BTreeMap;

use super::names::Names;
use super::tree::FuelTree;

/// The total fuel of a function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FunctionRow {
    /// Its name, safe to be shown.
    pub name: String,
    /// The fuel that it takes itself.
    pub own: u64,
    /// The same with all that it calls; what it takes within itself counts once.
    pub with_callees: u64,
    /// The number of its calls.
    pub calls: u64,
}

/// A function of two bots.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Difference {
    /// Its name, safe to be shown.
    pub name: String,
    /// The fuel that it takes itself, in each of both.
    pub own: [u64; 2],
    /// The number of its calls, in each of both.
    pub calls: [u64; 2],
}

/// The functions of a tree, the dearest first, and by name among those that are level.
pub(super) fn rows(tree: &FuelTree, names: &Names) -> Vec<FunctionRow> {
    let mut rows: BTreeMap<u32, FunctionRow> = BTreeMap::new();
    let all = tree.with_callees().into_iter().zip(tree.within_themselves());
    for (node, (with_callees, is_within_itself)) in tree.nodes.iter().zip(all) {
        let row = rows.entry(node.function).or_insert_with(|| {
            let name = names.get(node.function).to_owned();
            FunctionRow { name, own: 0, with_callees: 0, calls: 0 }
        });
        row.own += node.own;
        row.calls += node.calls;
        row.with_callees += if is_within_itself { 0 } else { with_callees };
    }
    let mut rows: Vec<FunctionRow> = rows.into_values().collect();
    rows.sort_by(|one, other| other.own.cmp(&one.own).then_with(|| one.name.cmp(&other.name)));
    rows
}

/// The functions of either of two bots, those with the greatest difference first.
pub(super) fn differences(first: &[FunctionRow], second: &[FunctionRow]) -> Vec<Difference> {
    let mut both: BTreeMap<&str, ([u64; 2], [u64; 2])> = BTreeMap::new();
    for (side, rows) in [first, second].into_iter().enumerate() {
        for row in rows {
            let (own, calls) = both.entry(&row.name).or_default();
            own[side] += row.own;
            calls[side] += row.calls;
        }
    }
    let difference = |(name, (own, calls)): (&str, _)| Difference { name: name.to_owned(), own, calls };
    let mut differences: Vec<Difference> = both.into_iter().map(difference).collect();
    differences.sort_by(|one, other| {
        let size = |of: &Difference| of.own[0].abs_diff(of.own[1]);
        size(other).cmp(&size(one)).then_with(|| one.name.cmp(&other.name))
    });
    differences
}
