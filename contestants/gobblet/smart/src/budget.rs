//! How long a search may go on.

use judge_sdk::fuel_left;

/// The budget is spent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Spent;

/// A number of nodes to look at, and the fuel that must be left.
///
/// Unless the judge grants less fuel than usual the nodes run out first, so that a bot
/// plays the same game natively, where fuel has no end.
#[derive(Clone, Copy, Debug)]
pub struct Budget {
    nodes: u32,
    fuel_min: u64,
}

impl Budget {
    /// Nodes between two looks at the fuel.
    const STRIDE: u32 = 8;

    /// So many nodes, as long as more than `fuel_min` is left.
    #[must_use]
    pub const fn new(nodes: u32, fuel_min: u64) -> Self {
        Self { nodes, fuel_min }
    }

    /// Whether nothing is left.
    #[must_use]
    pub const fn is_spent(&self) -> bool {
        self.nodes == 0
    }

    /// Pays for one node.
    ///
    /// # Errors
    /// If nothing is left, then and ever after.
    pub fn spend(&mut self) -> Result<(), Spent> {
        if self.nodes.is_multiple_of(Self::STRIDE) && fuel_left() <= self.fuel_min {
            self.nodes = 0;
        }
        self.nodes = self.nodes.checked_sub(1).ok_or(Spent)?;
        Ok(())
    }
}
