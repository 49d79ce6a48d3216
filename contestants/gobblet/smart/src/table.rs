//! The results of a proof about nodes.

use crate::node::Node;

/// The bounds on the number of actions until the attacker wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bounds {
    /// A win within so many actions is certain.
    won: u8,
    /// A win within so many actions is impossible.
    safe: u8,
}

impl Bounds {
    const UNKNOWN: Self = Self { won: u8::MAX, safe: 0 };

    /// Whether the attacker wins within `plies` actions, if it is known.
    pub(crate) const fn within(self, plies: u8) -> Option<bool> {
        if self.won <= plies {
            Some(true)
        } else if self.safe >= plies {
            Some(false)
        } else {
            None
        }
    }

    /// The bounds once it is known whether the attacker wins within `plies` actions.
    pub(crate) const fn learn(self, plies: u8, wins: bool) -> Self {
        if wins { Self { won: plies, ..self } } else { Self { safe: plies, ..self } }
    }
}

/// Bounds by node. Of two nodes that share a place the older is forgotten.
pub(crate) struct Table(Vec<(u128, Bounds)>);

impl Table {
    /// 2¹² places of 32 bytes each are 128 KiB, and as many are filled in a game.
    const PLACES_LOG2: u32 = 12;

    pub(crate) const fn new() -> Self {
        Self(Vec::new())
    }

    pub(crate) fn get(&self, node: &Node) -> Bounds {
        let key = node.key();
        let entry = self.0.get(place(key)).filter(|entry| entry.0 == key);
        entry.map_or(Bounds::UNKNOWN, |entry| entry.1)
    }

    pub(crate) fn put(&mut self, node: &Node, bounds: Bounds) {
        if self.0.is_empty() {
            // Not before, for most proofs get by without.
            self.0 = vec![(0, Bounds::UNKNOWN); 1 << Self::PLACES_LOG2];
        }
        let key = node.key();
        self.0[place(key)] = (key, bounds);
    }
}

#[expect(clippy::cast_possible_truncation, reason = "both halves are taken, and the place is small")]
fn place(key: u128) -> usize {
    let halves = key as u64 ^ ((key >> 64) as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    (halves.wrapping_mul(0xD6E8_FEB8_6659_FD93) >> (u64::BITS - Table::PLACES_LOG2)) as usize
}

#[cfg(test)]
mod tests {
    use judge_sdk::gobblet::{Board, Position};

    use super::{Bounds, Table};
    use crate::node::Node;

    #[test]
    fn bounds_answer_what_they_know_and_no_more() {
        let bounds = Bounds::UNKNOWN.learn(3, false).learn(7, true);
        let answers = [1, 3, 5, 7, 9].map(|plies| bounds.within(plies));
        assert_eq!(answers, [Some(false), Some(false), None, Some(true), Some(true)]);
    }

    #[test]
    fn a_table_remembers_a_node_and_no_other() {
        let node = |text: &str| Node::new(&text.parse::<Position>().expect("the position is valid"));
        let (known, other) = (node("L - - / - s - / - - - red"), node("L - - / - s - / - - - yellow"));
        let mut table = Table::new();
        assert_eq!(table.get(&known), Bounds::UNKNOWN);
        table.put(&known, Bounds::UNKNOWN.learn(5, true));
        assert_eq!(table.get(&known).within(5), Some(true));
        assert_eq!(table.get(&other), Bounds::UNKNOWN);
        // The same position with colours exchanged.
        assert_eq!(table.get(&node("l - - / - S - / - - - yellow")).within(5), Some(true));
        assert_eq!(table.get(&Node::new(&Position::start(Board::Three))), Bounds::UNKNOWN);
    }
}
