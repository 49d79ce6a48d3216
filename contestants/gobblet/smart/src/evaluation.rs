//! The worth of a node by its lines, and the order in which to try turns.

use crate::node::{Node, missing};

/// The nodes after turns that do not end the game, by `key`, the least first.
pub(crate) fn ordered<K: Ord>(node: &Node, key: impl Fn(&Node) -> K) -> Vec<Node> {
    let mut children = Vec::with_capacity(64);
    node.any_child(|child| {
        if !child.is_over() {
            children.push((key(&child), child));
        }
        false
    });
    children.sort_by(|(one, _), (other, _)| one.cmp(other));
    children.into_iter().map(|(_, child)| child).collect()
}

/// The lack of threats by the one who moved last: the cells on which it completes a line
/// count for it, and half as much those on which the one to move does.
pub(crate) fn calm(node: &Node) -> u32 {
    let [own, others] = node.shown().map(|shown| missing(node.board, shown).count_ones());
    own + 2 * (16 - others)
}

/// The worth of a line to a colour by the cells of it that show the colour, if the other
/// has none of the largest pieces there.
const LINE: [i32; 5] = [0, 1, 4, 12, 0];

/// The worth of the node to the one to move; less than 1000.
pub(crate) fn evaluate(node: &Node) -> i32 {
    let [own, others] = node.shown();
    let [own_largest, others_largest] = node.largest();
    let worth = |shown: u16, stopped: u16| {
        let lines = node.board.lines().iter().filter(|line| **line & stopped == 0);
        lines.map(|line| LINE[(line & shown).count_ones() as usize]).sum::<i32>()
    };
    worth(own, others_largest) - worth(others, own_largest)
}
