//! Stones: all sizes, tables of two to eight, both kinds of neighbours, tight caps.

use judge_games::stones::{Board, Params, Step, Stones};
use judge_games::{Game, Seat, Square};

use crate::set_up::SetUp;
use crate::xorshift::Random;
use crate::{Squares, Subject, check};

/// The neighbours clockwise from north, as far as columns and rows go.
const WAYS: [(i16, i16); 8] = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];

fn neighbours(from: Square) -> impl Iterator<Item = Square> {
    let at = |start: u8, step: i16| u8::try_from(i16::from(start) + step).ok();
    WAYS.into_iter().filter_map(move |(dx, dy)| Some(Square::new(at(from.x, dx)?, at(from.y, dy)?)))
}

/// Two rows of all players' stones in turn, the second the other way round, two rows apart.
fn table(players: u8) -> String {
    let ids = || (0..players).map(|id| id.to_string());
    let rows = [ids().collect(), ".".repeat(players.into()), ids().rev().collect::<String>()];
    format!("columns={players} rows=3 seats={players} layout={}", rows.join("/"))
}

impl Subject for Stones {
    const SQUARES: Squares = Squares::Two;

    fn kinds() -> Vec<String> {
        let sizes = Board::SIZES.map(|size| format!("columns={size} rows={size}"));
        let oblongs = Board::SIZES.map(|columns| format!("columns={columns} rows={}", 18 - columns));
        let edges = [(2, 4), (3, 3), (3, 5), (4, 4), (4, 5), (4, 8)]
            .map(|(players, size)| format!("seats={players} columns={size} rows={size} layout=edges"));
        let fewer = ["seats=4 columns=6 rows=6 stones=2", "seats=3 columns=5 rows=5 stones=1"];
        let tables = Params::PLAYERS.map(table);
        let kinds: Vec<String> =
            sizes.chain(oblongs).chain(edges).chain(tables).chain(fewer.map(str::to_owned)).collect();
        let caps = ["no_hit_limit=1", "no_hit_limit=5", "max_turns=1", "max_turns=9"];
        let capped = caps.iter().flat_map(|cap| [format!("columns=3 {cap}"), format!("{} {cap}", table(5))]);
        let straight = kinds.iter().map(|kind| format!("{kind} neighbours=4"));
        kinds.iter().cloned().chain(capped).chain(straight).collect()
    }

    fn side(&self) -> u8 {
        self.board().columns().max(self.board().rows())
    }

    fn actions(&self, coordinates: &[u8], _: &mut Random) -> Vec<Step> {
        let squares =
            || coordinates.iter().flat_map(|&y| coordinates.iter().map(move |&x| Square::new(x, y)));
        let near =
            |from| neighbours(from).filter(|to| [to.x, to.y].iter().all(|at| coordinates.contains(at)));
        let far = |from| squares().filter(move |&to| neighbours(from).all(|near| near != to));
        squares().flat_map(|from| near(from).chain(far(from)).map(move |to| Step::new(from, to))).collect()
    }

    fn scores(&self) -> Vec<i32> {
        let count = |seat| self.board().stones(Seat(seat)).count();
        (0_u8..).take(self.seats()).map(|seat| i32::try_from(count(seat)).expect("few stones")).collect()
    }

    /// The place among those who have lost; all others have lasted equally long.
    fn lasted(&self) -> Vec<usize> {
        let place = |seat| self.lost().iter().position(|&lost| lost == seat);
        (0_u8..).take(self.seats()).map(|seat| place(Seat(seat)).unwrap_or(usize::MAX)).collect()
    }

    fn check_notation(&self, params: &str) {
        let text = self.position().to_string();
        let read = Self::set_up(params, &text);
        assert!(read.as_ref().is_ok_and(|read| read == self), "{text} is read as {read:?}");
    }
}

#[test]
fn stones() {
    let met = check::<Stones>();
    assert!(met.won > 100 && met.shared > 100, "{met:?}");
}
