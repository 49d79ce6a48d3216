//! Candidates in, the best of them out, by alpha-beta.

use std::cmp::Reverse;

use judge_sdk::gobblet::{Action, Position};

use crate::budget::{Budget, Spent};
use crate::evaluation::{evaluate, ordered};
use crate::node::Node;

/// What a win is worth, and one more for each action that it comes sooner than it might.
const WIN: i32 = 1000;
const DEPTH_MAX: i32 = 50;
/// More than any worth.
const INFINITE: i32 = WIN + DEPTH_MAX + 1;

/// A turn to think about, which does not end the game.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Candidate {
    action: Action,
    pub(crate) child: Node,
    /// Whether what it leads to came up before.
    is_repetition: bool,
    worth: i32,
}

impl Candidate {
    pub(crate) fn new(action: Action, child: &Position, is_repetition: bool) -> Self {
        Self { action, child: Node::new(child), is_repetition, worth: 0 }
    }
}

/// The best of the candidates, if there are any.
pub(crate) fn best(mut candidates: Vec<Candidate>, budget: &mut Budget) -> Option<Action> {
    for depth in 0..DEPTH_MAX {
        if candidates.len() < 2 {
            break;
        }
        let mut weighed = candidates.clone();
        if weigh(&mut weighed, depth, budget).is_err() {
            break;
        }
        weighed.sort_by_key(|candidate| Reverse(candidate.worth));
        candidates = weighed;
        if candidates[0].worth.abs() >= WIN {
            break;
        }
    }
    candidates.first().map(|candidate| candidate.action)
}

/// Looks `depth` actions ahead after each candidate; one that is worse than those before
/// it is worth less than they are, who knows how much.
fn weigh(candidates: &mut [Candidate], depth: i32, budget: &mut Budget) -> Result<(), Spent> {
    let mut alpha = -INFINITE;
    for candidate in candidates {
        // What came up before leads to nothing.
        candidate.worth = 0;
        if !candidate.is_repetition {
            candidate.worth = -worth(&candidate.child, depth, -INFINITE, -alpha, budget)?;
        }
        alpha = alpha.max(candidate.worth);
    }
    Ok(())
}

/// What the node is worth to the one to move, exactly if it is between `alpha` and `beta`.
fn worth(node: &Node, depth: i32, mut alpha: i32, beta: i32, budget: &mut Budget) -> Result<i32, Spent> {
    budget.spend()?;
    if node.wins_at_once() {
        return Ok(WIN + depth);
    }
    match depth {
        0 => return Ok(evaluate(node)),
        1 => return worth_of_last(node, beta, budget),
        _ => {}
    }
    // So it is if all turns lose at once.
    let mut best = -WIN - depth;
    for child in ordered(node, evaluate) {
        best = best.max(-worth(&child, depth - 1, -beta, -alpha, budget)?);
        alpha = alpha.max(best);
        if best >= beta {
            break;
        }
    }
    Ok(best)
}

/// The same for the last action to look at: there it does not pay to put turns in order.
fn worth_of_last(node: &Node, beta: i32, budget: &mut Budget) -> Result<i32, Spent> {
    let mut spent = Ok(());
    let mut best = -WIN - 1;
    node.any_child(|child| {
        spent = spent.and_then(|()| budget.spend());
        if !child.is_over() {
            let worth = -evaluate(&child);
            let is_lost = worth > best && child.wins_at_once();
            best = best.max(if is_lost { -WIN } else { worth });
        }
        spent.is_err() || best >= beta
    });
    spent.map(|()| best)
}
