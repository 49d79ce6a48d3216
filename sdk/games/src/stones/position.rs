//! A position as plain data and as text, and the door from there into a game.

use std::fmt;
use std::str::FromStr;

use super::{Board, PLAYERS_MAX, Params, Stones, stones_by_seat};
use crate::square::number;
use crate::{ParseError, Seat};

/// All that the future of a game depends on beside its rules, not yet checked.
///
/// Notation: board, player to move, turns taken, turns since the last hit, and
/// who has lost, the first first; `-` for nobody. For example
/// `000/.../111 0 0 0 -`, or `..2/.1. 1 7 0 03`. The board's rows may also be
/// divided by white space.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The squares with the stones on them.
    pub board: Board,
    /// The player to move; `None` when the game is over.
    pub to_move: Option<Seat>,
    /// Turns taken.
    pub turns: u32,
    /// Turns taken since the last hit.
    pub turns_without_hit: u32,
    /// Players who have lost, the first first.
    pub lost: Vec<Seat>,
}

impl Stones {
    /// The position of the game.
    #[must_use]
    pub fn position(&self) -> Position {
        Position {
            board: *self.board(),
            to_move: self.to_move,
            turns: self.turns(),
            turns_without_hit: self.turns_without_hit(),
            lost: self.lost().to_vec(),
        }
    }

    /// A game by these parameters that stands at `position`. Whether the position
    /// can come about is not asked.
    ///
    /// # Errors
    /// The first thing that does not fit: the board, who has lost, the turns, and
    /// who must move.
    pub fn from_position(params: &Params, position: &Position) -> Result<Self, InvalidPosition> {
        let (board, rules) = (position.board, params.rules());
        let (columns, rows) = (params.start().columns(), params.start().rows());
        if (board.columns(), board.rows()) != (columns, rows) {
            return Err(InvalidPosition::Size { columns, rows });
        }
        let counts = stones_by_seat(&board);
        let (lost, lost_count) = check_lost(&counts, rules.players(), &position.lost)?;
        if position.turns > rules.max_turns() {
            return Err(InvalidPosition::Turns(position.turns));
        }
        if position.turns_without_hit > rules.no_hit_limit().min(position.turns) {
            return Err(InvalidPosition::TurnsWithoutHit(position.turns_without_hit));
        }
        let game = Self {
            rules,
            board,
            counts,
            lost,
            lost_count,
            to_move: position.to_move,
            turns: position.turns,
            turns_without_hit: position.turns_without_hit,
        };
        match game.to_move {
            None if !game.is_over() => Err(InvalidPosition::NobodyToMove),
            Some(_) if game.is_over() => Err(InvalidPosition::Over),
            Some(player) if game.stones(player) == 0 => Err(InvalidPosition::ToMove(player)),
            _ => Ok(game),
        }
    }
}

/// Checks that just those of the players who have no stones have lost, not all of
/// them, and each once.
fn check_lost(
    counts: &[u16; PLAYERS_MAX],
    players: u8,
    lost: &[Seat],
) -> Result<([Seat; PLAYERS_MAX], u8), InvalidPosition> {
    let mut seats = (0..Board::PLAYERS_MAX).map(Seat);
    let has_stones = |seat: Seat| counts[seat.index()] > 0;
    if let Some(stranger) = seats.find(|&seat| seat.0 >= players && has_stones(seat)) {
        return Err(InvalidPosition::Stranger(stranger));
    }
    let mut places = [Seat(0); PLAYERS_MAX];
    let mut lost_count = 0;
    for &seat in lost {
        if seat.0 >= players {
            return Err(InvalidPosition::LostStranger(seat));
        }
        if has_stones(seat) {
            return Err(InvalidPosition::LostWithStones(seat));
        }
        if places[..lost_count.into()].contains(&seat) {
            return Err(InvalidPosition::LostTwice(seat));
        }
        places[usize::from(lost_count)] = seat;
        lost_count += 1;
    }
    match (0..players).map(Seat).find(|seat| !has_stones(*seat) && !lost.contains(seat)) {
        Some(seat) => Err(InvalidPosition::NotLost(seat)),
        None if lost_count == players => Err(InvalidPosition::AllLost),
        None => Ok((places, lost_count)),
    }
}

/// The reason why a position fits no game by the parameters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvalidPosition {
    /// The board has another size.
    Size {
        /// Columns by the parameters.
        columns: u8,
        /// Rows by the parameters.
        rows: u8,
    },
    /// A stone belongs to no player.
    Stranger(Seat),
    /// Someone has lost who is no player.
    LostStranger(Seat),
    /// A player with stones has lost.
    LostWithStones(Seat),
    /// A player has lost twice.
    LostTwice(Seat),
    /// A player without stones has not lost.
    NotLost(Seat),
    /// All players have lost.
    AllLost,
    /// More turns than a game may have.
    Turns(u32),
    /// More turns without a hit than a game may have, or than it has had turns.
    TurnsWithoutHit(u32),
    /// Nobody must move, but the game goes on.
    NobodyToMove,
    /// Someone must move, but the game is over.
    Over,
    /// A player must move who has no stones, or is no player.
    ToMove(Seat),
}

impl fmt::Display for InvalidPosition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Size { columns, rows } => write!(f, "the board is not of {columns} × {rows} squares"),
            Self::Stranger(seat) => write!(f, "a stone on the board is of {seat}, who is no player"),
            Self::LostStranger(seat) => write!(f, "{seat} cannot have lost, who is no player"),
            Self::LostWithStones(seat) => write!(f, "player {seat} has stones and cannot have lost"),
            Self::LostTwice(seat) => write!(f, "player {seat} cannot have lost twice"),
            Self::NotLost(seat) => write!(f, "player {seat} has no stones and must have lost"),
            Self::AllLost => f.write_str("nobody has stones"),
            Self::Turns(turns) => write!(f, "{turns} turns are more than the game may have"),
            Self::TurnsWithoutHit(turns) => {
                write!(f, "{turns} turns without a hit are more than the game may have, or has had")
            }
            Self::NobodyToMove => f.write_str("the game goes on, so somebody must move"),
            Self::Over => f.write_str("the game is over, so nobody must move"),
            Self::ToMove(seat) => write!(f, "{seat} cannot be to move, having no stones"),
        }
    }
}

impl std::error::Error for InvalidPosition {}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.board)?;
        fmt_seats(f, self.to_move.as_slice())?;
        write!(f, " {} {} ", self.turns, self.turns_without_hit)?;
        fmt_seats(f, &self.lost)
    }
}

fn fmt_seats(f: &mut fmt::Formatter<'_>, seats: &[Seat]) -> fmt::Result {
    if seats.is_empty() {
        return f.write_str("-");
    }
    seats.iter().try_for_each(|seat| write!(f, "{seat}"))
}

impl FromStr for Position {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let field = |text: &str| {
            ParseError::because(format_args!(
                "{text:?} does not fit; write board, player to move, turns, turns without a hit and who has lost, \
                 as in 00/../11 0 0 0 -"
            ))
        };
        let words: Vec<&str> = text.split_whitespace().collect();
        let Some((rows, [to_move, turns, turns_without_hit, lost])) = words.split_last_chunk() else {
            return Err(field(text));
        };
        let to_move_seats = seats(to_move).filter(|seats| seats.len() < 2);
        Ok(Self {
            board: rows.join("/").parse()?,
            to_move: to_move_seats.ok_or_else(|| field(to_move))?.first().copied(),
            turns: number(turns).ok_or_else(|| field(turns))?,
            turns_without_hit: number(turns_without_hit).ok_or_else(|| field(turns_without_hit))?,
            lost: seats(lost).ok_or_else(|| field(lost))?,
        })
    }
}

/// Seats as the notation prints them: digits, or `-` for none.
fn seats(text: &str) -> Option<Vec<Seat>> {
    if text == "-" {
        return Some(Vec::new());
    }
    let seat = |letter: char| Some(Seat(u8::try_from(letter.to_digit(10)?).ok()?));
    text.chars().map(seat).collect()
}
