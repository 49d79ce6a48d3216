//! The common interface of all games, as far as a referee needs it.

use std::fmt;
use std::str::FromStr;

use crate::Parameters;

/// A place in a game: seat 0 moves first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Seat(pub u8);

impl Seat {
    /// The seat as an index into lists that have one item per seat.
    #[must_use]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The other seat of a game for two.
    #[must_use]
    pub const fn other(self) -> Self {
        Self(self.0 ^ 1)
    }
}

impl fmt::Display for Seat {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The reason why a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Ending {
    /// The rules' own goal was reached, be it a win or a draw.
    Rules,
    /// The same position came back as often as the rules allow.
    Repetition,
    /// The game was as long as it may get.
    Cap,
}

/// The result of a game that ended by its rules.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Outcome {
    /// One rank per seat: 1 is best, equals share a rank (`[1, 2]`, `[1, 1]`, `[1, 2, 2]`).
    pub ranks: Vec<u8>,
    /// One score per seat, in the game's own unit (hits, chips, points, stones).
    pub scores: Vec<i32>,
    /// The reason why the game is over.
    pub ending: Ending,
}

impl Outcome {
    /// Ranks the seats by their scores, most first; equal scores share a rank.
    #[must_use]
    pub fn by_score(scores: Vec<i32>, ending: Ending) -> Self {
        let rank = |score: &i32| {
            scores.iter().filter(|other| *other > score).fold(1, |rank: u8, _| rank.saturating_add(1))
        };
        let ranks = scores.iter().map(rank).collect();
        Self { ranks, scores, ending }
    }
}

/// A game in progress, as a referee plays it.
///
/// The value is the whole truth, hidden pieces included; [`Game::view`] is what a
/// seat may know of it. Nothing here panics on a bad action: it is an `Err`, and
/// the game is as it was.
pub trait Game: Clone {
    /// The game's name: in tournaments, in contracts and in commands.
    const NAME: &'static str;

    /// Random legal actions that a game begins with where nothing else is said;
    /// `None` if the game has no openings.
    const OPENING_PLIES: Option<u32>;

    /// Settings that can differ from game to game: the size of the board, limits, variants.
    type Params: Parameters;
    /// The action of a player in one turn. Printed and parsed in one notation: each
    /// action, legal or not, is read as it was printed.
    type Action: fmt::Display + FromStr<Err: fmt::Display> + Clone + PartialEq + fmt::Debug;
    /// The information for a seat that is asked for an action.
    type View;
    /// The rule that an action broke.
    type Illegal: std::error::Error;

    /// A new game by these parameters.
    fn start(params: &Self::Params) -> Self;

    /// A new game in which something is left to chance: a map, cards or dice. The seed is the same for all orders of the
    /// seats. Games without chance do not use it.
    #[must_use]
    fn start_with(params: &Self::Params, _seed: u64) -> Self {
        Self::start(params)
    }

    /// The most actions that a new game by these parameters can take. All count:
    /// placements of fleets, openings and forced actions too.
    fn turns_max(params: &Self::Params) -> u32;

    /// The number of seats of the game: two, unless it says otherwise.
    fn seats(&self) -> usize {
        2
    }

    /// The seat that must act now; `None` when the game is over.
    fn to_move(&self) -> Option<Seat>;

    /// The legal actions of the seat to move, in a fixed order. Battleship's fleets, of which there
    /// are billions, are not listed.
    fn legal(&self) -> Vec<Self::Action>;

    /// An action that the rules leave no choice about: the judge plays it, and asks nobody.
    fn forced(&self) -> Option<Self::Action> {
        None
    }

    /// The information that `seat` may have of the game now.
    fn view(&self, seat: Seat) -> Self::View;

    /// Plays `action` for the seat to move.
    ///
    /// # Errors
    /// The rule that the action breaks; the game is unchanged then.
    fn play(&mut self, action: &Self::Action) -> Result<(), Self::Illegal>;

    /// The result by the rules; `None` while the game goes on.
    fn outcome(&self) -> Option<Outcome>;
}
