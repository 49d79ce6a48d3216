//! How seats and squares are written as JSON: the rules know no serde.

#![expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks for these signatures")]

use judge_games::Square;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// A square's place beside other keys.
#[derive(Serialize)]
#[serde(remote = "judge_games::Square")]
pub(crate) struct Coordinates {
    x: u8,
    y: u8,
}

/// A seat as its number, or nothing.
pub mod optional_seat {
    use judge_games::Seat;

    use super::{Deserialize, Deserializer, Serialize, Serializer};

    /// Writes it.
    ///
    /// # Errors
    /// The writer's.
    pub fn serialize<S: Serializer>(seat: &Option<Seat>, to: S) -> Result<S::Ok, S::Error> {
        seat.map(|seat| seat.0).serialize(to)
    }

    /// Reads it.
    ///
    /// # Errors
    /// If it is no number of a byte.
    pub fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Seat>, D::Error> {
        Ok(Option::<u8>::deserialize(from)?.map(Seat))
    }
}

/// A square as its column and row.
pub(crate) fn pair<S: Serializer>(square: &Square, to: S) -> Result<S::Ok, S::Error> {
    [square.x, square.y].serialize(to)
}

pub(crate) fn square<'de, D: Deserializer<'de>>(from: D) -> Result<Square, D::Error> {
    <[u8; 2]>::deserialize(from).map(|[x, y]| Square::new(x, y))
}

/// Squares, each as its column and row.
pub(crate) fn pairs<S: Serializer>(squares: &[Square], to: S) -> Result<S::Ok, S::Error> {
    to.collect_seq(squares.iter().map(|square| [square.x, square.y]))
}

pub(crate) fn squares<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<Square>, D::Error> {
    let pairs = Vec::<[u8; 2]>::deserialize(from)?;
    Ok(pairs.into_iter().map(|[x, y]| Square::new(x, y)).collect())
}
