//! Candidates in, the best of them out, by alpha-beta.

use std::cmp::Reverse;

use judge_sdk::gobblet::{Action, Position};
use judge_sdk::{Budget, Spent};

use crate::evaluation::{evaluate, ordered};
use crate::node::Node;

/// The worth of a win; one more for each action that it comes sooner than it might.
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

/// The worth of the node to the one to move, exactly if it is between `alpha` and `beta`.
fn worth(node: &Node, depth: i32, mut alpha: i32, beta: i32, budget: &mut Budget) -> Result<i32, Spent> {
    budget.spend(1)?;
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
        spent = spent.and_then(|()| budget.spend(1));
        if !child.is_over() {
            let worth = -evaluate(&child);
            let is_lost = worth > best && child.wins_at_once();
            best = best.max(if is_lost { -WIN } else { worth });
        }
        spent.is_err() || best >= beta
    });
    spent.map(|()| best)
}

#[cfg(test)]
mod tests {
    use judge_sdk::gobblet::{Board, Position};
    use judge_sdk::{Budget, Random};

    use super::{Candidate, INFINITE, WIN, best, evaluate, weigh, worth};
    use crate::node::Node;

    /// The right value for [`worth`]: by the rules crate alone, and without cutting anything off.
    fn minimax(position: &Position, depth: i32) -> i32 {
        if let Some(winner) = position.winner() {
            let win = WIN + depth + 1;
            return if winner == position.to_move() { win } else { -win };
        }
        let wins = |child: &Position| child.winner() == Some(position.to_move());
        if position.successors().any(|(_, child)| wins(&child)) {
            return WIN + depth;
        }
        if depth == 0 {
            return evaluate(&Node::new(position));
        }
        let worths = position.successors().map(|(_, child)| -minimax(&child, depth - 1));
        worths.max().expect("there is a legal turn")
    }

    /// Positions of random games in which nobody has won, some turns after the start.
    fn positions(board: Board, plies: u32, count: usize) -> Vec<Position> {
        let mut random = Random::new(7);
        let mut game = || {
            (0..plies).try_fold(Position::start(board), |position, _| {
                let children: Vec<Position> = position.successors().map(|(_, child)| child).collect();
                Some(*random.choose(&children)).filter(|child| child.winner().is_none())
            })
        };
        std::iter::repeat_with(&mut game).flatten().take(count).collect()
    }

    #[test]
    fn cutting_off_changes_no_worth() {
        for (board, plies, depth) in [(Board::Three, 6, 2), (Board::Three, 9, 3), (Board::Four, 10, 2)] {
            for position in positions(board, plies, 10) {
                let mut budget = Budget::new(u64::MAX, 0);
                let worth = worth(&Node::new(&position), depth, -INFINITE, INFINITE, &mut budget);
                assert_eq!(worth, Ok(minimax(&position, depth)), "{position}");
            }
        }
    }

    fn candidates(position: &Position, past: &[Position]) -> Vec<Candidate> {
        let ongoing = position.successors().filter(|(_, child)| child.winner().is_none());
        ongoing.map(|(action, child)| Candidate::new(action, &child, past.contains(&child))).collect()
    }

    #[test]
    fn the_best_candidate_is_worth_the_most() {
        for position in positions(Board::Three, 6, 20) {
            let mut weighed = candidates(&position, &[]);
            weigh(&mut weighed, 1, &mut Budget::new(u64::MAX, 0)).expect("u64::MAX is much");
            let ongoing = position.successors().filter(|(_, child)| child.winner().is_none());
            let worths = ongoing.map(|(_, child)| -minimax(&child, 1));
            assert_eq!(weighed.iter().map(|candidate| candidate.worth).max(), worths.max(), "{position}");
        }
    }

    #[test]
    fn what_came_up_before_is_worth_nothing() {
        for position in positions(Board::Four, 8, 5) {
            let past: Vec<Position> = position.successors().map(|(_, child)| child).collect();
            let mut weighed = candidates(&position, &past);
            weigh(&mut weighed, 1, &mut Budget::new(0, 0)).expect("it costs nothing");
            assert!(weighed.iter().all(|candidate| candidate.worth == 0), "{position}");
        }
    }

    #[test]
    fn a_budget_for_one_look_chooses_by_evaluation() {
        for position in positions(Board::Four, 4, 5) {
            let candidates = candidates(&position, &[]);
            let nodes = candidates.len() as u64;
            let action = best(candidates, &mut Budget::new(nodes, 0)).expect("there are turns");
            let worth = |child: &Position| -minimax(child, 0);
            let most = position.successors().map(|(_, child)| worth(&child)).max();
            let mut chosen = position.successors().filter(|(other, _)| *other == action);
            assert_eq!(chosen.next().map(|(_, child)| worth(&child)), most, "{position}");
        }
    }
}
