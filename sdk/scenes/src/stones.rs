//! Stones: the board and its stones.

use judge_games::stones::{Step, Stones};
use judge_games::{Game, Seat, Square};

use crate::{
    BoardScene, Choice, Facts, FirstRow, Hidden, Mark, Piece, PieceFacts, Place, Shown, Unit, Viewpoint,
    Weight,
};

/// A stone.
const PEBBLE: u8 = 0;

impl Shown for Stones {
    const FACTS: &'static Facts = &Facts {
        unit: Some(Unit { one: "stone", many: "stones" }),
        example: "where from and where to, as in 0,0>0,1",
        notation: "Write from>to, each as column,row, as in 0,0>0,1. A stone moves to an adjacent square; on another's stone it takes that stone.",
        hidden: Hidden::Nothing,
        pieces: &[PieceFacts::plain(
            "stone of {player}",
            "pebble",
            &["0", "1", "2", "3", "4", "5", "6", "7"],
            &[],
        )],
        emblem: Some((PEBBLE, 0)),
        ground: "sand",
        trials: &[
            "columns=2 rows=2 stones=2",
            "seats=4 columns=6 rows=6 layout=edges",
            "seats=8 columns=8 rows=4 layout=01234567/......../......../01234567",
            "seats=3 abort=true",
        ],
        ..Facts::NONE
    };

    fn boards(&self, _: Viewpoint) -> Vec<BoardScene> {
        let board = self.board();
        let pebble = |owner: Seat| Piece::of(owner, PEBBLE);
        let pieces = |square: Square| board.owner(square).map(pebble).into_iter().collect();
        vec![BoardScene::new((board.columns(), board.rows()), FirstRow::Top, pieces)]
    }

    fn scores(&self) -> Vec<i32> {
        (0..self.rules().players()).map(|id| self.stones(Seat(id)).into()).collect()
    }

    fn choice(&self, step: &Step) -> Choice {
        let (from, to) = (Some(Place::cell(step.from)), Some(Place::cell(step.to)));
        Choice { action: step.to_string(), from, to, changes: None }
    }

    fn marks(before: &Self, _: &Step, after: &Self, _: Viewpoint) -> Vec<Mark> {
        let seats = (0..before.rules().players()).map(Seat);
        let fewer = seats.filter(|seat| after.stones(*seat) < before.stones(*seat));
        let marks = |seat: Seat| {
            let name = Self::FACTS.seat(seat);
            let captured =
                Mark::new(format!("takes a stone of {name}"), Weight::Event("a stone is hit".into()));
            let lost = Mark::new(format!("{name} has lost its last stone"), Weight::Rare);
            [Some(captured), Some(lost).filter(|_| after.stones(seat) == 0)]
        };
        let mover = before.to_move();
        fewer.filter(|seat| Some(*seat) != mover).flat_map(marks).flatten().collect()
    }
}
