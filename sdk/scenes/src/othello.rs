//! Othello: the board, with letters for columns and rows that count from 1.

use judge_games::Square;
use judge_games::othello::{Action, Chip, Othello, squares};

use crate::{
    BoardScene, Changes, Choice, Facts, FirstRow, Hidden, Mark, MarkKind, Piece, PieceFacts, Place, Shown,
    Unit, Viewpoint, Weight,
};

/// A chip.
const DISC: u8 = 0;

impl Shown for Othello {
    const FACTS: &'static Facts = &Facts {
        seats: &["black", "white"],
        unit: Some(Unit { one: "chip", many: "chips" }),
        example: "a square, as in d3",
        notation: "Write the square for your chip, as in d3. It must enclose chips of the other side. Write -- to pass.",
        hidden: Hidden::Nothing,
        pieces: &[PieceFacts::plain("{seat}", "disc", &["B", "W"], &["●", "○"])],
        emblem: Some((DISC, 0)),
        ground: "felt",
        previews: true,
        other_form: Some("GGF"),
        trials: &["size=4 ask_on_pass=true"],
        ..Facts::NONE
    };

    fn boards(&self, _: Viewpoint) -> Vec<BoardScene> {
        let size = self.params().size();
        let disc = |chip: Chip| Piece::of(chip.seat(), DISC);
        let pieces = |square: Square| self.at(square.x, square.y).map(disc).into_iter().collect();
        vec![BoardScene {
            column_labels: ('a'..).take(size.into()).map(String::from).collect(),
            row_labels: (1..=size).map(|row| row.to_string()).collect(),
            ..BoardScene::new((size, size), FirstRow::Top, pieces)
        }]
    }

    fn scores(&self) -> Vec<i32> {
        [Chip::Black, Chip::White].map(|chip| self.chips(chip).count_ones().cast_signed()).to_vec()
    }

    fn choice(&self, action: &Action) -> Choice {
        let (to, changes) = match *action {
            Action::Place(square) => (Some(Place::cell(square)), Some(flips(self, square))),
            Action::Pass => (None, None),
        };
        Choice { action: action.to_string(), from: None, to, changes }
    }

    fn marks(before: &Self, action: &Action, after: &Self, _: Viewpoint) -> Vec<Mark> {
        vec![match action {
            Action::Pass => Mark::new("pass", Weight::Event("pass".into())).of(MarkKind::Pass),
            Action::Place(_) => {
                let mover = before.whos_move();
                let turned = (before.chips(mover.other()) & after.chips(mover)).count_ones();
                let chips = if turned == 1 { "chip" } else { "chips" };
                Mark::new(format!("turns {turned} {chips}"), Weight::Usual)
            }
        }]
    }
}

/// The chips that a chip on `square` would flip.
fn flips(game: &Othello, square: Square) -> Changes {
    let board = game.board();
    let flipped = board.flips(u32::from(square.y) * 8 + u32::from(square.x));
    let text = match flipped.count_ones() {
        1 => "one chip flips".to_owned(),
        chips => format!("{chips} chips flip"),
    };
    Changes { squares: squares(flipped).map(Place::cell).collect(), text, ..Changes::default() }
}
