//! Gobblet: the board with the pieces on top, and the reserves beside it.

use judge_games::gobblet::{self, Action, Board, Colour, Gobblet, Position, Size};
use judge_games::{Game, Square};

use crate::{
    BoardScene, Choice, Facts, FirstRow, Hidden, Line, Mark, Number, Piece, PieceFacts, Place, Shown, Stacks,
    Viewpoint, Weight,
};

/// A piece that can cover smaller ones.
const CUP: u8 = 0;

impl Shown for Gobblet {
    const FACTS: &'static Facts = &Facts {
        seats: &["red", "yellow"],
        unit: None,
        example: "a piece that enters, as in L@1,1, or moves, as in 0,1>2,0",
        notation: "Write size@column,row to enter a piece, as in L@1,1, or column,row>column,row to move one, as in 0,1>2,0.",
        misread: Some(
            "is no action; write size@x,y to enter a piece, as in L@1,1, or x,y>x,y to move one, as in 0,1>2,0",
        ),
        hidden: Hidden::Covered,
        pieces: &[PieceFacts {
            number: Number::Size(&["small", "middle", "large", "largest"]),
            ..PieceFacts::plain("{seat} {number} cup", "cup", &["SMLX", "smlx"], &[])
        }],
        stacks: Stacks::Whole,
        emblem: Some((CUP, Size::Large.number())),
        ground: "grooves",
        beside: Some("reserve"),
        ..Facts::NONE
    };

    /// As at a table, players see the piece on top of a cell and must remember what it covers.
    fn boards(&self, viewpoint: Viewpoint) -> Vec<BoardScene> {
        let position = self.position();
        let width = position.board().width();
        let pieces = |square: Square| match viewpoint {
            Viewpoint::Everything => position.stack(square).map(cup).collect(),
            Viewpoint::Seat(_) => position.top(square).map(cup).into_iter().collect(),
        };
        vec![BoardScene {
            beside: reserves(position),
            lines: position.winner().map_or_else(Vec::new, |winner| lines(position, winner)),
            ..BoardScene::new((width, width), FirstRow::Top, pieces)
        }]
    }

    fn scores(&self) -> Vec<i32> {
        Colour::ALL.map(|colour| i32::from(self.position().winner() == Some(colour))).to_vec()
    }

    fn choice(&self, action: &Action) -> Choice {
        let position = self.position();
        let entering = |size: Size| {
            let top = Some(cup(gobblet::Piece { colour: position.to_move(), size }));
            reserves(position).iter().position(|stack| stack.last().copied() == top)
        };
        let (from, to) = match *action {
            Action::Enter { size, to } => {
                (entering(size).map(|stack| Place::Beside { board: 0, stack }), Place::cell(to))
            }
            Action::Move { from, to } => (Some(Place::cell(from)), Place::cell(to)),
        };
        Choice { action: action.to_string(), from, to: Some(to), changes: None }
    }

    fn marks(before: &Self, action: &Action, _: &Self, _: Viewpoint) -> Vec<Mark> {
        let (Action::Enter { to, .. } | Action::Move { to, .. }) = *action;
        let covered = before.position().top(to).map(|piece| piece.colour.seat());
        let is_others = covered.is_some() && covered != before.to_move();
        let mark = Mark::new("covers a piece of the other side", Weight::Rare);
        Some(mark).filter(|_| is_others).into_iter().collect()
    }
}

/// The lines with which a colour has won.
fn lines(position: &Position, winner: Colour) -> Vec<Line> {
    let line = |cells| {
        let mut squares = position.board().squares(cells);
        let from = squares.next()?;
        Some(Line { owner: Some(winner.seat()), from, to: squares.last()? })
    };
    position.lines(winner).filter_map(line).collect()
}

fn cup(piece: gobblet::Piece) -> Piece {
    Piece::of(piece.colour.seat(), CUP).numbered(piece.size.number())
}

fn reserves(position: &Position) -> Vec<Vec<Piece>> {
    Colour::ALL.iter().flat_map(|&colour| reserve(position, colour)).collect()
}

/// The stacks of a colour's reserve that are not empty, each from the bottom up.
fn reserve(position: &Position, colour: Colour) -> Vec<Vec<Piece>> {
    let board = position.board();
    let left = |size: Size| position.reserve(colour, size);
    let piece = |&size: &Size| cup(gobblet::Piece { colour, size });
    let sizes = || board.sizes().iter();
    match board {
        Board::Three => {
            let copies = |size: &Size| (0..left(*size)).map(|_| vec![piece(size)]).collect::<Vec<_>>();
            sizes().flat_map(copies).collect()
        }
        // Stacks are interchangeable and lose the largest piece first: so the first stack has
        // each size of which any piece is left, the second each of which two are, and so on.
        Board::Four => {
            let stack = |number| sizes().filter(|size| left(**size) > number).map(piece).collect();
            let stacks = (0..board.copies()).map(stack);
            stacks.filter(|stack: &Vec<_>| !stack.is_empty()).collect()
        }
    }
}
