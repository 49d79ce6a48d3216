//! A game as a suite of random games plays it: the rules' own suite, and that of their scenes.

use std::fmt::Debug;
use std::str::FromStr;

use crate::set_up::SetUp;
use crate::xorshift::Random;

/// The number of squares that an action names.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Squares {
    One,
    Two,
}

/// A game as the suite plays it.
pub(crate) trait Subject:
    SetUp<Action: FromStr<Err: Debug>, View: Debug + PartialEq> + Debug + PartialEq
{
    /// The number of squares that an action names.
    const SQUARES: Squares;

    /// Parameters to play by: all sizes, all tables.
    fn kinds() -> Vec<String>;

    /// The length of the board's longer side.
    fn side(&self) -> u8;

    /// Every action that can be written with these coordinates, in the order in which legal ones are listed.
    fn actions(&self, coordinates: &[u8], random: &mut Random) -> Vec<Self::Action>;

    /// The actions that may be played now; `tries` matter only where the game does not list them.
    fn playable(&self, _tries: &[Self::Action]) -> Vec<Self::Action> {
        self.forced().map_or_else(|| self.legal(), |action| vec![action])
    }

    /// Something that may be played now.
    fn choose(&self, random: &mut Random) -> Self::Action {
        random.pick(&self.playable(&[]))
    }

    /// The scores, counted on the board.
    fn scores(&self) -> Vec<i32>;

    /// The turns that each seat has lasted: of equal scores the longer ranks better.
    fn lasted(&self) -> Vec<usize> {
        vec![0; self.seats()]
    }

    /// Checks that the position, if there is a notation, is read as it was printed.
    fn check_notation(&self, _params: &str) {}

    /// Other actions that no seat can distinguish from those `played` by what it has seen; `None` if nothing is hidden.
    fn disguise(&self, _played: &[Self::Action], _random: &mut Random) -> Option<Vec<Self::Action>> {
        None
    }
}

/// The events that the games had, so that nothing is proved by not happening.
#[derive(Debug, Default)]
pub(crate) struct Met {
    /// Games with a seat that ranks alone above all others.
    pub(crate) won: usize,
    /// Games whose best seats share a rank.
    pub(crate) shared: usize,
    /// Games that could be disguised.
    pub(crate) disguised: usize,
    /// Seats that could not distinguish a game from another, although all that is hidden differs.
    pub(crate) hidden: usize,
}
