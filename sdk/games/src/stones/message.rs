//! Messages to the players about the game, one for each thing that happens.

use std::fmt;

use super::Step;
use crate::{Seat, Square};

/// An event, as all players receive it.
///
/// It travels with the board as it is after the message: after a hit the cell is
/// empty, and the attacker has not moved yet. That is why `GameStart` needs no
/// board of its own. Printed as `Move 0 (0,0) (0,1)`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Message {
    /// The stones are laid; nobody has moved.
    GameStart,
    /// This player must move now.
    TurnTo(Seat),
    /// This player's stone has gone from a square to another.
    Move(Seat, Step),
    /// This player has lost the stone on this square.
    Hit(Seat, Square),
    /// This player has no stones any more.
    PlayerLost(Seat),
    /// This player is the last with stones. Not sent if the game ends at a cap.
    PlayerWon(Seat),
}

impl fmt::Display for Message {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::GameStart => f.write_str("GameStart"),
            Self::TurnTo(player) => write!(f, "TurnTo {player}"),
            Self::Move(player, Step { from, to }) => write!(f, "Move {player} ({from}) ({to})"),
            Self::Hit(player, square) => write!(f, "Hit {player} ({square})"),
            Self::PlayerLost(player) => write!(f, "PlayerLost {player}"),
            Self::PlayerWon(player) => write!(f, "PlayerWon {player}"),
        }
    }
}
