//! What stands out in a turn: hits, sunk ships, captures, passes.

use std::fmt;

use judge_play::games::{Piece, PieceKind, Scene, Seat};
use judge_play::text::count;
use judge_play::{By, Moved};

/// Something that stands out in a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Battleship: the shot hit.
    Hit,
    /// Battleship: the shot missed.
    Miss,
    /// Battleship: the shot was at a square that was shot at before.
    Wasted,
    /// Battleship: the shot sank a ship of this length.
    Sunk(u8),
    /// Othello: so many chips were turned.
    Turned(usize),
    /// Othello: there was no other action.
    Pass,
    /// Stones: a stone of this seat was taken.
    Captured(Seat),
    /// Stones: this seat lost its last stone.
    Lost(Seat),
    /// Gobblet: a piece of this seat was covered.
    Covered(Seat),
    /// Freedom: the score of the seat that moved changed by so much.
    Scored(i32),
}

impl Mark {
    /// Whether the turn is worth a jump: not what happens in nearly every turn.
    #[must_use]
    pub fn is_rare(self) -> bool {
        matches!(
            self,
            Self::Sunk(_)
                | Self::Pass
                | Self::Captured(_)
                | Self::Lost(_)
                | Self::Covered(_)
                | Self::Scored(_)
        )
    }
}

impl fmt::Display for Mark {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Hit => f.write_str("hit"),
            Self::Miss => f.write_str("miss"),
            Self::Wasted => f.write_str("shot at before"),
            Self::Sunk(length) => write!(f, "sinks a ship of {length}"),
            Self::Turned(chips) => write!(f, "turns {}", count(*chips as u64, "chip")),
            Self::Pass => f.write_str("pass"),
            Self::Captured(seat) => write!(f, "takes a stone of seat {seat}"),
            Self::Lost(seat) => write!(f, "seat {seat} has lost its last stone"),
            Self::Covered(_) => f.write_str("covers a piece of the other side"),
            Self::Scored(change) => write!(f, "{change:+} points"),
        }
    }
}

/// What stands out in a turn of a game, by the positions before and after it.
#[must_use]
pub fn marks(game: &str, before: &Scene, after: &Scene, moved: &Moved) -> Vec<Mark> {
    match game {
        "battleship" => shot(before, after, moved.seat),
        "othello" if moved.action == "--" => vec![Mark::Pass],
        "othello" => turned(before, after, moved.seat),
        "stones" => captured(before, after, moved.seat),
        "gobblet" => covered(before, after, moved.seat),
        _ => scored(before, after, moved),
    }
}

/// The shot of a seat: it left something on the other's board, or was wasted.
fn shot(before: &Scene, after: &Scene, seat: Seat) -> Vec<Mark> {
    let target = seat.other().index();
    let (Some(was), Some(is)) = (before.boards.get(target), after.boards.get(target)) else {
        return Vec::new();
    };
    let own = |scene: &Scene| scene.boards[seat.index()].cells.iter().any(|cell| !cell.pieces.is_empty());
    if !own(before) {
        // The seat has only placed its fleet.
        return Vec::new();
    }
    let mut marks = Vec::new();
    let changed = was.cells.iter().zip(&is.cells).find(|(was, is)| was.pieces != is.pieces);
    marks.push(match changed.and_then(|(_, cell)| cell.pieces.last()) {
        Some(Piece { kind: PieceKind::Hit, .. }) => Mark::Hit,
        Some(_) => Mark::Miss,
        None => Mark::Wasted,
    });
    let mut afloat: Vec<u8> = is.beside.iter().flatten().copied().filter_map(length).collect();
    for length in was.beside.iter().flatten().copied().filter_map(length) {
        match afloat.iter().position(|other| *other == length) {
            Some(place) => drop(afloat.remove(place)),
            None => marks.push(Mark::Sunk(length)),
        }
    }
    marks
}

fn length(piece: Piece) -> Option<u8> {
    match piece.kind {
        PieceKind::Ship { length } => Some(length),
        _ => None,
    }
}

fn turned(before: &Scene, after: &Scene, seat: Seat) -> Vec<Mark> {
    let cells = before.boards[0].cells.iter().zip(&after.boards[0].cells);
    let is_turned = |(was, is): &(&judge_play::games::CellScene, &judge_play::games::CellScene)| {
        let owner = |pieces: &[Piece]| pieces.last().and_then(|piece| piece.owner);
        owner(&was.pieces) == Some(seat.other()) && owner(&is.pieces) == Some(seat)
    };
    vec![Mark::Turned(cells.filter(is_turned).count())]
}

fn captured(before: &Scene, after: &Scene, mover: Seat) -> Vec<Mark> {
    let fewer = before.scores.iter().zip(&after.scores).enumerate().filter(|(_, (was, is))| is < was);
    let mut marks = Vec::new();
    for (seat, (_, is)) in fewer {
        let seat = Seat(u8::try_from(seat).expect("seats are counted in a byte"));
        if seat != mover {
            marks.push(Mark::Captured(seat));
        }
        if *is == 0 {
            marks.push(Mark::Lost(seat));
        }
    }
    marks
}

fn covered(before: &Scene, after: &Scene, seat: Seat) -> Vec<Mark> {
    let cells = before.boards[0].cells.iter().zip(&after.boards[0].cells);
    let grown = cells.filter(|(was, is)| is.pieces.len() > was.pieces.len());
    let below = grown.filter_map(|(was, _)| was.pieces.last().and_then(|piece| piece.owner));
    below.filter(|owner| *owner != seat).map(Mark::Covered).collect()
}

fn scored(before: &Scene, after: &Scene, moved: &Moved) -> Vec<Mark> {
    let seat = moved.seat.index();
    let change = after.scores[seat] - before.scores[seat];
    if change == 0 || moved.by == By::Opening { Vec::new() } else { vec![Mark::Scored(change)] }
}
