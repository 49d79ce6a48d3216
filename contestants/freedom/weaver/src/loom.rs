//! The board as the search sees it: stones put down and taken up again, and with each of
//! them the worth of all lines and the points, brought up to date. It knows no turns.

use judge_sdk::freedom::{Board, Colour, Scoring, Square};
use judge_sdk::memo::mix;

use crate::chances::{Chances, Surroundings};

/// Bits before the first cell of a line.
const MARGIN: u8 = 5;
/// Stones in a live set.
const LIVE: i8 = 4;

/// A row, column or diagonal, by its number among all of them.
type Line = usize;

/// The board.
pub(crate) struct Loom<'a> {
    chances: &'a mut Chances,
    scoring: Scoring,
    size: u8,
    /// A bit a cell for white and for black: rows, columns, rising and falling diagonals.
    /// Cells beyond the edge belong to both.
    lines: Vec<[u64; 2]>,
    /// Live sets that each cell is in.
    live: Vec<i8>,
    /// The worth of all lines to white.
    worth: i32,
    /// Points by colour.
    points: [i32; 2],
    empty: u32,
    /// A number for the stones as they lie.
    key: u64,
}

impl<'a> Loom<'a> {
    pub(crate) fn new(board: &Board, scoring: Scoring, chances: &'a mut Chances) -> Self {
        let size = board.size();
        let cells = usize::from(size) * usize::from(size);
        let mut loom = Self {
            chances,
            scoring,
            size,
            lines: vec![[!0; 2]; 6 * usize::from(size) - 2],
            live: vec![0; cells],
            worth: 0,
            points: [0; 2],
            empty: 0,
            key: 0,
        };
        for square in Square::all(size, size) {
            loom.turn_over(square, 0);
            loom.turn_over(square, 1);
            loom.empty += 1;
        }
        for colour in Colour::ALL {
            board.stones(colour).iter().for_each(|square| loom.put(square, colour));
        }
        loom
    }

    /// The lines through a square, and its place in each.
    fn lines_through(&self, Square { x, y }: Square) -> [(Line, u8); 4] {
        let size = usize::from(self.size);
        let [column, row] = [x, y].map(usize::from);
        let rising = column + size - 1 - row;
        let falling = column + row;
        [(row, x), (size + column, y), (2 * size + rising, x), (4 * size - 1 + falling, x)]
    }

    fn turn_over(&mut self, square: Square, player: usize) {
        for (line, place) in self.lines_through(square) {
            self.lines[line][player] ^= 1 << (place + MARGIN);
        }
    }

    fn around(&self, line: Line, place: u8, colour: Colour) -> Surroundings {
        let bits = self.lines[line];
        let [own, other] = [colour, colour.other()].map(|colour| bits[colour as usize] >> place);
        Surroundings::new(own, other)
    }

    /// A number for the position after a stone on `last`; two positions hardly ever share one.
    pub(crate) fn key(&self, last: Square) -> u64 {
        self.key ^ mix(3 * last.index(self.size))
    }

    /// Empty cells.
    pub(crate) fn empty(&self) -> u32 {
        self.empty
    }

    /// The squares on which a stone may go after one on `last`.
    pub(crate) fn legal(&self, last: Square) -> Vec<Square> {
        let mut squares = Vec::with_capacity(8);
        let rows = last.y.saturating_sub(1)..self.size.min(last.y + 2);
        rows.for_each(|y| self.add_empty(y, 0b111 << (last.x + MARGIN - 1), &mut squares));
        if squares.is_empty() {
            (0..self.size).for_each(|y| self.add_empty(y, !0, &mut squares));
        }
        squares
    }

    /// Adds those empty squares of row `y` that are in `columns`.
    fn add_empty(&self, y: u8, columns: u64, squares: &mut Vec<Square>) {
        let [white, black] = self.lines[usize::from(y)];
        let mut empty = columns & !(white | black);
        while empty != 0 {
            let bit = u8::try_from(empty.trailing_zeros()).expect("a word has 64 bits");
            squares.push(Square::new(bit - MARGIN, y));
            empty &= empty - 1;
        }
    }

    /// The worth of all lines to `colour`, less their worth to the other.
    pub(crate) fn worth(&self, colour: Colour) -> i32 {
        if colour == Colour::White { self.worth } else { -self.worth }
    }

    /// The points of `colour`.
    pub(crate) fn points(&self, colour: Colour) -> i32 {
        self.points[colour as usize]
    }

    /// The gain from a stone of `colour` on an empty square, in the worth of all lines for that colour.
    pub(crate) fn gain(&mut self, square: Square, colour: Colour) -> i32 {
        let mut gain = 0;
        for (line, place) in self.lines_through(square) {
            gain += self.chances.gain(self.around(line, place, colour));
        }
        gain
    }

    /// Puts a stone on an empty square.
    pub(crate) fn put(&mut self, square: Square, colour: Colour) {
        self.count(square, colour, 1);
        self.turn_over(square, colour as usize);
        self.empty -= 1;
    }

    /// Takes up the stone of `colour` from a square.
    pub(crate) fn take(&mut self, square: Square, colour: Colour) {
        self.turn_over(square, colour as usize);
        self.count(square, colour, -1);
        self.empty += 1;
    }

    /// Counts what a stone of `colour` on `square`, where none lies, changes, or counts it back.
    fn count(&mut self, square: Square, colour: Colour, sign: i8) {
        self.key ^= mix(3 * square.index(self.size) + 1 + colour as usize);
        let gain = i32::from(sign) * self.gain(square, colour);
        self.worth += if colour == Colour::White { gain } else { -gain };
        let steps: [(i8, i8); 4] = [(1, 0), (0, 1), (1, 1), (1, -1)];
        for ((line, place), (dx, dy)) in self.lines_through(square).into_iter().zip(steps) {
            let (before, after) = self.around(line, place, colour).runs();
            let sets = [(-before, before + 1 + after, sign), (-before, before, -sign), (1, after, -sign)];
            for (first, _, change) in sets.into_iter().filter(|&(_, length, _)| length == LIVE) {
                let squares = (first..first + LIVE).map(|steps| square.beside((dx * steps, dy * steps)));
                self.count_set(colour, squares, change);
            }
        }
    }

    /// Counts the live set on `squares`, or counts it back.
    fn count_set(&mut self, colour: Colour, squares: impl Iterator<Item = Square>, change: i8) {
        for square in squares {
            let sets = &mut self.live[square.index(self.size)];
            let before = *sets;
            *sets += change;
            let scores = match self.scoring {
                Scoring::Multiplicity => true,
                Scoring::Distinct => before.min(*sets) == 0,
            };
            self.points[colour as usize] += if scores { i32::from(change) } else { 0 };
        }
    }
}

#[cfg(test)]
mod tests {
    use judge_sdk::Random;
    use judge_sdk::freedom::{Game, Params};
    use judge_sdk::games::Game as _;

    use crate::chances::POINT;

    use super::*;

    /// The positions of a random game.
    fn positions(params: Params, seed: u64) -> Vec<Game> {
        let mut random = Random::new(seed);
        let mut games = vec![Game::new(params)];
        while games[games.len() - 1].forced().is_none() {
            let mut game = games[games.len() - 1];
            let legal = game.legal();
            game.play(random.choose(&legal)).expect("the action is legal");
            games.push(game);
        }
        games
    }

    fn all_params() -> impl Iterator<Item = Params> {
        let scorings = [Scoring::Multiplicity, Scoring::Distinct];
        let params = [4, 5, 8, 11, 26].map(|size| scorings.map(|scoring| Params::new(size, scoring)));
        params.into_iter().flatten().map(|params| params.expect("the parameters are valid"))
    }

    #[test]
    fn points_and_legal_cells_are_those_of_the_rules() {
        let mut chances = Chances::new();
        for game in
            all_params().flat_map(|params| positions(params, 1)).filter(|game| game.forced().is_none())
        {
            let loom = Loom::new(game.board(), game.params().scoring(), &mut chances);
            assert_eq!(
                Colour::ALL.map(|colour| loom.points(colour)),
                Colour::ALL.map(|colour| game.score(colour))
            );
            let legal = game.last_opponent_move().map(|last| loom.legal(last));
            assert!(legal.is_none_or(|legal| legal == game.legal_squares().iter().collect::<Vec<_>>()));
        }
    }

    #[test]
    fn on_a_full_board_the_lines_are_worth_the_points() {
        let mut chances = Chances::new();
        for params in all_params().filter(|params| params.scoring() == Scoring::Multiplicity) {
            let game = *positions(params, 4).last().expect("a game has positions");
            let mut loom = Loom::new(game.board(), params.scoring(), &mut chances);
            let square = game.board().empty().iter().next().expect("one cell is left");
            loom.put(square, game.own());
            let [white, black] = Colour::ALL.map(|colour| loom.points(colour));
            assert_eq!(loom.worth(Colour::White), (white - black) * i32::from(POINT));
        }
    }

    #[test]
    fn a_stone_changes_what_a_look_at_the_whole_board_finds() {
        let [mut chances, mut others] = [Chances::new(), Chances::new()];
        for games in all_params().map(|params| positions(params, 2)) {
            let last = &games[games.len() - 1];
            let mut loom = Loom::new(games[0].board(), last.params().scoring(), &mut chances);
            for pair in games.windows(2) {
                let square = pair[1].last_opponent_move().expect("a stone was placed");
                let (cell, colour) = (square, pair[0].own());
                let expected = loom.worth(colour) + loom.gain(cell, colour);
                loom.put(cell, colour);
                let whole = Loom::new(pair[1].board(), last.params().scoring(), &mut others);
                assert_eq!((loom.worth(colour), loom.lines == whole.lines), (expected, true));
                assert_eq!((loom.worth, loom.points, loom.empty), (whole.worth, whole.points, whole.empty));
                assert_eq!((&loom.live, loom.key), (&whole.live, whole.key));
            }
        }
    }

    #[test]
    fn a_stone_taken_up_leaves_no_trace() {
        let mut chances = Chances::new();
        for game in all_params().flat_map(|params| positions(params, 3)) {
            let mut loom = Loom::new(game.board(), game.params().scoring(), &mut chances);
            let (lines, worth, points) = (loom.lines.clone(), loom.worth, loom.points);
            let (live, key) = (loom.live.clone(), loom.key);
            let square = game.board().empty().iter().next().expect("the game is not over");
            loom.put(square, game.own());
            loom.take(square, game.own());
            assert_eq!((loom.lines, loom.worth, loom.points), (lines, worth, points));
            assert_eq!((loom.live, loom.key), (live, key));
        }
    }
}
