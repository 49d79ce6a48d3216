//! Facts that hold for every position of a game: names, words, notation, pieces, hidden parts. Plain data that any game
//! can say of itself, be it built in or a file.

use std::borrow::Cow;

use judge_games::Seat;

use crate::Piece;

/// A game's description of itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Facts {
    /// The seats' names, by seat, as `black`. A seat without a name is called by its number.
    pub seats: &'static [&'static str],
    /// The unit of scores; `None` if a score says no more than who has won.
    pub unit: Option<Unit>,
    /// An example of an action to type, as in `a square, as in d3`.
    pub example: &'static str,
    /// The notation of actions, in one or two sentences.
    pub notation: &'static str,
    /// The message after a text that is no action; `None` to repeat the notation.
    pub misread: Option<&'static str>,
    /// The parts of each other's side that seats do not see.
    pub hidden: Hidden,
    /// The kinds of pieces.
    pub pieces: &'static [PieceFacts],
    /// The pieces of a cell that are drawn.
    pub stacks: Stacks,
    /// The piece that stands for a seat in lists: its kind, and its number.
    pub emblem: Option<(u8, u8)>,
    /// The board's material: `felt`, `grooves`, `wood`, `sand` or `sea`. A front end draws any other as a plain board.
    pub ground: &'static str,
    /// The name of a seat's own board, if each has one, as `Waters`.
    pub own_board: &'static str,
    /// The name of the stacks beside a board, as `reserve`, if there can be any.
    pub beside: Option<&'static str>,
    /// Whether choices say [what they would change](crate::Choice::changes).
    pub previews: bool,
    /// Whether pieces bear the number of the action that put them there.
    pub numbered: bool,
    /// A form in which other programs read games of this kind, as `GGF`.
    pub other_form: Option<&'static str>,
    /// The action that only a seat's first turn has, as `in which it places its fleet`.
    pub first_turn: Option<&'static str>,
    /// The words for [what must be placed](crate::Placing).
    pub placing: Option<PlacingFacts>,
    /// Settings that go together and are worth a try with a new bot, as `size=4 ask_on_pass=true`.
    pub trials: &'static [&'static str],
}

impl Facts {
    /// Those of a game that says nothing of itself. What a seat does is a secret then.
    pub const NONE: Self = Self {
        seats: &[],
        unit: Some(Unit { one: "point", many: "points" }),
        example: "an action",
        notation: "Write an action in the game's notation.",
        misread: None,
        hidden: Hidden::Secrets("what it hides"),
        pieces: &[],
        stacks: Stacks::Top,
        emblem: None,
        ground: "plain",
        own_board: "Board",
        beside: None,
        previews: false,
        numbered: false,
        other_form: None,
        first_turn: None,
        placing: None,
        trials: &[],
    };

    /// The name of a seat: `black`, or `seat 1`.
    #[must_use]
    pub fn seat(&self, seat: Seat) -> String {
        self.seats
            .get(seat.index())
            .map_or_else(|| format!("seat {}", seat.index() + 1), |name| (*name).to_owned())
    }

    /// A score with what it counts: `1 chip`, `2 chips`; the bare number if it counts nothing.
    #[must_use]
    pub fn score(&self, score: i32) -> String {
        match self.unit {
            Some(unit) => format!("{score} {}", if score == 1 { unit.one } else { unit.many }),
            None => score.to_string(),
        }
    }

    /// The facts about a piece's kind, if the game gives any.
    #[must_use]
    pub fn piece(&self, piece: Piece) -> Option<&'static PieceFacts> {
        self.pieces.get(usize::from(piece.kind))
    }

    /// Whether seats keep secrets from one another.
    #[must_use]
    pub fn has_secrets(&self) -> bool {
        matches!(self.hidden, Hidden::Secrets(_))
    }
}

/// The unit of a score.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unit {
    /// One of them: `chip`.
    pub one: &'static str,
    /// Any other number: `chips`.
    pub many: &'static str,
}

/// The parts of each other's side that seats do not see.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hidden {
    /// Nothing: all see the same.
    Nothing,
    /// Pieces that were seen once and are covered now. Nobody needs to be kept from them.
    Covered,
    /// Secrets, and what they are, as `its fleet`. Whoever plays must not get them to see, nor the questions that
    /// others are asked, nor what these log.
    Secrets(&'static str),
}

/// The pieces of a cell that are drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stacks {
    /// The one on top.
    Top,
    /// All that may be seen, from the bottom to the top.
    Whole,
}

/// A kind of pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceFacts {
    /// The piece's name. `{seat}` stands for its seat's name, `{player}` for who has that seat, and `{number}` for
    /// its number in words.
    pub name: &'static str,
    /// The shape to draw: `disc`, `cup`, `stone`, `live-stone`, `pebble`, `ship`, `hit` or `miss`. A front end draws
    /// any other as a disc.
    pub shape: &'static str,
    /// The letters in ASCII: for each seat a text, and in it a letter for each number. The last one
    /// stands for all further seats, or numbers.
    pub letters: &'static [&'static str],
    /// The same in symbols; nothing if they are as the letters.
    pub symbols: &'static [&'static str],
    /// The meaning of its number.
    pub number: Number,
    /// Its meaning to its owner.
    pub tone: Tone,
}

impl PieceFacts {
    /// A piece without a number, for its name, its shape, and the letters and the symbols of each seat.
    #[must_use]
    pub const fn plain(
        name: &'static str,
        shape: &'static str,
        letters: &'static [&'static str],
        symbols: &'static [&'static str],
    ) -> Self {
        Self { name, shape, letters, symbols, number: Number::None, tone: Tone::Plain }
    }
}

/// The meaning of a piece's number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Number {
    /// Nothing.
    None,
    /// The number of cells that it covers. In text it is drawn as that number.
    Length,
    /// Its size: the words for sizes, from 0.
    Size(&'static [&'static str]),
}

/// The meaning of something to whom it concerns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tone {
    /// Nothing special.
    Plain,
    /// A loss.
    Blow,
}

/// The words for what must be placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PlacingFacts {
    /// One of the pieces: `ship`.
    pub one: &'static str,
    /// Some of them: `ships`.
    pub many: &'static str,
    /// All of them: `fleet`.
    pub all: &'static str,
    /// The notation of pieces.
    pub notation: &'static str,
}

/// The public version of a secret action, for the other seats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Secret {
    /// In a list of actions: `fleet`.
    pub word: Cow<'static, str>,
    /// After the name of a seat: `places its fleet`.
    pub says: Cow<'static, str>,
}

impl Secret {
    /// For an action of which the game says nothing.
    pub const ALL: Self = Self { word: Cow::Borrowed("hidden"), says: Cow::Borrowed("acts in secret") };

    /// A secret in these words.
    #[must_use]
    pub const fn new(word: &'static str, says: &'static str) -> Self {
        Self { word: Cow::Borrowed(word), says: Cow::Borrowed(says) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_that_says_nothing_hides() {
        let facts = Facts::NONE;
        assert!(facts.has_secrets());
        assert_eq!([facts.seat(Seat(0)), facts.score(1), facts.score(2)], ["seat 1", "1 point", "2 points"]);
    }
}
