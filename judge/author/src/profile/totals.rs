//! The total fuel of each function: trees of calls in, rows of a table out.

use std::cmp::Reverse;
use std::collections::BTreeMap;

use super::{Profile, Selection};

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

impl Profile {
    /// The functions in these parts of the game, the dearest first, and by name among those that are level.
    #[must_use]
    pub fn rows(&self, selection: Selection) -> Vec<FunctionRow> {
        let tree = self.tree(selection);
        let mut rows: BTreeMap<u32, FunctionRow> = BTreeMap::new();
        let all = tree.with_callees().into_iter().zip(tree.within_themselves());
        for (node, (with_callees, is_within_itself)) in tree.nodes.iter().zip(all) {
            let row = rows.entry(node.function).or_insert_with(|| {
                let name = self.names.get(node.function).to_owned();
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

    /// The functions of this bot or another in these parts of the game, those with the greatest difference first.
    #[must_use]
    pub fn differences(&self, other: &Self, selection: Selection) -> Vec<Difference> {
        let mut both: BTreeMap<String, ([u64; 2], [u64; 2])> = BTreeMap::new();
        for (side, of) in [self, other].into_iter().enumerate() {
            for row in of.rows(selection) {
                let (own, calls) = both.entry(row.name).or_default();
                own[side] += row.own;
                calls[side] += row.calls;
            }
        }
        let difference = |(name, (own, calls))| Difference { name, own, calls };
        let mut differences: Vec<Difference> = both.into_iter().map(difference).collect();
        // By name among those that are level, as the map has them.
        differences.sort_by_key(|of| Reverse(of.own[0].abs_diff(of.own[1])));
        differences
    }
}
