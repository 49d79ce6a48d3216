//! Gobblet: both boards, with the usual cap and with others.

use judge_games::gobblet::{Action, Colour, Gobblet, Size};
use judge_games::{Game, Seat, Square};

use crate::set_up::SetUp;
use crate::xorshift::Random;
use crate::{Squares, Subject, check};

impl Subject for Gobblet {
    const SQUARES: Squares = Squares::Two;

    fn kinds() -> Vec<String> {
        let caps = ["plies_max=1", "plies_max=7", "plies_max=20", "plies_max=10000"];
        [""; 20]
            .iter()
            .chain(&caps)
            .flat_map(|cap| [3, 4].map(|width| format!("size={width} {cap}")))
            .collect()
    }

    fn side(&self) -> u8 {
        self.params().board().width()
    }

    fn actions(&self, coordinates: &[u8], _: &mut Random) -> Vec<Action> {
        let squares =
            || coordinates.iter().flat_map(|&y| coordinates.iter().map(move |&x| Square::new(x, y)));
        let enters =
            Size::ALL.into_iter().flat_map(|size| squares().map(move |to| Action::Enter { size, to }));
        let moves = squares().flat_map(|from| squares().map(move |to| Action::Move { from, to }));
        enters.chain(moves).collect()
    }

    fn scores(&self) -> Vec<i32> {
        Colour::ALL.map(|colour| i32::from(self.position().winner() == Some(colour))).to_vec()
    }

    /// The notation has no history, so only the pieces and the colour to move are read back.
    fn check_notation(&self, params: &str) {
        let read = Self::set_up(params, &self.position().to_string());
        let same = read.as_ref().is_ok_and(|read| read.view(Seat(0)) == *self.position());
        assert!(same, "{} is read as {read:?}", self.position());
    }
}

#[test]
fn gobblet() {
    let met = check::<Gobblet>();
    assert!(met.won > 500 && met.shared > 100, "{met:?}");
}
