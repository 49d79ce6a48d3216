//! A position in, a forced win out: the shortest one, if the budget suffices to find it.
//!
//! Looks one action ahead, then three, then five, and asks each time no more than whether
//! the attacker has won by then. Knows no evaluation, but for the order in which turns
//! are tried.

use judge_sdk::gobblet::{Action, Position};
use judge_sdk::{Budget, Spent};

use crate::evaluation::{calm, ordered};
use crate::node::Node;
use crate::search::Candidate;
use crate::table::Table;

/// A forced win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Win {
    /// Its first action.
    pub action: Action,
    /// Actions of both that it takes at most, this one included. No win takes fewer.
    pub plies: u8,
}

/// The shortest forced win of the colour to move, of `plies_max` actions at most.
///
/// Of several it is always the same one. A win at once costs nothing.
///
/// # Errors
/// If the budget does not suffice.
pub fn shortest_win(position: &Position, plies_max: u8, budget: &mut Budget) -> Result<Option<Win>, Spent> {
    let mover = position.to_move();
    let mut wins = position.successors().filter(|(_, child)| child.winner() == Some(mover));
    if let Some((action, _)) = wins.next() {
        return Ok(Some(Win { action, plies: 1 }));
    }
    let ongoing = position.successors().filter(|(_, child)| child.winner().is_none());
    let mut turns: Vec<(Action, Node)> = ongoing.map(|(action, child)| (action, Node::new(&child))).collect();
    turns.sort_by_key(|(_, child)| calm(child));

    let mut proof = Proof { budget, table: Table::new() };
    for plies in (3..=plies_max).step_by(2) {
        for (action, child) in &turns {
            if proof.is_lost(child, plies - 1)? {
                return Ok(Some(Win { action: *action, plies }));
            }
        }
    }
    Ok(None)
}

/// Keeps the candidates after which the opponent's shortest win is the longest, a win
/// not found counting as longer than any.
pub(crate) fn keep_longest(candidates: &mut Vec<Candidate>, plies_max: u8, budget: &mut Budget) {
    let mut proof = Proof { budget, table: Table::new() };
    for plies in (1..=plies_max).step_by(2) {
        let mut kept = candidates.clone();
        kept.retain(|candidate| proof.is_won(&candidate.child, plies) != Ok(true));
        if kept.is_empty() {
            return;
        }
        *candidates = kept;
        if candidates.len() == 1 || proof.budget.is_spent() {
            return;
        }
    }
}

struct Proof<'a> {
    budget: &'a mut Budget,
    table: Table,
}

impl Proof<'_> {
    /// Whether the one to move wins within `plies` actions, an odd number.
    fn is_won(&mut self, node: &Node, plies: u8) -> Result<bool, Spent> {
        self.budget.spend(1)?;
        if node.wins_at_once() {
            return Ok(true);
        }
        match plies {
            1 => Ok(false),
            3 => self.look_up(node, 3, |proof| proof.is_won_by_threat(node)),
            _ => self.look_up(node, plies, |proof| {
                for child in ordered(node, calm) {
                    if proof.is_lost(&child, plies - 1)? {
                        return Ok(true);
                    }
                }
                Ok(false)
            }),
        }
    }

    /// Whether the one to move, who cannot win at once, wins within 3 actions.
    fn is_won_by_threat(&mut self, node: &Node) -> Result<bool, Spent> {
        let mut spent = Ok(());
        let wins = node.any_child(|child| {
            spent = spent.and_then(|()| self.budget.spend(1));
            spent.is_ok() && !child.is_over() && is_lost_at_once(&child)
        });
        spent.map(|()| wins)
    }

    /// Whether the one to move loses within `plies` actions, an even number above 0.
    fn is_lost(&mut self, node: &Node, plies: u8) -> Result<bool, Spent> {
        self.budget.spend(1)?;
        if plies == 2 {
            return Ok(is_lost_at_once(node));
        }
        if node.wins_at_once() {
            return Ok(false);
        }
        self.look_up(node, plies, |proof| {
            for child in ordered(node, calm) {
                if !proof.is_won(&child, plies - 1)? {
                    return Ok(false);
                }
            }
            Ok(true)
        })
    }

    /// The table's bounds for the node, or else those that `find` finds.
    fn look_up(
        &mut self,
        node: &Node,
        plies: u8,
        find: impl FnOnce(&mut Self) -> Result<bool, Spent>,
    ) -> Result<bool, Spent> {
        let known = self.table.get(node);
        if let Some(wins) = known.within(plies) {
            return Ok(wins);
        }
        let wins = find(self)?;
        self.table.put(node, known.learn(plies, wins));
        Ok(wins)
    }
}

/// Whether the one to move has no turn that wins, and none after which the other has none.
fn is_lost_at_once(node: &Node) -> bool {
    let is_way_out = |child: Node| !child.is_over() && !child.wins_at_once();
    !node.wins_at_once() && !node.any_child(is_way_out)
}
