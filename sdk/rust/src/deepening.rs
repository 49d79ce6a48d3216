//! The moves at the root of a search that looks deeper and deeper.

use crate::Spent;

/// Puts the best of `moves` in front and keeps the others in their order; gives the best one's value.
///
/// `value` gets a move and the best value so far, below which it need not be exact. Call it for one depth after
/// another, and the best move stays in front even where the budget ends halfway.
///
/// ```
/// use judge_sdk::{Spent, best_first};
///
/// let mut moves = ["a3", "c5", "b4", "d9"];
/// let value = |name: &&str, _| name[1..].parse().map_err(|_| Spent);
/// assert_eq!((best_first(&mut moves[..3], value), moves), (Ok(5), ["c5", "a3", "b4", "d9"]));
/// ```
///
/// # Errors
/// If `value` has spent the budget. The best of the moves that it valued is in front.
pub fn best_first<M>(
    moves: &mut [M],
    mut value: impl FnMut(&M, i32) -> Result<i32, Spent>,
) -> Result<i32, Spent> {
    let (mut best, mut place, mut end) = (-i32::MAX, 0, Ok(()));
    for (at, candidate) in moves.iter().enumerate() {
        match value(candidate, best) {
            Ok(found) if found > best => (best, place) = (found, at),
            Ok(_) => {}
            Err(spent) => {
                end = Err(spent);
                break;
            }
        }
    }
    if let Some(first) = moves.get_mut(..=place) {
        first.rotate_right(1);
    }
    end.map(|()| best)
}
