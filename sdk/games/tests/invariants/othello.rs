//! Othello: all sizes.

use judge_games::Square;
use judge_games::othello::{Action, Chip, Othello, Params};

use crate::set_up::SetUp;
use crate::xorshift::Random;
use crate::{Squares, Subject, check};

impl Subject for Othello {
    const SQUARES: Squares = Squares::One;

    fn kinds() -> Vec<String> {
        Params::SIZES.repeat(12).iter().map(|size| format!("size={size}")).collect()
    }

    fn side(&self) -> u8 {
        self.params().size()
    }

    fn actions(&self, coordinates: &[u8], _: &mut Random) -> Vec<Action> {
        let squares = coordinates.iter().flat_map(|&y| coordinates.iter().map(move |&x| Square::new(x, y)));
        squares.map(Action::Place).chain([Action::Pass]).collect()
    }

    fn scores(&self) -> Vec<i32> {
        let squares = || (0..self.side()).flat_map(|y| (0..self.side()).map(move |x| (x, y)));
        let count = |chip| squares().filter(|&(x, y)| self.at(x, y) == Some(chip)).count();
        [Chip::Black, Chip::White].map(|chip| i32::try_from(count(chip)).expect("few chips")).to_vec()
    }

    fn check_notation(&self, params: &str) {
        let read = Self::set_up(params, &self.to_string());
        assert!(read.as_ref().is_ok_and(|read| read == self), "{self} is read as {read:?}");
    }
}

#[test]
fn othello() {
    let met = check::<Othello>();
    assert!(met.won > 500 && met.shared > 50, "{met:?}");
}
