//! Freedom: all sizes, both ways of scoring.

use judge_games::Square;
use judge_games::freedom::{Action, Colour, Freedom, Params};

use crate::set_up::SetUp;
use crate::xorshift::Random;
use crate::{Squares, Subject, check};

impl Subject for Freedom {
    const SQUARES: Squares = Squares::One;

    fn kinds() -> Vec<String> {
        let scorings = |size| ["multiplicity", "distinct"].map(|name| format!("size={size} scoring={name}"));
        Params::SIZES.flat_map(scorings).collect()
    }

    fn side(&self) -> u8 {
        self.params().size()
    }

    fn actions(&self, coordinates: &[u8], _: &mut Random) -> Vec<Action> {
        let squares =
            || coordinates.iter().flat_map(|&y| coordinates.iter().map(move |&x| Square::new(x, y)));
        let autos = squares().map(Some).chain([None]).map(Action::Auto);
        squares().map(Action::Place).chain(autos).collect()
    }

    fn scores(&self) -> Vec<i32> {
        Colour::ALL.map(|colour| self.board().score(colour, self.params().scoring())).to_vec()
    }

    fn check_notation(&self, params: &str) {
        let read = Self::set_up(params, &self.to_string());
        assert!(read.as_ref().is_ok_and(|read| read == self), "{self} is read as {read:?}");
    }
}

#[test]
fn freedom() {
    let met = check::<Freedom>();
    assert!(met.won > 100 && met.shared > 100, "{met:?}");
}
