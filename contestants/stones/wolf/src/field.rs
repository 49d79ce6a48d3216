//! The board as the search sees it: stones moved and put back again. It knows no turns
//! and no goal.

use judge_sdk::memo::mix;
use judge_sdk::stones::{Game, Square, Step};

/// The content of a cell on which no player's stone is.
const EMPTY: u8 = 8;
const WALL: u8 = 9;

/// A cell's index.
pub(crate) type Cell = usize;

/// A stone's way from one cell to a neighbouring one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Move {
    pub(crate) from: Cell,
    pub(crate) to: Cell,
}

/// A stone that was hit: whose it was, and its number among that player's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Hit {
    player: usize,
    number: usize,
}

/// The board, with a wall around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Field {
    width: usize,
    /// Row by row: the player whose stone it is, or else empty or wall.
    cells: Vec<u8>,
    /// The offsets from a cell to its neighbours.
    ways: Vec<isize>,
    /// By player, in any order.
    stones: Vec<Vec<Cell>>,
    /// The number of each stone among its player's.
    numbers: Vec<usize>,
    /// A number for the stones as they lie.
    key: u64,
}

impl Field {
    pub(crate) fn new(game: &Game) -> Self {
        let board = game.board();
        let width = usize::from(board.columns()) + 2;
        let length = width * (usize::from(board.rows()) + 2);
        let stride = isize::from(board.columns()) + 2;
        let way = |(dx, dy): (i8, i8)| isize::from(dx) + stride * isize::from(dy);
        let mut field = Self {
            width,
            cells: vec![WALL; length],
            ways: game
                .rules()
                .adjacency()
                .directions()
                .iter()
                .map(|direction| way(direction.offset()))
                .collect(),
            stones: vec![Vec::new(); game.rules().players().into()],
            numbers: vec![0; length],
            key: 0,
        };
        for square in Square::all(board.columns(), board.rows()) {
            let cell = field.cell(square);
            field.cells[cell] = EMPTY;
            if let Some(owner) = board.owner(square) {
                field.lay(owner.index(), cell);
            }
        }
        field
    }

    fn cell(&self, square: Square) -> Cell {
        (usize::from(square.y) + 1) * self.width + usize::from(square.x) + 1
    }

    pub(crate) fn step(&self, Move { from, to }: Move) -> Step {
        let coordinate = |number| u8::try_from(number).expect("a board has at most 16 rows");
        let square = |cell| Square::new(coordinate(cell % self.width - 1), coordinate(cell / self.width - 1));
        Step::new(square(from), square(to))
    }

    pub(crate) fn players(&self) -> usize {
        self.stones.len()
    }

    /// Stones of a player.
    pub(crate) fn count(&self, player: usize) -> usize {
        self.stones[player].len()
    }

    /// The number of players that have stones.
    pub(crate) fn living(&self) -> usize {
        self.stones.iter().filter(|stones| !stones.is_empty()).count()
    }

    /// The next player with stones.
    pub(crate) fn after(&self, player: usize) -> usize {
        let players = self.players();
        let mut next = (1..=players).map(|gap| (player + gap) % players);
        next.find(|&next| !self.stones[next].is_empty()).expect("somebody has stones")
    }

    /// A number for the position with `player` to move; two positions hardly ever share one.
    pub(crate) fn key(&self, player: usize) -> u64 {
        self.key ^ mix(player)
    }

    fn lay(&mut self, player: usize, cell: Cell) {
        self.cells[cell] = u8::try_from(player).expect("there are at most eight players");
        self.numbers[cell] = self.stones[player].len();
        self.stones[player].push(cell);
        self.key ^= stone_key(player, cell);
    }

    /// Moves a stone of `player`, and gives the stone that it hits.
    pub(crate) fn play(&mut self, player: usize, Move { from, to }: Move) -> Option<Hit> {
        let hit = (self.cells[to] != EMPTY).then(|| self.take(to));
        self.shift(player, from, to);
        hit
    }

    /// Takes a move back, with the stone that it hit.
    pub(crate) fn take_back(&mut self, player: usize, Move { from, to }: Move, hit: Option<Hit>) {
        self.shift(player, to, from);
        if let Some(hit) = hit {
            self.give_back(hit, to);
        }
    }

    fn shift(&mut self, player: usize, from: Cell, to: Cell) {
        let number = self.numbers[from];
        self.stones[player][number] = to;
        self.numbers[to] = number;
        self.cells[to] = self.cells[from];
        self.cells[from] = EMPTY;
        self.key ^= stone_key(player, from) ^ stone_key(player, to);
    }

    /// Takes the stone from a cell; its player's last stone gets its number.
    fn take(&mut self, cell: Cell) -> Hit {
        let (player, number) = (usize::from(self.cells[cell]), self.numbers[cell]);
        self.stones[player].swap_remove(number);
        if let Some(&last) = self.stones[player].get(number) {
            self.numbers[last] = number;
        }
        self.cells[cell] = EMPTY;
        self.key ^= stone_key(player, cell);
        Hit { player, number }
    }

    fn give_back(&mut self, Hit { player, number }: Hit, cell: Cell) {
        self.lay(player, cell);
        let last = self.stones[player].len() - 1;
        self.stones[player].swap(number, last);
        self.numbers[self.stones[player][last]] = last;
        self.numbers[cell] = number;
    }

    /// Adds the moves of `player` to a cell whose stone, or lack of one, is `wanted`.
    pub(crate) fn moves(&self, player: usize, wanted: impl Fn(Option<usize>) -> bool, moves: &mut Vec<Move>) {
        for &from in &self.stones[player] {
            for &way in &self.ways {
                let to = from.wrapping_add_signed(way);
                let cell = self.cells[to];
                if cell != WALL
                    && usize::from(cell) != player
                    && wanted((cell != EMPTY).then_some(cell.into()))
                {
                    moves.push(Move { from, to });
                }
            }
        }
    }

    pub(crate) fn stones(&self, player: usize) -> &[Cell] {
        &self.stones[player]
    }

    /// Steps from each cell to the nearest stone that is not `player`'s.
    pub(crate) fn distances(&self, player: usize) -> Vec<i32> {
        let mut distances = vec![-1; self.cells.len()];
        let others = (0..self.players()).filter(|&other| other != player);
        let mut queue: Vec<Cell> = others.flat_map(|other| self.stones[other].iter().copied()).collect();
        for &cell in &queue {
            distances[cell] = 0;
        }
        let mut first = 0;
        while let Some(&cell) = queue.get(first) {
            first += 1;
            for next in self.ways.iter().map(|&way| cell.wrapping_add_signed(way)) {
                if self.cells[next] != WALL && distances[next] < 0 {
                    distances[next] = distances[cell] + 1;
                    queue.push(next);
                }
            }
        }
        distances
    }
}

fn stone_key(player: usize, cell: Cell) -> u64 {
    mix(8 * (cell + 1) + player)
}

#[cfg(test)]
mod tests {
    use judge_sdk::Random;
    use judge_sdk::games::Game as _;
    use judge_sdk::games::stones::{Options, Params};
    use judge_sdk::stones::Adjacency;

    use super::*;

    fn games() -> impl Iterator<Item = Game> {
        let tables = (2..=4).map(|players| Options { players, columns: 6, rows: 6, ..Options::default() });
        let duels =
            [(2, 2), (4, 5), (15, 3), (16, 16)].map(|(columns, rows)| Options::two_rows(columns, rows));
        let eight = tables.chain(duels).collect::<Vec<_>>();
        let four = eight.clone().into_iter().map(|options| Options { adjacency: Adjacency::Four, ..options });
        let all = eight.into_iter().chain(four);
        all.map(|options| Game::new(&Params::new(&options).expect("the parameters are valid")))
    }

    /// Stones in a fixed order; their numbers are the field's own business.
    fn sorted(mut field: Field) -> Field {
        for stones in &mut field.stones {
            stones.sort_unstable();
            for (number, &cell) in stones.iter().enumerate() {
                field.numbers[cell] = number;
            }
        }
        for (cell, number) in field.numbers.iter_mut().enumerate() {
            if [EMPTY, WALL].contains(&field.cells[cell]) {
                *number = 0;
            }
        }
        field
    }

    #[test]
    fn the_field_follows_the_rules() {
        let mut random = Random::new(1);
        for mut game in games() {
            let mut field = Field::new(&game);
            for _ in 0..200 {
                let Some(seat) = game.to_move() else {
                    break;
                };
                let mut moves = Vec::new();
                field.moves(seat.index(), |_| true, &mut moves);
                let mut steps: Vec<Step> = moves.iter().map(|&step| field.step(step)).collect();
                steps.sort_by_key(|Step { from, to }| (from.y, from.x, to.y, to.x));
                let mut legal = game.legal();
                legal.sort_by_key(|Step { from, to }| (from.y, from.x, to.y, to.x));
                assert_eq!(steps, legal);
                let step = *random.choose(&moves);
                game.play(&field.step(step)).expect("the step is legal");
                let hit = field.play(seat.index(), step);
                assert_eq!(hit.is_some(), game.turns_without_hit() == 0);
                assert_eq!(sorted(field.clone()), sorted(Field::new(&game)));
            }
        }
    }

    #[test]
    fn a_move_taken_back_leaves_no_trace() {
        let mut random = Random::new(2);
        for mut game in games() {
            while let Some(seat) = game.to_move().filter(|_| game.turns() < 200) {
                let mut field = Field::new(&game);
                let before = sorted(field.clone());
                let mut moves = Vec::new();
                field.moves(seat.index(), |_| true, &mut moves);
                for &step in &moves {
                    let hit = field.play(seat.index(), step);
                    field.take_back(seat.index(), step, hit);
                    assert_eq!(sorted(field.clone()), before);
                }
                game.play(&field.step(*random.choose(&moves))).expect("the step is legal");
            }
        }
    }

    #[test]
    fn hits_are_moves_to_the_stones_wanted() {
        let board = "0.1/.../2.1".parse().expect("a board");
        let game = Game::new(&Params::new(&Options::explicit(&board)).expect("the parameters are valid"));
        let mut field = Field::new(&game);
        let from_corner =
            |x, y| Move { from: field.cell(Square::new(0, 0)), to: field.cell(Square::new(x, y)) };
        let middle = from_corner(1, 1);
        assert_eq!(field.distances(0)[middle.to], 1);
        field.play(0, middle);
        let hits_on = |wanted: usize| {
            let mut moves = Vec::new();
            field.moves(0, |victim| victim == Some(wanted), &mut moves);
            moves.len()
        };
        assert_eq!([hits_on(0), hits_on(1), hits_on(2)], [0, 2, 1]);
    }
}
