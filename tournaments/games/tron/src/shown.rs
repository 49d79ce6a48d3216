//! What people see: the board, and a picture of it.

use std::fmt::Write;

use judge_game::{
    BoardScene, Choice, Facts, FirstRow, Game, Hidden, Mark, MarkKind, Piece, PieceFacts, Place, Seat,
    Secret, Shown, Square, Stacks, Unit, Viewpoint, Weight,
};

use crate::{Cell, Step, Tron};

const HEAD: u8 = 0;
const TRAIL: u8 = 1;
const WALL: u8 = 2;

/// Colours by seat, and one for walls of the map.
const COLOURS: [&str; 5] = ["#1f77b4", "#d62728", "#2ca02c", "#9467bd", "#444"];

impl Tron {
    fn piece(&self, square: Square) -> Option<Piece> {
        match self.at(square) {
            Cell::Free => None,
            Cell::Wall => Some(Piece { owner: None, kind: WALL, number: 0 }),
            Cell::Of(seat) => {
                let player = &self.players[seat.index()];
                Some(Piece::of(seat, if player.is_in && player.head == square { HEAD } else { TRAIL }))
            }
        }
    }
}

impl Shown for Tron {
    const HELP: &'static str = "All players step at the same time, to the next square up, right, down or left, and leave a \
        wall behind. Who leaves the board, runs into a wall or meets another head is out. The last one wins; the others \
        are ranked by how many steps they made. The map has walls at places that the round's seed decides, the same for \
        all seats.";

    const FACTS: &'static Facts = &Facts {
        seats: &["blue", "red", "green", "violet"],
        unit: Some(Unit { one: "step", many: "steps" }),
        example: "a direction, as in n",
        notation: "Write n, e, s or w for a step up, right, down or left.",
        hidden: Hidden::Secrets("the step that it has chosen"),
        pieces: &[
            PieceFacts::plain("{seat}'s head", "disc", &["B", "R", "G", "V"], &[]),
            PieceFacts::plain("{seat}'s wall", "pebble", &["b", "r", "g", "v"], &[]),
            PieceFacts::plain("wall", "stone", &["#"], &[]),
        ],
        stacks: Stacks::Top,
        emblem: Some((HEAD, 0)),
        trials: &["seats=4", "size=7 walls=0"],
        ..Facts::NONE
    };

    fn boards(&self, _: Viewpoint) -> Vec<BoardScene> {
        let pieces = |square| self.piece(square).into_iter().collect();
        vec![BoardScene::new((self.size, self.size), FirstRow::Top, pieces)]
    }

    fn scores(&self) -> Vec<i32> {
        self.players.iter().map(|player| player.steps).collect()
    }

    fn choice(&self, step: &Step) -> Choice {
        let head = self.to_move().map(|seat| self.players[seat.index()].head);
        let to = head.and_then(|head| step.target(head)).filter(|to| to.x < self.size && to.y < self.size);
        Choice {
            action: step.to_string(),
            from: head.map(Place::cell),
            to: to.map(Place::cell),
            changes: None,
        }
    }

    fn marks(before: &Self, _: &Step, after: &Self, _: Viewpoint) -> Vec<Mark> {
        let crashed = |seat: &usize| before.players[*seat].is_in && !after.players[*seat].is_in;
        let names = (0..before.players.len()).filter(crashed);
        let names = names.map(|seat| Self::FACTS.seat(Seat(u8::try_from(seat).expect("there are four"))));
        names
            .map(|name| {
                Mark::new(format!("{name} crashes"), Weight::Event("a crash".into())).of(MarkKind::Blow)
            })
            .collect()
    }

    fn secret(&self, _: &Step) -> Option<Secret> {
        Some(Secret::new("step", "chooses its step"))
    }

    /// Squares of ten by ten; nothing of what is chosen.
    fn picture(&self, _: Viewpoint) -> Option<String> {
        let width = u32::from(self.size) * 10;
        let mut svg = format!(
            r##"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {width}"><rect width="100%" height="100%" fill="#f4f4f4"/>"##
        );
        for (place, cell) in self.cells.iter().enumerate() {
            let colour = match cell {
                Cell::Free => continue,
                Cell::Wall => COLOURS[4],
                Cell::Of(seat) => COLOURS[seat.index()],
            };
            let size = usize::from(self.size);
            let (x, y) = (place % size * 10, place / size * 10);
            write!(svg, r#"<rect x="{x}" y="{y}" width="10" height="10" fill="{colour}"/>"#)
                .expect("it is text");
        }
        for player in self.players.iter().filter(|player| player.is_in) {
            let (x, y) = (u32::from(player.head.x) * 10 + 5, u32::from(player.head.y) * 10 + 5);
            write!(svg, r#"<circle cx="{x}" cy="{y}" r="3" fill="white"/>"#).expect("it is text");
        }
        svg.push_str("</svg>");
        Some(svg)
    }
}
