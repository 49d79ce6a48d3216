//! Alpha-beta, deeper and deeper, from a position to the next step.
//!
//! In a duel both sides may do all that the rules allow. At a larger table the others
//! are taken for one adversary, as if all of them hunted the bot alone; but of what they
//! may do only hits on its stones count, and the rest is as good as nothing at all. So
//! the search sees a few rounds ahead even among eight. At its end it goes on as long as
//! stones are hit, lest it take a stone for safe that the next move loses.

use judge_sdk::memo::{Memo, Note};
use judge_sdk::{Budget, Spent, best_first};

use crate::field::{Field, Move};

/// More than any worth of stones.
const WIN: i32 = 1 << 24;
/// The same for a rank at a cap.
const RANK: i32 = 1 << 20;
const INFINITY: i32 = 1 << 30;
/// The worth of a stone.
const STONE: i32 = 1000;
/// The worth of a step nearer to the enemy, for each stone.
const NEARER: i32 = 4;
/// Turns that hits may go on beyond the end of the search.
const HITS_MAX: i32 = 12;
/// More than a search ever reaches.
const DEPTH_MAX: i32 = 60;

/// The player whose turn it is, and the distance to the caps.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turn {
    pub(crate) player: usize,
    /// Turns to the end of the game.
    pub(crate) left: u32,
    /// Turns to the end of the game if nobody is hit.
    pub(crate) left_without_hit: u32,
}

/// A search under way.
pub(crate) struct Hunt<'a> {
    field: Field,
    own: usize,
    /// Players with stones other than the bot, before the search.
    rivals: i32,
    /// Turns without a hit that end the game.
    no_hit_limit: u32,
    /// Steps from each cell to the nearest enemy, before the search.
    distances: Vec<i32>,
    memo: &'a mut Memo<Option<Move>>,
    budget: Budget,
}

impl<'a> Hunt<'a> {
    pub(crate) fn new(
        field: Field,
        own: usize,
        no_hit_limit: u32,
        memo: &'a mut Memo<Option<Move>>,
        budget: Budget,
    ) -> Self {
        let rivals = i32::try_from(field.living()).expect("there are at most eight players") - 1;
        let distances = field.distances(own);
        Self { field, own, rivals, no_hit_limit, distances, memo, budget }
    }

    /// The best of `moves`, all legal and in any order.
    pub(crate) fn best(&mut self, turn: Turn, mut moves: Vec<Move>) -> Move {
        for depth in 1..=DEPTH_MAX {
            let value = |&step: &Move, alpha| self.follow(turn, Some(step), depth, (alpha, INFINITY));
            let best = best_first(&mut moves, value);
            // Once it is won or lost there is no more to find out.
            if best.map_or(true, |best| best.abs() >= WIN) {
                break;
            }
        }
        moves[0]
    }

    /// The value of a move, or of none, to the side whose turn it is.
    fn follow(
        &mut self,
        turn: Turn,
        step: Option<Move>,
        depth: i32,
        (alpha, beta): (i32, i32),
    ) -> Result<i32, Spent> {
        let hit = step.and_then(|step| self.field.play(turn.player, step));
        let player = self.field.after(turn.player);
        let left_without_hit = if hit.is_some() { self.no_hit_limit } else { turn.left_without_hit - 1 };
        let next = Turn { player, left: turn.left - 1, left_without_hit };
        let value = if self.is_own(turn) == self.is_own(next) {
            self.value(next, depth - 1, (alpha, beta))
        } else {
            self.value(next, depth - 1, (-beta, -alpha)).map(|value| -value)
        };
        if let Some(step) = step {
            self.field.take_back(turn.player, step, hit);
        }
        value
    }

    /// The value to the side whose turn it is: the bot's, or that of all others.
    fn value(&mut self, turn: Turn, depth: i32, (alpha, beta): (i32, i32)) -> Result<i32, Spent> {
        let side = if self.is_own(turn) { 1 } else { -1 };
        if let Some(value) = self.end(turn, depth) {
            return Ok(side * value);
        }
        if depth <= 0 {
            return self.calm(turn, depth, (alpha, beta));
        }
        let turns = depth.unsigned_abs();
        let key = self.field.key(turn.player);
        let is_near_cap = turn.left.min(turn.left_without_hit) <= turns;
        let note = self.memo.get(key).filter(|_| !is_near_cap);
        if let Some(value) = note.and_then(|note| note.answer(turns, alpha, beta)) {
            return Ok(value);
        }
        let mut best = (-INFINITY, None);
        for step in self.steps(turn, note.and_then(|note| note.best))? {
            let value = self.follow(turn, step, depth, (alpha.max(best.0), beta))?;
            if value > best.0 {
                best = (value, step);
            }
            if value >= beta {
                break;
            }
        }
        if !is_near_cap {
            self.memo.set(Note::new(key, turns, alpha, beta, best));
        }
        Ok(best.0)
    }

    /// The value once the hits that are due are made, each only if it pays.
    fn calm(&mut self, turn: Turn, depth: i32, (alpha, beta): (i32, i32)) -> Result<i32, Spent> {
        let is_last = self.is_own(turn) || self.field.after(turn.player) == self.own;
        let mut best = if is_last || depth <= -HITS_MAX {
            self.worth() * if self.is_own(turn) { 1 } else { -1 }
        } else {
            self.follow(turn, None, depth, (alpha, beta))?
        };
        if best >= beta || depth <= -HITS_MAX {
            return Ok(best);
        }
        for step in self.hits(turn.player)? {
            let value = self.follow(turn, Some(step), depth, (alpha.max(best), beta))?;
            best = best.max(value);
            if best >= beta {
                break;
            }
        }
        Ok(best)
    }

    /// The moves of a side, the most promising first; `None` stands for a move that changes nothing.
    fn steps(&mut self, turn: Turn, first: Option<Move>) -> Result<Vec<Option<Move>>, Spent> {
        let mut moves = self.hits(turn.player)?;
        let is_free = self.is_own(turn) || self.rivals == 1;
        if is_free {
            self.field.moves(turn.player, |victim| victim.is_none(), &mut moves);
            self.budget.spend(moves.len() as u64)?;
        }
        let mut steps: Vec<Option<Move>> = moves.into_iter().map(Some).collect();
        if !is_free {
            steps.push(None);
        }
        if let Some(place) = steps.iter().position(|&step| step == first) {
            steps[..=place].rotate_right(1);
        }
        Ok(steps)
    }

    /// The hits that matter to the bot: its own, and those on its stones.
    fn hits(&mut self, player: usize) -> Result<Vec<Move>, Spent> {
        let mut hits = Vec::new();
        let own = self.own;
        self.field.moves(
            player,
            |victim| victim.is_some_and(|victim| player == own || victim == own),
            &mut hits,
        );
        // To look around from a stone takes less time than to move it.
        self.budget.spend((hits.len() + self.field.count(player) / 2 + 1) as u64)?;
        Ok(hits)
    }

    fn is_own(&self, turn: Turn) -> bool {
        turn.player == self.own
    }

    /// The value to the bot if the game is over.
    fn end(&self, turn: Turn, depth: i32) -> Option<i32> {
        // The sooner it is won and the later lost, the better.
        let win = WIN + depth + HITS_MAX + 1;
        if self.field.count(self.own) == 0 {
            return Some(-win);
        }
        if self.field.living() == 1 {
            return Some(win);
        }
        (turn.left == 0 || turn.left_without_hit == 0).then(|| self.lead() * RANK + self.worth())
    }

    /// Players with fewer stones than the bot, less those with more.
    fn lead(&self) -> i32 {
        let own = self.field.count(self.own);
        (0..self.field.players()).map(|player| own.cmp(&self.field.count(player)) as i32).sum()
    }

    /// The worth of the position to the bot while the game goes on.
    fn worth(&self) -> i32 {
        let count = |player| i32::try_from(self.field.count(player)).expect("a board has few stones");
        let own = count(self.own);
        let others = (0..self.field.players()).map(count).sum::<i32>() - own;
        let steps: i32 = self.field.stones(self.own).iter().map(|&cell| self.distances[cell]).sum();
        (self.rivals * own - others) * STONE - NEARER * steps
    }
}
