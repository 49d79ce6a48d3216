//! The legal actions of a position, and the positions after them.

use super::{Action, Board, Illegal, Position, Size};
use crate::Square;

impl Position {
    /// The legal actions: entering first, smallest size first, then moving, by the
    /// cell they come from; cells row by row. None once somebody has won, and else
    /// at least one.
    #[must_use]
    pub fn legal(&self) -> Actions {
        if self.winner().is_some() {
            return Actions::none(self.board);
        }
        let open = self.open();
        let own = self.shown_by_size(self.to_move);
        let sources = own.into_iter().fold(0, |all, cells| all | cells);
        Actions { enter: self.entries(open), own, open, sources, ..Actions::none(self.board) }
    }

    /// The legal actions and the positions they lead to, in the order of [`Position::legal`].
    pub fn successors(&self) -> impl Iterator<Item = (Action, Self)> {
        let position = *self;
        self.legal().map(move |action| (action, position.after(action)))
    }

    /// Plays `action` for the colour to move.
    ///
    /// # Errors
    /// The rule that the action breaks; the position is unchanged then.
    pub fn play(&mut self, action: Action) -> Result<(), Illegal> {
        self.check(action)?;
        *self = self.after(action);
        Ok(())
    }

    /// Whether `action` is legal.
    ///
    /// # Errors
    /// The first rule broken: a game that is over, the board's edge, the piece, then
    /// what it would cover.
    pub fn check(&self, action: Action) -> Result<(), Illegal> {
        if self.winner().is_some() {
            return Err(Illegal::Over);
        }
        match action {
            Action::Enter { size, to } => self.check_enter(size, to),
            Action::Move { from, to } => self.check_move(from, to),
        }
    }

    fn check_enter(&self, size: Size, to: Square) -> Result<(), Illegal> {
        let cell = self.on_board(to)?;
        if !self.board.sizes().contains(&size) {
            return Err(Illegal::NoSuchSize(size));
        }
        if self.reserve(self.to_move, size) == 0 {
            return Err(Illegal::NoneLeft(size));
        }
        if self.reserve_tops(self.to_move, size) == 0 {
            return Err(Illegal::Buried(size));
        }
        if self.top(to).is_some_and(|top| top.size >= size) {
            return Err(Illegal::TooSmall(to));
        }
        match self.top(to) {
            Some(top) if self.board == Board::Four && top.colour == self.to_move => {
                Err(Illegal::EnterOnOwn(to))
            }
            Some(_) if self.coverable() & cell == 0 => Err(Illegal::EnterWithoutThree(to)),
            _ => Ok(()),
        }
    }

    fn check_move(&self, from: Square, to: Square) -> Result<(), Illegal> {
        self.on_board(from)?;
        self.on_board(to)?;
        let piece = self.top(from).ok_or(Illegal::Vacant(from))?;
        if piece.colour != self.to_move {
            return Err(Illegal::NotYours(from));
        }
        if from == to {
            return Err(Illegal::SameCell(to));
        }
        if self.top(to).is_some_and(|top| top.size >= piece.size) {
            return Err(Illegal::TooSmall(to));
        }
        Ok(())
    }

    fn on_board(&self, square: Square) -> Result<u16, Illegal> {
        match self.board.cell(square) {
            0 => Err(Illegal::OffBoard(square)),
            cell => Ok(cell),
        }
    }

    /// By size, the cells that are empty or whose top is smaller.
    #[inline]
    fn open(&self) -> [u16; 4] {
        self.at_least().map(|blocked| self.board.mask() & !blocked)
    }

    /// By size, the cells that a piece from the reserve may enter.
    #[inline]
    fn entries(&self, open: [u16; 4]) -> [u16; 4] {
        // A cell that is open to the smallest size is empty.
        let allowed = open[0] | self.coverable();
        Size::ALL.map(|size| match self.reserve_tops(self.to_move, size) {
            0 => 0,
            _ => open[size.index()] & allowed,
        })
    }

    /// The occupied cells that a piece from the reserve may cover if it is larger.
    #[inline]
    fn coverable(&self) -> u16 {
        let board = self.board;
        match board {
            Board::Three => board.mask(),
            Board::Four => {
                let theirs = self.shown(self.to_move.other());
                theirs & board.one_short(theirs)
            }
        }
    }

    /// The position after a legal action.
    #[inline]
    fn after(mut self, action: Action) -> Self {
        let (size, change) = match action {
            Action::Enter { size, to } => (size, self.board.cell(to)),
            Action::Move { from, to } => {
                let piece = self.top(from).expect("a legal move has a piece to move");
                (piece.size, self.board.cell(from) | self.board.cell(to))
            }
        };
        self.pieces[self.to_move.index()][size.index()] ^= change;
        self.to_move = self.to_move.other();
        self
    }
}

/// Legal actions, one after the other; nothing is allocated.
///
/// Counting them by `len` lists none.
#[derive(Clone, Debug)]
pub struct Actions {
    board: Board,
    /// By size, the cells left to enter.
    enter: [u16; 4],
    /// By size, the own pieces on top.
    own: [u16; 4],
    /// By size, the cells that a piece on the board may move to.
    open: [u16; 4],
    /// The own pieces on top whose moves are not begun yet.
    sources: u16,
    /// The piece whose moves are listed now, and where it may still go.
    from: Square,
    targets: u16,
}

impl Actions {
    fn none(board: Board) -> Self {
        let none = [0; 4];
        Self { board, enter: none, own: none, open: none, sources: 0, from: Square::new(0, 0), targets: 0 }
    }

    #[inline]
    fn next_enter(&mut self) -> Option<Action> {
        for size in Size::ALL {
            if let Some(to) = self.board.take_first(&mut self.enter[size.index()]) {
                return Some(Action::Enter { size, to });
            }
        }
        None
    }

    #[inline]
    fn next_move(&mut self) -> Option<Action> {
        loop {
            if let Some(to) = self.board.take_first(&mut self.targets) {
                return Some(Action::Move { from: self.from, to });
            }
            self.from = self.board.take_first(&mut self.sources)?;
            let cell = self.board.cell(self.from);
            let lies_there = |size: &Size| self.own[size.index()] & cell != 0;
            self.targets = Size::ALL.into_iter().find(lies_there).map_or(0, |size| self.open[size.index()]);
        }
    }
}

impl Iterator for Actions {
    type Item = Action;

    #[inline]
    fn next(&mut self) -> Option<Action> {
        self.next_enter().or_else(|| self.next_move())
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let ones = |cells: u16| cells.count_ones() as usize;
        let enters = self.enter.iter().map(|&cells| ones(cells)).sum::<usize>();
        let moves = |size: Size| ones(self.own[size.index()] & self.sources) * ones(self.open[size.index()]);
        let moves = Size::ALL.into_iter().map(moves).sum::<usize>();
        let count = enters + ones(self.targets) + moves;
        (count, Some(count))
    }
}

impl ExactSizeIterator for Actions {}

impl std::iter::FusedIterator for Actions {}
