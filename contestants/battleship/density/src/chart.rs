//! The knowledge about the opponent's board: views in, one after the other; the places where
//! each ship may lie out. Knows nothing of how likely they are.

use judge_sdk::battleship::{Cell, Setup, Ship, Square, View};

/// Squares in a row or a column, as indices into the board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Line {
    first: u16,
    step: u16,
    pub(crate) length: u8,
}

impl Line {
    fn of(ship: Ship, size: u8) -> Self {
        let mut squares = ship.squares().map(|square| square.index(size));
        let index = |square| u16::try_from(square).expect("a board has at most 256 squares");
        let first = index(squares.next().expect("a ship covers a square"));
        let step = squares.next().map_or(0, |second| index(second) - first);
        Self { first, step, length: ship.length }
    }

    pub(crate) fn squares(self) -> impl Iterator<Item = usize> {
        (0..u16::from(self.length)).map(move |number| usize::from(self.first + number * self.step))
    }

    pub(crate) fn covers(self, square: usize) -> bool {
        self.squares().any(|covered| covered == square)
    }
}

/// The knowledge about the opponent's board.
pub(crate) struct Chart {
    /// Row by row.
    pub(crate) cells: Vec<Cell>,
    /// Lengths of the ships not sunk yet, longest first.
    pub(crate) afloat: Vec<u8>,
    /// The places without a miss for each length afloat.
    pub(crate) lines: Vec<Line>,
    /// The places where each sunk ship may have lain.
    pub(crate) sunk: Vec<Vec<Line>>,
}

impl Chart {
    pub(crate) fn new(setup: &Setup) -> Self {
        let mut lengths = setup.fleet.clone();
        lengths.dedup();
        let placements = |&length: &u8| Ship::placements(length, setup.size);
        let lines = lengths.iter().flat_map(placements).map(|ship| Line::of(ship, setup.size)).collect();
        Self { cells: Vec::new(), afloat: setup.fleet.clone(), lines, sunk: Vec::new() }
    }

    /// Takes in what the last `shot` has shown.
    pub(crate) fn update(&mut self, view: &View, shot: Option<Square>) {
        self.cells = view.squares().filter_map(|square| view.at(square.x, square.y)).collect();
        let afloat = view.ships_remaining();
        if let (Some(length), Some(shot)) = (missing(&self.afloat, afloat), shot) {
            self.sink(length, shot.index(view.size()));
        }
        self.afloat = afloat.to_vec();
        let cells = &self.cells;
        self.lines.retain(|line| {
            afloat.contains(&line.length) && line.squares().all(|square| cells[square] != Cell::Miss)
        });
    }

    /// Whether `cell` is what all squares of `line` are.
    pub(crate) fn all(&self, line: Line, cell: Cell) -> bool {
        line.squares().all(|square| self.cells[square] == cell)
    }

    /// A ship just sunk lies on hits only, the last shot among them.
    fn sink(&mut self, length: u8, shot: usize) {
        let is_place =
            |line: &&Line| line.length == length && line.covers(shot) && self.all(**line, Cell::Hit);
        let places = self.lines.iter().filter(is_place).copied().collect();
        self.sunk.push(places);
    }
}

/// The length that is in `before` more often than in `after`.
fn missing(before: &[u8], after: &[u8]) -> Option<u8> {
    let different = before.iter().zip(after).find(|(before, after)| before != after);
    different.map(|(&before, _)| before).or_else(|| before.get(after.len()).copied())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ship_just_sunk_lies_on_hits_the_last_shot_among_them() {
        let setup = Setup { seed: 0, seat: 0, size: 4, fleet: vec![3, 2, 2], no_touch: false };
        let mut chart = Chart::new(&setup);
        let shots = [(0, 0), (1, 0), (2, 0), (2, 1)].map(|(x, y)| Square::new(x, y));
        let mut state = vec![0; 16];
        for (shot, afloat) in shots.into_iter().zip([&[3, 2, 2][..], &[3, 2, 2], &[3, 2, 2], &[3, 2]]) {
            state[shot.index(4)] = 1;
            chart.update(&View::new(4, state.clone(), afloat.to_vec()), Some(shot));
        }
        let sunk = chart.sunk.iter().flatten().map(|line| line.squares().collect());
        assert_eq!(sunk.collect::<Vec<Vec<usize>>>(), [[2, 6]]);
    }
}
