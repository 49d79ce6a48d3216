//! Alpha-beta, deeper and deeper, from a position to the square for the next stone.
//!
//! Points decide once the search reaches the end of the game, and until then the worth of
//! the lines. A player who may go anywhere has too many ways to follow all of them, so
//! until the end is near only the most promising count.

use judge_sdk::freedom::{Colour, Square};
use judge_sdk::memo::{Memo, Note};
use judge_sdk::{Budget, Spent, best_first};

use crate::chances::POINT;
use crate::loom::Loom;

/// More than any sum of points.
const WIN: i32 = 1 << 24;
const INFINITY: i32 = 1 << 30;
/// Ways that are followed when the end is far off; a stone has eight neighbours.
const WAYS_MAX: usize = 10;

/// A search under way.
pub(crate) struct Search<'a> {
    pub(crate) loom: Loom<'a>,
    pub(crate) memo: &'a mut Memo<Square>,
    pub(crate) budget: Budget,
}

impl Search<'_> {
    /// The best of `squares` for a stone of `colour`; they are to be legal and in any order.
    pub(crate) fn best(&mut self, colour: Colour, mut squares: Vec<Square>) -> Square {
        squares.sort_by_cached_key(|&square| -self.loom.gain(square, colour));
        let turns = self.loom.empty() - 1;
        for depth in 1..=turns {
            let ways = self.ways_max(depth).min(squares.len());
            let value = |&square: &Square, alpha| self.follow(square, colour, depth, (alpha, INFINITY));
            if best_first(&mut squares[..ways], value).is_err() {
                break;
            }
        }
        squares[0]
    }

    /// The value to `colour` of a stone on `square`.
    fn follow(
        &mut self,
        square: Square,
        colour: Colour,
        depth: u32,
        (alpha, beta): (i32, i32),
    ) -> Result<i32, Spent> {
        self.budget.spend(2)?;
        self.loom.put(square, colour);
        let value = self.value(square, colour.other(), depth - 1, (-beta, -alpha));
        self.loom.take(square, colour);
        value.map(|value| -value)
    }

    /// The value to `colour`, whose turn it is after a stone on `last`.
    fn value(
        &mut self,
        last: Square,
        colour: Colour,
        depth: u32,
        (alpha, beta): (i32, i32),
    ) -> Result<i32, Spent> {
        if self.loom.empty() == 1 {
            return Ok(self.end(last, colour));
        }
        if depth == 0 {
            return Ok(self.loom.worth(colour));
        }
        let squares = self.squares(last)?;
        if depth == 1 && self.loom.empty() > 2 {
            let gain = squares.iter().map(|&square| self.loom.gain(square, colour)).max();
            return Ok(self.loom.worth(colour) + gain.expect("a cell is empty"));
        }
        let key = self.loom.key(last);
        let note = self.memo.get(key);
        if let Some(value) = note.and_then(|note| note.answer(depth, alpha, beta)) {
            return Ok(value);
        }
        let mut best = (-INFINITY, last);
        for square in self.ordered(squares, colour, depth, note.map(|note| note.best)) {
            let value = self.follow(square, colour, depth, (alpha.max(best.0), beta))?;
            if value > best.0 {
                best = (value, square);
            }
            if value >= beta {
                break;
            }
        }
        self.memo.set(Note::new(key, depth, alpha, beta, best));
        Ok(best.0)
    }

    /// The squares where a stone may go, if the budget allows to look there.
    fn squares(&mut self, last: Square) -> Result<Vec<Square>, Spent> {
        let squares = self.loom.legal(last);
        self.budget.spend(squares.len() as u64)?;
        Ok(squares)
    }

    /// The most promising squares first, and `first` before them.
    fn ordered(
        &mut self,
        mut squares: Vec<Square>,
        colour: Colour,
        depth: u32,
        first: Option<Square>,
    ) -> Vec<Square> {
        squares.sort_by_cached_key(|&square| (Some(square) != first, -self.loom.gain(square, colour)));
        squares.truncate(self.ways_max(depth));
        squares
    }

    /// A search to the end follows all ways.
    fn ways_max(&self, depth: u32) -> usize {
        if depth + 1 >= self.loom.empty() { usize::MAX } else { WAYS_MAX }
    }

    /// The value to `colour` of the game's end: one cell is left, to be filled if that wins points.
    fn end(&mut self, last: Square, colour: Colour) -> i32 {
        let before = self.loom.points(colour);
        let square = self.loom.legal(last)[0];
        self.loom.put(square, colour);
        let own = self.loom.points(colour).max(before);
        self.loom.take(square, colour);
        let lead = own - self.loom.points(colour.other());
        lead * i32::from(POINT) + lead.signum() * WIN
    }
}

#[cfg(test)]
mod tests {
    use judge_sdk::Random;
    use judge_sdk::freedom::{Game, Params, Scoring};
    use judge_sdk::games::Game as _;

    use crate::chances::Chances;

    use super::*;

    /// By how much the player to move leads in the end if both play well, by the rules alone.
    fn lead(game: &Game) -> i32 {
        let own = game.own();
        let actions = game.forced().map_or(game.legal(), |auto| vec![auto]);
        let leads = actions.iter().map(|action| {
            let mut next = *game;
            next.play(action).expect("the action is legal");
            if next.to_move().is_some() { -lead(&next) } else { next.score(own) - next.score(own.other()) }
        });
        leads.max().expect("there is something to play")
    }

    /// A random game with `empty` squares left.
    fn endgame(params: Params, empty: u32, seed: u64) -> Game {
        let mut random = Random::new(seed);
        let mut game = Game::new(params);
        while game.board().empty().len() > empty {
            let legal = game.legal();
            game.play(random.choose(&legal)).expect("the action is legal");
        }
        game
    }

    #[test]
    fn the_last_square_is_filled_only_for_more_points() {
        let mut chances = Chances::new();
        for (position, expected) in [
            ("BWWWW/BWWBW/BBBWB/WBWBB/W.BBW 0,4 multiplicity", 8),
            ("WB.WW/BBWBB/BBWBB/WWBWW/WBWBW 1,4 multiplicity", -8),
            ("WB.WB/BBWBW/BBWBB/WWWBW/BWWBW 1,4 multiplicity", 0),
        ] {
            let game: Game = position.parse().expect(position);
            let loom = Loom::new(game.board(), Scoring::Multiplicity, &mut chances);
            let last = game.last_opponent_move().expect("a stone was placed");
            let mut search = Search { loom, memo: &mut Memo::new(1 << 15), budget: Budget::of_turn(0) };
            let expected: i32 = expected;
            assert_eq!(search.end(last, game.own()), expected * i32::from(POINT) + expected.signum() * WIN);
        }
    }

    #[test]
    fn the_endgame_is_played_as_well_as_can_be() {
        let mut chances = Chances::new();
        for seed in 0..60 {
            let scoring = if seed % 2 == 0 { Scoring::Multiplicity } else { Scoring::Distinct };
            let params = Params::new(5, scoring).expect("the parameters are valid");
            let mut game = endgame(params, 2 + u32::try_from(seed % 7).expect("a small number"), seed);
            let loom = Loom::new(game.board(), scoring, &mut chances);
            let squares = game.legal_squares().iter().collect();
            let mut search =
                Search { loom, memo: &mut Memo::new(1 << 15), budget: Budget::of_turn(u64::MAX) };
            let best = search.best(game.own(), squares);
            let (square, expected) = (best, lead(&game));
            let action = judge_sdk::games::freedom::Action::Place(square);
            game.play(&action).expect("the square is legal");
            assert_eq!(-lead(&game), expected, "seed {seed}");
        }
    }
}
